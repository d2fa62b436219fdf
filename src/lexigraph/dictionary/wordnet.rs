//! WordNet's database files: `index.*`, `data.*` and `*.exc`.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::{Builder, Part};
use crate::bytes::{SourceError, read_file};

/// The files by part of speech.
const FILES: [(&str, Part); 4] =
    [("noun", Part::Noun), ("verb", Part::Verb), ("adj", Part::Adjective), ("adv", Part::Adverb)];

/// Why WordNet's files cannot be read.
#[derive(Debug, Error)]
pub enum WordNetError {
    /// A file cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A line is not as the format has it.
    #[error("{}:{line}: {what}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The fault.
        what: &'static str,
    },
}

/// A word of a synset: the file and the offset of the synset.
type Senses = Vec<usize>;

/// The part of WordNet for one part of speech.
#[derive(Debug, Default)]
struct Words {
    /// Lemmas with the offsets of their synsets, the most frequent sense first.
    lemmas: Vec<(String, Senses)>,
    /// Synsets: their words as they are spelled, and the gloss.
    synsets: HashMap<usize, (Vec<String>, String)>,
    /// Irregular forms and their roots.
    exceptions: Vec<(String, String)>,
}

/// WordNet in memory.
#[derive(Debug)]
pub struct WordNet {
    words: Vec<(Part, Words)>,
    exceptions: bool,
}

impl WordNet {
    /// The folder of WordNet's files: this one, or `dict` in it. `None` if there are none.
    pub fn folder(path: &Path) -> Option<PathBuf> {
        [path.to_owned(), path.join("dict")].into_iter().find(|folder| folder.join("data.noun").is_file())
    }

    /// Reads the files in a folder. Files `*.exc` with irregular forms may be absent, which
    /// [`has_exceptions`](WordNet::has_exceptions) tells.
    ///
    /// # Errors
    /// [`WordNetError`] with the file and the line.
    pub fn read(folder: &Path, limit: u64) -> Result<WordNet, WordNetError> {
        let mut words = Vec::new();
        let mut exceptions = false;
        for (name, part) in FILES {
            let mut of_part = Words::default();
            lines(&folder.join(format!("index.{name}")), limit, |line| {
                of_part.lemmas.push(lemma(line)?);
                Ok(())
            })?;
            lines(&folder.join(format!("data.{name}")), limit, |line| {
                let (offset, words, gloss) = synset(line)?;
                of_part.synsets.insert(offset, (words, gloss));
                Ok(())
            })?;
            let path = folder.join(format!("{name}.exc"));
            if path.is_file() {
                exceptions = true;
                lines(&path, limit, |line| {
                    let (form, roots) = line.split_once(' ').ok_or("expected a form and its roots")?;
                    of_part.exceptions.extend(roots.split(' ').map(|root| (form.to_owned(), root.to_owned())));
                    Ok(())
                })?;
            }
            words.push((part, of_part));
        }
        Ok(WordNet { words, exceptions })
    }

    /// `true` if there are files with irregular forms.
    pub fn has_exceptions(&self) -> bool {
        self.exceptions
    }

    /// Adds the lemmas that `keep` wants. Senses of names are left out: WordNet spells them with a capital, so MARCH is
    /// not defined as a month. Quoted examples are left out, too. `short` keeps the first sense of each part of speech,
    /// and further ones while the senses have at most so many characters together; a longer gloss ends with a clause.
    pub fn add_to(&self, builder: &mut Builder, short: Option<usize>, keep: &dyn Fn(&str) -> bool) {
        let mut kept: HashMap<&str, Vec<Part>> = HashMap::new();
        let mut lengths: HashMap<&str, usize> = HashMap::new();
        for (part, words) in &self.words {
            for (lemma, offsets) in words.lemmas.iter().filter(|(lemma, _)| keep(lemma)) {
                let synsets = offsets.iter().filter_map(|offset| words.synsets.get(offset));
                let own = synsets.filter(|(words, _)| words.iter().any(|word| word == lemma));
                for (number, (_, gloss)) in own.enumerate() {
                    let gloss = without_examples(gloss);
                    let gloss = short.map_or(gloss, |short| first_clauses(gloss, short));
                    let length = lengths.entry(lemma).or_default();
                    if number > 0 && short.is_some_and(|short| *length + gloss.len() > short) {
                        break;
                    }
                    *length += gloss.len();
                    builder.add(lemma, Some(*part), gloss);
                    kept.entry(lemma).or_default().push(*part);
                }
            }
        }
        for (part, words) in &self.words {
            for (form, root) in words.exceptions.iter().filter(|(form, root)| form != root && keep(form)) {
                if kept.get(root.as_str()).is_some_and(|parts| parts.contains(part)) {
                    builder.add_form(form, *part, root);
                }
            }
        }
    }
}

