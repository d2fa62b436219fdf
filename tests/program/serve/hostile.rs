//! Requests that mean no good, and clients that are never done.

use std::time::{Duration, Instant};

use super::client::{Client, JSON, Server};
use super::simulation;

const JUDGE: &str = "/api/words/judge";
const QAT: &[u8] = br#"{"words": ["qat"]}"#;

#[test]
fn bodies_that_are_too_long_are_refused_unread() {
    let server = Server::start();
    #[cfg(target_os = "linux")]
    let before = server.memory();
    let part = vec![b' '; 1 << 20];
    // With its length, which is enough to refuse it.
    let mut client = server.connect();
    let head = client.request("POST", JUDGE, &[JSON, ("Content-Length", "52428800")], b"");
    client.write(&head).unwrap();
    for _ in 0..50 {
        let _ = client.write(&part);
    }
    let problem = client.answer("POST").problem(413, "too-large");
    assert_eq!(problem["kind"], "too-large");
    // A client that asks first is told before it sends anything.
    let mut client = server.connect();
    let expect = [JSON, ("Content-Length", "52428800"), ("Expect", "100-continue")];
    let head = client.request("POST", JUDGE, &expect, b"");
    client.write(&head).unwrap();
    let start = Instant::now();
    client.answer("POST").problem(413, "too-large");
    assert!(start.elapsed() < Duration::from_secs(1));
    // Without a length.
    let mut client = server.connect();
    let head = client.request("POST", JUDGE, &[JSON, ("Transfer-Encoding", "chunked")], b"");
    client.write(&head).unwrap();
    let chunk = [format!("{:x}\r\n", part.len()).as_bytes(), &part, b"\r\n"].concat();
    for _ in 0..50 {
        let _ = client.write(&chunk);
    }
    let _ = client.write(b"0\r\n\r\n");
    client.answer("POST").problem(413, "too-large");
    #[cfg(target_os = "linux")]
    assert!(server.memory() < before + 20_000, "{} after {before}", server.memory());
    // What is just within the bound is read.
    let long = [vec![b' '; (1 << 20) - QAT.len()], QAT.to_vec()].concat();
    server.connect().send("POST", JUDGE, &[JSON], &long).ok();
}

#[test]
fn bodies_that_are_no_requests_are_malformed() {
    let server = Server::start();
    let deep = "[".repeat(500_000);
    let deep_object = r#"{"words":"#.repeat(50_000);
    let bodies: &[&[u8]] = &[
        deep.as_bytes(),
        deep_object.as_bytes(),
        b"{",
        b"null",
        b"5",
        b"\"words\"",
        b"[[\"qat\"]]",
        br#"{"words": "qat"}"#,
        br#"{"words": [5]}"#,
        br#"{"words": {"0": "qat"}}"#,
        br#"{"words": ["qat"], "words": ["qat"]}"#,
        br#"{"words": ["qat"], "more": 1}"#,
        br#"{"words": ["qat"]} x"#,
        b"{\"words\": [\"\xff\"]}",
        b"\xff\xfe{\0}\0",
    ];
    let mut client = server.connect();
    for body in bodies {
        let problem = client.send("POST", JUDGE, &[JSON], body).problem(400, "malformed");
        assert_eq!(problem["kind"], "malformed");
    }
    let text = client.send("POST", JUDGE, &[JSON], b"{\n\"words\": [\"\xff\"]}").problem(400, "malformed");
    assert_eq!(text["line"], 2);
    client.send("POST", JUDGE, &[JSON], QAT).ok();
}

#[test]
fn heads_that_are_no_http_end_the_connection() {
    let server = Server::start();
    let long = format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "a".repeat(200_000));
    let many = format!("GET / HTTP/1.1\r\n{}\r\n", "A: b\r\n".repeat(10_000));
    let smuggled = format!("POST {JUDGE} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n");
    let texts =
        ["\0\x01\x02\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\x16\x03\x01\x02\0", &long, &many, &smuggled];
    for text in texts {
        let mut client = server.connect();
        let _ = client.write(text.as_bytes());
        if text.ends_with("\r\n\r\n") {
            client.wait_for_end();
        }
    }
    assert_eq!(server.send("GET", "/", &[]).status, 200);
}

