//! Editing the running simulation: picking and following a body, throwing bodies in, pulling at
//! them, undo.
//!
//! An edit needs the whole state. It is copied without waiting (`Session::encode_snapshot`); the
//! simulation pauses until the copy arrives a frame or two later, then continues from the changed
//! bodies.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use glam::{DVec3, Vec2, Vec3};
use starshell::physics::{
    Attraction, Body, Carried, CarriedCopy, Parameters, Snapshot, Softening, Watched,
};
use starshell::render::{Camera, Extent, Followed};
use starshell::scene::Guest;
use starshell::session::{Edit, Ticket};

use crate::app::commands::Throw;
use crate::app::simulation::undo::UndoStack;

/// What a snapshot was requested for.
#[derive(Clone, Debug)]
pub enum Purpose {
    /// For recovery if the device is lost.
    Keep,
    /// For the plots.
    Measure,
    Pick {
        camera: Camera,
        size: [u32; 2],
        pixel: Vec2,
        follow: bool,
    },
    Fit,
    Edit(Edit),
    /// To continue on another adapter.
    Reopen,
    /// For undo, before the attractor begins to pull.
    Mark,
    /// To store the present before another moment of the history is shown.
    Leave,
    /// To save the run to this file.
    Save(PathBuf),
    /// To come back to the present after undo or, if true, after redo.
    Undo(bool),
    /// To come back to the present after another scene.
    Replace,
}

/// What held when a copy of the whole state was recorded.
#[derive(Clone, Debug)]
pub struct Copied {
    pub physics: Parameters,
    /// Number of edits until then.
    pub edits: usize,
}

/// The newest whole state, and the summary of one of the last.
#[derive(Debug, Default)]
pub struct Newest {
    pub kept: Option<Snapshot>,
    /// What the run carried from step to step there, if it was copied with it.
    pub carried: Option<Carried>,
    /// Whether tools have changed velocities since the last copy was requested.
    pub is_touched: bool,
    pub system: Option<System>,
    /// Summary of the newest state, computed in a thread because many bodies take noticeable time.
    measuring: Option<Receiver<System>>,
}

impl Newest {
    /// Keeps a whole state and starts measuring it. Measures one at a time, because dragging
    /// through the history shows many.
    pub fn keep(&mut self, snapshot: Snapshot) {
        (self.kept, self.carried) = (Some(snapshot.clone()), None);
        if self.measuring.is_some() {
            return;
        }
        let (sender, receiver) = channel();
        self.measuring = Some(receiver);
        std::thread::spawn(move || {
            // Fails only if the bodies have been let go meanwhile.
            let _ = sender.send(System::from_snapshot(snapshot));
        });
    }

    /// Takes the summary, if it has arrived. Returns it if it is the first in which bodies are no
    /// longer finite.
    pub fn collect(&mut self) -> Option<&System> {
        let is_broken = |system: &System| system.invalid > 0;
        let was_broken = self.system.as_ref().is_some_and(is_broken);
        match self.measuring.as_ref().map(Receiver::try_recv) {
            Some(Ok(system)) => {
                let newer = self.kept.take_if(|kept| {
                    (kept.steps, kept.time) != (system.snapshot.steps, system.snapshot.time)
                });
                (self.system, self.measuring) = (Some(system), None);
                if let Some(kept) = newer {
                    let carried = self.carried.take();
                    self.keep(kept);
                    self.carried = carried;
                }
            }
            Some(Err(TryRecvError::Disconnected)) => self.measuring = None,
            Some(Err(TryRecvError::Empty)) | None => {}
        }
        self.system.as_ref().filter(|system| is_broken(system) && !was_broken)
    }
}

