//! Databases of dictd: an index of headwords, and a text that it points into.

use std::path::{Path, PathBuf};

use super::{Builder, WordNetError};
use crate::bytes::read_file;

/// Headwords that describe the database begin with this.
const ABOUT: &str = "00";

/// The index and the text of a database by the name of either of them; `None` if this is neither, or the other is
/// missing. The text may be compressed as `.dict.dz`, which is gzip.
pub fn files(path: &Path) -> Option<(PathBuf, PathBuf)> {
    let name = path.to_str()?;
    let stem = [".index", ".dict", ".dict.dz"].iter().find_map(|end| name.strip_suffix(end))?;
    let text = [".dict.dz", ".dict"].iter().map(|end| PathBuf::from(format!("{stem}{end}"))).find(|path| path.is_file())?;
    let index = PathBuf::from(format!("{stem}.index"));
    index.is_file().then_some((index, text))
}

/// Adds the headwords that `keep` wants. An article becomes one sense, on one line and without the headword in front.
///
/// # Errors
/// [`WordNetError`] with the file and the line of an index whose lines are not headword, offset and length, or point
/// outside the text.
pub fn read(
    index: &Path,
    text: &Path,
    limit: u64,
    builder: &mut Builder,
    keep: &dyn Fn(&str) -> bool,
) -> Result<(), WordNetError> {
    let (lines, articles) = (read_file(index, limit)?.bytes, read_file(text, limit)?.bytes);
    for (at, line) in lines.split(|&byte| byte == b'\n').enumerate().filter(|(_, line)| !line.is_empty()) {
        let wrong = |what| WordNetError::Line { path: index.to_owned(), line: at + 1, what };
        let line = String::from_utf8_lossy(line);
        let fields: Vec<&str> = line.trim_end_matches('\r').split('\t').collect();
        let &[headword, offset, length, ..] = &fields[..] else {
            return Err(wrong("expected a headword, an offset and a length with tabs between them"));
        };
        let headword = headword.to_lowercase();
        if headword.starts_with(ABOUT) || !keep(&headword) {
            continue;
        }
        let numbers = number(offset).zip(number(length));
        let (offset, length) = numbers.ok_or_else(|| wrong("expected an offset and a length in base 64"))?;
        let article = offset.checked_add(length).and_then(|end| articles.get(offset..end));
        let article = String::from_utf8_lossy(article.ok_or_else(|| wrong("the article lies outside the text"))?);
        let article = article.trim();
        let own = article.get(..headword.len()).filter(|start| start.to_lowercase() == headword);
        builder.add(&headword, None, own.map_or(article, |own| article[own.len()..].trim_start()));
    }
    Ok(())
}

/// Reads a number in base 64, the highest digit first.
fn number(text: &str) -> Option<usize> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let add = |number: usize, byte: u8| number.checked_mul(64)?.checked_add(digit(byte)?.into());
    Some(text).filter(|text| !text.is_empty())?.bytes().try_fold(0, add)
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_have_64_digits() {
        assert_eq!(["A", "B", "/", "BA", "Ck9"].map(number), [0, 1, 63, 64, 2 * 4096 + 36 * 64 + 61].map(Some));
        assert_eq!(["", "A=", "////////////"].map(number), [None; 3]);
    }
}
