//! The tab of graphs: the twelve words of the textbook shrink from 48 nodes to 14, and look-ups are followed.

use std::fs;

use crate::driver::key;
use crate::support::{Page, Site, file, program_lines};

/// The numbers of nodes and of edges.
const COUNTS: &str = "return [...document.querySelectorAll('.graphs .counts b')].map(count => count.textContent).join(' ')";

#[test]
fn twelve_words_shrink_from_48_nodes_to_14() {
    let site = Site::start();
    let Some(page) = Page::open(1280, &format!("{}#/graphs", site.url)) else { return };
    page.until(COUNTS, |counts| counts == "48 47");
    page.click(".graphs .steps button:last-of-type");
    page.until(COUNTS, |counts| counts == "14 20");
    assert!(page.text(".graphs .step-text").contains("DAWG"));
    page.click(".graphs .steps button:first-of-type");
    page.until(COUNTS, |counts| counts == "48 47");

    // The bytes of the layouts are those that the program tells.
    let folder = tempfile::TempDir::new().unwrap();
    let list = folder.path().join("twelve.txt");
    fs::write(&list, file("golden/twelve.txt")).unwrap();
    let stats = program_lines(&["stats", "--json", "--compare", list.to_str().unwrap()]);
    let rows = page.text(".graphs table").replace(',', "");
    for graph in stats.iter().flat_map(|line| line["graphs"].as_array().unwrap()) {
        for field in ["nodes", "edges", "bytes"] {
            let number = graph[field].to_string();
            assert!(rows.split_whitespace().any(|cell| cell == number), "{number} {field}: {rows}");
        }
    }

    // A word is followed to its end, another one to where it leaves the graph.
    page.fill(".graphs .follow input:not([type=radio])", "aeriest");
    page.press(key::ENTER);
    let result = "return document.querySelector('.graphs .follow .result').textContent";
    page.until(result, |result| result.as_str().unwrap().to_uppercase().contains("AERIEST"));
    page.fill(".graphs .follow input:not([type=radio])", "catnip");
    page.press(key::ENTER);
    page.until(result, |result| result.as_str().unwrap().contains("stops"));
}

#[test]
fn the_page_speaks_the_chosen_language() {
    let site = Site::start();
    let Some(page) = Page::open(360, &format!("{}#/graphs", site.url)) else { return };
    page.until(COUNTS, |counts| counts == "48 47");
    for (language, word) in [("de", "Spielen"), ("fr", "Jouer"), ("pl", "Gra"), ("en", "Play")] {
        let choose = format!(
            "const list = document.getElementById('language');
             list.value = '{language}';
             list.dispatchEvent(new Event('change'))"
        );
        page.script(&choose);
        page.find(&format!("html[lang={language}] body.ready"));
        let tab = page.text(".tabs a");
        assert!(tab.starts_with(word), "{language}: {tab}");
    }
}
