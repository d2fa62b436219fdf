//! The file format `.puz` of Across Lite, versions 1.2 to 2.0; `formats/puz.md` describes it.
//!
//! Texts are Latin-1 or, from version 2.0 on, UTF-8. Cells of several letters and circles are in sections after the
//! clues. What a solver has entered, times and settings are not kept.

use std::collections::BTreeMap;

use super::error::CrosswordError;
use super::grid::MOST_SIDE;
use super::puzzle::{Clue, Puzzle, PuzzleCell};

/// The mark of the format, at the third byte of a file.
pub const MAGIC: &[u8; 12] = b"ACROSS&DOWN\0";

/// The bytes before the grid.
const HEADER: usize = 0x34;
/// The block and the open cell of a grid.
const BLOCK: u8 = b'.';
const OPEN: u8 = b'-';
/// The block of a diagram that a solver has to find.
const HIDDEN: u8 = b':';
/// The flag of a circle in the section `GEXT`.
const CIRCLE: u8 = 0x80;

fn wrong(what: impl Into<String>) -> CrosswordError {
    CrosswordError::File(what.into())
}

/// The checksum of a part, beginning with that of the parts before it: the sum is turned right by a bit before each
/// byte is added.
pub fn checksum(bytes: &[u8], before: u16) -> u16 {
    bytes.iter().fold(before, |sum, &byte| sum.rotate_right(1).wrapping_add(u16::from(byte)))
}

/// Where the mark may stand at most. Some servers put the name of the file before it.
const LAST_MAGIC: usize = 512;

/// `true` if a file seems to be of this format.
pub fn is_puz(bytes: &[u8]) -> bool {
    start(bytes).is_some()
}

/// Where the file begins, two bytes before the mark.
fn start(bytes: &[u8]) -> Option<usize> {
    let before_grid = &bytes[..bytes.len().min(LAST_MAGIC + MAGIC.len())];
    before_grid.windows(MAGIC.len()).position(|window| window == MAGIC)?.checked_sub(2)
}

/// The parts of a file that checksums cover.
struct Parts<'a> {
    /// Width, height, number of clues, and two fields of flags: eight bytes.
    sizes: &'a [u8],
    solution: &'a [u8],
    state: &'a [u8],
    /// Title, author and copyright, without their zero bytes.
    titles: [&'a [u8]; 3],
    clues: Vec<&'a [u8]>,
    notes: &'a [u8],
    /// `true` from version 1.3 on: the notes are covered.
    with_notes: bool,
}

impl Parts<'_> {
    fn texts(&self, before: u16) -> u16 {
        let ended = |sum: u16, text: &[u8]| if text.is_empty() { sum } else { checksum(&[0], checksum(text, sum)) };
        let sum = self.titles.iter().fold(before, |sum, text| ended(sum, text));
        let sum = self.clues.iter().fold(sum, |sum, text| checksum(text, sum));
        if self.with_notes { ended(sum, self.notes) } else { sum }
    }

    /// The checksum of everything.
    fn whole(&self) -> u16 {
        self.texts(checksum(self.state, checksum(self.solution, checksum(self.sizes, 0))))
    }

    /// The checksums of the four parts, mixed with the letters of a phrase.
    fn masked(&self) -> [u8; 8] {
        let sums = [checksum(self.sizes, 0), checksum(self.solution, 0), checksum(self.state, 0), self.texts(0)];
        let bytes: Vec<u8> = sums.iter().map(|sum| *sum as u8).chain(sums.iter().map(|sum| (sum >> 8) as u8)).collect();
        std::array::from_fn(|at| b"ICHEATED"[at] ^ bytes[at])
    }
}

