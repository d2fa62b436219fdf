//! Progress, cancellation, and questions that do not wait for each other.

use std::time::{Duration, Instant};

use super::client::{Client, JSON, Server};
use super::simulation;

/// More than any test waits for.
const ENDLESS: u64 = 100_000;

fn keys(value: &serde_json::Value) -> Vec<String> {
    let mut keys: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
    keys.sort();
    keys
}

/// A simulation that runs: its first progress has come.
fn endless(server: &Server) -> Client {
    let mut client = server.connect();
    assert_eq!(client.events("position/simulate", &simulation(ENDLESS)), 200);
    assert_eq!(client.event().unwrap().0, "progress");
    client
}

#[test]
fn events_tell_the_progress_and_end_with_the_answer() {
    let server = Server::start();
    let mut client = server.connect();
    client.events("position/simulate", &simulation(200));
    let events: Vec<_> = std::iter::from_fn(|| client.event()).collect();
    let (last, progress) = events.split_last().unwrap();
    assert!(!progress.is_empty() && progress.iter().all(|(name, _)| name == "progress"));
    assert_eq!(last.0, "answer");
    // The connection serves on, and the plain answer is the same.
    let plain = client.ask("position/simulate", &simulation(200)).ok();
    assert_eq!(keys(&last.1), keys(&plain));
    assert_eq!(last.1["moves"].to_string(), plain["moves"].to_string());
    assert_eq!(keys(&progress[0].1), keys(&plain));
}

#[test]
fn every_question_can_be_asked_for_events() {
    let server = Server::start();
    let mut client = server.connect();
    client.events("words/anagram", r#"{"letters": "retains"}"#);
    let (name, answer) = client.event().unwrap();
    assert_eq!((&*name, &answer["count"]), ("answer", &9.into()));
    assert!(client.event().is_none());
    client.events("words/pattern", r#"{"pattern": "a["}"#);
    let (name, problem) = client.event().unwrap();
    assert_eq!((&*name, &problem["kind"], &problem["status"]), ("error", &"invalid".into(), &422.into()));
    assert!(client.event().is_none());
    // What is known before the work begins has its status.
    let accept = ("Accept", "text/event-stream");
    client.send("POST", "/api/words/nothing", &[JSON, accept], b"{}").problem(404, "unknown-question");
}

#[test]
fn a_client_that_goes_away_ends_its_question() {
    let server = Server::start();
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    // In both forms, until all places for long questions have been taken more than once.
    for turn in 0..2 * (processors + 16) + 4 {
        if turn % 2 == 0 {
            drop(endless(&server));
        } else {
            let mut client = server.connect();
            let body = simulation(ENDLESS);
            let request = client.request("POST", "/api/position/simulate", &[JSON], body.as_bytes());
            client.write(&request).unwrap();
        }
    }
    let start = Instant::now();
    server.ask("position/simulate", &simulation(1)).ok();
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}

#[test]
fn short_questions_are_answered_while_long_ones_run_and_wait() {
    let server = Server::start();
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let mut running: Vec<Client> = (0..processors).map(|_| endless(&server)).collect();
    // These wait for a turn, and their streams are open.
    let waiting: Vec<Client> = (0..16)
        .map(|_| {
            let mut client = server.connect();
            assert_eq!(client.events("position/simulate", &simulation(1)), 200);
            client
        })
        .collect();
    let full = server.ask("position/simulate", &simulation(1));
    full.problem(503, "busy");
    assert!(full.header("retry-after").unwrap().parse::<u32>().unwrap() > 0);
    let mut client = server.connect();
    client.ask("words/anagram", r#"{"letters": "retains"}"#).ok();
    let start = Instant::now();
    for _ in 0..10 {
        client.ask("words/anagram", r#"{"letters": "retains"}"#).ok();
    }
    let most = if cfg!(debug_assertions) { 30_000 } else { 1000 };
    assert!(start.elapsed() < Duration::from_millis(most), "{:?}", start.elapsed());
    // A place that becomes free goes to one of those that wait.
    running.pop();
    for mut client in waiting {
        let last = std::iter::from_fn(|| client.event()).last().unwrap();
        assert_eq!(last.0, "answer", "{last:?}");
    }
}

#[test]
fn a_client_that_reads_slowly_gets_the_newest_progress() {
    let server = Server::start();
    let mut client = endless(&server);
    // Nothing is read for a while, in which the simulation goes on.
    std::thread::sleep(Duration::from_secs(2));
    let (name, progress) = client.event().unwrap();
    assert_eq!(name, "progress");
    assert!(progress["seconds"].as_f64().is_some());
    #[cfg(target_os = "linux")]
    assert!(server.memory() < 600_000);
}
