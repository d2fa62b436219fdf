//! A browser's driver, asked by WebDriver (<https://www.w3.org/TR/webdriver2/>). The crate fantoccini does the same and
//! more, but brings 64 crates, which every build of the tests would have to compile.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// The key under which WebDriver names an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Keys that are no characters.
pub mod key {
    pub const BACKSPACE: char = '\u{e003}';
    pub const TAB: char = '\u{e004}';
    pub const ENTER: char = '\u{e007}';
    pub const SHIFT: char = '\u{e008}';
    pub const LEFT: char = '\u{e012}';
    pub const UP: char = '\u{e013}';
    pub const RIGHT: char = '\u{e014}';
    pub const DOWN: char = '\u{e015}';
}

/// A driver with one browser, both ended with the value.
pub struct Driver {
    child: Child,
    port: u16,
    session: String,
}

/// An element of the page.
pub struct Element(Value);

impl Element {
    fn path(&self) -> String {
        format!("/element/{}", self.0[ELEMENT].as_str().unwrap())
    }
}

impl Driver {
    /// Starts chromedriver and a browser with these arguments. `None` if there is no chromedriver.
    pub fn start(arguments: &[String]) -> Option<Driver> {
        let started = Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = started.ok()?;
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let port =
            lines.find_map(|line| line.split_once("started successfully on port ")?.1.trim_end_matches('.').parse().ok());
        let mut driver = Driver { child, port: port.expect("chromedriver says its port"), session: String::new() };
        let options = json!({ "alwaysMatch": { "goog:chromeOptions": { "args": arguments } } });
        let session = driver.send("POST", "/session", &json!({ "capabilities": options })).expect("a browser starts");
        driver.session = format!("/session/{}", session["sessionId"].as_str().unwrap());
        Some(driver)
    }

    /// Goes to an address.
    pub fn go(&self, url: &str) {
        self.ask("POST", "/url", &json!({ "url": url }));
    }

    /// Loads the page again.
    pub fn refresh(&self) {
        self.ask("POST", "/refresh", &json!({}));
    }

    /// The first element that matches now.
    pub fn element(&self, selector: &str) -> Option<Element> {
        let query = json!({ "using": "css selector", "value": selector });
        self.send("POST", &format!("{}/element", self.session), &query).ok().map(Element)
    }

    /// The element with the focus.
    pub fn active(&self) -> Element {
        Element(self.ask("GET", "/element/active", &Value::Null))
    }

    pub fn text(&self, element: &Element) -> String {
        self.ask("GET", &format!("{}/text", element.path()), &Value::Null).as_str().unwrap().to_owned()
    }

    pub fn click(&self, element: &Element) {
        self.ask("POST", &format!("{}/click", element.path()), &json!({}));
    }

    pub fn clear(&self, element: &Element) {
        self.ask("POST", &format!("{}/clear", element.path()), &json!({}));
    }

    /// Presses keys on an element.
    pub fn keys(&self, element: &Element, keys: &str) {
        self.ask("POST", &format!("{}/value", element.path()), &json!({ "text": keys }));
    }

    /// Presses the mouse on an element, moves it to another one, and lets it go.
    pub fn drag(&self, from: &Element, to: &Element) {
        let move_to = |to: &Element| json!({ "type": "pointerMove", "duration": 20, "x": 0, "y": 0, "origin": to.0 });
        let actions = [
            move_to(from),
            json!({ "type": "pointerDown", "button": 0 }),
            move_to(to),
            json!({ "type": "pointerUp", "button": 0 }),
        ];
        let mouse = json!({ "type": "pointer", "id": "mouse", "actions": actions });
        self.ask("POST", "/actions", &json!({ "actions": [mouse] }));
    }

    /// The value that a script returns.
    pub fn run(&self, script: &str, arguments: &[Value]) -> Value {
        self.ask("POST", "/execute/sync", &json!({ "script": script, "args": arguments }))
    }

    /// The value that a script hands to its last argument, a function.
    pub fn run_late(&self, script: &str, arguments: &[Value]) -> Value {
        self.ask("POST", "/execute/async", &json!({ "script": script, "args": arguments }))
    }

    /// The name of the window that is asked.
    pub fn window(&self) -> Value {
        self.ask("GET", "/window", &Value::Null)
    }

    /// Opens a tab beside this one; gives its name.
    pub fn new_window(&self) -> Value {
        self.ask("POST", "/window/new", &json!({ "type": "tab" }))["handle"].clone()
    }

    /// Asks another window from here on.
    pub fn switch_to(&self, window: &Value) {
        self.ask("POST", "/window", &json!({ "handle": window }));
    }

    /// Closes the window that is asked; another one has to be asked then.
    pub fn close(&self) {
        self.ask("DELETE", "/window", &Value::Null);
    }

    /// What the browser answers to a command that has to succeed.
    fn ask(&self, method: &str, command: &str, body: &Value) -> Value {
        let answer = self.send(method, &format!("{}{command}", self.session), body);
        answer.unwrap_or_else(|error| panic!("{command} {body}: {error}"))
    }

    /// One request of HTTP. The error is what the driver says.
    fn send(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).map_err(|error| error.to_string())?;
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let length = body.len();
        let head =
            format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n");
        stream.write_all((head + &body).as_bytes()).map_err(|error| error.to_string())?;
        // The driver does not close the connection.
        let mut reader = BufReader::new(stream);
        let (mut head, mut line) = (String::new(), String::new());
        while reader.read_line(&mut line).map_err(|error| error.to_string())? > 2 {
            head.push_str(&line.to_ascii_lowercase());
            line.clear();
        }
        let length =
            head.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok()).ok_or("no length")?;
        let mut body = vec![0; length];
        reader.read_exact(&mut body).map_err(|error| error.to_string())?;
        let body = String::from_utf8_lossy(&body);
        let mut answer: Value = serde_json::from_str(&body).map_err(|error| format!("{error}: {body}"))?;
        if head.contains(" 200 ") { Ok(answer["value"].take()) } else { Err(answer["value"]["message"].to_string()) }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // The driver ends its browser only if it is told so.
        let _ = self.send("DELETE", &self.session, &Value::Null);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
