//! Cardbox databases of other programs: SQLite with a table `questions`.

use std::path::Path;

use lexigraph::study::{DAY, Mark, Moment};
use rusqlite::{Connection, OpenFlags, Row};

use super::exchange::Foreign;
use crate::failure::Failure;

/// `true` if the bytes are an SQLite database.
pub fn detect(bytes: &[u8]) -> bool {
    bytes.starts_with(b"SQLite format 3\0")
}

/// The cards of a database. Those that are in no box are left out.
pub fn read(path: &Path) -> Result<Vec<Foreign>, Failure> {
    let fault =
        |error: rusqlite::Error| Failure::of(path, format!("{error} — give a cardbox database, with a table 'questions'"));
    let database = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(fault)?;
    let columns = "question, streak, last_correct, cardbox, next_scheduled";
    let wanted = format!("SELECT {columns} FROM questions WHERE cardbox IS NOT NULL ORDER BY question");
    let mut statement = database.prepare(&wanted).map_err(fault)?;
    let cards = statement.query_map([], card).map_err(fault)?;
    cards.collect::<Result<Vec<_>, _>>().map_err(fault)
}

fn card(row: &Row<'_>) -> rusqlite::Result<Foreign> {
    // Columns may be empty.
    let number = |at: usize| row.get::<_, Option<i64>>(at).map(|number| number.unwrap_or(0));
    let (streak, last, in_box, next) = (number(1)?, number(2)?, number(3)?, number(4)?);
    let moment = |seconds: i64| Moment(seconds.clamp(0, 253_402_300_799) * 1000);
    // The last answer was wrong, or never right: then it is due a day after it, which is not kept.
    let since = if streak > 0 && last > 0 && last < next { moment(last) } else { Moment((moment(next).0 - DAY).max(0)) };
    let days = moment(next).days_since(since).clamp(1, u16::MAX.into()) as u16;
    // Whole days are kept, so the last answer moves by some hours, and not the time when the card is due.
    let since = Moment((moment(next).0 - i64::from(days) * DAY).max(0));
    let mark = Mark::Known { number: in_box.clamp(0, 255) as u8, days };
    Ok(Foreign { text: row.get(0)?, known: Some((since, mark)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_and_times_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("anagrams.db");
        let database = Connection::open(&path).unwrap();
        database
            .execute_batch(
                "CREATE TABLE questions (question varchar(16), correct integer, incorrect integer, streak integer,
                 last_correct integer, difficulty integer, cardbox integer, next_scheduled integer);
                 INSERT INTO questions VALUES ('AEINRST', 5, 1, 3, 1600000000, 10, 3, 1601036800);
                 INSERT INTO questions VALUES ('AEGILNR', 1, 4, 0, 1500000000, 60, 0, 1601036800);
                 INSERT INTO questions VALUES ('ACEILNT', 1, 0, 1, 1500000000, 60, NULL, NULL);",
            )
            .unwrap();
        drop(database);
        assert!(detect(&std::fs::read(&path).unwrap()));
        let cards = read(&path).unwrap();
        let known: Vec<_> = cards.iter().map(|card| (&*card.text, card.known.unwrap())).collect();
        let wrong = (Moment(1_600_950_400_000), Mark::Known { number: 0, days: 1 });
        let right = (Moment(1_600_000_000_000), Mark::Known { number: 3, days: 12 });
        assert_eq!(known, [("AEGILNR", wrong), ("AEINRST", right)]);
        let empty = folder.path().join("empty.db");
        Connection::open(&empty).unwrap().execute_batch("CREATE TABLE x (y)").unwrap();
        assert!(read(&empty).is_err_and(|failure| failure.to_string().contains("no such table: questions")));
    }
}
