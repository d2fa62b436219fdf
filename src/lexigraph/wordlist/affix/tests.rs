use super::*;
use crate::wordlist::MOST_FORMS;

fn affixes(aff: &str) -> Affixes {
    Affixes::parse("x.aff", aff.as_bytes()).unwrap()
}

/// The forms of a dictionary in the order in which they come.
fn forms(aff: &str, dic: &str) -> Vec<String> {
    let mut found = Vec::new();
    affixes(aff).forms("x.dic", dic.as_bytes(), MOST_FORMS, |form| found.push(form.to_owned())).unwrap();
    found
}

/// The forms, sorted, as one text.
fn sorted(aff: &str, dic: &str) -> String {
    let mut forms = forms(aff, dic);
    forms.sort();
    forms.join(" ")
}

#[test]
fn forms_are_counted_as_they_are_made() {
    let aff = "SFX S Y 4\nSFX S y ies [^aeiou]y\nSFX S 0 s [aeiou]y\nSFX S 0 es [sxzh]\nSFX S 0 s [^sxzhy]\n\
        PFX U Y 1\nPFX U 0 un .\n";
    let dic: String = (0..3000).map(|number| format!("fl{number}y/SU\n\nbox/S po:noun\nhat\n")).collect();
    let count = forms(aff, &dic).len() as u64;
    assert_eq!(affixes(aff).count_forms(dic.as_bytes(), count), Some(count));
    assert_eq!(affixes(aff).count_forms(dic.as_bytes(), count - 1), None);
    assert_eq!(affixes(aff).count_forms(b"", 0), Some(0));
}

#[test]
fn strip_add_condition() {
    let aff = "SFX S Y 4\nSFX S y ies [^aeiou]y\nSFX S 0 s [aeiou]y\nSFX S 0 es [sxzh]\nSFX S 0 s [^sxzhy] # the rest\n";
    assert_eq!(
        forms(aff, "4\nfly/S\nboy/S\nbox/S po:noun\nhat/S\n"),
        ["fly", "flies", "boy", "boys", "box", "boxes", "hat", "hats"]
    );
    assert_eq!(
        sorted("PFX U Y 2\nPFX U 0 un [^l]\nPFX U 0 il l.g\n", "2\nlegal/U\nlike/U\nx/U\n"),
        "illegal legal like unx x"
    );
    // A whole word is stripped only with FULLSTRIP.
    assert_eq!(sorted("SFX A N 1\nSFX A go went go\n", "1\ngo/A\n"), "go");
    assert_eq!(sorted("FULLSTRIP\nSFX A N 1\nSFX A go went go\n", "1\ngo/A\n"), "go went");
    // What the condition asks for beyond the word is not there.
    assert_eq!(sorted("SFX A N 1\nSFX A 0 x ..b\n", "2\nab/A\naab/A\n"), "aab aabx ab");
}

#[test]
fn prefixes_and_suffixes_together_only_where_both_say_so() {
    let rules = |prefix: &str, suffix: &str| format!("PFX P {prefix} 1\nPFX P 0 un .\nSFX S {suffix} 1\nSFX S 0 s .\n");
    for (prefix, suffix, both) in [("Y", "Y", " unas"), ("Y", "N", ""), ("N", "Y", ""), ("N", "N", "")] {
        assert_eq!(sorted(&rules(prefix, suffix), "1\na/PS\n"), format!("a as una{both}"), "{prefix} {suffix}");
    }
    // The prefix looks at the word with its suffix.
    assert_eq!(sorted("PFX P Y 1\nPFX P 0 x ab\nSFX S Y 1\nSFX S 0 b .\n", "1\na/PS\n"), "a ab xab");
    // One lets the other in.
    assert_eq!(sorted("PFX P Y 1\nPFX P 0 x .\nSFX S Y 1\nSFX S 0 s/P .\n", "1\na/S\n"), "a as xas");
    assert_eq!(sorted("PFX P Y 1\nPFX P 0 x/S .\nSFX S Y 1\nSFX S 0 s .\n", "1\na/P\n"), "a xa xas");
}

#[test]
fn two_suffixes_or_two_prefixes_and_no_third() {
    let aff = "SFX A Y 1\nSFX A 0 b/AB .\nSFX B Y 1\nSFX B 0 c/C .\nSFX C Y 1\nSFX C 0 d .\n";
    assert_eq!(sorted(aff, "1\na/A\n"), "a ab abb abc", "a rule that goes on to itself does so once");
    let aff = "PFX A Y 1\nPFX A 0 b/B .\nPFX B Y 1\nPFX B 0 c .\nSFX S Y 1\nSFX S 0 s .\n";
    assert_eq!(sorted(aff, "1\na/AS\n"), "a as ba bas");
    assert_eq!(sorted(&format!("COMPLEXPREFIXES\n{aff}"), "1\na/AS\n"), "a as ba bas cba cbas");
}

