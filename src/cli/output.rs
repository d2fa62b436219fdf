//! Standard output and standard error.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use lexigraph::bytes::atomic;
use lexigraph::lexicon::MOST_FORMS;
use serde::Serialize;

use super::{Color, Failure};

/// Standard error: progress, counts, warnings, errors; and what all commands are told about reading lists.
pub struct Terminal {
    quiet: bool,
    color: bool,
    pub lists: ListArgs,
}

/// How lists are read, whatever for.
#[derive(clap::Args, Clone, Copy)]
pub struct ListArgs {
    /// Take the stems of a hunspell .dic only, though its .aff lies beside it
    #[arg(long, global = true, hide_short_help = true)] // for a few lists only: errors name both
    pub no_affixes: bool,
    /// The most forms that affixes may make
    #[arg(long, global = true, value_name = "N", default_value_t = MOST_FORMS, hide_default_value = true, hide_short_help = true)]
    pub max_forms: u64,
}

impl Terminal {
    pub(super) fn new(quiet: bool, color: Color, lists: ListArgs) -> Terminal {
        let color = color.on(&io::stderr());
        Terminal { quiet, color, lists }
    }

    fn line(&self, label: &str, color: &str, text: &dyn Display) {
        // Nothing can be done when standard error is gone.
        let _ = if self.color {
            writeln!(io::stderr(), "\x1b[1;{color}m{label}:\x1b[0m {text}")
        } else {
            writeln!(io::stderr(), "{label}: {text}")
        };
    }

    /// Says what went wrong.
    pub fn error(&self, failure: &Failure) {
        self.line("error", "31", failure);
    }

    /// Says what may be wrong, unless told to be quiet.
    pub fn warn(&self, text: impl Display) {
        if !self.quiet {
            self.line("warning", "33", &text);
        }
    }

    /// Says what was done, unless told to be quiet.
    pub fn note(&self, text: impl Display) {
        if !self.quiet {
            let _ = writeln!(io::stderr(), "{text}");
        }
    }

    /// How far work of known length is; shown on a terminal only.
    pub fn bar(&self, length: u64, what: &'static str) -> ProgressBar {
        if self.quiet || !io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new(length).with_message(what);
        if let Ok(style) =
            ProgressStyle::with_template("{bar:30} {human_pos}/{human_len} {msg}, {elapsed} gone, {eta} to go")
        {
            bar.set_style(style);
        }
        bar
    }

    /// A sign of life for work of unknown length; shown on a terminal only.
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

/// Whether the command was told to stop; set by [`stop_on_interrupt`].
static STOPPED: AtomicBool = AtomicBool::new(false);

/// From now on an interruption is only noted, so that what is done can be kept; a second one ends the program.
///
/// The answer is asked for with [`was_interrupted`].
pub fn stop_on_interrupt() {
    // Should it fail, an interruption loses what is done since it was kept last.
    let _ = ctrlc::set_handler(|| {
        if STOPPED.swap(true, Ordering::Relaxed) {
            atomic::abandon();
            std::process::exit(130);
        }
    });
}

/// Whether an interruption was noted.
pub fn was_interrupted() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// An error where a file would be replaced without leave: asked before the work that goes into it; writing asks again.
pub fn refuse_to_replace(path: &Path, force: bool) -> Result<(), Failure> {
    if !force && path.exists() {
        return Err(Failure::io(path, &io::ErrorKind::AlreadyExists.into()));
    }
    Ok(())
}

/// Writes a file that appears whole or not at all, also when the command is interrupted.
pub fn write_file(path: &Path, force: bool, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    // Set here and not at the start: it takes a thread, which look-ups have no use for. Should it fail, an interruption may
    // leave a temporary file, and nothing worse.
    let _ = ctrlc::set_handler(|| {
        atomic::abandon();
        std::process::exit(130);
    });
    atomic::write(path, force, fill).map_err(|error| Failure::io(path, &error))
}

/// Standard output, buffered.
pub struct Output {
    out: BufWriter<StdoutLock<'static>>,
}

impl Output {
    /// Standard output.
    pub fn new() -> Output {
        Output { out: BufWriter::with_capacity(1 << 16, io::stdout().lock()) }
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

    /// Where to write anything else.
    pub fn writer(&mut self) -> &mut impl Write {
        &mut self.out
    }

    /// Shows what was printed so far: for somebody who answers to it.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Ends the output: errors of a full disk or a closed pipe show here at the latest.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}
