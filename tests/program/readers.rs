//! The readers of `formats/readers` against the library: lists, look-ups, damaged files.
//!
//! What is missing (python3, node, cc) is left out, or with `LEXIGRAPH_READERS=required` an error.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use lexigraph::Lexicon;
use lexigraph::alphabet::{Alphabet, Letter};
use lexigraph::build::GraphKinds;
use lexigraph::image::{LXG, NodeLayout, convert};

use crate::seal::seal_image;

/// A reader: its language, and the command that runs it.
struct Reader {
    name: &'static str,
    command: Vec<String>,
}

fn folder() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../formats/readers")).canonicalize().unwrap()
}

fn is_there(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The readers that can be run here. The one in C is compiled once for all tests.
fn readers() -> &'static [Reader] {
    static READERS: OnceLock<Vec<Reader>> = OnceLock::new();
    READERS.get_or_init(make_readers)
}

fn make_readers() -> Vec<Reader> {
    let script = |name| folder().join(name).display().to_string();
    let mut readers = Vec::new();
    let mut add = |name, program: &str, command: &dyn Fn() -> Vec<String>| {
        if is_there(program) {
            readers.push(Reader { name, command: command() });
        } else {
            let required = std::env::var("LEXIGRAPH_READERS").is_ok_and(|value| value == "required");
            assert!(!required, "{program} is missing");
            println!("skipped: there is no {program}");
        }
    };
    add("Python", "python3", &|| vec!["python3".to_owned(), script("lxg.py")]);
    add("JavaScript", "node", &|| vec!["node".to_owned(), script("lxg.mjs")]);
    add("C", "cc", &|| {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
        // Tests of another process may be using the program.
        let [program, fresh] =
            ["lxg".to_owned(), format!("lxg-{}", std::process::id())].map(|name| target.join(name).display().to_string());
        let strict = [
            "-std=c99",
            "-O1",
            "-g",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-fsanitize=address,undefined",
            "-fno-sanitize-recover",
        ];
        let compiled =
            |flags: &[&str]| Command::new("cc").args(flags).args(["-o", &fresh, &script("lxg.c")]).output().unwrap();
        // Not every compiler has the sanitizers.
        if !compiled(&strict).status.success() {
            let output = compiled(&strict[..6]);
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        std::fs::rename(&fresh, &program).unwrap();
        vec![program]
    });
    readers
}

impl Reader {
    fn run(&self, file: &Path, asked: Option<&str>) -> Output {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]).arg(file).args(asked.map(|_| "-"));
        // A status of their own tells what the sanitizers find from what the reader does.
        command.env("ASAN_OPTIONS", "detect_leaks=0:exitcode=99").env("UBSAN_OPTIONS", "exitcode=99");
        let mut running = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdin = running.stdin.take().unwrap();
        let text = asked.unwrap_or_default().to_owned();
        let writing = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
        let output = running.wait_with_output().unwrap();
        let _ = writing.join().unwrap();
        output
    }

    fn lines(&self, file: &Path, asked: Option<&str>) -> Vec<String> {
        let output = self.run(file, asked);
        assert!(output.status.success(), "{}: {}: {}", self.name, file.display(), String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
    }
}

/// The images of a lexicon in the layouts that the readers know.
fn images(lexicon: &Lexicon, folder: &Path, name: &str) -> Vec<PathBuf> {
    let layouts = [(NodeLayout::Fast, "fast"), (NodeLayout::Packed, "packed")];
    let write = |(nodes, layout)| {
        let path = folder.join(format!("{name}-{layout}.lxg"));
        std::fs::write(&path, convert(lexicon.image(), &LXG, GraphKinds::Dawg, nodes).unwrap()).unwrap();
        path
    };
    layouts.map(write).into()
}

