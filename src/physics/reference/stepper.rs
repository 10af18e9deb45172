//! A simulation on the host: every integrator, in fixed steps.

use std::borrow::Cow;
use std::sync::atomic::AtomicBool;

use glam::DVec3;

use super::{accelerations, accelerations_and_jerks};
use crate::physics::host::System;
use crate::physics::{Body, Integrator, Operation, Parameters, Precision};

/// Bodies and the method that moves them, in double precision.
///
/// ```
/// use glam::DVec3;
/// use starshell::physics::{Body, Integrator, Parameters, reference::Reference};
///
/// let body = |x: f64| Body { position: DVec3::X * x, velocity: DVec3::Y * x, mass: 0.5, component: 0 };
/// let parameters = Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.0);
/// let mut circle = Reference::new(vec![body(-0.5), body(0.5)], parameters);
/// circle.advance(314);
/// assert!((circle.bodies()[0].position.x - 0.5).abs() < 1e-3); // half an orbit
/// ```
#[derive(Clone, Debug)]
pub struct Reference {
    bodies: Vec<Body>,
    parameters: Parameters,
    /// Time and steps since which the steps have this length.
    since: (f64, u64),
    steps: u64,
    evaluations: u64,
    /// For compositions, the accelerations at the current positions, until a drift changes them;
    /// for Hermite, those of the last prediction.
    accelerations: Option<Vec<DVec3>>,
    /// Hermite's jerks at the last prediction.
    jerks: Vec<DVec3>,
    /// The precision to which everything stored is rounded.
    rounding: Precision,
}

impl Reference {
    /// `bodies` at time 0, to be advanced according to `parameters`. Nothing is validated: a
    /// negative time step runs backward.
    pub fn new(bodies: Vec<Body>, parameters: Parameters) -> Self {
        let rounding = Precision::Double;
        let since = (0.0, 0);
        Self {
            bodies,
            parameters,
            since,
            steps: 0,
            evaluations: 0,
            accelerations: None,
            jerks: Vec::new(),
            rounding,
        }
    }

    /// Creates a run whose positions, velocities and accelerations are rounded as the precision of
    /// `parameters` stores them, to find out what rounding does to a run. Sums are still in double
    /// precision.
    pub fn rounded(bodies: Vec<Body>, parameters: Parameters) -> Self {
        let mut run = Self { rounding: parameters.precision, ..Self::new(bodies, parameters) };
        run.round();
        run
    }

    /// The bodies as they are now.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Time since the start.
    pub fn time(&self) -> f64 {
        self.since.0 + (self.steps - self.since.1) as f64 * self.parameters.time_step
    }

    /// Steps since the start.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// How often the accelerations of all bodies were evaluated.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Changes the length of the steps from the next one on, as adaptive steps do.
    pub fn set_time_step(&mut self, time_step: f64) {
        self.since = (self.time(), self.steps);
        self.parameters.time_step = time_step;
    }

    /// Advances by `count` steps.
    pub fn advance(&mut self, count: u64) {
        for _ in 0..count {
            self.step();
        }
    }

    /// Advances by one step.
    pub fn step(&mut self) {
        match self.parameters.integrator.composition() {
            Some(operations) => self.compose(operations),
            None => match self.parameters.integrator {
                Integrator::RungeKutta4 => self.runge_kutta_4(),
                Integrator::Hermite4 => self.hermite_4(),
                _ => self.whole(),
            },
        }
        self.round();
        self.steps += 1;
    }

    /// One step of a symplectic composition, operation by operation.
    fn compose(&mut self, operations: &[Operation]) {
        for &operation in operations {
            match operation {
                Operation::Kick(coefficient) => {
                    let accelerations =
                        self.accelerations.take().unwrap_or_else(|| self.evaluate());
                    for (body, &acceleration) in self.bodies.iter_mut().zip(&accelerations) {
                        body.velocity += acceleration * (coefficient * self.parameters.time_step);
                    }
                    self.round();
                    self.accelerations = Some(accelerations);
                }
                Operation::Drift(coefficient) => {
                    for body in &mut self.bodies {
                        body.position += body.velocity * (coefficient * self.parameters.time_step);
                    }
                    self.round();
                    self.accelerations = None;
                }
                Operation::Damp => self.damp(),
            }
        }
    }

