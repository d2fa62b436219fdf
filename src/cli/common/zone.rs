//! The time zone of the user: `TZ` or that of the system.

use lexigraph::study::{DAY, Moment};
use tz::TimeZone;

use crate::common::output::Terminal;

/// Days of a time zone. What is kept is in UTC; only what is shown is counted by these days.
pub struct Zone(Option<TimeZone>);

impl Zone {
    /// The zone that the environment names, as POSIX has it, or that of the system. UTC if there is none.
    pub fn of_user(terminal: &Terminal) -> Zone {
        let zone = match std::env::var("TZ") {
            Ok(name) if name.is_empty() => return Zone(None),
            Ok(name) => TimeZone::from_posix_tz(&name).map_err(|_| {
                terminal.warn(format_args!("TZ: the time zone '{name}' is not known — days are those of UTC"));
            }),
            // A system without a zone has UTC.
            Err(_) => TimeZone::local().map_err(|_| ()),
        };
        Zone(zone.ok())
    }

    /// The moment at which UTC shows what the clock of this zone does.
    fn shown(&self, moment: Moment) -> Moment {
        let found = self.0.as_ref().and_then(|zone| zone.find_local_time_type(moment.0.div_euclid(1000)).ok());
        Moment(moment.0 + found.map_or(0, |of_zone| i64::from(of_zone.ut_offset()) * 1000))
    }

    /// The number of the day since the beginning of 1970.
    pub fn day(&self, moment: Moment) -> i64 {
        self.shown(moment).day()
    }

    /// The day, as `2026-11-29`.
    pub fn date(&self, moment: Moment) -> String {
        Moment(self.day(moment) * DAY).date()
    }
}
