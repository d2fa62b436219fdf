//! The page without a server: it works without a network, and versions do not mix. `tools/wasm test` runs these tests;
//! they need the folder that `tools/wasm app` writes.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Page, Site, program, without_server};

/// The folder of the page.
fn folder() -> PathBuf {
    without_server().expect("LEXIGRAPH_STATIC_PAGE names the folder").into()
}

/// A copy of the page, to be changed.
fn copied(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let place = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copied(&entry.path(), &place);
        } else {
            fs::copy(entry.path(), place).unwrap();
        }
    }
}

/// Writes another text in the place of one in a file of the page.
fn change(folder: &Path, name: &str, from: &str, to: &str) {
    let path = folder.join(name);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{name} lacks {from}");
    fs::write(path, text.replace(from, to)).unwrap();
}

/// The hash by which the service worker knows a file.
fn hash(page: &Page, path: &Path) -> String {
    let script = "const [text, done] = arguments;
        crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
            .then(hash => done(`sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}`))";
    page.driver.run_late(script, &[fs::read_to_string(path).unwrap().into()]).as_str().unwrap().to_owned()
}

#[test]
#[ignore = "of the page without a server: tools/wasm test"]
fn all_tabs_work_without_a_network() {
    let site = Site::host(&folder(), "0");
    let Some(page) = Page::open(1280, &format!("{}#/words", site.url)) else { return };
    let url = site.url.clone();
    drop(site);

    page.go(&format!("{url}#/words?q=retains"));
    page.find(".words .answers [data-word=ANTSIER]");
    page.go(&format!("{url}#/boggle?grid=cat/din/ore"));
    let words = program(&["boggle", "--json", "cat/din/ore"])["words"].as_array().unwrap().len();
    let listed = "return document.querySelectorAll('.word-list button[data-at]').length";
    page.until(listed, |count| count.as_u64() == Some(words as u64));
    page.go(&format!("{url}#/graphs"));
    page.find(".graphs svg path.arc");
    page.go(&format!("{url}#/words?q=cwm"));
    page.until("return document.querySelector('.words .definition')?.textContent ?? ''", |text| {
        text.as_str().is_some_and(|text| text.contains("basin"))
    });

    page.go(&format!("{url}#/play?seed=11&seat=0"));
    page.click(".play [data-name=hint]");
    page.click(".hints:not([hidden]) ol button");
    page.find(".line.good");
    page.click(".play [data-name=play]");
    page.until("return document.querySelectorAll('.history .move').length", |turns| turns.as_u64() == Some(2));
}

#[test]
#[ignore = "of the page without a server: tools/wasm test"]
fn a_simulation_runs_until_it_is_stopped() {
    let site = Site::host(&folder(), "0");
    let cgp = "15/15/15/15/15/6R8/6E8/3CARAVAN5/6L8/6T8/15/15/15/15/15%20AEINST%3F/%2034/28%200";
    let Some(page) = Page::open(1280, &format!("{}#/analyse?view=simulate&cgp={cgp}", site.url)) else { return };
    let form = ".analyse [role=tabpanel]:not([hidden]) form";
    page.find(form);
    // Longer than the test waits for anything.
    page.script(&format!("document.querySelectorAll('{form} input')[2].value = 60"));
    page.click(&format!("{form} button[type=submit]"));
    let trials = format!("return parseInt(document.querySelector('{form} + p').textContent.replaceAll(',', ''))");
    page.until(&trials, |trials| trials.as_f64() > Some(10.0));
    page.click(&format!("{form} button[type=submit]"));
    page.find(&format!("{form} button.main"));
    // The engine answers at once.
    page.click(".analyse [role=tab]");
    page.find(".plays tbody tr");
}

