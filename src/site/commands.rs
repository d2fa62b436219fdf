//! The help of the program as pages, so that they are never older than the program.

use std::fmt::Write;
use std::path::Path;

/// The groups of commands, by the names of their pages.
const GROUPS: [(&str, &[&str]); 3] = [
    (
        "words",
        &[
            "lookup", "define", "anagram", "pattern", "search", "hooks", "near", "rank", "complete", "ladder", "chain",
            "bee", "filter", "fill", "quiz",
        ],
    ),
    (
        "games",
        &[
            "solve",
            "simulate",
            "pre-endgame",
            "endgame",
            "perft",
            "analyze",
            "play",
            "selfplay",
            "duplicate",
            "puzzle",
            "train",
            "boggle",
            "serve",
        ],
    ),
    (
        "files",
        &[
            "compile",
            "convert",
            "merge",
            "diff",
            "stats",
            "verify",
            "dump",
            "draw",
            "formats",
            "alphabets",
            "bench",
            "completions",
            "man",
        ],
    ),
];

/// The commands of a page that is made here: `docs/commands/words.md` is no file.
pub fn of_path(path: &Path) -> Option<&'static [&'static str]> {
    let name = path.strip_prefix("docs/commands").ok()?.file_stem()?.to_str()?;
    GROUPS.iter().find(|(group, _)| *group == name).map(|(_, commands)| *commands)
}

/// A page with the help of each command, in Markdown. All commands of the program are on one of the pages.
pub fn page(title: &str, commands: &[&str]) -> Result<String, Vec<String>> {
    let program = lexigraph_cli::command_line();
    let listed = |name: &str| GROUPS.iter().any(|(_, commands)| commands.contains(&name));
    let names = program.get_subcommands().map(|command| command.get_name().to_owned());
    let missing: Vec<String> = names.filter(|name| name != "help" && !listed(name)).collect();
    if !missing.is_empty() {
        return Err(missing.iter().map(|name| format!("src/site/commands.rs: no page has the command '{name}'")).collect());
    }
    let mut text = format!("# {title}\n\nThe help of each command, as `lexigraph COMMAND --help` prints it.\n");
    for name in commands {
        let found = program.get_subcommands().find(|command| command.get_name() == *name);
        let command = found.ok_or_else(|| vec![format!("src/site/commands.rs: there is no command '{name}'")])?;
        let help = help(command.clone().bin_name(format!("lexigraph {name}")));
        let _ = write!(text, "\n## {name}\n\n```text\n{}\n```\n", help.trim_end());
        for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
            let full = format!("{name} {}", below.get_name());
            let help = self::help(below.clone().bin_name(format!("lexigraph {full}")));
            let _ = write!(text, "\n## {full}\n\n```text\n{}\n```\n", help.trim_end());
        }
    }
    Ok(text)
}

fn help(command: lexigraph_cli::ClapCommand) -> String {
    // As wide as the text of a page.
    command.term_width(88).render_long_help().to_string()
}
