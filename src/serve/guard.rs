//! Who may ask: what `Host`, `Origin` and the token say. Also the headers that every answer has.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, COOKIE, HOST, LOCATION, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::problem::Problem;

/// What every answer says to the browser.
const HEADERS: &[(&str, &str)] = &[
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
         font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// Lets a request pass, or answers it.
pub async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut response = match check(&app, &request) {
        Ok(None) => next.run(request).await,
        Ok(Some(response)) => response,
        Err(problem) => problem.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

fn check(app: &App, request: &Request) -> Result<Option<Response>, Problem> {
    let headers = request.headers();
    let path = request.uri().path();
    let host = only(headers, HOST).ok_or_else(|| Problem::foreign("a request names one Host"))?;
    if app.address.ip().is_loopback() && !is_loopback(host, app.address) {
        let detail = format!("this server answers to localhost:{}, and not to '{}'", app.address.port(), short(host));
        return Err(Problem::foreign(detail));
    }
    if headers.contains_key(ORIGIN) {
        let of_host = |origin: &str| origin.strip_prefix("http://").is_some_and(|origin| origin.eq_ignore_ascii_case(host));
        let origin = only(headers, ORIGIN).unwrap_or_default();
        // Our own page hides its origin in some requests, as it sends no referrer; the browser vouches for it.
        let own = origin == "null" && headers.get("sec-fetch-site").is_some_and(|site| site == "same-origin");
        if !own && !of_host(origin) {
            return Err(Problem::foreign(format!("a page of '{}' may not ask this server", short(origin))));
        }
    }
    let is_api = path == "/api" || path.starts_with("/api/");
    if is_api && headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site") {
        return Err(Problem::foreign("the page of another site may not ask this server"));
    }
    let Some(token) = &app.token else { return Ok(None) };
    let cookie = format!("lexigraph-{}", app.address.port());
    if let Some(given) = in_query(request.uri().query()) {
        if !token.is(given) {
            return Err(Problem::token());
        }
        if !is_api && matches!(*request.method(), Method::GET | Method::HEAD) {
            // From here on the cookie tells it, and the address can be shown to others.
            let cookie = format!("{cookie}={}; Path=/; HttpOnly; SameSite=Strict", token.text());
            let cookie = HeaderValue::try_from(cookie).expect("bug: a token is plain text");
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::SEE_OTHER;
            response.headers_mut().insert(LOCATION, HeaderValue::from_static("/"));
            response.headers_mut().insert(SET_COOKIE, cookie);
            return Ok(Some(response));
        }
    }
    let bearer = only(headers, AUTHORIZATION).and_then(|value| value.split_once(' '));
    let bearer = bearer.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")).map(|(_, given)| given.trim());
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let cookies = cookies.flat_map(|list| list.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let mut given = cookies.filter(|(name, _)| *name == cookie).map(|(_, given)| given).chain(bearer);
    if given.any(|given| token.is(given)) { Ok(None) } else { Err(Problem::token()) }
}

/// The value of a header that is there once.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    if values.next().is_some() { None } else { value.to_str().ok() }
}

/// The token in a query.
fn in_query(query: Option<&str>) -> Option<&str> {
    query?.split('&').find_map(|pair| pair.strip_prefix("token="))
}

/// `true` if a Host is this machine with the port. A name that somebody lets point here is not.
fn is_loopback(host: &str, address: SocketAddr) -> bool {
    let own = address.ip();
    let own = if own.is_ipv6() { format!("[{own}]") } else { own.to_string() };
    let names = ["localhost", "127.0.0.1", "[::1]", &own];
    let is = |name: &&str| {
        let rest = host.get(..name.len()).filter(|start| start.eq_ignore_ascii_case(name)).map(|_| &host[name.len()..]);
        match rest {
            Some("") => address.port() == 80,
            Some(rest) => rest.strip_prefix(':').is_some_and(|port| port == address.port().to_string()),
            None => false,
        }
    };
    names.iter().any(is)
}

/// The beginning of somebody else's text.
fn short(text: &str) -> String {
    text.chars().take(100).collect()
}
