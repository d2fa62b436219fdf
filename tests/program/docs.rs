//! The examples of the documentation are run: every block of a page that shows commands and what they print.
//!
//! In a block of the kind `console`, a line that begins with `$ ` is a command, and the lines up to the next are its output
//! and its messages, in any order of the two. `...` stands for any text, in a line or of any lines, and a comment behind a
//! command is not typed. Blocks with commands of other programs, and those of the kind `console ignore`, are not run.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs of a Unix system that blocks may use.
const USUAL: [&str; 6] = ["lexigraph", "printf", "cat", "echo", "head", "true"];

struct Block {
    line: usize,
    /// Each command with the output that is shown.
    commands: Vec<(String, Vec<String>)>,
}

fn root() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).canonicalize().unwrap()
}

fn blocks(text: &str) -> Vec<Block> {
    let (mut blocks, mut open): (Vec<Block>, Option<Block>) = (Vec::new(), None);
    let mut is_ignored = false;
    for (number, line) in (1..).zip(text.lines()) {
        match (&mut open, line) {
            (None, "```console") if !is_ignored => open = Some(Block { line: number, commands: Vec::new() }),
            (None, line) if line.starts_with("```") => is_ignored = !is_ignored,
            (None, _) => {}
            (Some(_), "```") => blocks.extend(open.take()),
            (Some(block), line) => match line.strip_prefix("$ ") {
                Some(command) => block.commands.push((command.to_owned(), Vec::new())),
                None => block.commands.last_mut().expect("a block begins with a command").1.push(line.to_owned()),
            },
        }
    }
    blocks
}

/// The programs that a command names.
fn programs(command: &str) -> HashSet<&str> {
    let parts = command.split(['|', ';']).flat_map(|part| part.split("&&"));
    parts.filter_map(|part| part.split_whitespace().next()).collect()
}

/// A command without the comment behind it.
fn typed(command: &str) -> &str {
    command.rsplit_once("  #").map_or(command, |(command, _)| command).trim_end()
}

/// `true` if a line is as shown, with `...` for any text.
fn is_line(shown: &str, line: &str) -> bool {
    let mut parts = shown.trim_end().split("...");
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = line.trim_end().strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// `true` if the lines are those shown, with `...` for any lines.
fn is_shown(shown: &[String], lines: &[&str]) -> bool {
    match (shown.split_first(), lines.split_first()) {
        (None, _) => lines.is_empty(),
        (Some((first, rest)), _) if first == "..." => (0..=lines.len()).any(|skipped| is_shown(rest, &lines[skipped..])),
        (Some((first, shown)), Some((line, lines))) => is_line(first, line) && is_shown(shown, lines),
        (Some(_), None) => false,
    }
}

/// Runs the blocks of a page in a folder of its own, and returns their number and what differs.
fn run_page(path: &Path) -> (usize, Vec<String>) {
    let root = root();
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(root.join("examples"), folder.path().join("examples")).unwrap();
    // Files that pages name without making them.
    std::fs::write(folder.path().join("names.txt"), "ann\nb-b\n").unwrap();
    std::fs::write(folder.path().join("defined.txt"), "CWM a cirque [n CWMS]\n").unwrap();
    let listed = Command::new(env!("CARGO_BIN_EXE_lexigraph")).args(["dump", "enable"]).output().unwrap();
    std::fs::write(folder.path().join("enable.txt"), listed.stdout).unwrap();
    let search = format!(
        "{}:{}",
        Path::new(env!("CARGO_BIN_EXE_lexigraph")).parent().unwrap().display(),
        std::env::var("PATH").unwrap()
    );
    let (mut run, mut wrong) = (0, Vec::new());
    for block in blocks(&std::fs::read_to_string(root.join(path)).unwrap()) {
        let known =
            |(command, _): &(String, Vec<String>)| programs(typed(command)).iter().all(|program| USUAL.contains(program));
        if !block.commands.iter().all(known) {
            continue;
        }
        for (command, shown) in &block.commands {
            run += 1;
            let output = Command::new("bash")
                .args(["-c", &format!("{{ {}; }} 2>&1", typed(command))])
                .current_dir(folder.path())
                .env("PATH", &search)
                .output()
                .unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            let lines: Vec<&str> = text.lines().collect();
            if !is_shown(shown, &lines) {
                let place = format!("{}:{}", path.display(), block.line);
                wrong.push(format!("{place}: {command}\nis shown as\n{}\nand prints\n{text}", shown.join("\n")));
            }
        }
    }
    (run, wrong)
}

#[test]
fn examples_print_what_is_shown() {
    let root = root();
    let mut pages = vec![PathBuf::from("README.md")];
    for folder in ["docs", "docs/how", "formats"] {
        let names = std::fs::read_dir(root.join(folder))
            .unwrap()
            .map(|entry| PathBuf::from(folder).join(entry.unwrap().file_name()));
        pages.extend(names.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    }
    let results: Vec<(usize, Vec<String>)> = pages.iter().map(|page| run_page(page)).collect();
    let run: usize = results.iter().map(|(run, _)| run).sum();
    let wrong: Vec<String> = results.into_iter().flat_map(|(_, wrong)| wrong).collect();
    assert!(wrong.is_empty(), "{} of {run} examples:\n\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(run >= 20, "only {run} examples are run");
}

#[test]
fn shown_lines_may_leave_text_out() {
    let shown = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert!(is_shown(&shown("a\n...\nd"), &["a", "b", "c", "d"]) && is_shown(&shown("a\n..."), &["a"]));
    assert!(is_shown(&shown("a ... c"), &["a bb c"]) && !is_shown(&shown("a ... c"), &["a bb d"]));
    assert!(!is_shown(&shown("a"), &["a", "b"]) && !is_shown(&shown("a\nb"), &["a"]));
    assert_eq!(typed("lexigraph anagram 'a#'   # a comment"), "lexigraph anagram 'a#'");
    assert_eq!(blocks("```console\n$ a\nb\n```\n```text\n```console\n$ c\n```").len(), 1);
}
