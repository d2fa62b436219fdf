//! Errors as problem documents (RFC 9457).

use axum::http::header::{ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use lexigraph::api::{ApiError, ApiErrorKind};
use serde::Serialize;

/// Why a request is not answered.
#[derive(Clone, Debug)]
pub struct Problem(Box<Document>);

#[derive(Clone, Debug, Serialize)]
struct Document {
    r#type: String,
    title: &'static str,
    #[serde(serialize_with = "as_number")]
    status: StatusCode,
    detail: String,
    /// Refusals of the server itself have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<ApiErrorKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip)]
    headers: Vec<(HeaderName, HeaderValue)>,
}

fn as_number<S: serde::Serializer>(status: &StatusCode, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u16(status.as_u16())
}

impl Problem {
    fn new(status: StatusCode, name: &str, title: &'static str, detail: impl Into<String>) -> Problem {
        let (kind, field, line, column) = (None, None, None, None);
        let (r#type, detail) = (format!("urn:lexigraph:problem:{name}"), detail.into());
        Problem(Box::new(Document { r#type, title, status, detail, kind, field, line, column, headers: vec![] }))
    }

    fn with(mut self, name: HeaderName, value: &'static str) -> Problem {
        self.0.headers.push((name, HeaderValue::from_static(value)));
        self
    }

    /// There is no page file, or no address, of this name.
    pub fn not_found(path: &str) -> Problem {
        // Somebody else's text, of any length.
        let shown: String = path.chars().take(200).collect();
        Problem::new(
            StatusCode::NOT_FOUND,
            "not-found",
            "There is no such address",
            format!("there is nothing at '{shown}'"),
        )
    }

    /// The address is asked in another way.
    pub fn method(allowed: &'static str) -> Problem {
        let detail = format!("this address is asked with {allowed}");
        Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", "The method is wrong", detail).with(ALLOW, allowed)
    }

    /// The body is not said to be JSON.
    pub fn media_type() -> Problem {
        let detail = "a body is JSON in UTF-8 — send 'Content-Type: application/json', and no Content-Encoding";
        Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media-type", "The type of the body is wrong", detail)
    }

    /// The request is meant for another server, or comes from the page of another one.
    pub fn foreign(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, "foreign", "The request comes from elsewhere", detail)
    }

    /// The token is missing or wrong.
    pub fn token() -> Problem {
        let detail = "the token is missing or wrong — open the address that the program printed, or send \
                      'Authorization: Bearer TOKEN'";
        Problem::new(StatusCode::UNAUTHORIZED, "token", "A token is needed", detail).with(WWW_AUTHENTICATE, "Bearer")
    }

    /// The body is too long. The connection ends, as the rest of the body is not read.
    pub fn body(most: usize) -> Problem {
        let error = ApiError::new(ApiErrorKind::TooLarge, format!("the body of a request has at most {most} bytes"));
        Problem::from(error).with(CONNECTION, "close")
    }

    /// The body is not JSON, because it is not text.
    pub fn not_text(line: usize) -> Problem {
        let error = ApiError::new(ApiErrorKind::Malformed, "the body is not UTF-8");
        Problem::from(ApiError { line: Some(line), ..error })
    }

    /// The body does not arrive.
    pub fn slow() -> Problem {
        let detail = "the body of the request did not arrive in time";
        Problem::new(StatusCode::REQUEST_TIMEOUT, "timeout", "The request is too slow", detail).with(CONNECTION, "close")
    }

    /// Too many questions wait already, or this one has waited too long.
    pub fn busy() -> Problem {
        let detail = "too many questions are being answered — ask again in a few seconds";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "The server is busy", detail).with(RETRY_AFTER, "5")
    }

    /// The question takes too long.
    pub fn endless() -> Problem {
        let detail = "the question took too long and was given up — ask for less";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "timeout", "The question takes too long", detail)
    }

    /// The server ends.
    pub fn ending() -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "ending", "The server ends", "the server is being stopped")
    }

    /// The document.
    pub fn json(&self) -> String {
        serde_json::to_string(&self.0).expect("bug: a problem document has only texts and numbers")
    }
}

impl From<ApiError> for Problem {
    fn from(error: ApiError) -> Problem {
        let status = StatusCode::from_u16(error.kind.status()).unwrap_or(StatusCode::UNPROCESSABLE_ENTITY);
        let Problem(mut document) = Problem::new(status, error.kind.name(), error.kind.title(), error.message);
        (document.kind, document.field) = (Some(error.kind), error.field);
        (document.line, document.column) = (error.line, error.column);
        Problem(document)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = (self.0.status, self.json()).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.extend(self.0.headers);
        response
    }
}
