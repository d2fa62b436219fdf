//! `lexigraph compile --external` as scripts see it: the same image, within the memory allowed.

use crate::program::Folder;

/// So many keys of syllables, in no order, some of them twice; the same every time.
fn made(keys: usize) -> Vec<u8> {
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below
    };
    let mut list = Vec::new();
    for _ in 0..keys {
        for _ in 0..2 + random(4) {
            list.extend([b"bcdfghklmnprstvz"[random(16)], b"aeiou"[random(5)]]);
            if random(4) == 0 {
                list.push(b"nrslt"[random(5)]);
            }
        }
        list.extend(["", "s", "ed", "ing", "er", "ly"][random(6)].bytes());
        list.push(b'\n');
    }
    list
}

#[test]
fn the_report_and_the_image_are_those_of_the_usual_way() {
    let second = b"zebra\naardvark\n# comment\nzebra\n";
    let folder = Folder::with(&[("list.txt", &made(20_000)), ("second.txt", second)]);
    for (name, more) in [
        ("small.lxg", &["--nodes", "small"][..]),
        ("dawg.lxg", &["--graph", "dawg", "--min-length", "5"]),
        ("auto.lxg", &["--alphabet", "auto", "--nodes", "list"]),
        ("words.kwg", &[]),
    ] {
        let lists = ["compile", "list.txt", "second.txt", "-o", name, "--json", "--force"];
        let usual = folder.json(&[&lists, more].concat());
        let image = folder.read(name);
        let ours = folder.json(&[&lists, more, &["--external", "--memory", "64M", "--temp", "."]].concat());
        assert!(image == folder.read(name), "{name}");
        for (key, value) in usual.as_object().unwrap() {
            let moving = key == "seconds" || key == "peak_bytes";
            assert!(moving || ours[key] == *value, "{name}, {key}: {value}, {}", ours[key]);
        }
        assert_eq!((ours["minimal"].as_bool(), ours["external"]["streamed"].as_bool()), (Some(true), Some(false)));
        assert!(ours["external"]["spilled_bytes"].as_u64().unwrap() > 0 && ours["external"]["memory_bytes"] == 64 << 20);
    }
    // The lists and four images: no temporary file stays.
    assert_eq!(folder.files(), 6);
}

#[test]
fn dictionaries_are_expanded_onto_disk() {
    let aff = b"FLAG num\nFORBIDDENWORD 9\nSFX 1 Y 5\nSFX 1 0 s .\nSFX 1 0 ment/2 .\nSFX 1 0 able/2 .\nSFX 1 y ies y\nSFX 1 0 \xE9 .\n\
        SFX 2 Y 1\nSFX 2 0 s .\nPFX 3 Y 2\nPFX 3 0 un/ .\nPFX 3 0 re .\n";
    let mut dic = b"3000\n".to_vec();
    for (number, stem) in made(3000).split(|&byte| byte == b'\n').enumerate() {
        dic.extend(stem);
        dic.extend([&b"/1,3\n"[..], b"\n", b"/1\n", b"'/3\n", b"/9\n", b"/1,2,3 po:noun\n"][number % 6]);
    }
    let folder = Folder::with(&[
        ("x.aff", aff),
        ("x.dic", &dic),
        ("list.txt", b"zebra\nbaba\n"),
        ("bad.aff", b"SFX S Y 2\nSFX S 0 s .\n"),
        ("bad.dic", b"1\na/S\n"),
    ]);
    let skip = ["--on-invalid", "skip"];
    for (name, lists, more) in [
        ("english.lxg", &["x.dic", "list.txt"][..], &["--fold-accents", "--nodes", "small"][..]),
        ("dawg.lxg", &["x.dic"], &["--graph", "dawg", "--min-length", "5"]),
        ("auto.lxg", &["list.txt", "x.dic"], &["--alphabet", "auto", "--graph", "dawg"]),
        ("stems.lxg", &["x.dic"], &["--no-affixes"]),
    ] {
        let arguments = [&["compile"], lists, &["-o", name, "--json", "--force"], &skip, more].concat();
        let (status, usual, said) = folder.go(&arguments, "");
        assert_eq!(status, 0, "{arguments:?}: {said}");
        let usual: serde_json::Value = serde_json::from_str(&usual).unwrap();
        let image = folder.read(name);
        let (status, ours, also_said) = folder.go(&[&arguments[..], &["--external", "--memory", "48M"]].concat(), "");
        assert_eq!(status, 0, "{arguments:?}: {also_said}");
        let ours: serde_json::Value = serde_json::from_str(&ours).unwrap();
        assert!(image == folder.read(name), "{name}");
        assert_eq!(said, also_said);
        for (key, value) in usual.as_object().unwrap() {
            let moving = key == "seconds" || key == "peak_bytes";
            assert!(moving || ours[key] == *value, "{name}, {key}: {value}, {}", ours[key]);
        }
    }
    let report =
        folder.json(&["compile", "x.dic", "-o", "x.lxg", "--external", "--json", "--on-invalid", "skip", "--force"]);
    let said = report["lists"][0].as_str().unwrap();
    assert!(said.contains("with the affixes of x.aff; 3,0") && said.contains(" rejected"), "{said}");
    let fails = |arguments: &[&str], message: &str| {
        let arguments = [&["compile", "-o", "no.lxg", "--external"], arguments].concat();
        let (status, _, stderr) = folder.go(&arguments, "");
        assert!(status == 2 && stderr.contains(message), "{arguments:?}: {stderr}");
        assert_eq!(folder.files(), 10);
    };
    fails(&["bad.dic"], "bad.aff:1: 'S': 2 rules are announced, 1 come — repair it, or leave affixes out with --no-affixes");
    fails(&["x.dic", "--max-forms", "5"], "the affixes are to make more than 5 forms");
    fails(&["x.dic"], "is not a letter of the alphabet 'english'");
    std::fs::write(folder.path().join("x.dic"), dic.repeat(100)).unwrap();
    fails(&["x.dic", "--memory", "32M"], "x.dic: a dictionary of more than 2,621,440 bytes");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "the program itself takes more memory when it is not optimised; run in release")]