#[test]
fn a_request_that_never_ends_is_given_up() {
    let server = Server::start();
    let start = Instant::now();
    let mut head = server.connect();
    head.write(b"POST /api/words/judge HTTP/1.1\r\nHost: 127").unwrap();
    let mut body = server.connect();
    let request = body.request("POST", JUDGE, &[JSON, ("Content-Length", "100")], b"{\"words\":");
    body.write(&request).unwrap();
    let mut silent = server.connect();
    // One letter at a time is not faster.
    let mut drop_by_drop = server.connect();
    drop_by_drop.write(b"GET / HTTP/1.1\r\nA: ").unwrap();
    while start.elapsed() < Duration::from_secs(60) && drop_by_drop.write(b"a").is_ok() {
        std::thread::sleep(Duration::from_millis(200));
    }
    body.answer("POST").problem(408, "timeout");
    head.wait_for_end();
    silent.wait_for_end();
    let elapsed = start.elapsed();
    assert!(elapsed > Duration::from_secs(15) && elapsed < Duration::from_secs(50), "{elapsed:?}");
}

#[test]
fn idle_connections_make_room() {
    let server = Server::start();
    let mut busy = server.connect();
    busy.events("position/simulate", &simulation(100_000));
    assert_eq!(busy.event().unwrap().0, "progress");
    let mut idle: Vec<Client> = Vec::new();
    for number in 0..600 {
        let mut client = server.connect();
        if number % 3 == 0 {
            let _ = client.write(b"POST /api/words/judge HTTP/1.1\r\n");
        }
        idle.push(client);
    }
    let start = Instant::now();
    for _ in 0..20 {
        server.connect().send("POST", JUDGE, &[JSON], QAT).ok();
    }
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    // The question that runs was not closed.
    assert_eq!(busy.event().unwrap().0, "progress");
}

/// Requests of all sorts for a long time take no memory.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow() {
    let server = Server::start();
    let requests = if cfg!(debug_assertions) { 240 } else { 10_000 };
    let round = |count: usize| {
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let server = &server;
                scope.spawn(move || mixed(server, thread, count / 4));
            }
        });
    };
    // Each thread of the pool keeps some memory of what it did.
    round(requests);
    let before = server.memory();
    round(requests);
    let after = server.memory();
    println!("{before} kB, then {after} kB");
    assert!(after < before + 16 * 1024, "{before} kB, then {after} kB");
}

#[cfg(target_os = "linux")]
fn mixed(server: &Server, thread: usize, count: usize) {
    let mut client = server.connect();
    for number in 0..count {
        match (number + thread) % 12 {
            0 => assert_eq!(client.send("GET", "/", &[("Accept-Encoding", "gzip")], b"").status, 200),
            1 => drop(client.ask("words/pattern", r#"{"pattern": "a["}"#).problem(422, "invalid")),
            2 => drop(client.ask("words/nothing", "{}").problem(404, "unknown-question")),
            3 => client = server.connect(),
            4 => {
                client.events("words/judge", r#"{"words": ["qat"]}"#);
                assert_eq!(std::iter::from_fn(|| client.event()).count(), 1);
            }
            5 => drop(client.ask("boggle/solve", r#"{"board": {"grid": "perslatgsineters"}}"#).ok()),
            6 => drop(client.send("GET", "/api", &[], b"").ok()),
            7 => drop(client.ask("game/new", "{}").ok()),
            // Gone before the answer.
            8 if number % 8 == 0 => {
                client.events("position/simulate", &simulation(1000));
                client = server.connect();
            }
            9 => {
                let request = client.request("POST", JUDGE, &[JSON], QAT);
                client.write(&request[..request.len() - 5]).unwrap();
                client = server.connect();
            }
            _ => drop(client.ask("words/anagram", r#"{"letters": "retains"}"#).ok()),
        }
    }
}
