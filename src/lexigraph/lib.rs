//! The dictionary toolchain and word-graph compiler for word games, spell checkers and word puzzles.
//!
//! A word list becomes a minimal graph, a graph becomes an image, an image is mapped into memory and asked for words:
//!
//! ```
//! use lexigraph::alphabet::{Alphabet, Tile};
//! use lexigraph::build::GraphKinds;
//! use lexigraph::graph::{WordGraph, contains, measure};
//! use lexigraph::image::{GraphOp, Image, NodeLayout, compile};
//! use lexigraph::lexicon::{ReadOptions, read};
//!
//! // Any order, any encoding, any line ends; what was made of it is in `lexicon.report`.
//! let list = "airiest\r\nairier\r\naerier\r\naeriest\r\n";
//! let english = Alphabet::builtin("english")?;
//! let lexicon = read("list", list.as_bytes(), &ReadOptions { alphabet: english.into(), ..Default::default() })?;
//!
//! let bytes = compile(&lexicon.alphabet, &lexicon.words, GraphKinds::Both, NodeLayout::Fast)?;
//! let image = Image::open(bytes)?; // or Storage::open(path)?, which maps a file
//!
//! // A search is generic over the layout of nodes; which one it is gets decided once, here.
//! struct Has<'a>(&'a [Tile]);
//! impl GraphOp for Has<'_> {
//!     type Output = bool;
//!     fn run<G: WordGraph>(self, graph: &G) -> bool {
//!         contains(graph, self.0)
//!     }
//! }
//! let word = image.alphabet().parse("Aerier")?;
//! assert!(image.dawg()?.0.run(Has(&word)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Layers
//!
//! A module names only those below it; `tests/layers.rs` holds them to it.
//!
//! ```text
//! cli (the binary)        arguments in, library calls, an exit status out
//! report                  counts and tables, and their names in JSON
//! bench                   formats measured side by side
//! movegen                 joins board and graph
//! query | boggle | board  siblings that do not know each other
//! external                lists larger than memory
//! image                   file formats; graphs of any layout
//! build                   words into minimal graphs
//! lexicon                 reading and cleaning word lists
//! graph                   the trait and the walks; no formats
//! alphabet                letters, tiles, tile sets
//! bytes                   mapping, decompression, files that appear whole; the only unsafe line
//! ```

#![deny(missing_docs)]
#![deny(unsafe_code)]

pub use lexigraph_core::{alphabet, build, graph, parallel};

pub mod board;
pub mod boggle;
pub mod bytes;
pub mod external;
pub mod image;
pub mod lexicon;
pub mod movegen;
pub mod play;
pub mod query;
pub mod random;