    /// Classical Runge-Kutta for the pair x' = v, v' = a(x): weights 1, 2, 2, 1 (Hairer, Nørsett &
    /// Wanner, Solving ODEs I, table II.1.2).
    fn runge_kutta_4(&mut self) {
        let time_step = self.parameters.time_step;
        let start = self.bodies.clone();
        let mut position_sums = vec![DVec3::ZERO; start.len()];
        let mut velocity_sums = position_sums.clone();
        // Each stage: its weight, and how far along its slopes the next stage lies.
        for (weight, reach) in [(1.0, 0.5), (2.0, 0.5), (2.0, 1.0), (1.0, 0.0)] {
            let accelerations = self.evaluate();
            for (index, &acceleration) in accelerations.iter().enumerate() {
                let body = &mut self.bodies[index];
                position_sums[index] += body.velocity * weight;
                velocity_sums[index] += acceleration * weight;
                body.position = start[index].position + body.velocity * (reach * time_step);
                body.velocity = start[index].velocity + acceleration * (reach * time_step);
            }
        }
        for (index, body) in self.bodies.iter_mut().enumerate() {
            body.position = start[index].position + position_sums[index] * (time_step / 6.0);
            body.velocity = start[index].velocity + velocity_sums[index] * (time_step / 6.0);
        }
        self.damp();
    }

    /// Hermite's scheme (Makino & Aarseth, PASJ 44 (1992) 141, section 2) as predict, evaluate
    /// once, correct (PEC): the next step starts from the acceleration and jerk of the predicted
    /// state.
    fn hermite_4(&mut self) {
        let dt = self.parameters.time_step;
        let accelerations_0 = match self.accelerations.take() {
            Some(accelerations) => accelerations,
            None => self.evaluate_with_jerks(),
        };
        let jerks_0 = std::mem::take(&mut self.jerks);
        let start = self.bodies.clone();
        for (index, body) in self.bodies.iter_mut().enumerate() {
            let (acceleration, jerk) = (accelerations_0[index], jerks_0[index]);
            body.position +=
                body.velocity * dt + acceleration * (dt * dt / 2.0) + jerk * (dt * dt * dt / 6.0);
            body.velocity += acceleration * dt + jerk * (dt * dt / 2.0);
        }
        let accelerations_1 = self.evaluate_with_jerks();
        for (index, body) in self.bodies.iter_mut().enumerate() {
            let (a0, j0) = (accelerations_0[index], jerks_0[index]);
            let (a1, j1) = (accelerations_1[index], self.jerks[index]);
            let Body { position: x0, velocity: v0, .. } = start[index];
            body.velocity = v0 + (a0 + a1) * (dt / 2.0) + (j0 - j1) * (dt * dt / 12.0);
            body.position = x0 + (v0 + body.velocity) * (dt / 2.0) + (a0 - a1) * (dt * dt / 12.0);
        }
        self.accelerations = Some(accelerations_1);
        self.damp();
    }

    /// One step as the processor makes it for runs, too. Bodies that collide stay where they are.
    fn whole(&mut self) {
        let Parameters { external, .. } = self.parameters;
        let mut system = System::new(&self.bodies, self.parameters.softened()).within(external);
        let made = system.step(
            self.parameters.integrator,
            self.parameters.time_step,
            None,
            &AtomicBool::new(false),
        );
        self.evaluations += made.unwrap_or_default();
        system.place(&mut self.bodies);
        self.damp();
    }

    fn damp(&mut self) {
        for body in &mut self.bodies {
            body.velocity *= self.parameters.slowdown();
        }
    }

    /// Rounds positions and velocities to the precision of the run.
    fn round(&mut self) {
        if self.rounding != Precision::Double {
            for body in &mut self.bodies {
                body.position = self.rounding.rounded(body.position);
                body.velocity = self.rounding.rounded(body.velocity);
            }
        }
    }

    /// The bodies as forces see them: only double precision has forces beyond single precision.
    fn seen(&self) -> Cow<'_, [Body]> {
        let single =
            |body: &Body| Body { position: Precision::Single.rounded(body.position), ..*body };
        match self.rounding {
            Precision::Pair => self.bodies.iter().map(single).collect(),
            Precision::Single | Precision::Double => Cow::Borrowed(&self.bodies),
        }
    }

    /// Accelerations or jerks as they are stored.
    fn stored(&self, mut vectors: Vec<DVec3>) -> Vec<DVec3> {
        if self.rounding != Precision::Double {
            vectors.iter_mut().for_each(|vector| *vector = Precision::Single.rounded(*vector));
        }
        vectors
    }

    fn evaluate(&mut self) -> Vec<DVec3> {
        self.evaluations += 1;
        let Parameters { softening, external, .. } = self.parameters;
        let bodies = self.seen();
        let mut accelerations = accelerations(&bodies, self.parameters.softened());
        for (acceleration, body) in accelerations.iter_mut().zip(bodies.iter()) {
            *acceleration += external.at(body.position, softening).0;
        }
        self.stored(accelerations)
    }

    /// Stores the jerks and returns the accelerations.
    fn evaluate_with_jerks(&mut self) -> Vec<DVec3> {
        self.evaluations += 1;
        let (accelerations, jerks) =
            accelerations_and_jerks(&self.seen(), self.parameters.softened());
        self.jerks = self.stored(jerks);
        self.stored(accelerations)
    }
}
