//! The header and the section table.

use byteorder::{ByteOrder, LE};

use crate::graph::GraphKind;
use crate::image::ImageError;

/// The first bytes of every image. A transfer as text changes the first byte or the line ends in it.
pub(super) const MAGIC: [u8; 8] = *b"\x89LXG\r\n\x1a\n";
const VERSION: u16 = 1;
const FIXED: usize = 64;
const ENTRY: usize = 64;
const ALIGN: usize = 64;
const CRC_AT: usize = 48;
/// The greatest number of sections.
const MAX_SECTIONS: u32 = 64;

/// The content of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionKind {
    /// The alphabet.
    Alphabet,
    /// A graph.
    Graph(GraphKind),
    /// The definitions of words.
    Definitions,
    /// A kind of a later version, which this version can ignore.
    Unknown(u16),
}

impl SectionKind {
    const fn code(self) -> u16 {
        match self {
            SectionKind::Alphabet => 1,
            SectionKind::Graph(GraphKind::Dawg) => 2,
            SectionKind::Graph(GraphKind::Gaddag) => 3,
            SectionKind::Definitions => 4,
            SectionKind::Unknown(code) => code,
        }
    }

    const fn from_code(code: u16) -> SectionKind {
        match code {
            1 => SectionKind::Alphabet,
            2 => SectionKind::Graph(GraphKind::Dawg),
            3 => SectionKind::Graph(GraphKind::Gaddag),
            4 => SectionKind::Definitions,
            code => SectionKind::Unknown(code),
        }
    }

    /// The name for error messages.
    pub const fn name(self) -> &'static str {
        match self {
            SectionKind::Alphabet => "alphabet",
            SectionKind::Graph(kind) => kind.name(),
            SectionKind::Definitions => "definitions",
            SectionKind::Unknown(_) => "section",
        }
    }
}

/// An entry of the section table.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// The content of the section.
    pub kind: SectionKind,
    /// The code of the node layout of a graph, 0 for other sections.
    pub layout: u16,
    /// The CRC-32 of the bytes with the padding.
    pub checksum: u32,
    /// The offset in the file, a multiple of 64.
    pub offset: u64,
    /// The number of bytes without the padding to the next multiple of 64.
    pub length: u64,
    /// Field widths and sizes. Their meaning depends on the layout.
    pub parameters: [u64; 5],
}

impl Section {
    /// The bytes of the section in the bytes of the file.
    ///
    /// # Panics
    /// If the section was not read from this file.
    pub fn bytes<'a>(&self, file: &'a [u8]) -> &'a [u8] {
        &file[self.offset as usize..(self.offset + self.length) as usize]
    }

    /// Checks the checksum of the section. Linear.
    ///
    /// # Errors
    /// [`ImageError::Checksum`] if it does not match the bytes.
    pub fn check(&self, file: &[u8]) -> Result<(), ImageError> {
        let end = self.offset as usize + padded(self.length as usize);
        let got = crc32fast::hash(&file[self.offset as usize..end]);
        let wrong = ImageError::Checksum { part: self.kind.name(), expected: self.checksum, got };
        if got == self.checksum { Ok(()) } else { Err(wrong) }
    }
}

/// The header of an image.
#[derive(Clone, Debug)]
pub struct Header {
    /// The number of words.
    pub words: u64,
    /// The total number of letters of all words.
    pub letters: u64,
    /// The length of the longest word, in tiles.
    pub longest: u32,
    /// The section table.
    pub sections: Vec<Section>,
}

impl Header {
    /// `true` if the bytes start with the magic of an image.
    pub fn probe(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC)
    }

    /// Reads and checks the header and the section table: magic, version, length and checksum, and that the sections
    /// fill the file without gap or overlap. The content of the sections is not read.
    ///
    /// # Errors
    /// [`ImageError`] with the fault and its offset.
    pub fn read(file: &[u8]) -> Result<Header, ImageError> {
        if !Header::probe(file) {
            return Err(ImageError::Magic);
        }
        let got = file.len() as u64;
        if file.len() < FIXED {
            return Err(ImageError::Length { expected: FIXED as u64, got });
        }
        let version = LE::read_u16(&file[8..]);
        if version != VERSION {
            return Err(ImageError::Version { found: version, known: VERSION });
        }
        let expected = LE::read_u64(&file[16..]);
        if expected != got {
            return Err(ImageError::Length { expected, got });
        }
        let field = |offset: usize, what| ImageError::Field { offset: offset as u64, what };
        let count = LE::read_u32(&file[44..]);
        let table_end = FIXED + ENTRY * count.min(MAX_SECTIONS) as usize;
        if count > MAX_SECTIONS || table_end > file.len() {
            return Err(field(44, "the number of sections is more than the file holds"));
        }
        let expected = LE::read_u32(&file[CRC_AT..]);
        let got = header_checksum(&file[..table_end]);
        if expected != got {
            return Err(ImageError::Checksum { part: "header", expected, got });
        }
        let longest = LE::read_u32(&file[40..]);
        if longest as usize > crate::words::MAX_WORD_LENGTH {
            return Err(field(40, "the longest word is longer than 255 tiles"));
        }
        let mut end = table_end as u64;
        let mut sections = Vec::with_capacity(count as usize);
        for number in 0..count as usize {
            let at = FIXED + ENTRY * number;
            let entry = &file[at..at + ENTRY];
            let mut parameters = [0; 5];
            LE::read_u64_into(&entry[24..], &mut parameters);
            let section = Section {
                kind: SectionKind::from_code(LE::read_u16(entry)),
                layout: LE::read_u16(&entry[2..]),
                checksum: LE::read_u32(&entry[4..]),
                offset: LE::read_u64(&entry[8..]),
                length: LE::read_u64(&entry[16..]),
                parameters,
            };
            let left = file.len() as u64 - end;
            if section.offset != end || section.length > left || padded(section.length as usize) as u64 > left {
                return Err(field(at + 8, "a section does not start at the end of the one before, or exceeds the file"));
            }
            end += padded(section.length as usize) as u64;
            sections.push(section);
        }
        if end != file.len() as u64 {
            return Err(field(16, "there are bytes after the last section"));
        }
        Ok(Header { words: LE::read_u64(&file[24..]), letters: LE::read_u64(&file[32..]), longest, sections })
    }
}

