//! The pictures that the program draws, and the drawings of the page, as a browser shows them: texts do not overlap, and
//! arcs keep clear of labels and of other nodes. The browser measures texts with its own fonts.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;
use tempfile::TempDir;

use crate::support::{Page, Site, file};

/// Finds what is wrong with the pictures that are shown.
const WRONG: &str = include_str!("seen.js");

/// Draws pictures in a folder: graphs of several lists, a plot, curves, and a histogram.
fn drawn(folder: &Path) -> Vec<PathBuf> {
    fs::write(folder.join("twelve.txt"), file("golden/twelve.txt")).unwrap();
    fs::write(folder.join("letters.txt"), ('a'..='z').map(|letter| format!("{letter}\n")).collect::<String>()).unwrap();
    let run = |arguments: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_lexigraph"));
        let output = program.current_dir(folder).args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    };
    for graph in ["trie", "dawg", "gaddag"] {
        run(&["draw", "twelve.txt", "--graph", graph, "-o", &format!("{graph}.svg")]);
    }
    run(&["draw", "letters.txt", "-o", "letters.svg"]);
    run(&["bench", "twelve.txt", "--rounds", "1", "--what", "size,lookup", "--plot", "sizes.svg"]);
    run(&["bench", "--growth", "11000", "--formats", "fast,packed,list", "--plot", "growth.svg"]);
    run(&["selfplay", "--first", "greedy", "--second", "greedy", "--games", "4", "--pairs", "--plot", "margins.svg"]);
    ["trie", "dawg", "gaddag", "letters", "sizes", "growth", "margins"]
        .map(|name| folder.join(format!("{name}.svg")))
        .to_vec()
}

#[test]
fn pictures_of_the_program_are_readable() {
    let site = Site::start();
    let Some(page) = Page::open(1280, &site.url) else { return };
    let folder = TempDir::new().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let recorded = ["docs/bench-enable.svg", "docs/growth.svg", "formats/twelve-trie.svg", "formats/twelve-dawg.svg"];
    for path in drawn(folder.path()).into_iter().chain(recorded.map(|name| root.join(name))) {
        page.driver.go(&format!("file://{}", path.display()));
        assert_eq!(page.script(WRONG), json!([]), "{}", path.display());
    }
}

#[test]
fn the_browser_sees_what_is_wrong() {
    let site = Site::start();
    let Some(page) = Page::open(1280, &site.url) else { return };
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("wrong.svg");
    let wrong = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" width=\"200\" height=\"100\">\
        <text x=\"20\" y=\"50\">text</text><text x=\"30\" y=\"55\">other</text><text x=\"190\" y=\"20\">outside</text>\
        <text x=\"100\" y=\"85\">a</text><path class=\"arc\" fill=\"none\" d=\"M80,80 L120,80\"/>\
        <circle class=\"node\" cx=\"90\" cy=\"80\" r=\"5\"/></svg>";
    fs::write(&path, wrong).unwrap();
    page.driver.go(&format!("file://{}", path.display()));
    let found = page.script(WRONG);
    for line in ["text lies on other", "outside leaves the picture", "an arc crosses the label a", "an arc touches a node"] {
        assert!(found.as_array().unwrap().contains(&json!(line)), "{line}: {found}");
    }
}

#[test]
fn graphs_of_the_page_are_readable() {
    let site = Site::start();
    let twelve = ["graph=dawg&step=0", "graph=dawg&step=3", "graph=dawg&step=last", "graph=gaddag"];
    let others = [
        "graph=dawg&step=last&words=a+ab+abc+b+bc+c+cab+aa+ba+ca",
        "graph=gaddag&words=planet+plan+plane+tea+team+eat+seat+neat+ate+net+ten",
    ];
    // The narrow page draws the same graphs a little smaller.
    for (width, states) in [(1280, [&twelve[..], &others].concat()), (390, twelve[2..].to_vec())] {
        let Some(page) = Page::open(width, &site.url) else { return };
        for state in states {
            page.go(&format!("{}#/graphs?{state}", site.url));
            page.find(".drawing .node");
            assert_eq!(page.script(WRONG), json!([]), "{width} pixels, {state}");
        }
    }
}
