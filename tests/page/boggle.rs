//! The tab of grids: words and paths are those of the program.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::{Page, Site, program};

/// Points at each word in turn; gives the cells of the line that is drawn in the next frame, from 1.
const PATHS: &str = "
    const done = arguments[0];
    const found = {};
    const frame = () => new Promise(requestAnimationFrame);
    (async () => {
    for (const button of document.querySelectorAll('.word-list button[data-at]')) {
        button.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
        await frame();
        await frame();
        found[button.textContent.trim().toUpperCase()] = [...document.querySelectorAll('.trail .step')].map(step => {
            const [x, y] = step.getAttribute('transform').match(/[-\\d.]+/g).map(Number);
            return [Math.round(y + 0.79), Math.round(x + 0.79)];
        });
    }
    done(found);
    })()";

#[test]
fn words_and_paths_are_those_of_the_program() {
    let site = Site::start();
    for grid in ["cat/din/ore", "[qu]ie/tan/els"] {
        let Some(page) = Page::open(1280, &format!("{}#/boggle?grid={grid}", site.url)) else { return };
        let solved = program(&["boggle", "--json", grid]);
        let words = solved["words"].as_array().unwrap();
        let listed = "return document.querySelectorAll('.word-list button[data-at]').length";
        page.until(listed, |count| count.as_u64() == Some(words.len() as u64));
        let expected: BTreeMap<String, Value> =
            words.iter().map(|word| (word["word"].as_str().unwrap().to_uppercase(), word["path"].clone())).collect();
        let drawn: BTreeMap<String, Value> = serde_json::from_value(page.driver.run_late(PATHS, &[])).unwrap();
        assert_eq!(drawn, expected);
    }
}

#[test]
fn a_round_strikes_what_is_no_word() {
    let site = Site::start();
    let Some(page) = Page::open(360, &format!("{}#/boggle?grid=catd/line/maro/pets", site.url)) else { return };
    page.click("[data-mode=round]");
    // The grid that is there, without rolling.
    page.click(".round button:not(.main)");
    for word in ["aerial", "xyzzy", "catnip", "tin"] {
        page.fill(".playing input.box", word);
        page.click(".playing .entry button.main");
    }
    page.until("return document.querySelectorAll('.mine li').length", |count| count.as_u64() == Some(4));
    page.click(".playing .clock button");
    let scores = page.text(".scores .player").to_uppercase();
    // AERIAL has three points, TIN one; the others are struck.
    for word in ["AERIAL", "XYZZY", "CATNIP", "TIN"] {
        assert!(scores.contains(word), "{scores}");
    }
    assert!(page.text(".scores .score").starts_with('4'), "{scores}");
}

#[test]
fn the_best_grid_improves_until_it_is_stopped() {
    let site = Site::start();
    let Some(page) = Page::open(1280, &format!("{}#/boggle?grid=aaaaaaaaa", site.url)) else { return };
    page.click("[data-mode=best]");
    page.click(".best button.main");
    let score =
        "return Number((document.querySelector('.best-score')?.textContent.match(/[\\d,]+/) ?? ['0'])[0].replace(',', ''))";
    let first = page.until(score, |score| score.as_u64() > Some(20)).as_u64();
    page.until(score, |score| score.as_u64() > first);
    page.click(".best button.main");
    let faces = "return [...document.querySelectorAll('.die')].map(die => die.textContent).join('')";
    let grid = page.until(faces, |faces| faces.as_str().is_some_and(|faces| !faces.is_empty()));
    assert_ne!(grid.as_str().unwrap().to_lowercase(), "aaaaaaaaa");
}
