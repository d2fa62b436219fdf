//! What a list looks like: its shape by a sample of its lines, and things that are no word lists at all.

use std::collections::HashSet;

use super::lines::LineEnds;
use super::rows::{self, cells};
use super::score::Score;
use super::shape::{Separator, Shape};

/// What these bytes are, when they are plainly no word list.
pub(super) fn not_a_list(bytes: &[u8], wide: bool) -> Option<&'static str> {
    const MAGIC: &[(&[u8], &str)] = &[
        (b"PK\x03\x04", "a zip archive; unpack it first"),
        (b"BZh", "bzip2 data; unpack it first"),
        (b"7z\xBC\xAF\x27\x1C", "a 7z archive; unpack it first"),
        (b"\xFD7zXZ\0", "xz data; unpack it first"),
        (b"\x1F\x8B\x08", "gzip data; unpack it first"),
        (b"\x28\xB5\x2F\xFD", "zstd data; unpack it first"),
        (b"\x89PNG", "a picture (PNG)"),
        (b"\xFF\xD8\xFF", "a picture (JPEG)"),
        (b"GIF8", "a picture (GIF)"),
        (b"%PDF-", "a PDF document"),
        (b"\x7FELF", "a program"),
        (b"SQLite format 3\0", "an SQLite data base"),
        (b"\xFF\xFE\0\0", "UTF-32 text; convert it to UTF-8"),
        (b"\0\0\xFE\xFF", "UTF-32 text; convert it to UTF-8"),
    ];
    let known = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|&(_, what)| what);
    // "BZh" alone could begin a word.
    if let Some(what) = known.filter(|_| !bytes.starts_with(b"BZh") || bytes.get(4..7) == Some(b"1AY")) {
        return Some(what);
    }
    if bytes.get(257..262) == Some(b"ustar") {
        return Some("a tar archive; unpack it first");
    }
    let start = bytes.trim_ascii_start();
    let begins = |tag: &str| start.get(..tag.len()).is_some_and(|text| text.eq_ignore_ascii_case(tag.as_bytes()));
    if begins("<!doctype") || begins("<html") || begins("<?xml") {
        return Some("a web page or XML document");
    }
    if is_hyphenation(start) {
        return Some("hyphenation patterns");
    }
    // In text, control characters are line ends and tabs. One byte in fifty allows for some dirt.
    let is_control = |&byte: &u8| byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r');
    let control = |part: &[u8]| part.iter().filter(|byte| is_control(byte)).count();
    const PART: usize = 1 << 15;
    let middle = bytes.len() / 2;
    let head = &bytes[..bytes.len().min(PART)];
    let body = if bytes.len() > 2 * PART { &bytes[middle..middle + PART] } else { &[][..] };
    if wide || super::lines::ends_with_nul(bytes) {
        return None;
    }
    let found = control(head) + control(body);
    // A short list may have some bad lines; the reader tells them one by one.
    let lines = || head.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let most = || lines().filter(|line| line.iter().any(is_control)).count() * 2 > lines().count();
    (found > 1 && found * 50 > head.len() + body.len() && most()).then_some("binary data")
}

/// `true` for the patterns by which words are hyphenated, which are called `.dic` as well: the first line names the
/// encoding alone, and letters with digits between them follow.
fn is_hyphenation(start: &[u8]) -> bool {
    let mut lines = start[..start.len().min(1 << 12)].split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let encoding = lines.next().unwrap_or_default().to_ascii_lowercase();
    let is_encoding = [&b"utf-8"[..], b"iso8859-", b"iso-8859-", b"microsoft-cp", b"koi8-", b"tis620"]
        .iter()
        .any(|name| encoding.starts_with(name) && encoding.len() < 20);
    let rest: Vec<&[u8]> =
        lines.filter(|line| !line.is_empty() && !line.starts_with(b"%") && !line.starts_with(b"#")).collect();
    let patterns = rest.iter().filter(|line| line.iter().any(u8::is_ascii_digit) && !line.iter().all(u8::is_ascii_digit));
    is_encoding && rest.len() > 3 && patterns.count() * 4 >= rest.len() * 3
}

