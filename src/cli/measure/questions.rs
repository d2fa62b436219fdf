//! What formats are asked: generated from the list, the same on every run.

use lexigraph::alphabet::{Alphabet, Tile};
use lexigraph::board::{BoardSetup, Cgp, Position};
use lexigraph::boggle::{Adjacency, BoggleBoard, Grid, GridCell};
use lexigraph::query::{Anagram, Pattern};
use lexigraph::random::Random;

use super::input::{Input, Keys};
use super::task::Task;

/// The maximum number of look-ups in a round.
const LOOKUPS: usize = 100_000;
const RACKS: usize = 200;
const PATTERNS: usize = 50;
const BOARDS: usize = 50;
/// Positions of games between programs, one CGP a line.
const POSITIONS: &str = include_str!("positions.txt");

/// The questions of all tasks.
pub struct Questions {
    pub hits: Keys,
    pub misses: Keys,
    pub racks: Vec<Anagram>,
    pub patterns: Vec<Pattern>,
    pub boards: Vec<BoggleBoard>,
    pub positions: Vec<Position>,
    pub longest: usize,
    words: u64,
}

impl Questions {
    /// Generates the questions for a list.
    pub fn new(input: &Input<'_>) -> Questions {
        let (alphabet, words) = (input.alphabet(), input.words());
        let mut random = Random::new(12345);
        let count = words.len().min(LOOKUPS);
        let mut order: Vec<usize> = (0..words.len()).collect();
        for at in 0..count {
            let other = at + random.below(words.len() - at);
            order.swap(at, other);
        }
        let hits = Keys::new(alphabet, order[..count].iter().map(|&index| words.get(index)));
        let mut letters: Vec<Tile> = words.iter().flatten().copied().collect();
        let mut misses = Vec::new();
        // A list of all words of a length has no near-misses, so the number of attempts is limited.
        for _ in 0..count * 4 {
            if misses.len() == count {
                break;
            }
            let mut word = words.get(random.below(words.len())).to_vec();
            let place = random.below(word.len());
            word[place] = letters[random.below(letters.len())];
            if !input.has(&word) {
                misses.push(word);
            }
        }
        let misses = Keys::new(alphabet, misses.iter().map(Vec::as_slice));
        let racks = (0..RACKS).map(|_| {
            for at in 0..6.min(letters.len()) {
                let other = at + random.below(letters.len() - at);
                letters.swap(at, other);
            }
            Anagram::of(&letters[..6.min(letters.len())], 1).expect("bug: six letters and a blank are no rack").partial(true)
        });
        let racks: Vec<Anagram> = racks.collect();
        // Some labels of an alphabet of bytes cannot be written in a pattern.
        let patterns = (0..PATTERNS).filter_map(|_| {
            let word = words.get(random.below(words.len()));
            Pattern::parse(&pattern(alphabet, word, &mut random), alphabet).ok()
        });
        let patterns = patterns.collect();
        let boards = (0..BOARDS).map(|_| {
            let cell = |_| GridCell::Letters(vec![letters[random.below(letters.len())]]);
            let grid = Grid::new(4, 4, (0..16).map(cell).collect()).expect("bug: sixteen cells are no 4x4 grid");
            BoggleBoard::new(grid, Adjacency::King, false)
        });
        let boards = boards.collect();
        let positions = if input.plays_games() { positions() } else { vec![] };
        Questions { hits, misses, racks, patterns, boards, positions, longest: words.longest(), words: words.len() as u64 }
    }

    /// The number of questions of a task.
    pub fn work(&self, task: Task) -> usize {
        match task {
            Task::Build => 1,
            Task::Hits | Task::Chained => self.hits.len(),
            Task::Misses => self.misses.len(),
            Task::Enumerate => self.words as usize,
            Task::Anagram => self.racks.len(),
            Task::Pattern => self.patterns.len(),
            Task::Boggle => self.boards.len(),
            Task::Movegen => self.positions.len(),
        }
    }

    /// The right answer, if it follows from the list.
    pub fn expected(&self, task: Task) -> Option<u64> {
        match task {
            Task::Hits => Some(self.hits.len() as u64),
            Task::Misses => Some(0),
            Task::Enumerate => Some(self.words),
            _ => None,
        }
    }
}

/// A pattern made of a word by replacing about half of its letters with `?`.
fn pattern(alphabet: &Alphabet, word: &[Tile], random: &mut Random) -> String {
    let mut text = String::new();
    for &tile in word {
        let label = &alphabet.letter(tile).label;
        let plain = label.chars().all(char::is_alphanumeric);
        if !plain || random.below(2) == 0 {
            text.push('?');
        } else if label.chars().count() > 1 {
            text.extend(["[", label, "]"]);
        } else {
            text.push_str(label);
        }
    }
    text
}

fn positions() -> Vec<Position> {
    let setup = BoardSetup::builtin("english", "standard-15").expect("bug: the standard board is not bundled");
    let position = |line| {
        let cgp = Cgp::parse(line, &setup).expect("bug: a bundled position cannot be parsed");
        Position::try_from(cgp.position).expect("bug: a bundled position is illegal")
    };
    POSITIONS.lines().map(position).collect()
}
