//! What the tools throw, and how they pull.

use starshell::physics::Body;
use starshell::physics::initial::InitialState;

use crate::app::commands::{Throw, Tool};
use crate::app::simulation::interaction::Interaction;

/// What the tools throw, and how they pull.
#[derive(Debug)]
pub struct Tools {
    /// Mass of what is thrown, as a fraction of the total mass.
    pub mass: f64,
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
        Self { mass: 0.01, cluster_count: 256.0, cluster_radius: 0.05, strength: 1.0, clusters: 1 }
    }
}

impl Tools {
    /// The bodies that a throw adds with `tool` to those of `interaction`.
    pub fn thrown(&mut self, tool: Tool, interaction: &Interaction, throw: Throw) -> Vec<Body> {
        let velocity = interaction.velocity(throw);
        let position = throw.from.as_dvec3();
        let all = interaction.newest.system.as_ref().map_or(1.0, |system| system.mass.max(1e-30));
        let mass = self.mass * all;
        if tool != Tool::Cluster {
            return vec![Body { position, velocity, mass, component: 0 }];
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
            component: 0,
        };
        made.iter().map(place).collect()
    }
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
    fn a_thrown_cluster_has_the_mass_the_place_and_the_radius_asked_for() {
        let mut tools =
            Tools { mass: 0.1, cluster_count: 500.0, cluster_radius: 0.2, ..Tools::default() };
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
        let cluster = tools.thrown(Tool::Cluster, &interaction, throw);
        let system = system(&cluster);
        assert_eq!(cluster.len(), 500);
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
