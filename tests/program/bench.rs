//! `lexigraph bench` as scripts see it.

use std::fs;

use lexigraph::build::GraphKinds;
use lexigraph::image::FORMATS;
use serde_json::Value;

const TWELVE: &[u8] = include_bytes!("../golden/twelve.txt");

fn go(arguments: &[&str]) -> (i32, String, String, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("twelve.txt"), TWELVE).unwrap();
    fs::write(folder.path().join("empty.txt"), "").unwrap();
    fs::write(folder.path().join("names.txt"), "left-pad\nright-pad\npad@2\nв.г\n").unwrap();
    let (status, stdout, stderr) = crate::program::lexigraph(folder.path(), arguments, "");
    (status, stdout, stderr, folder)
}

#[test]
fn every_layout_is_measured_in_everything() {
    let (status, stdout, stderr, _folder) = go(&["bench", "twelve.txt", "--rounds", "1", "--json"]);
    assert_eq!(status, 0, "{stderr}");
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((report["words"].as_u64(), report["alphabet"].as_str()), (Some(12), Some("english")));
    let formats = || report["formats"].as_array().unwrap().iter();
    let own: Vec<&Value> = formats().filter(|format| format["kind"] == "layout").collect();
    let names: Vec<&str> = own.iter().filter_map(|format| format["format"].as_str()).collect();
    assert_eq!(names, ["fast", "list", "small", "packed", "hash"]);
    for format in own {
        assert!(format["bytes"].as_u64().unwrap() > 0 && format["gaddag_bytes"].as_u64().unwrap() > 0);
        for task in ["build", "hits", "misses", "chained", "enumerate", "anagram", "pattern", "boggle", "movegen"] {
            let time = &format["times"][task];
            let number = |key: &str| time[key].as_f64().unwrap();
            assert!(
                0.0 < number("lower") && number("lower") <= number("median") && number("median") <= number("upper"),
                "{task}"
            );
        }
        assert!(format["peak_bytes"].is_null() || format["peak_bytes"].as_u64().unwrap() < 100 << 20);
    }
    // Every format that we write and whose words are those of the list, with what it can; fst and marisa are peers.
    let foreign: Vec<&str> =
        formats().filter(|format| format["kind"] == "foreign").filter_map(|format| format["format"].as_str()).collect();
    let all = FORMATS
        .iter()
        .map(|format| format.name())
        .filter(|name| !["lxg", "kad", "dwg-reversed", "fst", "marisa"].contains(name));
    assert_eq!(foreign, all.collect::<Vec<_>>());
    for format in formats().filter(|format| format["kind"] == "foreign") {
        let holds = FORMATS.iter().find(|known| format["format"] == known.name()).unwrap().info().holds;
        let has = |key: &str| !format["times"][key].is_null();
        assert!(has("build"), "{format}");
        let (words, moves) =
            (holds.iter().any(|&held| held != GraphKinds::Gaddag), holds.iter().any(|&held| held != GraphKinds::Dawg));
        for (key, can) in [("hits", words), ("chained", words), ("boggle", words), ("anagram", words), ("movegen", moves)] {
            assert_eq!(has(key), can, "{format}: {key}");
        }
        assert_eq!((format["bytes"].is_number(), format["gaddag_bytes"].is_number()), (words, moves), "{format}");
    }
}

#[cfg(feature = "peers")]
#[test]
fn peers_are_measured_and_agree() {
    let (status, stdout, stderr, _folder) = go(&["bench", "twelve.txt", "--rounds", "2", "--json"]);
    assert_eq!(status, 0, "{stderr}");
    let report: Value = serde_json::from_str(&stdout).unwrap();
    let peers: Vec<&Value> = report["formats"].as_array().unwrap().iter().filter(|format| format["peer"] == true).collect();
    let names: Vec<&str> = peers.iter().filter_map(|format| format["format"].as_str()).collect();
    assert_eq!(names, ["fst", "marisa", "yada", "crawdad", "sorted-vec", "hash-set"]);
    for peer in peers {
        assert!(peer["bytes"].as_u64().unwrap() > 0 && peer["gaddag_bytes"].is_null(), "{peer}");
        for task in ["build", "hits", "misses", "chained"] {
            assert!(peer["times"][task]["median"].as_f64().unwrap() > 0.0, "{peer}: {task}");
        }
        assert!(["anagram", "pattern", "boggle", "movegen"].iter().all(|&task| peer["times"][task].is_null()), "{peer}");
    }
    // Letters outside ASCII: peers see bytes, layouts see letters.
    let (status, _, stderr, _folder) =
        go(&["bench", "names.txt", "--alphabet", "auto", "--rounds", "1", "--what", "lookup,enumerate", "--json"]);
    assert_eq!(status, 0, "{stderr}");
}