/// Rows that are looked at, where their cells have quotes.
const ROWS: usize = 1000;

/// Said of lines with several words.
const SEVERAL: &str = "each line was read as several words, a table looks the same";

/// Said of a table of words.
const TABLE: &str = "the lines were read as a table with the word in one column, several words a line look the same";

/// The shape of a text, by sampled lines; and what is said where another shape is as good.
pub(super) fn shape(text: &str, ends: LineEnds, lines: &[&str], total_lines: usize) -> (Shape, Option<&'static str>) {
    if let Some(shape) = marked(text, lines, total_lines) {
        return (shape, None);
    }
    table(text, ends, lines).unwrap_or_else(|| by_blanks(&content(lines)))
}

/// Said of words with numbers behind them.
const SCORES: &str = "the numbers after the words are taken as scores, not as parts of the words";

/// The lines that say something.
fn content<'t>(lines: &[&'t str]) -> Vec<&'t str> {
    lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

/// The rows of a table, by sampled lines where none of its cells has quotes.
pub(super) fn rows<'t>(text: &'t str, ends: LineEnds, lines: &[&'t str], separator: Separator) -> Vec<&'t str> {
    if lines.iter().any(|line| line.contains('"')) {
        return rows::sample(text, ends, separator.character(), ROWS);
    }
    lines.to_vec()
}

/// The shape of a text that has the same separator in nearly all lines.
fn table(text: &str, ends: LineEnds, lines: &[&str]) -> Option<(Shape, Option<&'static str>)> {
    for separator in Separator::ALL {
        let rows = rows(text, ends, lines, separator);
        let content: Vec<&str> = rows
            .iter()
            .map(|line| line.trim_matches(' '))
            .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
            .collect();
        let last = usize::from(content.last().is_some_and(|line| !line.contains(separator.character())));
        let with = content.iter().filter(|line| line.contains(separator.character())).count();
        if with == 0 || (with + last) * 10 < content.len() * 9 {
            continue;
        }
        let table: Vec<Vec<&str>> = content.iter().map(|line| cells(line, separator.character()).collect()).collect();
        if let Some(column) = table[0].iter().position(|name| is_heading(name)) {
            return Some((Shape::Cell(separator, column + 1), None));
        }
        let even = table.iter().all(|row| row.len() == table[0].len());
        if separated(&table) {
            if table.len() > 1 && even && separator == Separator::Tab && table[0].len() == 2 {
                return Some((Shape::Cell(separator, 1), Some(TABLE)));
            }
            // A separator at the end of each line says that it follows every word.
            let closed = table.iter().all(|row| row.last() == Some(&""));
            let doubtful = even && !closed && (table.len() > 1 || table[0].len() < 3);
            return Some((Shape::Separated(separator), doubtful.then_some(SEVERAL)));
        }
        if with * 10 >= content.len() * 9
            && let Some(column) = word_cell(&table, separator)
        {
            return Some((Shape::Cell(separator, column), None));
        }
    }
    None
}

/// `true` if a cell of the first row names the column of words.
fn is_heading(cell: &str) -> bool {
    ["word", "words", "headword", "lemma"].iter().any(|name| cell.eq_ignore_ascii_case(name))
}

/// `true` if the cells of rows are words, and different ones: no column says something about another.
fn separated(table: &[Vec<&str>]) -> bool {
    let words: Vec<&str> = table.iter().flatten().copied().filter(|cell| !cell.is_empty()).collect();
    let count = words.len();
    let like = words.iter().filter(|cell| word_like(cell)).count();
    if count < 2 || count + 1 < 2 * table.len() || like * 4 < count * 3 {
        return false;
    }
    let blanks = words.iter().filter(|cell| cell.contains(' ')).count();
    let different = words.iter().collect::<HashSet<_>>().len();
    table.len() == 1 || (blanks * 10 <= count && different * 10 >= count * 9)
}

/// The shape of a text that marks its words: by brackets, a count before them, quotes, or nothing else beside them.
fn marked(text: &str, lines: &[&str], total_lines: usize) -> Option<Shape> {
    if looks_like_json(text) {
        return Some(Shape::Json);
    }
    let full: Vec<&str> = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
    if full.first().is_some_and(|first| begins_hunspell(first, &full[1..], total_lines)) {
        return Some(Shape::Hunspell);
    }
    let content = content(lines);
    // Nearly every line of a list is one word: no more questions then.
    if content.iter().all(|line| !line.contains([' ', '\t', ',', ';', '"', '\''])) {
        return Some(Shape::Plain);
    }
    (share(&content, |line| unquote(line).is_some()) >= 0.9).then_some(Shape::Quoted)
}

/// The shape of lines with blanks in them, and what is said where another shape is as good.
fn by_blanks(content: &[&str]) -> (Shape, Option<&'static str>) {
    let before = columns_before(content);
    if before > 0 {
        return (Shape::Rest(before + 1), None);
    }
    if !has_definitions(content) {
        return (Shape::Plain, None);
    }
    let rests = || content.iter().filter_map(|line| line.split_once([' ', '\t'])).map(|(_, rest)| rest.trim());
    let scores = rests().filter(|rest| Score::parse(rest).is_some()).count();
    (Shape::First, Score::belongs(scores, rests().count()).then_some(SCORES))
}

fn share(lines: &[&str], holds: impl Fn(&str) -> bool) -> f64 {
    lines.iter().filter(|line| holds(line)).count() as f64 / lines.len().max(1) as f64
}

/// A bracket or brace that is followed by what may follow it in JSON; `{` or `[` alone would be a strange word.
fn looks_like_json(text: &str) -> bool {
    let start = text.trim_start_matches('\u{FEFF}').trim_start();
    let next = |rest: &str| rest.trim_start().chars().next();
    if let Some(rest) = start.strip_prefix('[') {
        matches!(next(rest), None | Some('"' | '[' | '{' | ']'))
    } else if let Some(rest) = start.strip_prefix('{') {
        matches!(next(rest), None | Some('"' | '}'))
    } else {
        false
    }
}

/// A count alone on the first line, perhaps with a comment, and either flags below or about so many lines.
fn begins_hunspell(first: &str, others: &[&str], total_lines: usize) -> bool {
    let (count, rest) = first.split_once([' ', '\t']).unwrap_or((first, ""));
    if !count.bytes().all(|byte| byte.is_ascii_digit())
        || !matches!(rest.trim_start().chars().next(), None | Some('#' | '/'))
    {
        return false;
    }
    let flags = |line: &str| line.find('/').is_some_and(|at| at > 0 && !line[at + 1..].trim().is_empty());
    let flagged = others.iter().filter(|line| flags(line)).count();
    let close = count.parse::<usize>().is_ok_and(|count| count > 0 && count.abs_diff(total_lines - 1) * 10 <= count);
    (flagged > 0 && flagged * 50 >= others.len()) || close
}

/// The word of a quoted line.
pub(super) fn unquote(line: &str) -> Option<&str> {
    let line = line.strip_suffix(',').unwrap_or(line).trim_end();
    let quote = line.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inner = line[1..].strip_suffix(quote)?;
    (!inner.contains(quote)).then_some(inner)
}

/// Letters, with the marks that words have in them.
fn word_like(text: &str) -> bool {
    text.chars().any(char::is_alphabetic) && text.chars().all(|c| c.is_alphabetic() || "'’-· .".contains(c) || is_mark(c))
}

/// A combining accent of the common blocks.
fn is_mark(c: char) -> bool {
    lexigraph_core::unicode::is_combining_mark(c)
}

fn is_number(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || b".,-+%eE".contains(&byte))
}

