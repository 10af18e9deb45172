//! What the guides over the picture show of single bodies: velocities, accelerations, the centre of
//! mass, swept areas. While bodies are few, all of them are copied in every frame.

mod areas;
mod center;

use glam::DVec3;
use starshell::gpu::GpuError;
use starshell::physics::reference::{Reference, acceleration_of};
use starshell::physics::{Body, Parameters, Snapshot, Softening, Watched};
use starshell::session::{Session, Ticket};

use crate::app::shell::settings::Settings;
pub use areas::Areas;
use center::center_of_mass;

/// Most bodies that are copied in every frame.
pub const MAX: u32 = 2048;
/// Most bodies with arrows; of more, evenly spaced ones.
const ARROWS: usize = 256;
/// Most interactions that the host sums to carry a copy on to the time of the picture: two
/// milliseconds.
const CARRIED: f64 = 4e5;
/// Most bodies of which the areas of all are shown; of more, that of the selected one.
const FEW: usize = 3;

/// A body's arrows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrow {
    pub component: u32,
    pub position: DVec3,
    pub velocity: DVec3,
    pub acceleration: DVec3,
}

impl Arrow {
    fn new(bodies: &[Body], softening: Softening, index: usize) -> Self {
        let Body { position, velocity, component, .. } = bodies[index];
        Self {
            component,
            position,
            velocity,
            acceleration: acceleration_of(bodies, softening, index),
        }
    }

    /// Where the body is after `span`, nearly: copies are older than the picture by a frame or two.
    fn after(self, span: f64) -> Self {
        let way = span * self.velocity;
        // Close encounters are too short for that.
        let bend = (0.5 * span * span * self.acceleration).clamp_length_max(way.length());
        Self { position: self.position + way + bend, ..self }
    }
}

/// The newest bodies, and what is derived from them.
#[derive(Debug, Default)]
pub struct Marks {
    snapshot: Option<Snapshot>,
    bodies: Vec<Body>,
    arrows: Vec<Arrow>,
    /// The physics under which they move on.
    physics: Option<Parameters>,
    /// Speed and acceleration that most arrows have stayed below since the run began: the scale of
    /// their lengths.
    pub scales: [f64; 2],
    pub areas: Areas,
    under_way: Option<Ticket>,
    /// The components of bodies that were added by hand, which have names.
    guests: Vec<u32>,
}

impl Marks {
    /// Encodes a copy of the bodies if they are wanted and have moved.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn encode(
        &mut self,
        session: &mut Session,
        encoder: &mut wgpu::CommandEncoder,
        settings: &Settings,
    ) -> Result<(), GpuError> {
        let simulation = session.simulation();
        let scene = session.scene();
        let is_named = settings.guides.names
            && (scene.initial.fixed_count().is_some() || !scene.guests.is_empty());
        self.guests = scene.guests.iter().map(|guest| guest.component).collect();
        let is_wanted = is_named
            || settings.guides.velocities
            || settings.guides.accelerations
            || settings.guides.center_of_mass
            || settings.guides.swept_areas;
        let is_shown = |shown: &Snapshot| {
            (shown.steps, shown.state.len())
                == (simulation.steps(), simulation.bodies().count() as usize)
        };
        if !is_wanted || simulation.bodies().count() > MAX {
            self.restart();
        } else if self.under_way.is_none() && !self.snapshot.as_ref().is_some_and(is_shown) {
            self.under_way = Some(session.encode_snapshot(encoder)?);
        }
        Ok(())
    }

    /// Whether a copy is in flight.
    pub fn is_waiting(&self) -> bool {
        self.under_way.is_some()
    }

    /// Takes the copy with this ticket, if it was requested here; otherwise returns it.
    pub fn take(
        &mut self,
        ticket: Ticket,
        snapshot: Snapshot,
        physics: Parameters,
        picked: Option<u32>,
    ) -> Option<Snapshot> {
        if self.under_way != Some(ticket) {
            return Some(snapshot);
        }
        self.under_way = None;
        self.show(snapshot, physics, picked);
        None
    }

    fn show(&mut self, snapshot: Snapshot, physics: Parameters, picked: Option<u32>) {
        self.physics = Some(physics);
        self.bodies = snapshot.state.bodies().collect();
        let stride = self.bodies.len().div_ceil(ARROWS).max(1);
        let is_marked = |index: usize| {
            index.is_multiple_of(stride)
                || picked == Some(index as u32)
                || self.guests.contains(&self.bodies[index].component)
        };
        let arrow = |index: usize| Arrow::new(&self.bodies, physics.softened(), index);
        self.arrows = (0..self.bodies.len()).filter(|index| is_marked(*index)).map(arrow).collect();
        for (scale, value) in self
            .scales
            .iter_mut()
            .zip([|arrow: &Arrow| arrow.velocity, |arrow: &Arrow| arrow.acceleration])
        {
            *scale = scale.max(most(self.arrows.iter().map(|arrow| value(arrow).length())));
        }
        let swept = match picked {
            Some(index) => vec![index],
            None if self.bodies.len() <= FEW => (0..self.bodies.len() as u32).collect(),
            None => Vec::new(),
        };
        self.areas.add(snapshot.time, &self.bodies, &swept);
        self.snapshot = Some(snapshot);
    }

    /// Forgets the bodies, because others continue the run or start another.
    pub fn restart(&mut self) {
        *self = Self { guests: std::mem::take(&mut self.guests), ..Self::default() };
    }

    /// Has the bodies copied again although no step was made: something else has changed them.
    pub fn renew(&mut self) {
        (self.snapshot, self.under_way) = (None, None);
    }

    /// All bodies, in the order of the simulation; none if they are many.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// Bodies that have arrows, at the simulated time `time`.
    pub fn arrows(&self, time: f64) -> Vec<Arrow> {
        let span = self.span(time);
        self.carried(span)
            .unwrap_or_else(|| self.arrows.iter().map(move |arrow| arrow.after(span)).collect())
    }

    /// The selected body at the simulated time `time`: among all bodies, if these are copied, or from
    /// the newest frame in which it was watched.
    pub fn watched(&self, watched: &Watched, time: f64) -> Option<Arrow> {
        let Watched { index, body, acceleration, .. } = *watched;
        let is_newer = self.snapshot.as_ref().is_none_or(|copy| watched.time > copy.time);
        if !is_newer && let Some(all) = self.carried(self.span(time)) {
            return all.get(index as usize).copied();
        }
        let Body { position, velocity, component, .. } = body;
        let arrow = Arrow { component, position, velocity, acceleration };
        Some(arrow.after((time - watched.time).max(0.0)))
    }

    /// The arrows after `span`, from steps on the host, if they are few: a planet may go round
    /// several times per frame.
    fn carried(&self, span: f64) -> Option<Vec<Arrow>> {
        let physics = self.physics.filter(|physics| physics.adaptive.is_none())?;
        let steps = (span / physics.time_step).round();
        let work = steps
            * f64::from(physics.integrator.forces_per_step())
            * (self.bodies.len() as f64).powi(2);
        if !(1.0..=CARRIED).contains(&work) {
            return None;
        }
        let mut later = Reference::new(self.bodies.clone(), physics);
        later.advance(steps as u64);
        Some(
            (0..self.bodies.len())
                .map(|index| Arrow::new(later.bodies(), physics.softened(), index))
                .collect(),
        )
    }

    /// The centre of mass at the simulated time `time`.
    pub fn center(&self, time: f64) -> Option<DVec3> {
        center_of_mass(&self.bodies)
            .map(|center| center.position + self.span(time) * center.velocity)
    }

    /// The time since the copy.
    fn span(&self, time: f64) -> f64 {
        self.snapshot.as_ref().map_or(0.0, |snapshot| (time - snapshot.time).max(0.0))
    }
}

