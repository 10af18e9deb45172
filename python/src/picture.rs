//! Pictures of a run as arrays.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use starshell::capture::{CaptureError, FrameSink, Note, Picture, Pixels, Still};
use starshell::name::unknown;
use starshell::render::{ColorBy, Format, Look, Print};
use starshell::scene::Scene;
use starshell::session::Session;

use crate::failure::{Failure, run, value};
use crate::inner::Inner;
use crate::values;

/// How a picture is to be seen, where it differs from the run.
pub struct View {
    scene: Scene,
    /// Given, so that what is followed does not change it.
    distance: Option<f32>,
    target: Option<[f32; 3]>,
}

impl View {
    /// The view of a scene with the keywords of look and camera, `follow`, `target` and
    /// `color_column`.
    pub fn new(mut scene: Scene, keywords: &Bound<'_, PyDict>) -> Result<Self, Failure> {
        let distance = keywords.contains("distance")?;
        values::take(&mut scene, "camera", keywords)?;
        values::take(&mut scene, "look", keywords)?;
        let taken = |name: &str| -> PyResult<Option<Bound<'_, PyAny>>> {
            let object = keywords.get_item(name)?;
            if object.is_some() {
                keywords.del_item(name)?;
            }
            Ok(object)
        };
        if let Some(object) = taken("follow")? {
            scene.follow = values::followed(&object)?;
        }
        if let Some(name) = taken("color_column")? {
            color_by_column(&mut scene, name.extract()?)?;
        }
        let target: Option<[f32; 3]> =
            taken("target")?.map(|object| object.extract()).transpose()?;
        if let Some(target) = target {
            scene.camera.target = target.into();
        }
        for key in keywords.keys() {
            values::named_in(&["camera", "look"], &key.extract::<String>()?)?;
        }
        Ok(Self { distance: distance.then_some(scene.camera.distance), target, scene })
    }

    /// Shows a session so, in pictures of this size.
    fn show(&self, session: &mut Session, size: [u32; 2]) -> Result<(), Failure> {
        session.viewing().set_camera(&self.scene.camera);
        session.viewing().look_mut().clone_from(&self.scene.look);
        session.viewing().set_follow(self.scene.follow);
        let mut camera = session.viewing().following_camera(size)?;
        camera.distance = self.distance.unwrap_or(camera.distance);
        camera.target = self.target.map_or(camera.target, Into::into);
        session.viewing().set_camera(&camera);
        Ok(())
    }
}

/// Lets colours show a column that the bodies have.
fn color_by_column(scene: &mut Scene, name: String) -> Result<(), Failure> {
    let columns = scene.initial.columns();
    let mut look = Look { color_column: name, ..scene.look.clone() };
    look.set_color_by(ColorBy::Column);
    if look.column_of(&columns).is_none() {
        let known = columns.iter().map(|column| column.name.as_str());
        return Err(value(match columns.is_empty() {
            true => "the bodies have no columns that colours could show".to_owned(),
            false => unknown("column", &look.color_column, known).to_string(),
        }));
    }
    scene.look = look;
    Ok(())
}

/// A picture in memory.
#[derive(Default)]
struct Kept(Mutex<Option<Picture>>);

impl FrameSink for Kept {
    fn keep(&self, _frame: u64, picture: Picture, _notes: &[Note]) -> Result<(), CaptureError> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(picture);
        Ok(())
    }

    fn finish(&self) -> Result<PathBuf, CaptureError> {
        Ok(PathBuf::new())
    }

    fn wants_notes(&self, _frame: u64) -> bool {
        false
    }
}

impl Inner {
    /// Draws the present moment. The run's own camera and look stay.
    pub fn draw(
        &mut self,
        size: [u32; 2],
        samples: u32,
        has_alpha: bool,
        view: &View,
    ) -> Result<Picture, Failure> {
        let print = Print { size, format: Format::Rgba8, has_alpha, samples, eyes: 0.0 };
        print.validate().map_err(value)?;
        self.wait()?;
        let before = self.session.scene().clone();
        let drawn = view.show(&mut self.session, size).and_then(|()| self.drawn(print));
        let session = &mut self.session;
        session.viewing().set_follow(before.follow);
        session.viewing().set_camera(&before.camera);
        *session.viewing().look_mut() = before.look;
        drawn
    }

    fn drawn(&mut self, print: Print) -> Result<Picture, Failure> {
        let gpu = self.session.gpu().clone();
        let session = &mut self.session;
        let mut encoder = gpu.encoder("picture");
        session.frame_without_picture(&mut encoder)?;
        session.submit(encoder);
        let kept = Arc::new(Kept::default());
        let sink: Arc<dyn FrameSink> = Arc::clone(&kept) as _;
        let (renderer, scene) = (session.pictures().renderer(), session.scene());
        let seen = (&scene.camera, &scene.look);
        let mut still = Still::new(&gpu, renderer, seen, print, sink, 0, Vec::new())?;
        while !still.is_drawn() && !still.is_written() {
            let mut encoder = gpu.encoder("tile");
            if still.encode(&mut encoder, session.pictures().renderer())? {
                session.submit(encoder);
            } else {
                still.wait()?;
            }
        }
        still.finish()?;
        let picture = kept.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        picture.ok_or_else(|| run("the picture did not arrive"))
    }
}

/// The picture as an array of height, width and channels.
pub fn array(py: Python<'_>, picture: Picture) -> PyResult<Bound<'_, PyAny>> {
    let shape = [picture.height as usize, picture.width as usize, picture.pixels.channels()];
    let (Pixels::Rgb8(bytes) | Pixels::Rgba8(bytes)) = picture.pixels else {
        return Err(run("the picture has more than eight bits per channel").into());
    };
    Ok(PyArray1::from_vec(py, bytes).reshape(shape)?.into_any())
}
