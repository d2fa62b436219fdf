use std::io::Write;

use proptest::prelude::*;

use super::*;
use crate::alphabet::Case;
use crate::bytes::decompress;
use crate::wordlist::OnInvalid::{self, Skip};
use crate::wordlist::{Remedy, Shape};

fn english() -> ReadOptions {
    ReadOptions { alphabet: Alphabet::builtin("english").unwrap().into(), ..ReadOptions::default() }
}

fn texts(lexicon: &WordList) -> Vec<String> {
    lexicon.words.iter().map(|word| lexicon.alphabet.render(word)).collect()
}

fn error(text: &str, options: &ReadOptions) -> String {
    read("list.txt", text.as_bytes(), options).unwrap_err().to_string()
}

fn balanced(lexicon: &WordList) -> bool {
    let report = &lexicon.report;
    let lists = report.lists.iter().all(|list| {
        list.lines == list.words_read + list.blank_lines + list.comments + list.headers + list.rejected
            && list.rejected == list.reasons.values().sum::<u64>()
    });
    lists
        && report.words == lexicon.words.len() as u64
        && report.words_read == report.words + report.duplicates + report.too_short + report.too_long
}

#[test]
fn an_invalid_word_is_told_with_line_column_and_remedy() {
    assert_eq!(
        error("aa\n\nna-ive\n", &english()),
        "list.txt:3: 'na-ive': '-' (column 3) is not a letter of the alphabet 'english'"
    );
    assert!(error("aa\ncafé\n", &english()).contains("list.txt:2: 'café': 'é' (column 4)"));
    let accent = read("list.txt", "aa\ncafé\n".as_bytes(), &english());
    assert!(matches!(accent, Err(ReadError::Invalid { line: 2, remedy: Remedy::FoldAccents, .. })));
    assert!(error("aa\nad hoc\n", &english()).contains("a space (column 3)"));
    assert!(error("aa\na\x07b\n", &english()).contains("U+0007 (column 2) is a control character"));
    assert!(error("aa\n\0\n", &english()).contains("list.txt:2: '\u{FFFD}': U+0000"));
    assert!(error(&format!("aa\n{}\n", "a".repeat(256)), &english()).contains("list.txt:2: "));
    assert!(error("[\"aa\",\n\"ab\",,]", &english()).starts_with("list.txt:2: broken JSON"));
    assert!(error("[\"aa\",\n\"a-b\"]", &english()).starts_with("list.txt:2: 'a-b'"));
    assert!(error("[\"aa\", 7]", &english()).contains("not a string"));
}

#[test]
fn lengths_select_in_tiles() {
    let options = ReadOptions {
        alphabet: Alphabet::builtin("spanish").unwrap().into(),
        min_length: Some(3),
        max_length: Some(4),
        ..english()
    };
    let lexicon = read("x", "chal\nchala\nal\nchalla\nchallar\n".as_bytes(), &options).unwrap();
    assert_eq!(texts(&lexicon), ["CHAL", "CHALA", "CHALLA"]);
    assert_eq!((lexicon.report.too_short, lexicon.report.too_long, lexicon.report.words_read), (1, 1, 5));
    assert!(balanced(&lexicon));
    // Longer than any word may be, but not asked for either.
    let lexicon =
        read("x", format!("aa\n{}\n", "a".repeat(300)).as_bytes(), &ReadOptions { max_length: Some(15), ..english() });
    assert_eq!(lexicon.unwrap().report.too_long, 1);
}

#[test]
fn an_empty_lexicon_is_an_error_that_says_why() {
    assert!(error("", &english()).contains("no line with a word"));
    assert!(error("# nothing\n", &ReadOptions::default()).contains("no line with a word"));
    assert!(error("aa\n", &ReadOptions { min_length: Some(3), ..english() }).contains("1 shorter than 3"));
    let skipping = ReadOptions { on_invalid: Skip, ..english() };
    assert!(error("a1\nb2\n", &skipping).contains("2 rejected (such as list.txt:1: 'a1': '1' (column 2)"));
    assert!(read("x", b"\x89PNG\r\n\x1a\n\0\0\0\r", &skipping).unwrap_err().to_string().contains("a picture (PNG)"));
    let options = ReadOptions { encoding: Some("klingon".into()), ..english() };
    assert!(error("aa", &options).contains("no encoding is called 'klingon'"));
}

