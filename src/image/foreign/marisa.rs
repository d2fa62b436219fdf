#![doc = include_str!("../../../formats/marisa.md")]

#[cfg(feature = "marisa")]
pub use with::{open, write};
#[cfg(not(feature = "marisa"))]
pub use without::{open, write};

const MAGIC: &[u8; 16] = b"We love Marisa.\0";

pub fn probe(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

#[cfg(not(feature = "marisa"))]
mod without {
    use crate::alphabet::Alphabet;
    use crate::image::format::Parts;
    use crate::image::{ImageError, foreign::Foreign};

    fn missing() -> ImageError {
        let what = "this program was compiled without it".to_owned();
        ImageError::FormatLacks {
            format: "marisa",
            what,
            advice: "compile it with: cargo build --release --features marisa",
        }
    }

    pub fn open(_: &[u8], _: &Alphabet) -> Result<Foreign, ImageError> {
        Err(missing())
    }

    pub fn write(_: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
        Err(missing())
    }
}

#[cfg(feature = "marisa")]
mod with {
    use std::panic::catch_unwind;

    use rsmarisa::grimoire::io::{Reader, Writer};
    use rsmarisa::{Agent, Keyset, Trie};

    use super::MAGIC;
    use crate::alphabet::Alphabet;
    use crate::image::ImageError;
    use crate::image::foreign::{Foreign, texts};
    use crate::image::format::Parts;
    use crate::image::spelled::Spelling;
    use crate::lexicon::MAX_WORD_LENGTH;

    const FORMAT: &str = "marisa";

    fn field(offset: usize, what: &'static str) -> ImageError {
        ImageError::Field { offset: offset as u64, what }
    }

    /// The parts of a file, one after another: the library would believe their sizes.
    struct Parser<'a> {
        bytes: &'a [u8],
        at: usize,
    }

    impl Parser<'_> {
        fn number<const N: usize>(&mut self) -> Option<u64> {
            let bytes = self.bytes.get(self.at..)?.first_chunk::<N>()?;
            self.at += N;
            Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
        }

        /// Bytes behind their number, filled up to eight; gives that number.
        fn array(&mut self) -> Option<u64> {
            let length = self.number::<8>()?;
            let end = self.at.checked_add(usize::try_from(length).ok()?.checked_next_multiple_of(8)?)?;
            self.at = end;
            (end <= self.bytes.len()).then_some(length)
        }

        /// Bits, how many there are and how many are set, and three indexes of them; gives how many there are and are set.
        fn bits(&mut self) -> Option<(u64, u64)> {
            let length = self.array()?;
            let (bits, ones) = (self.number::<4>()?, self.number::<4>()?);
            (0..3).try_for_each(|_| self.array().map(|_| ()))?;
            (ones <= bits && bits <= length * 8).then_some((bits, ones))
        }

        /// A trie, and those within it.
        fn trie(&mut self) -> Option<u64> {
            self.bits()?;
            let (_, keys) = self.bits()?;
            let (_, links) = self.bits()?;
            self.array()?;
            self.array()?;
            self.at += 16;
            let tail = self.array()?;
            self.bits()?;
            if links != 0 && tail == 0 {
                self.trie()?;
            }
            self.array()?;
            self.at += 8;
            (self.at <= self.bytes.len()).then_some(keys)
        }
    }

    pub fn open(bytes: &[u8], alphabet: &Alphabet) -> Result<Foreign, ImageError> {
        let mut parser = Parser { bytes, at: MAGIC.len() };
        let keys = parser.trie().filter(|_| parser.at == bytes.len());
        let keys = keys.ok_or(field(parser.at.min(bytes.len()), "the sizes of its parts do not fit the file"))?;
        // The library takes the bits on trust and panics where they lead nowhere.
        let listed = catch_unwind(|| list(bytes, keys)).unwrap_or(None);
        let listed = listed.ok_or(field(MAGIC.len(), "the trie leads nowhere"))?;
        let mut reader = texts::KeyReader::new(alphabet, FORMAT);
        let mut rest = &listed.bytes[..];
        for &length in &listed.lengths {
            let (key, after) = rest.split_at(usize::from(length));
            reader.add(key)?;
            rest = after;
        }
        reader.finish(bytes)
    }

    /// Keys one behind another.
    #[derive(Default)]
    struct Listed {
        bytes: Vec<u8>,
        lengths: Vec<u8>,
    }

    /// All keys, as many as the file says; `None` where there is something else.
    fn list(bytes: &[u8], keys: u64) -> Option<Listed> {
        let mut trie = Trie::new();
        trie.read(&mut Reader::from_bytes(bytes)).ok()?;
        let mut agent = Agent::new();
        agent.init_state().ok()?;
        agent.set_query_str("");
        let mut listed = Listed::default();
        while trie.predictive_search(&mut agent) {
            let key = agent.key().as_bytes();
            if listed.lengths.len() as u64 == keys || key.len() > MAX_WORD_LENGTH {
                return None;
            }
            listed.bytes.extend_from_slice(key);
            listed.lengths.push(key.len() as u8);
        }
        (listed.lengths.len() as u64 == keys).then_some(listed)
    }

    pub fn write(parts: &Parts<'_>) -> Result<Vec<u8>, ImageError> {
        let keys = texts::keys(parts, &Spelling::labels(parts.alphabet), FORMAT)?;
        let lacks = |error: std::io::Error| ImageError::FormatLacks {
            format: FORMAT,
            what: error.to_string(),
            advice: "write a .lxg",
        };
        let mut set = Keyset::new();
        let mut bytes: Vec<u8> = Vec::new();
        for key in keys.iter() {
            bytes.clear();
            bytes.extend(key.iter().map(|byte| byte.number()));
            // Its own program gives every key this weight.
            set.push_back_bytes(&bytes, 1.0).map_err(lacks)?;
        }
        let mut trie = Trie::new();
        trie.build(&mut set, 0);
        let mut writer = Writer::from_vec(Vec::new());
        trie.write(&mut writer).map_err(lacks)?;
        writer.into_inner().map_err(lacks)
    }
}
