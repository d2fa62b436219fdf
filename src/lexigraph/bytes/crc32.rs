//! Crc32s, which find damage and tell files apart.

use std::fmt;
use std::io::{self, Write};

/// A checksum (CRC-32) of the bytes written to it. It prints as eight hexadecimal digits.
///
/// It finds damage by accident: nobody is kept from making other bytes with the same checksum.
#[derive(Clone, Debug, Default)]
pub struct Crc32(crc32fast::Hasher);

impl Crc32 {
    /// The checksum of some bytes.
    pub fn of(bytes: &[u8]) -> Crc32 {
        let mut checksum = Crc32::default();
        checksum.update(bytes);
        checksum
    }

    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The checksum as a number.
    pub fn number(&self) -> u32 {
        self.0.clone().finalize()
    }
}

impl Write for Crc32 {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl fmt::Display for Crc32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check value of the CRC catalogue for CRC-32/ISO-HDLC.
    #[test]
    fn the_checksum_is_the_usual_one() {
        assert_eq!(Crc32::of(b"123456789").to_string(), "cbf43926");
        let mut parts = Crc32::default();
        parts.write_all(b"12345").unwrap();
        parts.write_all(b"6789").unwrap();
        assert_eq!(parts.number(), 0xcbf4_3926);
    }
}
