//! `lexigraph bench` as scripts see it.

#[path = "common/program.rs"]
mod program;

use std::fs;

use serde_json::Value;

const TWELVE: &[u8] = include_bytes!("golden/twelve.txt");

fn go(arguments: &[&str]) -> (i32, String, String, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("twelve.txt"), TWELVE).unwrap();
    fs::write(folder.path().join("empty.txt"), "").unwrap();
    fs::write(folder.path().join("names.txt"), "left-pad\nright-pad\npad@2\nв.г\n").unwrap();
    let (status, stdout, stderr) = program::lexigraph(folder.path(), arguments, "");
    (status, stdout, stderr, folder)
}

#[test]
fn every_layout_is_measured_in_everything() {
    let (status, stdout, stderr, _folder) = go(&["bench", "twelve.txt", "--rounds", "1", "--json"]);
    assert_eq!(status, 0, "{stderr}");
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((report["words"].as_u64(), report["alphabet"].as_str()), (Some(12), Some("english")));
    let own: Vec<&Value> = report["formats"].as_array().unwrap().iter().filter(|format| format["peer"] == false).collect();
    let names: Vec<&str> = own.iter().filter_map(|format| format["format"].as_str()).collect();
    assert_eq!(names, ["fast", "list", "small", "packed", "hash"]);
    for format in own {
        assert!(format["bytes"].as_u64().unwrap() > 0 && format["gaddag_bytes"].as_u64().unwrap() > 0);
        for task in ["build", "hits", "misses", "chained", "enumerate", "anagram", "pattern", "movegen"] {
            let time = &format["times"][task];
            let number = |key: &str| time[key].as_f64().unwrap();
            assert!(
                0.0 < number("lower") && number("lower") <= number("median") && number("median") <= number("upper"),
                "{task}"
            );
        }
    }
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
        (&["bench", "twelve.txt", "--formats", "fats"][..], "no format is called 'fats'"),
        (&["bench", "twelve.txt", "--what", "speed"], "'speed' cannot be measured"),
        (&["bench", "twelve.txt", "--what", "size", "--plot", "p.svg"], "--plot needs the times of look-ups"),
        (&["bench", "twelve.txt", "twelve.txt", "--plot", "p.svg"], "one plot for several lists"),
        (&["bench", "no-such.txt"], "no-such.txt"),
        (&["bench", "twelve.txt", "--rounds", "0"], "--rounds"),
    ] {
        let (status, _, stderr, _folder) = go(arguments);
        assert!(status == 2 && stderr.contains(message), "{arguments:?}: {stderr}");
    }
}
