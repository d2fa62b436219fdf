//! `lexigraph serve`: the web page, and questions and answers over HTTP.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use lexigraph::api::Api;
use lexigraph::build::GraphKinds;
use lexigraph::image::{BUNDLED, NodeLayout};
use lexigraph::lexicon::Lexicon;
use lexigraph::wordlist::AlphabetChoice;
use lexigraph_serve::{Page, Settings, Stop, Token, serve};

use crate::common::definitions::dictionaries;
use crate::common::leaves;
use crate::common::outcome::Outcome;
use crate::common::output::{ReadArgs, Terminal};
use crate::failure::Failure;
use crate::lexicon::{Keep, choose_alphabet, open_with};

/// Serve words, boards and games on a web page, and to other programs
#[derive(clap::Args)]
#[command(after_long_help = "\
Prints the address of the page, and serves it until Ctrl-C. Only this machine can reach it, unless --listen names another \
address; then everybody needs the token that is part of the printed address.

Other programs ask the questions of the page with POST /api/QUESTION, in JSON; GET /api describes them as OpenAPI. With \
'Accept: text/event-stream' the answer is a stream of events, which tells the progress of long questions.

Examples:
  lexigraph serve
  lexigraph serve --open -l words.lxg -l enable
  lexigraph serve --listen 0.0.0.0
  curl -s localhost:7788/api/words/anagram --json '{\"letters\": \"retains?\"}'

Exit status: 0 ended by Ctrl-C; 2 error.")]
pub struct Args {
    /// Port; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,
    /// Address to listen on, such as 0.0.0.0 for all of this machine; clients then need a token
    #[arg(long, value_name = "ADDR[:PORT]", conflicts_with = "port")]
    listen: Option<String>,
    /// Token that clients have to know [default: random with --listen, otherwise none]
    #[arg(long, value_name = "TOKEN", env = "LEXIGRAPH_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Serve the page from this folder instead of the one within the program: to work on the page
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
    /// Leave values (.csv, .klv, .klv2, .klv16) for the lexicons with the alphabet of the first
    #[arg(long, value_name = "FILE")]
    leaves: Option<PathBuf>,
    /// Lexicon at hand: an image, a word list (may be .xz, .gz or .zst), or a bundled name; may be given several times
    #[arg(short, long, value_name = "FILE|NAME", env = "LEXIGRAPH_LEXICON", default_value = BUNDLED[0])]
    #[arg(help_heading = "Lexicon")]
    lexicon: Vec<OsString>,
    /// Alphabet of word lists: a bundled name, a .toml file, or 'auto'
    #[arg(long, value_name = "NAME|FILE", default_value = "english", help_heading = "Lexicon")]
    alphabet: OsString,
    #[command(flatten)]
    pub reading: ReadArgs,
}

/// The port unless another one is asked for.
const PORT: u16 = 7788;

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let address = address(args)?;
    let token = match &args.token {
        Some(text) => Some(Token::new(text).map_err(|error| Failure::new(format!("--token or LEXIGRAPH_TOKEN: {error}")))?),
        None if address.ip().is_loopback() => None,
        None => Some(Token::random().map_err(|error| Failure::new(error.to_string()))?),
    };
    let page = match &args.page {
        Some(folder) => Page::of_folder(folder).map_err(|error| Failure::io(folder, &error))?,
        None => Page::embedded(),
    };
    let listener = TcpListener::bind(address).map_err(|error| refused(address, &error))?;
    let address = listener.local_addr().map_err(|error| refused(address, &error))?;
    let api = lexicons(args, terminal)?;
    let stop = stop_on_interrupt();
    let shown = SocketAddr::new(reachable(address.ip()), address.port());
    let query = token.as_ref().map_or_else(String::new, |token| format!("?token={}", token.text()));
    let url = format!("http://{shown}/{query}");
    writeln!(io::stdout(), "{url}").and_then(|()| io::stdout().flush())?;
    terminal.note("Ctrl-C ends the server.");
    if args.open
        && let Err(error) = open_browser(&url)
    {
        terminal.note(format_args!("the browser cannot be opened ({error}) — open the address above yourself"));
    }
    let settings = Settings { page, token, ..Settings::default() };
    serve(listener, api, settings, &stop).map_err(|error| Failure::new(format!("{address}: {error}")))?;
    Ok(Outcome::Yes)
}

