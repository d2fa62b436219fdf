//! What several commands share. No file here imports a command.
//!
//! | file | contents |
//! | --- | --- |
//! | `algorithm` | `--algorithm gaddag\|dawg` |
//! | `answers` | queries from arguments or standard input, and lists of answers |
//! | `color` | `--color` |
//! | `combinations` | answers of several words |
//! | `data` | the folder of what the program keeps for its user |
//! | `definitions` | definitions of words, from a file, the lexicon or dictionaries |
//! | `figures` | numbers about words: scores, commonness, playability |
//! | `games` | lexicon, board, game rules and heuristics of the commands that play games |
//! | `leaves` | files of leave values |
//! | `outcome` | exit status 0 or 1 |
//! | `output` | standard output, standard error, progress bars and files |
//! | `players` | the players of a match: strategies with files of their own |
//! | `position` | positions from a file, an argument or standard input |
//! | `process` | memory of this process |
//! | `queries` | queries from arguments and the lines of standard input |
//! | `tables` | tables of alphabets, boards, dice and points: bundled, or files |
//! | `trained` | leave values that were learned on this machine |
//! | `tuples` | answers of several words in a fixed order |
//! | `zone` | the time zone of the user |

pub mod algorithm;
pub mod answers;
pub mod color;
pub mod combinations;
pub mod data;
pub mod definitions;
pub mod figures;
pub mod games;
pub mod leaves;
pub mod outcome;
pub mod output;
pub mod players;
pub mod position;
pub mod process;
pub mod queries;
pub mod sealed;
pub mod size;
pub mod tables;
pub mod trained;
pub mod tuples;
pub mod zone;