#[test]
fn formats_that_cannot_hold_a_list_are_left_out_unless_they_are_named() {
    let arguments = ["bench", "names.txt", "--alphabet", "auto", "--rounds", "1", "--what", "lookup", "--json"];
    let (status, stdout, stderr, _folder) = go(&arguments);
    assert_eq!(status, 0, "{stderr}");
    let report: Value = serde_json::from_str(&stdout).unwrap();
    let left_out: Vec<&str> =
        report["left_out"].as_array().unwrap().iter().filter_map(|format| format["format"].as_str()).collect();
    assert!(left_out.contains(&"dwg") && stderr.contains("dwg: left out: "), "{stdout}{stderr}");
    let (status, _, stderr, _folder) = go(&[&arguments[..], &["--formats", "dwg"]].concat());
    assert!(status == 2 && stderr.contains("dwg"), "{stderr}");
}

#[test]
fn growth_builds_made_lists_and_draws_them() {
    let arguments = ["bench", "--growth", "12000", "--formats", "fast,packed", "--plot", "g.svg", "--json"];
    let (status, stdout, stderr, folder) = go(&arguments);
    assert_eq!(status, 0, "{stderr}");
    let rows: Vec<Value> = stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.iter().map(|row| row["format"].as_str().unwrap()).collect::<Vec<_>>(), ["fast", "packed"]);
    for row in &rows {
        let built = row["built"].as_array().unwrap();
        assert_eq!(built.iter().map(|built| built["keys"].as_u64().unwrap()).collect::<Vec<_>>(), [10_000, 12_000]);
        assert!(
            built.iter().all(|built| built["seconds"].as_f64().unwrap() > 0.0 && built["bytes"].as_u64().unwrap() > 1000)
        );
    }
    let svg = fs::read_to_string(folder.path().join("g.svg")).unwrap();
    assert!(svg.contains("time to build, seconds") && svg.contains("packed"));
    let made = ["bench", "synthetic:500", "--formats", "list", "--rounds", "1", "--what", "size,lookup", "--json"];
    let (status, stdout, _, _folder) = go(&made);
    assert!(status == 0 && stdout.contains("\"words\":500"), "{stdout}");
}

#[test]
fn what_is_asked_for_is_measured_and_drawn() {
    let arguments =
        ["bench", "twelve.txt", "--rounds", "1", "--formats", "packed,fast", "--what", "size,lookup", "--plot", "p.svg"];
    let (status, stdout, stderr, folder) = go(&arguments);
    assert_eq!(status, 0, "{stderr}");
    let lines: Vec<&str> = stdout.lines().collect();
    assert!(lines[0].starts_with("twelve.txt: 12 words"), "{stdout}");
    assert!(lines[1].contains("hits ns") && !lines[1].contains("anagram"), "{stdout}");
    assert!(lines.len() == 4 && lines[2].starts_with("packed ") && lines[3].starts_with("fast "), "{stdout}");
    assert!(lines[2..].iter().any(|line| line.contains('*')));
    let markdown = ["bench", "twelve.txt", "--rounds", "1", "--formats", "packed,fast", "--what", "size", "--markdown"];
    let (_, stdout, _, _folder) = go(&markdown);
    let lines: Vec<&str> = stdout.lines().collect();
    assert!(lines[1].starts_with("| format | bytes | B/word |") && lines[2].starts_with("| --- | ---: |"), "{stdout}");
    assert!(lines.len() == 5 && lines[3..].iter().any(|line| line.contains("** |")), "{stdout}");
    let svg = fs::read_to_string(folder.path().join("p.svg")).unwrap();
    assert!(svg.contains("packed") && svg.contains("fast") && svg.contains("bytes per word"));
}

#[test]
fn other_alphabets_do_what_they_can() {
    let arguments = ["bench", "names.txt", "--alphabet", "auto", "--rounds", "1", "--json"];
    let (status, stdout, stderr, _folder) = go(&arguments);
    assert_eq!(status, 0, "{stderr}");
    let report: Value = serde_json::from_str(&stdout).unwrap();
    let times = &report["formats"][0]["times"];
    assert!(times["hits"].is_object() && times["pattern"].is_object() && times["movegen"].is_null(), "{stdout}");
}

#[test]
fn mistakes_are_said() {
    for (arguments, message) in [
        (&["bench", "twelve.txt", "--formats", "fats"][..], "unknown format 'fats'"),
        (&["bench", "twelve.txt", "--what", "speed"], "unknown task 'speed'"),
        (&["bench", "twelve.txt", "--what", "size", "--plot", "p.svg"], "--plot needs look-up times"),
        (&["bench", "twelve.txt", "twelve.txt", "--plot", "p.svg"], "several lists need several plots"),
        (&["bench", "no-such.txt"], "no-such.txt"),
        (&["bench", "synthetic:many"], "synthetic:N takes a number of keys"),
        (&["bench", "twelve.txt", "--rounds", "0"], "--rounds"),
    ] {
        let (status, _, stderr, _folder) = go(arguments);
        assert!(status == 2 && stderr.contains(message), "{arguments:?}: {stderr}");
    }
}
