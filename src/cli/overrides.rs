//! The scene for a command line: by name or file, with overrides from options.

use std::path::Path;

use anyhow::anyhow;
use starshell::capture::{load_scene, load_view};
use starshell::gpu::Gpu;
use starshell::name::unknown;
use starshell::physics::initial::InitialState;
use starshell::physics::{
    Diagnostics, ForceErrors, Gravity, GravityMethod, MAX_COMPARED, MeshSettings, Opening,
    SimulationError, TreeSettings,
};
use starshell::render::{Camera, ColorBy, Followed};
use starshell::scene::{Dimension, Scene, Units};
use starshell::session::{Clock, Session, SessionError};
use starshell::snapshot::Checkpoint;

use super::arguments::{Overrides, in_units};
use super::checkpoints::{Capture, Resumed};
use super::failure::{Failure, input};
use super::own::Own;
use super::terminal::{mention, tell};
use super::trouble::Trouble;

/// Why a capture of a saved run cannot be made again.
pub const SAVED: &str = "it went on from a saved run, which a capture does not hold";

/// What a run begins with: a scene, and the state to continue from if it was saved.
#[derive(Clone, Debug)]
pub struct Beginning {
    pub scene: Scene,
    pub saved: Option<Checkpoint>,
    /// Of a capture that goes on from a checkpoint, time and steps where it began, and whether that
    /// was a saved run.
    pub resumed: Option<((f64, u64), bool)>,
    /// What was made of a table of bodies, in lines.
    pub notes: Vec<String>,
}

impl Beginning {
    /// The scene of this name or in this file, or the run saved in it, with the overrides applied.
    pub fn new(name_or_path: &str, overrides: &Overrides) -> Result<Self, Failure> {
        Self::seen(name_or_path, overrides, false)
    }

    /// Returns the scene or the saved run as [`Beginning::new`] does; the scene as its still shows
    /// it if `as_still`.
    pub fn seen(
        name_or_path: &str,
        overrides: &Overrides,
        as_still: bool,
    ) -> Result<Self, Failure> {
        if let Some(own) = Own::read(name_or_path, &overrides.table, overrides.reading())? {
            let (scene, defaults) = own.scene()?;
            let scene = overridden_own(scene, name_or_path, overrides)?;
            let notes = own.lines(&scene, &defaults);
            return Ok(Self { notes, scene, saved: None, resumed: None });
        }
        if !Checkpoint::is_named(name_or_path.as_ref()) {
            let mut scene = load_scene(name_or_path).map_err(input)?;
            if as_still {
                scene.show_still();
            }
            return Ok(Self {
                scene: overridden(scene, name_or_path, overrides)?,
                saved: None,
                resumed: None,
                notes: Vec::new(),
            });
        }
        let saved = Checkpoint::read(name_or_path.as_ref()).map_err(input)?;
        let of_start = [
            ("count", overrides.count.is_some()),
            ("seed", overrides.seed.is_some()),
            ("date", overrides.date.is_some()),
            ("faithful", overrides.faithful),
        ];
        if let Some((option, _)) = of_start.into_iter().find(|(_, is_given)| *is_given) {
            return Err(input(anyhow!(
                "--{option} changes how a run starts, but {name_or_path} is under way: leave it out, or give the scene instead"
            )));
        }
        let snapshot = &saved.snapshot;
        if let Some(trouble) = Trouble::of_state(&snapshot.state, snapshot.time) {
            let told = |of| move |number| Units::told(saved.scene.units.as_ref(), number, of);
            let trouble = trouble.told(told(Dimension::Time), told(Dimension::Length));
            tell(&format!("warning: {name_or_path}: {trouble}"));
        }
        Ok(Self {
            scene: overridden(saved.scene.clone(), name_or_path, overrides)?,
            saved: Some(saved),
            resumed: None,
            notes: Vec::new(),
        })
    }

    /// What a capture that goes on from a checkpoint began with.
    pub fn resumed(resumed: &Resumed) -> Self {
        let run = resumed.run.clone();
        let scene = run.origin.clone();
        let resumed = Some(resumed.beginning());
        Self { scene, saved: Some(run), resumed, notes: Vec::new() }
    }

    /// What checkpoints of a capture say from its beginning on.
    pub fn capture<'a>(&self, out: &'a Path, line: &'a [String]) -> Capture<'a> {
        let (origin, beginning) = (self.scene.clone(), (self.moment(), self.is_saved()));
        Capture { out, line, origin, beginning }
    }

    /// Whether a saved run goes on.
    pub fn is_saved(&self) -> bool {
        self.resumed.map_or(self.saved.is_some(), |(_, is_saved)| is_saved)
    }

