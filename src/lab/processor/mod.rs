//! The processor: the loops of textbooks, beside the ways in which [`cpu`](crate::cpu) runs.
//!
//! Nicholas Wilt's *CUDA Handbook* (N-body chapter) measures four of them: array of structs 60,
//! structure of arrays 83.6, SSE 438, and SSE on all cores 1,400 million interactions per second
//! (16,384 bodies, Nehalem). Structs that hold all of a body are what programs do today; with the
//! test i != j, they are the processor's loop of M. Burtscher's tutorial. The last evaluates each
//! pair once, a symmetry that the GPU appendix of *Computer Organization and Design* points out:
//! because of it, the text halves the apparent speed-up of its GPU.

mod arrays;
mod measure;
mod packed;
mod sse;
mod structs;

pub use measure::{CpuBench, CpuKernel};

use glam::{DVec3, Vec3};

use crate::cpu::{Arrays, CpuError, Softened};
use crate::named;
use crate::physics::{Body, Integrator, Parameters};
use packed::Packed;
use structs::Particle;

named! {
    /// A loop over all pairs on the processor.
    pub enum TextbookLoop: "CPU kernel" {
        /// An array of structs and a plain loop with the test i != j, the simplest form: one thread
        /// and one running sum.
        AosSerial = "aos-serial",
        /// An array of structs of 16 bytes, position and mass, without the test: as in the CUDA
        /// Handbook, with its root in double precision.
        AosPacked = "aos-packed",
        /// A structure of arrays, otherwise as the array of structs of 16 bytes.
        SoaSerial = "soa-serial",
        /// Each pair once: the pull on one body is opposite to the pull on the other (Newton's
        /// third law). One thread.
        SymmetricSerial = "symmetric-serial",
        /// Four sources at a time by SSE, as in the CUDA Handbook: an estimate of the root, one
        /// step of Newton's. One thread.
        Sse = "sse",
        /// Four sources at a time by SSE, with the bodies divided among all cores.
        SseThreaded = "sse-threaded",
    }
}

/// Bodies in single precision, laid out as a [`TextbookLoop`] needs them, moved by leapfrog steps
/// (kick, drift, kick).
#[derive(Debug)]
pub struct LoopSimulation {
    layout: Layout,
    kernel: TextbookLoop,
    softening: Softened,
    time_step: f64,
    pool: Option<rayon::ThreadPool>,
    /// Whether the accelerations belong to the current positions.
    has_forces: bool,
}

#[derive(Debug)]
enum Layout {
    Structs(Vec<Particle>),
    Packed(Packed),
    Arrays(Box<Arrays>),
}

impl LoopSimulation {
    /// Rounds `bodies` to single precision. `softening` is a length, and `threads` are those of
    /// [`TextbookLoop::SseThreaded`], 1 or more.
    ///
    /// # Errors
    /// [`CpuError`] if a parameter is out of range, there are no bodies, or threads cannot be
    /// started.
    pub fn new(
        bodies: &[Body],
        kernel: TextbookLoop,
        time_step: f64,
        softening: f64,
        threads: usize,
    ) -> Result<Self, CpuError> {
        Parameters::new(Integrator::LeapfrogKdk, time_step, softening).validate()?;
        if bodies.is_empty() {
            return Err(CpuError::NoBodies);
        }
        let pool = if kernel == TextbookLoop::SseThreaded && threads > 1 {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            Some(pool.map_err(|error| CpuError::Threads(error.to_string()))?)
        } else {
            None
        };
        let layout = match kernel {
            TextbookLoop::AosSerial => Layout::Structs(bodies.iter().map(Particle::new).collect()),
            TextbookLoop::AosPacked => Layout::Packed(Packed::new(bodies)),
            _ => Layout::Arrays(Box::new(Arrays::new(bodies))),
        };
        Ok(Self {
            layout,
            kernel,
            softening: Softened::new(softening),
            time_step,
            pool,
            has_forces: false,
        })
    }

    /// Advances by `steps` whole steps.
    pub fn advance(&mut self, steps: u32) {
        let (half, whole) = ((0.5 * self.time_step) as f32, self.time_step as f32);
        for _ in 0..steps {
            self.evaluate();
            self.each(|_, velocity, acceleration| *velocity += acceleration * half);
            self.each(|position, velocity, _| *position += *velocity * whole);
            self.has_forces = false;
            self.evaluate();
            self.each(|_, velocity, acceleration| *velocity += acceleration * half);
        }
    }

    /// Computes the accelerations at the current positions, unless they are known.
    fn evaluate(&mut self) {
        if std::mem::replace(&mut self.has_forces, true) {
            return;
        }
        let softening = self.softening;
        match &mut self.layout {
            Layout::Structs(particles) => structs::accelerate(particles, softening),
            Layout::Packed(packed) => packed.accelerate(softening),
            Layout::Arrays(arrays) => {
                let (sources, accelerations) = arrays.split();
                match self.kernel {
                    TextbookLoop::Sse | TextbookLoop::SseThreaded => {
                        sse::accelerate(self.pool.as_ref(), sources, softening, accelerations);
                    }
                    TextbookLoop::SymmetricSerial => {
                        arrays::accelerate_pairs(sources, softening, accelerations)
                    }
                    _ => arrays::accelerate(sources, softening, accelerations),
                }
            }
        }
    }

    /// Applies `change` to position, velocity and acceleration along each axis, for every body.
    fn each(&mut self, change: impl Fn(&mut f32, &mut f32, f32)) {
        match &mut self.layout {
            Layout::Structs(particles) => {
                for particle in particles {
                    for axis in 0..3 {
                        change(
                            &mut particle.position[axis],
                            &mut particle.velocity[axis],
                            particle.acceleration[axis],
                        );
                    }
                }
            }
            Layout::Packed(packed) => packed.each(change),
            Layout::Arrays(arrays) => arrays.each(change),
        }
    }

    /// The bodies as they are now, without rounding.
    pub fn bodies(&self) -> Vec<Body> {
        match &self.layout {
            Layout::Structs(particles) => particles.iter().map(Particle::body).collect(),
            Layout::Packed(packed) => packed.bodies(),
            Layout::Arrays(arrays) => {
                (0..arrays.mass.len()).map(|index| arrays.body(index)).collect()
            }
        }
    }

    /// Accelerations of all bodies at their current positions.
    pub fn accelerations(&mut self) -> Vec<DVec3> {
        self.evaluate();
        match &self.layout {
            Layout::Structs(particles) => particles
                .iter()
                .map(|particle| Vec3::from(particle.acceleration).as_dvec3())
                .collect(),
            Layout::Packed(packed) => {
                packed.acceleration.iter().map(|&vector| Vec3::from(vector).as_dvec3()).collect()
            }
            Layout::Arrays(arrays) => {
                (0..arrays.mass.len()).map(|index| arrays.acceleration(index)).collect()
            }
        }
    }

    /// Number of threads that share the work.
    pub fn threads(&self) -> usize {
        self.pool.as_ref().map_or(1, rayon::ThreadPool::current_num_threads)
    }
}
