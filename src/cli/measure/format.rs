//! The formats that can be measured.

use std::time::{Duration, Instant};

use lexigraph::image::{self, FORMATS, LXG, NodeLayout};

use super::error::BenchError;
use super::image::{Compiled, Target, compile};
use super::input::Input;
#[cfg(feature = "peers")]
use super::peers::Peer;
use super::subject::Subject;

/// A format under test.
#[derive(Clone, Copy, Debug)]
pub enum Format {
    /// A node layout of our own images.
    Own(NodeLayout),
    /// A file format of another program.
    Foreign(&'static dyn image::Format),
    /// A dictionary library.
    #[cfg(feature = "peers")]
    Peer(Peer),
}

/// Formats that do not hold the words of the list (but alphagrams or reversed words), so their answers would differ.
const OTHER_WORDS: [&str; 2] = ["kad", "dwg-reversed"];

/// Formats that are measured as peers, with their own libraries.
const PEERS: [&str; 2] = ["fst", "marisa"];

impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        self.name() == other.name()
    }
}

impl Format {
    /// All formats: our own layouts, then foreign formats, then peers.
    pub fn all() -> Vec<Format> {
        let own = NodeLayout::ALL.into_iter().map(Format::Own);
        let left_out = |name| OTHER_WORDS.contains(&name) || PEERS.contains(&name);
        let foreign = FORMATS.into_iter().filter(|format| !format.is_native() && !left_out(format.name()));
        let images = own.chain(foreign.map(Format::Foreign));
        #[cfg(feature = "peers")]
        let images = images.chain(Peer::ALL.into_iter().map(Format::Peer));
        images.collect()
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Format::Own(nodes) => nodes.name(),
            Format::Foreign(format) => format.name(),
            #[cfg(feature = "peers")]
            Format::Peer(peer) => peer.name(),
        }
    }

    /// `layout` for our own layouts, `foreign` for file formats of other programs, `peer` for libraries.
    pub fn kind(self) -> &'static str {
        match self {
            Format::Own(_) => "layout",
            Format::Foreign(_) => "foreign",
            #[cfg(feature = "peers")]
            Format::Peer(_) => "peer",
        }
    }

    /// Builds the format from the list and keeps it.
    ///
    /// # Errors
    /// [`BenchError`] if the format cannot hold the list.
    pub fn build(self, input: &Input<'_>) -> Result<Box<dyn Subject>, BenchError> {
        match self {
            Format::Own(nodes) => Ok(Box::new(Compiled::new(self.target(&LXG, nodes), input)?)),
            Format::Foreign(format) => Ok(Box::new(Compiled::new(self.target(format, NodeLayout::List), input)?)),
            #[cfg(feature = "peers")]
            Format::Peer(peer) => peer.build(input),
        }
    }

    fn target(self, format: &'static dyn image::Format, nodes: NodeLayout) -> Target {
        Target { name: self.name(), format, nodes }
    }

    /// Builds the format and drops it; returns the time and the size in bytes. Images are not opened again; peers are
    /// what they build.
    ///
    /// # Errors
    /// [`BenchError`] if the format cannot hold the list.
    pub fn build_once(self, input: &Input<'_>) -> Result<(Duration, Option<u64>), BenchError> {
        let start = Instant::now();
        let bytes = match self {
            Format::Own(nodes) => Some(compile(self.target(&LXG, nodes), input)?.len() as u64),
            Format::Foreign(format) => Some(compile(self.target(format, NodeLayout::List), input)?.len() as u64),
            #[cfg(feature = "peers")]
            Format::Peer(peer) => {
                let subject = peer.build(input)?;
                let time = start.elapsed();
                return Ok((time, subject.bytes()));
            }
        };
        Ok((start.elapsed(), bytes))
    }
}