/// State of the user's edits.
#[derive(Debug)]
pub struct Interaction {
    pub picked: Option<u32>,
    /// The picked body in the newest frame that has arrived.
    pub watched: Option<Watched>,
    /// Where the light was in the newest frame that has arrived, while the camera follows it.
    pub light: Option<Extent>,
    /// Values of the picked body that the user is editing.
    pub draft: Option<Body>,
    pub throw: Option<Throw>,
    /// What was thrown last, or gets another name, until it is there.
    pub guest: Option<Guest>,
    /// Whether what is thrown circles the selected body.
    pub orbits: bool,
    /// The ends of the length that was measured.
    pub ruler: Option<[Vec3; 2]>,
    pub attraction: Option<Attraction>,
    /// By what *Multiply speeds* multiplies.
    pub factor: f64,
    /// Whether to negate velocities before the next step.
    pub reverses: bool,
    /// Snapshots to request at the next whole step.
    pub wanted: Vec<Purpose>,
    /// Purposes of the snapshots in flight.
    pub under_way: HashMap<Ticket, Purpose>,
    /// What else held when they were recorded.
    pub copied: HashMap<Ticket, Copied>,
    /// What the run carried at some of them, in flight.
    pub carried: HashMap<Ticket, CarriedCopy>,
    pub newest: Newest,
    /// The states to which undo and redo return.
    pub undo_stack: UndoStack,
}

impl Default for Interaction {
    fn default() -> Self {
        Self {
            picked: None,
            watched: None,
            light: None,
            draft: None,
            throw: None,
            guest: None,
            orbits: false,
            ruler: None,
            attraction: None,
            factor: 1.0,
            reverses: false,
            wanted: Vec::new(),
            under_way: HashMap::new(),
            copied: HashMap::new(),
            carried: HashMap::new(),
            newest: Newest::default(),
            undo_stack: UndoStack::default(),
        }
    }
}

/// Summary of a whole state.
#[derive(Clone, Debug)]
pub struct System {
    pub snapshot: Snapshot,
    pub mass: f64,
    pub center: DVec3,
    /// Velocity of the centre of mass.
    pub drift: DVec3,
    /// Root mean square distance from the centre, and speed.
    pub radius: f64,
    pub speed: f64,
    /// Number of bodies that are no longer finite, and are left out.
    pub invalid: usize,
}

impl System {
    /// Measures `snapshot`.
    pub fn from_snapshot(snapshot: Snapshot) -> Self {
        let finite = || {
            snapshot
                .state
                .bodies()
                .filter(|body| body.position.is_finite() && body.velocity.is_finite())
        };
        let mass: f64 = finite().map(|body| body.mass).sum::<f64>();
        let share = if mass > 0.0 { 1.0 / mass } else { 0.0 };
        let center = share * finite().map(|body| body.mass * body.position).sum::<DVec3>();
        let drift = share * finite().map(|body| body.mass * body.velocity).sum::<DVec3>();
        let mean = |value: &dyn Fn(&Body) -> f64| {
            (share * finite().map(|body| body.mass * value(&body)).sum::<f64>()).sqrt()
        };
        let radius = mean(&|body| body.position.distance_squared(center));
        let speed = mean(&|body| body.velocity.distance_squared(drift));
        let invalid = snapshot.state.len() - finite().count();
        Self { mass, center, drift, radius, speed, invalid, snapshot }
    }

    /// A time scale of the system: the shorter of its crossing time and its free-fall time.
    pub fn time(&self) -> f64 {
        let crossing = self.radius / self.speed;
        let free_fall = (self.radius.powi(3) / self.mass.max(1e-30)).sqrt();
        let time = crossing.min(free_fall);
        if time.is_finite() && time > 0.0 { time } else { 1.0 }
    }

    /// The centre of mass at `time`, in uniform motion.
    pub fn center_at(&self, time: f64) -> DVec3 {
        self.center + self.drift * (time - self.snapshot.time)
    }
}

/// Points of a predicted path, and sources of the field that it follows.
const PATH_POINTS: usize = 240;
const PATH_SOURCES: usize = 2048;

