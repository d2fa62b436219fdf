//! Compressed output.

use std::io::{self, Write};
use std::path::Path;

use super::Compression;

/// The xz preset: 6, that of the program; 65 MiB to pack, 9 to unpack.
#[cfg(feature = "xz")]
const XZ_PRESET: u32 = 6;

impl Compression {
    /// What the extension of a file to be written asks for.
    pub fn from_path(path: &Path) -> Option<Compression> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "xz" => Some(Compression::Xz),
            "gz" => Some(Compression::Gzip),
            "zst" => Some(Compression::Zstd),
            _ => None,
        }
    }
}

/// Writes what `fill` writes, compressed.
///
/// # Errors
/// The errors of the writer and of `fill`.
pub fn compress(
    out: &mut dyn Write,
    compression: Option<Compression>,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    match compression {
        None => fill(out),
        #[cfg(feature = "gz")]
        Some(Compression::Gzip) => {
            let mut encoder = flate2::write::GzEncoder::new(out, flate2::Compression::best());
            fill(&mut encoder)?;
            encoder.finish().map(drop)
        }
        #[cfg(feature = "xz")]
        Some(Compression::Xz) => {
            let mut encoder = xz2::write::XzEncoder::new(out, XZ_PRESET);
            fill(&mut encoder)?;
            encoder.finish().map(drop)
        }
        #[cfg(feature = "zst")]
        Some(Compression::Zstd) => {
            let mut content = Vec::new();
            fill(&mut content)?;
            super::zst::write_frame(&content, out)
        }
        #[cfg(not(all(feature = "gz", feature = "xz", feature = "zst")))]
        Some(compression) => Err(io::Error::new(io::ErrorKind::Unsupported, format!("{compression} was not compiled in"))),
    }
}

#[cfg(all(test, feature = "xz", feature = "gz", feature = "zst"))]
mod tests {
    use super::*;
    use crate::bytes::decompress;

    #[test]
    fn what_was_compressed_is_known_and_comes_back() {
        let text = b"aa\nab\n".repeat(1000);
        for (name, compression) in [
            ("a.gz", Some(Compression::Gzip)),
            ("a.XZ", Some(Compression::Xz)),
            ("a.zst", Some(Compression::Zstd)),
            ("a", None),
        ] {
            assert_eq!(Compression::from_path(Path::new(name)), compression);
            let mut bytes = Vec::new();
            compress(&mut bytes, compression, |out| out.write_all(&text)).unwrap();
            assert_eq!(Compression::detect(&bytes), compression);
            assert!(compression.is_none() || bytes.len() < 200);
            assert_eq!(decompress(name, bytes, 1 << 20).unwrap().bytes, text);
        }
    }
}
