//! Dependencies point down: a module names only rows below its own; between crates the compiler sees to it. Also house rules that a search
//! can check.

use std::fs;
use std::path::{Path, PathBuf};

/// The crates with their modules from the bottom up; modules of one row do not know each other. What a crate takes from those below it
/// comes first.
const LAYERS: &[(&str, &[&[&str]])] = &[
    ("core", &[&["parallel", "unicode", "names", "huge"], &["alphabet"], &["graph"], &["words"], &["build"], &["image"]]),
    (
        "lexigraph",
        &[
            &["parallel", "alphabet", "graph", "build"],
            &["platform"],
            &["bytes", "random", "shard"],
            &["wordlist"],
            &["dictionary"],
            &["image"],
            &["external"],
            &["query", "boggle", "board"],
            &["movegen", "crossword", "study"],
            &["play"],
            &["lexicon"],
            &["api"],
        ],
    ),
    (
        "serve",
        &[
            &["stop", "limits", "problem", "lane", "connection", "page", "token"],
            &["app"],
            &["guard", "ask"],
            &["routes"],
            &["server"],
        ],
    ),
];

/// The place of a module among the rows of its crate.
fn layer(rows: &[&[&str]], module: &str) -> usize {
    let found = rows.iter().position(|row| row.contains(&module));
    found.unwrap_or_else(|| panic!("module {module} has no layer: give it one in tests/library/layers.rs"))
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
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../src")).to_owned()
}

/// The crate of a source file, and its top-level module there.
fn place(path: &Path) -> (String, Option<String>) {
    let relative = path.strip_prefix(src()).unwrap();
    let mut parts = relative.components().map(|part| part.as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned());
    let name = parts.next().unwrap();
    (name, parts.next().filter(|module| !["lib", "main", "build"].contains(&&**module) || relative.components().count() > 2))
}

/// The code of a file: no comments, nothing of its test module.
fn code(path: &Path) -> Vec<(usize, String)> {
    if path.file_name().is_some_and(|name| name == "tests.rs") {
        return Vec::new();
    }
    let text = fs::read_to_string(path).unwrap();
    let lines = text
        .lines()
        .enumerate()
        .take_while(|(_, line)| !line.starts_with("#[cfg(test)]") && !line.starts_with("#[cfg(all(test"));
    lines.filter(|(_, line)| !line.trim_start().starts_with("//")).map(|(at, line)| (at + 1, line.to_owned())).collect()
}

#[test]
fn dependencies_point_down() {
    let mut wrong = Vec::new();
    for &(name, rows) in LAYERS {
        for path in sources(&src().join(name)) {
            let (_, Some(module)) = place(&path) else { continue };
            for (number, line) in code(&path) {
                for (at, _) in line.match_indices("crate::") {
                    let rest = &line[at + "crate::".len()..];
                    let other: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                    let is_module = rows.iter().any(|row| row.contains(&other.as_str()));
                    if is_module && other != module && layer(rows, &other) >= layer(rows, &module) {
                        wrong.push(format!("{}:{number}: {module} names {other}", path.display()));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "upward dependencies:\n{}", wrong.join("\n"));
}

#[test]
fn the_map_of_the_documentation_is_complete() {
    for &(name, rows) in LAYERS {
        let text = fs::read_to_string(src().join(name).join("lib.rs")).unwrap();
        let map: Vec<&str> = text.lines().take_while(|line| line.starts_with("//!")).collect();
        let map = map.join("\n");
        let map = map.split("```text").nth(1).and_then(|rest| rest.split("```").next()).expect("a map of the modules");
        let named: Vec<&str> = map
            .lines()
            .flat_map(|line| line.trim_start_matches("//!").split("  ").find(|part| !part.is_empty()))
            .flat_map(|part| part.split(['|', ',']))
            .map(str::trim)
            .collect();
        let own = |module: &&&str| {
            let place = src().join(name).join(module);
            place.is_dir() || place.with_extension("rs").is_file()
        };
        for module in rows.iter().copied().flatten().filter(own) {
            assert!(named.contains(module), "{name}: the map of the modules lacks {module}: it has {named:?}");
        }
    }
}

#[test]
fn special_libraries_stay_in_their_rooms() {
    let rooms: &[(&str, &[&str])] = &[
        ("memmap2", &["lexigraph/bytes"]),
        ("xz2", &["lexigraph/bytes", "lexigraph/build"]),
        ("flate2", &["lexigraph/bytes", "serve/gzip"]),
        ("ruzstd", &["lexigraph/bytes"]),
        ("tempfile", &["lexigraph/bytes"]),
        ("byteorder", &["core/image", "lexigraph/bytes", "lexigraph/image"]),
        ("md5", &["lexigraph/image"]),
        ("rayon", &["core/parallel"]),
        ("unicode_normalization", &["core/unicode"]),
        ("regex_automata", &["lexigraph/query"]),
        ("clap", &["cli"]),
        ("indicatif", &["cli"]),
        ("rsmarisa", &["cli/measure", "lexigraph/image"]),
        ("rusqlite", &["cli/quiz"]),
        ("yada", &["cli/measure"]),
        ("crawdad", &["cli/measure"]),
        ("ctrlc", &["cli"]),
        ("axum", &["serve"]),
        ("hyper", &["serve"]),
        ("tokio", &["serve"]),
        ("rust_embed", &["serve/gzip"]),
        ("getrandom", &["serve/token"]),
    ];
    for path in sources(&src()) {
        let relative = path.strip_prefix(src()).unwrap().to_str().unwrap().replace('\\', "/");
        for (number, line) in code(&path) {
            for (library, allowed) in rooms {
                let used = line.contains(&format!("use {library}::"))
                    || line.contains(&format!("use {library};"))
                    || line.contains(&format!(" {library}::"))
                    || line.contains(&format!("({library}::"));
                let allowed = allowed.iter().any(|room| relative.starts_with(room));
                assert!(!used || allowed, "{}:{number}: {library}", path.display());
            }
        }
    }
}

#[test]
fn the_library_is_silent_safe_and_documented() {
    let mut unsafe_places = Vec::new();
    for path in sources(&src()) {
        let is_library = ["core", "lexigraph"].contains(&&*place(&path).0);
        if is_library && path.file_name().is_some_and(|name| name == "lib.rs") {
            let text = fs::read_to_string(&path).unwrap();
            assert!(text.contains("#![deny(missing_docs)]") && text.contains("#![deny(unsafe_code)]"), "{}", path.display());
        }
        for (number, line) in code(&path) {
            let place = format!("{}:{number}: {}", path.display(), line.trim());
            if line.contains("[allow(unsafe_code)]") {
                unsafe_places.push(place.clone());
            }
            if is_library && !path.ends_with("lexigraph/build.rs") {
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
    // Each has its proof beside it. The second and the third are instructions that a processor may lack, which makes them
    // unsafe to call; the second also loads and stores through pointers, and its gain is in the README. The fourth is an
    // allocator, which is unsafe to write. The fifth is the border to C, and the sixth that to JavaScript, whose pointers
    // can be read in no other way. The last asks the system for large pages.
    let allowed = [
        "src/lexigraph/bytes/storage.rs",
        "src/lexigraph/boggle/kernel/x86.rs",
        "src/core/image/lxg/counting.rs",
        "src/cli/memory.rs",
        "src/ffi/lib.rs",
        "src/wasm/lib.rs",
        "src/core/huge.rs",
    ];
    for place in &unsafe_places {
        let place = place.replace('\\', "/").replace("src/lexigraph/../../", "");
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
