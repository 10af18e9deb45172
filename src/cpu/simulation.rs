//! A simulation on the CPU.

use std::num::NonZero;
use std::thread;

use glam::DVec3;

use super::arrays::{Arrays, row};
use super::structs::{self, Particle, double};
use super::{Formulation, InstructionSet, Softening};
use crate::name::Named;
use crate::physics::{Body, Integrator, Operation, ParameterError, Parameters};

/// Why a simulation on the CPU cannot be created.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CpuError {
    /// A parameter is out of range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// No bodies.
    #[error("there are no bodies to simulate: the count must be 1 or more")]
    NoBodies,
    /// The integrator is not a composition of kicks and drifts.
    #[error("{} does not run on the CPU: use leapfrog-kdk or another integrator made of kicks and drifts", .0.name())]
    Integrator(Integrator),
    /// The system refused to start threads.
    #[error("no threads can be started ({0})")]
    Threads(String),
}

/// Which parts of the CPU to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hardware {
    /// Instruction set of the SIMD formulations. If the CPU lacks it, the portable one is used.
    pub instruction_set: InstructionSet,
    /// Threads of [`Formulation::SimdThreaded`], 1 or more.
    pub threads: usize,
}

impl Hardware {
    /// The fastest instruction set, and one thread per core.
    pub fn best() -> Self {
        Self { instruction_set: InstructionSet::best(), threads: thread::available_parallelism().map_or(1, NonZero::get) }
    }
}

/// Bodies in single precision, laid out as a [`Formulation`] needs them and moved by the same kicks and drifts as on the GPU.
///
/// ```
/// use glam::DVec3;
/// use starshell::cpu::{CpuSimulation, Formulation, Hardware};
/// use starshell::physics::{Body, Integrator, Parameters};
///
/// let body = |x: f64| Body { position: DVec3::X * x, velocity: DVec3::Y * x, mass: 0.5, component: 0 };
/// let parameters = Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.0);
/// let mut circle = CpuSimulation::new(&[body(-0.5), body(0.5)], parameters, Formulation::Simd, Hardware::best())?;
/// circle.advance(314);
/// assert!((circle.bodies()[0].position.x - 0.5).abs() < 1e-3); // half an orbit
/// # Ok::<(), starshell::cpu::CpuError>(())
/// ```
#[derive(Debug)]
pub struct CpuSimulation {
    bodies: Layout,
    parameters: Parameters,
    composition: &'static [Operation],
    formulation: Formulation,
    hardware: Hardware,
    pool: Option<rayon::ThreadPool>,
    /// Whether the accelerations belong to the current positions.
    has_forces: bool,
    steps: u64,
}

#[derive(Debug)]
enum Layout {
    Structs(Vec<Particle>),
    Arrays(Box<Arrays>),
}

impl CpuSimulation {
    /// Rounds `bodies` to single precision and prepares to move them.
    ///
    /// # Errors
    /// [`CpuError`] if a parameter is out of range, the integrator is not a symplectic composition, there are no bodies, or
    /// threads cannot be started.
    pub fn new(bodies: &[Body], parameters: Parameters, formulation: Formulation, hardware: Hardware) -> Result<Self, CpuError> {
        parameters.validate()?;
        if bodies.is_empty() {
            return Err(CpuError::NoBodies);
        }
        let composition = parameters.integrator.composition().ok_or(CpuError::Integrator(parameters.integrator))?;
        // The threads live as long as the simulation: starting them would take longer than a step of a thousand bodies.
        let pool = match formulation {
            Formulation::SimdThreaded if hardware.threads > 1 => {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(hardware.threads).build();
                Some(pool.map_err(|error| CpuError::Threads(error.to_string()))?)
            }
            _ => None,
        };
        let bodies = match formulation {
            Formulation::AosSerial => Layout::Structs(bodies.iter().map(Particle::new).collect()),
            _ => Layout::Arrays(Box::new(Arrays::new(bodies))),
        };
        Ok(Self { bodies, parameters, composition, formulation, hardware, pool, has_forces: false, steps: 0 })
    }

