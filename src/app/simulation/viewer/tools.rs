//! What the tools throw, and how they pull.

use starshell::name::Named;
use starshell::physics::Body;
use starshell::physics::initial::InitialState;
use starshell::scene::{BodyKind, Guest, Scene};
use starshell::words;

use crate::app::commands::{Throw, Tool};
use crate::app::simulation::{interaction::Interaction, origin::component_name, stage::Stage};

/// What the tools throw, and how they pull.
#[derive(Clone, Debug)]
pub struct Tools {
    /// What a thrown body is, if not what suits the scene.
    pub kind: Option<BodyKind>,
    /// What it is called; if this is empty, as the next of its kind.
    pub name: String,
    /// Mass of what is thrown in the scene's units, if not that of its kind.
    pub mass: Option<f64>,
    /// Number of bodies in a cluster, and its radius as a fraction of the system's.
    pub cluster_count: f64,
    pub cluster_radius: f64,
    /// Strength of the attractor: change of velocity per second of real time, in units of the
    /// system's typical speed.
    pub strength: f64,
    /// Number of the next cluster, which seeds its random numbers.
    clusters: u64,
}

impl Default for Tools {
    fn default() -> Self {
        Self {
            kind: None,
            name: String::new(),
            mass: None,
            cluster_count: 256.0,
            cluster_radius: 0.05,
            strength: 1.0,
            clusters: 1,
        }
    }
}

/// Mass of a cluster, as a share of that of all bodies.
const OF_CLUSTER: f64 = 0.01;

impl Tools {
    /// What `tool` throws in: among few bodies a planet, among many a star, unless another kind is
    /// chosen; `None` for a cluster.
    pub fn kind(&self, tool: Tool, scene: &Scene) -> Option<BodyKind> {
        let usual = match scene.initial.fixed_count() {
            Some(_) => BodyKind::Planet,
            None => BodyKind::Star,
        };
        (tool != Tool::Cluster).then(|| self.kind.unwrap_or(usual))
    }

    /// The mass of what `tool` throws in, in the scene's units.
    pub fn mass(&self, tool: Tool, stage: &Stage) -> f64 {
        let (scene, all) = (stage.session.scene(), total(&stage.interaction));
        let count = stage.session.simulation().bodies().count() as usize;
        self.mass.unwrap_or_else(|| match self.kind(tool, scene) {
            Some(kind) => kind.mass(scene.units.as_ref(), all, count),
            None => OF_CLUSTER * all,
        })
    }

    /// What `tool` throws in as a guest of the scene: with a name that nothing else there has.
    pub fn guest(&self, tool: Tool, scene: &Scene) -> Guest {
        let kind = self.kind(tool, scene);
        let name = match self.name.trim() {
            "" => next_name(scene, kind),
            name if !is_taken(scene, name) => name.to_owned(),
            name => free_name(scene, |number| format!("{name} {number}"), 2),
        };
        Guest { component: scene.free_component(), name, kind }
    }

    /// The bodies that a throw adds with `tool` to those of `interaction`: of this mass, as this
    /// component.
    pub fn thrown(
        &mut self,
        tool: Tool,
        interaction: &Interaction,
        throw: Throw,
        (mass, component): (f64, u32),
    ) -> Vec<Body> {
        let velocity = interaction.velocity(throw);
        let position = throw.from.as_dvec3();
        if tool != Tool::Cluster {
            return vec![Body { position, velocity, mass, component }];
        }
        self.clusters += 1;
        let radius = self.cluster_radius
            * interaction.newest.system.as_ref().map_or(1.0, |system| system.radius.max(1e-30));
        let made = InitialState::named("plummer")
            .ok()
            .and_then(|state| state.bodies(self.cluster_count as usize, self.clusters).ok());
        let made = made.unwrap_or_default();
        let Some(typical) = (!made.is_empty()).then(|| scale_of(&made)) else { return Vec::new() };
        let (length, weight) = (radius / typical.0, mass / typical.1);
        let speed = (weight / length).sqrt();
        let place = |body: &Body| Body {
            position: position + length * body.position,
            velocity: velocity + speed * body.velocity,
            mass: weight * body.mass,
            component,
        };
        made.iter().map(place).collect()
    }
}