#[test]
fn flags_of_four_kinds_and_aliases() {
    let expected = "a as at";
    assert_eq!(sorted("SFX S Y 1\nSFX S 0 s .\nSFX T Y 1\nSFX T 0 t .\n", "1\na/TS\n"), expected);
    let long = "FLAG long\nSFX s1 Y 1\nSFX s1 0 s .\nSFX t1 Y 1\nSFX t1 0 t .\n";
    assert_eq!(sorted(long, "1\na/t1s1\n"), expected);
    let number = "FLAG num\nSFX 300 Y 1\nSFX 300 0 s .\nSFX 7 Y 1\nSFX 7 0 t .\n";
    assert_eq!(sorted(number, "1\na/7,300\n"), expected);
    let wide = "SET UTF-8\nFLAG UTF-8\nSFX ß Y 1\nSFX ß 0 s .\nSFX 語 Y 1\nSFX 語 0 t .\n";
    assert_eq!(sorted(wide, "1\na/語ß\n"), expected);
    let alias = "AF 2\nAF ST # both\nAF S\nSFX S Y 1\nSFX S 0 s/2 .\nSFX T Y 1\nSFX T 0 t .\nAM 1\nAM po:noun\n";
    assert_eq!(sorted(alias, "1\na/1 1\n"), "a as ass at");
    // Flags that are no text of the encoding: bytes, as files with aliases have them.
    let mut bytes = b"SET UTF-8\nAF 1\nAF \xE8\nSFX \xE8 Y 1\nSFX \xE8 0 ".to_vec();
    bytes.extend("é .\n".as_bytes());
    let mut found = Vec::new();
    let parsed = Affixes::parse("x.aff", &bytes).unwrap();
    parsed.forms("x.dic", b"1\na/1\n", 9, |form| found.push(form.to_owned())).unwrap();
    assert_eq!(found, ["a", "aé"]);
}

#[test]
fn encodings_are_those_of_set() {
    for (name, bytes) in
        [("ISO8859-2", &b"\xBF"[..]), ("microsoft-cp1251", b"\xE6"), ("KOI8-R", b"\xD6"), ("UTF-8", "ж".as_bytes())]
    {
        let aff = [format!("SET {name}\nSFX S Y 1\nSFX S 0 ").as_bytes(), bytes, b" .\n"].concat();
        let parsed = Affixes::parse("x.aff", &aff).unwrap();
        let mut found = Vec::new();
        parsed.forms("x.dic", &[b"1\n", bytes, b"/S\n"].concat(), 9, |form| found.push(form.to_owned())).unwrap();
        let letter = if name == "ISO8859-2" { "ż" } else { "ж" };
        assert_eq!(found, [letter.to_owned(), letter.repeat(2)], "{name}");
    }
    let latin = Affixes::parse("x.aff", b"SFX S Y 1\nSFX S 0 \xE9 .\n").unwrap();
    let mut found = Vec::new();
    latin.forms("x.dic", b"1\n\xE9/S\n", 9, |form| found.push(form.to_owned())).unwrap();
    assert_eq!(found, ["é", "éé"]);
}

#[test]
fn words_that_are_none_alone_or_at_all() {
    let head = "NEEDAFFIX n\nONLYINCOMPOUND c\nFORBIDDENWORD f\nCIRCUMFIX x\n";
    let rules = |text: &str| format!("{head}{text}");
    assert_eq!(sorted(&rules("SFX S Y 1\nSFX S 0 s .\n"), "3\na/nS\nb/cS\nd/n\n"), "as");
    // A suffix that needs another: with one after it, or a prefix.
    let aff = "SFX S Y 1\nSFX S 0 s/nT .\nSFX T Y 1\nSFX T 0 t .\nPFX P Y 1\nPFX P 0 p .\n";
    assert_eq!(sorted(&rules(aff), "2\na/S\nb/SP\n"), "a ast b bst pb pbs pbst");
    let aff = "PFX P Y 1\nPFX P 0 p/n .\nSFX S Y 2\nSFX S 0 s .\nSFX S 0 u/n .\n";
    assert_eq!(sorted(&rules(aff), "1\na/PS\n"), "a as pas");
    assert_eq!(sorted(&rules("SFX S Y 1\nSFX S 0 s/c .\n"), "1\na/S\n"), "a");
    // Both or none.
    let aff = "PFX P Y 2\nPFX P 0 ge/x .\nPFX P 0 un .\nSFX S Y 2\nSFX S 0 t/x .\nSFX S 0 s .\n";
    assert_eq!(sorted(&rules(aff), "1\na/PS\n"), "a as geat una unas");
    // What is refused is refused in all its forms, unless it stands there by itself.
    let aff = "SFX S Y 2\nSFX S 0 s .\nSFX S 0 t .\n";
    assert_eq!(sorted(&rules(aff), "4\na/S\nas/f\nab/f\nabs\n"), "a abs at");
    assert_eq!(sorted(&rules("SFX S Y 1\nSFX S 0 s .\n"), "3\na/f\na/S\nb/Sf\n"), "as");
    assert_eq!(sorted("IGNORE ax\nSFX S Y 1\nSFX S 0 sax .\n", "1\nbab/S\n"), "bb bbs");
}

