#![doc = include_str!("../../formats/macondo.md")]

use rustc_hash::FxHashMap;

use super::arcs::{boxed, check_root, relayout};
use crate::alphabet::{Alphabet, Case, Letter, Tile};
use crate::build::GraphKinds;
use crate::graph::{Arc, GraphKind, WordGraph};
use crate::image::{Contents, Format, FormatInfo, ImageError, Parts};

/// A DAWG.
pub static DAWG: Macondo = Macondo {
    info: FormatInfo {
        name: "macondo-dawg",
        extensions: &["dawg"],
        title: "nodes with letter sets behind an alphabet (macondo before kwg)",
        limits: "16,777,216 nodes and arcs, 50 letters of one character, no checksum",
        ..FormatInfo::FOREIGN
    },
    kind: GraphKind::Dawg,
};

/// A GADDAG.
pub static GADDAG: Macondo = Macondo {
    info: FormatInfo {
        name: "macondo-gaddag",
        extensions: &["gaddag"],
        title: "the same for a GADDAG (macondo before kwg)",
        holds: &[GraphKinds::Gaddag],
        ..DAWG.info
    },
    kind: GraphKind::Gaddag,
};

/// The format of [`DAWG`] and [`GADDAG`].
#[derive(Debug)]
pub struct Macondo {
    info: FormatInfo,
    kind: GraphKind,
}

impl Format for Macondo {
    fn info(&self) -> &FormatInfo {
        &self.info
    }

    fn probe(&self, file: &[u8]) -> bool {
        file.starts_with(magic(self.kind))
    }

    fn decode(&self, file: &[u8], alphabet: &Alphabet) -> Result<Contents, ImageError> {
        let kind = self.kind;
        let parsed = parse(file, kind)?;
        let (tiles, own) = parsed.tiles(alphabet)?;
        let alphabet = own.as_ref().unwrap_or(alphabet);
        let graphs =
            boxed(relayout(&[(kind, 1)], alphabet, file.len(), |node, list| parsed.arcs(kind, node, &tiles, list))?);
        check_root(&graphs[0].graph(file)?, kind, 0)?;
        Ok(Contents { alphabet: own, ..Contents::of_graphs(graphs, file)? })
    }

    fn encode(&self, parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
        write(parts, self.kind, self.name())
    }
}

/// The letter that is the separator, and so the most letters there can be.
const SEPARATOR: u8 = 50;

/// What node and letter-set numbers are kept in.
const LIMIT: u64 = 1 << 24;

fn magic(kind: GraphKind) -> &'static [u8; 4] {
    match kind {
        GraphKind::Dawg => b"cdwg",
        GraphKind::Gaddag => b"cgdg",
    }
}

/// The parts of a file.
struct Parsed<'a> {
    letters: Vec<char>,
    sets: &'a [u8],
    nodes: &'a [u8],
}

fn field(offset: usize, what: &'static str) -> ImageError {
    ImageError::Field { offset: offset as u64, what }
}

/// Takes the items of this size that follow their number.
fn counted<'a>(bytes: &'a [u8], at: &mut usize, size: usize) -> Result<&'a [u8], ImageError> {
    let early = |at| field(at, "the file ends too early");
    let count = bytes.get(*at..).and_then(|rest| rest.first_chunk::<4>()).ok_or(early(*at))?;
    let length = (u32::from_be_bytes(*count) as usize).saturating_mul(size);
    let start = *at + 4;
    let part = bytes.get(start..start.saturating_add(length)).ok_or(early(*at))?;
    *at = start + length;
    Ok(part)
}

fn parse(bytes: &[u8], kind: GraphKind) -> Result<Parsed<'_>, ImageError> {
    if !bytes.starts_with(magic(kind)) {
        return Err(field(0, "the magic letters are not those of this kind of file"));
    }
    let mut at = 5 + usize::from(*bytes.get(4).ok_or(field(4, "the file ends too early"))?);
    let start = at;
    let letters = counted(bytes, &mut at, 4)?
        .chunks_exact(4)
        .map(|code| char::from_u32(u32::from_be_bytes([code[0], code[1], code[2], code[3]])));
    let letters: Vec<char> =
        letters.collect::<Option<_>>().ok_or(field(start, "a letter of the alphabet is no character"))?;
    if letters.is_empty() || letters.len() > usize::from(SEPARATOR) {
        return Err(field(start, "the alphabet has no letters, or more than 50"));
    }
    let sets = counted(bytes, &mut at, 8)?;
    let nodes = counted(bytes, &mut at, 4)?;
    if at != bytes.len() {
        return Err(ImageError::Length { expected: at as u64, got: bytes.len() as u64 });
    }
    if nodes.is_empty() {
        return Err(field(at, "there is no root"));
    }
    Ok(Parsed { letters, sets, nodes })
}

