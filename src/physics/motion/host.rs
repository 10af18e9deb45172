//! Whole steps by the processor, in double precision, of bodies in GPU memory.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::adaptive::Settings;
use super::composition::bind_rest;
use super::scheme::{Act, Scheme, Update};
use crate::gpu::{Gpu, GpuError};
use crate::physics::host::{Deputy, Stop, System};
use crate::physics::{Bodies, ForcePass, Member, Parameters, State};

/// An integrator whose steps the processor makes: the adapter only sums forces that are asked for
/// apart from steps.
#[derive(Debug)]
pub(super) struct HostScheme;

impl Scheme for HostScheme {
    fn bind(
        &self,
        gpu: &Gpu,
        bodies: &Bodies,
        gravity: &ForcePass,
        settings: &mut Settings,
    ) -> Result<Vec<Update>, GpuError> {
        Ok(vec![bind_rest(gpu, bodies, gravity, settings)?])
    }

    fn acts(&self, steps: u32, is_current: &mut bool) -> Vec<Act> {
        if steps == 0 {
            return Vec::new();
        }
        *is_current = false;
        vec![Act::Host(steps)]
    }
}

/// The way of the bodies to the host and back.
#[derive(Debug)]
pub(super) struct HostSteps {
    gpu: Gpu,
    bodies: Bodies,
    parameters: Parameters,
    /// Who sums the accelerations, if not the threads that make the steps.
    deputy: Option<Deputy>,
}

impl HostSteps {
    pub(super) fn new(
        gpu: &Gpu,
        bodies: &Bodies,
        parameters: &Parameters,
        member: Option<&Arc<dyn Member>>,
    ) -> Self {
        let deputy = Deputy::new(gpu, member, parameters.softened(), bodies.count());
        Self { gpu: gpu.clone(), bodies: bodies.clone(), parameters: *parameters, deputy }
    }

    /// Whether the threads that make the steps also sum the accelerations.
    pub(super) fn is_alone(&self) -> bool {
        self.deputy.is_none()
    }

    /// Has the accelerations summed as in a step, and does not use them.
    pub(super) fn rehearse(&self) -> Result<(), GpuError> {
        let Some(deputy) = &self.deputy else { return Ok(()) };
        let bodies: Vec<_> = self.bodies.state(&self.gpu)?.bodies().collect();
        deputy.rehearse(&System::new(&bodies, self.parameters.softened())).map_err(failure)
    }

    /// Submits `encoder` and then makes `steps` steps, each rounded to the precision of the rows,
    /// so that the bits do not depend on how many are made at once. Returns how long they took, and
    /// the states that `points` are to be kept of. Once `stop` is set, it ends early and writes
    /// nothing.
    pub(super) fn make(
        &self,
        encoder: wgpu::CommandEncoder,
        steps: u32,
        points: Points,
        stop: &AtomicBool,
    ) -> Result<Made, GpuError> {
        self.gpu.submit(encoder);
        let state = self.bodies.state(&self.gpu)?;
        let begin = Instant::now();
        let Parameters { integrator, time_step, precision, external, .. } = self.parameters;
        let slowdown = self.parameters.slowdown();
        let mut bodies: Vec<_> = state.bodies().collect();
        let mut system = System::new(&bodies, self.parameters.softened()).within(external);
        let mut kept = Vec::new();
        for made in 1..=steps {
            match system.step(integrator, time_step, self.deputy.as_ref(), stop) {
                Ok(_) => {}
                Err(Stop::CalledOff) => return Ok(Made::default()),
                Err(stop) => return Err(failure(stop)),
            }
            system
                .velocity
                .iter_mut()
                .for_each(|velocity| *velocity = precision.rounded(*velocity * slowdown));
            system
                .position
                .iter_mut()
                .for_each(|position| *position = precision.rounded(*position));
            let steps_then = points.begun + u64::from(made);
            if made < steps
                && points.every.is_some_and(|every| steps_then.is_multiple_of(every.get()))
            {
                system.place(&mut bodies);
                kept.push((steps_then, State::rounded(&bodies, precision)));
            }
        }
        system.place(&mut bodies);
        self.bodies.upload(&self.gpu, &State::rounded(&bodies, precision))?;
        Ok(Made { time: begin.elapsed(), points: kept })
    }
}

/// Why there is no next step, as an error.
fn failure(stop: Stop) -> GpuError {
    match stop {
        Stop::Sums(error) => error,
        Stop::Collision { .. } | Stop::CalledOff => GpuError::Member(stop.to_string()),
    }
}

/// The steps of a batch, except its last, whose states are kept for trails.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::physics) struct Points {
    /// Steps since the start of the run before the batch.
    pub(in crate::physics) begun: u64,
    /// Every so many steps since the start of the run; `None` for none.
    pub(in crate::physics) every: Option<NonZeroU64>,
}

/// What came of a batch.
#[derive(Debug, Default)]
pub(super) struct Made {
    /// The time that its steps took.
    pub(super) time: Duration,
    /// States that were kept, with the steps since the start of the run.
    pub(super) points: Vec<(u64, State)>,
}
