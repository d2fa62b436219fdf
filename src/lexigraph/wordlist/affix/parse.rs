//! Reading a `.aff`.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::condition::Condition;
use super::rules::{Affixes, Flag, FlagKind, Rule, RuleSet};
use super::side::Side;
use crate::wordlist::charset::Charset;
use crate::wordlist::encoding;
use crate::wordlist::error::AffixError;
use crate::wordlist::report::clip;

/// The encoding of files that name none.
const DEFAULT_ENCODING: &str = "ISO8859-1";

/// The highest flag of a number: those above have a meaning of their own to the program.
const MOST: u64 = 65_509;

/// The encoding of this name, as hunspell has them.
fn by_name(name: &str) -> Option<Charset> {
    let name = name.to_ascii_lowercase();
    match name.as_str() {
        "tis620-2533" => encoding::by_label("windows-874"),
        _ => encoding::by_label(name.strip_prefix("microsoft-").unwrap_or(&name)),
    }
}

/// The flags with a meaning.
#[derive(Default)]
struct Special {
    incomplete: Option<Flag>,
    forbidden: Option<Flag>,
    in_compounds: Option<Flag>,
    circumfix: Option<Flag>,
}

/// The rules of a header that are still to come.
struct Open {
    side: Side,
    flag: Flag,
    name: String,
    cross: bool,
    line: u64,
    count: u64,
    left: u64,
}

/// Bytes, since flags may be any, whatever the encoding of the text.
type Fields<'t> = Vec<&'t [u8]>;

fn show(field: &[u8]) -> String {
    clip(&String::from_utf8_lossy(field))
}

fn number(field: &[u8]) -> Option<u64> {
    std::str::from_utf8(field).ok()?.parse().ok()
}

