//! The tab to play: whole games, by keys and by mouse; a game survives a reload, a file, two tabs and a lost server.

use serde_json::Value;

use crate::driver::key;
use crate::support::{Page, Site, without_server};

/// A move that the page advises.
struct Advice {
    row: u64,
    column: u64,
    down: bool,
    word: Vec<char>,
}

/// The first of the good moves that the page shows; `None` if it is to pass or exchange.
fn advice(page: &Page) -> Option<Advice> {
    page.find(".hints:not([hidden]) ol button");
    let text = page.text(".hints ol button b");
    let (place, word) = text.split_once(' ')?;
    let digits: String = place.chars().filter(char::is_ascii_digit).collect();
    let letter = place.chars().find(char::is_ascii_uppercase)?;
    let word = word.chars().filter(|c| c.is_alphabetic()).collect();
    let column = u64::from(u32::from(letter) - u32::from('A')) + 1;
    Some(Advice { row: digits.parse().ok()?, column, down: place.starts_with(letter), word })
}

impl Advice {
    /// The squares that are empty, each with its letter.
    fn to_lay(&self, page: &Page) -> Vec<(String, char)> {
        let mut to_lay = Vec::new();
        for (step, &letter) in self.word.iter().enumerate() {
            let step = step as u64;
            let (row, column) = if self.down { (self.row + step, self.column) } else { (self.row, self.column + step) };
            let name = square(row, column);
            let script = format!("return document.querySelector('[data-square=\"{name}\"] .tile') === null");
            if page.script(&script) == Value::Bool(true) {
                to_lay.push((name, letter));
            }
        }
        to_lay
    }
}

fn square(row: u64, column: u64) -> String {
    format!("{row}{}", char::from(b'A' + column as u8 - 1))
}

/// The number of turns so far.
const TURNS: &str = "return document.querySelectorAll('.history .move').length";

fn turns(page: &Page) -> u64 {
    page.script(TURNS).as_u64().unwrap()
}

/// Waits for the machine's answer. `true` if the game goes on.
fn answered(page: &Page, before: u64) -> bool {
    let script = "const over = !document.querySelector('.result').hidden;
        return [over, document.querySelectorAll('.history .move').length]";
    let state = page.until(script, |state| state[0] == true || state[1].as_u64() >= Some(before + 2));
    state[0] == false
}

/// Presses Tab until an element has the focus.
fn tab_to(page: &Page, selector: &str, back: bool) {
    let tab = if back { format!("{}{}", key::SHIFT, key::TAB) } else { key::TAB.to_string() };
    let script = format!("return document.activeElement.matches({selector:?})");
    for _ in 0..80 {
        if page.script(&script) == Value::Bool(true) {
            return;
        }
        page.press(&tab);
    }
    panic!("Tab does not reach {selector}");
}

/// Moves the focus on the board by arrow keys, and turns the direction.
fn walk_to(page: &Page, advice: &Advice) {
    let here = "const square = document.activeElement.dataset;
        return [square.square, square.direction === 'down']";
    for _ in 0..80 {
        let state = page.script(here);
        let name = state[0].as_str().unwrap();
        let (letter, digits) = (name.chars().last().unwrap(), &name[..name.len() - 1]);
        let (row, column) = (digits.parse::<u64>().unwrap(), u64::from(letter as u8 - b'A') + 1);
        let pressed = match (row.cmp(&advice.row), column.cmp(&advice.column)) {
            (std::cmp::Ordering::Less, _) => key::DOWN,
            (std::cmp::Ordering::Greater, _) => key::UP,
            (_, std::cmp::Ordering::Less) => key::RIGHT,
            (_, std::cmp::Ordering::Greater) => key::LEFT,
            _ if state[1] != advice.down => {
                if advice.down {
                    key::DOWN
                } else {
                    key::RIGHT
                }
            }
            _ => return,
        };
        page.press(pressed);
    }
    panic!("the arrow keys do not reach {}", square(advice.row, advice.column));
}

/// The button with this name.
fn button(name: &str) -> String {
    format!(".play [data-name=\"{name}\"]")
}

/// The final line, which says the result, and both totals, which are those of the last turns.
fn result(page: &Page) {
    let title = page.text(".result h3");
    assert!(!title.is_empty());
    let said = page.text("#status");
    assert!(said.contains(&title), "'{said}' does not tell '{title}'");
}

#[test]
fn a_whole_game_by_keys() {
    let site = Site::start();
    let Some(page) = Page::open(1280, &format!("{}#/play?seed=7&seat=0", site.url)) else { return };
    let mut goes_on = true;
    while goes_on {
        let before = turns(&page);
        tab_to(&page, &button("hint"), false);
        page.press(key::ENTER);
        match advice(&page) {
            Some(advice) => {
                let to_lay = advice.to_lay(&page);
                tab_to(&page, "[role=gridcell]", true);
                walk_to(&page, &advice);
                let keys: String = to_lay.iter().map(|(_, letter)| key_for(*letter)).collect();
                page.press(&keys);
                let laid = "return document.querySelectorAll('.square.tried').length";
                page.until(laid, |laid| laid.as_u64() == Some(to_lay.len() as u64));
                page.press(key::ENTER);
            }
            None => {
                tab_to(&page, &button("pass"), false);
                page.press(key::ENTER);
                tab_to(&page, "dialog[open] button.main", false);
                page.press(key::ENTER);
            }
        }
        goes_on = answered(&page, before);
        if goes_on {
            page.said("You have");
        }
    }
    result(&page);
}

