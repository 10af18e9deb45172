//! What computes the forces of a session: the adapter or the processor.

use std::f64::consts::PI;
use std::sync::Arc;
use std::time::{Duration, Instant};

use glam::DVec3;

use crate::cpu::Processor;
use crate::gpu::Gpu;
use crate::named;
use crate::physics::{Body, Gravity, Integrator, Member, Parameters, Precision, Simulation, SimulationError};

named! {
    /// What computes the forces of a run. Bodies are moved, measured and drawn by the adapter in any case.
    #[derive(Default)]
    pub enum Members: "member" {
        /// Whichever is faster: on a software adapter often the processor, as measured once for each kind of forces; otherwise the adapter.
        #[default]
        Auto = "auto",
        /// The adapter.
        Gpu = "gpu",
        /// The processor, on all cores.
        Processor = "processor",
    }
}

/// Minimum number of bodies for which `auto` considers the processor. With fewer, the exchange takes as long as the sum.
const MIN_BODIES: u32 = 1024;
/// Maximum number of bodies for a measurement. With more, both take longer by the same factor.
const MAX_MEASURED: u32 = 4096;
/// Minimum time of a measurement, after the first steps.
const MEASURED: Duration = Duration::from_millis(20);

/// What was measured for one kind of forces.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct MemberTimes {
    kind: Kind,
    /// Number of bodies.
    pub count: u32,
    /// Milliseconds per step on the adapter.
    pub adapter: f64,
    /// Milliseconds per step on the processor.
    pub processor: f64,
}

/// A kind of forces, each of which takes its own time.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Kind {
    is_tree: bool,
    has_jerks: bool,
    is_double: bool,
}

impl Kind {
    fn of(gpu: &Gpu, physics: &Parameters, count: u32) -> Self {
        Self {
            is_tree: matches!(physics.gravity_of(gpu, count), Gravity::Tree(_)),
            has_jerks: physics.integrator == Integrator::Hermite4,
            is_double: physics.precision == Precision::Double,
        }
    }
}

impl MemberTimes {
    /// The name under which the GPU keeps the measurements, a list.
    pub const NAME: &'static str = "members";

    /// What was measured for forces like those of `count` bodies with these parameters.
    pub fn of(gpu: &Gpu, physics: &Parameters, count: usize) -> Option<Self> {
        let (kind, count) = measured(gpu, physics, count)?;
        gpu.recall::<Vec<Self>>(Self::NAME)?.into_iter().find(|row| (row.kind, row.count) == (kind, count))
    }

    /// Measures them, and remembers the result if it can be stored. `None` if there is nothing to choose.
    ///
    /// # Errors
    /// [`SimulationError`] if the adapter cannot run them.
    pub fn measure(
        gpu: &Gpu,
        processor: &Arc<Processor>,
        physics: &Parameters,
        count: usize,
    ) -> Result<Option<Self>, SimulationError> {
        let Some((kind, count)) = measured(gpu, physics, count) else { return Ok(None) };
        let bodies = ball(count);
        let adapter = milliseconds(gpu, &bodies, physics, None)?;
        let processor = milliseconds(gpu, &bodies, physics, Some(Arc::clone(processor) as Arc<dyn Member>))?;
        let row = Self { kind, count, adapter, processor };
        let mut rows: Vec<Self> = gpu.recall(Self::NAME).unwrap_or_default();
        rows.retain(|other| (other.kind, other.count) != (kind, count));
        rows.push(row.clone());
        // If it cannot be stored, it is measured again the next time.
        let _ = gpu.remember(Self::NAME, &rows);
        Ok(Some(row))
    }

    /// The faster of the two.
    pub fn fastest(&self) -> Members {
        if self.processor < self.adapter { Members::Processor } else { Members::Gpu }
    }
}

/// The kind of forces and the number of bodies to measure for `count` bodies; `None` if there is nothing to choose.
fn measured(gpu: &Gpu, physics: &Parameters, count: usize) -> Option<(Kind, u32)> {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    let is_open = gpu.is_software() && count >= MIN_BODIES;
    is_open.then(|| (Kind::of(gpu, physics, count), (1 << count.ilog2()).min(MAX_MEASURED)))
}

/// Bodies at rest, spread evenly over a ball.
fn ball(count: u32) -> Vec<Body> {
    let body = |index: u32| {
        let share = (f64::from(index) + 0.5) / f64::from(count);
        let (height, turn) = (1.0 - 2.0 * (share * 1e3).fract(), f64::from(index) * PI * (3.0 - 5.0_f64.sqrt()));
        let (sine, cosine) = libm::sincos(turn);
        let ring = (1.0 - height * height).sqrt();
        let position = DVec3::new(ring * cosine, ring * sine, height) * share.cbrt();
        Body { position, velocity: DVec3::ZERO, mass: 1.0 / f64::from(count), component: 0 }
    };
    (0..count).map(body).collect()
}

/// Milliseconds per step, once everything is compiled.
fn milliseconds(
    gpu: &Gpu,
    bodies: &[Body],
    physics: &Parameters,
    member: Option<Arc<dyn Member>>,
) -> Result<f64, SimulationError> {
    let parameters = Parameters { adaptive: None, time_step: 1e-3, softening: 0.05, ..*physics };
    let mut simulation = Simulation::new(gpu, bodies, parameters)?;
    simulation.set_member(member)?;
    simulation.advance(2)?;
    let mut steps = 1;
    loop {
        let begin = Instant::now();
        simulation.advance(steps)?;
        let time = begin.elapsed();
        if time > MEASURED {
            return Ok(time.as_secs_f64() * 1e3 / f64::from(steps));
        }
        steps *= 2;
    }
}

impl Members {
    /// The adapter or the processor, for `count` bodies with these parameters. If it has not been measured which of them is faster, the
    /// processor is presumed to be wherever there is a choice.
    #[must_use]
    pub fn resolved(self, gpu: &Gpu, physics: &Parameters, count: usize) -> Self {
        match self {
            Self::Auto if measured(gpu, physics, count).is_none() => Self::Gpu,
            Self::Auto => MemberTimes::of(gpu, physics, count).map_or(Self::Processor, |row| row.fastest()),
            other => other,
        }
    }
}