impl Parsed<'_> {
    /// The tile of each letter, and the alphabet where it is not the one at hand.
    fn tiles(&self, at_hand: &Alphabet) -> Result<(Vec<Tile>, Option<Alphabet>), ImageError> {
        let known = |letter: &char| at_hand.tiles().find(|&tile| at_hand.letter(tile).label.chars().eq([*letter]));
        let tiles: Option<Vec<Tile>> = self.letters.iter().map(known).collect();
        if let Some(tiles) = tiles.filter(|tiles| tiles.len() == at_hand.len()) {
            return Ok((tiles, None));
        }
        let letter = |letter: &char| Letter {
            label: letter.to_string(),
            lower: letter.to_lowercase().collect(),
            also: vec![],
            count: 0,
            points: 0,
            vowel: false,
        };
        let letters = self.letters.iter().map(letter).collect();
        let own = Alphabet::new("macondo", "alphabet of a macondo file", letters, 0, Case::Folded, vec![])?;
        Ok(((1..=self.letters.len() as u8).map(Tile::from_label).collect(), Some(own)))
    }

    /// The arcs of the node at an index; nodes are numbered from 1 outside.
    fn arcs(&self, kind: GraphKind, node: u64, tiles: &[Tile], list: &mut Vec<Arc<u64>>) -> Result<(), ImageError> {
        let wrong = |arc: usize| ImageError::Arc { graph: kind.name(), arc: arc as u64 };
        let at = node as usize - 1;
        let word = |at: usize| {
            self.nodes
                .get(at.saturating_mul(4)..)
                .and_then(|rest| rest.first_chunk::<4>())
                .map(|word| u32::from_be_bytes(*word))
                .ok_or(wrong(at))
        };
        let header = word(at)?;
        let set = self.sets.get((header & 0xff_ffff) as usize * 8..).and_then(|rest| rest.first_chunk::<8>());
        let set = set.map(|set| u64::from_be_bytes(*set)).ok_or(wrong(at))?;
        let ends = tiles.iter().enumerate().filter(|&(letter, _)| set >> letter & 1 == 1);
        list.extend(ends.map(|(_, &tile)| Arc { tile, accepts: true, target: 0 }));
        if u64::from(set.count_ones()) != list.len() as u64 {
            return Err(wrong(at));
        }
        let count = (header >> 24) as usize;
        if count > tiles.len() + 1 {
            return Err(wrong(at));
        }
        for arc in at + 1..=at + count {
            let word = word(arc)?;
            let tile = match (word >> 24) as u8 {
                SEPARATOR if kind == GraphKind::Gaddag => Tile::SEPARATOR,
                letter => tiles.get(usize::from(letter)).copied().ok_or(wrong(arc))?,
            };
            let target = u64::from(word & 0xff_ffff) + 1;
            match list.iter_mut().find(|arc| arc.tile == tile && arc.target == 0) {
                Some(ending) => ending.target = target,
                None => list.push(Arc { tile, accepts: false, target }),
            }
        }
        Ok(())
    }
}

fn write(parts: &Parts<'_>, kind: GraphKind, format: &'static str) -> Result<Vec<u8>, ImageError> {
    let advice = "write a .kwg or .lxg";
    let too_many = |limit: u64, what: &'static str, got: u64| ImageError::FormatLimit { format, limit, what, got, advice };
    let graph = parts.graph(kind)?;
    let alphabet = parts.alphabet;
    if alphabet.len() > usize::from(SEPARATOR) {
        return Err(too_many(SEPARATOR.into(), "letters", alphabet.len() as u64));
    }
    let mut letters = Vec::with_capacity(alphabet.len());
    for tile in alphabet.tiles() {
        let mut label = alphabet.letter(tile).label.chars();
        match (label.next(), label.next()) {
            (Some(only), None) => letters.push((only, tile)),
            _ => {
                let what = format!("a letter is one character, '{}' is not", alphabet.letter(tile).label);
                return Err(ImageError::FormatLacks { format, what, advice });
            }
        }
    }
    letters.sort_unstable();
    // By tile: the letter, and the character it sorts by among arcs.
    let mut codes = vec![(SEPARATOR, '^'); alphabet.len() + 1];
    for (code, &(character, tile)) in letters.iter().enumerate() {
        codes[usize::from(tile.number())] = (code as u8, character);
    }
    let code = |tile: Tile| codes[usize::from(tile.number())];

    let mut states = graph.states_from_root();
    if states.is_empty() {
        states.push(graph.root());
    }
    let mut places = vec![0u64; graph.bound()];
    let mut next = 0u64;
    let goes_on = |arc: &Arc<u32>| arc.target != 0;
    for &state in &states {
        places[state as usize] = next;
        next += 1 + graph.arcs_of(state).filter(goes_on).count() as u64;
    }
    if next > LIMIT {
        return Err(too_many(LIMIT, "nodes and arcs", next));
    }
    let mut sets: Vec<u64> = Vec::new();
    let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
    let mut nodes: Vec<u32> = Vec::with_capacity(next as usize);
    for &state in &states {
        let ends = graph.arcs_of(state).filter(|arc| arc.accepts);
        let set = ends.fold(0, |set, arc| set | 1 << code(arc.tile).0);
        let number = *numbers.entry(set).or_insert_with(|| {
            sets.push(set);
            sets.len() as u32 - 1
        });
        let mut arcs: Vec<Arc<u32>> = graph.arcs_of(state).filter(goes_on).collect();
        arcs.sort_by_key(|arc| code(arc.tile).1);
        nodes.push((arcs.len() as u32) << 24 | number);
        nodes.extend(arcs.iter().map(|arc| u32::from(code(arc.tile).0) << 24 | places[arc.target as usize] as u32));
    }
    let name = b"lexigraph";
    let mut bytes = magic(kind).to_vec();
    bytes.push(name.len() as u8);
    bytes.extend(name);
    bytes.extend((letters.len() as u32).to_be_bytes());
    letters.iter().for_each(|&(character, _)| bytes.extend(u32::from(character).to_be_bytes()));
    bytes.extend((sets.len() as u32).to_be_bytes());
    sets.iter().for_each(|set| bytes.extend(set.to_be_bytes()));
    bytes.extend((nodes.len() as u32).to_be_bytes());
    nodes.iter().for_each(|word| bytes.extend(word.to_be_bytes()));
    Ok(bytes)
}
