//! A question: its body, its lane, and its answer, at once or as events.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, EXPECT};
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::response::Response;
use hyper::body::{Body as _, Frame};
use lexigraph::api::{ApiError, ApiErrorKind, Question};
use serde_json::Value;
use tokio::sync::{mpsc, watch};
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};

use crate::app::App;
use crate::connection::Line;
use crate::gzip;
use crate::lane::Place;
use crate::problem::Problem;

/// The bytes of an answer from which on it is sent with gzip to other machines: about a packet.
const WORTH_PACKING: usize = 1400;

/// Questions that take long although they tell no progress.
const LONG: &[&str] = &["game/reply", "game/hint"];

/// Answers a question.
pub async fn ask(State(app): State<Arc<App>>, request: Request) -> Result<Response, Problem> {
    if request.method() != Method::POST {
        return Err(Problem::method("POST"));
    }
    let name = request.uri().path().strip_prefix("/api/").unwrap_or_default();
    let question = Question::find(name).ok_or_else(|| {
        let name: String = name.chars().take(100).collect();
        let detail = format!("there is no question '{name}' — GET /api describes them all");
        ApiError::new(ApiErrorKind::UnknownQuestion, detail)
    })?;
    let line: Option<Arc<Line>> = request.extensions().get().cloned();
    let events = wants_events(request.headers());
    // To this machine itself, the bytes cost less than packing them.
    let packs = !app.address.ip().is_loopback() && gzip::is_accepted(request.headers());
    let body = body(&app, request).await?;
    // From here on the connection is not closed to make room for another one.
    let _busy = line.map(|line| line.busy());
    let long = question.progress || LONG.contains(&question.name);
    let lane = if long { &app.long } else { &app.quick };
    let place = lane.enter().ok_or_else(Problem::busy)?;
    if events {
        let (sender, receiver) = mpsc::channel(1);
        tokio::spawn(tell(app, question, body, place, sender));
        let mut response = Response::new(Body::new(Events(receiver)));
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        return Ok(response);
    }
    let json = work(&app, question, body, place, None).await?;
    let packed = if packs && json.len() > WORTH_PACKING { gzip::compressed(&json, 1) } else { None };
    let mut response = Response::new(Body::empty());
    if packed.is_some() {
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    *response.body_mut() = packed.map_or_else(|| Body::from(json), Body::from);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// `true` if a client takes events.
fn wants_events(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let mut types = accepted.flat_map(|list| list.split(',')).map(|kind| kind.split(';').next().unwrap_or_default().trim());
    types.any(|kind| kind.eq_ignore_ascii_case("text/event-stream"))
}

/// The body of a request, which has to be JSON. No body is an empty request.
async fn body(app: &App, request: Request) -> Result<String, Problem> {
    let headers = request.headers();
    if !request.body().is_end_stream() {
        check_type(headers)?;
    }
    let most = app.api.bounds().body;
    let length = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    let waits = headers.contains_key(EXPECT);
    let mut body = request.into_body();
    let fits = length.is_none_or(|length| usize::try_from(length).is_ok_and(|length| length <= most));
    let read = if fits { timeout(app.limits.body_time, all(&mut body, most)).await } else { Ok(Err(Problem::body(most))) };
    let bytes = match read {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(problem)) => {
            // A client that is still sending would not see the answer, if the connection were closed now. One that waits
            // to be asked for the body sends none.
            if fits || !waits {
                let rest = async { while let Ok(Some(_)) = next(&mut body).await {} };
                let _ = timeout(DRAIN, rest).await;
            }
            return Err(problem);
        }
        Err(_) => return Err(Problem::slow()),
    };
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        Problem::not_text(1 + valid.iter().filter(|&&byte| byte == b'\n').count())
    })
}

/// All bytes of a body.
async fn all(body: &mut Body, most: usize) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    while let Some(part) = next(body).await? {
        if bytes.len() + part.len() > most {
            return Err(Problem::body(most));
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes)
}

/// The time for which a body that is too long is read and forgotten.
const DRAIN: Duration = Duration::from_secs(2);

/// The next bytes of a body; `None` at its end.
async fn next(body: &mut Body) -> Result<Option<Bytes>, Problem> {
    loop {
        let frame = std::future::poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await;
        match frame {
            None => return Ok(None),
            // A body that breaks off: there is nobody to tell.
            Some(Err(_)) => return Err(Problem::slow()),
            Some(Ok(frame)) => {
                if let Ok(bytes) = frame.into_data() {
                    return Ok(Some(bytes));
                }
            }
        }
    }
}

