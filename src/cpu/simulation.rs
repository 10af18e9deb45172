//! A simulation on the CPU.

use std::num::NonZero;
use std::sync::atomic::AtomicBool;
use std::thread;

use glam::DVec3;
use rayon::prelude::*;

use super::{Arrays, CpuTree, Formulation, InstructionSet, Softened};
use crate::name::Named;
use crate::physics::{
    Body, Integrator, Operation, ParameterError, Parameters, Portion, TreeError, TreeSettings,
};
use crate::words::{Text, say};

/// Coordinates per unit of a thread's work when bodies move.
const CHUNK: usize = 8192;

/// Why a simulation on the CPU cannot be created.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub enum CpuError {
    /// A parameter is out of range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// No bodies.
    NoBodies,
    /// The integrator is not a composition of kicks and drifts.
    Integrator(Integrator),
    /// The tree cannot be built as asked.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// The system refused to start threads.
    Threads(String),
}

impl CpuError {
    /// The sentence, in whatever language it is shown.
    pub fn text(&self) -> Text {
        match self {
            Self::Parameter(error) => error.text(),
            Self::NoBodies => say!("error-no-bodies"),
            Self::Integrator(integrator) => {
                say!("error-cpu-integrator", integrator = integrator.name())
            }
            Self::Tree(error) => error.text(),
            Self::Threads(cause) => say!("error-no-threads", cause),
        }
    }
}

/// Which parts of the CPU to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hardware {
    /// Instruction set of the SIMD formulations. If the CPU lacks it, the portable one is used.
    pub instruction_set: InstructionSet,
    /// Threads of all formulations but [`Formulation::Simd`], 1 or more.
    pub threads: usize,
}

impl Hardware {
    /// The fastest instruction set, and one thread per core.
    pub fn best() -> Self {
        Self {
            instruction_set: InstructionSet::best(),
            threads: thread::available_parallelism().map_or(1, NonZero::get),
        }
    }
}

/// Bodies in single precision, moved by the same kicks and drifts as on the GPU.
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
    bodies: Box<Arrays>,
    parameters: Parameters,
    composition: &'static [Operation],
    formulation: Formulation,
    hardware: Hardware,
    pool: Option<rayon::ThreadPool>,
    tree: Option<CpuTree>,
    /// Whether the accelerations belong to the current positions.
    has_forces: bool,
    steps: u64,
}

impl CpuSimulation {
    /// Rounds `bodies` to single precision and prepares to move them.
    ///
    /// # Errors
    /// [`CpuError`] if a parameter is out of range, the integrator is not a symplectic composition,
    /// there are no bodies, or threads cannot be started.
    pub fn new(
        bodies: &[Body],
        parameters: Parameters,
        formulation: Formulation,
        hardware: Hardware,
    ) -> Result<Self, CpuError> {
        parameters.validate()?;
        if bodies.is_empty() {
            return Err(CpuError::NoBodies);
        }
        let composition = parameters
            .integrator
            .composition()
            .ok_or(CpuError::Integrator(parameters.integrator))?;
        // The threads live as long as the simulation: starting them would take longer than a step
        // of a thousand bodies.
        let has_pool = match formulation {
            Formulation::Simd => false,
            Formulation::SimdThreaded => hardware.threads > 1,
            Formulation::Pairs | Formulation::Tree => true,
        };
        let start = || rayon::ThreadPoolBuilder::new().num_threads(hardware.threads).build();
        let pool = has_pool
            .then(start)
            .transpose()
            .map_err(|error| CpuError::Threads(error.to_string()))?;
        let tree = (formulation == Formulation::Tree)
            .then(|| CpuTree::new(bodies.len(), TreeSettings::default()));
        let bodies = Box::new(Arrays::new(bodies));
        Ok(Self {
            bodies,
            parameters,
            composition,
            formulation,
            hardware,
            pool,
            tree,
            has_forces: false,
            steps: 0,
        })
    }