#[test]
fn several_lists_make_one_lexicon() {
    let options = ReadOptions { definitions: true, ..ReadOptions::default() };
    let mut reader = Reader::new(&options);
    reader.add("one", "être n. being\nzoo n. animals\nzoo n. animals\n".as_bytes()).unwrap();
    reader.add("two", b"zoo n. park\naa n. lava\n").unwrap();
    let lexicon = reader.finish().unwrap();
    assert_eq!(texts(&lexicon), ["aa", "zoo", "être"]);
    assert_eq!(lexicon.alphabet.len(), "aeorztê".chars().count());
    let definitions = lexicon.definitions.as_ref().unwrap();
    assert_eq!((definitions.get(0), definitions.get(1)), (Some("n. lava"), Some("n. animals; n. park")));
    assert_eq!(lexicon.report.duplicates, 2);
    assert_eq!(lexicon.report.lists.iter().map(|list| list.duplicates).collect::<Vec<_>>(), [1, 0]);
    assert!(balanced(&lexicon));
}

#[test]
fn marks_are_letters_where_they_stand_inside_words() {
    let lexicon = read("x", b"abaci$\naa%\nc$d\n", &ReadOptions::default()).unwrap();
    assert_eq!(texts(&lexicon), ["aa", "abaci$", "c$d"]);
    assert_eq!(lexicon.report.lists[0].marks, [('%', 1)].into());
}

#[test]
fn a_comment_sign_can_be_a_letter() {
    let letters = ["#", "A"].map(|label| crate::alphabet::Letter {
        label: label.into(),
        lower: label.to_lowercase(),
        also: vec![],
        count: 0,
        points: 0,
        vowel: false,
    });
    let alphabet = Alphabet::new("x", "x", letters.into(), 0, Case::Folded, vec![]).unwrap();
    let lexicon = read("x", b"#a\na#\n", &ReadOptions { alphabet: alphabet.into(), ..ReadOptions::default() }).unwrap();
    assert_eq!(lexicon.words.len(), 2);
}

#[test]
fn damage_in_utf8_rejects_the_damaged_words_only() {
    let mut bytes = "señor\n".repeat(10).into_bytes();
    bytes.extend(b"caf\xE9\n");
    let options = ReadOptions { on_invalid: Skip, ..ReadOptions::default() };
    let lexicon = read("x", &bytes, &options).unwrap();
    assert_eq!((texts(&lexicon), lexicon.report.rejected), (vec!["señor".to_owned()], 1));
}

#[test]
fn the_first_examples_are_told_and_all_are_counted() {
    let text: String = (0..50).map(|n| format!("a{n}\n")).chain(["aa\n".into()]).collect();
    let lexicon = read("x", text.as_bytes(), &ReadOptions { on_invalid: Skip, ..english() }).unwrap();
    let list = &lexicon.report.lists[0];
    assert_eq!((list.rejected, list.examples.len(), list.examples[9].line), (50, 10, 10));
    assert!(balanced(&lexicon));
}

/// How a test list is written.
#[derive(Clone, Debug)]
struct Writing {
    encoding: &'static str,
    end: &'static str,
    last_end: bool,
    packing: u8,
}

fn writing() -> impl Strategy<Value = Writing> {
    let encoding = prop::sample::select(vec!["utf-8", "bom", "utf-16le", "utf-16be", "utf-16le-bare", "latin1"]);
    let end = prop::sample::select(vec!["\n", "\r\n", "\r"]);
    (encoding, end, any::<bool>(), 0u8..4).prop_map(|(encoding, end, last_end, packing)| Writing {
        encoding,
        end,
        last_end,
        packing,
    })
}

fn write(words: &[String], how: &Writing) -> Vec<u8> {
    let mut text = words.join(how.end);
    if how.last_end {
        text += how.end;
    }
    let wide = |text: &str, big: bool| -> Vec<u8> {
        text.encode_utf16().flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
    };
    let bytes = match how.encoding {
        "utf-8" => text.into_bytes(),
        "bom" => format!("\u{FEFF}{text}").into_bytes(),
        "utf-16le" => wide(&format!("\u{FEFF}{text}"), false),
        "utf-16be" => wide(&format!("\u{FEFF}{text}"), true),
        "utf-16le-bare" => wide(&text, false),
        _ => text.chars().map(|c| c as u8).collect(),
    };
    match how.packing {
        0 => bytes,
        1 => {
            let mut writer = xz2::write::XzEncoder::new(Vec::new(), 0);
            writer.write_all(&bytes).unwrap();
            writer.finish().unwrap()
        }
        2 => {
            let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            writer.write_all(&bytes).unwrap();
            writer.finish().unwrap()
        }
        _ => {
            let mut frame = Vec::new();
            crate::bytes::compress(&mut frame, Some(crate::bytes::Compression::Zstd), |out| out.write_all(&bytes)).unwrap();
            frame
        }
    }
}