/// Reads a file. A locked solution is left out.
///
/// # Errors
/// [`CrosswordError::File`] for a file that is cut short or damaged.
pub fn read(bytes: &[u8]) -> Result<Puzzle, CrosswordError> {
    let Some(start) = start(bytes) else {
        return Err(wrong("the file is no .puz: 'ACROSS&DOWN' is missing at its start"));
    };
    let bytes = &bytes[start..];
    let cut = || wrong("the file is cut short — get it again");
    if bytes.len() < HEADER {
        return Err(cut());
    }
    let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let (columns, rows) = (usize::from(bytes[0x2c]), usize::from(bytes[0x2d]));
    let clues = usize::from(number(0x2e));
    let locked = number(0x32) != 0;
    let (cells, version) = (rows * columns, &bytes[0x18..0x1c]);
    let utf8 = version.first() >= Some(&b'2');
    let mut rest = &bytes[HEADER..];
    let mut grid = || -> Option<&[u8]> {
        let (grid, after) = rest.split_at_checked(cells)?;
        rest = after;
        Some(grid)
    };
    let (solution, state) = (grid().ok_or_else(cut)?, grid().ok_or_else(cut)?);
    let mut next = || -> Option<&[u8]> {
        let end = rest.iter().position(|byte| *byte == 0)?;
        let text = &rest[..end];
        rest = &rest[end + 1..];
        Some(text)
    };
    let titles = [next().ok_or_else(cut)?, next().ok_or_else(cut)?, next().ok_or_else(cut)?];
    let listed = (0..clues).map(|_| next()).collect::<Option<Vec<&[u8]>>>().ok_or_else(cut)?;
    // Some programs leave the zero byte of the last text out.
    let notes = next().unwrap_or_default();
    let parts = Parts {
        sizes: &bytes[0x2c..0x34],
        solution,
        state,
        titles,
        clues: listed,
        notes,
        with_notes: version[..3] >= b"1.3"[..],
    };
    if number(0) != parts.whole() || number(0x0e) != checksum(parts.sizes, 0) || bytes[0x10..0x18] != parts.masked() {
        return Err(wrong("the checksums do not fit the content: the file is damaged — get it again"));
    }
    let sections = sections(rest)?;
    let text = |bytes: &[u8]| if utf8 { String::from_utf8_lossy(bytes).into_owned() } else { latin1(bytes) };
    let several = if locked { BTreeMap::new() } else { rebus(&sections, cells, &text)? };
    let marks = sections.get(b"GEXT").copied().unwrap_or_default();
    let mut puzzle = Puzzle {
        rows,
        columns,
        title: text(titles[0]),
        author: text(titles[1]),
        copyright: text(titles[2]),
        notes: text(notes),
        locked,
        ..Puzzle::default()
    };
    for (at, &byte) in solution.iter().enumerate() {
        puzzle.cells.push(match byte {
            BLOCK | HIDDEN => PuzzleCell::Block,
            _ => {
                let is_letter = !locked && byte != OPEN && byte != b' ' && byte != 0;
                let one = || is_letter.then(|| latin1(&[byte]));
                let solution = several.get(&at).cloned().or_else(one);
                PuzzleCell::Open { solution, circled: marks.get(at).is_some_and(|mark| mark & CIRCLE != 0) }
            }
        });
    }
    let entries = puzzle.entries();
    if entries.len() != parts.clues.len() {
        let (found, expected) = (parts.clues.len(), entries.len());
        return Err(wrong(format!("the file has {found} clues for {expected} entries — check its grid")));
    }
    let clue = |((number, direction), bytes): (_, &&[u8])| Clue { number, direction, text: text(bytes) };
    puzzle.clues = entries.into_iter().zip(&parts.clues).map(clue).collect();
    Ok(puzzle)
}

/// The sections behind the texts, by their names. What follows the last whole one is left out.
fn sections(mut rest: &[u8]) -> Result<BTreeMap<[u8; 4], &[u8]>, CrosswordError> {
    let mut sections = BTreeMap::new();
    while let Some((head, after)) = rest.split_first_chunk::<8>() {
        let [a, b, c, d, low, high, sum, sum_high] = *head;
        let length = usize::from(u16::from_le_bytes([low, high]));
        let Some((data, after)) = after.split_at_checked(length) else { break };
        if checksum(data, 0) != u16::from_le_bytes([sum, sum_high]) {
            let name = latin1(&[a, b, c, d]);
            return Err(wrong(format!("the checksum of section '{name}' does not fit: the file is damaged — get it again")));
        }
        sections.insert([a, b, c, d], data);
        rest = after.get(1..).unwrap_or_default();
    }
    Ok(sections)
}

/// The cells of several letters.
fn rebus(
    sections: &BTreeMap<[u8; 4], &[u8]>,
    cells: usize,
    text: &dyn Fn(&[u8]) -> String,
) -> Result<BTreeMap<usize, String>, CrosswordError> {
    let (Some(numbers), Some(table)) = (sections.get(b"GRBS"), sections.get(b"RTBL")) else {
        return Ok(BTreeMap::new());
    };
    let table = text(table);
    let words = table.split(';').filter_map(|entry| entry.split_once(':'));
    let words: BTreeMap<usize, &str> =
        words.filter_map(|(number, word)| Some((number.trim().parse().ok()?, word))).collect();
    if numbers.len() != cells {
        return Err(wrong("section 'GRBS' has another size than the grid: the file is damaged — get it again"));
    }
    let mut several = BTreeMap::new();
    for (at, &number) in numbers.iter().enumerate().filter(|(_, number)| **number > 0) {
        let word = words.get(&(usize::from(number) - 1));
        let word =
            word.ok_or_else(|| wrong(format!("section 'RTBL' has no entry {number}: the file is damaged — get it again")))?;
        several.insert(at, (*word).to_owned());
    }
    Ok(several)
}

