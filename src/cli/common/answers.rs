//! What the query commands share: lists of answers and their options.

use std::io::Write;
use std::ops::ControlFlow;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::report::{List, ListFormat};
use lexigraph::alphabet::Tile;
use lexigraph::image::Image;
use lexigraph::names::closest;
use lexigraph::query::columns::WordInfo;
use lexigraph::query::{Answer, Column, Figure, Figures, Scores, Sort};

use crate::common::definitions::known_meanings;
use crate::common::figures::figures;
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal};
use crate::failure::Failure;
use crate::lexicon::Keep;
use lexigraph::platform::any_seed;

/// Options of every command that lists answers.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct AnswerArgs {
    /// Columns to print, or keys of the JSON objects, such as word,length,front_hooks
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = column, long_help = column_help())]
    columns: Vec<Column>,
    /// Sort the answers; length, points, score, playability and probability sort the highest first
    #[arg(long, value_parser = orders(), value_name = "KEY")]
    sort: Option<Sort>,
    /// Reverse the order
    #[arg(long)]
    reverse: bool,
    /// With --sort random, draw the same order each time
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Print at most N answers to each query
    #[arg(short = 'n', long, value_name = "N")]
    limit: Option<u64>,
    /// Print only the number of answers
    #[arg(short, long, conflicts_with_all = ["columns", "tsv", "null"])]
    count: bool,
    /// End each answer with a NUL byte instead of a newline
    #[arg(short = '0', long, conflicts_with_all = ["tsv", "json"])]
    null: bool,
    /// Print tab-separated values with a header
    #[arg(long, conflicts_with = "json")]
    tsv: bool,
    /// Print each answer as a JSON object on a line of its own
    #[arg(long)]
    json: bool,
}

/// Parses the name of a column.
pub fn column(name: &str) -> Result<Column, String> {
    let name = name.trim();
    Column::from_name(name).ok_or_else(|| {
        let meant = closest(name, Column::ALL.iter().map(|column| column.name()));
        let meant = meant.map_or_else(String::new, |meant| format!("did you mean '{meant}'? "));
        format!("unknown column — {meant}choose from: {}", names())
    })
}

/// Parses the name of an order.
pub fn orders() -> impl TypedValueParser<Value = Sort> {
    let value = |order: &Sort| PossibleValue::new(order.name()).help(order.meaning());
    let names = PossibleValuesParser::new(Sort::ALL.iter().map(value));
    names.map(|name| Sort::from_name(&name).expect("bug: a name of an order is not one"))
}

fn names() -> String {
    Column::ALL.iter().map(|column| column.name()).collect::<Vec<_>>().join(", ")
}

/// The long help of `--columns`.
pub fn column_help() -> String {
    format!("Columns to print, or keys of the JSON objects: {}", names())
}

impl AnswerArgs {
    pub fn is_json(&self) -> bool {
        self.json
    }

    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The kinds of numbers that are asked for by name.
    fn figures(&self) -> Vec<Figure> {
        let of_columns = self.columns.iter().filter_map(|column| column.figure());
        of_columns.chain(self.sort.and_then(Sort::figure)).collect()
    }

    /// `true` if answers have the scores of words if there are any.
    fn shows_scores(&self) -> bool {
        self.figures().contains(&Figure::Score) || (self.json && self.columns.is_empty() && !self.count)
    }

    /// `true` if words are explained.
    fn explains(&self) -> bool {
        self.columns.iter().any(|column| column.explains())
    }

    /// The parts of a word list that are needed.
    pub fn keeps(&self) -> Keep {
        match self.explains() {
            true => Keep::Definitions,
            false if self.shows_scores() => Keep::Scores,
            false => Keep::Words,
        }
    }

    pub fn sort(&self) -> Option<Sort> {
        self.sort
    }

    pub fn is_reversed(&self) -> bool {
        self.reverse
    }

    pub fn counts(&self) -> bool {
        self.count
    }

    pub fn limit(&self) -> u64 {
        self.limit.unwrap_or(u64::MAX)
    }

    pub fn end(&self) -> char {
        if self.null { '\0' } else { '\n' }
    }
}

/// Prints the answers of one command.
pub struct Answers<'a> {
    args: &'a AnswerArgs,
    info: WordInfo<'a>,
    figures: Figures,
    list: List,
    sort: Option<Sort>,
    pub out: Output,
    /// `true` if each answer names its query.
    pub batch: bool,
    found: bool,
    /// Where the total of each query is told, if someone reads the list on a terminal.
    totals: Option<&'a Terminal>,
}

