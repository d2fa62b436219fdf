//! The pictures of `docs/bench.md` show the figures of its tables.

use super::child::Built;
use super::{growth, show};
use crate::measure::Format;
use crate::report::{Point, Seen, is_recorded};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/bench.md");

/// The rows of the table below a heading, without the marks of best values. The first row holds the titles.
fn table(heading: &str) -> Vec<Vec<String>> {
    let page = std::fs::read_to_string(PAGE).expect("the page is in the repository");
    let after = page.split_once(&format!("## {heading}")).expect("the page has the heading").1;
    let lines = after.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().replace(['*', ','], "")).collect();
    lines.filter(|line| !line.starts_with("| ---")).map(cells).collect()
}

#[test]
fn sizes_and_times_are_drawn() {
    let rows = table("ENABLE1, 172,823 words");
    let column = |title: &str| rows[0].iter().position(|cell| cell == title).expect("the table has the column");
    let (size, time) = (column("B/word"), column("hits ns"));
    let group = |name: &str| match Format::all().iter().find(|format| format.name() == name) {
        Some(format) => show::group(format.kind()),
        // A library that the program does not have in this build.
        None => show::group("peer"),
    };
    let point = |row: &Vec<String>| {
        Some(Point { label: row[0].clone(), x: row[size].parse().ok()?, y: row[time].parse().ok()?, group: group(&row[0]) })
    };
    let points: Vec<Point> = rows[1..].iter().filter_map(point).collect();
    assert!(points.len() > 20);
    let svg = show::plot("ENABLE1: 172,823 words", &points);
    is_recorded("docs/bench-enable.svg", &svg);
    Seen::new(&svg).leaders_keep_clear();
}

#[test]
fn growth_is_drawn() {
    let mut built: Vec<(String, Vec<(u64, Built)>)> = Vec::new();
    for row in &table("Growth")[1..] {
        let [keys, bytes] = [1, 4].map(|at| row[at].parse::<u64>().unwrap());
        let this = Built { seconds: row[2].parse().unwrap(), peak_bytes: Some(bytes), bytes: None };
        match built.iter_mut().find(|(format, _)| *format == row[0]) {
            Some((_, lists)) => lists.push((keys, this)),
            None => built.push((row[0].clone(), vec![(keys, this)])),
        }
    }
    assert!(built.len() == 5 && built.iter().all(|(_, lists)| lists.len() == 7));
    let svg = growth::draw(built.iter().map(|(name, lists)| (&**name, &lists[..])));
    is_recorded("docs/growth.svg", &svg);
}
