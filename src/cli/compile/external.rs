//! `lexigraph compile --external`: lists that are larger than memory.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::report::{ExternalReport, compile_report, grouped, stats};
use lexigraph::alphabet::Alphabet;
use lexigraph::bytes::{Flow, SourceError, input_limit, read_file};
use lexigraph::external::{External, Target};
use lexigraph::image::{Format, Image, bundled, image_format, words_as_text};
use lexigraph::lexicon::LexiconError;
use lexigraph::wordlist::{Affixes, AlphabetChoice, AlphabetReader, PieceError, PieceReader, ReadError, ReadOptions, Words};

use super::{Args, tell, wanted};
use crate::hints::Explain;
use crate::output::write_file;
use crate::process::peak_bytes;
use crate::{Failure, Outcome, Terminal, lexicon};

impl<E: Explain> From<PieceError<E>> for Failure {
    fn from(error: PieceError<E>) -> Failure {
        match error {
            PieceError::Source(error) => error.into(),
            error => Failure::new(error),
        }
    }
}

fn temporary(error: io::Error) -> Failure {
    Failure::new(lexigraph::external::ExternalError::Io(error))
}

/// How inputs are opened.
struct Inputs<'a> {
    options: &'a ReadOptions,
    terminal: &'a Terminal,
    /// The most memory of the xz decoder.
    xz_memory: u64,
    /// The most bytes of a dictionary.
    dictionary: u64,
}

/// A list: lines that come as they are read, or a hunspell dictionary, whole, with its affixes.
enum Input {
    Lines(Flow<'static>),
    Dictionary(Vec<u8>, Box<Affixes>),
}

impl Inputs<'_> {
    /// A list, and its name in messages.
    fn open(&self, path: &Path) -> Result<(String, Input), Failure> {
        let affixes = match lexicon::affixes_of(path, self.options, self.terminal) {
            Some(file) => {
                let bytes = read_file(&file, self.dictionary.min(input_limit()))?.bytes;
                Some(Affixes::parse(&file.display().to_string(), &bytes).map_err(ReadError::from)?)
            }
            None => None,
        };
        let (name, mut flow) = open(path, self.xz_memory)?;
        let Some(affixes) = affixes else { return Ok((name, Input::Lines(flow))) };
        let mut bytes = Vec::new();
        flow.fill(&mut bytes, self.dictionary.saturating_add(1))?;
        if bytes.len() as u64 > self.dictionary {
            let most = grouped(self.dictionary);
            let message = format!(
                "a dictionary of more than {most} bytes, which has to be read as a whole — allow more --memory, or \
                 compile without --external"
            );
            return Err(Failure::of(path, message));
        }
        bytes.shrink_to_fit();
        Ok((name, Input::Dictionary(bytes, Box::new(affixes))))
    }

    /// The alphabet of the characters of all lists: they are read twice.
    fn alphabet(&self, lists: &[PathBuf], piece: usize) -> Result<Alphabet, Failure> {
        if let Some(path) = lists.iter().find(|path| path.as_os_str() == "-" || !is_file(path)) {
            let message = "--alphabet auto reads lists twice, and this one can be read only once — name an alphabet, or make it a file";
            return Err(Failure::of(path, message));
        }
        let mut reader = AlphabetReader::new(self.options, piece);
        for path in lists {
            match self.open(path)? {
                (name, Input::Lines(mut flow)) => reader.add(&name, &mut flow)?,
                (name, Input::Dictionary(bytes, affixes)) => reader.add_dictionary(&name, &bytes, &affixes)?,
            }
        }
        Ok(reader.finish()?)
    }
}

/// A list of lines, and its name in messages.
fn open(path: &Path, xz_memory: u64) -> Result<(String, Flow<'static>), Failure> {
    if path.as_os_str() == "-" {
        let name = "standard input".to_owned();
        let flow = Flow::new(Path::new(&name), io::stdin().lock(), xz_memory)?;
        return Ok((name, flow));
    }
    let name = path.display().to_string();
    if let Some(image) = path.to_str().filter(|_| !path.exists()).and_then(bundled) {
        let words = io::Cursor::new(words_as_text(&image?)?);
        return Ok((name, Flow::new(path, words, xz_memory)?));
    }
    let failed = |source| SourceError::Io { path: path.to_owned(), source };
    let mut start = Vec::new();
    let mut file = File::open(path).map_err(failed)?;
    file.by_ref().take(1 << 10).read_to_end(&mut start).map_err(failed)?;
    if image_format(&start, path).is_some() {
        return Err(LexiconError::NotAList { name }.into());
    }
    Ok((name, Flow::new(path, io::Cursor::new(start).chain(file), xz_memory)?))
}

/// The forms of dictionaries that are compiled in memory. Each takes some 25 bytes there, those made several times too.
const MOST_FORMS: u64 = 2 << 20;
/// The memory in which the forms of larger dictionaries are sorted.
const SORTING: u64 = 128 << 20;

