//! The forms of a whole dictionary.

use std::borrow::Cow;
use std::collections::HashSet;

use lexigraph_core::parallel;

use super::expand::{Budget, Exploded, Forms, Kept};
use super::rules::{Affixes, Flag};
use super::side::Side;
use crate::wordlist::encoding;
use crate::wordlist::error::ReadError;
use crate::wordlist::extract::{Entry, Extractor};
use crate::wordlist::lines::LineEnds;
use crate::wordlist::report::clip;
use crate::wordlist::shape::Shape;
use crate::wordlist::sink::{At, Line, Sink};

/// Stems that are expanded one after another, and how many such pieces at a time.
const PIECE: usize = 64;
const PIECES: usize = 16;
/// The bytes of forms that are kept until their turn comes, of all pieces together.
const KEPT_BYTES: usize = 16 << 20;
/// The bytes of forms that are refused.
const FORBIDDEN_BYTES: usize = 256 << 20;

/// How often rules may be tried for each form there may be: rules without end may make nothing at all.
const TRIES: u64 = 50;

/// How the stems of a dictionary are expanded.
#[derive(Clone, Copy, Debug)]
pub struct Expansion<'a> {
    /// The affixes.
    pub affixes: &'a Affixes,
    /// The most forms they may make.
    pub most: u64,
    /// The most bytes of forms that are kept until their turn comes. Where there are more, they are made one after another.
    pub kept_bytes: usize,
}

impl<'a> Expansion<'a> {
    /// By these affixes, to at most so many forms.
    pub fn new(affixes: &'a Affixes, most: u64) -> Expansion<'a> {
        Expansion { affixes, most, kept_bytes: KEPT_BYTES }
    }
}

/// What may still be made and tried.
#[derive(Clone, Copy)]
struct Left {
    forms: u64,
    tries: u64,
    /// The most forms, for the message.
    most: u64,
}

impl Left {
    fn budget(self) -> Budget {
        Budget::new(self.forms, self.tries)
    }
}

/// A line of the dictionary.
struct Item<'t> {
    at: At<'t>,
    entry: Entry<'t>,
}

/// The text of the flags of a stem, and what comes behind them.
fn split_flags(more: &str) -> (&str, &str) {
    let Some(more) = more.strip_prefix('/') else { return ("", more) };
    more.split_once([' ', '\t']).unwrap_or((more, ""))
}

/// What a line with a stem holds beside it.
fn flags_and_rest<'t>(affixes: &Affixes, more: &'t str) -> Result<(Box<[Flag]>, &'t str), String> {
    let (flags, rest) = split_flags(more);
    if flags.is_empty() { Ok((Box::default(), rest)) } else { Ok((affixes.flags_of(flags)?, rest.trim())) }
}

/// Words that are refused.
#[derive(Default)]
struct Forbidden {
    /// Those that stand in the dictionary as such.
    entries: HashSet<String>,
    /// Their forms: refused unless they stand in it otherwise.
    forms: HashSet<String>,
}

