//! The tab to play: whole games, by keys and by mouse; a game survives a reload, a file, two tabs and a lost server.

use std::time::Duration;

use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fantoccini::key::Key;
use serde_json::Value;

use crate::support::{Page, Site};

/// A move that the page advises.
struct Advice {
    row: u64,
    column: u64,
    down: bool,
    word: Vec<char>,
}

/// The first of the good moves that the page shows; `None` if it is to pass or exchange.
async fn advice(page: &Page) -> Option<Advice> {
    page.find(".hints:not([hidden]) ol button").await;
    let text = page.text(".hints ol button b").await;
    let (place, word) = text.split_once(' ')?;
    let digits: String = place.chars().filter(char::is_ascii_digit).collect();
    let letter = place.chars().find(char::is_ascii_uppercase)?;
    let word = word.chars().filter(|c| c.is_alphabetic()).collect();
    let column = u64::from(u32::from(letter) - u32::from('A')) + 1;
    Some(Advice { row: digits.parse().ok()?, column, down: place.starts_with(letter), word })
}

impl Advice {
    /// The squares that are empty, each with its letter.
    async fn to_lay(&self, page: &Page) -> Vec<(String, char)> {
        let mut to_lay = Vec::new();
        for (step, &letter) in self.word.iter().enumerate() {
            let step = step as u64;
            let (row, column) = if self.down { (self.row + step, self.column) } else { (self.row, self.column + step) };
            let name = square(row, column);
            let script = format!("return document.querySelector('[data-square=\"{name}\"] .tile') === null");
            if page.script(&script).await == Value::Bool(true) {
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

async fn turns(page: &Page) -> u64 {
    page.script(TURNS).await.as_u64().unwrap()
}

/// Waits for the machine's answer. `true` if the game goes on.
async fn answered(page: &Page, before: u64) -> bool {
    let script = "const over = !document.querySelector('.result').hidden;
        return [over, document.querySelectorAll('.history .move').length]";
    let state = page.until(script, |state| state[0] == true || state[1].as_u64() >= Some(before + 2)).await;
    state[0] == false
}

/// Presses Tab until an element has the focus.
async fn tab_to(page: &Page, selector: &str, back: bool) {
    let tab =
        if back { format!("{}{}", char::from(Key::Shift), char::from(Key::Tab)) } else { char::from(Key::Tab).to_string() };
    let script = format!("return document.activeElement.matches({selector:?})");
    for _ in 0..80 {
        if page.script(&script).await == Value::Bool(true) {
            return;
        }
        page.press(&tab).await;
    }
    panic!("Tab does not reach {selector}");
}

/// Moves the focus on the board by arrow keys, and turns the direction.
async fn walk_to(page: &Page, advice: &Advice) {
    let here = "const square = document.activeElement.dataset;
        return [square.square, square.direction === 'down']";
    for _ in 0..80 {
        let state = page.script(here).await;
        let name = state[0].as_str().unwrap();
        let (letter, digits) = (name.chars().last().unwrap(), &name[..name.len() - 1]);
        let (row, column) = (digits.parse::<u64>().unwrap(), u64::from(letter as u8 - b'A') + 1);
        let key = match (row.cmp(&advice.row), column.cmp(&advice.column)) {
            (std::cmp::Ordering::Less, _) => Key::Down,
            (std::cmp::Ordering::Greater, _) => Key::Up,
            (_, std::cmp::Ordering::Less) => Key::Right,
            (_, std::cmp::Ordering::Greater) => Key::Left,
            _ if state[1] != advice.down => {
                if advice.down {
                    Key::Down
                } else {
                    Key::Right
                }
            }
            _ => return,
        };
        page.press(&char::from(key).to_string()).await;
    }
    panic!("the arrow keys do not reach {}", square(advice.row, advice.column));
}

/// The button with this name.
fn button(name: &str) -> String {
    format!(".play [data-name=\"{name}\"]")
}

/// The final line, which says the result, and both totals, which are those of the last turns.
async fn result(page: &Page) {
    let title = page.text(".result h3").await;
    assert!(!title.is_empty());
    let said = page.text("#status").await;
    assert!(said.contains(&title), "'{said}' does not tell '{title}'");
}

#[tokio::test]
async fn a_whole_game_by_keys() {
    let site = Site::start();
    let Some(page) = Page::open(1280, &format!("{}#/play?seed=7&seat=0", site.url)).await else { return };
    let mut goes_on = true;
    while goes_on {
        let before = turns(&page).await;
        tab_to(&page, &button("hint"), false).await;
        page.press(&char::from(Key::Enter).to_string()).await;
        match advice(&page).await {
            Some(advice) => {
                let to_lay = advice.to_lay(&page).await;
                tab_to(&page, "[role=gridcell]", true).await;
                walk_to(&page, &advice).await;
                let keys: String = to_lay.iter().map(|(_, letter)| key(*letter)).collect();
                page.press(&keys).await;
                let laid = "return document.querySelectorAll('.square.tried').length";
                page.until(laid, |laid| laid.as_u64() == Some(to_lay.len() as u64)).await;
                page.press(&char::from(Key::Enter).to_string()).await;
            }
            None => {
                tab_to(&page, &button("pass"), false).await;
                page.press(&char::from(Key::Enter).to_string()).await;
                tab_to(&page, "dialog button.main", false).await;
                page.press(&char::from(Key::Enter).to_string()).await;
            }
        }
        goes_on = answered(&page, before).await;
        if goes_on {
            page.said("You have").await;
        }
    }
    result(&page).await;
}

/// The key for a tile: a blank is typed with Shift.
fn key(letter: char) -> char {
    if letter.is_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

/// Drags the first tile of the rack that matches to a square.
async fn drag(page: &Page, tile: &str, square: &str) {
    let tile = page.find(tile).await;
    let square = page.find(&format!("[data-square=\"{square}\"]")).await;
    let time = Some(Duration::from_millis(20));
    let to = |element: &fantoccini::elements::Element| PointerAction::MoveToElement {
        element: element.clone(),
        duration: time,
        x: 0.,
        y: 0.,
    };
    let actions = MouseActions::new("mouse".to_owned())
        .then(to(&tile))
        .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
        .then(to(&square))
        .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
    page.client.perform_actions(actions).await.unwrap();
}

#[tokio::test]
async fn a_whole_game_by_mouse() {
    let site = Site::start();
    let Some(page) = Page::open(1280, &format!("{}#/play?seed=11&seat=1", site.url)).await else { return };
    // The machine begins.
    page.until(TURNS, |turns| turns.as_u64() == Some(1)).await;
    let mut goes_on = true;
    while goes_on {
        let before = turns(&page).await;
        page.click(&button("hint")).await;
        match advice(&page).await {
            Some(advice) => {
                for (square, letter) in advice.to_lay(&page).await {
                    let blank = letter.is_lowercase();
                    let letter = letter.to_ascii_uppercase();
                    let label = if blank { "blank".to_owned() } else { format!("{letter},") };
                    drag(&page, &format!(".rack button[aria-label^=\"{label}\"]"), &square).await;
                    if blank {
                        page.click(&format!("dialog .choices button[aria-label=\"{letter}\"]")).await;
                    }
                    page.find(&format!("[data-square=\"{square}\"].tried")).await;
                }
            }
            None => {
                page.click(&button("pass")).await;
                page.click("dialog button.main").await;
                goes_on = answered(&page, before).await;
                continue;
            }
        }
        page.find(".line.good").await;
        page.click(&button("play")).await;
        goes_on = answered(&page, before).await;
    }
    result(&page).await;
}

/// The tiles on the board, those on the rack in any order, and the scores.
const STATE: &str = "
    const labels = selector => [...document.querySelectorAll(selector)].map(element => element.getAttribute('aria-label'));
    const scores = [...document.querySelectorAll('.scores b')].map(score => score.textContent);
    return [...labels('.square:has(.tile)'), ...labels('.rack .slot').sort(), ...scores].join('|')";

/// Plays the best move that is advised.
async fn play_advice(page: &Page) {
    let before = turns(page).await;
    page.click(&button("hint")).await;
    page.click(".hints:not([hidden]) ol button").await;
    page.find(".line.good").await;
    page.click(&button("play")).await;
    assert!(answered(page, before).await);
}

#[tokio::test]
async fn a_game_survives_a_reload_a_file_and_a_second_tab() {
    let site = Site::start();
    let Some(page) = Page::open(1280, &format!("{}#/play?seed=3&seat=0", site.url)).await else { return };
    play_advice(&page).await;
    // Tiles that lie, but are not played, are there after a reload, too.
    page.click(&button("hint")).await;
    page.click(".hints:not([hidden]) ol button").await;
    page.find(".line.good").await;
    let state = page.script(STATE).await;
    page.client.refresh().await.unwrap();
    page.find(".line.good").await;
    assert_eq!(page.script(STATE).await, state);

    // The other tab shows the same game, and goes on with it.
    let first = page.client.window().await.unwrap();
    let second = page.client.new_window(true).await.unwrap().handle;
    page.client.switch_to_window(second).await.unwrap();
    page.go(&format!("{}#/play", site.url)).await;
    page.find(".line.good").await;
    assert_eq!(page.script(STATE).await, state);
    page.click(&button("play")).await;
    page.until(TURNS, |turns| turns.as_u64() == Some(4)).await;
    let state = page.script(STATE).await;
    page.client.switch_to_window(first).await.unwrap();
    page.until(TURNS, |turns| turns.as_u64() == Some(4)).await;
    assert_eq!(page.script(STATE).await, state);

    // The file of the game, as it is handed to the browser for its folder of downloads.
    page.script(
        "window.saved = null;
        const make = URL.createObjectURL;
        URL.createObjectURL = blob => { blob.text().then(text => { window.saved = text; }); return make.call(URL, blob); }",
    )
    .await;
    page.click(&button("save")).await;
    let gcg = page.until("return window.saved", |saved| saved.is_string()).await;
    assert!(gcg.as_str().unwrap().contains("#player1"), "{gcg}");
    page.script("localStorage.clear()").await;
    page.go(&format!("{}#/play?seed=5&seat=0", site.url)).await;
    page.until(TURNS, |turns| turns.as_u64() == Some(0)).await;
    page.click(&button("load")).await;
    page.fill("dialog textarea", gcg.as_str().unwrap()).await;
    page.click("dialog button.main").await;
    page.until(TURNS, |turns| turns.as_u64() == Some(4)).await;
    assert_eq!(page.script(STATE).await, state);
}

#[tokio::test]
async fn a_server_that_stops_is_waited_for() {
    let mut site = Site::start();
    let Some(page) = Page::open(1280, &format!("{}#/play?seed=3&seat=0", site.url)).await else { return };
    page.click(&button("hint")).await;
    page.click(".hints:not([hidden]) ol button").await;
    page.find(".line.good").await;
    let port = site.port().to_owned();
    drop(site);
    page.click(&button("play")).await;
    page.said("server does not answer").await;
    site = Site::start_at(&port);
    // The move that was made in the meantime is played by itself.
    page.until(TURNS, |turns| turns.as_u64() == Some(2)).await;
    drop(site);
}
