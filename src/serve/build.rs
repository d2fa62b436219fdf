//! Puts the files of the page into the program, as a table of names and bytes.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=page");
    let page = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets it")).join("page");
    let mut files = Vec::new();
    gather(&page, &mut files)?;
    let name = |file: &PathBuf| -> String {
        file.strip_prefix(&page).expect("the file is in the folder").to_string_lossy().replace('\\', "/")
    };
    // In the order of the names, in which the program looks for them. Paths have another: `a/b` before `a.b`.
    files.sort_by_key(name);
    let mut table = String::from("&[\n");
    for file in files {
        let name = name(&file);
        writeln!(table, "    ({name:?}, include_bytes!({:?})),", file.display().to_string()).expect("a string takes all");
    }
    table.push_str("]\n");
    fs::write(Path::new(&env::var_os("OUT_DIR").expect("Cargo sets it")).join("page.rs"), table)
}

/// Adds the files of a folder and of those within it.
fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            gather(&entry.path(), files)?;
        } else {
            files.push(entry.path());
        }
    }
    Ok(())
}
