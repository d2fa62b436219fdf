//! What is known of a connection, and sockets that do not wait for ever.

use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{Sleep, sleep};

/// A connection, seen by those who answer on it and by those who need its place.
#[derive(Debug, Default)]
pub struct Line {
    busy: AtomicUsize,
    close: Notify,
}

/// While one of these lives, the connection is not closed to make room.
#[derive(Debug)]
pub struct Busy(Arc<Line>);

impl Line {
    /// Says that a request is being answered.
    pub fn busy(self: &Arc<Line>) -> Busy {
        self.busy.fetch_add(1, Ordering::Relaxed);
        Busy(self.clone())
    }

    /// Waits until somebody needs the place.
    pub async fn closed(&self) {
        self.close.notified().await;
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.busy.fetch_sub(1, Ordering::Relaxed);
    }
}

/// All open connections, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct Lines(Arc<Mutex<Vec<Arc<Line>>>>);

/// A place among the open connections, given back when it is dropped.
pub struct Registered(Lines, pub Arc<Line>);

impl Lines {
    fn with<R>(&self, work: impl FnOnce(&mut Vec<Arc<Line>>) -> R) -> R {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Adds a connection.
    pub fn add(&self) -> Registered {
        let line = Arc::new(Line::default());
        self.with(|lines| lines.push(line.clone()));
        Registered(self.clone(), line)
    }

    /// Closes the oldest connection on which nothing is being answered, if there is one.
    pub fn close_idle(&self) {
        self.with(|lines| {
            if let Some(idle) = lines.iter().position(|line| line.busy.load(Ordering::Relaxed) == 0) {
                lines.remove(idle).close.notify_one();
            }
        });
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        self.0.with(|lines| lines.retain(|line| !Arc::ptr_eq(line, &self.1)));
    }
}

/// A body that keeps its connection busy until it is sent.
pub struct Held<B> {
    body: B,
    _busy: Busy,
}

impl<B> Held<B> {
    pub fn new(body: B, busy: Busy) -> Held<B> {
        Held { body, _busy: busy }
    }
}

impl<B: Body + Unpin> Body for Held<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A socket whose other end has to take something every so often while there is something to take.
pub struct Patient {
    stream: TcpStream,
    stall: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    pub fn new(stream: TcpStream, stall: Duration) -> Patient {
        Patient { stream, stall, waiting: None }
    }

    /// Fails if writing has been waiting too long; starts the clock if it begins to wait.
    fn watched<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let stall = self.stall;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(stall)));
        match waiting.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Patient {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watched(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.watched(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
