//! The acts of an integrator, bound to a set of bodies and recorded.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::adaptive::{Chooser, Settings, StepState};
use super::host::HostSteps;
use super::scheme::{Act, Leaps, Scheme, Update};
use crate::gpu::{Bound, Buffer, Gpu, GpuError};
use crate::physics::members::{Exchange, Member, Pull};
use crate::physics::{Bodies, External, ForcePass, Integrator, Output, Parameters, Precision};

/// What a run has beside its bodies and parameters.
#[derive(Clone, Debug, Default)]
pub(in crate::physics) struct Extras {
    /// An external acceleration.
    pub external: Option<External>,
    /// Who computes the forces, if not the adapter.
    pub member: Option<Arc<dyn Member>>,
}

impl Extras {
    /// Whether anything pulls besides the bodies.
    pub(super) fn has_external(&self, parameters: &Parameters) -> bool {
        self.external.is_some() || parameters.external.is_some()
    }
}

/// A force pass and an integrator's updates, bound to a set of bodies.
#[derive(Debug)]
pub(super) struct Acts {
    pub(super) gravity: ForcePass,
    pub(super) updates: Vec<Update>,
    pub(super) leaps: Option<Leaps>,
    pub(super) extras: Extras,
    /// Add the caller's force and the field of the parameters.
    external: Vec<Bound>,
    /// The way to the member and back, if there is one.
    exchange: Option<Mutex<Exchange>>,
    /// The steps that the processor makes, if it makes them.
    pub(super) host: Option<HostSteps>,
    /// Updates the sources of the forces.
    sources: Vec<Bound>,
    /// Rounds the visible state.
    rounding: Vec<Bound>,
    /// Chooses the steps, if they are adaptive.
    pub(super) chooser: Option<Chooser>,
    pub(super) state: Option<Buffer<StepState>>,
    parameters: Parameters,
    count: u32,
}

/// What a member computes for a run.
pub(super) fn pull_of(gpu: &Gpu, parameters: &Parameters, bodies: &Bodies) -> Pull {
    let output = if parameters.integrator == Integrator::Hermite4 {
        Output::Jerk
    } else {
        Output::Acceleration
    };
    let gravity = parameters.gravity_of(gpu, bodies.count());
    Pull { gravity, softening: parameters.softened(), output, mass: bodies.mass, pairs: None }
}

impl Acts {
    /// The acts for `bodies`, whose visible state is in `seen`.
    pub(super) fn new(
        gpu: &Gpu,
        [bodies, seen]: [&Bodies; 2],
        gravity: ForcePass,
        scheme: &dyn Scheme,
        parameters: &Parameters,
        state: Option<Buffer<StepState>>,
        extras: &Extras,
    ) -> Result<Self, GpuError> {
        let mut settings = Settings::new(gpu, state.is_some())?;
        let updates = scheme.bind(gpu, bodies, &gravity, &mut settings)?;
        let chooser = settings.chooser(bodies, &gravity, parameters, state.as_ref())?;
        let mut sources = Vec::new();
        if bodies.precision() == Precision::Pair {
            sources = bodies.bind_rounding(gpu)?;
            // Only the jerk and external forces need velocities.
            sources.truncate(
                if gravity.partial_jerk().is_some() || extras.has_external(parameters) {
                    2
                } else {
                    1
                },
            );
        }
        let Parameters { external, softening, .. } = parameters;
        let field = external
            .is_some()
            .then(|| External::of_scene(gpu, external, *softening))
            .transpose()?;
        let external = extras.external.iter().chain(&field);
        let external = external.map(|external| external.bind(gpu, bodies, &gravity));
        let external = external.collect::<Result<_, _>>()?;
        let make = |_: &Arc<dyn Member>| {
            Exchange::new(gpu, bodies, &gravity, pull_of(gpu, parameters, bodies))
        };
        let exchange = extras.member.as_ref().map(make).transpose()?.map(Mutex::new);
        let host = parameters
            .integrator
            .is_hosted()
            .then(|| HostSteps::new(gpu, bodies, parameters, extras.member.as_ref()));
        let (rounding, parameters, count) = (seen.bind_rounding(gpu)?, *parameters, bodies.count());
        let (leaps, extras) = (None, extras.clone());
        Ok(Self {
            gravity,
            updates,
            leaps,
            extras,
            external,
            exchange,
            host,
            sources,
            rounding,
            chooser,
            state,
            parameters,
            count,
        })
    }

