//! Videos, animations and sequences of pictures of a run that Python drives.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use starshell::capture::video::{self, FrameRate, Quality, VideoSettings};
use starshell::capture::{Recorder, caption_note, notes};
use starshell::render::{Easing, Followed, Format, Target};

use crate::failure::{Failure, run as failed, value};
use crate::inner::Inner;
use crate::run::Run;

/// A recording: a frame whenever it is asked for one.
#[pyclass(frozen, module = "starshell._native")]
pub struct Recording(Mutex<Option<Film>>);

struct Film {
    target: Target,
    recorder: Recorder,
    /// How the camera follows the light, in frames of so many seconds.
    easing: Easing,
    seconds: f32,
}

impl Film {
    fn new(inner: &mut Inner, path: &str, settings: &VideoSettings) -> Result<Self, Failure> {
        let gpu = inner.session.gpu();
        let target = Target::new(gpu, settings.size, Format::default()).map_err(value)?;
        let (sink, _) = video::create(Path::new(path), settings, None).map_err(value)?;
        let recorder = Recorder::new(gpu, &target, sink)?;
        let seconds = (1.0 / settings.rate.per_second()) as f32;
        Ok(Self { target, recorder, easing: Easing::default(), seconds })
    }

    /// Draws the present moment.
    fn frame(&mut self, inner: &mut Inner) -> Result<(), Failure> {
        inner.wait()?;
        let (session, size) = (&mut inner.session, self.target.size());
        if session.scene().path.is_some() {
            session.viewing().follow_path(size)?;
        } else {
            let mut camera = session.viewing().following_camera(size)?;
            if session.scene().follow == Some(Followed::Light) && self.recorder.frames() > 0 {
                camera = self.easing.advance(&session.scene().camera, &camera, self.seconds);
            }
            session.viewing().set_camera(&camera);
        }
        let gpu = session.gpu().clone();
        let mut all = Vec::new();
        if self.recorder.wants_notes() {
            all = notes(&gpu, session);
            all.push(caption_note(session));
        }
        let mut encoder = gpu.encoder("frame");
        session.frame(&mut encoder, &self.target)?;
        self.recorder.encode(&mut encoder, all)?;
        session.submit(encoder);
        Ok(())
    }
}

impl Recording {
    fn take(&self) -> Result<Film, Failure> {
        let film = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        film.ok_or_else(|| failed("the recording has ended"))
    }
}

#[pymethods]
impl Recording {
    #[new]
    fn new(
        py: Python<'_>,
        run: &Run,
        path: &str,
        size: [u32; 2],
        rate: [u32; 2],
        quality: u8,
        overwrite: bool,
    ) -> PyResult<Self> {
        let rate = FrameRate::new(rate[0], rate[1]).ok_or_else(|| {
            value("the frame rate is not possible: give frames per second, such as 30")
        })?;
        let quality = Quality::new(quality)
            .ok_or_else(|| value(format!("the quality is {quality}, but is from 0 to 100")))?;
        let settings = VideoSettings {
            size,
            format: Format::default(),
            rate,
            quality,
            is_overwriting: overwrite,
            is_resumable: false,
        };
        let film = run.with(py, |inner| Film::new(inner, path, &settings))?;
        Ok(Self(Mutex::new(Some(film))))
    }

    /// Draws the present moment of the run.
    fn frame(&self, py: Python<'_>, run: &Run) -> PyResult<()> {
        run.with(py, |inner| {
            let mut film = self.take()?;
            let drawn = film.frame(inner);
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(film);
            drawn
        })
    }

    /// Completes the file, and returns its path.
    fn finish(&self, py: Python<'_>) -> PyResult<String> {
        let film = self.take()?;
        let path = py.detach(|| film.recorder.finish().map_err(Failure::from))?;
        Ok(path.display().to_string())
    }

    /// Leaves the file as it is.
    fn abandon(&self, py: Python<'_>) -> PyResult<()> {
        let film = self.take()?;
        Ok(py.detach(|| film.recorder.abandon().map_err(Failure::from))?)
    }
}
