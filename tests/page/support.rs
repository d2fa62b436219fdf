//! A server of the program and a browser that looks at it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::elements::Element;
use fantoccini::{Client, ClientBuilder, Locator};
use serde_json::{Value, json};
use tempfile::TempDir;

/// How long the page may take for anything.
const PATIENCE: Duration = Duration::from_secs(20);

/// `lexigraph serve`, ended with the value.
pub struct Site {
    child: Child,
    /// The address that it printed.
    pub url: String,
}

impl Site {
    /// Starts a server on a free port.
    pub fn start() -> Site {
        Site::start_at("0")
    }

    /// Starts a server on a port.
    pub fn start_at(port: &str) -> Site {
        let mut child = Command::new(env!("CARGO_BIN_EXE_lexigraph"))
            .args(["serve", "--quiet", "--port", port])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let url = url.trim().to_owned();
        assert!(url.starts_with("http://127.0.0.1:"), "{url}");
        Site { child, url }
    }

    /// The port in the address.
    pub fn port(&self) -> &str {
        self.url.trim_end_matches('/').rsplit(':').next().unwrap()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the program answers to a command line.
pub fn program(arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_lexigraph")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// What the program answers, line by line.
pub fn program_lines(arguments: &[&str]) -> Vec<Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_lexigraph")).args(arguments).output().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The browser's driver, ended with the value.
struct Driver {
    child: Child,
    port: u16,
}

/// A window of a browser, ended with the value.
pub struct Page {
    pub client: Client,
    _driver: Driver,
    _profile: TempDir,
}

impl Page {
    /// Opens a browser of this width, if there is one: `None` after a line that says so. With `LEXIGRAPH_BROWSER` in the
    /// environment there has to be one.
    pub async fn open(width: u32, url: &str) -> Option<Page> {
        let required = std::env::var_os("LEXIGRAPH_BROWSER").is_some();
        let started = Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = match started {
            Ok(child) => child,
            Err(error) => {
                assert!(!required, "chromedriver: {error}");
                println!("skipped: no chromedriver ({error})");
                return None;
            }
        };
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let port =
            lines.find_map(|line| line.split_once("started successfully on port ")?.1.trim_end_matches('.').parse().ok());
        let port: u16 = port.expect("chromedriver says its port");
        let driver = Driver { child, port };
        let profile = TempDir::new().unwrap();
        let options = json!({ "goog:chromeOptions": { "args": [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--lang=en",
            format!("--window-size={width},900"), format!("--user-data-dir={}", profile.path().display()),
        ]}});
        let client = ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new())
            .capabilities(options.as_object().unwrap().clone())
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .expect("a browser starts");
        let page = Page { client, _driver: driver, _profile: profile };
        page.go(url).await;
        Some(page)
    }

    /// Goes to an address, and waits until the page is drawn.
    pub async fn go(&self, url: &str) {
        // An address that differs in its fragment only would not load the page again.
        self.client.goto("about:blank").await.unwrap();
        self.client.goto(url).await.unwrap();
        self.find("body.ready").await;
    }

    /// The first element that matches, once there is one.
    pub async fn find(&self, selector: &str) -> Element {
        let found = self.client.wait().at_most(PATIENCE).for_element(Locator::Css(selector)).await;
        found.unwrap_or_else(|error| panic!("{selector}: {error}"))
    }

    /// The text of the first element that matches.
    pub async fn text(&self, selector: &str) -> String {
        self.find(selector).await.text().await.unwrap()
    }

    /// Clicks on an element, in the middle of the window if the page is longer.
    pub async fn click(&self, selector: &str) {
        self.find(selector).await;
        self.script(&format!("document.querySelector({selector:?}).scrollIntoView({{ block: 'center' }})")).await;
        self.find(selector).await.click().await.unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// Types text into a field in place of what is there.
    pub async fn fill(&self, selector: &str, text: &str) {
        let field = self.find(selector).await;
        field.clear().await.unwrap();
        field.send_keys(text).await.unwrap();
    }

    /// Presses keys where the focus is.
    pub async fn press(&self, keys: &str) {
        self.client.active_element().await.unwrap().send_keys(keys).await.unwrap();
    }

    /// The value of a script's `return`.
    pub async fn script(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Waits until a script's value is what is wanted, and gives it.
    pub async fn until(&self, script: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let value = self.script(script).await;
            if wanted(&value) {
                return value;
            }
            assert!(start.elapsed() < PATIENCE, "{script}: still {value}");
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Waits until the status line says something, and gives the line.
    pub async fn said(&self, part: &str) -> String {
        let line = self.until("return document.getElementById('status').textContent", |line| {
            line.as_str().is_some_and(|line| line.contains(part))
        });
        line.await.as_str().unwrap().to_owned()
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // The driver ends its browser only if it is told so.
        if let Ok(mut stream) = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)) {
            let _ = stream.write_all(b"GET /shutdown HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
            let _ = stream.set_read_timeout(Some(Duration::from_secs(5)));
            let _ = stream.read_to_end(&mut Vec::new());
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A file of this folder's parent, for a test.
pub fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
