//! The tab of crosswords: a grid is filled as the program fills it, and blocks are symmetric.

use crate::driver::key;
use crate::support::{Page, Site, program};

const ROWS: &str = "const cells = [...document.querySelectorAll('.crossword-grid [role=gridcell]')];
    return cells.map(cell => cell.classList.contains('block') ? '#' : cell.querySelector('b')?.textContent ?? '-').join('')";

#[test]
fn a_grid_is_filled_as_the_program_fills_it() {
    let site = Site::start();
    let grid = "#---#/-----/-----/-----/#---#";
    let address = format!("{}#/crossword?grid={}&seed=1", site.url, grid.replace('#', "%23").replace('/', "%2F"));
    let Some(page) = Page::open(360, &address) else { return };
    page.until(ROWS, |text| *text == grid.replace('/', ""));
    page.click(".crossword [data-name=fill]");
    let filled = program(&["fill", grid, "--seed", "1", "--json"]);
    let rows: String = filled["grid"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    page.until(ROWS, |text| *text == rows);
    assert!(page.text(".crossword .entries").contains(filled["entries"][1]["word"].as_str().unwrap()));
    // The letters of the fill go; typed letters stay, and a block comes with the one opposite.
    page.click(".crossword [data-name=forget]");
    page.script("document.querySelector('.crossword-grid [data-at=\"5\"]').focus()");
    page.press('q');
    page.press('x');
    page.script("document.querySelector('.crossword-grid [data-at=\"10\"]').focus()");
    page.script("document.querySelector('.crossword-grid [data-at=\"10\"]').dispatchEvent(new PointerEvent('pointerdown'))");
    page.press(' ');
    page.until(ROWS, |text| text == "#---#QX---#---#-----#---#");
    page.click(".crossword [data-name=fill]");
    page.until("return document.querySelector('.crossword .says').textContent", |text| {
        text.as_str().unwrap().starts_with("Impossible")
    });
    page.press(key::TAB);
}
