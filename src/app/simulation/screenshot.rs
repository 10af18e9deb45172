//! Pictures of the scene without panels, at any size, written by a thread. A picture in one piece
//! is recorded at once; a larger one waits for its turn, and is drawn tile by tile over several
//! frames of the window, from a copy of the bodies.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use anyhow::Context;
use starshell::capture::{
    Captions, CaptureError, FrameSink, Note, Recipe, Recorder, SinglePng, Still, caption_note,
    check_memory, check_print, notes, stereo_note,
};
use starshell::gpu::Gpu;
use starshell::render::{Camera, Look, Print, Renderer};
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

    /// Keeps the session's current state, to be drawn tile by tile.
    ///
    /// # Errors
    /// If the GPU has no room for a copy of the bodies, or the file cannot be written.
    pub fn keep(self, gpu: &Gpu, session: &mut Session) -> anyhow::Result<Drawing> {
        let (sink, notes) = (self.sink()?, self.notes(gpu, session));
        let renderer = session.viewing().copy_renderer()?;
        let scene = session.scene();
        let (camera, look) = (scene.camera, scene.look.clone());
        Ok(Drawing {
            gpu: gpu.clone(),
            shot: self,
            sink,
            notes,
            renderer,
            camera,
            look,
            begun: None,
        })
    }

    fn sink(&self) -> Result<Arc<dyn FrameSink>, CaptureError> {
        Ok(self.captions.before(Arc::new(SinglePng::new(&self.path)?)))
    }

    fn notes(&self, gpu: &Gpu, session: &Session) -> Vec<Note> {
        let mut notes = notes(gpu, session);
        notes.push(caption_note(session));
        notes.extend(stereo_note(self.print.eyes));
        notes.extend(self.recipe.as_ref().map(Recipe::note));
        notes
    }
}

/// A picture that waits to be drawn, or is drawn over several frames of the window. If dropped
/// before it is complete, no file is left.
pub struct Drawing {
    gpu: Gpu,
    shot: Screenshot,
    /// Holds the name of the file.
    sink: Arc<dyn FrameSink>,
    notes: Vec<Note>,
    /// The bodies as they were.
    renderer: Arc<Renderer>,
    camera: Camera,
    look: Look,
    begun: Option<Begun>,
}

/// A picture that is being drawn.
struct Begun {
    still: Still,
    at: Instant,
    /// Whether the part that was submitted last has been drawn.
    is_idle: Arc<AtomicBool>,
}

impl Drawing {
    fn begin(&self) -> Result<Begun, CaptureError> {
        let Self { gpu, shot, sink, notes, renderer, .. } = self;
        check_print(gpu, &shot.print, false)?;
        let (sink, seen) = (Arc::clone(sink), (&self.camera, &self.look));
        let mut still = Still::new(gpu, renderer, seen, shot.print, sink, 0, notes.clone())?;
        still.set_body_trail(shot.has_body_trail);
        Ok(Begun { still, at: Instant::now(), is_idle: Arc::new(AtomicBool::new(true)) })
    }

    /// Draws the next part, if there is room for it and the one before has been drawn: one at a
    /// time, so that frames of the window come between them. Never waits.
    ///
    /// # Errors
    /// [`CaptureError`] of this or an earlier part.
    pub fn advance(&mut self) -> Result<(), CaptureError> {
        if self.begun.is_none() {
            self.begun = Some(self.begin()?);
        }
        let Some(Begun { still, is_idle, .. }) = &mut self.begun else { return Ok(()) };
        if !is_idle.load(Relaxed) {
            return still.collect();
        }
        let mut encoder = self.gpu.encoder("tile");
        if still.encode(&mut encoder, &self.renderer)? {
            is_idle.store(false, Relaxed);
            self.gpu.submit(encoder);
            let is_idle = Arc::clone(is_idle);
            self.gpu.queue().on_submitted_work_done(move || is_idle.store(true, Relaxed));
        }
        Ok(())
    }

    /// Waits for the part in flight.
    ///
    /// # Errors
    /// [`CaptureError`] of an earlier part.
    pub fn wait(&mut self) -> Result<(), CaptureError> {
        self.gpu.wait()?;
        // The writer may still have to take it.
        std::thread::sleep(Duration::from_millis(1));
        Ok(())
    }

    /// The file that it becomes.
    pub fn path(&self) -> &Path {
        &self.shot.path
    }

    /// Size, format and samples.
    pub fn print(&self) -> Print {
        self.shot.print
    }

    /// The bodies that it shows. Several pictures of one moment share them.
    pub fn renderer(&self) -> &Arc<Renderer> {
        &self.renderer
    }

    /// Samples of all of its pixels.
    pub fn samples(&self) -> f64 {
        let Print { size: [width, height], samples, .. } = self.shot.print;
        f64::from(width) * f64::from(height) * f64::from(samples).powi(2)
    }

    /// Samples that are still to be drawn.
    pub fn samples_left(&self) -> f64 {
        self.samples() * f64::from(1.0 - self.progress())
    }

    /// Progress, from 0 to 1.
    pub fn progress(&self) -> f32 {
        self.begun.as_ref().map_or(0.0, |begun| begun.still.progress())
    }

    /// Seconds since it was begun.
    pub fn seconds(&self) -> f32 {
        self.begun.as_ref().map_or(0.0, |begun| begun.at.elapsed().as_secs_f32())
    }

    /// Whether the file is there, or has failed.
    pub fn is_written(&self) -> bool {
        self.begun.as_ref().is_some_and(|begun| begun.still.is_written())
    }

    /// Drops it without a file, in another thread, because that waits for the one that writes.
    pub fn leave(self) {
        let still = self.begun.map(|begun| begun.still);
        std::thread::spawn(move || drop(still));
    }

    /// Puts the recipe beside the file, in a thread.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn end(self) -> anyhow::Result<Writing> {
        let Self { begun, shot: Screenshot { path, recipe, .. }, .. } = self;
        let finish = |begun: Option<Begun>| begun.map_or(Ok(()), |begun| begun.still.finish());
        write(recipe, move || finish(begun).map(|()| path))
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
