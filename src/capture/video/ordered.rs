//! Frames in order, for formats that require it.

use std::path::PathBuf;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::VideoSettings;
use crate::capture::{CaptureError, FrameSink, Note, Picture};

/// Writes frames in order.
pub trait Writer: Send {
    /// A prepared picture.
    type Frame: Send;

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
}

/// A sink whose pictures are prepared on the calling threads and written in order. A thread waits for its turn with one picture
/// in hand, so there are never more pictures in memory than threads.
#[derive(Debug)]
pub struct Ordered<W> {
    settings: VideoSettings,
    state: Mutex<State<W>>,
    turn: Condvar,
}

#[derive(Debug)]
struct State<W> {
    /// `None` after the end or a failure.
    writer: Option<W>,
    next: u64,
    has_failed: bool,
}

impl<W: Writer> Ordered<W> {
    /// A sink that passes frames to `writer`, starting with number 0.
    pub fn new(settings: &VideoSettings, writer: W) -> Self {
        let state = State { writer: Some(writer), next: 0, has_failed: false };
        Self { settings: *settings, state: Mutex::new(state), turn: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Writer> FrameSink for Ordered<W> {
    fn keep(&self, frame: u64, picture: Picture, notes: &[Note]) -> Result<(), CaptureError> {
        let prepared = W::prepare(&self.settings, picture);
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
        let done = done.map_err(|failure| match frame {
            0 => failure,
            frames => CaptureError::Cut { source: Box::new(failure), frames, path: writer.partial() },
        });
        if done.is_ok() {
            state.next += 1;
        } else {
            (state.writer, state.has_failed) = (None, true);
        }
        self.turn.notify_all();
        done
    }

    fn finish(&self) -> Result<PathBuf, CaptureError> {
        let mut state = self.state();
        match state.writer.take() {
            Some(writer) if state.next > 0 => writer.finish(),
            _ => Err(CaptureError::Encoder("there are no frames".to_owned())),
        }
    }

    fn bytes(&self) -> u64 {
        self.state().writer.as_mut().map_or(0, W::bytes)
    }
}