/// Writes a file of version 1.3 or, if a text has characters that Latin-1 lacks, of version 2.0.
///
/// # Errors
/// [`CrosswordError::File`] for sides of more than 255 cells, too many clues, letters of cells that Latin-1 lacks, and
/// texts with zero bytes.
pub fn write(puzzle: &Puzzle) -> Result<Vec<u8>, CrosswordError> {
    if puzzle.rows.max(puzzle.columns) > MOST_SIDE {
        return Err(CrosswordError::TooLarge(puzzle.rows.max(puzzle.columns)));
    }
    let entries = puzzle.entries();
    let clues: Vec<&str> = entries.iter().map(|(number, direction)| puzzle.clue(*number, *direction)).collect();
    let count = u16::try_from(clues.len()).map_err(|_| wrong("a .puz has at most 65535 clues — write .ipuz"))?;
    let (mut solution, mut state, mut marks) = (Vec::new(), Vec::new(), Vec::new());
    let (mut several, mut numbers) = (Vec::<&str>::new(), Vec::new());
    for cell in &puzzle.cells {
        let PuzzleCell::Open { solution: letters, circled } = cell else {
            solution.push(BLOCK);
            state.push(BLOCK);
            marks.push(0);
            numbers.push(0);
            continue;
        };
        let letters = letters.as_deref().unwrap_or("-");
        let first = letters.chars().next().and_then(|c| u8::try_from(u32::from(c)).ok());
        let first = first.filter(|byte| *byte > b' ' && ![BLOCK, HIDDEN].contains(byte));
        let first = first.ok_or_else(|| wrong(format!("a cell of a .puz cannot have '{letters}' — write .ipuz")))?;
        numbers.push(if letters.chars().nth(1).is_none() {
            0
        } else {
            let known = several.iter().position(|word| *word == letters).unwrap_or(several.len());
            if known == several.len() {
                several.push(letters);
            }
            u8::try_from(known + 1)
                .map_err(|_| wrong("a .puz has at most 255 different cells of several letters — write .ipuz"))?
        });
        solution.push(first);
        state.push(OPEN);
        marks.push(if *circled { CIRCLE } else { 0 });
    }
    let table: String = several.iter().enumerate().map(|(at, word)| format!("{at:2}:{word};")).collect();
    let titles = [&puzzle.title, &puzzle.author, &puzzle.copyright].map(String::as_str);
    let texts = || titles.iter().chain(&clues).copied().chain([puzzle.notes.as_str(), &table]);
    if texts().any(|text| text.contains('\0')) {
        return Err(wrong("a text of a .puz cannot have zero bytes — remove them"));
    }
    let utf8 = texts().any(|text| text.chars().any(|c| u32::from(c) > 0xff));
    let bytes = |text: &str| if utf8 { text.as_bytes().to_vec() } else { text.chars().map(|c| c as u8).collect() };
    let (titles, notes) = (titles.map(bytes), bytes(&puzzle.notes));
    let clues: Vec<Vec<u8>> = clues.into_iter().map(bytes).collect();
    let mut sizes = vec![puzzle.columns as u8, puzzle.rows as u8];
    sizes.extend(count.to_le_bytes());
    sizes.extend([1, 0, 0, 0]);
    let parts = Parts {
        sizes: &sizes,
        solution: &solution,
        state: &state,
        titles: [&titles[0], &titles[1], &titles[2]],
        clues: clues.iter().map(Vec::as_slice).collect(),
        notes: &notes,
        with_notes: true,
    };
    let mut file = parts.whole().to_le_bytes().to_vec();
    file.extend(MAGIC);
    file.extend(checksum(&sizes, 0).to_le_bytes());
    file.extend(parts.masked());
    file.extend(if utf8 { b"2.0\0" } else { b"1.3\0" });
    file.resize(0x2c, 0);
    file.extend(&sizes);
    file.extend(&solution);
    file.extend(&state);
    for text in titles.iter().chain(&clues).chain([&notes]) {
        file.extend(text);
        file.push(0);
    }
    let mut section = |name: &[u8; 4], data: &[u8]| -> Result<(), CrosswordError> {
        let length = u16::try_from(data.len())
            .map_err(|_| wrong("the grid is too large for cells of several letters or circles in a .puz — write .ipuz"))?;
        file.extend(name);
        file.extend(length.to_le_bytes());
        file.extend(checksum(data, 0).to_le_bytes());
        file.extend(data);
        file.push(0);
        Ok(())
    };
    if !several.is_empty() {
        section(b"GRBS", &numbers)?;
        section(b"RTBL", &bytes(&table))?;
    }
    if marks.iter().any(|mark| *mark != 0) {
        section(b"GEXT", &marks)?;
    }
    Ok(file)
}

fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}
