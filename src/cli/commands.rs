//! The commands of the program, in one table.

use clap::error::ErrorKind;
use clap::{ArgMatches, Args, FromArgMatches, Subcommand};

use crate::GlobalArgs;
use crate::common::output::ReadArgs;
use crate::common::{color::Color, outcome::Outcome, output::Terminal};
use crate::failure::Failure;
use crate::{
    alphabets, anagram, analyze, bee, bench, boggle, chain, compile, complete, completions, convert, define, diff, draw,
    dump, duplicate, endgame, fill, filter, formats, hooks, ladder, lookup, man, merge, near, pattern, perft, play,
    pre_endgame, puzzle, quiz, rank, search, selfplay, simulate, solve, stats, train, verify,
};

#[cfg(feature = "serve")]
use crate::serve;

/// What [`Command::run`] has at hand beside the arguments of a command.
pub struct Context {
    pub terminal: Terminal,
    pub color: Color,
}

/// Defines [`Command`] from rows of variant, name, module, how lists are read, and the call that runs the command.
///
/// `clap` can derive this, but would then build the options of all commands at each start of the program, which took
/// most of the time of a look-up. Here only those of the command that is asked for are built.
macro_rules! commands {
    (|$args:ident, $context:ident| $(
        $(#[$only:meta])? $variant:ident $name:literal $module:ident reads $reading:expr, runs $run:expr;
    )+) => {
        /// A command with its arguments.
        pub enum Command {
            $($(#[$only])? $variant(Box<$module::Args>),)+
        }

        impl Subcommand for Command {
            fn augment_subcommands(parser: clap::Command) -> clap::Command {
                $(
                    $(#[$only])?
                    let parser = parser.subcommand(clap::Command::new($name).defer(with_globals::<$module::Args>));
                )+
                parser
            }

            fn augment_subcommands_for_update(parser: clap::Command) -> clap::Command {
                Command::augment_subcommands(parser)
            }

            fn has_subcommand(name: &str) -> bool {
                [$($(#[$only])? $name),+].contains(&name)
            }
        }

        impl FromArgMatches for Command {
            fn from_arg_matches(matches: &ArgMatches) -> Result<Command, clap::Error> {
                match matches.subcommand() {
                    $($(#[$only])? Some(($name, matches)) => {
                        Ok(Command::$variant(Box::new($module::Args::from_arg_matches(matches)?)))
                    })+
                    _ => Err(clap::Error::new(ErrorKind::MissingSubcommand)),
                }
            }

            fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
                *self = Command::from_arg_matches(matches)?;
                Ok(())
            }
        }

        impl Command {
            /// How to read word lists, for the commands that read some.
            pub fn reading(&self) -> Option<&ReadArgs> {
                match self {
                    $($(#[$only])? Command::$variant($args) => $reading,)+
                }
            }

            /// Runs the command.
            pub fn run(&self, $context: &Context) -> Result<Outcome, Failure> {
                match self {
                    $($(#[$only])? Command::$variant($args) => $run,)+
                }
            }
        }
    };
}

commands! { |args, context|
    Compile "compile" compile reads Some(&args.reading), runs compile::run(args, &context.terminal);
    Stats "stats" stats reads Some(&args.reading), runs stats::run(args, &context.terminal);
    Verify "verify" verify reads Some(&args.reading), runs verify::run(args, &context.terminal);
    Dump "dump" dump reads Some(&args.reading), runs dump::run(args, &context.terminal);
    Convert "convert" convert reads Some(&args.reading), runs convert::run(args, &context.terminal);
    Merge "merge" merge reads Some(&args.reading), runs merge::run(args, &context.terminal);
    Diff "diff" diff reads Some(&args.reading), runs diff::run(args, &context.terminal);
    Draw "draw" draw reads Some(&args.reading), runs draw::run(args, &context.terminal);
    Lookup "lookup" lookup reads Some(&args.lexicon.reading), runs lookup::run(args, &context.terminal);
    Define "define" define reads Some(args.reading()), runs define::run(args, &context.terminal);
    Anagram "anagram" anagram reads Some(&args.lexicon.reading), runs anagram::run(args, &context.terminal);
    Pattern "pattern" pattern reads Some(&args.lexicon.reading), runs pattern::run(args, &context.terminal);
    Search "search" search reads Some(&args.lexicon.reading), runs search::run(args, &context.terminal);
    Hooks "hooks" hooks reads Some(&args.lexicon.reading), runs hooks::run(args, &context.terminal);
    Near "near" near reads Some(&args.lexicon.reading), runs near::run(args, &context.terminal);
    Rank "rank" rank reads Some(&args.lexicon.reading), runs rank::run(args, &context.terminal);
    Quiz "quiz" quiz reads args.reading(), runs quiz::run(args, &context.terminal);
    Complete "complete" complete reads Some(&args.lexicon.reading), runs complete::run(args, &context.terminal);
    Ladder "ladder" ladder reads Some(&args.lexicon.reading), runs ladder::run(args, &context.terminal);
    Bee "bee" bee reads Some(&args.lexicon.reading), runs bee::run(args, &context.terminal);
    Fill "fill" fill reads Some(&args.lexicon.reading), runs fill::run(args, &context.terminal);
    Chain "chain" chain reads Some(&args.lexicon.reading), runs chain::run(args, &context.terminal);
    Filter "filter" filter reads Some(&args.lexicon.reading), runs filter::run(args, &context.terminal);
    Boggle "boggle" boggle reads Some(&args.lexicon.reading), runs boggle::run(args, &context.terminal);
    Solve "solve" solve reads Some(&args.lexicon.reading), runs solve::run(args, &context.terminal);
    Perft "perft" perft reads Some(&args.lexicon.reading), runs perft::run(args, &context.terminal);
    Endgame "endgame" endgame reads Some(&args.lexicon.reading), runs endgame::run(args, &context.terminal);
    PreEndgame "pre-endgame" pre_endgame reads Some(&args.lexicon.reading), runs pre_endgame::run(args, &context.terminal);
    Simulate "simulate" simulate reads Some(&args.lexicon.reading), runs simulate::run(args, &context.terminal);
    Analyze "analyze" analyze reads Some(&args.game.lexicon.reading), runs analyze::run(args, &context.terminal);
    Play "play" play reads Some(&args.game.lexicon.reading), runs play::run(args, context.color, &context.terminal);
    Puzzle "puzzle" puzzle reads Some(args.reading()), runs puzzle::run(args, context.color, &context.terminal);
    Duplicate "duplicate" duplicate reads Some(&args.lexicon.reading), runs duplicate::run(args, context.color, &context.terminal);
    Selfplay "selfplay" selfplay reads Some(&args.game.lexicon.reading), runs selfplay::run(args, &context.terminal);
    #[cfg(feature = "serve")]
    Serve "serve" serve reads Some(&args.reading), runs serve::run(args, &context.terminal);
    Train "train" train reads Some(args.reading()), runs train::run(args, &context.terminal);
    Bench "bench" bench reads Some(&args.reading), runs bench::run(args, &context.terminal);
    Formats "formats" formats reads none(args), runs formats::run(args, &context.terminal);
    Alphabets "alphabets" alphabets reads none(args), runs alphabets::run(args, &context.terminal);
    Completions "completions" completions reads none(args), runs completions::run(args, crate::command_line());
    Man "man" man reads none(args), runs man::run(args, crate::command_line(), &context.terminal);
}

/// Adds the options of a command and then those of every command, so that the help ends with these.
fn with_globals<A: Args>(parser: clap::Command) -> clap::Command {
    GlobalArgs::augment_args(A::augment_args(parser))
}

/// For commands that read no lists.
fn none<T>(_: &T) -> Option<&ReadArgs> {
    None
}