#[test]
#[ignore = "of the page without a server: tools/wasm test"]
fn a_newer_version_is_used_whole_when_the_page_is_opened_again() {
    let place = TempDir::new().unwrap();
    let copy = place.path().join("page");
    copied(&folder(), &copy);
    let site = Site::host(&copy, "0");
    let Some(page) = Page::open(1280, &format!("{}#/words", site.url)) else { return };
    let title = "return document.querySelector('.tabs [data-tab=words]').textContent";
    let text = copy.join("text/en.json");
    let before = hash(&page, &text);
    assert_eq!(page.script(title), "Words");
    let waits = "const [wanted, done] = arguments;
        navigator.serviceWorker.getRegistration().then(async registration => {
            await registration.update().catch(() => {});
            const look = () => !registration.installing && Boolean(registration.waiting) === wanted
                ? done(true) : setTimeout(look, 20);
            look();
        })";

    // A version whose files are not what it says is refused.
    change(&copy, "text/en.json", "\"tab.words\": \"Words\"", "\"tab.words\": \"Glossary\"");
    let after = hash(&page, &text);
    change(&copy, "text/en.json", "Glossary", "Vocabulary");
    change(&copy, "service-worker.js", "\"version\":\"", "\"version\":\"a");
    change(&copy, "service-worker.js", &before, &after);
    assert_eq!(page.driver.run_late(waits, &[false.into()]), true);
    page.driver.refresh();
    page.ready();
    assert_eq!(page.script(title), "Words");

    // A whole one is loaded, and takes over when no other window shows the old one.
    change(&copy, "service-worker.js", &after, &hash(&page, &text));
    assert_eq!(page.driver.run_late(waits, &[true.into()]), true);
    assert_eq!(page.script(title), "Words");
    let (first, second) = (page.driver.window(), page.driver.new_window());
    page.driver.switch_to(&second);
    page.go(&format!("{}#/words", site.url));
    assert_eq!(page.script(title), "Words");
    page.driver.close();
    page.driver.switch_to(&first);
    page.driver.refresh();
    page.until(&title.replace(".textContent", "?.textContent"), |title| title == "Vocabulary");
    page.ready();
    drop(site);
    page.driver.refresh();
    page.ready();
    assert_eq!(page.script(title), "Vocabulary");
}

#[test]
#[ignore = "of the page without a server: tools/wasm test"]
fn missing_leave_values_are_told_and_play_goes_on() {
    let place = TempDir::new().unwrap();
    let copy = place.path().join("page");
    copied(&folder(), &copy);
    fs::remove_file(copy.join("lexicons/english.leaves")).unwrap();
    let site = Site::host(&copy, "0");
    let Some(page) = Page::open_drawn(1280, &format!("{}#/play?seed=7&seat=0", site.url)) else { return };
    let notice = "const notice = document.getElementById('notice'); return notice.hidden ? '' : notice.textContent";
    page.until(notice, |text| text.as_str().is_some_and(|text| text.contains("could not be loaded")));
    page.click(".play [data-name=hint]");
    page.find(".hints:not([hidden]) ol button");
    page.click(".tabs [data-tab=words]");
    page.find(".words input.box");
    assert_eq!(page.script(notice), Value::from(""));
}

#[test]
#[ignore = "of the page without a server: tools/wasm test"]
fn an_own_list_is_kept_until_it_is_removed() {
    let place = TempDir::new().unwrap();
    let list = place.path().join("mine.txt");
    fs::write(&list, "quiz\nzyzzx\n").unwrap();
    let site = Site::host(&folder(), "0");
    let Some(page) = Page::open(360, &format!("{}#/words", site.url)) else { return };
    let choose = |path: &Path| page.driver.keys(&page.find("dialog input[type=file]"), path.to_str().unwrap());
    page.click("#own");
    let other = place.path().join("other.txt");
    fs::write(&other, "not a word\n").unwrap();
    choose(&other);
    let wrong = "return document.querySelector('dialog [role=alert]').textContent";
    page.until(wrong, |text| text.as_str().is_some_and(|text| text.contains("other") && text.contains("letter")));

    choose(&list);
    let chosen = "return document.getElementById('lexicon')?.value ?? ''";
    page.until(chosen, |name| name == "mine");
    page.ready();
    drop(site);
    page.driver.refresh();
    page.ready();
    page.fill(".words input.box", "zyzzx");
    page.find(".words .card .verdict .good");
    page.click("#own");
    page.click("dialog .own button:last-child");
    page.until(chosen, |name| name == "");
    page.ready();
    page.fill(".words input.box", "zyzzx");
    page.find(".words .bad");
}
