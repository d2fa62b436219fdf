//! Standard output, standard error, progress bars, interruption, and files that appear whole or not at all.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use lexigraph::bytes::atomic;
use lexigraph::wordlist::{MOST_FORMS, OnInvalid, Shape};
use serde::Serialize;

use crate::common::color::Color;
use crate::common::size::size;
use crate::failure::Failure;

/// Standard error for progress, counts, warnings and errors; also carries the options for reading lists.
pub struct Terminal {
    quiet: bool,
    color: bool,
    pub lists: ReadArgs,
}

/// The bytes of an input that are read unless `--max-bytes` says otherwise.
const MOST_BYTES: u64 = 1 << 30;

/// Options of every command that reads word lists.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Reading of word lists")]
pub struct ReadArgs {
    /// What to do with a line of a word list that is not a word [default: error]
    #[arg(long, value_enum, value_name = "WHAT", hide_short_help = true)]
    pub on_invalid: Option<OnInvalidArg>,
    /// Replace accented letters of a word list that are not in the alphabet, such as é with e
    #[arg(long, hide_short_help = true)]
    pub fold_accents: bool,
    /// Encoding of word lists [default: detected]
    #[arg(long, value_name = "LABEL", hide_short_help = true)]
    pub encoding: Option<String>,
    /// Where in a line of a word list the word is, such as comma:2 [default: detected]
    #[arg(long, value_name = "SHAPE", hide_short_help = true)]
    pub shape: Option<Shape>,
    /// What to do with the spaces of phrases in a word list
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = Spaces::Error)]
    #[arg(hide_default_value = true, hide_short_help = true)]
    pub spaces: Spaces,
    /// Read only the stems of a hunspell .dic, even if its .aff lies beside it
    #[arg(long, hide_short_help = true)]
    pub no_affixes: bool,
    /// Refuse a hunspell dictionary whose affixes make more than N forms
    #[arg(long, value_name = "N", default_value_t = MOST_FORMS)]
    #[arg(hide_default_value = true, hide_short_help = true)]
    pub max_forms: u64,
    /// Read at most N bytes of an input, counted after decompression; K, M and G are understood
    #[arg(long, value_name = "N", default_value_t = MOST_BYTES, value_parser = size)]
    #[arg(hide_default_value = true, hide_short_help = true)]
    pub max_bytes: u64,
}

impl Default for ReadArgs {
    fn default() -> ReadArgs {
        ReadArgs {
            on_invalid: None,
            fold_accents: false,
            encoding: None,
            shape: None,
            spaces: Spaces::Error,
            no_affixes: false,
            max_forms: MOST_FORMS,
            max_bytes: MOST_BYTES,
        }
    }
}

/// What is done with a line that is not a word.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum OnInvalidArg {
    /// Stop, and report the line
    Error,
    /// Skip it, and report the number of skipped lines by reason
    Skip,
}

impl From<OnInvalidArg> for OnInvalid {
    fn from(what: OnInvalidArg) -> OnInvalid {
        match what {
            OnInvalidArg::Error => OnInvalid::Error,
            OnInvalidArg::Skip => OnInvalid::Skip,
        }
    }
}

/// What is done with the spaces of phrases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Spaces {
    /// A phrase is not a word
    Error,
    /// The space is one more letter, the last of the alphabet
    Keep,
}

impl Terminal {
    pub fn new(quiet: bool, color: Color, lists: ReadArgs) -> Terminal {
        let color = color.on(&io::stderr());
        Terminal { quiet, color, lists }
    }

    fn line(&self, label: &str, color: &str, text: &dyn Display) {
        // If standard error is closed, there is nowhere to report it.
        let _ = if self.color {
            writeln!(io::stderr(), "\x1b[1;{color}m{label}:\x1b[0m {text}")
        } else {
            writeln!(io::stderr(), "{label}: {text}")
        };
    }

    /// `true` if counts and warnings are hidden.
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Prints an error.
    pub fn error(&self, failure: &Failure) {
        self.line("error", "31", failure);
    }

