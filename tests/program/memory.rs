//! Memory that does not suffice: an error, exit status 2, and no file.

use std::fmt::Write;
use std::process::Command;

use crate::program::Folder;

/// The exit status and standard error of the program in a shell that limits its memory, in KiB.
fn within(folder: &Folder, kibibytes: u64, arguments: &[&str]) -> (Option<i32>, String) {
    let mut line = format!("ulimit -v {kibibytes}; exec '{}'", env!("CARGO_BIN_EXE_lexigraph"));
    arguments.iter().for_each(|argument| write!(line, " '{argument}'").unwrap());
    let mut command = Command::new("sh");
    command.args(["-c", &line]).current_dir(folder.path()).env_remove("LEXIGRAPH_LEXICON");
    let output = command.output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn an_error_is_said_and_no_file_is_left() {
    // Words without common ends, so that their graph is large.
    let (mut state, mut list) = (0x2545_f491_4f6c_dd1du64, String::new());
    for _ in 0..40_000 {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let letters = state >> 16;
        list.extend((0..9).map(|at| char::from(b'a' + (letters >> (5 * at)) as u8 % 32 % 26)));
        list.push('\n');
    }
    let folder = Folder::with(&[("list.txt", list.as_bytes())]);
    // Below the least, the system cannot load the program. Stacks of threads count, so that the most depends on the cores.
    let loads = |kibibytes: &u64| within(&folder, *kibibytes, &["--version"]).0 == Some(0);
    let least = (5..).map(|step| step << 13).find(loads).unwrap();
    let mut failed = 0;
    for kibibytes in (0..8).map(|step| least + (step << 13)) {
        let (status, stderr) = within(&folder, kibibytes, &["compile", "list.txt", "-o", "out.lxg"]);
        let files = folder.files();
        match status {
            Some(0) => {
                assert_eq!(files, 2);
                std::fs::remove_file(folder.path().join("out.lxg")).unwrap();
            }
            Some(2) => {
                assert_eq!((files, stderr.matches("error: out of memory: ").count()), (1, 1), "{kibibytes}: {stderr}");
                assert!(stderr.ends_with("use compile --external --memory SIZE\n"), "{stderr}");
                failed += 1;
            }
            _ => panic!("{kibibytes}: {status:?}, {files} files: {stderr}"),
        }
    }
    assert!(failed > 0);
}