/// The length with the padding to the next multiple of 64.
pub(super) fn padded(length: usize) -> usize {
    length.div_ceil(ALIGN) * ALIGN
}

/// The checksum of header and section table, computed as if the checksum field were zero.
fn header_checksum(header: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&header[..CRC_AT]);
    hasher.update(&[0; 4]);
    hasher.update(&header[CRC_AT + 4..]);
    hasher.finalize()
}

/// Builds the header and the section table.
pub(super) struct HeaderBuilder {
    fixed: [u8; FIXED],
    /// The entries of the table, each with the length of its section including padding.
    sections: Vec<([u8; ENTRY], u64)>,
}

impl HeaderBuilder {
    pub fn new(words: u64, letters: u64, longest: u32) -> HeaderBuilder {
        let mut fixed = [0; FIXED];
        fixed[..8].copy_from_slice(&MAGIC);
        LE::write_u16(&mut fixed[8..], VERSION);
        LE::write_u64(&mut fixed[24..], words);
        LE::write_u64(&mut fixed[32..], letters);
        LE::write_u32(&mut fixed[40..], longest);
        HeaderBuilder { fixed, sections: vec![] }
    }

    /// Adds a section. Its offset is ignored: each section follows the one before.
    pub fn add(&mut self, section: &Section) {
        let mut entry = [0; ENTRY];
        LE::write_u16(&mut entry, section.kind.code());
        LE::write_u16(&mut entry[2..], section.layout);
        LE::write_u32(&mut entry[4..], section.checksum);
        LE::write_u64(&mut entry[16..], section.length);
        LE::write_u64_into(&section.parameters, &mut entry[24..]);
        self.sections.push((entry, padded(section.length as usize) as u64));
    }

    /// The bytes before the first section. If `with_sections` is set, the vector has capacity for the sections, too.
    pub fn finish(mut self, with_sections: bool) -> Vec<u8> {
        let table_end = (FIXED + ENTRY * self.sections.len()) as u64;
        let length = table_end + self.sections.iter().map(|(_, length)| length).sum::<u64>();
        LE::write_u64(&mut self.fixed[16..], length);
        LE::write_u32(&mut self.fixed[44..], self.sections.len() as u32);
        let mut head = Vec::with_capacity(if with_sections { length } else { table_end } as usize);
        head.extend_from_slice(&self.fixed);
        let mut offset = table_end;
        for (entry, length) in &mut self.sections {
            LE::write_u64(&mut entry[8..], offset);
            offset += *length;
            head.extend_from_slice(entry);
        }
        let checksum = header_checksum(&head);
        LE::write_u32(&mut head[CRC_AT..], checksum);
        head
    }
}

/// Builds an image in memory.
pub(super) struct ImageBuilder {
    header: HeaderBuilder,
    sections: Vec<Vec<u8>>,
}

impl ImageBuilder {
    pub fn new(words: u64, letters: u64, longest: u32) -> ImageBuilder {
        ImageBuilder { header: HeaderBuilder::new(words, letters, longest), sections: vec![] }
    }

    pub fn section(&mut self, kind: SectionKind, layout: u16, parameters: [u64; 5], mut bytes: Vec<u8>) {
        let length = bytes.len() as u64;
        bytes.resize(padded(bytes.len()), 0);
        self.header.add(&Section { kind, layout, checksum: crc32fast::hash(&bytes), offset: 0, length, parameters });
        self.sections.push(bytes);
    }

    pub fn finish(self) -> Vec<u8> {
        let mut file = self.header.finish(true);
        // Each is dropped when it has been copied.
        self.sections.into_iter().for_each(|bytes| file.extend_from_slice(&bytes));
        file
    }
}
