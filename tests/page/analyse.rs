//! The tab to analyse: a position that is pasted, its plays as the program lists them, and a game turn by turn.

use serde_json::Value;

use crate::driver::key;
use crate::support::{Page, Site, file, program};

const POSITION: &str = "15/15/15/15/15/6R8/6E8/3CARAVAN5/6L8/6T8/15/15/15/15/15 AEINST?/ 34/28 0";

/// The first columns of the plays that are listed: the play, the score, the equity.
const PLAYS: &str = "return [...document.querySelectorAll('.plays tbody tr')].slice(0, 20)
    .map(row => [...row.children].slice(0, 3).map(cell => cell.textContent.trim()))";

/// Opens the dialog for a text, and puts it there.
fn paste(page: &Page, text: &str) {
    page.script(
        "document.querySelector('.analyse dialog.opener') && document.querySelector('.analyse .head button.main').click()",
    );
    page.find("dialog.opener[open] textarea");
    let set = "const [text] = arguments; const area = document.querySelector('dialog.opener textarea');
        area.value = text; area.dispatchEvent(new Event('input', { bubbles: true }))";
    page.driver.run(set, &[text.into()]);
    page.click("dialog.opener button[type=submit]");
}

#[test]
fn a_pasted_position_has_the_plays_of_the_program() {
    let site = Site::start();
    let Some(page) = Page::open(1280, &format!("{}#/analyse", site.url)) else { return };
    paste(&page, POSITION);
    let solved = program(&["solve", "--json", "--sort", "equity", "--top", "20", POSITION]);
    let expected: Vec<[String; 3]> = solved["plays"].as_array().unwrap().iter().map(expected).collect();
    let expected = serde_json::to_value(expected).unwrap();
    let listed = page.until(PLAYS, |plays| plays.as_array().is_some_and(|plays| plays.len() == 20));
    assert_eq!(listed, expected);

    // The play under the focus is shown on the board.
    page.script("document.querySelector('.plays tbody tr').focus()");
    let ghosts = "return document.querySelectorAll('.board .ghost .tile, .board .ghost.tile, .board .tried .tile').length";
    page.until(ghosts, |count| count.as_u64() > Some(0));

    // The address is the position.
    let address = page.until("return location.hash", |hash| hash.as_str().unwrap().contains("cgp="));
    page.go(&format!("{}{}", site.url, address.as_str().unwrap()));
    page.until(PLAYS, |plays| *plays == expected);
}

/// A play of the program as the page shows it.
fn expected(play: &Value) -> [String; 3] {
    let equity = play["equity"].as_f64().unwrap();
    [play["notation"].as_str().unwrap().to_owned(), play["score"].to_string(), format!("{equity:.1}").replace("-0.0", "0.0")]
}

#[test]
fn a_game_is_stepped_through() {
    let site = Site::start();
    let Some(page) = Page::open(1280, &format!("{}#/analyse", site.url)) else { return };
    let game = file("board/game.gcg");
    paste(&page, &game);
    page.find(".stepper:not([hidden])");
    // Each turn is shown with its move on the board: six tiles, then four more.
    let tiles = "return document.querySelectorAll('.board .tile').length";
    page.click(".stepper button:first-child");
    page.until(tiles, |count| count.as_u64() == Some(6));
    assert!(page.text(".stepper .says").contains("SNEEZY"));
    page.click(".stepper .says + button");
    page.until(tiles, |count| count.as_u64() == Some(10));
    assert!(page.text(".stepper .says").contains("17"));
    page.click(".stepper button:last-child");
    page.until("return document.querySelector('.stepper .says').textContent", |says| says == "The game is over.");
    // Each turn is in the list, with what it lost against the best move.
    let rows = "return document.querySelectorAll('[role=tabpanel]:not([hidden]) tbody tr').length";
    page.until(rows, |rows| rows.as_u64() == Some(2));
}

#[test]
fn squares_are_typed_and_mistakes_are_told() {
    let site = Site::start();
    let Some(page) = Page::open(360, &format!("{}#/analyse", site.url)) else { return };
    page.click(".board [data-square=\"8H\"]");
    page.press("qzx");
    page.find(".board [data-square=\"8J\"] .tile");
    page.find(".problems li");
    for _ in 0..3 {
        page.press(key::BACKSPACE);
    }
    let tiles = "return document.querySelectorAll('.board .tile').length";
    page.until(tiles, |count| count.as_u64() == Some(0));
    paste(&page, "15/15 no position");
    let told = "return document.querySelector('dialog.opener [role=alert]').textContent";
    page.until(told, |told| told.as_str().is_some_and(|told| !told.is_empty()));
}

