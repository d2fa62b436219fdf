//! The programs whose files are read and written here, as they are installed by `tools/interop`: they answer from our
//! files as from their own, and we read theirs.
//!
//! What is not installed is skipped with a line that says so; with `LEXIGRAPH_INTEROP=1` it is an error.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::program::Folder;

/// Whether everything has to be there.
fn strict() -> bool {
    std::env::var_os("LEXIGRAPH_INTEROP").is_some_and(|value| value != "0")
}

/// Where `tools/interop` puts what it does not install for the whole machine.
fn installed(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("target/interop").join(name)
}

/// A program to run with these arguments; `None`, and a line that says so, where it cannot be run.
struct Program {
    command: Vec<String>,
    variables: Vec<(&'static str, PathBuf)>,
}

impl Program {
    /// `probe` are arguments with which it does nothing and ends well.
    fn find(command: &[&str], variables: &[(&'static str, PathBuf)], probe: &[&str]) -> Option<Program> {
        let command = command.iter().map(|&part| part.to_owned()).collect();
        let program = Program { command, variables: variables.to_vec() };
        let works = program.command(probe).output().is_ok_and(|output| output.status.success());
        if !works {
            let message =
                format!("{} {}: not installed; tools/interop does that", program.command.join(" "), probe.join(" "));
            assert!(!strict(), "{message}");
            println!("skipped: {message}");
        }
        works.then_some(program)
    }

    fn tool(name: &str) -> Option<Program> {
        Program::find(&[name], &[], &["-h"])
    }

    fn node() -> Option<Program> {
        let modules = installed("node/node_modules");
        Program::find(&["node"], &[("NODE_PATH", modules)], &["-e", "require('dawg-lookup')"])
    }

    fn python(module: &str) -> Option<Program> {
        let packages = installed("python");
        Program::find(&["python3"], &[("PYTHONPATH", packages)], &["-c", &format!("import {module}")])
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]).args(arguments).envs(self.variables.iter().map(|(name, path)| (name, path)));
        command
    }

