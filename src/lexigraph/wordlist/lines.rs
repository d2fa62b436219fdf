//! Lines and their ends: LF, CRLF, a lone CR, also mixed; NUL, where no line ends otherwise.

use std::ops::ControlFlow;

/// How the lines of a text end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct LineEnds {
    lf: bool,
    crlf: bool,
    cr: bool,
    nul: bool,
}

impl LineEnds {
    pub(super) fn of(text: &str) -> LineEnds {
        if ends_with_nul(text.as_bytes()) {
            return LineEnds { nul: true, ..LineEnds::default() };
        }
        LineEnds::default().of_rest(text)
    }

    /// Those of a further piece of a text that began with these: whether words end with NUL is seen in the first piece.
    pub(super) fn of_rest(self, text: &str) -> LineEnds {
        let bytes = text.as_bytes();
        let mut ends = LineEnds::default();
        if self.nul {
            return self;
        }
        if memchr::memchr(b'\r', bytes).is_none() {
            ends.lf = memchr::memchr(b'\n', bytes).is_some();
            return ends;
        }
        for at in memchr::memchr2_iter(b'\r', b'\n', bytes) {
            match bytes[at] {
                b'\r' if bytes.get(at + 1) == Some(&b'\n') => ends.crlf = true,
                b'\r' => ends.cr = true,
                _ if at > 0 && bytes[at - 1] == b'\r' => {}
                _ => ends.lf = true,
            }
        }
        ends
    }

    /// `true` if lines end with LF only.
    pub(super) fn are_lf(self) -> bool {
        self == LineEnds { lf: true, ..LineEnds::default() }
    }

    /// The line ends of this text and another one, together.
    pub(super) fn and(self, other: LineEnds) -> LineEnds {
        LineEnds {
            lf: self.lf || other.lf,
            crlf: self.crlf || other.crlf,
            cr: self.cr || other.cr,
            nul: self.nul || other.nul,
        }
    }

    /// `LF`, `CRLF`, `mixed LF and CRLF`, ...
    pub(super) fn describe(self) -> &'static str {
        if self.nul {
            return "NUL";
        }
        match (self.lf, self.crlf, self.cr) {
            (false, false, false) => "a single line",
            (true, false, false) => "LF",
            (false, true, false) => "CRLF",
            (false, false, true) => "CR",
            (true, true, false) => "mixed LF and CRLF",
            (true, false, true) => "mixed LF and CR",
            (false, true, true) => "mixed CRLF and CR",
            (true, true, true) => "mixed LF, CRLF and CR",
        }
    }

    /// Calls `each` with every line and its number from 1, until it fails. A line end at the end begins no line.
    pub(super) fn each<'t, E>(self, text: &'t str, mut each: impl FnMut(u64, &'t str) -> Result<(), E>) -> Result<(), E> {
        let mut result = Ok(());
        let _ = self.each_line(text, &mut |number, line| {
            result = each(number, line);
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        result
    }

    /// Does the work of [`each`](LineEnds::each), and is compiled once.
    fn each_line<'t>(self, text: &'t str, each: &mut dyn FnMut(u64, &'t str) -> ControlFlow<()>) -> ControlFlow<()> {
        let bytes = text.as_bytes();
        let (mut start, mut number) = (0, 0);
        if self.nul {
            for end in memchr::memchr_iter(0, bytes) {
                number += 1;
                each(number, &text[start..end])?;
                start = end + 1;
            }
            // A line end at the end of the file belongs to no word.
            let rest = text[start..].trim_end_matches(['\r', '\n']);
            return if rest.is_empty() { ControlFlow::Continue(()) } else { each(number + 1, rest) };
        }
        if self.cr {
            for end in memchr::memchr2_iter(b'\r', b'\n', bytes) {
                if bytes[end] == b'\n' && end > 0 && bytes[end - 1] == b'\r' {
                    start = end + 1;
                    continue;
                }
                number += 1;
                each(number, &text[start..end])?;
                start = end + 1;
            }
        } else {
            for end in memchr::memchr_iter(b'\n', bytes) {
                number += 1;
                let line = &text[start..end];
                each(number, if self.crlf { line.strip_suffix('\r').unwrap_or(line) } else { line })?;
                start = end + 1;
            }
        }
        if start < text.len() { each(number + 1, &text[start..]) } else { ControlFlow::Continue(()) }
    }
}

/// `true` for text in which zero bytes end the words, as `dump --null` and `find -print0` write it: no other line ends
/// but one at the end, and something between every two.
pub(super) fn ends_with_nul(bytes: &[u8]) -> bool {
    if memchr::memchr(0, bytes).is_none() {
        return false;
    }
    let content = bytes.trim_ascii_end();
    memchr::memchr2(b'\n', b'\r', content).is_none() && content[0] != 0 && !content.windows(2).any(|two| two == [0, 0])
}

/// Some `wanted` lines from all over a text, the first ones among them; all lines of a short one.
pub(super) fn sample(text: &str, ends: LineEnds, wanted: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut take = |part, most| {
        let mut left = most;
        // Full is the only way to fail.
        let _ = ends.each(part, |_, line| {
            lines.push(line);
            left -= 1;
            if left == 0 { Err(()) } else { Ok(()) }
        });
        left == 0
    };
    if !take(text, wanted) {
        return lines;
    }
    // As many again, in handfuls at even distances.
    const HANDFUL: usize = 8;
    let handfuls = wanted.div_ceil(HANDFUL);
    for index in 1..handfuls {
        let at = text.len() / handfuls * index;
        let rest = &text.as_bytes()[at..];
        if let Some(end) = if ends.nul { memchr::memchr(0, rest) } else { memchr::memchr2(b'\n', b'\r', rest) } {
            let after = if rest[end..].starts_with(b"\r\n") { 2 } else { 1 };
            take(text.get(at + end + after..).unwrap_or(""), HANDFUL);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<&str> {
        let mut all = vec![];
        let _: Result<(), ()> = LineEnds::of(text).each(text, |number, line| {
            all.push(line);
            assert_eq!(number, all.len() as u64);
            Ok(())
        });
        all
    }

    #[test]
    fn all_ends_are_ends() {
        for (text, named) in [
            ("a\nb\n\nc", "LF"),
            ("a\r\nb\r\n\r\nc\r\n", "CRLF"),
            ("a\rb\r\rc\r", "CR"),
            ("a\nb\r\n\nc", "mixed LF and CRLF"),
            ("a\rb\n\r\nc", "mixed LF, CRLF and CR"),
        ] {
            assert_eq!(lines(text), ["a", "b", "", "c"], "{text:?}");
            assert_eq!(LineEnds::of(text).describe(), named);
        }
        assert_eq!(lines("cat\0dog\0"), ["cat", "dog"]);
        assert_eq!(lines("cat\0dog\n"), ["cat", "dog"]);
        assert_eq!(LineEnds::of("cat\0dog").describe(), "NUL");
        assert_eq!(lines("a\n\0\n"), ["a", "\0"]);
        assert_eq!(lines(""), [""; 0]);
        assert_eq!(lines("\n"), [""]);
        assert_eq!(lines("a"), ["a"]);
    }

    #[test]
    fn samples_are_whole_lines() {
        let text: String = (1000..9000).map(|n| format!("é{n}\r\n")).collect();
        let some = sample(&text, LineEnds::of(&text), 100);
        assert!(some.len() > 150 && some.iter().all(|line| line.len() == 6), "{some:?}");
        assert_eq!(sample("a\nb", LineEnds::of("a\nb"), 100), ["a", "b"]);
    }
}
