//! A sitting on the terminal, or with answers from a pipe.

use lexigraph::random::{Random, mixed};
use lexigraph::study::{
    Answer, CardState, Grade, Journal, Kind, Level, Log, Mark, Moment, Question, QuestionError, Quiz, Record, Schedule,
    Sitting,
};

use super::set::SetArgs;
use super::{LogArgs, ScheduleArgs, counted};
use crate::common::outcome::Outcome;
use crate::common::output::{Output, Terminal};
use crate::failure::Failure;
use crate::play::input::{Input, Typed};
use lexigraph::platform::any_seed;

#[derive(clap::Args)]
pub struct SessionArgs {
    #[command(flatten)]
    pub set: SetArgs,
    /// Ask at most N new cards
    #[arg(long, value_name = "N", default_value_t = 20)]
    new: usize,
    /// Ask at most N cards
    #[arg(short = 'n', long, value_name = "N")]
    limit: Option<usize>,
    /// Ask cards that are not due as well
    #[arg(long)]
    all: bool,
    /// Show the answer when you press Enter, and let you mark yourself: 1 again, 2 hard, 3 good, 4 easy
    #[arg(long)]
    self_mark: bool,
    /// Seed of the order of new cards [default: random]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    schedule: ScheduleArgs,
    #[command(flatten)]
    log: LogArgs,
}

const HELP: &str = "\
Type the answer and Enter. An empty line says that you do not know.
  anagram, pattern      all the words, separated by spaces
  hooks                 letters in front, a hyphen, letters behind: b-s
  anagram-hooks         each word with its hooks: b-WORD-s
  judge                 y or n
  definition            the word
  /skip                 leave the card out for now
  /right                the last answer counts as right
  /quit                 end; so does Ctrl-D";

pub fn run(args: &SessionArgs, terminal: &Terminal) -> Result<Outcome, Failure> {
    let schedule = args.schedule.schedule()?;
    let path = args.log.path()?;
    let log = args.log.read(terminal)?;
    let image = args.set.open(terminal)?;
    let dictionary = args.set.dictionary(&image, terminal)?;
    let define = |word: &[_]| dictionary.as_ref().and_then(|dictionary| dictionary.get(word).ok().flatten());
    let quiz = Quiz::new(&image, Some(&define))?;
    let cards = args.set.cards(&image, &quiz, &log, terminal)?;
    let all = cards.len();
    let mut random = Random::new(args.seed.unwrap_or_else(any_seed));
    let shuffled = args.set.sort.is_none().then_some(&mut random);
    let mut sitting = Sitting::new(cards, &log, &schedule, Moment::now(), args.new, args.all, shuffled);
    sitting.limit(args.limit.unwrap_or(usize::MAX));
    let left = sitting.left();
    if left.all() == 0 {
        let hint = match (all, args.set.is_open()) {
            (0, true) => "no cards yet — name words to learn, such as: lexigraph quiz length:2",
            (0, false) => "no words, so no cards",
            (_, true) => "nothing is due — quiz due says when; --all asks nevertheless",
            (_, false) => "nothing is due and there are no new cards — --all asks nevertheless",
        };
        terminal.note(hint);
        return Ok(Outcome::No);
    }
    let journal = Journal::open(&path).map_err(|error| Failure::io(&path, &error))?;
    let sitting_number = mixed(any_seed()) as u32;
    let mut session =
        Session { args, quiz: &quiz, schedule, log: &log, journal, sitting_number, answers: Vec::new(), asked: 0, right: 0 };
    let (mut input, mut out) = (Input::new()?, Output::new());
    out.line(format_args!("{} due, {} new; /help tells how to answer", left.due, left.new))?;
    while let Some((kind, text)) = sitting.card().map(|(kind, text)| (kind, text.to_owned())) {
        let question = match quiz.question(kind, &text) {
            Ok(question) => question,
            Err(error @ (QuestionError::NoWord { .. } | QuestionError::NoDefinition { .. } | QuestionError::Query(_))) => {
                terminal.warn(format_args!("left out: {error}"));
                sitting.skip();
                continue;
            }
        };
        out.line(format_args!("[{}] {}", sitting.left().all(), question.prompt))?;
        if !session.ask(&question, &mut sitting, &mut input, &mut out, terminal)? {
            break;
        }
    }
    session.journal.sync().map_err(|error| Failure::io(&path, &error))?;
    let (asked, right, rest) = (session.asked, session.right, sitting.left().all());
    let percent = if asked == 0 { String::new() } else { format!(" ({:.0} %)", 100.0 * right as f64 / asked as f64) };
    let rest = if rest == 0 { String::new() } else { format!(", {} left", counted(rest, "card")) };
    out.line(format_args!("{}, {right} right{percent}{rest}", counted(asked, "answer")))?;
    out.finish()?;
    Ok(Outcome::Yes)
}

struct Session<'s> {
    args: &'s SessionArgs,
    quiz: &'s Quiz<'s>,
    schedule: Schedule,
    log: &'s Log,
    journal: Journal,
    sitting_number: u32,
    /// The answers of this sitting.
    answers: Vec<Record>,
    asked: usize,
    right: usize,
}

