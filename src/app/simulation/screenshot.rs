//! Pictures of the scene without panels, at any size, written by a thread. A picture in one piece
//! is recorded at once; a larger one is drawn tile by tile over several frames of the window, from
//! one state.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

use anyhow::Context;
use starshell::capture::{
    Captioned, Captions, CaptureError, FrameSink, Note, Recipe, Recorder, SinglePng, Still,
    caption_note, check_memory, check_print, notes, stereo_note,
};
use starshell::gpu::Gpu;
use starshell::render::Print;
use starshell::session::Session;

/// Why what shows the trail of the selected body cannot be made again.
pub const TRAIL: &str = "it shows the trail of a body that was selected in the window";

/// A picture being written: yields its path or an error.
pub type Writing = Receiver<anyhow::Result<PathBuf>>;

/// A picture to be taken.
pub struct Screenshot {
    pub path: PathBuf,
    pub print: Print,
    pub captions: Captions,
    /// How it is made again, unless it is only a small picture of a scene.
    pub recipe: Option<Recipe>,
    /// Whether the trail of the selected body is in it.
    pub has_body_trail: bool,
}

impl Screenshot {
    /// Draws the session's current state in one piece, and writes it in the background.
    ///
    /// # Errors
    /// If the GPU has no room for the picture, or the file cannot be written.
    pub fn take(self, gpu: &Gpu, session: &mut Session) -> anyhow::Result<Writing> {
        check_memory(gpu, self.print.size, 1, None)?;
        let target = self.print.target(gpu)?;
        let mut recorder = Recorder::new(gpu, &target, self.sink()?)?;
        let mut encoder = gpu.encoder("screenshot");
        let mut view = session.pictures().canvas(&target)?;
        view.set_body_trail(self.has_body_trail);
        session.encode_canvas(&mut encoder, &mut view)?;
        recorder.encode(&mut encoder, self.notes(gpu, session))?;
        gpu.submit(encoder);
        write(self.recipe, move || recorder.finish())
    }

    /// Prepares to draw the session's current state tile by tile.
    ///
    /// # Errors
    /// As [`Screenshot::take`].
    pub fn begin(self, gpu: &Gpu, session: &Session) -> anyhow::Result<Drawing> {
        check_print(gpu, &self.print, false)?;
        let mut still =
            Still::new(gpu, session, self.print, self.sink()?, 0, self.notes(gpu, session))?;
        still.set_body_trail(self.has_body_trail);
        Ok(Drawing { still, begun: Instant::now(), path: self.path, recipe: self.recipe })
    }

    fn sink(&self) -> Result<Arc<dyn FrameSink>, CaptureError> {
        Ok(Captioned::before(Arc::new(SinglePng::new(&self.path)?), &self.captions))
    }

    fn notes(&self, gpu: &Gpu, session: &Session) -> Vec<Note> {
        let mut notes = notes(gpu, session);
        notes.push(caption_note(session));
        notes.extend(stereo_note(self.print.eyes));
        notes.extend(self.recipe.as_ref().map(Recipe::note));
        notes
    }
}

/// A picture that is drawn over several frames of the window. If dropped before it is complete, no
/// file is left.
pub struct Drawing {
    still: Still,
    begun: Instant,
    path: PathBuf,
    recipe: Option<Recipe>,
}

impl Drawing {
    /// Encodes the next part at this point in `encoder`, if there is room for it.
    ///
    /// # Errors
    /// [`CaptureError`] of this or an earlier part.
    pub fn encode(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        session: &Session,
    ) -> Result<(), CaptureError> {
        self.still.encode(encoder, session).map(drop)
    }

    /// Waits for the oldest part in flight.
    ///
    /// # Errors
    /// [`CaptureError`] of an earlier part.
    pub fn wait(&mut self) -> Result<(), CaptureError> {
        self.still.wait()
    }

    /// Progress, from 0 to 1.
    pub fn progress(&self) -> f32 {
        self.still.progress()
    }

    /// Seconds since it was begun.
    pub fn seconds(&self) -> f32 {
        self.begun.elapsed().as_secs_f32()
    }

    /// Whether nothing is left to draw: the writer has all of it, or has failed.
    pub fn is_drawn(&self) -> bool {
        self.still.is_drawn() || self.still.is_written()
    }

    /// Completes the file in a thread.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn end(self) -> anyhow::Result<Writing> {
        let Self { still, path, recipe, .. } = self;
        write(recipe, move || still.finish().map(|()| path))
    }
}

/// Completes a picture in a thread, and puts its recipe beside it.
fn write(
    recipe: Option<Recipe>,
    finish: impl FnOnce() -> Result<PathBuf, CaptureError> + Send + 'static,
) -> anyhow::Result<Writing> {
    write_by("screenshot", "no thread to write the picture", move || {
        let path = finish()?;
        recipe.map(|recipe| recipe.write_beside(&path)).transpose()?;
        Ok(path)
    })
}

/// Writes a file by a thread with this name. `failure` says what it means if there is none.
pub fn write_by(
    name: &str,
    failure: &'static str,
    write: impl FnOnce() -> anyhow::Result<PathBuf> + Send + 'static,
) -> anyhow::Result<Writing> {
    let (sender, receiver) = channel();
    // Sending fails only if the program has ended meanwhile.
    let work = move || drop(sender.send(write()));
    std::thread::Builder::new().name(name.to_owned()).spawn(work).context(failure)?;
    Ok(receiver)
}