/// A page of another site can send a form, but not JSON.
fn check_type(headers: &HeaderMap) -> Result<(), Problem> {
    let mut types = headers.get_all(CONTENT_TYPE).iter();
    let kind = types.next().and_then(|kind| kind.to_str().ok()).filter(|_| types.next().is_none());
    let kind = kind.ok_or_else(Problem::media_type)?;
    let mut parts = kind.split(';').map(str::trim);
    let json = parts.next().is_some_and(|kind| kind.eq_ignore_ascii_case("application/json"));
    let charset = |part: &str| {
        part.split_once('=').filter(|(name, _)| name.eq_ignore_ascii_case("charset")).map(|(_, set)| set.to_owned())
    };
    let utf8 = parts.filter_map(charset).all(|set| set.trim_matches('"').eq_ignore_ascii_case("utf-8"));
    let plain = headers.get(CONTENT_ENCODING).is_none_or(|coding| coding == "identity");
    if json && utf8 && plain { Ok(()) } else { Err(Problem::media_type()) }
}

/// Ends the work of a question when it is dropped.
struct Cancel(Arc<AtomicBool>);

impl Drop for Cancel {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Waits for the turn of a question and answers it on the pool. The answer is JSON. If this is dropped, the work ends.
async fn work(
    app: &Arc<App>,
    question: &'static Question,
    body: String,
    place: Place,
    progress: Option<watch::Sender<Value>>,
) -> Result<Vec<u8>, Problem> {
    let turn = tokio::select! {
        turn = timeout(app.limits.wait, place.turn()) => turn.map_err(|_| Problem::busy())?,
        () = app.stop.stopped() => return Err(Problem::ending()),
    };
    let cancelled = Arc::new(AtomicBool::new(false));
    let cancel = Cancel(cancelled.clone());
    let (api, stop) = (app.api.clone(), app.stop.clone());
    let answer = spawn_blocking(move || {
        let answer = api.answer_watched(question.name, &body, &mut |value| {
            if cancelled.load(Ordering::Relaxed) || stop.is_stopped() {
                return ControlFlow::Break(());
            }
            // A value that nobody has fetched is replaced.
            if let Some(progress) = &progress {
                progress.send_replace(value);
            }
            ControlFlow::Continue(())
        });
        let json = answer.map(|answer| serde_json::to_vec(&answer).expect("bug: a value is JSON"));
        drop(turn);
        json
    });
    let most = app.api.bounds().time + app.limits.answer_time;
    let answer = timeout(most, answer).await.map_err(|_| Problem::endless())?;
    drop(cancel);
    match answer {
        Ok(answer) => Ok(answer?),
        // A panic is a bug. It has been told, and ends the program.
        Err(error) if error.is_panic() => std::process::abort(),
        Err(_) => Err(Problem::ending()),
    }
}

/// Answers a question with events.
async fn tell(app: Arc<App>, question: &'static Question, body: String, place: Place, events: mpsc::Sender<Bytes>) {
    let (sender, mut progress) = watch::channel(Value::Null);
    let keep_alive = app.limits.keep_alive;
    let mut answer = pin!(work(&app, question, body, place, Some(sender)));
    let last = loop {
        let next = tokio::select! {
            biased;
            answer = answer.as_mut() => break answer,
            () = events.closed() => return,
            Ok(()) = progress.changed() => {
                let value = progress.borrow_and_update().to_string();
                event("progress", &value)
            }
            () = sleep(keep_alive) => Bytes::from_static(b":\n\n"),
        };
        // While the client reads, the work goes on, and newer progress replaces older.
        tokio::select! {
            sent = events.send(next) => if sent.is_err() { return },
            answer = answer.as_mut() => break answer,
        }
    };
    let last = match last {
        Ok(json) => event("answer", &String::from_utf8_lossy(&json)),
        Err(problem) => event("error", &problem.json()),
    };
    let _ = events.send(last).await;
}

/// An event. JSON has no line ends.
fn event(name: &str, data: &str) -> Bytes {
    format!("event: {name}\ndata: {data}\n\n").into()
}

/// The body of an answer in events.
struct Events(mpsc::Receiver<Bytes>);

impl hyper::body::Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }
}