impl Session<'_> {
    /// Asks until there is an answer; `false` at the end of the sitting.
    fn ask(
        &mut self,
        question: &Question,
        sitting: &mut Sitting,
        input: &mut Input,
        out: &mut Output,
        terminal: &Terminal,
    ) -> Result<bool, Failure> {
        loop {
            let Typed::Line(line) = input.next(out)? else { return Ok(false) };
            match line.trim() {
                "/quit" => return Ok(false),
                "/help" => out.line(HELP)?,
                "/skip" => {
                    sitting.skip();
                    return Ok(true);
                }
                "/right" => self.correct(sitting, out, terminal)?,
                command if command.starts_with('/') => {
                    out.line(format_args!("unknown command {command} — /help lists them"))?;
                }
                typed => {
                    let grade = if self.args.self_mark {
                        out.line(question.answers.join(" "))?;
                        match mark(input, out)? {
                            Some(grade) => grade,
                            None => return Ok(false),
                        }
                    } else {
                        self.judge(question, typed, out)?
                    };
                    let state = self.record(question.kind, &question.text, grade, terminal)?;
                    out.line(told(grade, &state))?;
                    sitting.answered(grade);
                    // Whoever types waits longer than the disk.
                    if input.asks() {
                        self.journal.sync().map_err(|error| Failure::new(error.to_string()))?;
                    }
                    return Ok(true);
                }
            }
        }
    }

    /// The grade of a typed answer. Prints what is wrong with it, and the right one.
    fn judge(&self, question: &Question, typed: &str, out: &mut Output) -> Result<Grade, Failure> {
        let verdict = self.quiz.check(question, typed);
        if verdict.is_right {
            return Ok(Grade::Good);
        }
        if !verdict.wrong.is_empty() {
            out.line(format_args!("wrong: {}", verdict.wrong.join(" ")))?;
        }
        if !verdict.missed.is_empty() && verdict.missed.len() < question.answers.len() {
            out.line(format_args!("missed: {}", verdict.missed.join(" ")))?;
        }
        out.line(format_args!("answer: {}", question.answers.join(" ")))?;
        Ok(Grade::Again)
    }

    /// Appends an answer to the log. Returns the state of the card after it.
    fn record(&mut self, kind: Kind, text: &str, grade: Grade, terminal: &Terminal) -> Result<CardState, Failure> {
        // Each answer has a time of its own: answers of the same time would be one.
        let last = self.answers.last().map_or(Moment(0), |record| record.answer.time);
        let time = Moment::now().max(Moment(last.0 + 1));
        let answer = Answer { time, sitting: self.sitting_number, mark: Mark::Graded(grade) };
        let record = Record { answer, kind, text: text.to_owned() };
        self.append(&record, terminal)?;
        self.asked += 1;
        self.right += usize::from(grade.is_right());
        self.answers.push(record);
        Ok(self.state(kind, text))
    }

    fn append(&mut self, record: &Record, terminal: &Terminal) -> Result<(), Failure> {
        let appended = self.journal.append(&format!("{record}\n"));
        let appended = appended.map_err(|error| Failure::new(format!("the log: {error} — the answer was not kept")))?;
        if appended.was_torn {
            terminal.warn("the last line of the log was cut off; it is kept aside and marked #torn");
        }
        Ok(())
    }

    /// The state of a card by the log and this sitting.
    fn state(&self, kind: Kind, text: &str) -> CardState {
        let own = self.answers.iter().filter(|record| record.kind == kind && record.text == text);
        let mut answers = self.log.answers_to(kind, text).to_vec();
        answers.extend(own.map(|record| record.answer));
        self.schedule.state(&answers).expect("bug: a card that was answered has no state")
    }

    /// Makes the last answer a right one.
    fn correct(&mut self, sitting: &mut Sitting, out: &mut Output, terminal: &Terminal) -> Result<(), Failure> {
        let Some(mut record) = self.answers.last().cloned() else {
            out.line("there is no answer yet")?;
            return Ok(());
        };
        if record.answer.mark != Mark::Graded(Grade::Again) {
            out.line("the last answer is right already")?;
            return Ok(());
        }
        record.answer.mark = Mark::Graded(Grade::Good);
        self.append(&record, terminal)?;
        sitting.correct(record.kind, &record.text);
        self.right += 1;
        let (kind, text) = (record.kind, record.text.clone());
        self.answers.pop();
        self.answers.push(record);
        out.line(format_args!("{text}: {}", told(Grade::Good, &self.state(kind, &text))))?;
        Ok(())
    }
}

/// The result of an answer, in words.
fn told(grade: Grade, state: &CardState) -> String {
    if !grade.is_right() {
        return "it comes again".to_owned();
    }
    let days = counted(state.days as usize, "day");
    match state.level {
        Level::Memory(_) => format!("right; again in {days}"),
        Level::Box(number) => format!("right; box {}, again in {days}", number + 1),
    }
}

/// Asks for a mark until there is one; `None` at the end of the input.
fn mark(input: &mut Input, out: &mut Output) -> Result<Option<Grade>, Failure> {
    loop {
        out.line("1 again, 2 hard, 3 good, 4 easy?")?;
        let Typed::Line(line) = input.next(out)? else { return Ok(None) };
        let number = match line.trim() {
            "n" => Some(1),
            "y" => Some(3),
            "/quit" => return Ok(None),
            text => text.parse().ok(),
        };
        if let Some(grade) = number.and_then(Grade::from_number) {
            return Ok(Some(grade));
        }
    }
}