/// The value below which four fifths of these lie, or 0.
fn most(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.filter(|value| value.is_finite()).collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() * 4 / 5).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use starshell::physics::{Integrator, Precision, State};

    use super::*;

    fn body(x: f64, vy: f64, mass: f64) -> Body {
        Body { position: DVec3::X * x, velocity: DVec3::Y * vy, mass, component: 0 }
    }

    fn shown(bodies: &[Body], picked: Option<u32>) -> Marks {
        let mut marks = Marks::default();
        let state = State::new(bodies, Precision::Double).unwrap();
        // One step would reach far beyond the times below.
        marks.show(
            Snapshot { time: 0.0, steps: 0, state },
            Parameters::new(Integrator::LeapfrogKdk, 100.0, 0.0),
            picked,
        );
        marks
    }

    #[test]
    fn arrows_show_the_velocity_and_the_pull_of_the_others() {
        let marks = shown(&[body(-1.0, -0.5, 1.0), body(1.0, 1.5, 3.0)], None);
        assert_eq!(marks.center(0.0), Some(DVec3::X * 0.5));
        let [first, second] = marks.arrows(0.0).try_into().unwrap();
        assert_eq!((first.velocity, first.acceleration), (DVec3::Y * -0.5, DVec3::X * 0.75));
        assert_eq!((second.velocity, second.acceleration), (DVec3::Y * 1.5, DVec3::X * -0.25));
        assert_eq!(marks.scales, [1.5, 0.75]);
        // The picture is a little later than the copy.
        let later = marks.arrows(0.1)[0];
        assert!(
            later.position.distance(DVec3::new(-1.0 + 0.00375, -0.05, 0.0)) < 1e-12,
            "{later:?}"
        );
        assert_eq!(marks.center(1.0), Some(DVec3::new(0.5, 1.0, 0.0)));
    }

    #[test]
    fn of_many_bodies_a_sample_and_the_selected_one_have_arrows() {
        let bodies: Vec<_> = (0..1000).map(|x| body(f64::from(x), 1.0, 1.0)).collect();
        assert_eq!(shown(&bodies, None).arrows(0.0).len(), 250);
        let marks = shown(&bodies, Some(7));
        assert!(
            marks.arrows(0.0).len() == 251
                && marks.arrows(0.0).iter().any(|arrow| arrow.position.x == 7.0)
        );
    }

    #[test]
    fn few_bodies_are_where_steps_lead_them_however_long_a_frame_is() {
        // Two turns of a circular orbit of period 2π/√2 per unit of mass and distance.
        let bodies = [body(-0.5, -0.5_f64.sqrt(), 1.0), body(0.5, 0.5_f64.sqrt(), 1.0)];
        let state = State::new(&bodies, Precision::Double).unwrap();
        let mut marks = Marks::default();
        marks.show(
            Snapshot { time: 0.0, steps: 0, state },
            Parameters::new(Integrator::Pefrl, 0.01, 0.0),
            None,
        );
        let period = std::f64::consts::TAU / 2.0_f64.sqrt();
        for (turns, x) in [(2.0, -0.5), (2.5, 0.5)] {
            let found = marks.arrows(turns * period)[0].position;
            assert!(found.distance(DVec3::X * x) < 0.01, "{found} after {turns} turns");
        }
    }
}