    /// Advances by `steps` whole steps. Dividing a run into several calls gives the same result.
    pub fn advance(&mut self, steps: u32) {
        let Parameters { time_step, damping, .. } = self.parameters;
        for _ in 0..steps {
            for &operation in self.composition {
                match operation {
                    Operation::Kick(coefficient) => {
                        self.evaluate();
                        let time = (coefficient * time_step) as f32;
                        self.bodies.each(|_, velocity, acceleration| *velocity += acceleration * time);
                    }
                    Operation::Drift(coefficient) => {
                        let time = (coefficient * time_step) as f32;
                        self.bodies.each(|position, velocity, _| *position += *velocity * time);
                        self.has_forces = false;
                    }
                    Operation::Damp => self.bodies.each(|_, velocity, _| *velocity *= damping as f32),
                }
            }
            self.steps += 1;
        }
    }

    /// Computes the accelerations at the current positions, unless they are known.
    fn evaluate(&mut self) {
        if std::mem::replace(&mut self.has_forces, true) {
            return;
        }
        let softening = Softening::new(self.parameters.softening);
        match &mut self.bodies {
            Layout::Structs(particles) => structs::accelerate(particles, softening),
            Layout::Arrays(arrays) => match self.formulation {
                Formulation::AosSerial | Formulation::SoaSerial => arrays.accelerate(softening),
                Formulation::SymmetricSerial => arrays.accelerate_pairs(softening),
                Formulation::Simd | Formulation::SimdThreaded => {
                    arrays.accelerate_in_vectors(softening, self.hardware.instruction_set, self.pool.as_ref());
                }
            },
        }
    }

    /// The bodies as they are now, without rounding.
    pub fn bodies(&self) -> Vec<Body> {
        match &self.bodies {
            Layout::Structs(particles) => particles.iter().map(Particle::body).collect(),
            Layout::Arrays(arrays) => (0..arrays.mass.len()).map(|index| arrays.body(index)).collect(),
        }
    }

    /// Accelerations of all bodies at their current positions.
    pub fn accelerations(&mut self) -> Vec<DVec3> {
        self.evaluate();
        match &self.bodies {
            Layout::Structs(particles) => particles.iter().map(|particle| double(particle.acceleration)).collect(),
            Layout::Arrays(arrays) => (0..arrays.mass.len()).map(|index| double(row(&arrays.acceleration, index))).collect(),
        }
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// How the forces are summed up.
    pub fn formulation(&self) -> Formulation {
        self.formulation
    }

    /// The instruction set of a SIMD formulation; `None` for a scalar one.
    pub fn instruction_set(&self) -> Option<InstructionSet> {
        let is_in_vectors = matches!(self.formulation, Formulation::Simd | Formulation::SimdThreaded);
        is_in_vectors.then_some(self.hardware.instruction_set)
    }

    /// Number of threads that share the work.
    pub fn threads(&self) -> usize {
        self.pool.as_ref().map_or(1, rayon::ThreadPool::current_num_threads)
    }

    /// Simulated time since the start.
    pub fn time(&self) -> f64 {
        self.steps as f64 * self.parameters.time_step
    }

    /// Steps since the start.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

impl Layout {
    /// Applies `change` to position, velocity and acceleration along each axis, for every body.
    fn each(&mut self, change: impl Fn(&mut f32, &mut f32, f32)) {
        match self {
            Self::Structs(particles) => {
                for particle in particles {
                    for axis in 0..3 {
                        change(&mut particle.position[axis], &mut particle.velocity[axis], particle.acceleration[axis]);
                    }
                }
            }
            Self::Arrays(arrays) => {
                for axis in 0..3 {
                    let moving = arrays.position[axis].iter_mut().zip(&mut arrays.velocity[axis]);
                    moving.zip(&arrays.acceleration[axis]).for_each(|((x, v), &a)| change(x, v, a));
                }
            }
        }
    }
}
