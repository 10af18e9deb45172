//! Hands on the running simulation: picking a body and following it, throwing bodies in, pulling at them, taking it back.
//!
//! An edit needs the whole state. It is copied without waiting (`Session::record_snapshot`), the simulation rests until the copy
//! has arrived a frame or two later, and goes on from the changed bodies.

use std::collections::VecDeque;

use glam::{DVec3, Vec2, Vec3};
use starshell::physics::initial::InitialState;
use starshell::physics::{Attraction, Body, Snapshot, Watched};
use starshell::render::Camera;

/// What the pointer does on the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Drags turn the camera, a click picks a body.
    #[default]
    Look,
    /// A drag throws a body in.
    Body,
    /// A drag throws a small cluster in.
    Cluster,
    /// Holding pulls bodies to the pointer.
    Attract,
}

/// What the camera's target goes with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Follow {
    #[default]
    Nothing,
    CenterOfMass,
    Picked,
}

impl Follow {
    /// Everything that can be followed, with its name.
    pub const ALL: [(Self, &str); 3] =
        [(Self::Nothing, "nothing"), (Self::CenterOfMass, "center-of-mass"), (Self::Picked, "picked")];
}

/// A change of the bodies.
#[derive(Clone, Debug)]
pub enum Edit {
    Add(Vec<Body>),
    /// The body of this number goes.
    Delete(u32),
    /// The body of this number becomes another.
    Replace(u32, Body),
}

impl Edit {
    /// Changes `bodies`. Whether that could be done: one body at least stays, and only a body that is there can be changed.
    pub fn apply(self, bodies: &mut Vec<Body>) -> bool {
        match self {
            Self::Add(new) => bodies.extend(new),
            Self::Delete(index) if bodies.len() > 1 && (index as usize) < bodies.len() => {
                bodies.remove(index as usize);
            }
            Self::Replace(index, body) if (index as usize) < bodies.len() => bodies[index as usize] = body,
            Self::Delete(_) | Self::Replace(..) => return false,
        }
        true
    }
}

/// What a snapshot was asked for.
#[derive(Clone, Debug)]
pub enum Purpose {
    /// To be kept, should the device be lost, and measured.
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
    /// To go on with, on another adapter.
    Reopen,
    /// To come back to: the attractor begins to pull.
    Mark,
}

/// A drag that throws bodies in: where it began and where it is, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Throw {
    pub from: Vec3,
    pub to: Vec3,
}

/// What is in the user's hands.
#[derive(Debug)]
pub struct Hands {
    pub tool: Tool,
    pub follow: Follow,
    pub picked: Option<u32>,
    /// The picked body in the newest frame that has arrived.
    pub watched: Option<Watched>,
    /// Values of the picked body that the user is changing.
    pub draft: Option<Body>,
    pub throw: Option<Throw>,
    pub attraction: Option<Attraction>,
    /// Mass of what is thrown in, as a share of all mass.
    pub mass: f64,
    /// Bodies of a cluster, and its radius as a share of the system's.
    pub cluster_count: f64,
    pub cluster_radius: f64,
    /// Strength of the attractor, in the system's typical speed a second of the user's time.
    pub strength: f64,
    /// Whether velocities are to be negated before the next step.
    pub reverses: bool,
    /// Snapshots to be asked for at the next whole step.
    pub wanted: Vec<Purpose>,
    /// What those that are on their way are for.
    pub under_way: VecDeque<Purpose>,
    /// The newest whole state.
    pub kept: Option<Kept>,
    /// The state before the last edit.
    pub undo: Option<Snapshot>,
    /// Number of the next cluster, which seeds its random numbers.
    clusters: u64,
}

impl Default for Hands {
    fn default() -> Self {
        Self {
            tool: Tool::Look,
            follow: Follow::Nothing,
            picked: None,
            watched: None,
            draft: None,
            throw: None,
            attraction: None,
            mass: 0.01,
            cluster_count: 256.0,
            cluster_radius: 0.05,
            strength: 1.0,
            reverses: false,
            wanted: Vec::new(),
            under_way: VecDeque::new(),
            kept: None,
            undo: None,
            clusters: 1,
        }
    }
}

/// A whole state, and what it is like.
#[derive(Clone, Debug)]
pub struct Kept {
    pub snapshot: std::sync::Arc<Snapshot>,
    pub mass: f64,
    pub center: DVec3,
    /// Velocity of the centre of mass.
    pub drift: DVec3,
    /// Root mean square distance from the centre, and speed.
    pub radius: f64,
    pub speed: f64,
}