/// Calls `each` with every line that is no licence text, which begins with a space.
fn lines(path: &Path, limit: u64, mut each: impl FnMut(&str) -> Result<(), &'static str>) -> Result<(), WordNetError> {
    let bytes = read_file(path, limit)?.bytes;
    let wrong = |line: usize, what| WordNetError::Line { path: path.to_owned(), line: line + 1, what };
    for (number, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let line = std::str::from_utf8(line).map_err(|_| wrong(number, "not UTF-8"))?.trim_end();
        if line.is_empty() || line.starts_with(' ') {
            continue;
        }
        each(line).map_err(|what| wrong(number, what))?;
    }
    Ok(())
}

/// A line of `index.*`: `lemma pos synset_cnt p_cnt [symbol...] sense_cnt tagsense_cnt offset...`.
fn lemma(line: &str) -> Result<(String, Senses), &'static str> {
    const FORM: &str = "expected: lemma pos synset_cnt p_cnt [ptr_symbol...] sense_cnt tagsense_cnt synset_offset...";
    let fields: Vec<&str> = line.split_whitespace().collect();
    let count: usize = fields.get(2).and_then(|count| count.parse().ok()).ok_or(FORM)?;
    let first = fields.len().checked_sub(count).filter(|&first| first >= 5 && count > 0).ok_or(FORM)?;
    let offsets = fields[first..].iter().map(|offset| offset.parse().map_err(|_| FORM)).collect::<Result<_, _>>()?;
    Ok((fields[0].to_owned(), offsets))
}

/// A line of `data.*`: `offset lex_filenum ss_type w_cnt word lex_id [word lex_id...] ... | gloss`.
fn synset(line: &str) -> Result<(usize, Vec<String>, String), &'static str> {
    const FORM: &str = "expected: synset_offset lex_filenum ss_type w_cnt word lex_id [word lex_id...] ... | gloss";
    let (head, gloss) = line.split_once('|').ok_or(FORM)?;
    let mut fields = head.split_whitespace();
    let offset = fields.next().and_then(|offset| offset.parse().ok()).ok_or(FORM)?;
    let count = fields.nth(2).and_then(|count| usize::from_str_radix(count, 16).ok()).ok_or(FORM)?;
    let mut words = Vec::new();
    for _ in 0..count {
        // The marker of an adjective's position follows its word: `galore(ip)`.
        let word = fields.next().ok_or(FORM)?;
        words.push(word.split('(').next().unwrap_or(word).to_owned());
        fields.next().ok_or(FORM)?;
    }
    Ok((offset, words, gloss.trim().to_owned()))
}

/// The gloss up to its quoted examples.
fn without_examples(gloss: &str) -> &str {
    let end = gloss.find("; \"").unwrap_or(gloss.len());
    let gloss = gloss[..end].trim_end_matches([';', ' ']);
    // A few have nothing but an example.
    if gloss.is_empty() { gloss } else { gloss.strip_suffix(':').unwrap_or(gloss) }
}

/// The clauses of a gloss that fit into so many bytes, and at least the first.
fn first_clauses(gloss: &str, most: usize) -> &str {
    let ends = gloss.match_indices("; ").map(|(at, _)| at).chain([gloss.len()]);
    let end = ends.take_while(|&end| end <= most).last().or(gloss.find("; ")).unwrap_or(gloss.len());
    &gloss[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_wordnets_manual_has_them() {
        let line = "cirque n 1 2 @ ~ 1 0 09273447";
        assert_eq!(lemma(line), Ok(("cirque".to_owned(), vec![9_273_447])));
        assert!(lemma("cirque n 3 0 1 0 1").is_err() && lemma("").is_err() && lemma("a b c d e f").is_err());
        let line = "09273447 17 n 03 cirque 0 corrie 0 Cwm(a) 0 001 @ 09238926 n 0000 | a basin; \"the cirque\"; and more  ";
        let words = ["cirque", "corrie", "Cwm"].map(str::to_owned).to_vec();
        assert_eq!(synset(line), Ok((9_273_447, words, "a basin; \"the cirque\"; and more".to_owned())));
        assert_eq!(without_examples("a basin; \"the cirque\"; and more"), "a basin");
        assert_eq!(
            ["aa; bb; cc", "aa; bb", "aabb", "aa;bb"].map(|gloss| first_clauses(gloss, 6)),
            ["aa; bb", "aa; bb", "aabb", "aa;bb"]
        );
        assert_eq!(first_clauses("a long one; bb", 3), "a long one");
        for cut in 0..line.find('|').unwrap_or(0) {
            assert!(synset(&line[..cut]).is_err());
        }
    }
}