fn memory_stays_within_the_bound_and_what_was_given_up_is_said() {
    let list = made(1_500_000);
    let folder = Folder::with(&[("list.txt", &list)]);
    let compile = ["compile", "list.txt", "-o", "out.lxg", "--external", "--json", "--force"];
    let within = |more: &[&str], memory: u64| {
        let memory = format!("{memory}M");
        let report = folder.json(&[&compile, more, &["--memory", &memory]].concat());
        if let Some(peak) = report["peak_bytes"].as_u64() {
            assert!(peak <= report["external"]["memory_bytes"].as_u64().unwrap(), "{more:?} {memory}: {peak}");
        }
        report
    };
    let roomy = within(&["--graph", "dawg", "--nodes", "packed"], 128);
    assert_eq!((roomy["minimal"].as_bool(), roomy["external"]["streamed"].as_bool()), (Some(true), Some(false)));
    let tight = within(&["--graph", "dawg", "--nodes", "list"], 40);
    assert_eq!(tight["external"]["streamed"].as_bool(), Some(true));
    assert!(tight["external"]["runs"].as_u64().unwrap() > 2);
    let nodes = |report: &serde_json::Value| report["graphs"][0]["nodes"].as_u64().unwrap();
    assert_eq!(tight["minimal"].as_bool(), Some(nodes(&tight) == nodes(&roomy)));
    assert_eq!(folder.ok(&["stats", "out.lxg", "--json"]).matches(&format!("\"words\":{}", roomy["words"])).count(), 1);
    let both = within(&["--graph", "both", "--nodes", "list"], 64);
    assert_eq!(both["external"]["streamed"].as_bool(), Some(true));
    assert_eq!(both["words"], roomy["words"]);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "millions of forms take long in a program that is not optimised; run in release")]
fn a_dictionary_of_many_forms_takes_little_memory_by_itself() {
    let mut aff = "SET UTF-8\nPFX P Y 150\n".to_owned();
    (0..150u32).for_each(|rule| {
        aff +=
            &format!("PFX P 0 {} .\n", String::from_utf8(made(200)[rule as usize..][..9].into()).unwrap().replace('\n', "x"))
    });
    aff += "SFX S Y 150\n";
    (0..150u32).for_each(|rule| {
        aff += &format!("SFX S 0 {} .\n", "aeiou".repeat(3)[..1 + rule as usize % 15].repeat(1 + rule as usize / 75))
    });
    let dic: String =
        (0..120u32).map(|stem| format!("k{}/PS\n", "bdfglmnprt".repeat(13)[stem as usize..][..9].to_owned())).collect();
    let folder = Folder::with(&[
        ("x.aff", aff.as_bytes()),
        ("x.dic", format!("120\n{dic}").as_bytes()),
        ("one.txt", b"kbdfglmnpr\n"),
    ]);
    let compile = ["compile", "-o", "out.lxg", "--force", "--json", "x.dic"];
    let sorted = folder.json(&compile);
    let image = folder.read("out.lxg");
    assert!(sorted["external"]["spilled_bytes"].as_u64().unwrap() > 0, "{sorted}");
    // A list beside it is read as a whole, and so is the dictionary.
    let whole = folder.json(&[&compile[..], &["one.txt"]].concat());
    assert!(whole["external"].is_null() && image == folder.read("out.lxg"), "{whole}");
    assert_eq!(whole["words"], sorted["words"]);
    if let (Some(sorted), Some(whole)) = (sorted["peak_bytes"].as_u64(), whole["peak_bytes"].as_u64()) {
        assert!(sorted < 160 << 20 && 2 * sorted < 3 * whole, "{sorted} {whole}");
    }
}

#[test]
fn mistakes_are_said_and_nothing_is_written() {
    let folder = Folder::with(&[
        ("list.txt", b"ab\nba\n"),
        ("list.json", b"[\"ab\"]"),
        ("bad.txt", b"ab\nno word\n"),
        ("empty.txt", b""),
    ]);
    for (list, more, message) in [
        ("list.txt", &["--memory", "1M"][..], "at least 32M"),
        ("list.txt", &["--memory", "much"], "a number of bytes is wanted"),
        ("list.txt", &["--temp", "no/such"], "--temp"),
        ("list.txt", &["--definitions"], "--definitions"),
        ("list.json", &[], "a JSON document, which has to be read as a whole"),
        ("bad.txt", &[], "bad.txt:2: 'no word'"),
        ("empty.txt", &[], "no words"),
        ("missing.txt", &[], "check the name"),
        ("-", &["--alphabet", "auto"], "can be read only once"),
    ] {
        let arguments = [&["compile", list, "-o", "out.lxg", "--external"], more].concat();
        let (status, _, stderr) = folder.go(&arguments, "ab\n");
        assert!(status == 2 && stderr.contains(message), "{arguments:?}: {stderr}");
        assert_eq!(folder.files(), 4);
    }
    let (status, _, stderr) = folder.go(&["compile", "list.txt", "-o", "out.lxg", "--memory", "64M"], "");
    assert!(status == 2 && stderr.contains("--external"), "{stderr}");
    let (status, _, stderr) = folder.go(&["compile", "-", "-o", "out.lxg", "--external"], "ba\nab\n");
    assert!(status == 0 && stderr.contains("sorted on disk: 1 runs"), "{stderr}");
}