    /// Standard output of a run that has to end well.
    fn run(&self, folder: &Folder, arguments: &[&str], input: &str) -> String {
        let mut command = self.command(arguments);
        command.current_dir(folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_owned();
        let feeder = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
        let output = child.wait_with_output().unwrap();
        feeder.join().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{:?} {arguments:?}: {error}", self.command);
        String::from_utf8(output.stdout).unwrap()
    }
}

const POLISH: &str = "koń\nkońce\nżółw\nżółwi\nżółć\n";

/// ENABLE1 as it is printed, and things to ask for: each word, and what is mostly none.
struct Asked {
    words: String,
    questions: String,
}

fn lists() -> (Folder, Asked) {
    let folder = Folder::with(&[("polish.txt", POLISH.as_bytes())]);
    let words = folder.ok(&["dump", "enable"]);
    let mut questions = words.clone();
    for (at, word) in words.lines().enumerate() {
        let backwards: String = word.chars().rev().collect();
        questions += &match at % 4 {
            0 => backwards,
            1 => format!("{word}S"),
            2 => word[1..].to_owned() + "E",
            _ => word[..word.len() - 1].to_owned(),
        };
        questions.push('\n');
    }
    let questions: String = questions.lines().filter(|line| !line.is_empty()).map(|line| line.to_owned() + "\n").collect();
    std::fs::write(folder.path().join("words.txt"), &words).unwrap();
    std::fs::write(folder.path().join("questions.txt"), &questions).unwrap();
    (folder, Asked { words, questions })
}

/// Which questions are words: what every program has to say.
fn answers(asked: &Asked) -> Vec<bool> {
    let words: BTreeSet<&str> = asked.words.lines().collect();
    asked.questions.lines().map(|question| words.contains(question)).collect()
}

/// Two texts of many lines, without both of them in the message.
fn same(one: &str, other: &str, what: &str) {
    let differs = one.lines().zip(other.lines()).position(|(one, other)| one != other);
    let (lines, others) = (one.lines().count(), other.lines().count());
    assert!(differs.is_none() && lines == others, "{what}: line {differs:?} differs; {lines} and {others} lines");
}

#[test]
fn dawgdic_tools_answer_from_our_files_and_we_read_theirs() {
    let (Some(build), Some(find)) = (Program::tool("dawgdic-build"), Program::tool("dawgdic-find")) else { return };
    let (folder, asked) = lists();
    for (format, flags) in [("dawgdic", &[][..]), ("dawgdic-guide", &["-g"][..])] {
        folder.ok(&["convert", "enable", "-o", "ours.dawgdic", "--format", format, "--force"]);
        build.run(&folder, &[flags, &["words.txt", "theirs.dawgdic"]].concat(), "");
        let ask = |file: &str| find.run(&folder, &[flags, &[file]].concat(), &asked.questions);
        same(&ask("ours.dawgdic"), &ask("theirs.dawgdic"), format);
        same(&folder.ok(&["dump", "theirs.dawgdic"]), &asked.words, format);
        folder.ok(&["verify", "theirs.dawgdic", "--against", "words.txt"]);
        let stats = folder.ok(&["stats", "theirs.dawgdic", "--json"]);
        assert!(stats.contains(&format!("\"format\":\"{format}\"")), "{stats}");
        // Ours are no larger.
        assert!(folder.read("ours.dawgdic").len() <= folder.read("theirs.dawgdic").len());
    }
    // Without a guide each prefix of a question that is a word is printed.
    folder.ok(&["convert", "enable", "-o", "ours.dawgdic", "--force"]);
    let found = find.run(&folder, &["ours.dawgdic"], "AAHEDX\nQQ\n");
    assert!(found.contains("AA = 0; AAH = 0; AAHED = 0;") && found.trim_end().ends_with("QQ:"), "{found}");
    // Letters of two bytes, in lower case; and a guide by value.
    build.run(&folder, &["polish.txt", "polish.dawgdic"], "");
    assert_eq!(folder.ok(&["dump", "polish.dawgdic", "--alphabet", "auto"]), POLISH);
    assert_eq!(folder.ok(&["lookup", "-l", "polish.dawgdic", "--alphabet", "polish", "żółw"]), "ŻÓŁW\n");
    folder.ok(&["convert", "polish.txt", "-o", "ours.dawgdic", "--alphabet", "auto", "--force"]);
    assert!(find.run(&folder, &["ours.dawgdic"], "żółwi\n").contains("żółw = 0; żółwi = 0;"));
    build.run(&folder, &["-r", "words.txt", "ranked.dawgdic"], "");
    same(&folder.ok(&["dump", "ranked.dawgdic"]), &asked.words, "ranked");
}

#[test]
fn python_s_dawg_answers_from_our_files_and_we_read_its() {
    let Some(python) = Program::python("dawg") else { return };
    let (folder, asked) = lists();
    folder.ok(&["convert", "enable", "-o", "ours.dawgdic"]);
    folder.ok(&["convert", "enable", "-o", "guided.dawgdic", "--format", "dawgdic-guide"]);
    let script = "
import dawg
words = open('words.txt').read().split()
plain, guided = dawg.DAWG().load('ours.dawgdic'), dawg.CompletionDAWG().load('guided.dawgdic')
assert guided.keys() == words
assert guided.keys('ZYZZ') == [word for word in words if word.startswith('ZYZZ')]
assert plain.prefixes('AAHEDX') == ['AA', 'AAH', 'AAHED']
for question in open('questions.txt').read().split():
    assert (question in plain) == (question in guided)
    print(int(question in plain))
dawg.DAWG(words).save('theirs.dawgdic')
dawg.CompletionDAWG(words).save('their-guided.dawgdic')
dawg.CompletionDAWG(open('polish.txt', encoding='utf-8').read().split()).save('polish.dawgdic')
";
    let found = python.run(&folder, &["-c", script], "");
    let expected: String = answers(&asked).into_iter().map(|answer| format!("{}\n", u8::from(answer))).collect();
    same(&found, &expected, "questions");
    for file in ["theirs.dawgdic", "their-guided.dawgdic"] {
        same(&folder.ok(&["dump", file]), &asked.words, file);
    }
    assert_eq!(folder.ok(&["dump", "polish.dawgdic", "--alphabet", "auto"]), POLISH);
}

#[test]
fn dawg_lookup_answers_from_our_files_and_we_read_its() {
    let Some(node) = Program::node() else { return };
    let (folder, asked) = lists();
    folder.ok(&["convert", "enable", "-o", "ours.ptrie"]);
    let script = "
const fs = require('fs');
const { Trie, PTrie } = { ...require('dawg-lookup'), ...require('dawg-lookup/lib/ptrie') };
const lines = name => fs.readFileSync(name, 'utf8').trim().split('\\n').map(line => line.toLowerCase());
const words = lines('words.txt');
const ours = new PTrie(fs.readFileSync('ours.ptrie', 'utf8'));
if (ours.completions('').join() !== words.join()) throw new Error('other words');
fs.writeFileSync('answers.txt', lines('questions.txt').map(line => ours.isWord(line) ? '1' : '0').join('\\n'));
const packed = new Trie(words.slice()).pack();
fs.writeFileSync('theirs.ptrie', packed);
// It loses some words when it packs: what matters is that we read what it reads.
fs.writeFileSync('theirs.txt', new PTrie(packed).completions('').join('\\n'));
";
    node.run(&folder, &["-e", script], "");
    let expected: String = answers(&asked).into_iter().map(|answer| format!("{}\n", u8::from(answer))).collect();
    same(&String::from_utf8(folder.read("answers.txt")).unwrap(), &expected, "questions");
    let theirs = String::from_utf8(folder.read("theirs.txt")).unwrap().to_uppercase();
    same(&folder.ok(&["dump", "theirs.ptrie"]), &theirs, "what it packs");
    assert!(theirs.lines().count() > 172_000 && folder.read("ours.ptrie").len() <= folder.read("theirs.ptrie").len());
}

#[test]
fn marisa_tools_answer_from_our_files_and_we_read_theirs() {
    let tools = ["marisa-build", "marisa-lookup", "marisa-dump"].map(Program::tool);
    let [Some(build), Some(lookup), Some(dump)] = tools else { return };
    let (folder, asked) = lists();
    for tries in ["1", "2", "3", "5"] {
        for flags in [["-t", "-w"], ["-b", "-l"]] {
            let output = ["-n", tries, "-o", "theirs.marisa", "words.txt"];
            build.run(&folder, &[&flags[..], &output[..]].concat(), "");
            same(&folder.ok(&["dump", "theirs.marisa"]), &asked.words, &format!("{flags:?} -n {tries}"));
        }
    }
    build.run(&folder, &["-o", "polish.marisa", "polish.txt"], "");
    assert_eq!(folder.ok(&["dump", "polish.marisa", "--alphabet", "auto"]), POLISH);
    assert_eq!(folder.ok(&["lookup", "-l", "polish.marisa", "--alphabet", "polish", "żółw"]), "ŻÓŁW\n");
    if !cfg!(feature = "marisa") {
        println!("skipped: files of our own, which take the feature marisa");
        return;
    }
    folder.ok(&["convert", "enable", "-o", "ours.marisa"]);
    let found: Vec<bool> =
        lookup.run(&folder, &["ours.marisa"], &asked.questions).lines().map(|line| !line.starts_with("-1\t")).collect();
    assert!(found == answers(&asked));
    let mut dumped: Vec<String> = dump.run(&folder, &["ours.marisa"], "").lines().map(str::to_owned).collect();
    dumped.sort();
    same(&dumped.join("\n"), &asked.words, "all keys");
}

#[test]
fn python_s_marisa_trie_answers_from_our_files_and_we_read_its() {
    let Some(python) = Program::python("marisa_trie") else { return };
    let (folder, asked) = lists();
    let script = "
import marisa_trie
marisa_trie.Trie(open('words.txt').read().split()).save('theirs.marisa')
";
    python.run(&folder, &["-c", script], "");
    same(&folder.ok(&["dump", "theirs.marisa"]), &asked.words, "theirs");
    if !cfg!(feature = "marisa") {
        println!("skipped: files of our own, which take the feature marisa");
        return;
    }
    folder.ok(&["convert", "enable", "-o", "ours.marisa"]);
    let script = "
import marisa_trie
words = open('words.txt').read().split()
trie = marisa_trie.Trie().load('ours.marisa')
assert sorted(trie.keys()) == words and trie.prefixes('AAHEDX') == ['AA', 'AAH', 'AAHED']
for question in open('questions.txt').read().split():
    print(int(question in trie))
";
    let found = python.run(&folder, &["-c", script], "");
    let expected: String = answers(&asked).into_iter().map(|answer| format!("{}\n", u8::from(answer))).collect();
    same(&found, &expected, "questions");
}

/// The crate `fst` is a library, and so it is asked here.
#[test]
#[cfg(feature = "fst")]
fn the_crate_fst_answers_from_our_files_and_we_read_its() {
    let (folder, asked) = lists();
    folder.ok(&["convert", "enable", "-o", "ours.fst"]);
    let set = fst::Set::new(folder.read("ours.fst")).unwrap();
    assert!(set.as_fst().verify().is_ok() && set.len() == asked.words.lines().count());
    assert!(asked.questions.lines().map(|question| set.contains(question)).collect::<Vec<_>>() == answers(&asked));
    let map = fst::Map::from_iter(asked.words.to_lowercase().lines().zip(0..)).unwrap();
    std::fs::write(folder.path().join("theirs.fst"), map.as_fst().as_bytes()).unwrap();
    same(&folder.ok(&["dump", "theirs.fst"]), &asked.words, "a map of lower-case words");
    same(&folder.ok(&["dump", "theirs.fst", "--alphabet", "auto"]), &asked.words.to_lowercase(), "its own letters");
}