impl Kept {
    /// Measures `snapshot`.
    pub fn new(snapshot: Snapshot) -> Self {
        let finite = || snapshot.bodies.iter().filter(|body| body.position.is_finite() && body.velocity.is_finite());
        let mass: f64 = finite().map(|body| body.mass).sum::<f64>();
        let share = if mass > 0.0 { 1.0 / mass } else { 0.0 };
        let center = share * finite().map(|body| body.mass * body.position).sum::<DVec3>();
        let drift = share * finite().map(|body| body.mass * body.velocity).sum::<DVec3>();
        let mean = |value: &dyn Fn(&Body) -> f64| (share * finite().map(|body| body.mass * value(body)).sum::<f64>()).sqrt();
        let radius = mean(&|body| body.position.distance_squared(center));
        let speed = mean(&|body| body.velocity.distance_squared(drift));
        Self { mass, center, drift, radius, speed, snapshot: std::sync::Arc::new(snapshot) }
    }

    /// A time in which the system changes: that in which its typical speed crosses it, or gravity would.
    pub fn time(&self) -> f64 {
        let crossing = self.radius / self.speed;
        let free_fall = (self.radius.powi(3) / self.mass.max(1e-30)).sqrt();
        let time = crossing.min(free_fall);
        if time.is_finite() && time > 0.0 { time } else { 1.0 }
    }

    /// Where the centre of mass is at `time`: it moves evenly.
    pub fn center_at(&self, time: f64) -> DVec3 {
        self.center + self.drift * (time - self.snapshot.time)
    }
}

/// Points of a predicted path, and sources whose pull it follows.
const PATH_POINTS: usize = 240;
const PATH_SOURCES: usize = 2048;

impl Hands {
    /// The velocity that a throw gives: so that in a quarter of the system's time it would go as far as the drag.
    pub fn velocity(&self, throw: Throw) -> DVec3 {
        let time = self.kept.as_ref().map_or(1.0, Kept::time);
        (throw.to - throw.from).as_dvec3() / (0.25 * time)
    }

    /// The bodies that a throw adds.
    pub fn thrown(&mut self, throw: Throw) -> Vec<Body> {
        let velocity = self.velocity(throw);
        let position = throw.from.as_dvec3();
        let all = self.kept.as_ref().map_or(1.0, |kept| kept.mass.max(1e-30));
        let mass = self.mass * all;
        if self.tool != Tool::Cluster {
            return vec![Body { position, velocity, mass, component: 0 }];
        }
        self.clusters += 1;
        let radius = self.cluster_radius * self.kept.as_ref().map_or(1.0, |kept| kept.radius.max(1e-30));
        let made =
            InitialState::named("plummer").ok().and_then(|state| state.bodies(self.cluster_count as usize, self.clusters).ok());
        let made = made.unwrap_or_default();
        let Some(typical) = (!made.is_empty()).then(|| scale_of(&made)) else { return Vec::new() };
        let (length, weight) = (radius / typical.0, mass / typical.1);
        let speed = (weight / length).sqrt();
        let place = |body: &Body| Body {
            position: position + length * body.position,
            velocity: velocity + speed * body.velocity,
            mass: weight * body.mass,
            component: 0,
        };
        made.iter().map(place).collect()
    }

