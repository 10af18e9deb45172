//! Bodies from a file, shown before they run.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use glam::DVec3;
use starshell::exchange::{self, Contents, Measures, Reading, Sketch, Spread};
use starshell::physics::{Body, Roster};
use starshell::scene::Scene;

use crate::explained::explained;

/// Most bodies in the small pictures.
const POINTS: usize = 3000;

/// Bodies on their way from a file.
#[derive(Debug)]
pub enum Incoming {
    /// A thread reads the file; a sketch of it may have arrived already.
    Read(Option<Outline>, Receiver<anyhow::Result<Arrival>>),
    /// They wait to be confirmed.
    Shown(Box<Preview>),
    /// They are shown while a thread reads the file in another way.
    ReadAgain(Box<Preview>, Receiver<anyhow::Result<Arrival>>),
}

/// What comes from the thread that reads a file.
#[derive(Debug)]
pub enum Arrival {
    /// Sent before the bodies.
    Outline(Outline),
    /// Sent last.
    Bodies(Box<Preview>),
}

/// What is shown of a large file until all of it is read.
#[derive(Clone, Debug)]
pub struct Outline {
    pub file: String,
    pub sketch: Sketch,
    /// Places of its bodies, as in [`Preview::points`].
    pub points: Vec<[f32; 3]>,
}

impl Outline {
    pub fn new(path: &Path, sketch: Sketch) -> Self {
        let body = |position: &DVec3| Body {
            position: *position,
            velocity: DVec3::ZERO,
            mass: 1.0,
            component: 0,
        };
        let bodies: Vec<Body> = sketch.positions.iter().map(body).collect();
        let points = match bodies.is_empty() {
            true => Vec::new(),
            false => points(&bodies, &Spread::new(&bodies)),
        };
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Self { file, sketch, points }
    }
}

/// Bodies that wait to be confirmed, with what they are going to be.
#[derive(Clone, Debug)]
pub struct Preview {
    pub path: PathBuf,
    /// How the user wants the file to be read.
    pub reading: Reading,
    pub imported: Arc<Contents>,
    pub spread: Spread,
    /// The root mean square of the speeds of all bodies relative to the centre of mass, and the
    /// highest.
    pub speeds: [f64; 2],
    /// What the numbers measure; without, G = 1.
    pub measures: Option<Measures>,
    /// The usual units in which the bodies would be a bound system, if they are not one with G = 1.
    pub fitting: Vec<Measures>,
    /// The scene in these units, or why there is none.
    pub scene: Result<Scene, String>,
    /// Places of some of the bodies about their centre, in units of the radius that holds nine
    /// tenths of them.
    pub points: Vec<[f32; 3]>,
}

/// Places of some of the bodies about their centre, in units of the radius that holds nine tenths.
fn points(bodies: &impl Roster, spread: &Spread) -> Vec<[f32; 3]> {
    let [_, most, all] = spread.radii;
    let scale = [most, all].into_iter().find(|radius| *radius > 0.0).unwrap_or(1.0);
    let shown = (0..bodies.len()).step_by(bodies.len().div_ceil(POINTS));
    shown
        .map(|index| ((bodies.body(index).position - spread.center) / scale).as_vec3().to_array())
        .collect()
}

impl Preview {
    /// Reads a file as `reading` says, in the units of `measures`, if given, in place of those that
    /// it names. A large file is sketched first.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(
        path: &Path,
        reading: Reading,
        measures: Option<Measures>,
        sketched: &mut dyn FnMut(Sketch),
    ) -> anyhow::Result<Self> {
        let imported = exchange::read_sketched(path, &reading, sketched)?;
        let measures = measures.or_else(|| imported.measures.clone());
        let scene =
            Scene::of_imported(&imported, measures.as_ref()).map_err(|error| explained(&error));
        Ok(Self::new(path.to_owned(), reading, imported, measures, scene))
    }

    /// Bodies with the scene of them in the units `measures`.
    pub fn new(
        path: PathBuf,
        reading: Reading,
        imported: Contents,
        measures: Option<Measures>,
        scene: Result<Scene, String>,
    ) -> Self {
        let spread = Spread::new(&imported.state);
        let points = points(&imported.state, &spread);
        let squares =
            imported.state.bodies().map(|body| body.velocity.distance_squared(spread.drift));
        let (sum, highest) = squares
            .fold((0.0, 0.0_f64), |(sum, highest), square| (sum + square, highest.max(square)));
        let speeds = [f64::sqrt(sum / imported.state.len() as f64), highest.sqrt()];
        let fitting = Measures::fitting(&imported.state);
        Self {
            path,
            reading,
            spread,
            speeds,
            measures,
            fitting,
            imported: Arc::new(imported),
            scene,
            points,
        }
    }

    /// Takes the numbers as those of other units.
    pub fn set_measures(&mut self, measures: Option<Measures>) {
        self.scene = Scene::of_imported(&self.imported, measures.as_ref())
            .map_err(|error| explained(&error));
        self.measures = measures;
    }
}
