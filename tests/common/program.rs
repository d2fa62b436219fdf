//! The program as a script runs it. Apart from the rest, since only tests, not benchmarks, have a built program.

#![allow(dead_code)] // each suite uses a part

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// A folder with files in it, for the program to run in.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn with(files: &[(&str, &[u8])]) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        files.iter().for_each(|(name, bytes)| fs::write(folder.path().join(name), bytes).unwrap());
        folder
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path().join(name)).unwrap()
    }

    pub fn files(&self) -> usize {
        fs::read_dir(self.path()).unwrap().count()
    }

    pub fn go(&self, arguments: &[&str], input: &str) -> (i32, String, String) {
        lexigraph(self.path(), arguments, input)
    }

    /// Standard output of a run that has to end with 0.
    pub fn ok(&self, arguments: &[&str]) -> String {
        let (status, stdout, stderr) = self.go(arguments, "");
        assert_eq!(status, 0, "{arguments:?}: {stderr}");
        stdout
    }

    pub fn json(&self, arguments: &[&str]) -> serde_json::Value {
        serde_json::from_str(&self.ok(arguments)).unwrap()
    }
}

/// Runs the program in a folder; gives exit status, standard output, standard error.
pub fn lexigraph(folder: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lexigraph"))
        .env("TZ", "UTC0")
        .args(arguments)
        .current_dir(folder)
        .env_remove("LEXIGRAPH_LEXICON")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // Both ways at once: neither side may wait for the other. The program may also end without having read it all.
    let feeder = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let stderr = text(output.stderr);
    assert!(!stderr.contains("panicked"), "{stderr}");
    (output.status.code().unwrap(), text(output.stdout), stderr)
}
