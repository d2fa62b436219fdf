//! `--color`.

use std::io::IsTerminal;

/// When to use colour.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// `true` if output to this stream is to be coloured.
    ///
    /// `Auto` colours a terminal, unless the environment variable `NO_COLOR` is set and not empty.
    pub fn on(self, stream: &impl IsTerminal) -> bool {
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        }
    }
}
