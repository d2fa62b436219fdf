//! The frame of a page: navigation, contents, search.

use std::fmt::Write;
use std::path::Path;

use pulldown_cmark::HeadingLevel;

use crate::page::Page;
use crate::summary::Summary;

/// A page with its frame. `around` are the pages before and after it.
pub fn html(page: &Page, summary: &Summary, around: [Option<&Page>; 2]) -> String {
    let up = "../".repeat(page.output().components().count() - 1);
    let mut navigation = String::new();
    for (title, entries) in &summary.groups {
        if !title.is_empty() {
            let _ = write!(navigation, "<h2>{}</h2>", escaped(title));
        }
        navigation.push_str("<ul>");
        for entry in entries {
            let current = if entry.path == page.path { " aria-current=\"page\"" } else { "" };
            let address = address(&entry.path);
            let _ = write!(navigation, "<li><a href=\"{up}{address}\"{current}>{}</a></li>", escaped(&entry.title));
        }
        navigation.push_str("</ul>");
    }
    let mut contents = String::new();
    for heading in page.headings.iter().filter(|heading| heading.level == HeadingLevel::H2) {
        let _ = write!(contents, "<li><a href=\"#{}\">{}</a></li>", heading.name, escaped(&heading.text));
    }
    let contents = if contents.is_empty() {
        contents
    } else {
        format!("<nav class=\"contents\" aria-label=\"On this page\"><ul>{contents}</ul></nav>")
    };
    let [before, after] = around.map(|other| {
        other.map_or_else(String::new, |other| {
            format!("<a href=\"{up}{}\">{}</a>", other.output().display(), escaped(&other.title))
        })
    });
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title} – lexigraph</title>\n<link rel=\"stylesheet\" href=\"{up}style.css\">\n\
         <script defer src=\"{up}search.js\"></script>\n<script defer src=\"{up}site.js\"></script>\n</head>\n\
         <body data-up=\"{up}\">\n<a class=\"skip\" href=\"#main\">To the text</a>\n\
         <header><a class=\"name\" href=\"{up}index.html\">lexigraph</a>\
         <form role=\"search\"><input type=\"search\" aria-label=\"Search\" placeholder=\"Search\" autocomplete=\"off\"></form>\
         <button type=\"button\" id=\"scheme\">Dark</button></header>\n\
         <nav class=\"pages\" aria-label=\"Pages\">{navigation}</nav>\n\
         <main id=\"main\" tabindex=\"-1\"><div id=\"found\" role=\"region\" aria-label=\"Found\" aria-live=\"polite\" hidden></div>\n{contents}\n{body}\n\
         <nav class=\"around\" aria-label=\"Before and after\"><span>{before}</span><span>{after}</span></nav></main>\n</body>\n</html>\n",
        title = escaped(&page.title),
        body = page.body,
    )
}

/// The sections of all pages for the search: a script, as pages that are files cannot fetch others.
pub fn search_index(pages: &[Page]) -> String {
    let mut text = String::from("const SECTIONS = [\n");
    for page in pages {
        for (number, section) in &page.sections {
            let heading = &page.headings[*number];
            let address = format!("{}#{}", page.output().display(), heading.name);
            let words: Vec<&str> = section.split_whitespace().collect();
            let _ = writeln!(text, "[{:?}, {:?}, {:?}, {:?}],", address, page.title, heading.text, words.join(" "));
        }
    }
    // Rust writes a character that it escapes as \u{7f}, which scripts read as well.
    text + "];\n"
}

fn address(path: &Path) -> String {
    Page::new(path, "", "").output().display().to_string()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