impl Interaction {
    /// Whether something is requested, in flight, or held.
    pub fn is_busy(&self) -> bool {
        let is_copying = !self.wanted.is_empty()
            || !self.under_way.is_empty()
            || self.newest.measuring.is_some();
        is_copying || self.attraction.is_some() || self.reverses
    }

    /// Whether the user waits for the next frame: not for copies for plots and for recovery.
    pub fn is_awaited(&self) -> bool {
        let is_awaited = |purpose: &Purpose| !matches!(purpose, Purpose::Keep | Purpose::Measure);
        let mut copies = self.wanted.iter().chain(self.under_way.values());
        copies.any(is_awaited) || self.attraction.is_some() || self.reverses
    }

    /// The velocity of a throw: it covers the drag's length in a quarter of the system's time
    /// scale.
    pub fn velocity(&self, throw: Throw) -> DVec3 {
        let time = self.newest.system.as_ref().map_or(1.0, System::time);
        (throw.to - throw.from).as_dvec3() / (0.25 * time)
    }

    /// The predicted path of a throw, in the field of the bodies when the state was last copied.
    pub fn path(&self, throw: Throw, softening: Softening) -> Vec<Vec3> {
        let Some(system) = &self.newest.system else { return vec![throw.from, throw.to] };
        let state = &system.snapshot.state;
        let stride = state.len().div_ceil(PATH_SOURCES).max(1);
        let sources: Vec<_> =
            state.bodies().step_by(stride).filter(|body| body.position.is_finite()).collect();
        let sampled: f64 = sources.iter().map(|body| body.mass).sum();
        let weight = if sampled > 0.0 { system.mass / sampled } else { 0.0 };
        // A sample is coarser than the system, so it is softened more: otherwise a chance neighbour
        // would deflect the path.
        let length = softening
            .length
            .max(if stride > 1 { 0.02 * system.radius } else { 0.0 })
            .max(1e-3 * system.radius);
        let soft = Softening { length, ..softening };
        let pull = |x: DVec3| -> DVec3 {
            let one = |body: &Body| {
                let offset = body.position - x;
                offset * soft.strength(weight * body.mass, offset.length_squared())
            };
            sources.iter().map(one).sum()
        };
        let dt = 2.0 * system.time() / PATH_POINTS as f64;
        let (mut x, mut v) = (throw.from.as_dvec3(), self.velocity(throw));
        let mut path = vec![throw.from];
        let mut a = pull(x);
        for _ in 0..PATH_POINTS {
            v += 0.5 * dt * a;
            x += dt * v;
            a = pull(x);
            v += 0.5 * dt * a;
            path.push(x.as_vec3());
        }
        path
    }

    /// Where at `time` what is followed is, from the newest copies that have arrived.
    pub fn extent(&self, followed: Followed, time: f64) -> Option<Extent> {
        let system = self.newest.system.as_ref();
        match followed {
            Followed::Light => self.light,
            Followed::CenterOfMass => system.map(|system| Extent::point(system.center_at(time))),
            Followed::Body(index) => match &self.watched {
                Some(watched) if watched.index == index => {
                    Some(Extent::point(watched.body.position))
                }
                _ => {
                    let snapshot = &system?.snapshot;
                    let body = ((index as usize) < snapshot.state.len())
                        .then(|| snapshot.state.body(index as usize))?;
                    Some(Extent::point(body.position + body.velocity * (time - snapshot.time)))
                }
            },
        }
    }

    /// Forgets everything that belongs to one session's bodies. Undo may still return to them.
    pub fn let_go(&mut self) {
        let undo_stack = std::mem::take(&mut self.undo_stack);
        *self = Self { undo_stack, ..Self::default() };
    }

    /// Whether a copy is on its way that somebody has asked for.
    pub fn is_asked(&self) -> bool {
        let is_asked = |purpose: &Purpose| {
            !matches!(purpose, Purpose::Keep | Purpose::Measure | Purpose::Leave)
        };
        self.wanted.iter().chain(self.under_way.values()).any(is_asked)
    }

