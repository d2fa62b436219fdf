use super::*;

fn sense(part: Option<Part>, text: &str) -> Sense {
    Sense { part, form: None, text: text.to_owned() }
}

/// Headwords with senses, of which some glosses are shared, enough for several blocks.
fn many() -> (Builder, Vec<(String, Vec<Sense>)>) {
    let mut builder = Builder::new(false, "A notice.");
    let mut all = Vec::new();
    for at in 0..3000usize {
        let headword: String = format!("{at:05}").bytes().map(|digit| (digit + 49) as char).collect();
        let number = at.wrapping_mul(2_654_435_761) % 4999;
        let texts = [format!("the number {number} (of {}), é; \"{headword}\"", number * at), format!("shared {}", at % 97)];
        let senses: Vec<Sense> = texts
            .iter()
            .zip([Part::ALL.get(at % 6).copied(), Some(Part::Verb)])
            .map(|(text, part)| sense(part, text))
            .collect();
        for sense in &senses {
            assert!(builder.add(&headword.to_uppercase(), sense.part, &sense.text));
        }
        all.push((headword, senses));
    }
    (builder, all)
}

#[test]
fn every_headword_keeps_its_senses() {
    let (builder, all) = many();
    let bytes = builder.pack().unwrap();
    assert_eq!(bytes, builder.clone().pack().unwrap());
    let dictionary = Dictionary::open(bytes).unwrap();
    assert_eq!((dictionary.len(), builder.len(), dictionary.notice().as_deref()), (3000, 3000, Ok("A notice.")));
    for (headword, senses) in all.iter().rev() {
        assert_eq!(dictionary.define(headword).as_ref(), Ok(senses), "{headword}");
        assert_eq!(dictionary.define(&headword[1..]), Ok(vec![]));
    }
    let mut words = all.iter().map(|(headword, _)| headword.as_str());
    dictionary.for_each(|word| assert_eq!(words.next(), Some(word))).unwrap();
    assert_eq!(words.next(), None);
}

#[test]
fn what_is_no_entry_is_not_added() {
    let mut builder = Builder::new(true, "");
    assert!(
        !builder.add("", None, "nothing") && !builder.add("word", None, " \n") && !builder.add_form("x", Part::Noun, " ")
    );
    assert!(!builder.add(&"x".repeat(256), None, "too long") && builder.is_empty());
    assert!(builder.add(" Word ", None, " a  text\nof lines ") && builder.add("word", None, "a text of lines"));
    let dictionary = Dictionary::open(builder.pack().unwrap()).unwrap();
    assert_eq!(dictionary.define("WORD"), Ok(vec![sense(None, "a text of lines")]));
    let empty = Dictionary::open(Builder::new(true, "").pack().unwrap()).unwrap();
    assert!(empty.is_empty() && empty.define("cats") == Ok(vec![]));
}

