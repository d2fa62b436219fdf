//! The dictionary toolchain and word-graph compiler for word games, spell checkers and word puzzles.
//!
//! ```
//! let lexicon = lexigraph::Lexicon::bundled("enable")?; // or open("words.txt"), open("words.dic"), open("words.kwg")
//! assert!(lexicon.contains("aerier"));
//! assert_eq!(lexicon.anagrams("aeinrst?")?.len(), 65);
//! assert_eq!(lexicon.pattern("c?t*s")?.first().map(String::as_str), Some("CATABOLISMS"));
//! lexicon.save(std::env::temp_dir().join("enable.kwg"))?;
//! # Ok::<(), lexigraph::lexicon::LexiconError>(())
//! ```
//!
//! [`Lexicon`] takes and gives text. The modules below it work on tiles and without allocation: [`wordlist`] reads
//! lists, [`image`] compiles, maps and converts dictionaries, [`query`] and [`boggle`] find words, [`board`],
//! [`movegen`] and [`play`] play games.
//!
//! # Layers
//!
//! A module names only those below it; a test holds them to it. The crate `lexigraph-core` has what a build script or a
//! reader of images needs; its modules are re-exported here.
//!
//! ```text
//! api                      questions and answers as values, for servers and other languages
//! lexicon                  the first page: open, ask, convert and save words as text
//! play                     games, strategies, endgames, simulation, matches, training
//! movegen                  joins board and graph: plays, leave values, equity
//! crossword | study        grids filled with words, their files | questions, answers, when to ask again
//! query | boggle | board   questions to a graph | letter grids | racks, moves, scores
//! external                 lists larger than memory
//! image                    file formats, a file each; verification, statistics, conversion
//! dictionary               what words mean
//! wordlist                 reading and cleaning word lists
//! bytes | random | shard   mapping, decompression, files that appear whole | random numbers | parts of long runs
//! platform                 the clock and the source of seeds
//!
//! build                    core: words into minimal graphs; operations on sets of words
//! graph                    core: the trait and the walks; no formats
//! alphabet | parallel      core: letters, tiles, tile sets | threads
//! ```

#![deny(missing_docs)]
#![deny(unsafe_code)]

pub use lexigraph_core::{alphabet, build, graph, names, parallel};

#[cfg(feature = "api")]
pub mod api;
pub mod board;
pub mod boggle;
pub mod bytes;
pub mod crossword;
pub mod dictionary;
#[cfg(feature = "files")]
pub mod external;
pub mod image;
pub mod lexicon;
pub mod movegen;
pub mod platform;
pub mod play;
pub mod query;
pub mod random;
pub mod shard;
pub mod study;
pub mod wordlist;

pub use lexicon::Lexicon;

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("README.md")]
mod readme {}
