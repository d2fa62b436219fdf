//! From a stem to its forms.

use std::sync::atomic::{AtomicU64, Ordering};

use super::rules::{Affixes, Flag, Rule};
use super::side::Side;

/// What several threads have made and tried together, and how much they may.
#[derive(Debug)]
pub struct Budget {
    forms: AtomicU64,
    tries: AtomicU64,
    most_forms: u64,
    most_tries: u64,
}

impl Budget {
    /// Nothing made yet, and this much allowed.
    pub fn new(most_forms: u64, most_tries: u64) -> Budget {
        Budget { forms: AtomicU64::new(0), tries: AtomicU64::new(0), most_forms, most_tries }
    }

    /// What was made and tried.
    pub fn spent(&self) -> (u64, u64) {
        (self.forms.load(Ordering::Relaxed), self.tries.load(Ordering::Relaxed))
    }

    /// An error where it is more than allowed. Whether there is one when all is done does not depend on the order of
    /// threads.
    pub fn check(&self) -> Result<(), Exploded> {
        let (forms, tries) = self.spent();
        if forms > self.most_forms || tries > self.most_tries { Err(Exploded) } else { Ok(()) }
    }

    /// `true` if it was tries that were too many.
    pub fn is_out_of_tries(&self) -> bool {
        self.spent().0 <= self.most_forms
    }
}

/// Forms, one after another.
#[derive(Debug, Default)]
pub struct Kept {
    text: String,
    ends: Vec<usize>,
}

impl Kept {
    /// The number of forms.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The form at an index.
    pub fn get(&self, index: usize) -> Option<&str> {
        let start = index.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        self.text.get(start..*self.ends.get(index)?)
    }

    /// All forms.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    fn push(&mut self, form: &str) {
        self.text.push_str(form);
        self.ends.push(self.text.len());
    }

    fn bytes(&self) -> usize {
        self.text.len() + self.ends.len() * size_of::<usize>()
    }
}

/// What becomes of forms.
enum Use<'b> {
    /// They are counted only.
    Count,
    /// They are kept, up to this many bytes.
    Keep(usize),
    /// They are handed on; `false` ends the expansion.
    Give(&'b mut dyn FnMut(&str) -> bool),
}

/// Takes the forms that stems make, and counts them.
pub struct Forms<'b> {
    kept: Kept,
    usage: Use<'b>,
    budget: &'b Budget,
    /// Made and tried, and not yet told.
    made: u64,
    tried: u64,
    /// By side and rule: how many forms it has to do with; only where somebody asks.
    counts: Option<[Vec<u64>; 2]>,
}

/// More forms, or more tries, than there is room for; or whom the forms were given to wants no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exploded;

/// The most bytes of a form: a word has 255 tiles, and a tile is spelled with a few bytes.
const MOST_BYTES: usize = 255 * 16;

/// The budget is told after so many tries.
const TOLD: u64 = 4096;

