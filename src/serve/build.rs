//! Puts the files of the page into the program, as a table of names and bytes.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=page");
    let page = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets it")).join("page");
    let mut files = Vec::new();
    gather(&page, &mut files)?;
    files.sort();
    let mut table = String::from("&[\n");
    for file in files {
        let name = file.strip_prefix(&page).expect("the file is in the folder").to_string_lossy().replace('\\', "/");
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