/// The key for a tile: a blank is typed with Shift.
fn key_for(letter: char) -> char {
    if letter.is_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

/// Drags the first tile of the rack that matches to a square.
fn drag(page: &Page, tile: &str, square: &str) {
    page.driver.drag(&page.find(tile), &page.find(&format!("[data-square=\"{square}\"]")));
}

#[test]
fn a_whole_game_by_mouse() {
    let site = Site::start();
    let Some(page) = Page::open(1280, &format!("{}#/play?seed=11&seat=1", site.url)) else { return };
    // The machine begins.
    page.until(TURNS, |turns| turns.as_u64() == Some(1));
    let mut goes_on = true;
    while goes_on {
        let before = turns(&page);
        page.click(&button("hint"));
        match advice(&page) {
            Some(advice) => {
                for (square, letter) in advice.to_lay(&page) {
                    let blank = letter.is_lowercase();
                    let letter = letter.to_ascii_uppercase();
                    let label = if blank { "blank".to_owned() } else { format!("{letter},") };
                    drag(&page, &format!(".rack button[aria-label^=\"{label}\"]"), &square);
                    if blank {
                        page.click(&format!("dialog .choices button[aria-label=\"{letter}\"]"));
                    }
                    page.find(&format!("[data-square=\"{square}\"].tried"));
                }
            }
            None => {
                page.click(&button("pass"));
                page.click("dialog[open] button.main");
                goes_on = answered(&page, before);
                continue;
            }
        }
        page.find(".line.good");
        page.click(&button("play"));
        goes_on = answered(&page, before);
    }
    result(&page);
}

/// The tiles on the board, those on the rack in any order, and the scores.
const STATE: &str = "
    const labels = selector => [...document.querySelectorAll(selector)].map(element => element.getAttribute('aria-label'));
    const scores = [...document.querySelectorAll('.scores b')].map(score => score.textContent);
    return [...labels('.square:has(.tile)'), ...labels('.rack .slot').sort(), ...scores].join('|')";

/// Plays the best move that is advised.
fn play_advice(page: &Page) {
    let before = turns(page);
    page.click(&button("hint"));
    page.click(".hints:not([hidden]) ol button");
    page.find(".line.good");
    page.click(&button("play"));
    assert!(answered(page, before));
}

#[test]
fn a_game_survives_a_reload_a_file_and_a_second_tab() {
    let site = Site::start();
    let Some(page) = Page::open(1280, &format!("{}#/play?seed=3&seat=0", site.url)) else { return };
    play_advice(&page);
    // Tiles that lie, but are not played, are there after a reload, too.
    page.click(&button("hint"));
    page.click(".hints:not([hidden]) ol button");
    page.find(".line.good");
    let state = page.script(STATE);
    page.driver.refresh();
    page.find(".line.good");
    assert_eq!(page.script(STATE), state);

    // The other tab shows the same game, and goes on with it.
    let first = page.driver.window();
    let second = page.driver.new_window();
    page.driver.switch_to(&second);
    page.go(&format!("{}#/play", site.url));
    page.find(".line.good");
    assert_eq!(page.script(STATE), state);
    page.click(&button("play"));
    page.until(TURNS, |turns| turns.as_u64() == Some(4));
    let state = page.script(STATE);
    page.driver.switch_to(&first);
    page.until(TURNS, |turns| turns.as_u64() == Some(4));
    assert_eq!(page.script(STATE), state);

    // The file of the game, as it is handed to the browser for its folder of downloads.
    page.script(
        "window.saved = null;
        const make = URL.createObjectURL;
        URL.createObjectURL = blob => { blob.text().then(text => { window.saved = text; }); return make.call(URL, blob); }",
    );
    page.click(&button("save"));
    let gcg = page.until("return window.saved", |saved| saved.is_string());
    assert!(gcg.as_str().unwrap().contains("#player1"), "{gcg}");
    page.script("localStorage.clear()");
    page.go(&format!("{}#/play?seed=5&seat=0", site.url));
    page.until(TURNS, |turns| turns.as_u64() == Some(0));
    page.click(&button("load"));
    page.fill("dialog[open] textarea", gcg.as_str().unwrap());
    page.click("dialog[open] button.main");
    page.until(TURNS, |turns| turns.as_u64() == Some(4));
    assert_eq!(page.script(STATE), state);
}

#[test]
fn a_server_that_stops_is_waited_for() {
    let mut site = Site::start();
    let Some(page) = Page::open(1280, &format!("{}#/play?seed=3&seat=0", site.url)) else { return };
    page.click(&button("hint"));
    page.click(".hints:not([hidden]) ol button");
    page.find(".line.good");
    let port = site.port().to_owned();
    drop(site);
    page.click(&button("play"));
    if without_server().is_none() {
        page.said("server does not answer");
    }
    site = Site::start_at(&port);
    // The move that was made in the meantime is played by itself.
    page.until(TURNS, |turns| turns.as_u64() == Some(2));
    drop(site);
}
