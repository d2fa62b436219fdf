//! The scoring of a round: judges each word that each player has written.

use rustc_hash::FxHashMap;

use super::grid::BoggleBoard;
use super::paths;
use super::points::WordPoints;
use crate::alphabet::{Alphabet, Tile};
use crate::image::ErasedGraph;

/// A player and the words that the player has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The words, as written.
    pub words: Vec<String>,
}

/// The verdict on a written word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordVerdict {
    /// The word scores these points.
    Scores(u64),
    /// Other players have the word too, so it scores for nobody. The numbers are their indices in the list of players.
    Shared(Vec<usize>),
    /// The player has written the word before.
    Repeated,
    /// The word has too few letters.
    TooShort,
    /// The word contains a character that is not a letter.
    NoWord,
    /// The word is not in the lexicon.
    NotInLexicon,
    /// The word is not on the grid.
    NotOnGrid,
}

/// The score of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerResult {
    /// The name.
    pub name: String,
    /// The total of the points.
    pub score: u64,
    /// The words as written, each with its verdict.
    pub words: Vec<(String, WordVerdict)>,
}

/// The rules of a round.
#[derive(Clone, Copy, Debug)]
pub struct RoundRules<'r> {
    /// The alphabet of the words.
    pub alphabet: &'r Alphabet,
    /// The smallest length at which words count.
    pub min_length: usize,
    /// The points of a word.
    pub points: &'r WordPoints,
    /// The extra points for a word that no other player has.
    pub bonus: u64,
    /// `true` if words score although other players have them too. In most games they do not.
    pub shared_score: bool,
}

/// Parses the players and their words: `name: word word`. Whitespace, commas and semicolons separate words, and a list
/// of words may continue on further lines.
///
/// # Errors
/// The number of the first bad line, from 1: it has words before any name, or its name is empty or a duplicate.
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
/// A word is looked up in the lexicon and then searched on the board. Two players share a word if it would score for
/// both.
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
