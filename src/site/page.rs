//! A page: Markdown to HTML, with its headings and its links.

use std::path::{Path, PathBuf};

use pulldown_cmark::{CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, html};

use crate::summary::normal;

/// Where a link leads.
#[derive(Debug, PartialEq, Eq)]
pub enum Target {
    /// To a page of the site, and perhaps a heading on it.
    Page { path: PathBuf, heading: Option<String> },
    /// To a file of the repository.
    File(PathBuf),
}

/// A heading: its level, its name in addresses, its text.
pub struct Heading {
    pub level: HeadingLevel,
    pub name: String,
    pub text: String,
}

/// A page of the site.
pub struct Page {
    /// Its Markdown file in the repository.
    pub path: PathBuf,
    /// Its title in the navigation.
    pub title: String,
    /// The page as HTML, without the frame.
    pub body: String,
    pub headings: Vec<Heading>,
    pub links: Vec<Target>,
    /// The text of each section, with the number of its heading.
    pub sections: Vec<(usize, String)>,
}

impl Page {
    /// Turns Markdown into a page.
    pub fn new(path: &Path, title: &str, markdown: &str) -> Page {
        let mut page = Page {
            path: path.to_owned(),
            title: title.to_owned(),
            body: String::new(),
            headings: Vec::new(),
            links: Vec::new(),
            sections: Vec::new(),
        };
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES;
        let mut events: Vec<Event<'_>> = Vec::new();
        let mut heading: Option<(HeadingLevel, usize, String)> = None;
        for event in Parser::new_ext(markdown, options) {
            match &event {
                Event::Start(Tag::Heading { level, .. }) => heading = Some((*level, events.len(), String::new())),
                Event::Text(text) | Event::Code(text) => match &mut heading {
                    Some((_, _, name)) => name.push_str(text),
                    None => page.add_text(text),
                },
                _ => {}
            }
            events.push(match event {
                Event::Start(Tag::Link { link_type, dest_url, title, id }) if is_local(link_type, &dest_url) => {
                    Event::Start(Tag::Link { link_type, dest_url: page.link(&dest_url), title, id })
                }
                Event::Start(Tag::Image { link_type, dest_url, title, id }) if is_local(link_type, &dest_url) => {
                    Event::Start(Tag::Image { link_type, dest_url: page.link(&dest_url), title, id })
                }
                Event::Html(text) => Event::Html(page.links_of_html(&text).into()),
                Event::InlineHtml(text) => Event::InlineHtml(page.links_of_html(&text).into()),
                event => event,
            });
            if let Some(Event::End(TagEnd::Heading(_))) = events.last()
                && let Some((level, at, text)) = heading.take()
            {
                let name = page.free_name(&text);
                if let Event::Start(Tag::Heading { id, .. }) = &mut events[at] {
                    *id = Some(name.clone().into());
                }
                page.sections.push((page.headings.len(), String::new()));
                page.headings.push(Heading { level, name, text });
            }
        }
        html::push_html(&mut page.body, events.into_iter());
        // Wide tables scroll by themselves.
        page.body =
            page.body.replace("<table>", "<div class=\"wide\" tabindex=\"0\"><table>").replace("</table>", "</table></div>");
        page
    }

    fn add_text(&mut self, text: &str) {
        if let Some((_, section)) = self.sections.last_mut() {
            section.push(' ');
            section.push_str(text);
        }
    }

    /// A name for a heading that no other on the page has: letters and digits, with hyphens between words.
    fn free_name(&self, text: &str) -> String {
        let lower = text.to_lowercase();
        let kept = lower.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
        let name: String = kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect();
        let names = std::iter::once(name.clone()).chain((1..).map(|number| format!("{name}-{number}")));
        names.into_iter().find(|name| !self.has_heading(name)).expect("bug: numbers end")
    }

    pub fn has_heading(&self, name: &str) -> bool {
        self.headings.iter().any(|heading| heading.name == name)
    }

    /// Notes where a link leads, and returns its address on the site.
    fn link(&mut self, address: &str) -> CowStr<'static> {
        let (file, heading) =
            address.split_once('#').map_or((address, None), |(file, heading)| (file, Some(heading.to_owned())));
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let path = if file.is_empty() { Some(self.path.clone()) } else { normal(&folder.join(file)) };
        let Some(path) = path else {
            self.links.push(Target::File(PathBuf::from(address)));
            return address.to_owned().into();
        };
        let is_page = path.extension().is_some_and(|extension| extension == "md");
        let after = heading.as_ref().map_or_else(String::new, |heading| format!("#{heading}"));
        let target = if is_page { html_path(&path) } else { path.clone() };
        let up = "../".repeat(self.output().components().count() - 1);
        self.links.push(if is_page { Target::Page { path, heading } } else { Target::File(path) });
        format!("{up}{}{after}", target.display()).into()
    }

    /// The same for the pictures of HTML within Markdown.
    fn links_of_html(&mut self, text: &str) -> String {
        let mut result = String::new();
        let mut rest = text;
        while let Some(at) = ["src=\"", "srcset=\""].iter().filter_map(|mark| Some(rest.find(mark)? + mark.len())).min() {
            let end = rest[at..].find('"').map_or(rest.len(), |end| at + end);
            result.push_str(&rest[..at]);
            result.push_str(&self.link(&rest[at..end]));
            rest = &rest[end..];
        }
        result + rest
    }

    /// Where the page is on the site.
    pub fn output(&self) -> PathBuf {
        html_path(&self.path)
    }
}

/// The page of the README is the first of the site.
fn html_path(path: &Path) -> PathBuf {
    if path == Path::new("README.md") { PathBuf::from("index.html") } else { path.with_extension("html") }
}

fn is_local(link_type: LinkType, address: &str) -> bool {
    !matches!(link_type, LinkType::Autolink | LinkType::Email) && !address.contains("://") && !address.starts_with("mailto:")
}
