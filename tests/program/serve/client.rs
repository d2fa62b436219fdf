//! A server that runs, and a client that writes what it likes.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::Folder;

/// A server on a port of its own, ended when it is dropped.
pub struct Server {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
    /// What it printed.
    pub url: String,
    folder: Folder,
}

impl Server {
    /// The server with the bundled lexicon.
    pub fn start() -> Server {
        Server::with(&["--port", "0"], Folder::with(&[]))
    }

    /// The server with these arguments, run in this folder.
    pub fn with(arguments: &[&str], folder: Folder) -> Server {
        let errors = File::create(folder.path().join("stderr")).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_lexigraph"))
            .arg("serve")
            .args(arguments)
            .current_dir(folder.path())
            .env_remove("LEXIGRAPH_LEXICON")
            .env_remove("LEXIGRAPH_TOKEN")
            // No browser is found but one in the folder.
            .env("PATH", folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut url).unwrap();
        let url = url.trim_end().to_owned();
        let address = url.strip_prefix("http://").and_then(|rest| rest.split('/').next()?.parse().ok());
        let Some(address) = address else { panic!("'{url}': {}", String::from_utf8_lossy(&folder.read("stderr"))) };
        Server { child, address, url, folder }
    }

    /// What it has written on standard error.
    pub fn said(&self) -> String {
        String::from_utf8(self.folder.read("stderr")).unwrap()
    }

    /// A new connection.
    pub fn connect(&self) -> Client {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(100))).unwrap();
        stream.set_write_timeout(Some(Duration::from_secs(100))).unwrap();
        Client { stream: BufReader::new(stream), host: self.address.to_string() }
    }

    /// Asks a question on a connection of its own.
    pub fn ask(&self, question: &str, body: &str) -> Answer {
        self.connect().ask(question, body)
    }

    /// Sends a request without a body on a connection of its own.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.connect().send(method, path, headers, b"")
    }

    /// Sends a signal.
    #[cfg(unix)]
    pub fn signal(&self, signal: &str) {
        assert!(Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap().success());
    }

    /// Waits for the end, and gives the exit status.
    pub fn wait(&mut self, most: Duration) -> Option<i32> {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            assert!(start.elapsed() < most, "the server does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The memory in use, in kilobytes.
    #[cfg(target_os = "linux")]
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    /// The folder that it runs in.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if !std::thread::panicking() {
            assert!(!self.said().contains("panicked"), "{}", self.said());
        }
    }
}

/// A connection.
pub struct Client {
    stream: BufReader<TcpStream>,
    host: String,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    /// The value of a header, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The answer of a question that has one.
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        assert_eq!(self.header("content-type"), Some("application/json"));
        self.json()
    }

    /// The problem document of an answer with this status; its type ends with this name.
    pub fn problem(&self, status: u16, name: &str) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.header("content-type"), Some("application/problem+json"));
        let problem = self.json();
        assert_eq!(problem["status"], status);
        assert_eq!(problem["type"], format!("urn:lexigraph:problem:{name}"));
        assert!(problem["title"].as_str().is_some_and(|title| !title.is_empty()), "{problem}");
        assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{problem}");
        problem
    }
}

impl Client {
    /// A request as it is sent. `Host` and `Content-Length` are added, unless the headers have them; one with an empty
    /// value is left out.
    pub fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
        let length = body.len().to_string();
        let mut text = format!("{method} {path} HTTP/1.1\r\n");
        let usual = [("Host", self.host.as_str()), ("Content-Length", &length)];
        let has = |name: &str| headers.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
        let usual = usual.into_iter().filter(|(name, _)| !has(name) && (*name == "Host" || !body.is_empty()));
        for (name, value) in usual.chain(headers.iter().copied()).filter(|(_, value)| !value.is_empty()) {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        [text.as_bytes(), b"\r\n", body].concat()
    }

    /// Writes bytes. The server may have closed the connection already.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.get_mut().write_all(bytes)
    }

    pub fn send(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let request = self.request(method, path, headers, body);
        self.write(&request).unwrap();
        self.answer(method)
    }

    pub fn ask(&mut self, question: &str, body: &str) -> Answer {
        self.send("POST", &format!("/api/{question}"), &[JSON], body.as_bytes())
    }

    /// Asks for events, and leaves them to be read.
    pub fn events(&mut self, question: &str, body: &str) -> u16 {
        let accept = ("Accept", "text/event-stream");
        let request = self.request("POST", &format!("/api/{question}"), &[JSON, accept], body.as_bytes());
        self.write(&request).unwrap();
        let (status, headers) = self.head().unwrap();
        assert!(headers.contains(&("content-type".into(), "text/event-stream".into())), "{headers:?}");
        status
    }

    /// The next event: its name and its data. Comments are skipped.
    pub fn event(&mut self) -> Option<(String, Value)> {
        // Each event is one chunk.
        loop {
            let chunk = self.chunk().unwrap();
            if chunk.is_empty() {
                return None;
            }
            let text = String::from_utf8(chunk).unwrap();
            if text.starts_with(':') {
                continue;
            }
            let (name, data) = text.strip_prefix("event: ").and_then(|rest| rest.split_once("\ndata: ")).unwrap();
            let data = data.strip_suffix("\n\n").expect("an event is whole");
            return Some((name.to_owned(), serde_json::from_str(data).unwrap()));
        }
    }

    /// The answer to a request.
    pub fn answer(&mut self, method: &str) -> Answer {
        let (status, headers) = self.head().unwrap();
        let mut answer = Answer { status, headers, body: vec![] };
        if method == "HEAD" || status == 304 {
            return answer;
        }
        if answer.header("transfer-encoding") == Some("chunked") {
            loop {
                let chunk = self.chunk().unwrap();
                if chunk.is_empty() {
                    return answer;
                }
                answer.body.extend(chunk);
            }
        }
        let length = answer.header("content-length").map_or(0, |length| length.parse().unwrap());
        answer.body = vec![0; length];
        self.stream.read_exact(&mut answer.body).unwrap();
        answer
    }

    fn head(&mut self) -> io::Result<(u16, Vec<(String, String)>)> {
        let first = self.line()?;
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| io::Error::other(format!("no status: '{first}'")))?;
        let mut headers = Vec::new();
        loop {
            let line = self.line()?;
            let Some((name, value)) = line.split_once(':') else { return Ok((status, headers)) };
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
    }

    fn chunk(&mut self) -> io::Result<Vec<u8>> {
        let length = usize::from_str_radix(&self.line()?, 16).map_err(io::Error::other)?;
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes)?;
        self.line()?;
        Ok(bytes)
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        Ok(line.trim_end().to_owned())
    }

    /// Waits until the server closes the connection.
    pub fn wait_for_end(&mut self) {
        let mut rest = Vec::new();
        // It may also be reset.
        let _ = self.stream.read_to_end(&mut rest);
    }
}

/// The type of every body.
pub const JSON: (&str, &str) = ("Content-Type", "application/json");
