//! The page of `lexigraph serve` in a real browser, by WebDriver: Debian's packages `chromium` and `chromium-driver`.
//! Where there is none, each test says that it is skipped; see [`support::Page::open`].
//!
//! `tools/wasm test` runs the same tests on the page without a server, and those of [`offline`] as well.
//!
//! Accessibility, layout and speed are checked by `tools/page`.

mod analyse;
mod boggle;
mod crossword;
mod driver;
mod graphs;
mod offline;
mod pictures;
mod play;
mod study;
mod support;
mod words;