#[test]
fn entries_of_the_dictionary() {
    let aff = "SFX S Y 1\nSFX S 0 s .\n";
    assert_eq!(forms(aff, "9\na\\/c/S\nad hoc po:adv\n\nb/S\tpo:noun\nc/\n"), ["a/c", "a/cs", "ad hoc", "b", "bs", "c"]);
    assert_eq!(forms(aff, "a/S\r\nb\r\n"), ["a", "as", "b"], "no count");
    assert!(forms(aff, "").is_empty());
}

#[test]
fn errors_name_the_line() {
    for (aff, said) in [
        ("SET UTF-99\n", "x.aff:1: no encoding is called 'UTF-99' (SET)"),
        (
            "SFX S\n",
            "x.aff:1: SFX: a header has a flag, Y or N, and a count; a rule a flag, what to strip, what to add, a condition",
        ),
        ("SFX S 0 s .\n", "x.aff:1: SFX: 'S' has no header: the flag, Y or N, and the number of its rules"),
        ("SFX S Y 2\nSFX S 0 s .\n", "x.aff:1: 'S': 2 rules are announced, 1 come"),
        ("SFX S Y 2\nSFX S 0 s .\nSFX T Y 0\n", "x.aff:1: 'S': 2 rules are announced, 1 come"),
        ("SFX S Y 1\nSFX S 0 s .\nSFX S 0 t .\n", "x.aff:3: SFX: one rule more for 'S' than the 1 that line 1 announces"),
        ("SFX S Y 1\nSFX S 0 s [ab\n", "x.aff:2: SFX: its condition has a '[' without ']'"),
        ("SFX S Y 1\nSFX S 0 s ab]\n", "x.aff:2: SFX: its condition has a ']' without '['"),
        ("FLAG num\nSFX x Y 1\n", "x.aff:2: SFX: 'x' is no flag: numbers up to 65509 (FLAG num)"),
        ("FLAG num\nSFX 65510 Y 1\n", "x.aff:2: SFX: '65510' is no flag: numbers up to 65509 (FLAG num)"),
        ("AF x\n", "x.aff:1: AF: 'x' is no number of lines"),
        ("AF 2\nAF S\n", "x.aff:1: AF: 2 lists of flags are announced, 1 come"),
        ("AF 1\nAF S\nSFX S Y 1\nSFX S 0 s/2 .\n", "x.aff:4: SFX: '2' is the number of no AF line"),
        ("NEEDAFFIX\n", "x.aff:1: NEEDAFFIX: a flag is missing"),
    ] {
        assert_eq!(Affixes::parse("x.aff", aff.as_bytes()).unwrap_err().to_string(), said);
    }
    let error = Affixes::parse("x.aff", b"SET UTF-8\nSFX S Y 1\nSFX S 0 \xFF .\n").unwrap_err();
    assert_eq!(error.to_string(), "x.aff:3: SFX: '\u{FFFD}' is no text in UTF-8");
}