/// Tiles in brackets are one tile; two letters without brackets are two, also if an alphabet has a tile for both.
#[test]
fn moves_are_read_tile_by_tile_where_letters_have_several_characters() {
    let site = Site::start();
    let Some(page) = Page::open(1280, &format!("{}#/analyse", site.url)) else { return };
    let script = "return Promise.all(['letters', 'notation', 'analyse/position'].map(name => import(new URL(`js/${name}.js`, document.baseURI))))
        .then(([{ Letters }, { laidBy, readPlay }, { afterMove, emptyPosition, fromView, laidTiles, squaresFrom }]) => {
            const letter = label => ({ label, lower: label.toLowerCase(), count: 2, points: 1, vowel: false });
            const letters = new Letters({ name: 'x', title: 'x', blanks: 2, letters: ['C', 'CH', 'E', 'H'].map(letter) });
            const rows = Array.from({ length: 15 }, () => Array(15).fill(null));
            rows[7][8] = 'H';
            const view = { layout: 'standard-15', alphabet: 'x', board: rows, racks: ['CH[CH]E?', 'CC'], scores: [0, 0] };
            const position = { ...emptyPosition({ name: 'x', rows: 15, columns: 15 }, 'x'), ...fromView(view, letters) };
            const text = tiles => tiles.map(({ row, column, tile }) => `${row}/${column} ${letters.text(tile)}`);
            const move = '8H C(H)E[CH][ch]';
            const after = afterMove(position, { played: move, score: 9 }, letters);
            const exchanged = afterMove(position, { played: '-CH', score: 0 }, letters);
            return [
                text(laidTiles(readPlay(move), position, letters)), text(laidBy(move, letters)),
                letters.join(after.racks[1]), letters.join(exchanged.racks[1]),
                squaresFrom({ row: 8, column: 8 }, 'across', after).length,
            ];
        })";
    let laid = ["8/8 C", "8/10 E", "8/11 [CH]", "8/12 [ch]"];
    assert_eq!(page.script(script), serde_json::json!([laid, laid, "H", "[CH]E?", 5]));
}

#[test]
fn few_tiles_in_the_bag_are_a_pre_endgame() {
    let site = Site::start();
    let Some(page) = Page::open(1280, &format!("{}#/analyse", site.url)) else { return };
    let tab = "return [...document.querySelectorAll('[role=tab]')].find(tab => tab.textContent === 'Pre-endgame')";
    page.until(&format!("{tab}.hidden"), |hidden| hidden == true);
    // An endgame in which two tiles of the player on turn are unseen.
    let text = file("play/endgame_fresh.tsv");
    let line = text.lines().find(|line| !line.starts_with('#')).unwrap();
    paste(&page, &line.split('\t').next().unwrap().replace("BEEGRTV/AERSTUW", "BEEGR/"));
    page.until(&format!("{tab}.hidden"), |hidden| hidden == false);
    page.script(&format!("({{ f() {{ {tab} }} }}).f().click()"));
    page.script("document.querySelector('[role=tabpanel]:not([hidden]) button.main').click()");
    let rows = "return document.querySelectorAll('[role=tabpanel]:not([hidden]) tbody tr').length";
    page.until(rows, |rows| rows.as_u64() > Some(0));
    let chance =
        "return document.querySelector('[role=tabpanel]:not([hidden]) tbody tr td.numeric + td.numeric').textContent";
    page.until(chance, |chance| chance.as_str().is_some_and(|chance| chance.contains('%')));
}

#[test]
fn an_endgame_is_solved_and_gone_through() {
    let site = Site::start();
    let Some(page) = Page::open(1280, &format!("{}#/analyse", site.url)) else { return };
    let text = file("play/endgame_fresh.tsv");
    // One that takes few positions.
    let line = text.lines().filter(|line| !line.starts_with('#')).nth(17).unwrap();
    let (position, value) = line.split_once('\t').unwrap();
    paste(&page, position);
    // A position that arrives stops what is searched.
    page.until(PLAYS, |plays| plays.as_array().is_some_and(|plays| !plays.is_empty()));
    page.script("[...document.querySelectorAll('[role=tab]')].find(tab => tab.textContent === 'Endgame').click()");
    page.script("document.querySelector('[role=tabpanel]:not([hidden]) button.main').click()");
    let result = "return document.querySelector('[role=tabpanel]:not([hidden]) .result')?.textContent ?? ''";
    page.until(result, |result| result.as_str().is_some_and(|result| result.contains("proven") && result.contains(value)));
    // The first move is on the board, and the next one can be.
    let pressed = "return document.querySelectorAll('[role=tabpanel]:not([hidden]) .line [aria-pressed=true]').length";
    page.until(pressed, |count| count.as_u64() == Some(1));
}
