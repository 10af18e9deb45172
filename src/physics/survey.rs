//! Diagnostics on the GPU: sums over all bodies by reduction, read back without stalling anything.

use super::moments::{Note, Totals, totals};
use super::{Bodies, Diagnostics, Gravity, Output, Precision};
use crate::gpu::{Bound, Gpu, GpuError, KernelSource, Part};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of `diagnostics/measure` and `diagnostics/sources`.
    pub struct Measure {
        /// Bodies.
        pub count: u32,
        /// Rows of partial sums.
        pub shares: u32,
        /// Threads that take part.
        pub threads: u32,
        /// Unused.
        pub padding: u32,
    }
}

const IS_FINITE: Part = wgsl!("diagnostics/is_finite.wgsl");

/// The files of `diagnostics/sources` with the numbers that `$real` declares.
macro_rules! sources {
    ($real:literal) => {
        &[wgsl!("diagnostics/sources.wgsl"), IS_FINITE, wgsl!("diagnostics/system.wgsl"), wgsl!("grid.wgsl"), wgsl!($real)]
    };
}

/// The bodies that are finite, as sources of the potential.
pub const SOURCES: KernelSource = KernelSource::trusted("diagnostics/sources", sources!("real_f32.wgsl"), &[&[]]);

/// The same in double precision.
pub const SOURCES_F64: KernelSource = KernelSource::trusted("diagnostics/sources", sources!("real_f64.wgsl"), &[&[]]);

/// The files of `diagnostics/measure` with the numbers that `$real` declares.
macro_rules! measure {
    ($real:literal) => {
        &[
            wgsl!("diagnostics/measure.wgsl"),
            IS_FINITE,
            wgsl!("monoid/moments.wgsl"),
            wgsl!("diagnostics/system.wgsl"),
            wgsl!("grid.wgsl"),
            wgsl!($real),
        ]
    };
}

/// Each body's part of the sums.
pub const MEASURE: KernelSource = KernelSource::trusted("diagnostics/measure", measure!("real_f32.wgsl"), &[&[]]);

/// The same in double precision.
pub const MEASURE_F64: KernelSource = KernelSource::trusted("diagnostics/measure", measure!("real_f64.wgsl"), &[&[]]);

/// Partial sums at most: 4 MiB of them.
const THREADS: u32 = 1 << 16;

/// What was measured, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// Simulated time.
    pub time: f64,
    /// Steps since the begin of the run.
    pub steps: u64,
    /// The measurement.
    pub diagnostics: Diagnostics,
}

/// Measures a set of bodies: record, submit, request; later, collect. Any number of measurements may be under way.
#[derive(Debug)]
pub struct Survey {
    gpu: Gpu,
    sources: Bound,
    gravity: Gravity,
    measure: Bound,
    /// Units of the force pass that are done of a measurement in slices.
    units: u32,
    count: u32,
    threads: u32,
    totals: Box<dyn Totals>,
}

impl Survey {
    /// Prepares to measure `bodies`, in double precision where their forces are, in single precision otherwise. The potential
    /// energy takes a force pass of its own, with this softening.
    ///
    /// # Errors
    /// [`GpuError`] where a kernel does not compile or memory is short.
    pub fn new(gpu: &Gpu, bodies: &Bodies, softening: f64) -> Result<Self, GpuError> {
        let (count, precision) = (bodies.count(), bodies.precision());
        let finite = bodies.with_sources(gpu, "diagnostics/source")?;
        let gravity = Gravity::new(gpu, &finite, softening, Output::Potential)?;
        let threads = count.min(THREADS);
        let values = Measure { count, shares: gravity.shares(), threads, padding: 0 };
        let uniform = gpu.uniform("diagnostics/measure", &values)?;
        let totals = totals(gpu, threads as usize, precision)?;
        let [position, velocity] = bodies.pulled();
        let state = [("measure_of", uniform.raw()), ("position", position), ("velocity", velocity)];
        let bind = |kernel: &KernelSource, others: &[(&str, &wgpu::Buffer)]| {
            Ok::<_, GpuError>(gpu.kernel(kernel, &[])?.bind(gpu.device(), &[&state[..], others].concat()))
        };
        let is_double = precision == Precision::Double;
        let sources = bind(if is_double { &SOURCES_F64 } else { &SOURCES }, &[("source", finite.pulled()[0])])?;
        let rest = [("partial", gravity.partial().raw()), ("moments", totals.moments())];
        let measure = bind(if is_double { &MEASURE_F64 } else { &MEASURE }, &rest)?;
        Ok(Self { gpu: gpu.clone(), sources, gravity, measure, units: 0, count, threads, totals })
    }