/// Gives all forms of the stems of a dictionary to `sink`, each with the line of its stem. First counts them, so that
/// too many are refused before any is made.
pub fn each(
    text: &str,
    ends: LineEnds,
    name: &str,
    expansion: Expansion<'_>,
    comments: bool,
    sink: &mut dyn Sink,
) -> Result<(), ReadError> {
    let Expansion { affixes, most, kept_bytes } = expansion;
    let mut extractor = Extractor { shape: Shape::Hunspell, header: false, comments, declared: None };
    let mut left = Left { forms: most, tries: most.saturating_mul(TRIES).max(1 << 20), most };
    let mut stems = 0;
    let mut batches = |each: &mut dyn FnMut(&[Item<'_>]) -> Result<(), ReadError>| -> Result<(), ReadError> {
        let mut items: Vec<Item<'_>> = Vec::with_capacity(PIECE * PIECES);
        ends.each(text, |line, whole| {
            items.push(Item { at: At { line, whole }, entry: extractor.line(line, whole) });
            if items.len() < PIECE * PIECES {
                return Ok::<(), ReadError>(());
            }
            each(&items)?;
            items.clear();
            Ok::<(), ReadError>(())
        })?;
        each(&items)
    };
    let mut forbidden = Forbidden::default();
    if affixes.forbidden.is_some() {
        let budget = left.budget();
        batches(&mut |items| forbidden.note(items, name, affixes, &budget, left))?;
    }
    batches(&mut |items| {
        let (forms, tries) = counted(items, name, affixes, left)?;
        (left.forms, left.tries) = (left.forms - forms, left.tries - tries);
        Ok(())
    })?;
    let (mut odd, mut first_odd) = (0u64, None);
    batches(&mut |items| {
        for item in items {
            if let Entry::Word(_, more) = &item.entry
                && let Some(what) = affixes.oddity_of(split_flags(more).0)
            {
                odd += 1;
                first_odd.get_or_insert((item.at.line, what));
            }
        }
        stems += items.iter().filter(|item| matches!(item.entry, Entry::Word(..))).count() as u64;
        expand(items, affixes, kept_bytes, &forbidden, sink)
    })?;
    if let Some(declared) = extractor.declared {
        sink.take(At { line: 1, whole: "" }, Line::Declared(declared))?;
    }
    if let Some((line, what)) = first_odd {
        let others = if odd > 1 { format!(" ({odd} lines are like it)") } else { String::new() };
        let doubt = format!("line {line}: {what}, as hunspell reads it{others} — repair the flags if more is meant");
        sink.take(At { line, whole: "" }, Line::Doubt(doubt.into()))?;
    }
    sink.take(At { line: 1, whole: "" }, Line::Stems(stems))
}

impl Forbidden {
    /// Takes in what some lines forbid.
    fn note(
        &mut self,
        items: &[Item<'_>],
        name: &str,
        affixes: &Affixes,
        budget: &Budget,
        left: Left,
    ) -> Result<(), ReadError> {
        let mut forms = Forms::keeping(budget, FORBIDDEN_BYTES);
        for item in items {
            if let Entry::Word(word, more) = &item.entry
                && let Ok((flags, _)) = flags_and_rest(affixes, more)
                && affixes.is_forbidden(&flags)
            {
                let result = affixes.expand(word, &flags, &mut forms).and_then(|()| forms.settle());
                result.map_err(|Exploded| {
                    explosion(std::slice::from_ref(item), name, affixes, left, (true, budget.is_out_of_tries()))
                })?;
                self.entries.insert(word.clone().into_owned());
            }
        }
        self.forms.extend(forms.into_kept().iter().map(str::to_owned));
        Ok(())
    }
}

/// The forms that some stems make and the rules that are tried for them; the error if they are too many.
fn counted(items: &[Item<'_>], name: &str, affixes: &Affixes, left: Left) -> Result<(u64, u64), ReadError> {
    let budget = left.budget();
    count(items, affixes, &budget);
    if budget.check().is_err() {
        return Err(explosion(items, name, affixes, left, (false, budget.is_out_of_tries())));
    }
    Ok(budget.spent())
}

/// Counts the forms that some stems make and the rules that are tried for them.
fn count(items: &[Item<'_>], affixes: &Affixes, budget: &Budget) {
    parallel::map(items.chunks(PIECE).collect(), 1, |items: &[Item<'_>]| {
        let mut forms = Forms::counting(budget);
        for item in items {
            if let Ok(Some((word, flags))) = stem(item, affixes) {
                affixes.expand(word, &flags, &mut forms)?;
            }
        }
        forms.settle()
    });
}

/// What became of a piece.
struct Piece {
    forms: Kept,
    /// By item: where its forms end, or what is wrong with its flags.
    ends: Vec<Result<usize, String>>,
}

/// Expands stems in parallel and gives the forms to `sink` in order. The forms have been counted.
fn expand(
    items: &[Item<'_>],
    affixes: &Affixes,
    kept_bytes: usize,
    forbidden: &Forbidden,
    sink: &mut dyn Sink,
) -> Result<(), ReadError> {
    let budget = Budget::new(u64::MAX, u64::MAX);
    let piece = |items: &[Item<'_>]| -> Result<Piece, Exploded> {
        let (mut forms, mut ends) = (Forms::keeping(&budget, kept_bytes / PIECES), Vec::with_capacity(items.len()));
        for item in items {
            ends.push(match stem(item, affixes) {
                Ok(Some((word, flags))) => {
                    affixes.expand(word, &flags, &mut forms)?;
                    Ok(forms.kept())
                }
                Ok(None) => Ok(forms.kept()),
                Err(what) => Err(what),
            });
        }
        Ok(Piece { forms: forms.into_kept(), ends })
    };
    let pieces = parallel::map(items.chunks(PIECE).collect(), 1, piece);
    for (piece, items) in pieces.into_iter().zip(items.chunks(PIECE)) {
        let Ok(Piece { forms, ends }) = piece else {
            items.iter().try_for_each(|item| expand_one(item, affixes, forbidden, &budget, sink))?;
            continue;
        };
        let mut next = 0;
        for (item, end) in items.iter().zip(ends) {
            let Some(rest) = rest(item, affixes, end.is_ok(), sink)? else { continue };
            let end = end.unwrap_or(next);
            for index in next..end {
                give(item, rest, forms.get(index).unwrap_or_default(), index == next, forbidden, sink)?;
            }
            next = end;
        }
    }
    Ok(())
}

/// Gives the forms of one stem to `sink` as they are made.
fn expand_one(
    item: &Item<'_>,
    affixes: &Affixes,
    forbidden: &Forbidden,
    budget: &Budget,
    sink: &mut dyn Sink,
) -> Result<(), ReadError> {
    let found = stem(item, affixes);
    let Some(rest) = rest(item, affixes, found.is_ok(), sink)? else { return Ok(()) };
    let Ok(Some((word, flags))) = found else { return Ok(()) };
    let (mut result, mut first) = (Ok(()), true);
    let mut hand_on = |form: &str| {
        result = give(item, rest, form, std::mem::take(&mut first), forbidden, sink);
        result.is_ok()
    };
    // It ends early only by an error of the sink.
    let _ = affixes.expand(word, &flags, &mut Forms::giving(budget, &mut hand_on));
    result
}

/// What stands behind the word of a line; `None` for a line that has no word, or wrong flags, which `sink` gets as it
/// is.
fn rest<'i>(
    item: &'i Item<'_>,
    affixes: &Affixes,
    flags_are_right: bool,
    sink: &mut dyn Sink,
) -> Result<Option<&'i str>, ReadError> {
    match &item.entry {
        Entry::Word(_, more) if flags_are_right => Ok(Some(flags_and_rest(affixes, more).map_or("", |(_, rest)| rest))),
        Entry::Word(..) => {
            sink.take(item.at, Line::Entry(Entry::NoWord("its flags are not as the .aff says that flags are")))?;
            Ok(None)
        }
        entry => {
            sink.take(item.at, Line::Entry(entry.clone()))?;
            Ok(None)
        }
    }
}

/// Gives a form to `sink`, if it is not refused. The first, where it is the stem, stands in the dictionary itself.
fn give(
    item: &Item<'_>,
    rest: &str,
    form: &str,
    first: bool,
    forbidden: &Forbidden,
    sink: &mut dyn Sink,
) -> Result<(), ReadError> {
    let is_stem = || first && matches!(&item.entry, Entry::Word(word, _) if *word == form);
    if forbidden.entries.contains(form) || forbidden.forms.contains(form) && !is_stem() {
        return Ok(());
    }
    if rest.is_empty() && sink.quick(form) {
        return Ok(());
    }
    sink.take(item.at, Line::Entry(Entry::Word(Cow::Borrowed(form), rest)))
}

/// The stem of a line and its flags; none where the line has none, or one that is there to be refused.
#[allow(clippy::type_complexity)]
fn stem<'i>(item: &'i Item<'_>, affixes: &Affixes) -> Result<Option<(&'i str, Box<[Flag]>)>, String> {
    let Entry::Word(word, more) = &item.entry else { return Ok(None) };
    let (flags, _) = flags_and_rest(affixes, more)?;
    Ok((!affixes.is_forbidden(&flags)).then_some((word, flags)))
}

/// Says what made too many forms: the rule that made the most of these stems, or of those that are refused.
fn explosion(items: &[Item<'_>], name: &str, affixes: &Affixes, left: Left, (refused, tries): (bool, bool)) -> ReadError {
    let budget = left.budget();
    let mut forms = Forms::counting_rules(&budget, affixes);
    let mut last = None;
    for item in items {
        let Entry::Word(word, more) = &item.entry else { continue };
        let Ok((flags, _)) = flags_and_rest(affixes, more) else { continue };
        if affixes.is_forbidden(&flags) == refused {
            last = Some((item.at.line, &**word));
            if affixes.expand(word, &flags, &mut forms).is_err() || forms.settle().is_err() {
                break;
            }
        }
    }
    let (line, stem) = last.unwrap_or((1, ""));
    let rule = forms.most(affixes).map_or_else(String::new, |(side, rule, count)| {
        let side = if side == Side::Prefix { "PFX" } else { "SFX" };
        let shown = |text: &str| if text.is_empty() { "0".to_owned() } else { clip(text) };
        let (strip, add) = (shown(&rule.strip), shown(&rule.add));
        format!("; {count} by {}:{}: {side} {strip} {add}", affixes.name, rule.line)
    });
    let what = if tries {
        format!("to be tried more than {} times for {} forms", left.tries, left.most)
    } else {
        format!("to make more than {} forms", left.most)
    };
    ReadError::TooManyForms { name: name.to_owned(), line, stem: clip(stem), what, rule }
}

impl Affixes {
    /// The number of forms that the stems of a `.dic` make, counted with repetitions; `None` for more than `most`, or
    /// if rules are tried too often for so few forms. Makes no forms, and stops counting there.
    pub fn count_forms(&self, bytes: &[u8], most: u64) -> Option<u64> {
        let text = encoding::decode(bytes, Some(self.encoding())).text;
        let mut extractor = Extractor { shape: Shape::Hunspell, header: false, comments: false, declared: None };
        let budget = Budget::new(most, most.saturating_mul(TRIES).max(1 << 20));
        let mut items: Vec<Item<'_>> = Vec::with_capacity(PIECE * PIECES);
        // Any error ends the walk over the lines.
        let ended = LineEnds::of(&text).each(&text, |line, whole| {
            items.push(Item { at: At { line, whole }, entry: extractor.line(line, whole) });
            if items.len() == PIECE * PIECES {
                count(&items, self, &budget);
                items.clear();
            }
            budget.check()
        });
        if ended.is_ok() {
            count(&items, self, &budget);
        }
        budget.check().is_ok().then(|| budget.spent().0)
    }

    /// Calls `found` with every form of every stem of a `.dic`, as it is written: one after another in the order of the
    /// file, one that several rules make several times. `name` is for messages; `most` is the most forms there may be.
    ///
    /// # Errors
    /// [`ReadError::TooManyForms`].
    pub fn forms(&self, name: &str, bytes: &[u8], most: u64, found: impl FnMut(&str)) -> Result<(), ReadError> {
        let text = encoding::decode(bytes, Some(self.encoding())).text;
        each(&text, LineEnds::of(&text), name, Expansion::new(self, most), false, &mut FormSink(found))
    }
}

/// Hands forms on.
struct FormSink<F>(F);

impl<F: FnMut(&str)> Sink for FormSink<F> {
    fn quick(&mut self, line: &str) -> bool {
        (self.0)(line);
        true
    }

    fn take(&mut self, _: At, line: Line) -> Result<(), ReadError> {
        if let Line::Entry(Entry::Word(word, _)) = line {
            (self.0)(&word);
        }
        Ok(())
    }
}
