//! `quiz due` and `quiz progress`: what is to be asked when, and what was learned.

use std::path::PathBuf;

use lexigraph::study::{CardState, DAY, DayOfStudy, Due, Kind, Moment, Quiz, progress_by};
use serde_json::json;

use super::set::SetArgs;
use super::{LogArgs, ScheduleArgs};
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal, refuse_to_replace, write_file};
use crate::common::zone::Zone;
use crate::failure::Failure;
use crate::report::{TextTable, grouped, learned};

/// Count the cards that are due now, tomorrow and within a week
///
/// Exit status: 0 some are due; 1 none; 2 error.
#[derive(clap::Args)]
pub struct DueArgs {
    #[command(flatten)]
    pub set: SetArgs,
    /// Print one JSON object for each kind
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    schedule: ScheduleArgs,
    #[command(flatten)]
    log: LogArgs,
}

/// Show the answers of each day, and how many cards were known after it
///
/// Days are those of your time zone (TZ). A card counts as recalled if its first answer of a day, after an earlier day,
/// is right; as known if it is next due after three weeks or more.
#[derive(clap::Args)]
pub struct ProgressArgs {
    /// Only cards of these kinds
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = super::kind)]
    kind: Vec<Kind>,
    /// Write a plot of cards seen and known
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long, requires = "plot")]
    force: bool,
    /// Print each day as a JSON object on a line of its own
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    schedule: ScheduleArgs,
    #[command(flatten)]
    log: LogArgs,
}

pub fn due(args: &DueArgs, terminal: &Terminal) -> Result<Outcome, Failure> {
    let schedule = args.schedule.schedule()?;
    let log = args.log.read(terminal)?;
    let now = Moment::now();
    let mut counts = Kind::ALL.map(|kind| (kind, Due::default()));
    let mut count = |kind: Kind, state: Option<CardState>| {
        if let Some((_, counts)) = counts.iter_mut().find(|(of, _)| *of == kind) {
            counts.add(state, now);
        }
    };
    if args.set.is_open() {
        // Their words are not looked up: the log says it all.
        for (card, state) in log.cards().zip(log.states(&schedule)) {
            if args.set.kind.is_empty() || args.set.kind.contains(&card.kind) {
                count(card.kind, state);
            }
        }
    } else {
        let image = args.set.open(terminal)?;
        let dictionary = args.set.dictionary(&image, terminal)?;
        let define = |word: &[_]| dictionary.as_ref().and_then(|dictionary| dictionary.get(word).ok().flatten());
        let quiz = Quiz::new(&image, Some(&define))?;
        for (kind, text) in args.set.cards(&image, &quiz, &log, terminal)? {
            count(kind, schedule.state(log.answers_to(kind, &text)));
        }
    }
    let mut out = Output::new();
    let shown: Vec<(Kind, Due)> = counts.into_iter().filter(|(_, counts)| counts.cards > 0).collect();
    if args.json {
        for (kind, counts) in &shown {
            out.json(&json!({
                "kind": kind.name(), "cards": counts.cards, "new": counts.new, "due": counts.due,
                "tomorrow": counts.tomorrow, "week": counts.week, "next": counts.next.map(|next| next.to_string()),
            }))?;
        }
    } else {
        let zone = Zone::of_user(terminal);
        let mut table = TextTable::new(["kind", "cards", "new", "due", "by tomorrow", "in a week", "next"]);
        for (kind, counts) in &shown {
            let numbers = [counts.cards, counts.new, counts.due, counts.tomorrow, counts.week];
            let numbers = numbers.map(|number| grouped(number as u64));
            let next = counts.next.map_or(String::new(), |next| zone.date(next));
            table.row([kind.name().to_owned()].into_iter().chain(numbers).chain([next]));
        }
        table.lines().try_for_each(|line| out.line(line))?;
    }
    out.finish()?;
    Ok(shown.iter().any(|(_, counts)| counts.due > 0).into())
}

pub fn progress(args: &ProgressArgs, terminal: &Terminal) -> Result<Outcome, Failure> {
    let schedule = args.schedule.schedule()?;
    if let Some(path) = &args.plot {
        refuse_to_replace(path, args.force)?;
    }
    let zone = Zone::of_user(terminal);
    let days = progress_by(&args.log.read(terminal)?, &args.kind, &schedule, &|moment| zone.day(moment));
    let mut out = Output::new();
    let share = |part: u64, of: u64| if of == 0 { None } else { Some(part as f64 / of as f64) };
    let percent = |share: Option<f64>| share.map_or("–".to_owned(), |share| format!("{:.0} %", share * 100.0));
    let date = |of_day: &DayOfStudy| Moment(of_day.day * DAY).date();
    if args.json {
        for of_day in &days {
            let DayOfStudy { answers, right, new, reviews, recalled, seen, known, .. } = *of_day;
            out.json(&json!({
                "day": date(of_day), "answers": answers, "right": right, "new": new, "reviews": reviews,
                "recalled": recalled, "seen": seen, "known": known,
            }))?;
        }
    } else {
        let mut table = TextTable::new(["day", "answers", "right", "new", "recalled", "seen", "known"]);
        for of_day in &days {
            table.row([
                date(of_day),
                grouped(of_day.answers),
                percent(share(of_day.right, of_day.answers)),
                grouped(of_day.new),
                percent(share(of_day.recalled, of_day.reviews)),
                grouped(of_day.seen),
                grouped(of_day.known),
            ]);
        }
        table.lines().try_for_each(|line| out.line(line))?;
    }
    out.finish()?;
    if let Some(path) = &args.plot {
        let svg = learned("Cards learned", &days);
        write_file(path, args.force, |file| file.write_all(svg.as_bytes()))?;
    }
    Ok((!days.is_empty()).into())
}
