//! The help of the program as a whole: the commands in groups, and examples.

/// The commands of the feature `serve`.
#[cfg(feature = "serve")]
macro_rules! served {
    () => {
        "On a web page:\n  serve      all of this in your browser, and for other programs\n"
    };
}

#[cfg(not(feature = "serve"))]
macro_rules! served {
    () => {
        ""
    };
}

/// What `lexigraph --help` prints. Written out rather than made from the commands, because the parser is built at each
/// start of the program; a test compares the two.
pub const TEMPLATE: &str = concat!(
    "\
{about}

{usage-heading} {usage}

Words:
  lookup     words that a lexicon has    hooks        letters before and behind
  anagram    words made from letters     near         words by edit distance
  pattern    words that fit a pattern    rank         words to numbers, and back
  search     words that meet conditions  complete     words with a prefix
  quiz       words learned by questions  define       what words mean
  ladder     one letter a step           filter       green, yellow, grey clues
  chain      last letters are first      fill         the grid of a crossword
  bee        words around one letter
Boards and games:
  boggle     words on a grid of letters  play         a game with the machine
  solve      the best plays              selfplay     matches of two strategies
  simulate   plays tried by simulation   train        values by self-play
  endgame    the best play to the end    pre-endgame  the move that wins most
  analyze    games: losses, luck         duplicate    one board, the same racks
  perft      a count of lines of play    puzzle       find the best play
",
    served!(),
    "\
Files and formats:
  compile    word lists to an image      merge        union, intersection, minus
  convert    to another format           diff         words that differ
  dump       the words of an image       draw         a graph as a picture
  stats      nodes, edges, memory        verify       proof that it is right
  formats    file formats and limits     alphabets    letters, counts, points
  bench      formats side by side        completions  a script for your shell
  help       help for a command          man          manual pages

Examples:
  lexigraph lookup qat zax cwm               which of these are words?
  lexigraph anagram --sub 'qaeinr?' -n 10    words from a rack; '?' is a blank
  lexigraph search length:7 and prefix:re    words that meet conditions
  lexigraph boggle perslatgsineters          the words on a 4x4 grid
  lexigraph compile words.txt -o words.lxg   for: lexigraph lookup -l words.lxg

Options:
{options}{after-help}"
);

#[cfg(test)]
mod tests {
    use super::TEMPLATE;

    #[test]
    fn every_command_is_listed_once() {
        let groups = TEMPLATE.split_once("Examples:").unwrap().0;
        let mut listed: Vec<&str> = Vec::new();
        for line in groups.lines().filter(|line| line.starts_with("  ")) {
            listed.extend(line.split("  ").map(str::trim).filter(|part| !part.is_empty()).step_by(2));
        }
        listed.sort_unstable();
        let parser = crate::command_line();
        let mut there: Vec<&str> = parser.get_subcommands().map(clap::Command::get_name).collect();
        there.push("help");
        there.sort_unstable();
        assert_eq!(listed, there);
        for line in groups.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}
