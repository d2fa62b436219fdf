//! The score of a round: what each player has written, word by word.

use rustc_hash::FxHashMap;

use super::grid::BoggleBoard;
use super::paths;
use super::points::WordPoints;
use crate::alphabet::{Alphabet, Tile};
use crate::image::ErasedGraph;

/// A player and what he or she has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The words, as written.
    pub words: Vec<String>,
}

/// What becomes of a written word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordVerdict {
    /// It scores.
    Scores(u64),
    /// These other players (by their place in the list) have it too, so that it scores for nobody.
    Shared(Vec<usize>),
    /// The player has written it before.
    Repeated,
    /// It has too few letters.
    TooShort,
    /// It is spelled with something that is no letter.
    NoWord,
    /// It is not in the lexicon.
    NotInLexicon,
    /// It does not lie on the grid.
    NotOnGrid,
}

/// The words of one player, judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerResult {
    /// The name.
    pub name: String,
    /// The sum.
    pub score: u64,
    /// The words as written, each with its verdict.
    pub words: Vec<(String, WordVerdict)>,
}

/// What a round is played by.
#[derive(Clone, Copy, Debug)]
pub struct RoundRules<'r> {
    /// The letters of the words.
    pub alphabet: &'r Alphabet,
    /// The length from which words count.
    pub min_length: usize,
    /// What they are worth.
    pub points: &'r WordPoints,
    /// What a word is worth on top when nobody else has it.
    pub bonus: u64,
    /// Whether words score that others have too; usually they do not.
    pub shared_score: bool,
}

/// Reads what players have written: `name: word word`, words parted by blanks, commas or line ends up to the next name.
///
/// # Errors
/// The number of the line, from 1, that has words before any name, or a name that is empty or there already.
pub fn parse_players(text: &str) -> Result<Vec<Player>, usize> {
    let mut players: Vec<Player> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let words = match line.split_once(':') {
            Some((name, words)) => {
                let name = name.trim();
                if name.is_empty() || players.iter().any(|player| player.name == name) {
                    return Err(at + 1);
                }
                players.push(Player { name: name.to_owned(), words: vec![] });
                words
            }
            None => line,
        };
        let player = players.last_mut().ok_or(at + 1)?;
        let split = words.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
        player.words.extend(split.filter(|word| !word.is_empty()).map(str::to_owned));
    }
    Ok(players)
}

/// Judges every word of every player.
///
/// A word is looked up, then looked for on the board; two players share a word when both would score for it.
pub fn score(graph: &ErasedGraph<'_>, board: &BoggleBoard, rules: &RoundRules<'_>, players: &[Player]) -> Vec<PlayerResult> {
    let mut owners: FxHashMap<Vec<Tile>, Vec<usize>> = FxHashMap::default();
    let mut judged: Vec<Vec<(Option<WordVerdict>, Vec<Tile>)>> = Vec::with_capacity(players.len());
    for (number, player) in players.iter().enumerate() {
        let mut seen: FxHashMap<Vec<Tile>, ()> = FxHashMap::default();
        let mut judge = |text: &String| {
            let Ok(word) = rules.alphabet.parse(text) else { return (Some(WordVerdict::NoWord), vec![]) };
            if seen.insert(word.clone(), ()).is_some() {
                return (Some(WordVerdict::Repeated), word);
            }
            let verdict = if word.len() < rules.min_length {
                Some(WordVerdict::TooShort)
            } else if !graph.contains(&word) {
                Some(WordVerdict::NotInLexicon)
            } else if paths::first(board, &word).is_none() {
                Some(WordVerdict::NotOnGrid)
            } else {
                owners.entry(word.clone()).or_default().push(number);
                None
            };
            (verdict, word)
        };
        judged.push(player.words.iter().map(&mut judge).collect());
    }
    let finish = |number: usize, (verdict, word): (Option<WordVerdict>, Vec<Tile>)| {
        verdict.unwrap_or_else(|| {
            let others: Vec<usize> = owners[&word].iter().copied().filter(|&other| other != number).collect();
            let points = rules.points.of(word.len());
            match (others.is_empty(), rules.shared_score) {
                (true, _) => WordVerdict::Scores(points + rules.bonus),
                (false, true) => WordVerdict::Scores(points),
                (false, false) => WordVerdict::Shared(others),
            }
        })
    };
    let sheet = |(number, (player, judged)): (usize, (&Player, Vec<_>))| {
        let verdicts = judged.into_iter().map(|judged| finish(number, judged));
        let words: Vec<(String, WordVerdict)> = player.words.iter().cloned().zip(verdicts).collect();
        let score =
            words.iter().map(|(_, verdict)| if let WordVerdict::Scores(points) = verdict { *points } else { 0 }).sum();
        PlayerResult { name: player.name.clone(), score, words }
    };
    players.iter().zip(judged).enumerate().map(sheet).collect()
}
