//! The library, held against slow witnesses, the oracles and property tests.

#[path = "../common/affix.rs"]
mod affix;
mod allocator;
#[path = "../common/mod.rs"]
mod common;
#[path = "../common/games.rs"]
mod games;
#[path = "../common/hostile.rs"]
mod hostile_inputs;
#[path = "../common/leaves.rs"]
mod leave_tables;
#[path = "../common/plain.rs"]
mod plain;

mod affix_naive;
mod algebra;
mod allocations;
mod analysis;
mod api;
mod api_crossword;
mod api_positions;
mod api_study;
mod boggle;
mod corruption;
mod crossword;
mod dictionaries;
mod endgame;
mod endgame_small;
mod foreign;
mod graphs;
mod hostile;
mod inference;
mod interop_hunspell;
mod layers;
mod leaves;
mod lexicon;
mod many;
mod memory;
mod movegen;
mod movegen_naive;
mod openapi;
mod packages;
mod play;
mod playability;
mod pre_endgame;
mod puzzle;
mod queries;
mod rules;
mod scores;
mod study;
mod suite;
mod wild;
mod winning;
mod word_games;
mod wordlists;
