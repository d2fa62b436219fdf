//! Dependencies point down: a module names only rows below its own. Also house rules that a grep can check.

use std::fs;
use std::path::{Path, PathBuf};

/// From the bottom up; modules of one row do not know each other.
const LAYERS: &[&[&str]] = &[
    &["bytes", "random"],
    &["alphabet"],
    &["graph"],
    &["lexicon"],
    &["build"],
    &["image"],
    &["external"],
    &["query", "boggle", "board"],
    &["movegen"],
    &["play"],
    &["bench"],
    &["report"],
    &["serve"],
    &["cli"],
];

fn layer(module: &str) -> usize {
    let found = LAYERS.iter().position(|row| row.contains(&module));
    found.unwrap_or_else(|| panic!("module {module} has no layer: give it one in tests/layers.rs"))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

fn src() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("src")
}

/// The top-level module of a source file.
fn module(path: &Path) -> Option<String> {
    let relative = path.strip_prefix(src()).unwrap();
    let first = relative.components().next().unwrap().as_os_str().to_str().unwrap();
    (!["lib.rs", "main.rs"].contains(&first)).then(|| first.trim_end_matches(".rs").to_owned())
}

/// The code of a file: no comments, nothing of its test module.
fn code(path: &Path) -> Vec<(usize, String)> {
    if path.file_name().is_some_and(|name| name == "tests.rs") {
        return Vec::new();
    }
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().enumerate().take_while(|(_, line)| !line.starts_with("#[cfg(test)]"));
    lines.filter(|(_, line)| !line.trim_start().starts_with("//")).map(|(at, line)| (at + 1, line.to_owned())).collect()
}

#[test]
fn dependencies_point_down() {
    let mut wrong = Vec::new();
    for path in sources(&src()) {
        let Some(module) = module(&path) else { continue };
        let prefix = if module == "cli" { "lexigraph::" } else { "crate::" };
        for (number, line) in code(&path) {
            for (at, _) in line.match_indices(prefix) {
                let name: String =
                    line[at + prefix.len()..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                let is_module = LAYERS.iter().any(|row| row.contains(&name.as_str()));
                if is_module && name != module && layer(&name) >= layer(&module) {
                    wrong.push(format!("{}:{number}: {module} names {name}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "upward dependencies:\n{}", wrong.join("\n"));
}

#[test]
fn special_libraries_stay_in_their_rooms() {
    let rooms: &[(&str, &[&str])] = &[
        ("memmap2", &["bytes"]),
        ("xz2", &["bytes"]),
        ("flate2", &["bytes"]),
        ("zstd::", &["bytes"]),
        ("tempfile", &["bytes"]),
        ("byteorder", &["bytes", "image"]),
        ("md5", &["image"]),
        ("clap", &["cli"]),
        ("indicatif", &["cli"]),
        ("plotters", &["report"]),
        ("rsmarisa", &["bench", "image"]),
        ("yada", &["bench"]),
        ("crawdad", &["bench"]),
        ("ctrlc", &["cli"]),
    ];
    for path in sources(&src()) {
        let Some(module) = module(&path) else { continue };
        for (number, line) in code(&path) {
            for (library, allowed) in rooms {
                let used = line.contains(&format!("use {library}"))
                    || line.contains(&format!("{}::", library.trim_end_matches("::")));
                assert!(!used || allowed.contains(&module.as_str()), "{}:{number}: {library} in {module}", path.display());
            }
        }
    }
}

#[test]
fn the_library_is_silent_safe_and_documented() {
    let library = fs::read_to_string(src().join("lib.rs")).unwrap();
    assert!(library.contains("#![deny(missing_docs)]") && library.contains("#![deny(unsafe_code)]"));
    let mut unsafe_places = Vec::new();
    for path in sources(&src()) {
        let is_library = module(&path).is_some_and(|module| module != "cli");
        for (number, line) in code(&path) {
            let place = format!("{}:{number}: {}", path.display(), line.trim());
            if line.contains("[allow(unsafe_code)]") {
                unsafe_places.push(place.clone());
            }
            if is_library {
                let loud = [
                    "println!",
                    "eprintln!",
                    "print!(",
                    "eprint!(",
                    "process::exit",
                    "env::args",
                    "env::var(",
                    "todo!",
                    "dbg!",
                ];
                assert!(!loud.iter().any(|word| line.contains(word)), "{place}");
            }
        }
    }
    // Each has its proof beside it, and the second its gain in the README: vector instructions, which are unsafe to call since a
    // processor may lack them, and which load and store through pointers.
    let allowed = ["src/bytes/storage.rs", "src/boggle/kernel/x86.rs"];
    for place in &unsafe_places {
        let place = place.replace('\\', "/");
        assert!(allowed.iter().any(|file| place.contains(file)), "unsafe code outside {allowed:?}: {place}");
    }
    assert_eq!(unsafe_places.len(), allowed.len(), "one place a file: {unsafe_places:#?}");
}

#[test]
fn files_hold_one_idea() {
    for path in sources(&src()) {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 700, "{} has {lines} lines: cut it", path.display());
    }
}
