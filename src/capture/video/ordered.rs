//! Frames in order, for formats that require it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::VideoSettings;
use crate::capture::{Begun, CaptureError, FrameSink, Note, Picture};
use crate::words::say;

/// Writes frames in order.
pub trait Writer: Send {
    /// A prepared picture.
    type Frame: Send;
    /// Whether a frame is in the file once it has been appended: an encoder may hold some back.
    const IS_DIRECT: bool = true;

    /// Does the work that needs no order, on several threads at once.
    ///
    /// # Errors
    /// [`CaptureError`].
    fn prepare(settings: &VideoSettings, picture: Picture) -> Result<Self::Frame, CaptureError>;

    /// Writes the next frame. The notes hold for all frames.
    ///
    /// # Errors
    /// [`CaptureError`].
    fn append(&mut self, frame: Self::Frame, notes: &[Note]) -> Result<(), CaptureError>;

    /// Completes the file and returns its path.
    ///
    /// # Errors
    /// [`CaptureError`].
    fn finish(self) -> Result<PathBuf, CaptureError>;

    /// Bytes written so far.
    fn bytes(&mut self) -> u64;

    /// The file's path until it is complete.
    fn partial(&self) -> PathBuf;

    /// How far the file is, which is flushed to disk; `None` if no other process can go on with it.
    ///
    /// # Errors
    /// [`CaptureError`].
    fn begun(&mut self) -> Result<Option<Begun>, CaptureError> {
        Ok(None)
    }
}

/// A sink whose pictures are prepared on the calling threads and written in order. A thread waits
/// for its turn with one picture in hand, so there are never more pictures in memory than threads.
#[derive(Debug)]
pub struct Ordered<W: Writer> {
    settings: VideoSettings,
    state: Mutex<State<W>>,
    turn: Condvar,
    /// Bytes written so far: readers must not wait for the frame that is being written.
    bytes: AtomicU64,
}

#[derive(Debug)]
struct State<W: Writer> {
    /// `None` after the end or a failure.
    writer: Option<W>,
    next: u64,
    has_failed: bool,
}

impl<W: Writer> Ordered<W> {
    /// A sink that passes frames to `writer`, starting with number 0.
    pub fn new(settings: &VideoSettings, writer: W) -> Self {
        Self::after(settings, writer, 0)
    }

    /// A sink that passes frames to `writer`, which has the first `frames`.
    pub fn after(settings: &VideoSettings, writer: W, frames: u64) -> Self {
        let state = State { writer: Some(writer), next: frames, has_failed: false };
        Self {
            settings: *settings,
            state: Mutex::new(state),
            turn: Condvar::new(),
            bytes: AtomicU64::new(0),
        }
    }

    fn state(&self) -> MutexGuard<'_, State<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Writer> FrameSink for Ordered<W> {
    fn keep(&self, frame: u64, picture: Picture, notes: &[Note]) -> Result<(), CaptureError> {
        // Others wait for this frame's turn, so it must come even after a panic.
        let prepared = catch_unwind(AssertUnwindSafe(|| W::prepare(&self.settings, picture)))
            .unwrap_or_else(|_| Err(CaptureError::Encoder(say!("encoder-panicked"))));
        let mut state = self.state();
        while state.next != frame && !state.has_failed {
            state = self.turn.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.has_failed {
            return Ok(());
        }
        let Some(writer) = &mut state.writer else { return Ok(()) };
        let notes = if frame == 0 { super::of_all_frames(notes) } else { Vec::new() };
        let done = prepared.and_then(|prepared| writer.append(prepared, &notes));
        let done = done.map_err(|failure| cut::<W>(failure, frame, writer.partial()));
        if done.is_ok() {
            self.bytes.store(writer.bytes(), Ordering::Relaxed);
            state.next += 1;
        } else {
            state.end();
            state.has_failed = true;
        }
        self.turn.notify_all();
        done
    }

    fn finish(&self) -> Result<PathBuf, CaptureError> {
        let mut state = self.state();
        if state.next == 0 {
            state.end();
            return Err(CaptureError::Encoder(say!("encoder-no-frames")));
        }
        let ended = || CaptureError::Encoder(say!("encoder-ended"));
        let writer = state.writer.take().ok_or_else(ended)?;
        let partial = writer.partial();
        writer.finish().map_err(|failure| cut::<W>(failure, state.next, partial))
    }

    fn wants_notes(&self, frame: u64) -> bool {
        frame == 0
    }

    fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    fn begun(&self, frames: u64) -> Result<Begun, CaptureError> {
        let mut state = self.state();
        while state.next < frames && !state.has_failed {
            state = self.turn.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let ended = || CaptureError::Encoder(say!("encoder-ended"));
        let begun = state.writer.as_mut().ok_or_else(ended)?.begun()?;
        begun.ok_or_else(|| CaptureError::Format(say!("error-not-resumable")))
    }
}

/// Wraps `failure` with the partial file, if that holds any of the `frames` so far.
fn cut<W: Writer>(failure: CaptureError, frames: u64, path: PathBuf) -> CaptureError {
    let has_any = frames > 0 && std::fs::metadata(&path).is_ok_and(|metadata| metadata.len() > 0);
    match has_any {
        true => CaptureError::Cut {
            source: Box::new(failure),
            frames: W::IS_DIRECT.then_some(frames),
            path,
        },
        false => failure,
    }
}

impl<W: Writer> State<W> {
    /// Leaves the file as it is, or removes it if it has no frames.
    fn end(&mut self) {
        let Some(writer) = self.writer.take() else { return };
        let partial = writer.partial();
        drop(writer);
        if self.next == 0 {
            // What cannot be removed does no harm.
            let _ = std::fs::remove_file(partial);
        }
    }
}

impl<W: Writer> Drop for State<W> {
    fn drop(&mut self) {
        self.end();
    }
}