#[test]
fn forms_name_their_roots() {
    let mut builder = Builder::new(true, "");
    let lemmas = [
        ("cwm", Part::Noun),
        ("box", Part::Noun),
        ("city", Part::Noun),
        ("toe", Part::Noun),
        ("to", Part::Other),
        ("boy", Part::Noun),
        ("mouse", Part::Noun),
        ("woman", Part::Noun),
        ("run", Part::Verb),
        ("run", Part::Noun),
        ("carry", Part::Verb),
        ("see", Part::Verb),
        ("be", Part::Verb),
        ("seed", Part::Noun),
        ("free", Part::Verb),
        ("dye", Part::Verb),
        ("die", Part::Verb),
        ("big", Part::Adjective),
        ("happy", Part::Adjective),
        ("fine", Part::Adjective),
        ("off", Part::Adjective),
        ("offer", Part::Noun),
        ("good", Part::Adjective),
        ("go", Part::Verb),
        ("as", Part::Other),
        ("a", Part::Noun),
        ("bus", Part::Noun),
    ];
    for (lemma, part) in lemmas {
        builder.add(lemma, Some(part), &format!("gloss of {lemma}"));
    }
    builder.add_form("mice", Part::Noun, "mouse");
    builder.add_form("dying", Part::Verb, "die");
    builder.add_form("went", Part::Verb, "go");
    builder.add_form("better", Part::Adjective, "good");
    builder.add_form("best", Part::Adjective, "good");
    builder.add_form("lice", Part::Noun, "louse");
    let dictionary = Dictionary::open(builder.pack().unwrap()).unwrap();
    let told = |word: &str| dictionary.define(word).unwrap().iter().map(Sense::to_string).collect::<Vec<_>>().join(" | ");
    for (word, expected) in [
        ("cwms", "plural of CWM: gloss of cwm"),
        ("boxes", "plural of BOX: gloss of box"),
        ("cities", "plural of CITY: gloss of city"),
        ("boys", "plural of BOY: gloss of boy"),
        ("toes", "plural of TOE: gloss of toe"),
        ("women", "plural of WOMAN: gloss of woman"),
        ("mice", "plural of MOUSE: gloss of mouse"),
        ("runs", "plural of RUN: gloss of run | third person of RUN: gloss of run"),
        ("running", "present participle of RUN: gloss of run"),
        ("goes", "third person of GO: gloss of go"),
        ("went", "past form of GO: gloss of go"),
        ("carried", "past form of CARRY: gloss of carry"),
        ("carries", "third person of CARRY: gloss of carry"),
        ("being", "present participle of BE: gloss of be"),
        ("freed", "past form of FREE: gloss of free"),
        ("dyed", "past form of DYE: gloss of dye"),
        ("dying", "present participle of DIE: gloss of die"),
        ("bigger", "comparative of BIG: gloss of big"),
        ("happiest", "superlative of HAPPY: gloss of happy"),
        ("finer", "comparative of FINE: gloss of fine"),
        ("better", "comparative of GOOD: gloss of good"),
        ("best", "superlative of GOOD: gloss of good"),
        // Words of their own, and no forms of what they look like.
        ("seed", "gloss of seed"),
        ("offer", "gloss of offer"),
        ("as", "gloss of as"),
        ("bed", ""),
        ("buss", ""),
        ("boxs", ""),
        ("citys", ""),
        ("lice", ""),
        ("ed", ""),
        ("s", ""),
    ] {
        assert_eq!(told(word), expected, "{word}");
    }
}

#[test]
fn senses_on_a_line() {
    let form = Sense { form: Some((Relation::Plural, "cwm".to_owned())), ..sense(Some(Part::Noun), "") };
    let senses = [sense(Some(Part::Noun), "a"), sense(Some(Part::Noun), "b"), form, sense(Some(Part::Verb), "to c")];
    assert_eq!(one_line(&senses), "n. a; b; plural of CWM; v. to c");
    assert_eq!(parts(&senses), "n,v");
    assert_eq!(one_line(&[sense(None, "x"), sense(Some(Part::Other), "y")]), "x; y");
    assert_eq!((one_line(&[]), parts(&[sense(None, "x")])), (String::new(), String::new()));
}

/// Whatever the bytes are, reading them ends in an answer or an error.
#[test]
fn damaged_files_are_errors_or_answers() {
    let mut builder = Builder::new(true, "A notice.");
    for at in 0..40 {
        builder.add(
            &format!("word{}", (97 + at % 26) as u8 as char),
            Part::ALL.get(at % 5).copied(),
            &format!("gloss {at}"),
        );
    }
    builder.add_form("wordies", Part::Noun, "worda");
    let sound = builder.pack().unwrap();
    let read = |bytes: Vec<u8>| {
        let Ok(dictionary) = Dictionary::open(bytes) else { return };
        let _ = dictionary.notice();
        let _ = dictionary.for_each(|_| ());
        for word in ["wordas", "wordb", "wordies", "zz", "a"] {
            let _ = dictionary.define(word);
        }
    };
    for at in 0..sound.len() {
        for change in [1, 128, 255] {
            let mut bytes = sound.clone();
            bytes[at] = bytes[at].wrapping_add(change);
            if at >= 4 {
                assert!(matches!(Dictionary::open(bytes.clone()), Err(DictionaryError::Damaged(_))), "{at}");
            }
            // With a checksum that fits, the tables and blocks have to be looked at.
            let sum = crc32fast::hash(&bytes[8..]);
            bytes[4..8].copy_from_slice(&sum.to_le_bytes());
            read(bytes);
        }
    }
    for length in 0..sound.len() {
        assert!(Dictionary::open(sound[..length].to_vec()).is_err());
        let mut bytes = sound[..length].to_vec();
        if length > 8 {
            let sum = crc32fast::hash(&bytes[8..]);
            bytes[4..8].copy_from_slice(&sum.to_le_bytes());
            read(bytes);
        }
    }
    assert_eq!(Dictionary::open(b"AA rough lava".to_vec()).unwrap_err(), DictionaryError::Magic);
}
