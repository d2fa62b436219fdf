//! The tab of learning: answers are kept, come again, and are those of the terminal.

use std::fs;

use crate::driver::key;
use crate::support::{Page, Site, program_lines, without_server};

/// The text of an element, or nothing.
fn text_of(selector: &str) -> String {
    format!("return document.querySelector('{selector}')?.textContent ?? ''")
}

#[test]
fn a_sitting_goes_on_after_a_reload_and_its_log_is_that_of_the_terminal() {
    let site = Site::start();
    let Some(page) = Page::open(360, &format!("{}#/study?q=anagram%3Aaeinrst%20or%20anagram%3Aix", site.url)) else {
        return;
    };
    let outcome = text_of(".study .result:not([hidden]) .outcome");
    let counts = text_of(".study .counts");
    page.click(".study .setup button[type=submit]");
    // Of the two cards, which come by chance, one is right, and the other is missed and comes again.
    for _ in 0..2 {
        page.find(".study .sitting input.box");
        let is_short = page.script(&text_of(".study .prompt h3 .unseen")).as_str().unwrap().contains("IX");
        page.fill(".study .sitting input.box", if is_short { "xi" } else { "retains" });
        page.press(key::ENTER);
        page.until(&outcome, |text| text.as_str().unwrap().contains(if is_short { "Right" } else { "comes again" }));
        if is_short {
            page.click(".study [data-name=next]");
        } else {
            assert!(page.text(".study .answers").contains("STEARIN"));
            page.driver.refresh();
            page.ready();
        }
    }
    // The missed card is left, after a reload as well; a correction is a further line.
    page.until(&counts, |text| text.as_str().unwrap().contains("1 missed"));
    page.driver.refresh();
    page.ready();
    page.find(".study .sitting input.box");
    page.press(key::ENTER);
    page.until(&outcome, |text| text.as_str().unwrap().contains("comes again"));
    page.click(".study [data-name=right]");
    page.said("2 right");

    // Kept in the browser, without the empty end of a line that was cut off.
    let lines = "const done = arguments[0]; const opening = indexedDB.open('lexigraph');
        opening.onsuccess = () => { const all = opening.result.transaction('answers').objectStore('answers').getAllKeys();
            all.onsuccess = () => done(all.result); };";
    let lines: Vec<String> =
        page.driver.run_late(lines, &[]).as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_owned()).collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("page.log");
    fs::write(&path, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    let path = path.to_str().unwrap();
    let progress = program_lines(&["quiz", "progress", "--json", "--log", path]);
    let sum = |key: &str| progress.iter().map(|day| day[key].as_u64().unwrap()).sum::<u64>();
    assert_eq!((sum("answers"), sum("right"), sum("new")), (3, 2, 2));

    // A log of the terminal is added, once.
    let other = folder.path().join("terminal.log");
    fs::write(&other, "2026-01-02T10:00:00.000Z\t0000000a\tjudge\tKA\t3\nno answer\n").unwrap();
    let add = || page.driver.keys(&page.find(".study input[type=file][accept*=log]"), other.to_str().unwrap());
    add();
    page.said("1 answer is added, 0 were there already. 1 line is no answer");
    add();
    page.said("0 answers are added, 1 were there already");
    page.go(&format!("{}#/study?view=due", site.url));
    let table = "return [...document.querySelectorAll('.study tbody tr')].map(row => row.textContent)";
    page.until(table, |rows| rows.as_array().is_some_and(|rows| rows.len() == 2));
    page.go(&format!("{}#/study?view=progress", site.url));
    page.find(".study .plot svg .known circle");
}

#[test]
fn words_are_judged_by_keys_and_marked_by_oneself() {
    let site = Site::start();
    let address = format!("{}#/study?q=anagram%3Aix&kind=judge", site.url);
    let Some(page) = Page::open(1280, &address) else { return };
    page.click(".study .setup button[type=submit]");
    for _ in 0..2 {
        page.find(".study [data-name=y]");
        let asked = page.script(&text_of(".study .prompt h3 .unseen"));
        page.press(if asked == "Is XI a word?" { 'y' } else { 'n' });
        page.find(".study .outcome.good");
        page.click(".study [data-name=next]");
    }
    page.said("2 answers, 2 right (100 %)");
    // Where there is nothing new and nothing due, the page says so.
    page.click(".study .setup button[type=submit]");
    page.until(&text_of(".study .setup [role=alert]"), |text| text.as_str().unwrap().contains("Nothing is due"));
    page.go(&format!("{}#/study?q=length%3A", site.url));
    page.click(".study .setup button[type=submit]");
    page.until(&text_of(".study .setup [role=alert]"), |text| !text.as_str().unwrap().is_empty());

    page.script("localStorage.setItem('lexigraph.study', JSON.stringify({ self: true, kinds: ['definition'] }))");
    page.go(&format!("{}#/study?q=anagram%3Acmw", site.url));
    page.click(".study .setup button[type=submit]");
    page.until(&text_of(".study .clue"), |text| text.as_str().unwrap().contains("basin"));
    page.click(".study [data-name=show]");
    assert!(page.text(".study .answers").contains("CWM"));
    page.click(".study [data-name=easy]");
    page.said("1 answer, 1 right");
}

/// What the page makes of a log: of the whole, and of parts that fit into small requests.
const SURVEYED: &str = r"
    const done = arguments[0];
    const module = name => import(new URL(`js/study/${name}.js`, document.baseURI).href);
    Promise.all([module('schedule'), module('log')]).then(async ([{ survey }, { Log }]) => {
        const log = new Log();
        let text = '';
        for (let number = 0; number < 400; number += 1) {
            const day = new Date(1767225600000 + number * 37 % 90 * 86400000 + number * 60000).toISOString();
            const kind = ['judge', 'hooks', 'anagram'][number % 3];
            text += `${day}\t0000000a\t${kind}\tCARD${number % 29}\t${1 + number * 5 % 4}\n`;
        }
        await log.merge(text);
        let asked = 0;
        const headers = { 'Content-Type': 'application/json' };
        const ask = async (question, request) => {
            asked += 1;
            return (await fetch(`api/${question}`, { method: 'POST', headers, body: JSON.stringify(request) })).json();
        };
        const result = async body => {
            asked = 0;
            const found = await survey({ engine: { ask }, choices: { bounds: { body } } }, log, { boxes: '1,30' });
            const states = [...found.states].map(([key, { due, days }]) => [key, due, days]).sort();
            return { asked, states, due: found.due.sort((a, b) => (a.kind < b.kind ? -1 : 1)), days: found.days };
        };
        done([await result(1 << 20), await result(4000)]);
    }).catch(error => done(String(error)));
";

#[test]
fn a_long_log_is_asked_for_in_parts_with_the_same_result() {
    if without_server().is_some() {
        return;
    }
    let site = Site::start();
    let Some(page) = Page::open(1280, &format!("{}#/words", site.url)) else { return };
    let mut surveyed = page.driver.run_late(SURVEYED, &[]);
    assert!(surveyed.is_array(), "{surveyed}");
    let asked = [0, 1].map(|at| surveyed[at]["asked"].take().as_u64().unwrap());
    assert!(asked[0] == 1 && asked[1] > 5, "{asked:?}");
    assert!(surveyed[0]["days"].as_array().unwrap().len() > 50 && surveyed[0]["states"].as_array().unwrap().len() == 87);
    assert_eq!(surveyed[0], surveyed[1]);
}
