//! The bundled alphabets: text tables, compiled into the library and parsed on demand.

macro_rules! tables {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("../wordlists/alphabets/", $name, ".toml")))),*] };
}

/// The name and text of each table, sorted by name.
#[rustfmt::skip]
static TABLES: &[(&str, &str)] = &tables![
    "afrikaans"
    "bulgarian"
    "catalan"
    "catalan-200"
    "croatian"
    "czech"
    "danish"
    "dutch"
    "english"
    "english-104"
    "english-200"
    "english-3-blanks"
    "english-89"
    "esperanto"
    "estonian"
    "finnish"
    "french"
    "german"
    "greek"
    "hungarian"
    "icelandic"
    "indonesian"
    "italian"
    "latvian"
    "lithuanian"
    "malay"
    "norwegian"
    "polish"
    "portuguese"
    "romanian"
    "russian"
    "slovak"
    "slovene"
    "spanish"
    "swedish"
    "turkish"
    "ukrainian"
    "welsh"
];

/// The names of the bundled alphabets, sorted.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLES.iter().map(|(name, _)| *name)
}

/// The table with this name, or else the first one with this locale.
pub(super) fn find(name: &str) -> Option<(&'static str, &'static str)> {
    let locale = format!("\nlocale = \"{name}\"\n");
    let by_name = TABLES.iter().find(|(known, _)| *known == name);
    by_name.or_else(|| TABLES.iter().find(|(_, text)| text.contains(&locale))).copied()
}
