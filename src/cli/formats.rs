//! `lexigraph formats`: what can be read and written.

use lexigraph::image::{FORMATS, NodeLayout};
use lexigraph::movegen::LEAVE_FORMATS;
use serde_json::json;

use super::wordlist::TEXTS;
use super::{Failure, Outcome, Output, Terminal};

/// List the file formats and their limits
#[derive(clap::Args)]
pub struct Args {
    /// Print each format as a JSON object on a line of its own
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, _terminal: &Terminal) -> Result<Outcome, Failure> {
    let mut out = Output::new();
    let mut lines: Vec<String> = Vec::new();
    for format in FORMATS.map(|format| format.info()) {
        // The native format has a line for each of its node layouts.
        let layouts: Vec<(Option<NodeLayout>, &str)> = if format.native {
            NodeLayout::ALL.into_iter().map(|nodes| (Some(nodes), nodes.limits())).collect()
        } else {
            vec![(None, format.limits)]
        };
        let graphs: Vec<&str> = format.holds.iter().map(|wanted| wanted.name()).collect();
        for (nodes, limits) in layouts {
            let layout = nodes.map(NodeLayout::name);
            let (extensions, title) = (format.extensions, format.title);
            if args.json {
                out.json(&json!({
                    "format": format.name, "layout": layout, "extensions": extensions,
                    "reads": format.reads, "writes": format.feature.is_none(),
                    "graphs": graphs, "what": title, "limits": limits,
                }))?;
            }
            let extensions = extensions.iter().map(|extension| format!(".{extension}")).collect::<Vec<_>>().join(" ");
            lines.extend(described([format.name, layout.unwrap_or("-"), &extensions, &graphs.join(" ")], title, limits));
        }
    }
    for (_, name, extensions, title) in TEXTS {
        let limits = "words of 255 letters; also compressed: .xz .gz .zst";
        if args.json {
            out.json(&json!({
                "format": name, "layout": null, "extensions": extensions, "reads": true, "writes": true,
                "graphs": [], "what": title, "limits": limits,
            }))?;
        }
        let extensions = extensions.iter().map(|extension| format!(".{extension}")).collect::<Vec<_>>().join(" ");
        lines.extend(described([name, "-", &extensions, "list"], title, limits));
    }
    for format in LEAVE_FORMATS {
        let (name, title, limits) = (format.name(), format.title(), format.limits());
        if args.json {
            out.json(&json!({
                "format": name, "layout": null, "extensions": [name], "reads": true, "writes": true,
                "graphs": [], "what": title, "limits": limits,
            }))?;
        }
        lines.extend(described([name, "-", &format!(".{name}"), "leaves"], title, limits));
    }
    if !args.json {
        out.line(heading())?;
        lines.iter().try_for_each(|line| out.line(line))?;
    }
    out.finish()?;
    Ok(Outcome::Yes)
}

/// The most columns of a line.
const WIDTH: usize = 80;

fn columns([format, layout, extensions, graphs]: [&str; 4]) -> String {
    format!("{format:<14}{layout:<8}{extensions:<22}{graphs}")
}

fn heading() -> String {
    columns(["format", "layout", "extensions", "graphs"])
}

/// A format: its names, and below them what it is and its limits.
fn described(names: [&str; 4], title: &str, limits: &str) -> Vec<String> {
    let mut lines = vec![columns(names)];
    for text in [title, limits] {
        let mut line = String::from("   ");
        for word in text.split_ascii_whitespace() {
            if line.chars().count() + 1 + word.chars().count() > WIDTH {
                lines.push(std::mem::replace(&mut line, "     ".into()));
            }
            line.push(' ');
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}