    /// Says what was made of a table of bodies.
    pub fn tell(&self) {
        self.notes.iter().for_each(|line| mention(line));
    }

    /// Simulated time and steps at the beginning.
    pub fn moment(&self) -> (f64, u64) {
        let of_saved = |run: &Checkpoint| (run.snapshot.time, run.snapshot.steps);
        self.resumed
            .map_or_else(|| self.saved.as_ref().map_or((0.0, 0), of_saved), |(begun, _)| begun)
    }

    /// The measurement of a saved run to which changes of its energy refer, unless the energy is
    /// another one now.
    pub fn reference(&self) -> Option<Diagnostics> {
        let run = self.saved.as_ref()?;
        let (before, now) = (&run.scene.physics, &self.scene.physics);
        let is_same = (before.softened(), before.gravity) == (now.softened(), now.gravity);
        run.curves.as_ref()?.reference.filter(|_| is_same)
    }

    /// The scene, with a frame that goes back if all velocities are reversed.
    pub fn scene(&self, is_reversed: bool) -> Scene {
        let mut scene = self.scene.clone();
        if is_reversed {
            scene.initial.reverse_frame(self.moment().0);
        }
        scene
    }

    /// A session of `scene` from there, with all velocities reversed if `is_reversed`.
    pub fn session(
        self,
        gpu: &Gpu,
        scene: Scene,
        clock: Clock,
        is_reversed: bool,
    ) -> Result<Session, SessionError> {
        let mut session = match self.saved {
            Some(run) if self.resumed.is_some() => {
                // By now, the camera and the length of the steps may be others.
                let Scene { camera, physics, .. } = run.scene;
                let scene = Scene { camera, physics, ..scene };
                return Session::reopen(gpu, &Checkpoint { scene, ..run }, clock);
            }
            Some(run) => Session::reopen(gpu, &Checkpoint { scene, ..run }, clock)?,
            None => Session::with_clock(gpu, scene, clock)?,
        };
        if is_reversed {
            let mut encoder = gpu.encoder("reverse");
            session.encode_reverse(&mut encoder)?;
            session.submit(encoder);
        }
        if let Gravity::Mesh(settings) = session.simulation().gravity() {
            errors_of_grid(gpu, &session)?
                .iter()
                .for_each(|errors| mention(&grid_line(settings, *errors)));
        }
        Ok(session)
    }
}

/// The median and the 99th percentile of the errors of a grid's forces at the beginning, of a
/// sample of the bodies; `None` if they cannot be measured.
fn errors_of_grid(gpu: &Gpu, session: &Session) -> Result<Option<[f32; 2]>, SessionError> {
    let gpu_error = |error| SessionError::from(SimulationError::from(error));
    let simulation = session.simulation();
    let Some(mut errors) = ForceErrors::new(gpu, simulation).map_err(gpu_error)? else {
        return Ok(None);
    };
    let mut encoder = gpu.encoder("errors of the grid");
    errors.encode(&mut encoder, simulation, MAX_COMPARED).map_err(gpu_error)?;
    gpu.submit(encoder);
    while errors.pending() > 0 {
        gpu.wait().map_err(gpu_error)?;
        if let Some(reading) = errors.collect().map_err(gpu_error)? {
            let mut found: Vec<f32> = reading.errors.iter().map(|(_, error)| *error).collect();
            found.sort_by(f32::total_cmp);
            let at = |share: usize| found.get(found.len() * share / 100).copied();
            return Ok(at(50).zip(at(99)).map(|(median, most)| [median, most]));
        }
    }
    Ok(None)
}

/// Errors of a grid's forces, at the median, above which another method is advised.
const LARGE: f32 = 0.1;

/// What is said about the errors of a grid.
fn grid_line(settings: MeshSettings, errors: [f32; 2]) -> String {
    let [median, most] = errors.map(|error| format!("{:.3}", 100.0 * error));
    let pairs = if settings.near { " and pairs of near bodies" } else { "" };
    let line = format!(
        "grid of {} nodes per side{pairs}: forces err by {median} % at the median, by {most} % at 99 of 100 bodies",
        settings.side
    );
    match errors[0] > LARGE {
        true if settings.near => format!("warning: {line}: take --gravity tree"),
        true => {
            format!(
                "warning: {line}: sum pairs with --mesh-near on, add more nodes with --mesh-side, or take --gravity tree"
            )
        }
        false => line,
    }
}

