//! What all requests share.

use std::net::SocketAddr;
use std::sync::Arc;

use lexigraph::api::Api;

use crate::lane::Lane;
use crate::limits::Limits;
use crate::page::Page;
use crate::stop::Stop;
use crate::token::Token;

/// The server as requests see it.
pub struct App {
    pub api: Arc<Api>,
    pub page: Page,
    pub token: Option<Token>,
    /// The address that the server listens on.
    pub address: SocketAddr,
    pub limits: Limits,
    pub quick: Lane,
    pub long: Lane,
    pub stop: Stop,
}