/// Alphabets that spell words in many ways, and words of theirs.
fn alphabets() -> Vec<(Alphabet, Vec<&'static str>)> {
    let bundled: [(&str, &[&str]); 10] = [
        ("spanish", &["chillar", "llave", "perro", "niño", "año", "carro", "caro", "luz"]),
        ("catalan", &["col·legi", "quan", "any", "nyam", "aquell"]),
        ("croatian", &["džep", "ljubav", "konj", "njuška", "nož"]),
        ("german", &["größe", "grösse", "über", "äußern", "haus"]),
        ("turkish", &["ılık", "iğne", "izin", "ızgara", "şişe"]),
        ("polish", &["żółw", "źdźbło", "ćma", "łąka"]),
        ("greek", &["θαλασσα", "ηλιος", "μανα", "ους"]),
        ("ukrainian", &["м'яч", "п’ять", "їжак"]),
        ("welsh", &["llan", "dydd", "ffordd"]),
        ("english", &[]),
    ];
    let bundled = bundled.map(|(name, words)| (Alphabet::builtin(name).unwrap(), words.to_vec()));
    let automatic =
        |words: &[&'static str]| (Alphabet::automatic(words.iter().flat_map(|word| word.chars())).unwrap(), words.to_vec());
    let mut alphabets = Vec::from(bundled);
    // Upper and lower case of a letter are the same; are different; ß has two characters in upper case; bytes.
    alphabets.extend([
        automatic(&["naïve", "don't", "c++", "a.b"]),
        automatic(&["Ab", "aB", "ab", "É"]),
        automatic(&["straße", "tor"]),
    ]);
    alphabets.push((Alphabet::bytes(), vec!["naïve", "一丁", "a b", "[x]", "Ab"]));
    alphabets
}

#[test]
fn words_of_many_alphabets_are_listed_and_found() {
    let target = tempfile::tempdir().unwrap();
    let readers = readers();
    for (alphabet, words) in alphabets() {
        let name = alphabet.name();
        let spelt: Vec<_> = words.iter().map(|word| alphabet.parse(word).unwrap()).collect();
        let lexicon = Lexicon::from_words_of(&alphabet, &words).unwrap();
        let listed = lexicon.words().unwrap();
        assert!(listed.len() + 1 >= words.len(), "{name}: {listed:?}");
        // The words, in the file's own letters as well, in upper case, with each tile marked, without their first or last
        // character, and doubled.
        let mut asked: Vec<String> = words.iter().map(|word| (*word).to_owned()).chain(listed.iter().cloned()).collect();
        for word in asked.clone() {
            let characters: Vec<char> = word.chars().collect();
            asked.push(characters[1..].iter().collect());
            asked.push(characters[..characters.len() - 1].iter().collect());
            asked.push(word.clone() + &word);
            asked.push(word.to_uppercase());
        }
        for tiles in spelt {
            asked.push(alphabet.render_bracketed(&tiles));
            asked.push(tiles.iter().map(|&tile| format!("[{}]", alphabet.letter(tile).label)).collect());
        }
        // Letters with accents in two characters, a letter of three cases, texts that are no words.
        let others =
            ["nin\u{303}o", "u\u{308}ber", "nai\u{308}ve", "ǆep", "ǅep", "Džep", "?", "x y", "ñ", "ch", "[c]h", "[]"];
        asked.extend(others.map(str::to_owned));
        asked.retain(|word| !word.is_empty());
        let texts = |letter: &Letter| letter.also.concat() + &letter.label + &letter.lower;
        let of_file: Vec<char> =
            alphabet.letters().iter().flat_map(|letter| texts(letter).chars().collect::<Vec<_>>()).collect();
        for path in images(&lexicon, target.path(), name) {
            for reader in readers {
                assert_eq!(reader.lines(&path, None), listed, "{} {}", reader.name, path.display());
                // The reader in C finds no other characters than those of the file, and knows no brackets.
                let is_known = |word: &String| {
                    let in_file = word.chars().all(|character| of_file.contains(&character)) && word != "Džep";
                    lexicon.contains(word) && (reader.name != "C" || name == "bytes" || in_file)
                };
                let text: String = asked.iter().map(|word| format!("{word}\n")).collect();
                let expected: Vec<&String> = asked.iter().filter(|word| is_known(word)).collect();
                let found = reader.lines(&path, Some(&text));
                assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{} {}", reader.name, path.display());
            }
        }
    }
}

#[test]
fn images_of_the_golden_words_are_listed() {
    let readers = readers();
    let golden = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden"));
    let mut seen = 0;
    for entry in std::fs::read_dir(golden).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if !name.ends_with(".lxg") {
            continue;
        }
        seen += 1;
        for reader in readers {
            if name.contains("fast") || name.contains("packed") || name.contains("defined") {
                assert_eq!(
                    reader.lines(&path, None),
                    Lexicon::open(&path).unwrap().words().unwrap(),
                    "{} {name}",
                    reader.name
                );
            } else {
                let output = reader.run(&path, None);
                let message = String::from_utf8_lossy(&output.stderr).into_owned();
                assert!(
                    !output.status.success() && message.contains("neither fast nor packed"),
                    "{} {name}: {message}",
                    reader.name
                );
            }
        }
    }
    assert!(seen > 10);
}