/// The column (from 1) of the words: of those that mostly hold words, and different ones, that with the fewest blanks.
/// `None` when the lines are no rows.
fn word_cell(rows: &[Vec<&str>], separator: Separator) -> Option<usize> {
    let width = rows.iter().map(Vec::len).min()?;
    // Under a heading, beside a number in every row, a text is the entry whatever is in it.
    let number = |column: usize| rows.iter().filter(|row| is_number(row[column])).count() + 1 == rows.len();
    let even = rows.len() > 3 && rows.iter().all(|row| row.len() == width);
    let first = (0..width).find(|&column| !number(column));
    if even
        && (0..width).any(|column| number(column) && !is_number(rows[0][column]))
        && let Some(column) = first
    {
        let texts = rows.iter().map(|row| row[column]);
        let different = texts.clone().collect::<HashSet<_>>().len();
        if width == 2 && different * 4 >= rows.len() && texts.filter(|text| text.contains(' ')).count() * 4 > rows.len() {
            return Some(column + 1);
        }
    }
    let best = (0..width).filter_map(|column| {
        let values = || rows.iter().map(|row| row[column]);
        let words = values().filter(|value| word_like(value)).count();
        let different = values().collect::<HashSet<_>>().len();
        let blanks = values().filter(|value| value.contains(' ')).count();
        (words * 4 >= rows.len() * 3 && (different * 4 >= rows.len() || rows.len() < 4)).then_some((blanks, column))
    });
    let (blanks, column) = best.min()?;
    // Sentences with commas in them are no table, but phrases with their scores are.
    let scores = (0..width).any(|column| rows.iter().filter(|row| is_number(row[column])).count() + 1 >= rows.len());
    if separator != Separator::Tab && blanks * 4 > rows.len() && !(scores && rows.len() > 1) {
        return None;
    }
    Some(column + 1)
}

