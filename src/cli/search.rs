//! `lexigraph search`: words that fit conditions.

use std::ffi::OsString;

use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::build::GraphKinds;
use lexigraph::image::{Image, NodeLayout};
use lexigraph::query::Search;
use lexigraph::query::search::{Member, set_names};

use super::answers::{Answers, ListArgs, queries};
use super::{Failure, LexiconArgs, Outcome, Terminal, lexicon};

/// Print the words that fit conditions joined by 'and', 'or' and 'not'
#[derive(clap::Args)]
#[command(after_long_help = format!("\
The arguments together are one search; standard input has one a line. Conditions side by side are joined by 'and'.

  length:7            also vowels, unique (different letters), points, anagrams; ranges: 7-8, 7-, -8
  anagram:RACK        subanagram:RACK; pattern:P; regex:R
  includes:ABC        excludes:ABC; only:ABC; bank:ABC (each of them and no others); consists:80-100:AEIOU (percent)
  prefix:X            suffix:X; contains:X; takes-prefix:X; takes-suffix:X
  hook:front          back, inner, inner-front, inner-back; front-hooks:ABC, back-hooks:ABC: just these
  probability:1-100   the likeliest of their length; add :lax to let ties in, :blanks=N
  limit:50            the likeliest of all that fit the rest; applied last
  compound:4+4        words one after another; compound:any
  reverse:word        reverse:itself
  in:NAME             in another lexicon: an image, a word list or a bundled name
  is:NAME             a named set: {}

Examples:
  lexigraph search length:7 and probability:1-100 and not hook:back
  lexigraph search 'length:5 and (prefix:re or suffix:er)' --count

Exit status: 0 something found; 1 nothing; 2 error, with a caret under a mistake.", set_names().collect::<Vec<_>>().join(", ")))]
pub struct Args {
    /// Conditions; '-' is standard input
    #[arg(value_name = "CONDITION")]
    conditions: Vec<String>,
    #[command(flatten)]
    list: ListArgs,
    #[command(flatten)]
    lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let stdin = args.conditions.is_empty() || args.conditions == ["-"];
    let (queries, batch) = if stdin { queries(&args.conditions)? } else { (vec![args.conditions.join(" ")], false) };
    let image = args.lexicon.open(GraphKinds::Dawg, terminal)?;
    let mut answers = Answers::new(&args.list, &image, batch, &[])?;
    let mut lists: Vec<(String, Image)> = Vec::new();
    for query in &queries {
        let search = Search::parse(query, image.alphabet())?;
        for name in search.lists() {
            if !lists.iter().any(|(known, _)| known == name) {
                let other = lexicon::open(
                    &OsString::from(name),
                    &args.lexicon.alphabet,
                    GraphKinds::Dawg,
                    NodeLayout::Fast,
                    terminal,
                )?;
                lists.push((name.clone(), other));
            }
        }
        let mut members: Vec<Lexicon<'_>> = Vec::new();
        for name in search.lists() {
            if let Some((_, other)) = lists.iter().find(|(known, _)| known == name) {
                members.push(member(other, image.alphabet())?);
            }
        }
        let members: Vec<Member<'_>> = members.iter().map(|member| &**member as Member<'_>).collect();
        let dawg = image.dawg()?;
        let mut result = Ok(());
        answers.list_words(query, |each| {
            result = search.run(&dawg, image.alphabet(), &members, each).map(|_| ());
        })?;
        result?;
    }
    answers.finish()
}

/// Whether a word is in another lexicon.
type Lexicon<'i> = Box<dyn Fn(&[Tile]) -> bool + 'i>;

/// Whether words are in another lexicon: by tiles where the letters are the same, by text otherwise.
fn member<'i>(other: &'i Image, alphabet: &'i Alphabet) -> Result<Lexicon<'i>, Failure> {
    let graph = other.dawg()?;
    let same = other.alphabet() == alphabet;
    Ok(Box::new(move |word| {
        if same {
            return graph.contains(word);
        }
        other.alphabet().parse(&alphabet.render(word)).is_ok_and(|word| graph.contains(&word))
    }))
}
