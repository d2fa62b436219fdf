//! The program as a script runs it. Apart from the rest, since only tests, not benchmarks, have a built program.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs the program in a folder; gives exit status, standard output, standard error.
pub fn lexigraph(folder: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lexigraph"))
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