impl<'b> Forms<'b> {
    fn with(budget: &'b Budget, usage: Use<'b>) -> Forms<'b> {
        Forms { kept: Kept::default(), usage, budget, made: 0, tried: 0, counts: None }
    }

    /// Keeps the forms, up to this many bytes of memory.
    pub fn keeping(budget: &'b Budget, bytes: usize) -> Forms<'b> {
        Forms::with(budget, Use::Keep(bytes))
    }

    /// Counts the forms.
    pub fn counting(budget: &'b Budget) -> Forms<'b> {
        Forms::with(budget, Use::Count)
    }

    /// Counts what each rule makes.
    pub fn counting_rules(budget: &'b Budget, affixes: &Affixes) -> Forms<'b> {
        let counts = [&affixes.prefixes, &affixes.suffixes].map(|rules| vec![0; rules.rules.len()]);
        Forms { counts: Some(counts), ..Forms::counting(budget) }
    }

    /// Hands each form on as it is made.
    pub fn giving(budget: &'b Budget, give: &'b mut dyn FnMut(&str) -> bool) -> Forms<'b> {
        Forms::with(budget, Use::Give(give))
    }

    /// The forms that were kept.
    pub fn into_kept(self) -> Kept {
        self.kept
    }

    /// Tells the budget, and what it says.
    pub fn settle(&mut self) -> Result<(), Exploded> {
        self.budget.forms.fetch_add(std::mem::take(&mut self.made), Ordering::Relaxed);
        self.budget.tries.fetch_add(std::mem::take(&mut self.tried), Ordering::Relaxed);
        self.budget.check()
    }

    fn tries(&mut self) -> Result<(), Exploded> {
        self.tried += 1;
        if self.tried >= TOLD { self.settle() } else { Ok(()) }
    }

    /// The number of forms that are kept.
    pub fn kept(&self) -> usize {
        self.kept.len()
    }

    /// The rule that made the most, and how many.
    pub(super) fn most<'a>(&self, affixes: &'a Affixes) -> Option<(Side, &'a Rule, u64)> {
        let counts = self.counts.as_ref()?;
        let sides = [(Side::Prefix, &counts[0]), (Side::Suffix, &counts[1])];
        let all = sides.into_iter().flat_map(|(side, counts)| {
            counts.iter().zip(&affixes.side(side).rules).map(move |(&count, rule)| (side, rule, count))
        });
        // The first of equals.
        all.fold(None, |best, next| if best.is_none_or(|(_, _, most)| next.2 > most) { Some(next) } else { best })
    }

    fn push(&mut self, form: &str, rules: &[(Side, u32)]) -> Result<(), Exploded> {
        if let Some(counts) = &mut self.counts {
            for &(side, rule) in rules {
                counts[usize::from(side == Side::Suffix)][rule as usize] += 1;
            }
        }
        self.made += 1;
        if self.made >= TOLD {
            self.settle()?;
        }
        if form.is_empty() {
            return Ok(());
        }
        match &mut self.usage {
            Use::Count => Ok(()),
            Use::Keep(most) if self.kept.bytes() >= *most => Err(Exploded),
            Use::Keep(_) => {
                self.kept.push(form);
                Ok(())
            }
            Use::Give(give) => {
                if give(form) {
                    Ok(())
                } else {
                    Err(Exploded)
                }
            }
        }
    }
}

fn has(flags: &[Flag], flag: Flag) -> bool {
    flags.binary_search(&flag).is_ok()
}

fn marked(flags: &[Flag], flag: Option<Flag>) -> bool {
    flag.is_some_and(|flag| has(flags, flag))
}

/// Words on their way: one buffer for each rule of a form.
#[derive(Default)]
struct Buffers {
    first: String,
    second: String,
    last: String,
}

impl Affixes {
    /// Appends the forms of a stem with these flags, which are sorted. The stem itself, if it is a word, is the first.
    /// The same form may come several times, by several rules.
    pub fn expand(&self, stem: &str, flags: &[Flag], forms: &mut Forms<'_>) -> Result<(), Exploded> {
        let without;
        let stem = if stem.contains(&self.ignore[..]) {
            without = stem.replace(&self.ignore[..], "");
            &without
        } else {
            stem
        };
        if marked(flags, self.in_compounds) || stem.is_empty() {
            return Ok(());
        }
        if !self.is_incomplete(flags) {
            forms.push(stem, &[])?;
        }
        let inner = if self.two_prefixes { Side::Prefix } else { Side::Suffix };
        let outer = inner.other();
        let mut buffers = Buffers::default();
        self.each_of(outer, flags, stem, forms, |index, rule, forms| {
            // On its own.
            if !rule.incomplete && !rule.circumfix && !rule.in_compounds && self.apply(outer, rule, stem, &mut buffers.last)
            {
                forms.push(&buffers.last, &[(outer, index)])?;
            }
            // What is possible with it only: its own flags may let rules in that the stem's do not.
            if rule.cross && !rule.in_compounds && !rule.then.is_empty() {
                let more: Vec<Flag> = rule.then.iter().copied().filter(|&flag| !has(flags, flag)).collect();
                self.each_of(inner, &more, stem, forms, |first, _, forms| {
                    self.inner(stem, flags, first, Some(index), &mut buffers, forms)
                })?;
            }
            Ok(())
        })?;
        self.each_of(inner, flags, stem, forms, |first, _, forms| self.inner(stem, flags, first, None, &mut buffers, forms))
    }

    /// `true` if a stem is no word without an affix.
    pub fn is_incomplete(&self, flags: &[Flag]) -> bool {
        marked(flags, self.incomplete)
    }

    /// `true` if a stem is there to be refused.
    pub fn is_forbidden(&self, flags: &[Flag]) -> bool {
        marked(flags, self.forbidden)
    }