impl<'a> Answers<'a> {
    /// Prepares answers from the words of an image. `extra` names columns that are printed after the word by default.
    pub fn new(
        args: &'a AnswerArgs,
        image: &'a Image,
        batch: bool,
        extra: &[Column],
        terminal: &'a Terminal,
    ) -> Result<Answers<'a>, Failure> {
        let out = Output::new();
        let screen = !args.json && !args.tsv && !args.null && !args.count && out.is_terminal();
        let format = if args.json {
            ListFormat::Json
        } else if args.tsv {
            ListFormat::Tsv
        } else if screen {
            ListFormat::Screen
        } else {
            ListFormat::Text { end: args.end() }
        };
        let mut known = figures(image, &args.figures())?;
        if args.shows_scores() && known.of(Figure::Score).is_none() {
            known.set(Figure::Score, Scores::of(image)?);
        }
        let by_default = |column: &Column| match column {
            Column::Ways => false,
            Column::Score => known.of(Figure::Score).is_some(),
            Column::Distance | Column::Pangram => extra.contains(column),
            column => !column.explains() && column.figure().is_none(),
        };
        let columns = if !args.columns.is_empty() {
            args.columns.clone()
        } else if args.json {
            Column::ALL.iter().copied().filter(by_default).collect()
        } else {
            [&[Column::Word], extra].concat()
        };
        let meanings = if args.explains() { Some(known_meanings(image, terminal)?) } else { None };
        let info = WordInfo::new(&image.dawg()?.0, image.alphabet()).with_figures(known.clone()).with_meanings(meanings);
        let list = List::new(format, columns, batch);
        let totals = (screen && !terminal.is_quiet()).then_some(terminal);
        Ok(Answers { args, info, figures: known, list, sort: args.sort, out, batch, found: false, totals })
    }

    /// Numbers of these kinds about the words of the image, read when they are first asked for.
    pub fn figures(&mut self, image: &Image, wanted: &[Figure]) -> Result<Figures, Failure> {
        for &figure in wanted {
            if self.figures.of(figure).is_none() {
                self.figures.set(figure, figures(image, &[figure])?.of(figure).cloned());
            }
        }
        Ok(self.figures.clone())
    }

    /// Prints the TSV header, for commands that print their answers themselves.
    pub fn heading(&mut self) -> Result<(), Failure> {
        Ok(self.list.heading(self.out.writer())?)
    }

    /// Records that something was found.
    pub fn found(&mut self) {
        self.found = true;
    }

    /// Prints the answers to one query. `produce` passes each answer to its argument, until that returns `Break`.
    pub fn list(
        &mut self,
        query: &str,
        produce: impl FnOnce(&mut dyn FnMut(&Answer) -> ControlFlow<()>),
    ) -> Result<(), Failure> {
        let limit = self.args.limit();
        let mut count = 0u64;
        if self.args.count {
            if limit > 0 {
                produce(&mut |_| {
                    count += 1;
                    if count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
            }
            return self.print_count(query, count);
        }
        self.list.heading(self.out.writer())?;
        if self.sort.is_some() || self.args.reverse {
            let mut answers = Vec::new();
            produce(&mut |answer| {
                answers.push(answer.clone());
                ControlFlow::Continue(())
            });
            if let Some(sort) = self.sort {
                sort.arrange(&mut answers, &self.info, || self.args.seed.unwrap_or_else(any_seed));
            }
            if self.args.reverse {
                answers.reverse();
            }
            let limit = usize::try_from(limit).unwrap_or(usize::MAX);
            for answer in answers.iter().take(limit) {
                self.found = true;
                count += 1;
                write(&mut self.list, &self.info, query, answer, &mut self.out)?;
            }
            return self.total(query, count);
        }
        let mut result = Ok(());
        if limit > 0 {
            let (list, info, out) = (&mut self.list, &self.info, &mut self.out);
            produce(&mut |answer| {
                count += 1;
                result = write(list, info, query, answer, out);
                if result.is_ok() && count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        self.found |= count > 0;
        result?;
        self.total(query, count)
    }

    /// Ends the answers to one query. On a terminal, tells how many there are.
    pub fn total(&mut self, query: &str, count: u64) -> Result<(), Failure> {
        self.list.end(self.out.writer())?;
        if let Some(terminal) = self.totals {
            self.out.flush()?;
            let answers = if count == 1 { "1 answer".to_owned() } else { format!("{count} answers") };
            terminal.note(if self.batch { format!("{query}: {answers}") } else { answers });
        }
        Ok(())
    }

    /// Prints the answers to one query, when each answer is just a word.
    pub fn list_words(
        &mut self,
        query: &str,
        produce: impl FnOnce(&mut dyn FnMut(&[Tile]) -> ControlFlow<()>),
    ) -> Result<(), Failure> {
        self.list(query, |each| {
            let mut answer = Answer::default();
            produce(&mut |word| {
                answer.word.clear();
                answer.word.extend_from_slice(word);
                each(&answer)
            });
        })
    }

    /// Prints the number of answers to a query.
    pub fn print_count(&mut self, query: &str, count: u64) -> Result<(), Failure> {
        self.found |= count > 0;
        if self.args.json {
            let mut object = serde_json::Map::new();
            if self.batch {
                object.insert("query".into(), query.into());
            }
            object.insert("count".into(), count.into());
            self.out.json(&object)?;
        } else if self.batch {
            self.out.line(format_args!("{query}\t{count}"))?;
        } else {
            self.out.line(count)?;
        }
        Ok(())
    }

    /// Finishes the output; the outcome is `Yes` if anything was found.
    pub fn finish(self) -> Result<Outcome, Failure> {
        self.out.finish()?;
        Ok(self.found.into())
    }
}

fn write(list: &mut List, info: &WordInfo<'_>, query: &str, answer: &Answer, out: &mut Output) -> std::io::Result<()> {
    let values = info.values(list.columns(), answer);
    list.row(query, &values, out.writer())
}

/// Writes the character that ends an answer.
pub fn end_answer(out: &mut impl Write, end: char) -> std::io::Result<()> {
    out.write_all(if end == '\0' { b"\0" } else { b"\n" })
}
