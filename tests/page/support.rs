//! A server of the program and a browser that looks at it.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::driver::{Driver, Element};

/// How long the page may take for anything.
const PATIENCE: Duration = Duration::from_secs(20);

/// The folder of the page without a server, if that is to be tested: `tools/wasm test` names it.
pub fn without_server() -> Option<OsString> {
    std::env::var_os("LEXIGRAPH_STATIC_PAGE")
}

/// `lexigraph serve`, or a host of the page without a server, ended with the value.
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
        match without_server() {
            None => {
                let mut program = Command::new(env!("CARGO_BIN_EXE_lexigraph"));
                program.args(["serve", "--quiet", "--port", port]);
                program.env_remove("LEXIGRAPH_LEXICON").env_remove("LEXIGRAPH_TOKEN");
                Site::of(program)
            }
            Some(folder) => Site::host(Path::new(&folder), port),
        }
    }

    /// Hosts a folder of plain files on a port, below a folder of that host.
    pub fn host(folder: &Path, port: &str) -> Site {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/page/static.mjs");
        let mut host = Command::new("node");
        host.args([script.as_os_str(), folder.as_os_str(), port.as_ref()]);
        Site::of(host)
    }

    /// The server that a program is, which prints its address.
    fn of(mut program: Command) -> Site {
        let mut child = program.stdout(Stdio::piped()).spawn().unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let url = url.trim().to_owned();
        assert!(url.starts_with("http://127.0.0.1:"), "{url}");
        Site { child, url }
    }

    /// The port in the address.
    pub fn port(&self) -> &str {
        self.url.rsplit(':').next().unwrap().split('/').next().unwrap()
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

/// A window of a browser, ended with the value.
pub struct Page {
    pub driver: Driver,
    _profile: TempDir,
}

impl Page {
    /// Opens a browser of this width, if there is one: `None` after a line that says so. With `LEXIGRAPH_BROWSER` in the
    /// environment there has to be one.
    pub fn open(width: u32, url: &str) -> Option<Page> {
        let page = Page::open_drawn(width, url)?;
        page.ready();
        Some(page)
    }

    /// As [`open`](Page::open), but what the page loads after it is drawn may be missing.
    pub fn open_drawn(width: u32, url: &str) -> Option<Page> {
        let profile = TempDir::new().unwrap();
        let fixed = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--lang=en",
        ];
        let mut arguments: Vec<String> = fixed.map(str::to_owned).into();
        arguments.push(format!("--window-size={width},900"));
        arguments.push(format!("--user-data-dir={}", profile.path().display()));
        let Some(driver) = Driver::start(&arguments) else {
            assert!(std::env::var_os("LEXIGRAPH_BROWSER").is_none(), "there is no chromedriver");
            println!("skipped: there is no chromedriver");
            return None;
        };
        let page = Page { driver, _profile: profile };
        page.driver.go(url);
        page.find("body.ready");
        Some(page)
    }

    /// Goes to an address, and waits until the page is drawn.
    pub fn go(&self, url: &str) {
        // An address that differs in its fragment only would not load the page again.
        self.driver.go("about:blank");
        self.driver.go(url);
        self.ready();
    }

    /// Waits until the page is drawn, has leave values, and is kept by the browser if it has no server.
    pub fn ready(&self) {
        self.find("body.ready:not(.incomplete)");
        if without_server().is_some() {
            let state = "const [done] = arguments; navigator.serviceWorker.ready.then(({ active }) => {
                const look = () => active.state === 'activated' ? done() : setTimeout(look, 20); look(); });";
            self.driver.run_late(state, &[]);
        }
    }

    /// The first element that matches, once there is one.
    pub fn find(&self, selector: &str) -> Element {
        let start = Instant::now();
        loop {
            if let Some(element) = self.driver.element(selector) {
                return element;
            }
            assert!(start.elapsed() < PATIENCE, "there is no {selector}");
            sleep(Duration::from_millis(30));
        }
    }

    /// The text of the first element that matches.
    pub fn text(&self, selector: &str) -> String {
        self.driver.text(&self.find(selector))
    }

    /// Clicks on an element, in the middle of the window if the page is longer.
    pub fn click(&self, selector: &str) {
        self.find(selector);
        self.script(&format!("document.querySelector({selector:?}).scrollIntoView({{ block: 'center' }})"));
        self.driver.click(&self.find(selector));
    }

    /// Types text into a field in place of what is there.
    pub fn fill(&self, selector: &str, text: &str) {
        let field = self.find(selector);
        self.driver.clear(&field);
        self.driver.keys(&field, text);
    }

    /// Presses keys where the focus is.
    pub fn press(&self, keys: impl ToString) {
        self.driver.keys(&self.driver.active(), &keys.to_string());
    }

    /// The value of a script's `return`.
    pub fn script(&self, script: &str) -> Value {
        self.driver.run(script, &[])
    }

    /// Waits until a script's value is what is wanted, and gives it.
    pub fn until(&self, script: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let value = self.script(script);
            if wanted(&value) {
                return value;
            }
            assert!(start.elapsed() < PATIENCE, "{script}: still {value}");
            sleep(Duration::from_millis(30));
        }
    }

    /// Waits until the status line says something.
    pub fn said(&self, part: &str) {
        self.until("return document.getElementById('status').textContent", |line| {
            line.as_str().is_some_and(|line| line.contains(part))
        });
    }
}

/// A file of this folder's parent, for a test.
pub fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