/// The scene of the user's own bodies with the overrides applied. The integrator that was chosen
/// for them is replaced if it does not support what is asked for: adaptive steps, a tree or a grid.
/// Any other integrator gets a time step that it need not divide.
pub fn overridden_own(
    mut scene: Scene,
    name_or_path: &str,
    overrides: &Overrides,
) -> Result<Scene, Failure> {
    let given = |key| overrides.settings.given(key);
    let is_adaptive = given("physics.adaptive").is_some_and(|value| value != "none");
    let is_approximate = overrides
        .gravity
        .is_some_and(|method| matches!(method, GravityMethod::Tree | GravityMethod::Mesh));
    let is_given = given("physics.integrator").is_some();
    if is_given || is_adaptive || is_approximate {
        scene.leave_host().map_err(input)?;
    }
    overridden(scene, name_or_path, overrides)
}

/// The scene with the overrides applied.
pub fn overridden(
    mut scene: Scene,
    name_or_path: &str,
    overrides: &Overrides,
) -> Result<Scene, Failure> {
    if overrides.faithful {
        scene.make_faithful().map_err(input)?;
    }
    if let Some(count) = overrides.count {
        scene.set_count(count);
    }
    scene.seed = overrides.seed.unwrap_or(scene.seed);
    if let Some(date) = overrides.date {
        let InitialState::Planets(planets) = &mut scene.initial else {
            let planets = "such as solar-system";
            return Err(input(anyhow!(
                "--date is for scenes of planets, {planets}: leave it out for {name_or_path}"
            )));
        };
        planets.year = date.julian_year();
    }
    let physics = scene.physics;
    let units = scene.units;
    let period = in_units(overrides.period.as_ref(), "period", Dimension::Length, units.as_ref())?;
    overrides.settings.apply("physics", &mut scene)?;
    scene.physics.gravity = gravity(scene.physics.gravity, period, overrides)?;
    if let (Gravity::Mesh(_), Gravity::Auto(_) | Gravity::Direct(_) | Gravity::Tree(_)) =
        (scene.physics.gravity, physics.gravity)
        && overrides.mesh_side.is_none()
        && scene.initial.validate(scene.count).is_ok()
    {
        // Neither the scene nor a flag says how many nodes.
        scene.suit_grid().map_err(input)?;
    }
    // Reading back a file marked `faithful` would reset these two.
    scene.faithful &= ["physics.softening", "physics.damping"]
        .iter()
        .all(|key| overrides.settings.given(key).is_none());
    if let Some(file) = &overrides.like {
        scene.look_like(&load_view(file).map_err(input)?);
    }
    if let Some(style) = overrides.style {
        scene.look = style.apply(&scene.look);
    }
    color_by_column(&mut scene, name_or_path, overrides)?;
    hide(&mut scene, name_or_path, &overrides.hide)?;
    view(&mut scene, overrides)?;
    scene.physics.validate().map_err(input)?;
    scene.initial.validate(scene.count).map_err(|error| match overrides.count {
        Some(count) => {
            input(anyhow!("--count {count} does not suit the scene {name_or_path}: {error}"))
        }
        None => input(anyhow!("the scene {name_or_path}: {error}")),
    })?;
    Ok(scene)
}

/// Applies the overrides of the look, which may show a column of the bodies.
fn color_by_column(
    scene: &mut Scene,
    name_or_path: &str,
    overrides: &Overrides,
) -> Result<(), Failure> {
    if let Some(name) = &overrides.color_column {
        scene.look.set_color_by(ColorBy::Column);
        scene.look.color_column.clone_from(name);
    }
    overrides.settings.apply("look", scene)?;
    let columns = scene.initial.columns();
    if scene.look.color_by != ColorBy::Column || scene.look.column_of(&columns).is_some() {
        return Ok(());
    }
    let known: Vec<_> = columns.iter().map(|column| column.name.as_str()).collect();
    Err(input(match known.is_empty() {
        true => anyhow!(
            "the bodies of {name_or_path} have no columns that colours could show: choose another --color-by"
        ),
        false => anyhow!("{name_or_path}: {}", unknown("column", &scene.look.color_column, known)),
    }))
}

/// Hides components, by their names or numbers.
fn hide(scene: &mut Scene, name_or_path: &str, hidden: &[String]) -> Result<(), Failure> {
    let types = scene.initial.types();
    for name in hidden {
        let named = types.iter().position(|known| known.eq_ignore_ascii_case(name));
        let number = named.or_else(|| name.parse().ok().filter(|number| *number < COMPONENTS));
        let Some(number) = number else {
            let known = types.iter().map(String::as_str);
            return Err(input(match types.is_empty() {
                true => anyhow!(
                    "the bodies of {name_or_path} are of one kind: leave out --hide {name}, or give a number below {COMPONENTS}"
                ),
                false => anyhow!("{name_or_path}: {}", unknown("component", name, known)),
            }));
        };
        scene.look.show_component(number as u32, false);
    }
    Ok(())
}