/// What hunspell 1.7 accepts, with a warning or without.
#[test]
fn what_hunspell_reads_all_the_same_is_read_with_a_warning() {
    for (aff, dic, expected, said) in [
        (
            "\nFLAG short\nSFX S Y 1\nSFX S 0 s .\n",
            "a/S",
            "a as",
            "x.aff:2: FLAG is one of: long, num, UTF-8; 'short' is read as flags of one byte",
        ),
        (
            "FLAG  = num,\nSFX 12 Y 1\nSFX 12 0 s .\n",
            "a/12",
            "a as",
            "x.aff:1: FLAG is one of: long, num, UTF-8; '= num,' is read as num",
        ),
        ("SFX S Y 1\nSFX S 0 s/ .\n", "a/S", "a as", "x.aff:2: SFX: 's/' has no flags behind the slash"),
        (
            "FLAG num\nSFX 7b Y 1\nSFX 7 0 s .\n",
            "a/7x",
            "a as",
            "x.aff:2: SFX: flags are numbers with commas between; of '7b' what comes before is read",
        ),
        (
            "FLAG long\nSFX AA Y 1\nSFX AA 0 s/ABC .\n",
            "a/AA",
            "a as",
            "x.aff:3: SFX: flags are two characters each; of 'ABC' what comes before is read",
        ),
        (
            "PFX P Y 1\nPFX P 0 micro- [oiyu]]\n",
            "i/P\nio/P\nat/P",
            "i io micro-io at",
            "x.aff:2: PFX: the condition '[oiyu]]' has a ']' too many",
        ),
    ] {
        let affixes = Affixes::parse("x.aff", aff.as_bytes()).unwrap();
        let mut forms = Vec::new();
        affixes.forms("x.dic", format!("1\n{dic}\n").as_bytes(), 100, |form| forms.push(form.to_owned())).unwrap();
        assert_eq!(forms.join(" "), expected, "{aff}");
        let found: Vec<String> = affixes.oddities().iter().map(ToString::to_string).collect();
        assert_eq!(found, [said], "{aff}");
    }
}

/// Forms too many to be kept until their turn comes, all the same in order; and none longer than a word can be.
#[test]
fn many_and_long_forms_take_little_memory() {
    let letters =
        |number: usize| format!("{}{}", (b'a' + (number / 26 % 26) as u8) as char, (b'a' + (number % 26) as u8) as char);
    let rules = |flag: char, then: &str| {
        let lines = (0..600).map(|number| format!("SFX {flag} 0 {}{then} .\n", letters(number)));
        format!("SFX {flag} Y 600\n{}", lines.collect::<String>())
    };
    let aff = rules('A', "/B") + &rules('B', "");
    let affixes = Affixes::parse("x.aff", aff.as_bytes()).unwrap();
    let mut forms = 0;
    affixes.forms("x.dic", b"3\nx/A\ny\nz/A\n", 1_000_000, |_| forms += 1).unwrap();
    assert_eq!(forms, 3 + 2 * (600 + 600 * 600));
    let long = format!("SFX A Y 1\nSFX A 0 {} .\n", "x".repeat(100_000));
    let mut forms = Vec::new();
    let affixes = Affixes::parse("x.aff", long.as_bytes()).unwrap();
    affixes.forms("x.dic", b"1\na/A\n", 10, |form| forms.push(form.to_owned())).unwrap();
    assert_eq!(forms, ["a"]);
}

#[test]
fn explosions_are_errors_that_name_the_rule() {
    let explode = |aff: &str, dic: &str, most: u64| {
        affixes(aff).forms("x.dic", dic.as_bytes(), most, |_| {}).map_err(|error| error.to_string()).err()
    };
    let rules = |flag: &str, count: usize, then: &str| {
        let lines = (0..count).map(|number| format!("SFX {flag} 0 {}{then} .\n", "x".repeat(number % 7 + 1)));
        format!("SFX {flag} Y {count}\n{}", lines.collect::<String>())
    };
    let aff = rules("A", 1000, "/A");
    let error = explode(&aff, "1\na/A\n", 10_000).unwrap();
    assert!(error.starts_with("x.dic:2: 'a': the affixes are to make more than 10000 forms; "), "{error}");
    assert!(error.contains(" by x.aff:"), "{error}");
    assert!(error.ends_with(": SFX 0 x"), "{error}");
    assert_eq!(explode(&aff, "1\na/A\n", 10_000), Some(error), "the same every time");
    assert_eq!(explode(&aff, "1\na/A\n", 1_001_001), None);
    assert!(explode(&aff, "1\na/A\n", 1_001_000).is_some());
    // Rules that never fit: nothing is made, and it takes its time.
    let lines = "SFX A 0 b/A .\n".repeat(2000);
    let aff = format!("SFX A Y 4000\n{lines}{}", "SFX A b 0/A [ab]b\n".repeat(2000));
    assert!(
        explode(&aff, "1\na/A\n", 100).unwrap().starts_with("x.dic:2: 'a': the affixes are to make more than 100 forms")
    );
    let (first, second) = ("SFX B 0 b/C .\n".repeat(2000), "SFX C 0 c [^b]\n".repeat(2000));
    let never = format!("SFX B Y 2000\n{first}SFX C Y 2000\n{second}");
    let dic = format!("9\n{}", "a/B\n".repeat(9));
    let error = explode(&never, &dic, 20_000).unwrap();
    assert!(error.contains("the affixes are to be tried more than 1048576 times for 20000 forms"), "{error}");
    // Refused words count too.
    let aff = format!("FORBIDDENWORD f\n{}", rules("A", 1000, "/A"));
    assert!(explode(&aff, "1\na/Af\n", 1000).is_some());
}
