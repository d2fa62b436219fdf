//! Crates are complete: the package of each holds every file that its code includes, and its manifest what a registry asks for.
//! `tools/package` builds the packages; this test finds mistakes without compiling them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use toml::{Table, Value};

fn root() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).canonicalize().unwrap()
}

fn table(path: &Path) -> Table {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The folders of the crates that can be published, with their manifests.
fn crates() -> Vec<(PathBuf, Table)> {
    let members = table(&root().join("Cargo.toml"))["workspace"]["members"].as_array().unwrap().clone();
    let folders = members.iter().map(|member| root().join(member.as_str().unwrap()));
    let crates = folders.map(|folder| (folder.clone(), table(&folder.join("Cargo.toml"))));
    crates.filter(|(_, manifest)| manifest["package"].get("publish") != Some(&Value::Boolean(false))).collect()
}

/// The files that the package of a crate has, relative to its folder.
fn packed(folder: &Path) -> BTreeSet<PathBuf> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["package", "--list", "--allow-dirty", "--offline", "--manifest-path"]).arg(folder.join("Cargo.toml"));
    let output = cargo.output().unwrap();
    assert!(output.status.success(), "{}: {}", folder.display(), String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(PathBuf::from).collect()
}

/// The files that the code in `text` includes, as it names them. The name of a file that a macro completes is a folder, which ends with a
/// slash; files that a build script writes are left out.
fn included(text: &str) -> Vec<&str> {
    let calls = ["include_str!(", "include_bytes!(", "include!("]
        .iter()
        .flat_map(|call| text.match_indices(call).map(move |(at, _)| &text[at + call.len()..]));
    calls
        .filter_map(|rest| {
            let rest = rest.trim_start();
            let name = rest.strip_prefix("concat!(").unwrap_or(rest).trim_start().strip_prefix('"')?;
            name.split('"').next()
        })
        .collect()
}

/// The path without `.` and `..`, as far as they lead back within it; `None` if they lead out of it.
fn normalized(path: &Path) -> Option<PathBuf> {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => normal.pop().then_some(())?,
            Component::Normal(name) => normal.push(name),
            _ => {}
        }
    }
    Some(normal)
}

#[test]
fn names_of_included_files_are_found() {
    let text = r#"#![doc = include_str!("../a.md")] const B: &[u8] = include_bytes!(concat!("../b/", $name, ".toml"));
        static C: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/c"));"#;
    assert_eq!(included(text), ["../a.md", "../b/"]);
    assert_eq!(normalized(Path::new("play/../b/c")), Some(PathBuf::from("b/c")));
    assert_eq!(normalized(Path::new("play/../../b/c")), None);
}

#[test]
fn packages_hold_all_that_they_include() {
    let (mut missing, mut seen) = (Vec::new(), 0);
    for (folder, _) in crates() {
        let packed = packed(&folder);
        for source in packed.iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs")) {
            let text = fs::read_to_string(folder.join(source)).unwrap();
            for name in included(&text) {
                seen += 1;
                let path = normalized(&source.parent().unwrap().join(name));
                let found = path.is_some_and(|path| match name.ends_with('/') {
                    true => packed.iter().any(|file| file.starts_with(&path)),
                    false => packed.contains(&path),
                });
                if !found {
                    missing.push(format!("{}: {name}", folder.join(source).display()));
                }
            }
        }
    }
    assert!(seen > 20, "only {seen} files are included: does this test still find them?");
    assert!(missing.is_empty(), "not in the package of the crate:\n{}", missing.join("\n"));
}

#[test]
fn manifests_have_what_publishing_needs() {
    let workspace = table(&root().join("Cargo.toml"))["workspace"].as_table().unwrap().clone();
    let common = workspace["package"].as_table().unwrap();
    let mut wrong = Vec::new();
    for (folder, manifest) in crates() {
        let package = manifest["package"].as_table().unwrap();
        let name = package["name"].as_str().unwrap();
        let value = |key: &str| match package.get(key) {
            Some(Value::Table(inherited)) if inherited.get("workspace") == Some(&Value::Boolean(true)) => common.get(key),
            own => own,
        };
        for key in ["description", "license", "readme", "version", "edition", "rust-version"] {
            if value(key).and_then(Value::as_str).is_none_or(str::is_empty) {
                wrong.push(format!("{name}: no {key}"));
            }
        }
        // The registry takes no more than five of each.
        for key in ["keywords", "categories"] {
            let count = value(key).and_then(Value::as_array).map_or(0, Vec::len);
            if !(1..=5).contains(&count) {
                wrong.push(format!("{name}: {count} {key}"));
            }
        }
        let packed = packed(&folder);
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            if !packed.contains(Path::new(file)) {
                wrong.push(format!("{name}: no {file} in the package"));
            }
        }
    }
    let version = common["version"].as_str().unwrap();
    // A crate in this repository is used by its folder here, and by its version from the registry.
    for (name, dependency) in workspace["dependencies"].as_table().unwrap() {
        if dependency.get("path").is_some() && dependency.get("version").and_then(Value::as_str) != Some(version) {
            wrong.push(format!("[workspace.dependencies] {name}: its version is not {version}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A system without symbolic links checks out a file that holds the path of the target.
#[test]
fn links_lead_to_files_of_the_repository() {
    let root = root();
    let (mut folders, mut links) = (vec![root.join("src")], 0);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let (path, kind) = (entry.path(), entry.file_type().unwrap());
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_symlink() {
                links += 1;
                let target = path.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                assert!(target.starts_with(&root), "{} leads to {}", path.display(), target.display());
                assert!(fs::read_link(&path).unwrap().is_relative(), "{} is absolute", path.display());
            }
        }
    }
    assert!(links > 0);
}
