//! The tab of graphs: the twelve words of the textbook shrink from 48 nodes to 14, and look-ups are followed.

use std::fs;

use crate::support::{Page, Site, file, program};

/// The numbers of nodes and of edges.
const COUNTS: &str = "return [...document.querySelectorAll('.graphs .counts b')].map(count => count.textContent).join(' ')";

#[tokio::test]
async fn twelve_words_shrink_from_48_nodes_to_14() {
    let site = Site::start();
    let Some(page) = Page::open(1280, &format!("{}#/graphs", site.url)).await else { return };
    page.until(COUNTS, |counts| counts == "48 47").await;
    page.click(".graphs .steps button:last-of-type").await;
    page.until(COUNTS, |counts| counts == "14 20").await;
    assert!(page.text(".graphs .step-text").await.contains("DAWG"));
    page.click(".graphs .steps button:first-of-type").await;
    page.until(COUNTS, |counts| counts == "48 47").await;

    // The bytes of the layouts are those that the program tells.
    let folder = tempfile::TempDir::new().unwrap();
    let list = folder.path().join("twelve.txt");
    fs::write(&list, file("golden/twelve.txt")).unwrap();
    let stats = program(&["stats", "--json", "--compare", list.to_str().unwrap()]).to_string();
    let rows = page.text(".graphs table").await.replace(',', "");
    for layout in ["fast", "list", "small", "packed", "hash"] {
        assert!(stats.contains(&format!("\"{layout}\"")) && rows.contains(layout), "{layout}: {rows}");
    }

    // A word is followed to its end, another one to where it leaves the graph.
    page.fill(".graphs .follow input:not([type=radio])", "aeriest").await;
    page.press("\u{e007}").await;
    let result = "return document.querySelector('.graphs .follow .result').textContent";
    page.until(result, |result| result.as_str().unwrap().to_uppercase().contains("AERIEST")).await;
    page.fill(".graphs .follow input:not([type=radio])", "catnip").await;
    page.press("\u{e007}").await;
    page.until(result, |result| result.as_str().unwrap().contains("stops")).await;
}

#[tokio::test]
async fn the_page_speaks_the_chosen_language() {
    let site = Site::start();
    let Some(page) = Page::open(360, &format!("{}#/graphs", site.url)).await else { return };
    page.until(COUNTS, |counts| counts == "48 47").await;
    for (language, word) in [("de", "Spielen"), ("fr", "Jouer"), ("pl", "Gra"), ("en", "Play")] {
        let choose = format!(
            "const list = document.getElementById('language');
             list.value = '{language}';
             list.dispatchEvent(new Event('change'))"
        );
        page.script(&choose).await;
        page.find(&format!("html[lang={language}] body.ready")).await;
        let tab = page.text(".tabs a").await;
        assert!(tab.starts_with(word), "{language}: {tab}");
    }
}
