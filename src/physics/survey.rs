//! Diagnostics: sums over all bodies by reduction on the GPU, read back without stalling, or by the
//! host.

use std::collections::VecDeque;

use super::moments::{Exact, Moment, Totals, totals};
use super::{
    Bodies, Diagnostics, ExternalField, ForcePass, Gravity, Output, Precision, Simulation,
    Softening,
};
use crate::gpu::{Bound, Gpu, GpuError, KernelSource};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of `diagnostics/measure` and `diagnostics/sources`.
    pub struct MeasureParams {
        /// Number of bodies.
        pub count: u32,
        /// Rows of partial sums.
        pub shares: u32,
        /// Threads that take part.
        pub threads: u32,
        /// Unused.
        pub padding: u32,
    }
}

/// The files of `diagnostics/sources` with the numbers that `$real` declares.
macro_rules! sources {
    ($real:literal) => {
        &[wgsl!("diagnostics/sources.wgsl"), wgsl!($real)]
    };
}

/// Copies the finite bodies, as sources of the potential.
pub const SOURCES: KernelSource =
    KernelSource::trusted("diagnostics/sources", sources!("real_f32.wgsl"), &[&[]]);

/// Copies the finite bodies in double precision, as sources of the potential.
pub const SOURCES_F64: KernelSource =
    KernelSource::trusted("diagnostics/sources", sources!("real_f64.wgsl"), &[&[]]);

/// The files of `diagnostics/measure` with the numbers that `$real` declares.
macro_rules! measure {
    ($real:literal) => {
        &[wgsl!("diagnostics/measure.wgsl"), wgsl!("monoid/moments.wgsl"), wgsl!($real)]
    };
}

/// Each thread's part of the sums.
pub const MEASURE: KernelSource =
    KernelSource::trusted("diagnostics/measure", measure!("real_f32.wgsl"), &[&[]]);

/// Each thread's part of the sums, in double precision.
pub const MEASURE_F64: KernelSource =
    KernelSource::trusted("diagnostics/measure", measure!("real_f64.wgsl"), &[&[]]);

/// Largest number of partial sums: 4 MiB.
const THREADS: u32 = 1 << 16;
/// Most bodies that the host measures, in a few milliseconds, if they have more digits than an
/// adapter's sums.
pub(super) const MAX_EXACT: u32 = 1024;

/// What was measured, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// Simulated time.
    pub time: f64,
    /// Steps since the start of the run.
    pub steps: u64,
    /// The measurement.
    pub diagnostics: Diagnostics,
}

/// Measures a simulation: record, submit, and later collect. Any number of measurements may be in
/// flight.
///
/// The precision is double in `f64`, and in `f32+` with up to 1,024 bodies whose forces are direct
/// sums, which the host measures from copies; it is single otherwise. The potential energy takes a
/// separate force pass, by direct sums or a tree like the simulation's, with the simulation's
/// softening at that moment. It includes the
/// [external field](super::Parameters::external) of the parameters, but no
/// [external](super::External) force of the caller's.
///
/// ```no_run
/// use starshell::{gpu::Gpu, physics::{Simulation, Survey}, scene::Scene};
///
/// let gpu = Gpu::open(None)?;
/// let scene = Scene::load("plummer")?;
/// let mut simulation = Simulation::new(&gpu, &scene.bodies()?, scene.physics)?;
/// let mut survey = Survey::new(&gpu, &simulation)?;
/// let start = survey.measure(&simulation)?;
/// simulation.advance(100)?;
/// println!("dE/E = {:.1e}", survey.measure(&simulation)?.energy_drift(&start));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Survey {
    gpu: Gpu,
    pass: Pass,
    /// Results still in flight from buffers that are no longer measured, the oldest first.
    retired: VecDeque<Box<dyn Totals>>,
}

/// What of a simulation a survey measures. Clones of its parts share their buffers.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    bodies: Bodies,
    softening: Softening,
    external: ExternalField,
    gravity: Gravity,
    pass: ForcePass,
}

impl Measured {
    pub(crate) fn new(simulation: &Simulation) -> Self {
        let parameters = simulation.parameters();
        Self {
            bodies: simulation.bodies().clone(),
            softening: parameters.softened(),
            external: parameters.external,
            gravity: simulation.gravity(),
            pass: simulation.force_pass().clone(),
        }
    }
}

