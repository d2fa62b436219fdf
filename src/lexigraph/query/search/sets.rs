//! Named sets of words: a text table of searches.

/// `name: search` a line; `#` begins a comment.
const TABLE: &str = include_str!("../../../../wordlists/sets.txt");

fn entries() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = TABLE.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.filter_map(|line| line.split_once('=')).map(|(name, search)| (name.trim(), search.trim()))
}

/// The names of the sets.
pub fn names() -> impl Iterator<Item = &'static str> {
    entries().map(|(name, _)| name)
}

/// The search that a name stands for.
pub(super) fn find(name: &str) -> Option<&'static str> {
    entries().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, search)| search)
}
