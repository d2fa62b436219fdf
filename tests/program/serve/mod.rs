//! `serve`: the page, the questions, and who may ask them.

mod client;
mod hostile;
mod lanes;

use std::io::Read;
use std::time::Duration;

use serde_json::{Value, json};

use crate::program::{Folder, lexigraph};
use client::{Answer, JSON, Server};

const MOLD: &str = "15/15/15/15/15/15/15/4MOLD7/15/15/15/15/15/15/15 SITXVQJ/ 0/0 0";

/// The request of a simulation of so many racks.
fn simulation(iterations: u64) -> String {
    json!({ "position": { "text": MOLD }, "iterations": iterations, "candidates": 3, "certainty": 100 }).to_string()
}

#[test]
fn questions_are_answered_as_by_the_library() {
    let server = Server::start();
    let found = server.ask("words/anagram", r#"{"letters": "retains"}"#).ok();
    assert_eq!(found["count"], 9);
    let mut client = server.connect();
    for _ in 0..3 {
        let judged = client.ask("words/judge", r#"{"words": ["qat", "zax"]}"#).ok();
        assert_eq!(judged["acceptable"], true);
    }
    // No body is an empty request.
    assert_eq!(client.send("POST", "/api/shelf/lexicons", &[], b"").ok()["lexicons"][0]["name"], "enable");
    let utf8 = [("Content-Type", "Application/JSON; charset=UTF-8")];
    assert_eq!(client.send("POST", "/api/words/judge", &utf8, br#"{"words": ["qat"]}"#).status, 200);
}

#[test]
fn the_description_names_every_question() {
    let server = Server::start();
    let answer = server.send("GET", "/api", &[]);
    let description = answer.ok();
    assert!(description["openapi"].as_str().unwrap().starts_with("3.1"));
    for question in lexigraph::api::QUESTIONS {
        let path = format!("/api/{}", question.name);
        assert!(description["paths"][path.as_str()]["post"]["summary"].is_string(), "{path}");
    }
    server.send("POST", "/api", &[]).problem(405, "method");
    server.send("GET", "/api/words/anagram", &[]).problem(405, "method");
    let options = server.send("OPTIONS", "/api/words/anagram", &[]);
    options.problem(405, "method");
    assert_eq!(options.header("allow"), Some("POST"));
    assert_eq!(options.header("access-control-allow-origin"), None);
}

#[test]
fn every_kind_of_error_is_a_problem_document() {
    let server = Server::start();
    let kind = |question: &str, body: Value, status: u16, kind: &str| {
        let problem = server.ask(question, &body.to_string()).problem(status, kind);
        assert_eq!(problem["kind"], kind);
        problem
    };
    let malformed = kind("words/anagram", json!({ "letters": 5 }), 400, "malformed");
    assert_eq!((&malformed["line"], &malformed["column"]), (&json!(1), &json!(12)));
    assert_eq!(kind("words/anagram", json!({ "letter": "a" }), 400, "malformed")["field"], "letter");
    kind("words/nothing", json!({}), 404, "unknown-question");
    let name = kind("words/anagram", json!({ "letters": "a", "lexicon": "enabel" }), 404, "unknown-name");
    assert_eq!(name["field"], "lexicon");
    assert!(name["detail"].as_str().unwrap().contains("did you mean 'enable'?"), "{name}");
    let invalid = kind("words/pattern", json!({ "pattern": "a[" }), 422, "invalid");
    assert_eq!(invalid["column"], 2);
    kind("position/endgame", json!({ "position": { "text": MOLD } }), 409, "illegal");
    kind("words/anagram", json!({ "letters": "a".repeat(2000) }), 413, "too-large");
    let german: &[(&str, &[u8])] = &[("german.txt", b"haus\nmaus\n")];
    let folder = Folder::with(german);
    folder.ok(&["compile", "german.txt", "--alphabet", "german", "-o", "german.lxg"]);
    let other = Server::with(&["--port", "0", "-l", "german.lxg"], folder);
    other.ask("words/define", r#"{"words": ["haus"]}"#).problem(422, "unavailable");
    server.send("GET", "/nothing.js", &[]).problem(404, "not-found");
    server.send("GET", "/api/", &[]).problem(404, "not-found");
    server.send("POST", "/index.html", &[]).problem(405, "method");
}

#[test]
fn files_of_the_page_are_compressed_and_not_sent_twice() {
    let server = Server::start();
    let plain = server.send("GET", "/", &[]);
    assert_eq!((plain.status, plain.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert_eq!(plain.header("cache-control"), Some("no-cache"));
    assert_eq!(plain.body, server.send("GET", "/index.html", &[]).body);
    assert_eq!(plain.body, server.send("GET", "/?lexicon=enable", &[]).body);
    let policy = plain.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'; script-src 'self';") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(plain.header("x-content-type-options"), Some("nosniff"));

    let head = server.send("HEAD", "/", &[]);
    assert_eq!((head.status, head.header("content-length")), (200, Some(&*plain.body.len().to_string())));
    assert_eq!(head.header("etag"), plain.header("etag"));

    let packed = server.send("GET", "/", &[("Accept-Encoding", "br, gzip;q=0.5")]);
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert_ne!(packed.header("etag"), plain.header("etag"));
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(&packed.body[..]).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, plain.body);
    assert_eq!(server.send("GET", "/", &[("Accept-Encoding", "gzip;q=0, br")]).header("content-encoding"), None);

    let tag = plain.header("etag").unwrap();
    for known in [tag.to_owned(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".to_owned()] {
        let same = server.send("GET", "/", &[("If-None-Match", &known)]);
        assert_eq!((same.status, same.body.len(), same.header("etag")), (304, 0, Some(tag)));
    }
    assert_eq!(server.send("GET", "/", &[("If-None-Match", "\"x\"")]).status, 200);
    let packed_only = [("If-None-Match", packed.header("etag").unwrap())];
    assert_eq!(server.send("GET", "/", &packed_only).status, 200);
    // The description is a file, too.
    let description = server.send("GET", "/api", &[("Accept-Encoding", "gzip")]);
    assert_eq!(server.send("HEAD", "/api", &[("Accept-Encoding", "gzip")]).header("etag"), description.header("etag"));
}

#[test]
fn a_page_of_a_folder_is_read_anew_and_nothing_beside_it() {
    let folder = Folder::with(&[("secret.txt", b"secret")]);
    let page = folder.path().join("page");
    std::fs::create_dir_all(page.join("js")).unwrap();
    std::fs::write(page.join("index.html"), "one").unwrap();
    std::fs::write(page.join("js/a.js"), "let a;").unwrap();
    std::fs::write(page.join(".hidden"), "secret").unwrap();
    let server = Server::with(&["--port", "0", "--page", "page"], folder);
    assert_eq!(server.send("GET", "/", &[]).text(), "one");
    std::fs::write(server.folder().join("page/index.html"), "two").unwrap();
    assert_eq!(server.send("GET", "/", &[]).text(), "two");
    assert_eq!(server.send("GET", "/js/a.js", &[]).header("content-type"), Some("text/javascript; charset=utf-8"));
    #[cfg(unix)]
    std::os::unix::fs::symlink("../secret.txt", server.folder().join("page/link.txt")).unwrap();
    for path in [
        "/../secret.txt",
        "/js/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/js/..%5c..%5csecret.txt",
        "/..\\secret.txt",
        "//secret.txt",
        "/.hidden",
        "/link.txt",
        "/js",
        "/js/",
        "/js/a.js/",
        "/secret.txt",
    ] {
        let answer = server.send("GET", path, &[]);
        assert!(matches!(answer.status, 400 | 404), "{path}: {answer:?}");
        assert!(!answer.text().contains("secret\n") && answer.text() != "secret", "{path}");
    }
}

#[test]
fn lexicons_have_the_names_of_their_files() {
    let files: &[(&str, &[u8])] = &[
        ("mine.txt", b"aa\trough lava\nqi\tvital force\n"),
        ("scored.txt", b"aa;50\nqi;20\nzax;90\n"),
        ("leaves.csv", b"q,-7\ns,8\n"),
    ];
    let arguments = ["--port", "0", "-l", "mine.txt", "-l", "scored.txt", "-l", "enable", "--leaves", "leaves.csv"];
    let server = Server::with(&arguments, Folder::with(files));
    let shelf = server.ask("shelf/lexicons", "{}").ok();
    let names: Vec<&str> = shelf["lexicons"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["mine", "scored", "enable"]);
    let defined = server.ask("words/define", r#"{"words": ["qi"]}"#).ok();
    assert!(defined.to_string().contains("vital force"), "{defined}");
    let search = server.ask("words/search", r#"{"conditions": "length:2", "lexicon": "scored"}"#).ok();
    assert_eq!(search["words"][0]["score"], 50, "{search}");
    let leave = server.ask("position/leave", r#"{"tiles": "q", "lexicon": "enable"}"#).ok();
    assert_eq!(leave["value"], -7.0, "{leave}");

    let refused = |arguments: &[&str], part: &str| {
        let folder = Folder::with(files);
        std::fs::create_dir(folder.path().join("other")).unwrap();
        std::fs::write(folder.path().join("other/mine.txt"), "aa\n").unwrap();
        let (status, stdout, said) = lexigraph(folder.path(), &[&["serve", "--port", "0"], arguments].concat(), "");
        assert_eq!((status, stdout.as_str()), (2, ""), "{said}");
        assert!(said.contains("error: ") && said.contains(part), "{said}");
    };
    refused(&["-l", "mine.txt", "-l", "other/mine.txt"], "another lexicon is called 'mine'");
    refused(&["-l", "nothing.lxg"], "nothing.lxg: ");
    refused(&["--page", "nothing"], "nothing: ");
    refused(&["--page", "mine.txt"], "mine.txt: ");
    refused(&["--token", "short"], "--token or LEXIGRAPH_TOKEN: ");
    refused(&["--leaves", "nothing.csv"], "nothing.csv: ");
    let wrong = lexigraph(Folder::with(&[]).path(), &["serve", "--listen", "nowhere"], "");
    assert!(wrong.0 == 2 && wrong.2.contains("--listen: 'nowhere' is no address"), "{wrong:?}");
}

#[test]
fn a_port_that_is_taken_is_told() {
    let server = Server::start();
    let port = server.address.port().to_string();
    let (status, stdout, said) = lexigraph(server.folder(), &["serve", "--port", &port], "");
    assert_eq!((status, stdout.as_str()), (2, ""));
    assert!(said.contains(&format!("127.0.0.1:{port}: the port is taken")) && said.contains("--port 0"), "{said}");
}

#[test]
fn a_foreign_host_or_origin_is_refused() {
    let server = Server::start();
    let port = server.address.port();
    let ask = |headers: &[(&str, &str)]| -> Answer {
        let headers = [&[JSON], headers].concat();
        server.connect().send("POST", "/api/words/judge", &headers, br#"{"words": ["qat"]}"#)
    };
    for host in ["localhost", "LOCALHOST", "127.0.0.1", "[::1]"] {
        let (host, origin) = (format!("{host}:{port}"), format!("http://{host}:{port}"));
        ask(&[("Host", &host)]).ok();
        ask(&[("Host", &host), ("Origin", &origin), ("Sec-Fetch-Site", "same-origin")]).ok();
    }
    let evil = format!("evil.example:{port}");
    let hosts =
        [&*evil, "localhost", "localhost:1", "localhost.evil.example", &format!("localhost:{port}.evil.example"), "x"];
    for host in hosts {
        ask(&[("Host", host)]).problem(403, "foreign");
        server.send("GET", "/", &[("Host", host)]).problem(403, "foreign");
    }
    let none = server.connect().send("POST", "/api/words/judge", &[JSON, ("Host", "")], br#"{"words": ["qat"]}"#);
    assert!(matches!(none.status, 400 | 403), "{none:?}");
    let own = server.address.to_string();
    let twice = server.send("GET", "/", &[("Host", &own), ("Host", &evil)]);
    assert!(matches!(twice.status, 400 | 403), "{twice:?}");
    let other = format!("http://localhost:{port}");
    for origin in ["http://evil.example", &other, &format!("https://{own}"), "null", &format!("http://{own}.evil.example")] {
        ask(&[("Origin", origin)]).problem(403, "foreign");
    }
    ask(&[("Origin", "null"), ("Sec-Fetch-Site", "same-origin")]).ok();
    ask(&[("Origin", "null"), ("Sec-Fetch-Site", "cross-site")]).problem(403, "foreign");
    ask(&[("Sec-Fetch-Site", "cross-site")]).problem(403, "foreign");
    server.send("GET", "/api", &[("Sec-Fetch-Site", "cross-site")]).problem(403, "foreign");
    // A link from elsewhere leads to the page.
    assert_eq!(server.send("GET", "/", &[("Sec-Fetch-Site", "cross-site")]).status, 200);
    // What a form can send, and what is not text in UTF-8.
    for kind in
        ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/json; charset=latin1"]
    {
        let answer = server.connect().send("POST", "/api/words/judge", &[("Content-Type", kind)], b"{}");
        answer.problem(415, "media-type");
    }
    server.connect().send("POST", "/api/words/judge", &[], b"{}").problem(415, "media-type");
    ask(&[("Content-Encoding", "gzip")]).problem(415, "media-type");
}

#[test]
fn beyond_this_machine_a_token_is_needed() {
    // All addresses: one that a test can reach is among them.
    let mut server = Server::with(&["--listen", "0.0.0.0:0"], Folder::with(&[]));
    server.address.set_ip([127, 0, 0, 1].into());
    let token = server.url.split_once("/?token=").unwrap().1.to_owned();
    assert!(token.len() == 32 && token.bytes().all(|byte| byte.is_ascii_hexdigit()), "{token}");
    let wrong = format!("{}{}", &token[..31], if token.ends_with('0') { '1' } else { '0' });

    server.send("GET", "/", &[]).problem(401, "token");
    server.ask("words/judge", r#"{"words": ["qat"]}"#).problem(401, "token");
    server.send("GET", &format!("/?token={wrong}"), &[]).problem(401, "token");
    server.send("GET", "/?token=", &[]).problem(401, "token");
    let first = server.send("GET", &format!("/?token={token}"), &[]);
    assert_eq!((first.status, first.header("location")), (303, Some("/")));
    let cookie = first.header("set-cookie").unwrap();
    assert!(cookie.ends_with("; Path=/; HttpOnly; SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap();
    assert_eq!(server.send("GET", "/", &[("Cookie", &format!("other=1; {cookie}"))]).status, 200);
    server.send("GET", "/", &[("Cookie", &cookie.replace(&token, &wrong))]).problem(401, "token");
    assert_eq!(server.send("GET", "/api", &[("Authorization", &format!("Bearer {token}"))]).status, 200);
    for scheme in [format!("Bearer {wrong}"), format!("Basic {token}"), token[..31].to_owned(), format!("Bearer {token}0")] {
        server.send("GET", "/api", &[("Authorization", &scheme)]).problem(401, "token");
    }
    // The name of the machine is not known: any Host will do, but a page has to be its own.
    let bearer = format!("Bearer {token}");
    let headers = [("Authorization", &*bearer), ("Host", "machine.example:7788")];
    assert_eq!(server.send("GET", "/api", &headers).status, 200);
    server.send("GET", "/api", &[&headers[..], &[("Origin", "http://evil.example")]].concat()).problem(403, "foreign");
    assert_eq!(server.said(), "Ctrl-C ends the server.\n");
}

#[test]
fn a_token_may_be_chosen() {
    let server = Server::with(&["--port", "0", "--token", "open-sesame"], Folder::with(&[]));
    assert!(server.url.ends_with("/?token=open-sesame"), "{}", server.url);
    server.send("GET", "/", &[]).problem(401, "token");
    assert_eq!(server.send("GET", "/", &[("Authorization", "bearer open-sesame")]).status, 200);
}

#[cfg(target_os = "linux")]
#[test]
fn the_browser_is_opened_if_there_is_one() {
    use std::os::unix::fs::PermissionsExt;
    let server = Server::with(&["--port", "0", "--open"], Folder::with(&[]));
    assert_eq!(server.send("GET", "/", &[]).status, 200);
    assert!(server.said().contains("the browser cannot be opened"), "{}", server.said());
    let folder = Folder::with(&[("xdg-open", b"#!/bin/sh\necho \"$1\" > opened\n")]);
    std::fs::set_permissions(folder.path().join("xdg-open"), PermissionsExt::from_mode(0o755)).unwrap();
    let server = Server::with(&["--port", "0", "--open"], folder);
    let opened = server.folder().join("opened");
    let wait = || std::thread::sleep(Duration::from_millis(50));
    let text = (0..200)
        .find_map(|_| std::fs::read_to_string(&opened).ok().filter(|text| !text.is_empty()).or_else(|| (wait(), None).1));
    assert_eq!(text.unwrap().trim(), server.url);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_server_in_the_middle_of_work() {
    for signal in ["-INT", "-TERM"] {
        let mut server = Server::start();
        let (mut idle, mut events) = (server.connect(), server.connect());
        assert_eq!(idle.send("GET", "/", &[], b"").status, 200);
        events.events("position/simulate", &simulation(100_000));
        assert_eq!(events.event().unwrap().0, "progress");
        server.signal(signal);
        // What was found so far is the answer.
        let last = std::iter::from_fn(|| events.event()).last().unwrap();
        assert!(matches!(&*last.0, "answer" | "error"), "{last:?}");
        assert_eq!(server.wait(Duration::from_secs(10)), Some(0));
        idle.wait_for_end();
    }
}
