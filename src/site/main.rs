//! Makes a site of static pages of the Markdown files that `docs/summary.md` lists, and of the help of each command.
//!
//! `tools/site [OUT]` runs it. The pages need no server and no network. A link to a page, a heading or a file that is
//! not there is an error, and then nothing is written.
//!
//! | module | contents |
//! | --- | --- |
//! | `summary` | the pages and their order |
//! | `page` | Markdown to HTML, headings, links |
//! | `commands` | the help of the program as pages |
//! | `layout` | the frame of a page: navigation, contents, search |

mod commands;
mod layout;
mod page;
mod summary;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use page::{Page, Target};
use summary::Summary;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [root, out] = &arguments[..] else {
        eprintln!("usage: lexigraph-site REPOSITORY OUT");
        return ExitCode::from(2);
    };
    match make(Path::new(root), Path::new(out)) {
        Ok(pages) => {
            println!("{out}: {pages} pages");
            ExitCode::SUCCESS
        }
        Err(problems) => {
            problems.iter().for_each(|problem| eprintln!("error: {problem}"));
            ExitCode::from(2)
        }
    }
}

/// The page to play on, which `tools/wasm app` writes into the site if it is at hand.
const PLAYABLE: &str = "app/index.html";

/// The placeholder that stands in its place otherwise.
const LEFT_OUT: &str = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
     <title>lexigraph</title>\n</head>\n<body>\n<main>\n<h1>The page is left out here</h1>\n\
     <p>This copy of the documentation was made without a toolchain for WebAssembly. With one, <code>tools/site</code> \
     puts the page here.</p>\n<p><a href=\"../docs/try.html\">Back</a></p>\n</main>\n</body>\n</html>\n";

/// Makes the site. Returns the number of pages, or all that is wrong.
fn make(root: &Path, out: &Path) -> Result<usize, Vec<String>> {
    let read =
        |path: &Path| std::fs::read_to_string(root.join(path)).map_err(|error| vec![format!("{}: {error}", path.display())]);
    let summary = Summary::parse(&read(Path::new("docs/summary.md"))?).map_err(|error| vec![error])?;
    let mut pages = Vec::new();
    for entry in summary.entries() {
        let text = match commands::of_path(&entry.path) {
            Some(group) => commands::page(&entry.title, group)?,
            None => read(&entry.path)?,
        };
        pages.push(Page::new(&entry.path, &entry.title, &text));
    }
    let (mut problems, mut files) = (Vec::new(), BTreeSet::new());
    for page in &pages {
        for target in &page.links {
            match target {
                Target::Page { path, heading } => match pages.iter().find(|page| page.path == *path) {
                    Some(found) if heading.as_ref().is_none_or(|heading| found.has_heading(heading)) => {}
                    Some(_) => problems.push(format!(
                        "{}: {} has no heading #{}",
                        page.path.display(),
                        path.display(),
                        heading.as_deref().unwrap_or("")
                    )),
                    None => problems.push(format!("{}: {} is not in docs/summary.md", page.path.display(), path.display())),
                },
                Target::File(path) if path == Path::new(PLAYABLE) => {}
                Target::File(path) if root.join(path).exists() => _ = files.insert(path.clone()),
                Target::File(path) => problems.push(format!("{}: there is no file {}", page.path.display(), path.display())),
            }
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let index = layout::search_index(&pages);
    let mut written: Vec<(PathBuf, Vec<u8>)> = vec![
        (PathBuf::from("style.css"), include_bytes!("style.css").to_vec()),
        (PathBuf::from("site.js"), include_bytes!("site.js").to_vec()),
        (PathBuf::from("search.js"), index.into_bytes()),
    ];
    for (number, page) in pages.iter().enumerate() {
        let around = [number.checked_sub(1).map(|before| &pages[before]), pages.get(number + 1)];
        written.push((page.output(), layout::html(page, &summary, around).into_bytes()));
    }
    for path in files.iter().filter(|path| root.join(path).is_file()) {
        written.push((
            path.clone(),
            std::fs::read(root.join(path)).map_err(|error| vec![format!("{}: {error}", path.display())])?,
        ));
    }
    if !out.join("app/engine.json").exists() {
        println!("the playable page is left out: there is no toolchain for WebAssembly, or no Node.js; see tools/wasm");
        written.push((PathBuf::from(PLAYABLE), LEFT_OUT.as_bytes().to_vec()));
    }
    for (path, bytes) in written {
        let path = out.join(path);
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        folder.and_then(|()| std::fs::write(&path, bytes)).map_err(|error| vec![format!("{}: {error}", path.display())])?;
    }
    Ok(pages.len())
}
