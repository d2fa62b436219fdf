//! The named sets of words: a text table of searches.

/// One `name = search` for each line. `#` starts a comment.
const TABLE: &str = include_str!("../../wordlists/sets.txt");

fn entries() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = TABLE.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| line.split_once('=').expect("bug: a line of wordlists/sets.txt has no '='"))
        .map(|(name, search)| (name.trim(), search.trim()))
}

/// The names of the sets.
pub fn names() -> impl Iterator<Item = &'static str> {
    entries().map(|(name, _)| name)
}

/// The search of a named set.
pub(super) fn find(name: &str) -> Option<&'static str> {
    entries().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, search)| search)
}