/// `true` if these lists are hunspell dictionaries with so many forms that they are better sorted on disk.
pub fn is_better(args: &Args, options: &ReadOptions, terminal: &Terminal) -> bool {
    let affixes: Option<Vec<_>> = args.lists.iter().map(|path| lexicon::affixes_of(path, options, terminal)).collect();
    let Some(affixes) = affixes.filter(|_| args.definitions.is_none() && args.lists.iter().all(|path| is_file(path))) else {
        return false;
    };
    let mut left = MOST_FORMS;
    let are_many = args.lists.iter().zip(&affixes).any(|(path, file)| {
        // Whatever is wrong with the files is told when they are read.
        let read = |path: &Path| read_file(path, input_limit()).map(|read| read.bytes).ok();
        let parsed = read(file).and_then(|bytes| Affixes::parse(&file.display().to_string(), &bytes).ok());
        let Some((affixes, bytes)) = parsed.zip(read(path)) else { return false };
        let forms = affixes.count_forms(&bytes, left);
        left -= forms.unwrap_or(0);
        forms.is_none()
    });
    // Without room for temporary files, memory has to do.
    are_many && External::sorting(SORTING).is_ok()
}

pub fn run(
    args: &Args,
    options: &ReadOptions,
    format: &'static dyn Format,
    start: Instant,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let bar = terminal.progress("reading");
    let result = compile(args, options, format, start, &bar, terminal);
    bar.finish_and_clear();
    let (report, lines) = result?;
    if !args.json {
        lines.iter().for_each(|line| terminal.note(line));
    }
    if !report.minimal {
        terminal.warn("the graph is not minimal: its register did not fit into the memory allowed");
    }
    tell(args, &report, terminal)
}

/// Compiles and writes; the report, and what to say beside it.
fn compile(
    args: &Args,
    options: &ReadOptions,
    format: &'static dyn Format,
    start: Instant,
    bar: &indicatif::ProgressBar,
    terminal: &Terminal,
) -> Result<(crate::report::CompileReport, Vec<String>), Failure> {
    let external = if args.external { External::new(args.memory, args.temp.clone()) } else { External::sorting(SORTING) };
    let mut external = external.map_err(Failure::new)?;
    let memory = if args.external { args.memory } else { SORTING };
    let piece = external.piece();
    let dictionary = external.most_of_dictionary();
    let inputs = Inputs { options, terminal, xz_memory: args.memory / 4, dictionary };
    let alphabet = match &options.alphabet {
        AlphabetChoice::Named(alphabet) => (**alphabet).clone(),
        AlphabetChoice::Auto => inputs.alphabet(&args.lists, piece)?,
    };
    let mut reader = PieceReader::new(options, alphabet.clone(), piece);
    for (number, path) in args.lists.iter().enumerate() {
        let (name, input) = inputs.open(path)?;
        if number > 0 {
            external.next_list().map_err(temporary)?;
        }
        let add = |words: &Words| external.add(words).map_err(temporary);
        match input {
            Input::Lines(mut flow) => reader.add(&name, &mut flow, add)?,
            Input::Dictionary(bytes, affixes) => reader.add_dictionary(&name, &bytes, &affixes, add)?,
        }
    }
    let target = Target { format, wanted: wanted(args, format, &alphabet)?, nodes: args.nodes };
    let alphabet = alphabet.with_folded_accents(options.fold_accents);
    let compiled = external.compile(&alphabet, target, |what| bar.set_message(what));
    let mut compiled = compiled.map_err(|error| Failure::of(&args.output, error))?;
    let read = reader.report(&compiled.duplicates, compiled.counts.words)?;
    bar.suspend(|| lexicon::warn(&read, terminal));
    bar.suspend(|| lexicon::describe(&read, terminal));
    // What can fail comes before the file.
    let numbers = match compiled.in_memory() {
        Some(bytes) => stats(&Image::open_as(bytes.to_vec(), format, &alphabet)?)?,
        None => compiled.stats(&alphabet, args.nodes),
    };
    bar.set_message("writing");
    write_file(&args.output, args.force, |file| compiled.write(file))?;
    let mut report = compile_report(numbers, &read, start.elapsed().as_secs_f64(), peak_bytes());
    report.minimal = compiled.minimal;
    let (runs, spilled) = (compiled.runs, compiled.spilled);
    report.external =
        Some(ExternalReport { memory_bytes: memory, runs, spilled_bytes: spilled, streamed: compiled.streamed });
    let peak = report.peak_bytes.map_or_else(String::new, |peak| format!("; peak memory {} bytes", grouped(peak)));
    let mut lines = vec![format!("sorted on disk: {runs} runs, {} bytes of temporary files{peak}", grouped(spilled))];
    if compiled.streamed {
        lines.push("the graph went to disk as it was built: ends of lists are not shared".to_owned());
    }
    Ok((report, lines))
}

/// `true` if something can be read more than once: a file, or a bundled lexicon.
fn is_file(path: &Path) -> bool {
    path.metadata().map_or(true, |metadata| metadata.is_file())
}
