//! Which address is what.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use lexigraph::api::OPENAPI;

use crate::app::App;
use crate::ask;
use crate::guard::guard;
use crate::page::File;
use crate::problem::Problem;

/// The routes of the server.
pub fn routes(app: Arc<App>) -> Router {
    Router::new()
        .route("/api", any(description))
        .route("/api/", any(missing))
        .route("/api/{*question}", any(ask::ask))
        .fallback(page)
        .layer(from_fn_with_state(app.clone(), guard))
        .with_state(app)
}

async fn page(State(app): State<Arc<App>>, request: Request) -> Result<Response, Problem> {
    reading(&request)?;
    let path = request.uri().path();
    app.page.get(path, request.headers()).ok_or_else(|| Problem::not_found(path))
}

async fn missing(request: Request) -> Response {
    Problem::not_found(request.uri().path()).into_response()
}

/// Refuses requests that do not read. The head of an answer is made from the whole.
fn reading(request: &Request) -> Result<(), Problem> {
    if matches!(*request.method(), Method::GET | Method::HEAD) { Ok(()) } else { Err(Problem::method("GET, HEAD")) }
}

static DESCRIPTION: LazyLock<File> = LazyLock::new(|| File::new("openapi.json", OPENAPI.as_bytes().into()));

async fn description(request: Request) -> Result<Response, Problem> {
    reading(&request)?;
    Ok(DESCRIPTION.response(request.headers()))
}
