//! `lexigraph man`: manual pages.

use std::path::PathBuf;

use crate::common::outcome::Outcome;
use crate::common::output::{Terminal, refuse_to_replace, write_file};
use crate::failure::Failure;

/// Write manual pages, one for each command
#[derive(clap::Args)]
#[command(after_long_help = "\
The folder is made if it does not exist. The pages are lexigraph.1, lexigraph-lookup.1 and so on.

Examples:
  lexigraph man ~/.local/share/man/man1 && man lexigraph-lookup

Exit status: 0 written; 2 error.")]
pub struct Args {
    /// Folder for the pages
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Replace existing pages
    #[arg(long)]
    force: bool,
}

/// `parser` is the command line of the whole program.
pub fn run(args: &Args, mut parser: clap::Command, terminal: &Terminal) -> Result<Outcome, Failure> {
    parser.build();
    let commands = parser.get_subcommands().filter(|command| command.get_name() != "help");
    let mut pages = Vec::new();
    for command in std::iter::once(&parser).chain(commands) {
        let name = command.get_display_name().unwrap_or_else(|| command.get_name());
        let path = args.folder.join(format!("{name}.1"));
        refuse_to_replace(&path, args.force)?;
        let mut page = Vec::new();
        let rendered = clap_mangen::Man::new(command.clone()).render(&mut page);
        rendered.map_err(|error| Failure::io(&path, &error))?;
        pages.push((path, page));
    }
    std::fs::create_dir_all(&args.folder).map_err(|error| Failure::io(&args.folder, &error))?;
    for (path, page) in &pages {
        write_file(path, args.force, |file| file.write_all(page))?;
    }
    terminal.note(format_args!("{}: {} pages", args.folder.display(), pages.len()));
    Ok(Outcome::Yes)
}