/// How many components a look tells apart.
const COMPONENTS: usize = 32;

/// The errors that `--tree-error` may ask for.
const TREE_ERRORS: std::ops::RangeInclusive<f64> = 1e-6..=0.04;

/// Puts the gravity into a periodic cube, if there is a period.
fn periodic(gravity: Gravity, period: Option<f64>) -> Result<Gravity, Failure> {
    match (gravity, period) {
        (_, None) => Ok(gravity),
        (Gravity::Mesh(settings), Some(_)) => {
            Ok(Gravity::Mesh(MeshSettings { period, ..settings }))
        }
        _ => Err(input(anyhow!(
            "--period is for grids, but the forces are summed without one: add --gravity mesh"
        ))),
    }
}

/// Sets whether the gravity has pairs of near bodies, if that is given.
fn with_near(gravity: Gravity, near: Option<bool>) -> Result<Gravity, Failure> {
    match (gravity, near) {
        (_, None) => Ok(gravity),
        (Gravity::Mesh(settings), Some(near)) => {
            Ok(Gravity::Mesh(MeshSettings { near, ..settings }))
        }
        _ => Err(input(anyhow!(
            "--mesh-near is for grids, but the forces are summed without one: add --gravity mesh"
        ))),
    }
}

/// Sets the number of nodes per side, if it is given.
fn with_side(gravity: Gravity, side: Option<u32>) -> Result<Gravity, Failure> {
    match (gravity, side) {
        (_, None) => Ok(gravity),
        (Gravity::Mesh(settings), Some(side)) => {
            Ok(Gravity::Mesh(MeshSettings { side, ..settings }))
        }
        _ => Err(input(anyhow!(
            "--mesh-side is for grids, but the forces are summed without one: add --gravity mesh"
        ))),
    }
}

/// The gravity of a scene with the overrides applied.
fn gravity(
    of_scene: Gravity,
    period: Option<f64>,
    overrides: &Overrides,
) -> Result<Gravity, Failure> {
    let gravity = overrides.gravity.map_or(of_scene, |method| of_scene.by(method));
    let gravity = with_near(
        with_side(periodic(gravity, period)?, overrides.mesh_side)?,
        overrides.mesh_near,
    )?;
    let flag = match (overrides.tree_accuracy, overrides.tree_error) {
        (None, None) => return Ok(gravity),
        (Some(_), _) => "--tree-accuracy",
        (None, Some(error)) if TREE_ERRORS.contains(&error) => "--tree-error",
        (None, Some(error)) => {
            let (least, most) = (TREE_ERRORS.start(), TREE_ERRORS.end());
            return Err(input(anyhow!(
                "--tree-error {error}: the error of 99 in 100 accelerations is from {least} to {most}"
            )));
        }
    };
    let with = |settings: TreeSettings| match (overrides.tree_accuracy, overrides.tree_error) {
        (Some(accuracy), _) => TreeSettings { opening: Opening::Accuracy(accuracy), ..settings },
        (None, error) => error.map_or(settings, |error| settings.within(error)),
    };
    match gravity {
        Gravity::Auto(accuracy) => {
            let opening = with(TreeSettings::with_accuracy(accuracy)).opening;
            Ok(if let Opening::Accuracy(accuracy) = opening {
                Gravity::Auto(accuracy)
            } else {
                gravity
            })
        }
        Gravity::Tree(settings) => Ok(Gravity::Tree(with(settings))),
        Gravity::Direct(_) | Gravity::Mesh(_) => Err(input(anyhow!(
            "{flag} is for trees, but the forces are summed without one: add --gravity tree or auto"
        ))),
    }
}

/// Applies the overrides of the camera.
fn view(scene: &mut Scene, overrides: &Overrides) -> Result<(), Failure> {
    // Given in the coordinates of the file.
    let origin = scene.initial.frame().origin;
    if let Some(target) = overrides.target {
        let [least, most] = Camera::COORDINATE;
        for (axis, coordinate) in target.into_iter().enumerate() {
            let value = coordinate - origin[axis];
            if !(least..=most).contains(&value) {
                return Err(input(anyhow!(
                    "--target is {value:?}, but it must be a number from {least:?} to {most:?}"
                )));
            }
            scene.camera.target[axis] = value as f32;
        }
    }
    // What moves the target, or the distance, would undo these.
    let has_distance = overrides.settings.given("camera.distance").is_some();
    scene.follow = scene.follow.filter(|followed| {
        overrides.target.is_none() && (!has_distance || *followed != Followed::Light)
    });
    overrides.settings.apply("camera", scene)
}