impl Affixes {
    /// Reads a `.aff`; `name` is for messages. Keywords that make no words (suggestions, compounds) are passed over.
    ///
    /// # Errors
    /// [`AffixError`] with the line.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Affixes, AffixError> {
        let error = |line: u64, what: String| AffixError { name: name.to_owned(), line, what };
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let set = (1..).zip(bytes.split(|&byte| byte == b'\n')).find_map(|(number, line)| {
            let line = std::str::from_utf8(line.strip_prefix(b"SET")?).ok()?;
            line.starts_with([' ', '\t']).then(|| (number, line.split_ascii_whitespace().next().unwrap_or("")))
        });
        let (line, label) = set.unwrap_or((1, DEFAULT_ENCODING));
        let encoding = by_name(label).ok_or_else(|| error(line, format!("no encoding is called '{label}' (SET)")))?;
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
        let lines: Vec<(u64, Fields<'_>)> = (1..)
            .zip(bytes.split(|&byte| byte == b'\n'))
            .map(|(number, line)| (number, line.split(blank).filter(|field| !field.is_empty()).collect()))
            .filter(|(_, fields): &(u64, Fields<'_>)| fields.first().is_some_and(|first| !first.starts_with(b"#")))
            .collect();

        let mut affixes = Affixes {
            name: name.to_owned(),
            encoding,
            kind: FlagKind::Byte,
            aliases: None,
            prefixes: RuleSet::default(),
            suffixes: RuleSet::default(),
            two_prefixes: false,
            full_strip: false,
            ignore: Vec::new(),
            incomplete: None,
            forbidden: None,
            in_compounds: None,
            oddities: Vec::new(),
        };
        // What all else is read by may stand anywhere.
        for (line, fields) in &lines {
            match (fields[0], fields.get(1)) {
                (b"FLAG", kind) => {
                    // The program looks for these anywhere behind the keyword, and takes the last it finds.
                    let names = [("long", FlagKind::Long), ("num", FlagKind::Number), ("UTF-8", FlagKind::Character)];
                    let text = fields[1..].join(&b' ');
                    let found = names.iter().rev().find(|(name, _)| memchr::memmem::find(&text, name.as_bytes()).is_some());
                    let exact = found.is_some_and(|(name, _)| kind.copied() == Some(name.as_bytes()));
                    if let Some((_, found)) = found {
                        affixes.kind = *found;
                    }
                    if !exact {
                        let read = found.map_or("flags of one byte", |(name, _)| name);
                        let what = format!("FLAG is one of: long, num, UTF-8; '{}' is read as {read}", show(&text));
                        affixes.oddities.push(error(*line, what));
                    }
                }
                (b"COMPLEXPREFIXES", _) => affixes.two_prefixes = true,
                (b"FULLSTRIP", _) => affixes.full_strip = true,
                (b"IGNORE", Some(ignore)) => {
                    let text = affixes.text(ignore).map_err(|what| error(*line, format!("IGNORE: {what}")))?;
                    affixes.ignore = text.chars().collect();
                }
                _ => {}
            }
        }
        let mut special = Special::default();
        let mut announced: Option<(u64, u64)> = None;
        let mut aliases: Vec<Box<[Flag]>> = Vec::new();
        for (line, fields) in &lines {
            let place = match fields[0] {
                b"NEEDAFFIX" | b"PSEUDOROOT" => &mut special.incomplete,
                b"FORBIDDENWORD" => &mut special.forbidden,
                b"ONLYINCOMPOUND" => &mut special.in_compounds,
                b"CIRCUMFIX" => &mut special.circumfix,
                b"AF" => {
                    let field = fields.get(1).copied().unwrap_or_default();
                    if announced.is_none() {
                        let what = || error(*line, format!("AF: '{}' is no number of lines", show(field)));
                        announced = Some((*line, number(field).ok_or_else(what)?));
                    } else {
                        aliases.push(affixes.flags(field).map_err(|what| error(*line, format!("AF: {what}")))?);
                    }
                    continue;
                }
                _ => continue,
            };
            let field = fields.get(1).copied().unwrap_or_default();
            let flag = affixes.flag(field).map_err(|what| error(*line, format!("{}: {what}", show(fields[0]))))?;
            *place = Some(flag);
        }
        if let Some((line, count)) = announced {
            if count != aliases.len() as u64 {
                let what = format!("AF: {count} lists of flags are announced, {} come", aliases.len());
                return Err(error(line, what));
            }
            affixes.aliases = Some(aliases);
        }
        (affixes.incomplete, affixes.forbidden) = (special.incomplete, special.forbidden);
        affixes.in_compounds = special.in_compounds;
        affixes.read_rules(&lines, &special).map_err(|(line, what)| error(line, what))?;
        Ok(affixes)
    }

    fn read_rules(&mut self, lines: &[(u64, Fields<'_>)], special: &Special) -> Result<(), (u64, String)> {
        let mut open: Option<Open> = None;
        let mut headers: FxHashMap<(bool, Flag), (u64, u64)> = FxHashMap::default();
        let mut odds = Vec::new();
        for (line, fields) in lines {
            let side = match fields[0] {
                b"PFX" => Side::Prefix,
                b"SFX" => Side::Suffix,
                _ => continue,
            };
            let fail = |what: String| (*line, format!("{}: {what}", show(fields[0])));
            let [_, name, third, fourth, rest @ ..] = &fields[..] else {
                return Err(fail(
                    "a header has a flag, Y or N, and a count; a rule a flag, what to strip, what to add, a condition"
                        .into(),
                ));
            };
            let flag = self.flag(name).map_err(fail)?;
            let mine = |open: &&mut Open| open.left > 0 && open.side == side && open.flag == flag;
            if let Some(header) = open.as_mut().filter(mine) {
                header.left -= 1;
                let condition = rest.first().copied().unwrap_or(b".");
                let mut rule = self.rule(side, third, fourth, condition, special).map_err(fail)?;
                let then = memchr::memchr(b'/', fourth).map_or(&[][..], |at| &fourth[at..]);
                let odd = match self.oddity(if then == b"/" { &[] } else { then.get(1..).unwrap_or_default() }) {
                    _ if then == b"/" => Some(format!("'{}' has no flags behind the slash", show(fourth))),
                    odd => odd,
                };
                let odd = odd.or_else(|| {
                    condition.ends_with(b"]]").then(|| format!("the condition '{}' has a ']' too many", show(condition)))
                });
                odds.extend(odd.map(|what| AffixError { name: self.name.clone(), line: *line, what: fail(what).1 }));
                (rule.flag, rule.cross, rule.line) = (flag, header.cross, *line);
                let rules = if side == Side::Prefix { &mut self.prefixes } else { &mut self.suffixes };
                rules.add(rule, side);
                continue;
            }
            if let Some(header) = open.take().filter(|open| open.left > 0) {
                return Err((header.line, header.missing()));
            }
            let (Some(count), b"Y" | b"N") = (number(fourth), *third) else {
                return Err(fail(match headers.get(&(side == Side::Prefix, flag)) {
                    Some((line, count)) => {
                        format!("one rule more for '{}' than the {count} that line {line} announces", show(name))
                    }
                    None => format!("'{}' has no header: the flag, Y or N, and the number of its rules", show(name)),
                }));
            };
            let odd = self.oddity(name);
            odds.extend(odd.map(|what| AffixError { name: self.name.clone(), line: *line, what: fail(what).1 }));
            headers.insert((side == Side::Prefix, flag), (*line, count));
            let (name, cross) = (show(name), *third == b"Y");
            open = Some(Open { side, flag, name, cross, line: *line, count, left: count });
        }
        self.oddities.extend(odds);
        match open.filter(|open| open.left > 0) {
            Some(header) => Err((header.line, header.missing())),
            None => Ok(()),
        }
    }

    /// What is odd about flags that the program reads all the same.
    fn oddity(&self, field: &[u8]) -> Option<String> {
        let odd = match self.kind {
            FlagKind::Number => {
                field.split(|&byte| byte == b',').any(|field| field.is_empty() || !field.iter().all(u8::is_ascii_digit))
            }
            FlagKind::Long => !field.len().is_multiple_of(2),
            FlagKind::Byte | FlagKind::Character => false,
        };
        let wanted = if self.kind == FlagKind::Number { "numbers with commas between" } else { "two characters each" };
        (odd && !field.is_empty() && self.aliases.is_none())
            .then(|| format!("flags are {wanted}; of '{}' what comes before is read", show(field)))
    }

    fn rule(&self, side: Side, strip: &[u8], add: &[u8], condition: &[u8], special: &Special) -> Result<Rule, String> {
        let (add, then) = match memchr::memchr(b'/', add) {
            // A slash with nothing behind it: no rule follows.
            Some(at) if at + 1 == add.len() => (&add[..at], Box::default()),
            Some(at) => (&add[..at], self.aliased(&add[at + 1..])?),
            None => (add, Box::default()),
        };
        let plain = |field: &[u8]| -> Result<String, String> {
            let text = self.text(field)?;
            Ok(if text == "0" { String::new() } else { text.chars().filter(|c| !self.ignore.contains(c)).collect() })
        };
        let has = |flag: Option<Flag>| flag.is_some_and(|flag| then.binary_search(&flag).is_ok());
        Ok(Rule {
            strip: plain(strip)?,
            add: plain(add)?,
            condition: Condition::parse(&self.text(condition)?, side)?,
            incomplete: has(special.incomplete),
            circumfix: has(special.circumfix),
            in_compounds: has(special.in_compounds),
            then,
            flag: 0,
            cross: false,
            line: 0,
        })
    }

    fn text<'t>(&self, field: &'t [u8]) -> Result<Cow<'t, str>, String> {
        let text = self.encoding.decode_exactly(field);
        text.ok_or_else(|| format!("'{}' is no text in {}", show(field), self.encoding.name()))
    }

    /// The one flag of a field. Where flags are bytes and there are more, the program takes the first, and so does
    /// this.
    fn flag(&self, field: &[u8]) -> Result<Flag, String> {
        match (self.kind, field) {
            (FlagKind::Byte, &[first, ..]) => Ok(first.into()),
            (FlagKind::Long, &[first, second, ..]) => Ok(u32::from(first) << 8 | u32::from(second)),
            _ => match *self.flags(field)? {
                [flag] => Ok(flag),
                _ => Err(format!("'{}' is not one flag", show(field))),
            },
        }
    }

    /// What is odd about the flags of an entry of the dictionary that is read all the same.
    pub(super) fn oddity_of(&self, text: &str) -> Option<String> {
        self.oddity(&self.encoding.encode(text))
    }

    /// The flags of an entry of the dictionary.
    pub(super) fn flags_of(&self, text: &str) -> Result<Box<[Flag]>, String> {
        self.aliased(&self.encoding.encode(text))
    }

    /// A list of flags, or the number of an alias.
    fn aliased(&self, field: &[u8]) -> Result<Box<[Flag]>, String> {
        let Some(aliases) = &self.aliases else { return self.flags(field) };
        let alias = number(field).and_then(|number| aliases.get(usize::try_from(number).ok()?.checked_sub(1)?));
        alias.cloned().ok_or_else(|| format!("'{}' is the number of no AF line", show(field)))
    }

    /// A list of flags, sorted.
    fn flags(&self, field: &[u8]) -> Result<Box<[Flag]>, String> {
        if field.is_empty() {
            return Err("a flag is missing".into());
        }
        let mut flags: Vec<Flag> = match self.kind {
            FlagKind::Byte => field.iter().map(|&byte| byte.into()).collect(),
            FlagKind::Character => self.text(field)?.chars().map(u32::from).collect(),
            FlagKind::Long => {
                // The program leaves one character out that is too many.
                field.chunks_exact(2).map(|pair| u32::from(pair[0]) << 8 | u32::from(pair[1])).collect()
            }
            FlagKind::Number => {
                // The program reads the digits and leaves out what stands behind them.
                let digits = |field: &[u8]| field.iter().take_while(|byte| byte.is_ascii_digit()).count();
                let flag =
                    |field: &[u8]| number(&field[..digits(field)]).filter(|&number| number <= MOST).map(|flag| flag as Flag);
                let flags = field.split(|&byte| byte == b',').map(|field| {
                    flag(field).ok_or_else(|| format!("'{}' is no flag: numbers up to {MOST} (FLAG num)", show(field)))
                });
                flags.collect::<Result<_, _>>()?
            }
        };
        flags.sort_unstable();
        flags.dedup();
        Ok(flags.into())
    }
}

impl Open {
    fn missing(&self) -> String {
        let there = self.count - self.left;
        format!("'{}': {} rules are announced, {there} come", self.name, self.count)
    }
}

impl RuleSet {
    fn add(&mut self, rule: Rule, side: Side) {
        let index = self.rules.len() as u32;
        let class = self.classes.entry(rule.flag).or_default();
        let end = if side == Side::Prefix { rule.strip.chars().next() } else { rule.strip.chars().next_back() };
        match end.as_ref().map(std::slice::from_ref).or(rule.condition.ends()) {
            Some(ends) => ends.iter().for_each(|&end| class.by_character.entry(end).or_default().push(index)),
            None => class.others.push(index),
        }
        self.rules.push(rule);
    }
}
