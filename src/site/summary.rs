//! The pages of the site in their order: `docs/summary.md`, which has a list of links below each heading.

use std::path::{Path, PathBuf};

/// A page.
pub struct Entry {
    /// Its title in the navigation.
    pub title: String,
    /// Its Markdown file in the repository.
    pub path: PathBuf,
}

/// Groups of pages.
pub struct Summary {
    /// The title and the pages of each group. The first group has no title.
    pub groups: Vec<(String, Vec<Entry>)>,
}

impl Summary {
    /// Reads the list.
    pub fn parse(text: &str) -> Result<Summary, String> {
        let mut groups = vec![(String::new(), Vec::new())];
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(title) = line.strip_prefix("## ") {
                groups.push((title.to_owned(), Vec::new()));
            } else if let Some(item) = line.strip_prefix("- ") {
                let parts = item.strip_prefix('[').and_then(|item| item.strip_suffix(')')?.split_once("]("));
                let (title, link) = parts.ok_or_else(|| format!("docs/summary.md:{number}: not a link"))?;
                let path =
                    normal(&Path::new("docs").join(link)).ok_or_else(|| format!("docs/summary.md:{number}: outside"))?;
                let (_, entries) = groups.last_mut().expect("bug: there is a first group");
                entries.push(Entry { title: title.to_owned(), path });
            }
        }
        Ok(Summary { groups })
    }

    /// All pages.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.groups.iter().flat_map(|(_, entries)| entries)
    }
}

/// A path without `.` and `..`; `None` if it leads out of the repository.
pub fn normal(path: &Path) -> Option<PathBuf> {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => normal.pop().then_some(())?,
            std::path::Component::CurDir => {}
            part => normal.push(part),
        }
    }
    Some(normal)
}
