//! The files of the page: those within the program, or those of a folder.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;

use crate::gzip;

/// The files of the folder `page`, by their names in order; the build script writes the table.
const EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The types of files by the ends of their names, and whether they shrink when compressed.
const TYPES: &[(&str, &str, bool)] = &[
    ("html", "text/html; charset=utf-8", true),
    ("css", "text/css; charset=utf-8", true),
    ("js", "text/javascript; charset=utf-8", true),
    ("mjs", "text/javascript; charset=utf-8", true),
    ("json", "application/json", true),
    ("webmanifest", "application/manifest+json", true),
    ("svg", "image/svg+xml", true),
    ("txt", "text/plain; charset=utf-8", true),
    ("wasm", "application/wasm", true),
    ("png", "image/png", false),
    ("jpg", "image/jpeg", false),
    ("webp", "image/webp", false),
    ("ico", "image/x-icon", false),
    ("woff2", "font/woff2", false),
];

/// Where the files of the page are.
#[derive(Debug, Default)]
pub struct Page {
    /// `None` for those within the program.
    folder: Option<PathBuf>,
    kept: Mutex<HashMap<String, &'static File>>,
}

impl Page {
    /// The page within the program.
    pub fn embedded() -> Page {
        Page::default()
    }

    /// The page in a folder, read anew at each request.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn of_folder(folder: &Path) -> io::Result<Page> {
        let folder = folder.canonicalize()?;
        if !folder.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(Page { folder: Some(folder), ..Page::default() })
    }

    /// Answers with the file at this path, which begins with `/`; `None` if there is none.
    pub fn get(&self, path: &str, request: &HeaderMap) -> Option<Response> {
        let path = path.strip_prefix('/')?;
        let path = if path.is_empty() { "index.html" } else { path };
        // A name on every system: no way up, no drive, no hidden file.
        let plain = |part: &str| {
            let known = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
            !part.is_empty() && !part.starts_with('.') && part.chars().all(known)
        };
        if !path.split('/').all(plain) {
            return None;
        }
        match &self.folder {
            Some(folder) => Some(read(folder, path)?.response(request)),
            None => Some(self.embedded_file(path)?.response(request)),
        }
    }

    /// A file within the program. What is made of it is kept: there are as many as were compiled in.
    fn embedded_file(&self, path: &str) -> Option<&'static File> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = kept.get(path) {
            return Some(file);
        }
        let at = EMBEDDED.binary_search_by_key(&path, |(name, _)| name).ok()?;
        let file: &'static File = Box::leak(Box::new(File::new(path, EMBEDDED[at].1.into())));
        kept.insert(path.to_owned(), file);
        Some(file)
    }
}

/// A file of the folder. A link that leads out of it is none.
fn read(folder: &Path, path: &str) -> Option<File> {
    let place = folder.join(path).canonicalize().ok()?;
    if !place.starts_with(folder) || !place.is_file() {
        return None;
    }
    Some(File::new(path, std::fs::read(place).ok()?.into()))
}

/// A file, ready to be sent.
#[derive(Debug)]
pub struct File {
    bytes: Bytes,
    kind: &'static str,
    shrinks: bool,
    tag: String,
    compressed: OnceLock<Option<Bytes>>,
}

impl File {
    /// A file with a name, which tells its type.
    pub fn new(name: &str, bytes: Cow<'static, [u8]>) -> File {
        let end = name.rsplit_once('.').map_or("", |(_, end)| end);
        let known = TYPES.iter().find(|(known, ..)| *known == end);
        let (_, kind, shrinks) = *known.unwrap_or(&("", "application/octet-stream", false));
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let bytes = match bytes {
            Cow::Borrowed(bytes) => Bytes::from_static(bytes),
            Cow::Owned(bytes) => Bytes::from(bytes),
        };
        File { bytes, kind, shrinks, tag: format!("{:016x}", hasher.finish()), compressed: OnceLock::new() }
    }

    /// The file with gzip, if that makes it smaller.
    fn compressed(&self) -> Option<&Bytes> {
        let compress = || gzip::compressed(&self.bytes, 6);
        if self.shrinks { self.compressed.get_or_init(compress).as_ref() } else { None }
    }

    /// The answer to a request for it.
    pub fn response(&self, request: &HeaderMap) -> Response {
        let compressed = if gzip::is_accepted(request) { self.compressed() } else { None };
        // The two forms are different answers, and have different tags.
        let tag = if compressed.is_some() { format!("\"{}-gzip\"", self.tag) } else { format!("\"{}\"", self.tag) };
        let known = request.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        let fresh = known.flat_map(|tags| tags.split(',')).map(str::trim).any(|known| {
            let known = known.strip_prefix("W/").unwrap_or(known);
            known == "*" || known == tag
        });
        let mut response = Response::new(Body::empty());
        let headers = response.headers_mut();
        headers.insert(ETAG, HeaderValue::try_from(tag).expect("bug: a tag is plain text"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
        if fresh {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.kind));
        if compressed.is_some() {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        let bytes = compressed.unwrap_or(&self.bytes);
        headers.insert(CONTENT_LENGTH, bytes.len().into());
        *response.body_mut() = Body::from(bytes.clone());
        response
    }
}