    /// The forms with one inner rule or two, and perhaps an outer one: this one, if there is one.
    fn inner(
        &self,
        stem: &str,
        flags: &[Flag],
        first: u32,
        only: Option<u32>,
        buffers: &mut Buffers,
        forms: &mut Forms<'_>,
    ) -> Result<(), Exploded> {
        let side = if self.two_prefixes { Side::Prefix } else { Side::Suffix };
        let rules = &self.side(side).rules;
        let rule = &rules[first as usize];
        if rule.in_compounds || !self.apply(side, rule, stem, &mut buffers.first) {
            return Ok(());
        }
        let Buffers { first: word, second, last } = buffers;
        if only.is_none() && !rule.incomplete && !rule.circumfix {
            forms.push(word, &[(side, first)])?;
        }
        let fits = |outer: &Rule| rule.cross && outer.circumfix == rule.circumfix;
        self.outer(word, (flags, &rule.then), only, last, forms, &[(side, first)], |outer| {
            fits(outer) && !(outer.incomplete && rule.incomplete)
        })?;
        if rule.then.is_empty() {
            return Ok(());
        }
        self.each_of(side, &rule.then, word, forms, |index, next, forms| {
            if next.incomplete || next.circumfix || next.in_compounds || !self.apply(side, next, word, second) {
                return Ok(());
            }
            let made = [(side, first), (side, index)];
            if only.is_none() && !rule.circumfix {
                forms.push(second, &made)?;
                // Let in by the second rule, it need not fit the first.
                let fits = |outer: &Rule| next.cross && !outer.circumfix;
                self.outer(second, (&next.then, &[]), None, last, forms, &made, fits)?;
            }
            self.outer(second, (flags, &rule.then), only, last, forms, &made, |outer| {
                next.cross && fits(outer) && !has(&next.then, outer.flag)
            })
        })
    }

    /// The forms of a word with a rule at its other end, of those with these flags.
    #[allow(clippy::too_many_arguments)]
    fn outer(
        &self,
        word: &str,
        flags: (&[Flag], &[Flag]),
        only: Option<u32>,
        last: &mut String,
        forms: &mut Forms<'_>,
        made: &[(Side, u32)],
        fits: impl Fn(&Rule) -> bool,
    ) -> Result<(), Exploded> {
        let side = if self.two_prefixes { Side::Suffix } else { Side::Prefix };
        let mut each = |index: u32, rule: &Rule, forms: &mut Forms| {
            if rule.cross && !rule.in_compounds && fits(rule) && self.apply(side, rule, word, last) {
                let by = [made[0], *made.last().unwrap_or(&made[0]), (side, index)];
                forms.push(last, if made.len() == 1 { &by[1..] } else { &by })?;
            }
            Ok(())
        };
        match only {
            Some(index) => each(index, &self.side(side).rules[index as usize], forms),
            None => {
                self.each_of(side, flags.0, word, forms, &mut each)?;
                let more: Vec<Flag> = flags.1.iter().copied().filter(|&flag| !has(flags.0, flag)).collect();
                self.each_of(side, &more, word, forms, &mut each)
            }
        }
    }

    /// Calls `each` with the rules of these flags that a word with this end may fit.
    fn each_of(
        &self,
        side: Side,
        flags: &[Flag],
        word: &str,
        forms: &mut Forms<'_>,
        mut each: impl FnMut(u32, &Rule, &mut Forms<'_>) -> Result<(), Exploded>,
    ) -> Result<(), Exploded> {
        let rules = self.side(side);
        if rules.rules.is_empty() {
            return Ok(());
        }
        let end = if side == Side::Prefix { word.chars().next() } else { word.chars().next_back() };
        for class in flags.iter().filter_map(|flag| rules.classes.get(flag)) {
            let named = end.and_then(|end| class.by_character.get(&end)).map_or(&[][..], |list| list);
            for &index in named.iter().chain(&class.others) {
                forms.tries()?;
                each(index, &rules.rules[index as usize], forms)?;
            }
        }
        Ok(())
    }

    /// Applies a rule, if the word fits.
    fn apply(&self, side: Side, rule: &Rule, word: &str, to: &mut String) -> bool {
        let rest = match side {
            Side::Prefix => word.strip_prefix(rule.strip.as_str()),
            Side::Suffix => word.strip_suffix(rule.strip.as_str()),
        };
        let Some(rest) = rest.filter(|rest| self.full_strip || !rest.is_empty()) else { return false };
        if rest.len() + rule.add.len() > MOST_BYTES {
            return false;
        }
        let fits = match side {
            Side::Prefix => rule.condition.fits(word.chars()),
            Side::Suffix => rule.condition.fits(word.chars().rev()),
        };
        if fits {
            let (before, after) = if side == Side::Prefix { (rule.add.as_str(), rest) } else { (rest, rule.add.as_str()) };
            to.clear();
            to.push_str(before);
            to.push_str(after);
        }
        fits
    }
}