proptest! {
    #[test]
    fn written_in_any_way_the_words_come_back(
        words in prop::collection::btree_set("[a-zñ]{2,9}", 1..40),
        repeat in prop::collection::vec(any::<prop::sample::Index>(), 0..10),
        seed in any::<u64>(),
        how in writing(),
    ) {
        let mut list: Vec<String> = words.iter().cloned().collect();
        for index in repeat {
            let word = index.get(&list).clone();
            list.push(word);
        }
        // Any order will do: a sort by a keyed hash.
        list.sort_by_key(|word| word.bytes().fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100000001B3)));
        let packed = write(&list, &how);
        let source = decompress("list", packed, 1 << 20).unwrap();
        prop_assert_eq!(source.compression.is_some(), how.packing > 0);
        let options = ReadOptions { shape: Some(Shape::Plain), ..ReadOptions::default() };
        let lexicon = read("list", &source.bytes, &options).unwrap();
        prop_assert_eq!(texts(&lexicon), words.iter().cloned().collect::<Vec<_>>(), "{:?}", how);
        prop_assert_eq!(lexicon.report.duplicates as usize, list.len() - words.len());
        prop_assert!(balanced(&lexicon));
        // The shape is found out as well.
        let found = read("list", &source.bytes, &ReadOptions::default()).unwrap();
        prop_assert_eq!(found.words, lexicon.words);
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), fold_accents: bool, definitions: bool) {
        for alphabet in [AlphabetChoice::Auto, english().alphabet] {
            let options = ReadOptions { alphabet, on_invalid: Skip, fold_accents, definitions, ..ReadOptions::default() };
            if let Ok(lexicon) = read("x", &bytes, &options) {
                prop_assert!(balanced(&lexicon) && lexicon.words.is_sorted());
            }
        }
    }

    #[test]
    fn no_text_makes_it_panic_in_any_shape(
        text in "([a-zA-Zé\u{301}あ0-9 \t,;:\"'#/\\\\$%!\u{0}\u{FEFF}()\\[\\]{}<>.|-]{0,12}(\n|\r\n|\r)){0,12}",
        shape in prop::sample::select(Shape::NAMES.to_vec()),
        number in 1usize..4,
    ) {
        let shape: Shape = shape.replace('N', &number.to_string()).parse().unwrap();
        for shape in [None, Some(shape)] {
            for alphabet in [AlphabetChoice::Auto, english().alphabet] {
                let options = ReadOptions { alphabet, shape, on_invalid: Skip, definitions: true, ..ReadOptions::default() };
                if let Ok(lexicon) = read("x", text.as_bytes(), &options) {
                    prop_assert!(balanced(&lexicon) && lexicon.words.is_sorted());
                    prop_assert_eq!(lexicon.definitions.unwrap().len(), lexicon.words.len());
                    let strict = ReadOptions { on_invalid: OnInvalid::Error, ..options };
                    prop_assert_eq!(read("x", text.as_bytes(), &strict).is_ok(), lexicon.report.rejected == 0);
                }
            }
        }
    }

    #[test]
    fn the_quick_way_is_the_slow_way(words in prop::collection::vec("[a-zA-Zñlchr$%. é]{0,8}", 0..20), name in prop::sample::select(vec!["english", "spanish", "catalan", "turkish", "croatian"])) {
        let alphabet = Alphabet::builtin(name).unwrap();
        let options = ReadOptions { alphabet: alphabet.clone().into(), shape: Some(Shape::Plain), on_invalid: Skip, ..ReadOptions::default() };
        let mut expected: Vec<Vec<crate::alphabet::Tile>> = words.iter().filter_map(|word| {
            alphabet.parse(word.trim_matches(' ').trim_end_matches(['$', '%'])).ok().filter(|tiles| !tiles.is_empty())
        }).collect();
        expected.sort();
        expected.dedup();
        let found = read("x", words.join("\n").as_bytes(), &options);
        let found: Vec<_> = found.iter().flat_map(|lexicon| lexicon.words.iter().map(<[_]>::to_vec)).collect();
        prop_assert_eq!(found, expected);
    }
}