    /// Prepares these acts for `bodies`, with a separate state; `seen` holds the visible state.
    pub(super) fn of(
        &self,
        gpu: &Gpu,
        bodies: &Bodies,
        seen: &Bodies,
        scheme: &dyn Scheme,
    ) -> Result<Self, GpuError> {
        let state = self.state.as_ref().map(|_| gpu.storage("shadow/step_state", 1)).transpose()?;
        Self::new(
            gpu,
            [bodies, seen],
            self.gravity.for_bodies(bodies)?,
            scheme,
            &self.parameters,
            state,
            &self.extras,
        )
    }

    pub(super) fn encode(&self, pass: &mut wgpu::ComputePass, act: Act) {
        match act {
            Act::Forces => {
                self.encode_sources(pass);
                self.gravity.encode(pass);
                self.encode_external(pass);
            }
            Act::Update(index) | Act::Steps(index, _) => {
                let update = &self.updates[index];
                update.bound.dispatch_threads(pass, update.threads);
            }
            // Between submissions.
            Act::Host(_) => {}
            Act::Largest => self
                .chooser
                .iter()
                .for_each(|chooser| chooser.largest.dispatch_threads(pass, self.count)),
            Act::Choose => {
                self.chooser.iter().for_each(|chooser| chooser.choose.dispatch(pass, [1; 3]))
            }
            Act::Round => self
                .rounding
                .iter()
                .for_each(|rounding| rounding.dispatch_threads(pass, self.count)),
        }
    }

    /// Encodes all `acts`. A force pass and the update after it become one dispatch if possible;
    /// the arithmetic is the same.
    pub(super) fn encode_all(&self, pass: &mut wgpu::ComputePass, mut acts: &[Act]) {
        while let [act, rest @ ..] = acts {
            if let (
                Some(leaps),
                [Act::Forces, Act::Update(there), Act::Forces, Act::Update(back), rest @ ..],
            ) = (&self.leaps, acts)
                && *there > 0
                && *back > 0
            {
                leaps.there[*there - 1].encode(pass);
                leaps.back[*back - 1].encode(pass);
                acts = rest;
            } else {
                self.encode(pass, *act);
                acts = rest;
            }
        }
    }

    /// Encodes what must precede the first unit of a force pass.
    pub(super) fn encode_sources(&self, pass: &mut wgpu::ComputePass) {
        self.sources.iter().for_each(|rounding| rounding.dispatch_threads(pass, self.count));
    }

    /// Encodes what must follow the last unit of a force pass.
    pub(super) fn encode_external(&self, pass: &mut wgpu::ComputePass) {
        self.external.iter().for_each(|external| external.dispatch_threads(pass, self.count));
    }

    /// Submits `encoder` with a copy of the bodies, lets the member sum the forces, and writes the
    /// sums to the rows of the pass. Returns how long the bodies took to arrive.
    pub(super) fn pull(
        &self,
        mut encoder: wgpu::CommandEncoder,
        stop: &AtomicBool,
    ) -> Result<Duration, GpuError> {
        let (Some(exchange), Some(member)) = (&self.exchange, &self.extras.member) else {
            return Ok(Duration::ZERO);
        };
        let mut exchange = exchange.lock().unwrap_or_else(PoisonError::into_inner);
        exchange.encode(&mut encoder)?;
        let begin = Instant::now();
        exchange.receive(encoder, &**member)?;
        let waited = begin.elapsed();
        exchange.compute(&**member, stop)?;
        Ok(waited)
    }

    /// Number of force passes in `acts`.
    pub(super) fn forces(&self, acts: &[Act]) -> f64 {
        let forces_per_step = self.parameters.integrator.forces_per_step();
        let forces = |act: &Act| match act {
            Act::Forces => 1.0,
            Act::Update(_) | Act::Round | Act::Largest | Act::Choose => 0.0,
            Act::Steps(_, steps) | Act::Host(steps) => f64::from(*steps * forces_per_step),
        };
        acts.iter().map(forces).sum()
    }
}