/// A measurement of a set of bodies.
#[derive(Debug)]
struct Pass {
    bodies: Bodies,
    softening: Softening,
    external: ExternalField,
    of: Gravity,
    /// None if the host measures.
    kernels: Option<Kernels>,
    totals: Box<dyn Totals>,
}

/// The kernels of a measurement, bound to the bodies.
#[derive(Debug)]
struct Kernels {
    sources: Bound,
    gravity: ForcePass,
    measure: Bound,
    /// Finished units of the force pass of a measurement in slices.
    units: u32,
    threads: u32,
}

impl Pass {
    fn new(gpu: &Gpu, run: &Measured) -> Result<Self, GpuError> {
        let Measured { bodies, softening, external, gravity, .. } = run;
        let is_exact = bodies.precision() == Precision::Pair
            && bodies.count() <= MAX_EXACT
            && !gravity.is_approximate();
        let (kernels, totals): (_, Box<dyn Totals>) = if is_exact {
            (None, Box::new(Exact::new(gpu, bodies, *softening, *external)))
        } else {
            let (kernels, totals) = Kernels::new(gpu, run)?;
            (Some(kernels), totals)
        };
        Ok(Self {
            bodies: bodies.clone(),
            softening: *softening,
            external: *external,
            of: *gravity,
            kernels,
            totals,
        })
    }

    /// Whether it measures this simulation as it is now.
    fn is_of(&self, simulation: &Simulation) -> bool {
        self.bodies.pulled() == simulation.bodies().pulled()
            && self.softening == simulation.parameters().softened()
            && self.external == simulation.parameters().external
            && self.of == simulation.gravity()
    }

    fn encode_slice(
        &mut self,
        pass: &mut wgpu::ComputePass,
        work: f64,
    ) -> Result<(f64, bool), GpuError> {
        let count = self.bodies.count();
        let sliced = self.kernels.as_mut().map(|kernels| kernels.encode_slice(pass, count, work));
        let (work, is_complete) = sliced.transpose()?.unwrap_or((0.0, true));
        if is_complete {
            self.totals.encode(pass);
        }
        Ok((work, is_complete))
    }
}

impl Kernels {
    /// The potential comes from a pass like that of the run if the run uses a tree.
    fn new(gpu: &Gpu, run: &Measured) -> Result<(Self, Box<dyn Totals>), GpuError> {
        let Measured { bodies, softening, external, pass, .. } = run;
        let (count, precision) = (bodies.count(), bodies.precision());
        let finite = bodies.with_sources(gpu, "diagnostics/source")?;
        let gravity = match pass.with_output(&finite, Output::Potential)? {
            Some(pass) => pass,
            None => ForcePass::new(gpu, &finite, *softening, Output::Potential)?,
        };
        let threads = count.min(THREADS);
        let values = MeasureParams { count, shares: gravity.shares(), threads, padding: 0 };
        let uniform = gpu.uniform("diagnostics/measure", &values)?;
        let (moments, totals) = totals(gpu, threads as usize, precision)?;
        let [position, velocity] = bodies.pulled();
        let state = [("measure_of", uniform.raw()), ("position", position), ("velocity", velocity)];
        let bind = |kernel: &KernelSource, others: &[(&str, &wgpu::Buffer)]| {
            gpu.kernel(kernel, &[])?.bind(gpu.device(), &[&state[..], others].concat())
        };
        let is_double = precision == Precision::Double;
        let sources = bind(
            if is_double { &SOURCES_F64 } else { &SOURCES },
            &[("source", finite.pulled()[0])],
        )?;
        let external =
            gpu.uniform("diagnostics/external_of", &external.params(softening.length))?;
        let rest = [
            ("partial", gravity.partial().raw()),
            ("moments", &moments),
            ("external_of", external.raw()),
        ];
        let measure = bind(if is_double { &MEASURE_F64 } else { &MEASURE }, &rest)?;
        Ok((Self { sources, gravity, measure, units: 0, threads }, totals))
    }