/// `true` if the first row names the columns: a word over a column of numbers.
pub(super) fn has_header(lines: &[&str], separator: Separator) -> bool {
    let mut rows = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let Some(first) = rows.next() else { return false };
    if cells(first, separator.character()).any(is_heading) {
        return true;
    }
    let rest: Vec<Vec<&str>> = rows.map(|line| cells(line, separator.character()).collect()).collect();
    !rest.is_empty()
        && cells(first, separator.character()).enumerate().any(|(column, name)| {
            let number = |row: &Vec<&str>| row.get(column).is_some_and(|value| is_number(value));
            !is_number(name) && !name.is_empty() && rest.iter().all(number)
        })
}

/// How many columns without any letter stand before the word, on nine lines of ten.
fn columns_before(lines: &[&str]) -> usize {
    let leading = |line: &str| {
        let mut parts = line.split_ascii_whitespace();
        let count = parts.by_ref().take_while(|part| !part.chars().any(char::is_alphabetic)).count();
        // A line of numbers only says nothing about where the word begins.
        let all = line.split_ascii_whitespace().count();
        if count == all { all.saturating_sub(1) } else { count }
    };
    let mut counts: Vec<usize> = lines.iter().map(|line| leading(line)).collect();
    counts.sort_unstable();
    counts[lines.len() / 10]
}

/// `true` if what follows the first space is about the word, by signs that phrases do not have.
fn has_definitions(lines: &[&str]) -> bool {
    let with_blank: Vec<(&str, &str)> =
        lines.iter().filter_map(|line| line.split_once([' ', '\t'])).map(|(word, rest)| (word, rest.trim())).collect();
    let signs = with_blank.iter().filter(|(word, rest)| is_definition(word, rest)).count();
    signs * 10 >= with_blank.len() * 9 && signs * 2 >= lines.len()
}