#[test]
fn look_ups_by_the_hundred_thousand_agree() {
    let target = tempfile::tempdir().unwrap();
    let readers = readers();
    let lexicon = Lexicon::bundled("enable").unwrap();
    let words = lexicon.words().unwrap();
    // Words, and words with a letter changed; a million without debug assertions.
    let (step, rounds) = if cfg!(debug_assertions) { (9, 1) } else { (1, 3) };
    let mut asked = Vec::new();
    for round in 0..rounds {
        for (number, word) in words.iter().enumerate().skip(round).step_by(step) {
            let mut changed = word.clone().into_bytes();
            let at = (number * 7 + round) % changed.len();
            changed[at] = b'A' + (number % 26) as u8;
            asked.extend([word.clone(), String::from_utf8(changed).unwrap()]);
        }
    }
    let expected: Vec<&String> = asked.iter().filter(|word| lexicon.contains(word)).collect();
    assert!(asked.len() > 30_000 && expected.len() > asked.len() / 2 && expected.len() < asked.len());
    let text = asked.join("\n") + "\n";
    for path in images(&lexicon, target.path(), "enable") {
        for reader in readers {
            assert!(reader.lines(&path, Some(&text)).iter().eq(expected.iter().copied()), "{}", reader.name);
        }
    }
}

#[test]
fn damaged_images_are_errors() {
    let target = tempfile::tempdir().unwrap();
    let readers = readers();
    let golden = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden"));
    let damaged = target.path().join("damaged.lxg");
    for name in ["twelve-fast.lxg", "twelve-packed.lxg"] {
        let whole = std::fs::read(golden.join(name)).unwrap();
        let cuts = [0, 7, 63, 64, 200, whole.len() - 1].map(|length| whole[..length].to_vec());
        let changes = [0, 8, 17, 46, 70, 72, 81, 130, whole.len() - 40].map(|at| {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x11;
            bytes
        });
        for bytes in cuts.into_iter().chain(changes) {
            std::fs::write(&damaged, bytes).unwrap();
            for reader in readers {
                let output = reader.run(&damaged, None);
                let message = String::from_utf8_lossy(&output.stderr).into_owned();
                assert_eq!(output.status.code(), Some(1), "{}: {message}", reader.name);
                assert!(message.contains("error: "), "{}: {message}", reader.name);
            }
        }
    }
}

/// Damage that checksums do not show: a reader lists words or tells an error, and never crashes.
#[test]
fn damage_with_right_checksums_ends_in_words_or_an_error() {
    let target = tempfile::tempdir().unwrap();
    let readers = readers();
    let golden = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden"));
    let damaged = target.path().join("damaged.lxg");
    let rounds = if cfg!(debug_assertions) { 12 } else { 500 };
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |limit: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % limit
    };
    let mut errors = 0;
    for round in 0..rounds {
        let name = ["twelve-fast.lxg", "twelve-packed.lxg", "wide-fast.lxg", "wide-packed.lxg"][round % 4];
        let mut bytes = std::fs::read(golden.join(name)).unwrap();
        for _ in 0..1 + round % 3 {
            // The number of letters in the header, the section table, the sections.
            let at = [32 + below(12), 64 + below(128), 192 + below(bytes.len() - 192)][below(3)];
            bytes[at] = [0, 0xff, bytes[at] ^ 1 << below(8), below(256) as u8][below(4)];
        }
        seal_image(&mut bytes);
        std::fs::write(&damaged, &bytes).unwrap();
        for reader in readers {
            for asked in [None, Some("AERIER\n一仇丅\nx\n")] {
                let output = reader.run(&damaged, asked);
                let message = String::from_utf8_lossy(&output.stderr).into_owned();
                match output.status.code() {
                    Some(0) => assert_eq!(message, "", "{} {name} {round}", reader.name),
                    Some(1) => assert!(message.starts_with("error: "), "{} {name} {round}: {message}", reader.name),
                    code => panic!("{} {name} {round}: {code:?}: {message}", reader.name),
                }
                errors += usize::from(!output.status.success());
            }
        }
    }
    assert!(readers.is_empty() || errors > rounds / 2);
}