    /// Prints a warning, unless `--quiet` is given.
    pub fn warn(&self, text: impl Display) {
        if !self.quiet {
            self.line("warning", "33", &text);
        }
    }

    /// Prints what was done, unless `--quiet` is given.
    pub fn note(&self, text: impl Display) {
        if !self.quiet {
            let _ = writeln!(io::stderr(), "{text}");
        }
    }

    /// A progress bar for work of known length; hidden unless standard error is a terminal.
    pub fn bar(&self, length: u64, what: &'static str) -> ProgressBar {
        if self.quiet || !io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new(length).with_message(what);
        if let Ok(style) =
            ProgressStyle::with_template("{bar:30} {human_pos}/{human_len} {msg}, {elapsed} elapsed, {eta} left")
        {
            bar.set_style(style);
        }
        bar
    }

    /// A spinner for work of unknown length; hidden unless standard error is a terminal.
    pub fn progress(&self, message: &'static str) -> ProgressBar {
        if self.quiet || !io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new_spinner().with_message(message);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(std::time::Duration::from_millis(100));
        bar
    }
}

/// Set to `true` by the handler that [`stop_on_interrupt`] installs.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C only set a flag, so that a command can save its work; a second Ctrl-C ends the program.
///
/// Read the flag with [`was_interrupted`].
pub fn stop_on_interrupt() {
    // If the handler cannot be installed, Ctrl-C loses the work since the last save.
    let _ = ctrlc::set_handler(|| {
        if STOPPED.swap(true, Ordering::Relaxed) {
            atomic::abandon();
            std::process::exit(130);
        }
    });
}

/// `true` after the first Ctrl-C.
pub fn was_interrupted() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// `true` if an output of this name goes to standard output.
pub fn is_standard_output(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Fails if the file exists and `force` is not set. Commands call this before long work; writing checks again.
/// Standard output, pipes and devices are never replaced.
pub fn refuse_to_replace(path: &Path, force: bool) -> Result<(), Failure> {
    if !force && !is_standard_output(path) && atomic::would_replace(path) {
        return Err(Failure::io(path, &io::ErrorKind::AlreadyExists.into()));
    }
    Ok(())
}

/// Writes a file that appears whole or not at all, even if the command is interrupted; `-` is standard output.
pub fn write_file(path: &Path, force: bool, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut fill = Some(fill);
    write_file_with(path, force, &mut |out| fill.take().map_or(Ok(()), |fill| fill(out)))
}

/// Does the work of [`write_file`], and is compiled once.
fn write_file_with(path: &Path, force: bool, fill: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    if is_standard_output(path) {
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        fill(&mut out)?;
        return Ok(out.flush()?);
    }
    // Installed here and not at the start, because the handler needs a thread, which look-ups do not. If it cannot be
    // installed, an interruption may leave a temporary file, and nothing worse.
    let _ = ctrlc::set_handler(|| {
        atomic::abandon();
        std::process::exit(130);
    });
    atomic::write(path, force, fill).map_err(|error| match error.kind() {
        // The reader of a pipe has seen enough: that is no failure of ours.
        io::ErrorKind::BrokenPipe => error.into(),
        _ => Failure::io(path, &error),
    })
}

/// Standard output, buffered.
pub struct Output {
    out: BufWriter<StdoutLock<'static>>,
}

impl Default for Output {
    fn default() -> Output {
        Output::new()
    }
}

impl Output {
    /// Standard output.
    pub fn new() -> Output {
        Output { out: BufWriter::with_capacity(1 << 16, io::stdout().lock()) }
    }

    /// `true` if someone reads the output on a terminal.
    pub fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// Prints a line.
    pub fn line(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// Prints text without a line end.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    /// Prints a value as one line of JSON.
    pub fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, value)?;
        writeln!(self.out)
    }

    /// The underlying writer.
    pub fn writer(&mut self) -> &mut impl Write {
        &mut self.out
    }

    /// Writes the buffer out, for commands that wait for input.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Writes the rest of the buffer. A full disk or a closed pipe is reported here at the latest.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}