fn is_definition(word: &str, rest: &str) -> bool {
    let upper = word.chars().any(char::is_uppercase) && !word.chars().any(char::is_lowercase);
    let second = rest.split_ascii_whitespace().next().unwrap_or("");
    let part_of_speech = |text: &str| {
        const NAMES: [&str; 16] =
            ["n", "v", "a", "adj", "adv", "vt", "vi", "v.t", "v.i", "pl", "prep", "pron", "conj", "interj", "int", "abbr"];
        let name = text.trim_matches(['(', ')', '[', ']', ',']).to_ascii_lowercase();
        name.strip_suffix(['.', ':']).is_some_and(|name| NAMES.contains(&name))
    };
    // `WORD a meaning`, `WORD [n -S]`, `WORD <root=v>`
    (upper && (rest.starts_with(['(', '[', '<', '{']) || rest.chars().any(char::is_lowercase)))
        // `word meaning [n -S]`, `word <root=v>`
        || (rest.ends_with(']') && rest.contains('[')) || rest.starts_with(['<', '{'])
        || part_of_speech(second)
        // `word 12345`, `word = meaning`, `word: meaning`, `word - meaning`
        || is_number(rest) || matches!(second, "=" | ":" | "-" | "–" | "—" | "->")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape_of(text: &str) -> String {
        let lines: Vec<&str> = text.lines().collect();
        shape(text, LineEnds::of(text), &lines, lines.len()).0.to_string()
    }

    #[test]
    fn shapes_are_told_by_their_lines() {
        for (text, expected) in [
            ("aa\naah\n", "plain"),
            ("\"aa\"\n\"aah\",\n", "quoted"),
            ("'aa',\n'aah',\n", "quoted"),
            ("[\"aa\"]", "json"),
            ("{\n\"aa\": 1}", "json"),
            ("[sic]\nword\n", "plain"),
            ("2\naa/S\nbb\n", "hunspell"),
            ("3 # made by hand\naa\nbb\ncc\n", "hunspell"),
            ("06\n06-dealer\naa\nbb\ncc\ndd\nee\nff\ngg\nhh\nii\njj\n", "plain"),
            ("AA rough lava [n -S]\nAB a muscle [n -S]\n", "first-column"),
            ("aardvark N: aardvarks\naback A:\n", "first-column"),
            ("aardvark n. an animal\naback adv. backwards\n", "first-column"),
            ("the 999\nof 888\n", "first-column"),
            ("999 the\n888 of\n", "rest:2"),
            ("the\t999\nof\t888\n", "tab:1"),
            ("1\tthe\n2\tof\n", "tab:2"),
            ("word,count\nthe,9\nof,8\n", "comma:1"),
            ("adas manis\nafrica selatan\naba\n", "plain"),
            ("pemecahan (1)\nsangka (2)\n", "plain"),
            ("ada bangkai, ada hering\nadat, adat\nada nyawa, ada rezeki\n", "plain"),
            ("cat,dog,emu", "comma"),
            ("cat;dog;\nemu;gnu;\n", "semicolon"),
            ("cat, dog, emu,\ncow, gnu\n", "comma"),
            ("cat\tdog\temu\ncow\tgnu\n", "tab"),
            ("cat\tKatze\ndog\tHund\n", "tab:1"),
            ("ad hoc;50\nper se;30\ncat;20\n", "semicolon:1"),
            ("sentence,count\nyes,9\n\"No, not I.\",8\nwhat is this?,7\nall right,6\n", "comma:1"),
            ("cat,n\ndog,n\nrun,v\nsee,v\n", "comma:1"),
            ("query\tword\tlength\nact\tCAT\t3\ngod\tDOG\t3\n", "tab:2"),
            ("cat,\"a pet,\nor two\",5\ndog,\"a\npet\",6\n", "comma:1"),
            ("", "plain"),
        ] {
            assert_eq!(shape_of(text), expected, "{text:?}");
        }
    }

    #[test]
    fn other_files_are_named() {
        assert!(not_a_list(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", false).unwrap().contains("PNG"));
        assert!(not_a_list(b"\n<!DOCTYPE html><html>", false).unwrap().contains("web page"));
        assert_eq!(not_a_list(&(0..=255).collect::<Vec<u8>>(), false), Some("binary data"));
        let patterns = b"UTF-8\nLEFTHYPHENMIN 2\n% about\n.ach4\n.ad4der\n.af1t\n";
        assert_eq!(not_a_list(patterns, false), Some("hyphenation patterns"));
        assert_eq!(not_a_list(b"utf-8\naa\nab\nad\nae\nR2D2\n", false), None);
        assert_eq!(not_a_list(b"aa\naah\naa\x01hed\n", false), None);
        assert_eq!(not_a_list(b"BZh\nbzhe\n", false), None);
    }

    #[test]
    fn headers_stand_over_numbers() {
        assert!(has_header(&["word,count", "the,9", "of,8"], Separator::Comma));
        assert!(!has_header(&["the,9", "of,8"], Separator::Comma));
        assert!(!has_header(&["the,x", "of,y"], Separator::Comma));
    }
}
