//! Zstandard: frames one after another, with their checksums.

use std::error::Error;
use std::io::{self, BufRead, Read, Write};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// The largest window that a frame may ask for: 128 MiB, as the usual decoder has it.
const WINDOW: u64 = 128 << 20;

/// Bytes that are decoded before they are handed on.
const PIECE: usize = 1 << 16;

/// Reads the content of all frames of an input. Frames to be skipped are skipped.
pub struct Frames<R> {
    source: R,
    decoder: FrameDecoder,
    in_frame: bool,
}

impl<R: BufRead> Frames<R> {
    /// Reads from the first byte of a frame on.
    pub fn new(source: R) -> Frames<R> {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(WINDOW);
        Frames { source, decoder, in_frame: false }
    }

    /// Goes on to the next frame with content; `false` at the end of the input.
    fn next_frame(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    let skipped = io::copy(&mut self.source.by_ref().take(length.into()), &mut io::sink())?;
                    if skipped < u64::from(length) {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(fault(error)),
            }
        }
        Ok(false)
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.in_frame {
                if buffer.is_empty() || !self.next_frame()? {
                    return Ok(0);
                }
                self.in_frame = true;
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                self.decoder.decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBytes(PIECE)).map_err(fault)?;
            }
            if self.decoder.can_collect() > 0 {
                return self.decoder.read(buffer);
            }
            let written = self.decoder.get_checksum_from_data();
            if written.is_some() && written != self.decoder.get_calculated_checksum() {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "the checksum does not fit"));
            }
            self.in_frame = false;
        }
    }
}

/// An error of the decoder; that the input ends too early is told by its kind.
fn fault(error: FrameDecoderError) -> io::Error {
    let mut cause: Option<&(dyn Error + 'static)> = Some(&error);
    while let Some(inner) = cause {
        if let Some(io) = inner.downcast_ref::<io::Error>()
            && io.kind() == io::ErrorKind::UnexpectedEof
        {
            return io::ErrorKind::UnexpectedEof.into();
        }
        cause = inner.source();
    }
    io::Error::new(io::ErrorKind::InvalidData, error.to_string())
}

/// Writes `content` as one frame with a checksum.
///
/// # Errors
/// The errors of the writer.
pub fn write_frame(content: &[u8], out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&compress_to_vec(content, CompressionLevel::Fastest))
}
