//! Connections: how many there are, how long they last, and how they end.

use std::io;
use std::net::TcpListener;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use lexigraph::api::Api;
use tokio::net::TcpStream;
use tokio::runtime::Builder;
use tokio::task::{JoinError, JoinSet};
use tokio::time::{sleep, timeout};

use crate::app::App;
use crate::connection::{Held, Lines, Patient, Registered};
use crate::lane::Lane;
use crate::limits::Limits;
use crate::page::Page;
use crate::routes::routes;
use crate::stop::Stop;
use crate::token::Token;

/// What a server shows, to whom, and how much.
#[derive(Debug, Default)]
pub struct Settings {
    /// The page.
    pub page: Page,
    /// What a client has to know; `None` if everybody may ask.
    pub token: Option<Token>,
    /// The limits.
    pub limits: Limits,
}

/// Answers requests until it is stopped.
///
/// # Errors
/// If the system refuses threads or the socket.
pub fn serve(listener: TcpListener, api: Api, settings: Settings, stop: &Stop) -> io::Result<()> {
    let Settings { page, token, limits } = settings;
    let runtime = Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .max_blocking_threads(limits.quick + limits.long)
        // As much as the program's own thread has: searches go deep.
        .thread_stack_size(8 << 20)
        .build()?;
    let address = listener.local_addr()?;
    listener.set_nonblocking(true)?;
    let (quick, long) = (Lane::new(limits.quick, limits.quick_waiting), Lane::new(limits.long, limits.long_waiting));
    let app = App { api: Arc::new(api), page, token, address, limits, quick, long, stop: stop.clone() };
    let done = runtime.block_on(accept(listener, Arc::new(app)));
    // Work that cannot be cancelled ends with the program.
    runtime.shutdown_background();
    done
}

async fn accept(listener: TcpListener, app: Arc<App>) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let router = TowerToHyperService::new(routes(app.clone()));
    let lines = Lines::default();
    let mut tasks = JoinSet::new();
    loop {
        let room = tasks.len() < app.limits.connections;
        if !room {
            lines.close_idle();
        }
        tokio::select! {
            () = app.stop.stopped() => break,
            Some(ended) = tasks.join_next() => loud(ended),
            accepted = listener.accept(), if room => match accepted {
                Ok((stream, _)) => {
                    tasks.spawn(connection(stream, lines.add(), router.clone(), app.clone()));
                }
                // No more files can be open, or the client is gone already.
                Err(_) => {
                    lines.close_idle();
                    sleep(Duration::from_millis(50)).await;
                }
            },
            // All are busy: perhaps one of them is idle soon.
            () = sleep(Duration::from_millis(100)), if !room => {}
        }
    }
    drop(listener);
    let all = async {
        while let Some(ended) = tasks.join_next().await {
            loud(ended);
        }
    };
    let _ = timeout(app.limits.end, all).await;
    Ok(())
}

/// A panic is a bug. It has been told, and ends the program.
fn loud(ended: Result<(), JoinError>) {
    if ended.is_err_and(|error| error.is_panic()) {
        std::process::abort();
    }
}

async fn connection(stream: TcpStream, registered: Registered, router: TowerToHyperService<Router>, app: Arc<App>) {
    let line = registered.1.clone();
    let answer = {
        let line = line.clone();
        service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(line.clone());
            let (answer, line) = (router.call(request), line.clone());
            async move {
                let response = answer.await?;
                Ok::<_, std::convert::Infallible>(response.map(|body: Body| Held::new(body, line.busy())))
            }
        })
    };
    // Answers are written whole, and events are not to wait for more.
    let _ = stream.set_nodelay(true);
    let stream = TokioIo::new(Patient::new(stream, app.limits.stall));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.limits.head_time)
        .max_buf_size(app.limits.head)
        .serve_connection(stream, answer);
    let mut connection = pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        () = line.closed() => return,
        () = app.stop.stopped() => connection.as_mut().graceful_shutdown(),
    }
    // What goes wrong on a connection is told to nobody: its client is gone.
    let _ = connection.await;
}