    /// Builds and walks the trees of [`Formulation::Tree`] in this way instead of the default one.
    /// Other formulations have none.
    ///
    /// # Errors
    /// [`CpuError::Tree`] if no tree can have these settings.
    pub fn with_tree_settings(mut self, settings: TreeSettings) -> Result<Self, CpuError> {
        settings.check()?;
        if let Some(tree) = &mut self.tree {
            tree.set_settings(settings);
            self.has_forces = false;
        }
        Ok(self)
    }

    /// Advances by `steps` whole steps. Dividing a run into several calls gives the same result.
    pub fn advance(&mut self, steps: u32) {
        let (time_step, damping) = (self.parameters.time_step, self.parameters.slowdown());
        for _ in 0..steps {
            for &operation in self.composition {
                match operation {
                    Operation::Kick(coefficient) => {
                        self.evaluate();
                        let time = (coefficient * time_step) as f32;
                        self.each(|_, velocity, acceleration| *velocity += acceleration * time);
                    }
                    Operation::Drift(coefficient) => {
                        let time = (coefficient * time_step) as f32;
                        self.each(|position, velocity, _| *position += *velocity * time);
                        self.has_forces = false;
                    }
                    Operation::Damp => self.each(|_, velocity, _| *velocity *= damping as f32),
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
        let softening = self.parameters.softened();
        let set = self.hardware.instruction_set;
        match (&mut self.tree, &self.pool) {
            (Some(tree), Some(pool)) => {
                pool.install(|| {
                    tree.accelerate(
                        &mut self.bodies,
                        softening,
                        Portion::WHOLE,
                        set,
                        &AtomicBool::new(false),
                    )
                });
            }
            (None, Some(pool)) if self.formulation == Formulation::Pairs => {
                self.bodies.accelerate_in_pairs(Softened::new(softening), set, pool);
            }
            (_, pool) => {
                self.bodies.accelerate_in_vectors(Softened::new(softening), set, pool.as_ref())
            }
        }
    }

    /// Applies `change` to position, velocity and acceleration along each axis, for every body. For
    /// a tree, whose forces take so little time, all threads share this work too.
    fn each(&mut self, change: impl Fn(&mut f32, &mut f32, f32) + Sync) {
        let bodies = &mut *self.bodies;
        match (&self.tree, &self.pool) {
            (Some(_), Some(pool)) => pool.install(|| {
                for axis in 0..3 {
                    let moving = bodies.position[axis]
                        .par_chunks_mut(CHUNK)
                        .zip(bodies.velocity[axis].par_chunks_mut(CHUNK));
                    moving.zip(bodies.acceleration[axis].par_chunks(CHUNK)).for_each(
                        |((x, v), a)| {
                            x.iter_mut().zip(v).zip(a).for_each(|((x, v), &a)| change(x, v, a));
                        },
                    );
                }
            }),
            _ => bodies.each(change),
        }
    }

    /// The bodies as they are now, without rounding.
    pub fn bodies(&self) -> Vec<Body> {
        self.in_order((0..self.bodies.mass.len()).map(|index| self.bodies.body(index)).collect())
    }

    /// Accelerations of all bodies at their current positions.
    pub fn accelerations(&mut self) -> Vec<DVec3> {
        self.evaluate();
        self.in_order(
            (0..self.bodies.mass.len()).map(|index| self.bodies.acceleration(index)).collect(),
        )
    }

    /// Rows in the order of the bodies that the simulation was made of. A tree changes their order.
    fn in_order<T: Copy>(&self, rows: Vec<T>) -> Vec<T> {
        match &self.tree {
            Some(tree) => tree.restore(rows),
            None => rows,
        }
    }

    /// The tree of [`Formulation::Tree`], as it was built and walked last.
    #[doc(hidden)]
    pub fn tree(&self) -> Option<&CpuTree> {
        self.tree.as_ref()
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// How the forces are summed up.
    pub fn formulation(&self) -> Formulation {
        self.formulation
    }

    /// The instruction set of the vectors.
    pub fn instruction_set(&self) -> InstructionSet {
        self.hardware.instruction_set
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
