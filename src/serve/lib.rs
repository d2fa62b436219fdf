//! The server of lexigraph: a web page, and every question of the library's `api` over HTTP.
//!
//! `GET /` is the page, `GET /api` the description of the questions in OpenAPI, and `POST /api/words/anagram` asks one.
//! A client that accepts `text/event-stream` is told the progress of long questions. One that goes away ends them.
//!
//! One thread serves all connections. Questions are answered on a pool of threads, in two lanes, so that a short one
//! does not wait for a simulation. Everything that a client can make the server keep or wait for is within the
//! [`Limits`].
//!
//! ```text
//! server     connections: how many, how long, their end
//! routes     which address is what
//! guard      who may ask: Host, Origin, token; headers of every answer
//! ask        a question: body, lane, answer or events
//! app        what all requests share
//! page       the files of the page
//! gzip       compression
//! lane       which questions run and which wait
//! problem    errors as documents
//! connection  what is known of a connection; sockets that do not wait for ever
//! limits, stop, token  how much, until when, for whom
//! ```
#![deny(unsafe_code)]

mod app;
mod ask;
mod connection;
mod guard;
mod gzip;
mod lane;
mod limits;
mod page;
mod problem;
mod routes;
mod server;
mod stop;
mod token;

pub use limits::Limits;
pub use page::Page;
pub use server::{Settings, serve};
pub use stop::Stop;
pub use token::{Token, TokenError};