    /// Records a measurement of the bodies as they are at this place in `encoder`: `time` and `steps` go with it.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn record(&mut self, encoder: &mut wgpu::CommandEncoder, time: f64, steps: u64) -> Result<(), GpuError> {
        let mut pass =
            encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("diagnostics"), timestamp_writes: None });
        self.restart();
        self.record_slice(&mut pass, f64::INFINITY)?;
        drop(pass);
        self.record_result(encoder, time, steps)
    }

    /// Records as much of a measurement as takes `interactions` pairs of bodies, one unit at least. The bodies must stay as they
    /// are until it is complete. Gives the interactions recorded, and whether it is complete: then [`Survey::record_result`].
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn record_slice(&mut self, pass: &mut wgpu::ComputePass, interactions: f64) -> Result<(f64, bool), GpuError> {
        if self.units == 0 {
            self.sources.dispatch_threads(pass, self.count);
        }
        let all = self.gravity.units();
        let slice = self.gravity.units_of(interactions).max(1).min(all - self.units);
        self.gravity.record_slice(pass, self.units..self.units + slice)?;
        self.units += slice;
        let is_complete = self.units == all;
        if is_complete {
            self.measure.dispatch_threads(pass, self.threads);
            self.totals.record(pass);
            self.units = 0;
        }
        Ok((self.gravity.interactions_of(slice), is_complete))
    }

    /// Forgets a measurement of which slices are recorded: the next begins afresh.
    pub fn restart(&mut self) {
        self.units = 0;
    }

    /// Records that the result of the last slice is to be copied to the host; `time` and `steps` go with it.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn record_result(&mut self, encoder: &mut wgpu::CommandEncoder, time: f64, steps: u64) -> Result<(), GpuError> {
        self.totals.record_result(encoder, time, steps)
    }

    /// Asks for what was recorded, once the commands are submitted.
    pub fn request(&mut self) {
        self.totals.request();
    }

    /// The oldest measurement under way, if it has arrived. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self) -> Result<Option<Reading>, GpuError> {
        Ok(self.totals.collect()?.map(reading))
    }

    /// The oldest measurement under way, once [`Gpu::wait`] has returned after its submission; `None` where none is.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn wait(&mut self) -> Result<Option<Reading>, GpuError> {
        Ok(self.totals.wait(false)?.map(reading))
    }

    /// Measures now and waits for the result: for the begin of a run and for tests.
    ///
    /// # Errors
    /// [`GpuError`] where memory is short or the device is lost.
    pub fn measure(&mut self) -> Result<Diagnostics, GpuError> {
        let mut encoder = self.gpu.encoder("diagnostics");
        self.record(&mut encoder, 0.0, 0)?;
        self.gpu.submit(encoder);
        self.request();
        self.gpu.wait()?;
        // The last one recorded; those before it are for `collect`.
        let newest = self.totals.wait(true)?.unwrap_or_else(|| unreachable!("recorded above"));
        Ok(reading(newest).diagnostics)
    }
}

fn reading((time, steps, moments): Note) -> Reading {
    Reading { time, steps, diagnostics: Diagnostics::from(&moments) }
}
