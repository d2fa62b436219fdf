//! Questions of the API, from JSON to JSON, on one thread: the yardstick of `tools/wasm bench`.
//!
//!     echo '[{"name": "anagram", "question": "words/anagram", "request": {"letters": "retains"}}]' |
//!         cargo bench --bench api
//!
//! Reads a list of questions from standard input, asks each again and again for half a second after some rounds without
//! measure, and prints a list of the names with the medians in microseconds. The lexicon is the bundled ENABLE1, with
//! both graphs and the bundled leave values.

use std::hint::black_box;
use std::io::Read;
use std::time::{Duration, Instant};

use lexigraph::Lexicon;
use lexigraph::api::Api;
use lexigraph::parallel::Threads;
use serde_json::{Value, json};

/// The time for which a question is asked.
const TIME: Duration = Duration::from_millis(500);

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("standard input is text");
    let questions: Vec<Value> = serde_json::from_str(&text).expect("standard input has a list of questions in JSON");
    let mut api = Api::new();
    api.add("enable", Lexicon::bundled("enable").expect("it is bundled")).expect("it is the first");
    let threads = Threads::new(1).expect("one thread starts");
    let answers: Vec<Value> = threads.run(|| questions.iter().map(|asked| measured(&api, asked)).collect());
    println!("{}", Value::from(answers));
}

/// The median time of a question.
fn measured(api: &Api, asked: &Value) -> Value {
    let question = asked["question"].as_str().expect("a question has a name");
    let body = asked["request"].to_string();
    let ask = || {
        let start = Instant::now();
        let answer = api.answer(question, &body).unwrap_or_else(|error| panic!("{question}: {error}"));
        black_box(serde_json::to_vec(&answer).expect("an answer is JSON"));
        start.elapsed()
    };
    for _ in 0..3 {
        ask();
    }
    let start = Instant::now();
    let mut times = vec![ask()];
    while start.elapsed() < TIME {
        times.push(ask());
    }
    times.sort_unstable();
    json!({ "name": asked["name"], "microseconds": times[times.len() / 2].as_secs_f64() * 1e6 })
}