    /// Whether the simulation must pause until a copy of its state has arrived.
    pub fn is_waiting(&self) -> bool {
        let rests = |purpose: &Purpose| {
            !matches!(
                purpose,
                Purpose::Keep
                    | Purpose::Measure
                    | Purpose::Pick { .. }
                    | Purpose::Fit
                    | Purpose::Mark
            )
        };
        self.wanted.iter().any(rests) || self.under_way.values().any(rests)
    }
}

#[cfg(test)]
mod tests {
    use starshell::physics::Precision;

    use starshell::physics::State;

    use super::*;

    fn body(x: f64, vy: f64, mass: f64) -> Body {
        Body { position: DVec3::X * x, velocity: DVec3::Y * vy, mass, component: 0 }
    }

    fn state(bodies: &[Body]) -> State {
        State::new(bodies, Precision::Double).unwrap()
    }

    fn interaction(bodies: Vec<Body>) -> Interaction {
        let system =
            Some(System::from_snapshot(Snapshot { time: 2.0, steps: 5, state: state(&bodies) }));
        Interaction { newest: Newest { system, ..Newest::default() }, ..Interaction::default() }
    }

    #[test]
    fn copies_for_plots_keep_frames_coming_and_are_not_awaited() {
        let mut interaction = interaction(vec![body(0.0, 0.0, 1.0)]);
        assert!(!interaction.is_busy() && !interaction.is_awaited());
        interaction.wanted.push(Purpose::Measure);
        assert!(
            interaction.is_busy() && !interaction.is_awaited(),
            "plots can wait for the next steps"
        );
        interaction.wanted.push(Purpose::Fit);
        assert!(interaction.is_awaited(), "the user asked for this");
    }

    #[test]
    fn edits_change_existing_bodies_and_never_delete_the_last() {
        let mut bodies = state(&[body(0.0, 0.0, 1.0)]);
        assert!(!Edit::Delete(0).apply(&mut bodies).unwrap(), "the last body stays");
        assert!(Edit::Add(vec![body(1.0, 0.0, 2.0)]).apply(&mut bodies).unwrap());
        assert!(
            !Edit::Delete(2).apply(&mut bodies).unwrap()
                && !Edit::Replace(7, body(0.0, 0.0, 1.0)).apply(&mut bodies).unwrap()
        );
        assert!(
            Edit::Replace(0, body(5.0, 0.0, 3.0)).apply(&mut bodies).unwrap()
                && Edit::Delete(1).apply(&mut bodies).unwrap()
        );
        assert!(bodies.bodies().eq([body(5.0, 0.0, 3.0)]));
        assert!(
            Edit::Add(vec![body(f64::NAN, 0.0, 2.0)]).apply(&mut bodies).is_err()
                && bodies.len() == 1
        );
    }

    #[test]
    fn the_centre_of_mass_is_followed_between_two_copies() {
        let interaction = interaction(vec![body(-1.0, 1.0, 1.0), body(1.0, 3.0, 1.0)]);
        let system = interaction.newest.system.unwrap();
        assert_eq!((system.center, system.drift), (DVec3::ZERO, DVec3::Y * 2.0));
        assert_eq!(system.center_at(4.0), DVec3::Y * 4.0);
    }

    #[test]
    fn a_predicted_path_around_one_mass_is_a_circle() {
        let mut interaction = interaction(vec![body(0.0, 0.0, 1.0), body(1.0, 0.0, 1e-9)]);
        let system = interaction.newest.system.as_mut().unwrap();
        (system.radius, system.speed) = (1.0, 1.0);
        let throw = Throw { from: Vec3::X, to: Vec3::new(1.0, 0.25 * system.time() as f32, 0.0) };
        let path = interaction.path(throw, (0.0).into());
        assert!(path.iter().all(|point| (point.length() - 1.0).abs() < 0.01), "{:?}", path.last());
    }
}
