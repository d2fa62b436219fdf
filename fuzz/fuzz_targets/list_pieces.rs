//! Any bytes as a list read piece by piece: an error, or words; never a panic. Plain UTF-8 gives the words that reading it as a whole gives.
#![no_main]

use std::path::Path;

use lexigraph::alphabet::Alphabet;
use lexigraph::bytes::Flow;
use lexigraph::wordlist::{OnInvalid, PieceReader, ReadOptions, Shape, Words, read};
use libfuzzer_sys::fuzz_target;

fn in_pieces(bytes: &[u8], options: &ReadOptions) -> Option<Words> {
    let mut flow = Flow::new(Path::new("list"), bytes, 1 << 20).ok()?;
    let mut reader = PieceReader::new(options, Alphabet::builtin("english").ok()?, 1 << 12);
    let mut words = Words::new();
    let take = |piece: &Words| {
        piece.iter().for_each(|word| words.push(word));
        Ok::<(), std::convert::Infallible>(())
    };
    reader.add("list", &mut flow, take).ok()?;
    words.sort();
    Some(words)
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(english) = Alphabet::builtin("english") else { return };
    let options = ReadOptions { alphabet: english.into(), on_invalid: OnInvalid::Skip, ..Default::default() };
    let _ = in_pieces(bytes, &options);
    let plain = ReadOptions { shape: Some(Shape::Plain), encoding: Some("utf-8".to_owned()), ..options };
    if let (Some(words), Ok(whole)) = (in_pieces(bytes, &plain), read("list", bytes, &plain)) {
        assert_eq!(words, whole.words);
    }
});
