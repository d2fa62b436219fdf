//! The words and the graphs of an image, taken out of it.

use std::ops::ControlFlow;

use super::{CompileError, Image, ImageError};
use crate::alphabet::Tile;
use crate::build::{GraphKinds, Graphs, Minimizer, State};
use crate::bytes::Crc32;
use crate::graph::{GraphKind, for_each_word};
use crate::wordlist::Words;

/// The most letters of words that are listed in memory.
const MOST_LETTERS: u64 = 1 << 31;

/// The words of an image, sorted. They are taken from its DAWG, or from its GADDAG if it has no DAWG.
///
/// # Errors
/// [`ImageError::Words`] when there are not as many as the image says.
pub fn words_of(image: &Image) -> Result<Words, ImageError> {
    let kind = if image.has(GraphKind::Dawg) { GraphKind::Dawg } else { GraphKind::Gaddag };
    let mut words = words_in(image, kind)?;
    words.sort();
    if words.len() as u64 != image.words() {
        return Err(image.blame(ImageError::Words { said: image.words(), got: words.len() as u64 }));
    }
    Ok(words)
}

/// A checksum of the words of an image and of its tile set: equal for equal words, whatever the format and the graphs.
/// Takes a walk through all words.
///
/// # Errors
/// As [`words_of`].
pub fn words_checksum(image: &Image) -> Result<Crc32, ImageError> {
    let mut checksum = Crc32::default();
    checksum.update(image.alphabet().blanks().to_string().as_bytes());
    for letter in image.alphabet().letters() {
        checksum.update(format!("\n{} {} {}", letter.label, letter.count, letter.points).as_bytes());
    }
    let mut line = Vec::new();
    let mut add = |word: &[Tile]| {
        line.clear();
        line.extend(word.iter().map(|tile| tile.number()));
        line.push(0);
        checksum.update(&line);
    };
    if image.has(GraphKind::Dawg) {
        let walk = for_each_word(&image.graph(GraphKind::Dawg)?, image.longest(), |word: &[Tile]| {
            add(word);
            ControlFlow::<()>::Continue(())
        });
        debug_assert!(walk.is_continue());
    } else {
        words_of(image)?.iter().for_each(add);
    }
    Ok(checksum)
}

/// The words in a graph of an image, in the order of their paths.
///
/// # Errors
/// As [`Image::graph`]; [`ImageError::MoreWords`] if there are more than the image says, and
/// [`ImageError::FormatLimit`] if they have more letters than a list in memory should.
pub fn words_in(image: &Image, kind: GraphKind) -> Result<Words, ImageError> {
    let backwards = kind == GraphKind::Gaddag;
    let mut words = Words::new();
    let mut word: Vec<Tile> = Vec::new();
    let longest = image.longest() + usize::from(backwards);
    let mut letters = 0;
    let walk = for_each_word(&image.graph(kind)?, longest, |path: &[Tile]| {
        if backwards && path.contains(&Tile::SEPARATOR) {
            return ControlFlow::Continue(());
        }
        letters += path.len() as u64;
        // A damaged graph may have any number of words.
        if words.len() as u64 >= image.words() {
            return ControlFlow::Break(ImageError::MoreWords { said: image.words() });
        }
        if letters > MOST_LETTERS {
            let (format, what) = (image.format().name(), "letters of words that are listed in memory");
            let (limit, got, advice) = (MOST_LETTERS, image.letters(), "take words away");
            return ControlFlow::Break(ImageError::FormatLimit { format, limit, what, got, advice });
        }
        if backwards {
            word.clear();
            word.extend(path.iter().rev());
            words.push(&word);
        } else {
            words.push(path);
        }
        ControlFlow::Continue(())
    });
    match walk {
        ControlFlow::Break(error) => Err(image.blame(error)),
        ControlFlow::Continue(()) => Ok(words),
    }
}

/// Calls `each` with the text of every word of the DAWG in collation order until it breaks. Memory is that of one word.
///
/// # Errors
/// As [`Image::graph`], and [`ImageError::MoreWords`] or [`ImageError::FewerWords`] if there are not as many as the
/// image says.
pub fn for_each_word_text<B>(
    image: &Image,
    mut each: impl FnMut(&str) -> ControlFlow<B>,
) -> Result<ControlFlow<B>, ImageError> {
    let mut value = None;
    for_each_text(image, &mut |text| match each(text) {
        ControlFlow::Continue(()) => ControlFlow::Continue(()),
        ControlFlow::Break(broken) => {
            value = Some(broken);
            ControlFlow::Break(())
        }
    })?;
    Ok(value.map_or(ControlFlow::Continue(()), ControlFlow::Break))
}

/// Does the work of [`for_each_word_text`], and is compiled once.
fn for_each_text(image: &Image, each: &mut dyn FnMut(&str) -> ControlFlow<()>) -> Result<(), ImageError> {
    let alphabet = image.alphabet();
    // A graph that has more words than its header says is broken, and may have any number.
    let mut left = image.words();
    let (mut text, mut stopped) = (String::new(), false);
    let walk = image.graph(GraphKind::Dawg)?.for_each_path(image.longest(), &mut |word| {
        left = match left.checked_sub(1) {
            Some(left) => left,
            None => return ControlFlow::Break(()),
        };
        text.clear();
        alphabet.render_into(word, &mut text);
        let flow = each(&text);
        stopped = flow.is_break();
        flow
    });
    match walk {
        _ if stopped => Ok(()),
        ControlFlow::Break(()) => Err(image.blame(ImageError::MoreWords { said: image.words() })),
        ControlFlow::Continue(()) if left > 0 => Err(image.blame(ImageError::FewerWords { said: image.words() })),
        ControlFlow::Continue(()) => Ok(()),
    }
}

/// The words of an image as the text of a list, one a line.
///
/// # Errors
/// As [`for_each_word_text`].
pub fn words_as_text(image: &Image) -> Result<Vec<u8>, ImageError> {
    let mut text = Vec::new();
    let _ = for_each_word_text(image, |word| {
        text.extend_from_slice(word.as_bytes());
        text.push(b'\n');
        ControlFlow::<()>::Continue(())
    })?;
    Ok(text)
}

/// The graphs of an image, minimised; those that it lacks are built from its words.
///
/// # Errors
/// [`CompileError`] for a damaged image, and for graphs past the limits.
pub fn graphs_of(image: &Image, wanted: GraphKinds) -> Result<Graphs, CompileError> {
    let kinds = || [GraphKind::Dawg, GraphKind::Gaddag].into_iter().filter(|&kind| wanted.includes(kind));
    if kinds().all(|kind| image.has(kind)) {
        let mut minimizer = Minimizer::new();
        let mut roots = [None, None];
        for (kind, root) in kinds().zip(&mut roots) {
            *root = Some((kind, import(&mut minimizer, image, kind)?));
        }
        let root = |kind| roots.iter().flatten().find(|(found, _)| *found == kind).map(|&(_, state)| state);
        return Ok(Graphs::of(minimizer, root(GraphKind::Dawg), root(GraphKind::Gaddag)));
    }
    Ok(Graphs::build(&words_of(image)?, image.alphabet().len(), wanted)?)
}

/// Takes a graph of an image into a minimiser; gives its root there.
///
/// # Errors
/// [`CompileError`] for a damaged image, and for graphs past the limits.
pub fn import(minimizer: &mut Minimizer, image: &Image, kind: GraphKind) -> Result<State, CompileError> {
    Ok(minimizer.import(&image.graph(kind)?)?)
}
