//! The examples, which all do the same, against the program.

use std::process::Command;

use serde_json::Value;

use crate::MOLD;
use crate::support::{lexigraph, output};

/// Runs an example in its three ways, and with mistakes.
pub fn compare(example: impl Fn() -> Command) {
    let words = ["qat", "qzt", "cwm", "naïve"];
    let (status, found, _) = output(example().arg("check").args(words));
    assert_eq!((status, found.to_uppercase()), (1, lexigraph(&[&["lookup"][..], &words].concat()).1.to_uppercase()));
    assert_eq!(output(example().args(["check", "qat"])).0, 0);

    let (status, found, _) = output(example().args(["anagram", "retains"]));
    assert_eq!((status, found), (0, lexigraph(&["anagram", "retains"]).1));
    assert_eq!(output(example().args(["anagram", "zzzz"])).0, 1);
    let (status, found, message) = output(example().args(["anagram", "c[ab"]));
    assert_eq!((status, found.as_str()), (2, ""));
    assert!(message.contains("the set is not closed"), "{message}");

    let (status, found, _) = output(example().args(["plays", MOLD]));
    let solved: Value =
        serde_json::from_str(&lexigraph(&["solve", "--json", "--sort", "equity", "--top", "3", MOLD]).1).unwrap();
    let plays = solved["plays"].as_array().unwrap().iter().map(|play| {
        let (notation, equity) = (play["notation"].as_str().unwrap(), play["equity"].as_f64().unwrap());
        format!("{notation} {} {equity:.3}\n", play["score"])
    });
    assert_eq!((status, found), (0, plays.collect::<String>()));
    let (status, _, message) = output(example().args(["plays", "nonsense"]));
    assert_eq!(status, 2);
    assert!(message.starts_with("words: ") && !message.contains("panicked"), "{message}");
}
