//! The tab of words: what is typed chooses the question, and the answers are those of the program.

use serde_json::Value;

use crate::support::{Page, Site, program_lines, without_server};

/// The words that are listed.
const LISTED: &str = "return [...document.querySelectorAll('.words .answers [data-word]')].map(link => link.dataset.word)";

fn words(lines: &[Value]) -> Vec<String> {
    lines.iter().map(|line| line["word"].as_str().unwrap().to_uppercase()).collect()
}

#[test]
fn what_is_typed_is_answered_as_the_program_answers() {
    let site = Site::start();
    let Some(page) = Page::open(1280, &format!("{}#/words", site.url)) else { return };
    let cases: [(&str, &[&str]); 5] = [
        ("crane=xygxx", &["filter", "--json", "crane=xygxx"]),
        ("aeinrst?", &["anagram", "--json", "aeinrst?"]),
        ("qu..t*s", &["pattern", "--json", "qu??t*s"]),
        ("length:7 and probability:1-20", &["search", "--json", "length:7 and probability:1-20"]),
        ("qu[aeiou]x*", &["pattern", "--json", "qu[aeiou]x*"]),
    ];
    for (typed, arguments) in cases {
        page.fill(".words input.box", typed);
        let expected = words(&program_lines(arguments));
        let wanted = serde_json::to_value(&expected).unwrap();
        page.until(LISTED, |listed| sorted(listed) == sorted(&wanted));
    }
}

fn sorted(list: &Value) -> Vec<String> {
    let mut words: Vec<String> = list.as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_uppercase()).collect();
    words.sort();
    words.dedup();
    words
}

#[test]
fn an_address_shows_the_same_again_and_mistakes_are_told_at_the_box() {
    let site = Site::start();
    let address = format!("{}#/words?q=etaoins%3F&sort=points", site.url);
    let Some(page) = Page::open(360, &address) else { return };
    let listed = page.until(LISTED, |listed| listed.as_array().is_some_and(|list| list.len() > 10));
    let by_points = program_lines(&["anagram", "--json", "--sort", "points", "etaoins?"]);
    assert_eq!(listed[0].as_str().unwrap().to_uppercase(), words(&by_points)[0]);
    page.driver.refresh();
    page.until(LISTED, |again| *again == listed);
    page.fill(".words input.box", "a[bc");
    page.find(".words input.box[aria-invalid=true]");
    assert!(page.text(".words .problem").contains(']'));
    page.fill(".words input.box", "cwm");
    page.find(".words .card .verdict .good");
    // The engine in the browser has no tables of the words' numbers.
    if without_server().is_none() {
        let looked = program_lines(&["anagram", "--json", "--columns", "word,playability,commonness", "cwm"]).remove(0);
        let (playability, level) = (&looked["playability"], &looked["commonness"]);
        let facts = "return document.querySelector('.words .card .facts').textContent";
        page.until(facts, |text| {
            let text = text.as_str().unwrap();
            text.contains(&format!("{playability} points lost in 1,000 games")) && text.contains(&format!("{level} of 80"))
        });
    }
    page.fill(".words input.box", "cwmm");
    page.find(".words .bad");
}

#[test]
fn ladders_chains_and_bees_are_those_of_the_program() {
    let site = Site::start();
    let Some(page) = Page::open(1280, &format!("{}#/words", site.url)) else { return };
    page.fill(".words input.box", "cold > warm");
    let ladders = program_lines(&["ladder", "--all", "--json", "cold", "warm"]);
    let steps: Vec<Value> = ladders.iter().flat_map(|ladder| ladder["words"].as_array().unwrap().clone()).collect();
    page.until(LISTED, |listed| *listed == Value::from(steps.clone()));
    let Some(page) = Page::open(1280, &format!("{}#/words?q=winter%20summer&how=chain&overlap=3", site.url)) else { return };
    let chains = program_lines(&["chain", "--overlap", "3", "--all", "--json", "winter", "summer"]);
    let steps: Vec<Value> = chains.iter().flat_map(|chain| chain["words"].as_array().unwrap().clone()).collect();
    page.until(LISTED, |listed| *listed == Value::from(steps.clone()));
    let Some(page) = Page::open(1280, &format!("{}#/words?q=c%20ahnlto&how=bee", site.url)) else { return };
    let bee = program_lines(&["bee", "--json", "c", "ahnlto"]);
    let points: i64 = bee.iter().map(|row| row["points"].as_i64().unwrap()).sum();
    page.until(LISTED, |listed| listed.as_array().is_some_and(|list| list.len() == bee.len().min(100)));
    let count = page.text(".words .count");
    assert!(count.contains(&format!("{} answers · {points} points", bee.len())), "{count}");
}
