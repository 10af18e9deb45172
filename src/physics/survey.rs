//! Diagnostics on the GPU: sums over all bodies by reduction, read back without stalling anything.

use std::collections::VecDeque;

use glam::DVec3;

use super::{Bodies, Diagnostics, Gravity, Output};
use crate::gpu::{Bound, Gpu, GpuError, KernelSource, Part, Readback};
use crate::primitives::{Monoid, REDUCE, Reduce};
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

mirrored! {
    /// Sums over bodies.
    pub struct Moments {
        /// Σ m x (x, y, z) and Σ m (w).
        pub mass_position: [f32; 4],
        /// Σ m v and the kinetic energy.
        pub momentum_kinetic: [f32; 4],
        /// Σ m x × v and the potential energy.
        pub angular_potential: [f32; 4],
        /// Largest distance from the origin, largest speed.
        pub largest: [f32; 2],
        /// Bodies that are not finite.
        pub invalid: u32,
        /// Unused.
        pub padding: u32,
    }
}

const IS_FINITE: Part = wgsl!("diagnostics/is_finite.wgsl");

/// The bodies that are finite, as sources of the potential.
pub const SOURCES: KernelSource = KernelSource::trusted(
    "diagnostics/sources",
    &[wgsl!("diagnostics/sources.wgsl"), IS_FINITE, wgsl!("diagnostics/system.wgsl"), wgsl!("grid.wgsl")],
    &[&[]],
);

/// Each body's part of the sums.
pub const MEASURE: KernelSource = KernelSource::trusted(
    "diagnostics/measure",
    &[
        wgsl!("diagnostics/measure.wgsl"),
        IS_FINITE,
        wgsl!("monoid/moments.wgsl"),
        wgsl!("diagnostics/system.wgsl"),
        wgsl!("grid.wgsl"),
    ],
    &[&[]],
);

/// The sum of [`Moments`].
pub const SUM_MOMENTS: Monoid<Moments> =
    Monoid::new(KernelSource::trusted("reduce/reduce", &[REDUCE, wgsl!("monoid/moments.wgsl")], &[&[]]));

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
    reduce: Reduce<Moments>,
    free: Vec<Readback<Moments>>,
    /// Measurements under way, the oldest first: time, steps, and where the result will be.
    pending: VecDeque<(f64, u64, Readback<Moments>)>,
}

impl Survey {
    /// Prepares to measure `bodies`. The potential energy takes a force pass of its own, with this softening.
    ///
    /// # Errors
    /// [`GpuError`] where a kernel does not compile or memory is short.
    pub fn new(gpu: &Gpu, bodies: &Bodies, softening: f64) -> Result<Self, GpuError> {
        let count = bodies.count();
        let source = gpu.storage("diagnostics/source", count as usize)?;
        let finite = Bodies { position: source.clone(), mass: None, ..bodies.clone() };
        let gravity = Gravity::new(gpu, &finite, softening, Output::Potential)?;
        let threads = count.min(THREADS);
        let values = Measure { count, shares: gravity.shares(), threads, padding: 0 };
        let uniform = gpu.uniform("diagnostics/measure", &values)?;
        let moments = gpu.storage::<Moments>("diagnostics/moments", threads as usize)?;
        let state = [("measure_of", uniform.raw()), ("position", bodies.position.raw()), ("velocity", bodies.velocity.raw())];
        let bind = |kernel: &KernelSource, others: &[(&str, &wgpu::Buffer)]| {
            Ok::<_, GpuError>(gpu.kernel(kernel, &[])?.bind(gpu.device(), &[&state[..], others].concat()))
        };
        let sources = bind(&SOURCES, &[("source", source.raw())])?;
        let measure = bind(&MEASURE, &[("partial", gravity.partial().raw()), ("moments", moments.raw())])?;
        let reduce = Reduce::new(gpu, &SUM_MOMENTS, &moments)?;
        let (free, pending) = (Vec::new(), VecDeque::new());
        Ok(Self { gpu: gpu.clone(), sources, gravity, measure, units: 0, count, threads, reduce, free, pending })
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
            self.reduce.record(pass);
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
        let readback = match self.free.pop() {
            Some(readback) => readback,
            None => Readback::new(&self.gpu, "diagnostics/readback", 1)?,
        };
        readback.record(encoder, self.reduce.result());
        self.pending.push_back((time, steps, readback));
        Ok(())
    }

    /// Asks for what was recorded, once the commands are submitted.
    pub fn request(&mut self) {
        for (_, _, readback) in self.pending.iter_mut().filter(|(_, _, readback)| !readback.is_pending()) {
            readback.request();
        }
    }

    /// The oldest measurement under way, if it has arrived. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self) -> Result<Option<Reading>, GpuError> {
        let Some((_, _, readback)) = self.pending.front_mut() else { return Ok(None) };
        let Some(moments) = readback.collect()? else { return Ok(None) };
        let Some((time, steps, readback)) = self.pending.pop_front() else { return Ok(None) };
        self.free.push(readback);
        Ok(Some(Reading { time, steps, diagnostics: diagnostics(&moments[0]) }))
    }

    /// The oldest measurement under way, once [`Gpu::wait`] has returned after its submission; `None` where none is.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn wait(&mut self) -> Result<Option<Reading>, GpuError> {
        let Some((time, steps, mut readback)) = self.pending.pop_front() else { return Ok(None) };
        let moments = readback.wait()?;
        self.free.push(readback);
        Ok(Some(Reading { time, steps, diagnostics: diagnostics(&moments[0]) }))
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
        let (_, _, mut readback) = self.pending.pop_back().unwrap_or_else(|| unreachable!("recorded above"));
        let moments = readback.wait()?;
        self.free.push(readback);
        Ok(diagnostics(&moments[0]))
    }
}

fn diagnostics(moments: &Moments) -> Diagnostics {
    let vector = |v: [f32; 4]| DVec3::new(f64::from(v[0]), f64::from(v[1]), f64::from(v[2]));
    let mass = f64::from(moments.mass_position[3]);
    Diagnostics {
        mass,
        center_of_mass: if mass > 0.0 { vector(moments.mass_position) / mass } else { DVec3::ZERO },
        momentum: vector(moments.momentum_kinetic),
        angular_momentum: vector(moments.angular_potential),
        kinetic: f64::from(moments.momentum_kinetic[3]),
        potential: f64::from(moments.angular_potential[3]),
        radius_max: f64::from(moments.largest[0]),
        speed_max: f64::from(moments.largest[1]),
        invalid: moments.invalid,
    }
}
