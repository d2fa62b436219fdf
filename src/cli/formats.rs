//! `lexigraph formats`: what can be read and written.

use crate::report::TextTable;
use lexigraph::image::{FORMATS, NodeLayout};
use lexigraph::movegen::LEAVE_FORMATS;
use serde_json::json;

use super::wordlist::{TEXTS, Text};
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
    let mut table = TextTable::new(["format", "layout", "extensions", "graphs", "what", "limits"]);
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
            table.row([format.name, layout.unwrap_or("-"), &extensions, &graphs.join(" "), title, limits]);
        }
    }
    for (text, name, extensions, title) in TEXTS {
        let reads = matches!(text, Text::Plain | Text::Json);
        let limits = "words of 255 letters; also compressed: .xz .gz .zst";
        if args.json {
            out.json(&json!({
                "format": name, "layout": null, "extensions": extensions, "reads": reads, "writes": true,
                "graphs": [], "what": title, "limits": limits,
            }))?;
        }
        let extensions = extensions.iter().map(|extension| format!(".{extension}")).collect::<Vec<_>>().join(" ");
        table.row([name, "-", &extensions, "list", title, limits]);
    }
    for format in LEAVE_FORMATS {
        let (name, title, limits) = (format.name(), format.title(), format.limits());
        if args.json {
            out.json(&json!({
                "format": name, "layout": null, "extensions": [name], "reads": true, "writes": true,
                "graphs": [], "what": title, "limits": limits,
            }))?;
        }
        table.row([name, "-", &format!(".{name}"), "leaves", title, limits]);
    }
    if !args.json {
        table.lines().try_for_each(|line| out.line(line))?;
    }
    out.finish()?;
    Ok(Outcome::Yes)
}
