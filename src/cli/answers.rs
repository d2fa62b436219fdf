//! What the queries share: their words from arguments or standard input, and their answers as lists.

use std::io::Write;
use std::ops::ControlFlow;

use crate::report::{Form, List};
use lexigraph::alphabet::Tile;
use lexigraph::image::Image;
use lexigraph::query::columns::WordInfo;
use lexigraph::query::draw::alphagram;
use lexigraph::query::{Answer, Column};

use super::{Failure, Outcome, Output, lexicon};

/// How answers are listed.
#[derive(clap::Args, Clone, Debug)]
pub struct ListArgs {
    /// Columns of text and TSV, or keys of JSON, such as word,length,front_hooks
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = column, long_help = column_help())]
    columns: Vec<Column>,
    /// Order of the answers: length, points and probability put the highest first
    #[arg(long, value_enum, value_name = "KEY")]
    sort: Option<Sort>,
    /// Turn the order round
    #[arg(long)]
    reverse: bool,
    /// Print so many answers a query at the most
    #[arg(short = 'n', long, value_name = "N")]
    limit: Option<u64>,
    /// Print the number of answers only
    #[arg(short, long, conflicts_with_all = ["columns", "tsv", "null"])]
    count: bool,
    /// End each answer with a zero byte instead of a line end
    #[arg(short = '0', long, conflicts_with_all = ["tsv", "json"])]
    null: bool,
    /// Print tab-separated values under a heading
    #[arg(long, conflicts_with = "json")]
    tsv: bool,
    /// Print one JSON object an answer
    #[arg(long)]
    json: bool,
}

/// An order of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Sort {
    /// Collation order
    Alpha,
    /// Longest first
    Length,
    /// Most points first
    Points,
    /// Likeliest first
    Probability,
    /// Nearest first
    Distance,
}

pub fn column(name: &str) -> Result<Column, String> {
    Column::from_name(name.trim()).ok_or_else(|| format!("no such column — use: {}", names()))
}

fn names() -> String {
    Column::ALL.iter().map(|column| column.name()).collect::<Vec<_>>().join(", ")
}

pub fn column_help() -> String {
    format!("Columns of text and TSV, or keys of JSON: {}", names())
}

/// Queries, and whether each answer has to say which it belongs to: from standard input, or when there are several.
pub fn queries(arguments: &[String]) -> Result<(Vec<String>, bool), Failure> {
    let input = lexicon::input_for(arguments)?;
    let queries = lexicon::words(arguments, input.as_deref()).into_iter().map(str::to_owned).collect();
    Ok((queries, input.is_some() || arguments.len() > 1))
}

impl ListArgs {
    pub fn is_json(&self) -> bool {
        self.json
    }

    pub fn columns(&self) -> &[Column] {
        &self.columns
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

/// The answers of one command.
pub struct Answers<'a> {
    args: &'a ListArgs,
    teller: WordInfo<'a>,
    list: List,
    sort: Option<Sort>,
    pub out: Output,
    pub batch: bool,
    found: bool,
}

impl<'a> Answers<'a> {
    /// Answers from the words of an image. `extra` are columns that are shown beside the word by default.
    pub fn new(args: &'a ListArgs, image: &'a Image, batch: bool, extra: &[Column]) -> Result<Answers<'a>, Failure> {
        let form = if args.json {
            Form::Json
        } else if args.tsv {
            Form::Tsv
        } else {
            Form::Text { end: args.end() }
        };
        let by_default = |column: &Column| match column {
            Column::Ways => false,
            Column::Distance => extra.contains(column),
            _ => true,
        };
        let columns = if !args.columns.is_empty() {
            args.columns.clone()
        } else if args.json {
            Column::ALL.iter().copied().filter(by_default).collect()
        } else {
            [&[Column::Word], extra].concat()
        };
        let teller = WordInfo::new(&image.dawg()?.0, image.alphabet());
        let list = List::new(form, columns, batch);
        Ok(Answers { args, teller, list, sort: args.sort, out: Output::new(), batch, found: false })
    }

    /// Writes the heading of a table, for answers that are written by hand.
    pub fn heading(&mut self) -> Result<(), Failure> {
        Ok(self.list.heading(self.out.writer())?)
    }

    pub fn found(&mut self) {
        self.found = true;
    }

    /// Lists the answers of one query that `produce` gives to the function it gets, until that breaks.
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
            self.arrange(&mut answers);
            let limit = usize::try_from(limit).unwrap_or(usize::MAX);
            for answer in answers.iter().take(limit) {
                self.found = true;
                write(&mut self.list, &self.teller, query, answer, &mut self.out)?;
            }
            return Ok(());
        }
        let mut result = Ok(());
        if limit > 0 {
            let (list, teller, out) = (&mut self.list, &self.teller, &mut self.out);
            produce(&mut |answer| {
                count += 1;
                result = write(list, teller, query, answer, out);
                if result.is_ok() && count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        self.found |= count > 0;
        Ok(result?)
    }

    /// Lists the answers of one query that are words and no more.
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

    fn arrange(&self, answers: &mut [Answer]) {
        let teller = &self.teller;
        match self.sort {
            None => {}
            Some(Sort::Alpha) => answers.sort_by(|a, b| a.word.cmp(&b.word)),
            Some(Sort::Length) => answers.sort_by_key(|answer| std::cmp::Reverse(answer.word.len())),
            Some(Sort::Points) => answers.sort_by_cached_key(|answer| std::cmp::Reverse(teller.points(answer))),
            Some(Sort::Probability) => {
                answers.sort_by_cached_key(|answer| (std::cmp::Reverse(teller.ways(&answer.word)), alphagram(&answer.word)))
            }
            Some(Sort::Distance) => answers.sort_by_key(|answer| answer.distance),
        }
        if self.args.reverse {
            answers.reverse();
        }
    }

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

    /// Ends the output, and says whether anything was found.
    pub fn finish(self) -> Result<Outcome, Failure> {
        self.out.finish()?;
        Ok(self.found.into())
    }
}

fn write(list: &mut List, teller: &WordInfo<'_>, query: &str, answer: &Answer, out: &mut Output) -> std::io::Result<()> {
    let values = teller.values(list.columns(), answer);
    list.row(query, &values, out.writer())
}

/// Writes the end of an answer that was written by hand.
pub fn end_answer(out: &mut impl Write, end: char) -> std::io::Result<()> {
    out.write_all(if end == '\0' { b"\0" } else { b"\n" })
}
