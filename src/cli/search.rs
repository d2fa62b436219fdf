//! `lexigraph search`: words that meet conditions.

use std::ffi::OsString;
use std::ops::ControlFlow;

use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::build::GraphKinds;
use lexigraph::image::{Image, NodeLayout};
use lexigraph::query::search::{Member, set_names};
use lexigraph::query::{Scores, Search};

use crate::common::answers::{AnswerArgs, Answers};
use crate::common::outcome::Outcome;
use crate::common::output::Terminal;
use crate::common::queries::{Asked, Queries};
use crate::failure::Failure;
use crate::lexicon;
use crate::lexicon::{Keep, LexiconArgs};

/// Print the words that meet conditions joined by 'and', 'or' and 'not'
#[derive(clap::Args)]
#[command(after_long_help = format!("\
All arguments together form one search; on standard input, each line is a search. \
Adjacent conditions are joined by 'and'. 'not' binds closest, then 'and', then 'or': \
a or b and not c is a or (b and (not c)). Parentheses group.

  length:7            also vowels, unique (number of different letters), points, anagrams; ranges: 7-8, 7-, -8
  anagram:RACK        subanagram:RACK; pattern:P; regex:R
  includes:ABC        excludes:ABC; only:ABC; bank:ABC (exactly these letters); consists:80-100:AEIOU (percent)
  prefix:X            suffix:X; contains:X; takes-prefix:X; takes-suffix:X
  hook:front          back, inner, inner-front, inner-back; front-hooks:ABC, back-hooks:ABC (exactly these hooks)
  probability:1-100   the most probable words of their length; append :lax to include ties, :blanks=N for N blanks
  score:50-           the number beside the word in its list (word;score); 0.5-1.5, -8
  commonness:-35      the level of commonness: 10 for the commonest words, up to 80; English, or imported (see define)
  playability:5-      the points that not knowing the word costs in 1,000 games
  limit:50            the most probable of the words that meet all other conditions
  compound:4+4        a 4-letter word followed by another; compound:any
  reverse:word        the reversal is a word; reverse:itself: a palindrome
  in:NAME             the word is also in this lexicon: an image, a word list or a bundled name
  is:NAME             the word is in a named set: {}

Examples:
  lexigraph search length:7 and probability:1-100 and not hook:back
  lexigraph search 'length:5 and (prefix:re or suffix:er)' --count
  lexigraph search -l new.txt not in:old.txt                   the words that one list has and another lacks
  lexigraph search -l scored.txt length:5 score:50- --sort score --columns word,score
  lexigraph search length:7 --sort random -n 1                 a random word

Exit status: 0 something found; 1 nothing found; 2 error. A caret marks a syntax error.",
    set_names().collect::<Vec<_>>().join(", ")
))]
pub struct Args {
    /// Conditions; '-' reads standard input
    #[arg(value_name = "CONDITION")]
    conditions: Vec<String>,
    #[command(flatten)]
    list: AnswerArgs,
    #[command(flatten)]
    pub lexicon: LexiconArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let mut queries = Queries::joined(&args.conditions, terminal);
    // Any line of standard input may ask for scores.
    let keep = if args.list.keeps() == Keep::Words { Keep::Scores } else { args.list.keeps() };
    let image = args.lexicon.open_keeping(GraphKinds::Dawg, keep, terminal)?;
    let mut answers = Answers::new(&args.list, &image, queries.is_batch(), &[], terminal)?;
    let mut lists: Vec<(String, Image)> = Vec::new();
    let mut asked = Asked::default();
    'queries: while queries.next(&mut asked, &mut answers.out)? {
        let query = &asked.text;
        let search = match Search::parse(query, image.alphabet()) {
            Ok(search) => search,
            Err(error) => {
                queries.fail(&asked, error)?;
                continue;
            }
        };
        let search = match answers.figures(&image, &search.figures()) {
            Ok(figures) => search.with_figures(figures),
            Err(failure) => {
                queries.fail(&asked, failure)?;
                continue;
            }
        };
        for name in search.lists() {
            if !lists.iter().any(|(known, _)| known == name) {
                let (name_given, alphabet) = (OsString::from(name), &args.lexicon.alphabet);
                match lexicon::open(&name_given, alphabet, GraphKinds::Dawg, NodeLayout::Fast, terminal) {
                    Ok(other) => lists.push((name.clone(), other)),
                    Err(failure) => {
                        queries.fail(&asked, failure)?;
                        continue 'queries;
                    }
                }
            }
        }
        let mut members: Vec<Contains<'_>> = Vec::new();
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
        if let Err(error) = result {
            queries.fail(&asked, error)?;
        }
    }
    Ok(queries.outcome(answers.finish()?))
}

/// The words of one search.
pub fn words_of_search(
    text: &str,
    image: &Image,
    lexicon: &LexiconArgs,
    terminal: &Terminal,
) -> Result<Vec<Vec<Tile>>, Failure> {
    let search = Search::parse(text, image.alphabet())?;
    let scores = if search.asks_score() { Scores::of(image)? } else { None };
    let search = search.with_scores(scores);
    let open = |name: &String| {
        lexicon::open(&OsString::from(name), &lexicon.alphabet, GraphKinds::Dawg, NodeLayout::Fast, terminal)
    };
    let others = search.lists().iter().map(open).collect::<Result<Vec<Image>, Failure>>()?;
    let members =
        others.iter().map(|other| member(other, image.alphabet())).collect::<Result<Vec<Contains<'_>>, Failure>>()?;
    let members: Vec<Member<'_>> = members.iter().map(|member| &**member as Member<'_>).collect();
    let mut words = Vec::new();
    let _ = search.run(&image.dawg()?.0, image.alphabet(), &members, &mut |word| {
        words.push(word.to_vec());
        ControlFlow::Continue(())
    })?;
    Ok(words)
}

/// Tells whether another lexicon contains a word.
type Contains<'i> = Box<dyn Fn(&[Tile]) -> bool + 'i>;

/// Looks words up in another lexicon: by tiles if the alphabets are equal, otherwise by their text.
fn member<'i>(other: &'i Image, alphabet: &'i Alphabet) -> Result<Contains<'i>, Failure> {
    let graph = other.dawg()?;
    let same = other.alphabet() == alphabet;
    Ok(Box::new(move |word| {
        if same {
            return graph.contains(word);
        }
        other.alphabet().parse(&alphabet.render(word)).is_ok_and(|word| graph.contains(&word))
    }))
}
