//! `lexigraph formats`: what can be read and written.

use lexigraph::image::Nodes;
use lexigraph::report::Table;
use serde_json::json;

use super::{Failure, Outcome, Output, Terminal};

/// List what can be read and written, with limits
#[derive(clap::Args)]
pub struct Args {
    /// Print one JSON object a format
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, _terminal: &Terminal) -> Result<Outcome, Failure> {
    let mut out = Output::new();
    let mut table = Table::new(["format", "layout", "reads", "writes", "limits"]);
    for nodes in Nodes::ALL {
        if args.json {
            let limits = nodes.limits();
            out.json(&json!({ "format": "lxg", "layout": nodes.name(), "reads": true, "writes": true, "limits": limits }))?;
        }
        table.row(["lxg", nodes.name(), "yes", "yes", nodes.limits()]);
    }
    if !args.json {
        table.lines().try_for_each(|line| out.line(line))?;
    }
    out.finish()?;
    Ok(Outcome::Yes)
}