/// The address that the options name.
fn address(args: &Args) -> Result<SocketAddr, Failure> {
    let Some(text) = &args.listen else { return Ok((Ipv4Addr::LOCALHOST, args.port).into()) };
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let ip = bare.parse::<IpAddr>().map(|ip| SocketAddr::new(ip, PORT));
    ip.or_else(|_| text.replacen("localhost", "127.0.0.1", 1).parse()).or_else(|_| match text.as_str() {
        "localhost" => Ok((Ipv4Addr::LOCALHOST, PORT).into()),
        _ => Err(Failure::new(format!(
            "--listen: '{text}' is no address — name one such as 0.0.0.0, 192.168.1.5:8000 or [::]:8000"
        ))),
    })
}

/// Why the server cannot listen.
fn refused(address: SocketAddr, error: &io::Error) -> Failure {
    let advice = match error.kind() {
        io::ErrorKind::AddrInUse => {
            "the port is taken, perhaps by another lexigraph serve — choose another one, or --port 0".to_owned()
        }
        io::ErrorKind::PermissionDenied => format!("{error} — choose a port above 1023"),
        io::ErrorKind::AddrNotAvailable => format!("{error} — name an address of this machine with --listen"),
        _ => error.to_string(),
    };
    Failure::new(format!("{address}: {advice}"))
}

/// The lexicons by name.
fn lexicons(args: &Args, terminal: &Terminal) -> Result<Api, Failure> {
    let mut api = Api::new();
    let mut first: Option<String> = None;
    // Alphabets with many letters have no GADDAG.
    let wide = matches!(choose_alphabet(&args.alphabet)?, AlphabetChoice::Named(alphabet) if alphabet.is_wide());
    let wanted = if wide { GraphKinds::Dawg } else { GraphKinds::Both };
    for file in &args.lexicon {
        let path = Path::new(file);
        let name = name_of(file).ok_or_else(|| Failure::of(path, "the lexicon has no name — name a file".to_owned()))?;
        if api.lexicon(&name).is_some() {
            let clash = format!("another lexicon is called '{name}', too — rename one of the files");
            return Err(Failure::of(path, clash));
        }
        let image = open_with(file, &args.alphabet, wanted, NodeLayout::Fast, Keep::Definitions, terminal)?.image;
        let lexicon = Lexicon::of_image(image)?;
        let alphabet = lexicon.alphabet().name().to_owned();
        let explained_by = dictionaries(lexicon.alphabet(), terminal);
        let with_leaves = args.leaves.as_ref().filter(|_| first.as_ref().is_none_or(|first| *first == alphabet));
        let added = match with_leaves {
            Some(leaves) => {
                let leaves = leaves::open(leaves, lexicon.alphabet())?;
                api.add_with_leaves(&name, lexicon, leaves)
            }
            None => api.add(&name, lexicon),
        };
        added.map_err(|error| Failure::of(path, error.to_string()))?;
        api.explain(&name, explained_by);
        first.get_or_insert(alphabet);
    }
    Ok(api)
}

/// The name of a lexicon: a bundled name as it is, a file without folder and endings.
fn name_of(lexicon: &OsStr) -> Option<String> {
    if lexicon == "-" {
        return Some("input".to_owned());
    }
    let name = Path::new(lexicon).file_name()?.to_string_lossy().into_owned();
    let mut stem = name.as_str();
    for end in [".xz", ".gz", ".zst"] {
        stem = stem.strip_suffix(end).unwrap_or(stem);
    }
    let stem = Path::new(stem).file_stem()?.to_string_lossy();
    Some(stem.into_owned())
}

/// An address by which this one is reached: one that means all addresses is none.
fn reachable(address: IpAddr) -> IpAddr {
    if !address.is_unspecified() {
        return address;
    }
    // Nothing is sent; the system only chooses the way to an address that nobody has.
    let outward = || {
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
        Some(socket.local_addr().ok()?.ip()).filter(|ip| !ip.is_unspecified())
    };
    outward().unwrap_or(Ipv4Addr::LOCALHOST.into())
}

/// Makes Ctrl-C end the server; a second one ends the program at once.
fn stop_on_interrupt() -> Stop {
    let stop = Stop::new();
    let handler = stop.clone();
    // If the handler cannot be installed, Ctrl-C ends the program as usual.
    let _ = ctrlc::set_handler(move || {
        if handler.is_stopped() {
            std::process::exit(130);
        }
        handler.stop();
    });
    stop
}

/// Opens an address in the browser, and does not wait for it.
fn open_browser(url: &str) -> io::Result<()> {
    let (program, before): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(before).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map(drop)
}