/// The mass of all bodies, as far as it is known.
pub fn total(interaction: &Interaction) -> f64 {
    interaction.newest.system.as_ref().map_or(1.0, |system| system.mass.max(1e-30))
}

/// What the next guest of a kind is called: "Planet 1".
pub fn next_name(scene: &Scene, kind: Option<BodyKind>) -> String {
    let key = format!("guest-{}", kind.map_or("cluster", BodyKind::name));
    free_name(scene, |number| words::text(&key, &[("number", number.to_string())]), 1)
}

/// The first of these names that nothing has, from this number on.
fn free_name(scene: &Scene, name: impl Fn(usize) -> String, first: usize) -> String {
    let last = first + scene.guests.len() + scene.initial.types().len();
    (first..last).map(&name).find(|name| !is_taken(scene, name)).unwrap_or_else(|| name(last))
}

fn is_taken(scene: &Scene, name: &str) -> bool {
    scene.guests.iter().any(|guest| guest.name == name)
        || scene.initial.types().iter().any(|other| component_name(other) == name)
}

/// Root mean square radius and mass of a cluster.
fn scale_of(bodies: &[Body]) -> (f64, f64) {
    let mass: f64 = bodies.iter().map(|body| body.mass).sum();
    let square: f64 = bodies.iter().map(|body| body.mass * body.position.length_squared()).sum();
    ((square / mass).sqrt().max(1e-30), mass)
}

#[cfg(test)]
mod tests {
    use glam::{DVec3, Vec3};
    use starshell::physics::{Precision, Snapshot, State};

    use super::*;
    use crate::app::simulation::interaction::System;

    #[test]
    fn names_are_those_of_nothing_else() {
        let mut scene = Scene::load("solar-system").unwrap();
        let (first, sun) = (next_name(&scene, Some(BodyKind::Planet)), component_name("sun"));
        let mut tools = Tools { name: sun.clone(), ..Tools::default() };
        assert_eq!(tools.kind(Tool::Body, &scene), Some(BodyKind::Planet));
        let guest = tools.guest(Tool::Body, &scene);
        assert_eq!(guest.name, format!("{sun} 2"));
        scene.welcome(guest);
        tools.name.clear();
        for _ in 0..3 {
            let guest = tools.guest(Tool::Body, &scene);
            scene.welcome(guest);
        }
        let names: Vec<_> = scene.guests.iter().map(|guest| guest.name.as_str()).collect();
        assert_eq!(names[1], first);
        assert!(names.iter().all(|name| names.iter().filter(|other| *other == name).count() == 1));
        let cluster = tools.guest(Tool::Cluster, &scene);
        assert!(cluster.kind.is_none() && !names.contains(&cluster.name.as_str()));
    }

    #[test]
    fn a_thrown_cluster_has_the_mass_the_place_and_the_radius_asked_for() {
        let mut tools = Tools { cluster_count: 500.0, cluster_radius: 0.2, ..Tools::default() };
        let body = |x: f64, vy: f64| Body {
            position: DVec3::X * x,
            velocity: DVec3::Y * vy,
            mass: 1.0,
            component: 0,
        };
        let system = |bodies: &[Body]| {
            let state = State::new(bodies, Precision::Double).unwrap();
            System::from_snapshot(Snapshot { time: 0.0, steps: 0, state })
        };
        let mut interaction = Interaction::default();
        interaction.newest.system = Some(system(&[body(-1.0, 1.0), body(1.0, -1.0)]));
        let throw = Throw { from: Vec3::new(3.0, 4.0, 5.0), to: Vec3::new(3.5, 4.0, 5.0) };
        let cluster = tools.thrown(Tool::Cluster, &interaction, throw, (0.2, 7));
        let system = system(&cluster);
        assert!(cluster.len() == 500 && cluster.iter().all(|body| body.component == 7));
        assert!(
            (system.mass - 0.2).abs() < 1e-9 && (system.radius - 0.2).abs() < 0.01,
            "{} {}",
            system.mass,
            system.radius
        );
        assert!(system.center.distance(DVec3::new(3.0, 4.0, 5.0)) < 0.05);
        assert!(
            system.drift.distance(interaction.velocity(throw))
                < 0.1 * interaction.velocity(throw).length()
        );
    }
}