    /// The path that a throw will take, in the field of the bodies as they stood when the state was last copied.
    pub fn path(&self, throw: Throw, softening: f64) -> Vec<Vec3> {
        let Some(kept) = &self.kept else { return vec![throw.from, throw.to] };
        let bodies = &kept.snapshot.bodies;
        let stride = bodies.len().div_ceil(PATH_SOURCES).max(1);
        let sources: Vec<_> = bodies.iter().step_by(stride).filter(|body| body.position.is_finite()).collect();
        let sampled: f64 = sources.iter().map(|body| body.mass).sum();
        let weight = if sampled > 0.0 { kept.mass / sampled } else { 0.0 };
        // A sample is coarser than the system: softened by a part of it, lest a chance neighbour fling the path away.
        let soft = softening.max(if stride > 1 { 0.02 * kept.radius } else { 0.0 }).max(1e-3 * kept.radius);
        let pull = |x: DVec3| -> DVec3 {
            let one = |body: &&Body| {
                let offset = body.position - x;
                weight * body.mass * offset / (offset.length_squared() + soft * soft).powf(1.5)
            };
            sources.iter().map(one).sum()
        };
        let dt = 2.0 * kept.time() / PATH_POINTS as f64;
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

    /// Lets go of everything that belongs to the bodies of one session.
    pub fn let_go(&mut self) {
        let Self { tool, mass, cluster_count, cluster_radius, strength, clusters, .. } = *self;
        *self = Self { tool, mass, cluster_count, cluster_radius, strength, clusters, ..Self::default() };
    }

    /// Whether the simulation rests until a copy of its state has arrived.
    pub fn is_waiting(&self) -> bool {
        let is_edit = |purpose: &Purpose| matches!(purpose, Purpose::Edit(_));
        self.wanted.iter().any(is_edit) || self.under_way.iter().any(is_edit)
    }
}

/// Root mean square radius and the mass of a cluster.
fn scale_of(bodies: &[Body]) -> (f64, f64) {
    let mass: f64 = bodies.iter().map(|body| body.mass).sum();
    let square: f64 = bodies.iter().map(|body| body.mass * body.position.length_squared()).sum();
    ((square / mass).sqrt().max(1e-30), mass)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(x: f64, vy: f64, mass: f64) -> Body {
        Body { position: DVec3::X * x, velocity: DVec3::Y * vy, mass, component: 0 }
    }

    fn hands(bodies: Vec<Body>) -> Hands {
        Hands { kept: Some(Kept::new(Snapshot { time: 2.0, steps: 5, bodies })), ..Hands::default() }
    }

    #[test]
    fn edits_change_what_is_there_and_never_leave_nothing() {
        let mut bodies = vec![body(0.0, 0.0, 1.0)];
        assert!(!Edit::Delete(0).apply(&mut bodies), "the last body stays");
        assert!(Edit::Add(vec![body(1.0, 0.0, 2.0)]).apply(&mut bodies));
        assert!(!Edit::Delete(2).apply(&mut bodies) && !Edit::Replace(7, body(0.0, 0.0, 1.0)).apply(&mut bodies));
        assert!(Edit::Replace(0, body(5.0, 0.0, 3.0)).apply(&mut bodies) && Edit::Delete(1).apply(&mut bodies));
        assert_eq!(bodies, [body(5.0, 0.0, 3.0)]);
    }

    #[test]
    fn the_centre_of_mass_is_followed_between_two_copies() {
        let hands = hands(vec![body(-1.0, 1.0, 1.0), body(1.0, 3.0, 1.0)]);
        let kept = hands.kept.unwrap();
        assert_eq!((kept.center, kept.drift), (DVec3::ZERO, DVec3::Y * 2.0));
        assert_eq!(kept.center_at(4.0), DVec3::Y * 4.0);
    }

    #[test]
    fn a_thrown_cluster_has_the_mass_the_place_and_the_radius_asked_for() {
        let mut hands = hands(vec![body(-1.0, 1.0, 1.0), body(1.0, -1.0, 1.0)]);
        (hands.tool, hands.mass, hands.cluster_count, hands.cluster_radius) = (Tool::Cluster, 0.1, 500.0, 0.2);
        let throw = Throw { from: Vec3::new(3.0, 4.0, 5.0), to: Vec3::new(3.5, 4.0, 5.0) };
        let cluster = hands.thrown(throw);
        let kept = Kept::new(Snapshot { time: 0.0, steps: 0, bodies: cluster.clone() });
        assert_eq!(cluster.len(), 500);
        assert!((kept.mass - 0.2).abs() < 1e-9 && (kept.radius - 0.2).abs() < 0.01, "{} {}", kept.mass, kept.radius);
        assert!(kept.center.distance(DVec3::new(3.0, 4.0, 5.0)) < 0.05);
        assert!(kept.drift.distance(hands.velocity(throw)) < 0.1 * hands.velocity(throw).length());
    }

    #[test]
    fn a_path_in_the_field_of_one_mass_is_a_circle() {
        let mut hands = hands(vec![body(0.0, 0.0, 1.0), body(1.0, 0.0, 1e-9)]);
        let kept = hands.kept.as_mut().unwrap();
        (kept.radius, kept.speed) = (1.0, 1.0);
        let throw = Throw { from: Vec3::X, to: Vec3::new(1.0, 0.25 * kept.time() as f32, 0.0) };
        let path = hands.path(throw, 0.0);
        assert!(path.iter().all(|point| (point.length() - 1.0).abs() < 0.01), "{:?}", path.last());
    }
}