    fn encode_slice(
        &mut self,
        pass: &mut wgpu::ComputePass,
        count: u32,
        work: f64,
    ) -> Result<(f64, bool), GpuError> {
        if self.units == 0 {
            self.sources.dispatch_threads(pass, count);
        }
        let all = self.gravity.units();
        let slice = self.gravity.units_of(work).max(1).min(all - self.units);
        self.gravity.encode_slice(pass, self.units..self.units + slice)?;
        self.units += slice;
        let is_complete = self.units == all;
        if is_complete {
            self.measure.dispatch_threads(pass, self.threads);
            self.units = 0;
        }
        Ok((self.gravity.work_of(slice), is_complete))
    }
}

impl Survey {
    /// Prepares to measure `simulation`.
    ///
    /// # Errors
    /// [`GpuError`] if a kernel does not compile or memory runs out.
    pub fn new(gpu: &Gpu, simulation: &Simulation) -> Result<Self, GpuError> {
        Self::from_measured(gpu, &Measured::new(simulation))
    }

    /// Prepares to measure a simulation on another thread.
    pub(crate) fn from_measured(gpu: &Gpu, run: &Measured) -> Result<Self, GpuError> {
        Ok(Self { gpu: gpu.clone(), pass: Pass::new(gpu, run)?, retired: VecDeque::new() })
    }

    /// Adapts to changes of the simulation's softening, gravity, precision or buffers.
    fn follow(&mut self, simulation: &Simulation) -> Result<(), GpuError> {
        if !self.pass.is_of(simulation) {
            let before = std::mem::replace(
                &mut self.pass,
                Pass::new(&self.gpu, &Measured::new(simulation))?,
            );
            self.retired.push_back(before.totals);
        }
        Ok(())
    }

    /// Encodes a measurement of the simulation at this point in `encoder`, labelled with its time
    /// and steps.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out.
    pub fn encode(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        simulation: &Simulation,
    ) -> Result<(), GpuError> {
        self.encode_sums(encoder, simulation)?;
        self.encode_result(encoder, simulation)
    }

    /// Encodes a whole measurement, except the copy of its result.
    fn encode_sums(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        simulation: &Simulation,
    ) -> Result<(), GpuError> {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("diagnostics"),
            timestamp_writes: None,
        });
        self.restart();
        self.encode_slice(&mut pass, simulation, f64::INFINITY)?;
        Ok(())
    }

    /// Encodes as much of a measurement as `work` allows (see [`ForcePass::work`]), at least one
    /// unit. The bodies must not change until it is complete. Returns the work recorded and whether
    /// the measurement is complete; then call [`Survey::encode_result`].
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out.
    pub fn encode_slice(
        &mut self,
        pass: &mut wgpu::ComputePass,
        simulation: &Simulation,
        work: f64,
    ) -> Result<(f64, bool), GpuError> {
        self.follow(simulation)?;
        self.pass.encode_slice(pass, work)
    }

    /// Discards the slices of an unfinished measurement.
    pub fn restart(&mut self) {
        if let Some(kernels) = &mut self.pass.kernels {
            kernels.units = 0;
        }
    }

    /// Encodes a copy of the result to the host after the last slice, labelled with the
    /// simulation's time and steps.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn encode_result(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        simulation: &Simulation,
    ) -> Result<(), GpuError> {
        self.pass.totals.encode_result(encoder, (simulation.time(), simulation.steps()))
    }

    /// The totals whose results are the oldest.
    fn oldest(&mut self) -> &mut dyn Totals {
        while self.retired.front().is_some_and(|totals| totals.pending() == 0) {
            self.retired.pop_front();
        }
        &mut **self.retired.front_mut().unwrap_or(&mut self.pass.totals)
    }

    /// The oldest measurement in flight, if it has arrived. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self) -> Result<Option<Reading>, GpuError> {
        Ok(self.oldest().collect()?.map(reading))
    }

    /// Waits for the oldest measurement in flight; `None` if there is none.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn wait(&mut self) -> Result<Option<Reading>, GpuError> {
        Ok(self.oldest().wait()?.map(reading))
    }

    /// Measures now and waits for the result: for the start of a run and for tests.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out or the device is lost.
    pub fn measure(&mut self, simulation: &Simulation) -> Result<Diagnostics, GpuError> {
        let mut encoder = self.gpu.encoder("diagnostics");
        self.encode_sums(&mut encoder, simulation)?;
        self.gpu.submit(encoder);
        self.pass.totals.read(&self.gpu)
    }
}

fn reading(((time, steps), diagnostics): (Moment, Diagnostics)) -> Reading {
    Reading { time, steps, diagnostics }
}
