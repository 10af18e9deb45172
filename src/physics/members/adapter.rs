//! An adapter that computes forces for a run on another one, or on itself as one of several
//! members.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::exchange::copy;
use super::{Arriving, Begun, Exchanged, Home, Member, Pull, Row, Sources, Sums};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, Readback};
use crate::physics::gravity::{Shape, TreeLevels, check};
use crate::physics::{Bodies, ForcePass, Gravity, Output, Plan, Portion, Precision, Rows};

/// The time that one submission should take: drivers end longer ones, and a pass that is called off
/// has to wait for it.
const SLICE: Duration = Duration::from_millis(50);
/// The time that one submission should take on the device of the run, where pictures wait for it.
const SLICE_AT_HOME: Duration = Duration::from_millis(16);
/// Units in the first submission of a pass whose speed is not known yet, as a share of all.
const FIRST: u32 = 64;

/// A device with its own force pass. It receives the bodies from the host and returns the sums
/// there, unless the run is on the same device.
#[derive(Debug)]
pub struct AdapterMember {
    gpu: Gpu,
    name: String,
    /// Whether it takes copies even of the bodies of a run on its own device.
    is_apart: bool,
    /// The pass of the last pull. A pull of another kind prepares its own.
    single: Mutex<Option<Prepared<[f32; 4]>>>,
    double: Mutex<Option<Prepared<[f64; 4]>>>,
}

impl AdapterMember {
    /// A member that computes on this device: that of the run or another one, such as a
    /// [`Gpu::sibling`], which should have no other work.
    pub fn new(gpu: Gpu) -> Self {
        let name = gpu.adapter_name().to_owned();
        Self { gpu, name, is_apart: false, single: Mutex::default(), double: Mutex::default() }
    }

    /// Makes the member take copies of the bodies even on the device of the run: to measure what
    /// the exchange costs.
    #[must_use]
    pub fn apart(self) -> Self {
        Self { is_apart: true, ..self }
    }

    fn begin_with<'a, R: Row>(
        &'a self,
        prepared: &'a Mutex<Option<Prepared<R>>>,
        (pull, portion): (&'a Pull, Portion),
        sources: &'a Sources<R>,
        sums: &'a mut Sums<R>,
        stop: &'a AtomicBool,
    ) -> Result<Begun<'a>, GpuError> {
        let mut prepared = prepared.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (*pull, portion, sources.position.len());
        let home = sources.home.as_ref().filter(|home| !self.is_apart && home.is_of(&self.gpu));
        if prepared.as_ref().is_none_or(|prepared| prepared.key != key || !prepared.place.is(home))
        {
            // The memory of the old pass is free before the new one needs it.
            *prepared = None;
            *prepared = Some(self.gpu.attempt(|| Prepared::new(&self.gpu, key, home))?);
        }
        if let Some(prepared) = &mut *prepared
            && prepared.ahead.take() != Some(sources.pass)
        {
            prepared.send(&self.gpu, sources)?;
        }
        Ok(Box::new(move || self.finish(prepared, sums, stop)))
    }

    fn begin_ahead_with<R: Row>(
        &self,
        prepared: &Mutex<Option<Prepared<R>>>,
        pull: &Pull,
        portion: Portion,
        arriving: &Arriving,
    ) {
        let mut prepared = prepared.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (*pull, portion, arriving.count as usize);
        let Some(home) =
            arriving.home.as_ref().filter(|home| !self.is_apart && home.is_of(&self.gpu))
        else {
            return;
        };
        // Another portion has to be prepared first, and what fails here is said as soon as the pass
        // begins.
        if let Some(prepared) = prepared
            .as_mut()
            .filter(|prepared| prepared.key == key && prepared.place.is(Some(home)))
            && !prepared.range.is_empty()
        {
            prepared.recorded = 0;
            prepared.ahead =
                self.gpu.attempt(|| prepared.submit_slice(&self.gpu)).ok().map(|()| arriving.pass);
        }
    }

    fn finish<R: Row>(
        &self,
        mut prepared: MutexGuard<'_, Option<Prepared<R>>>,
        sums: &mut Sums<R>,
        stop: &AtomicBool,
    ) -> Result<(), GpuError> {
        match &mut *prepared {
            Some(prepared) => self.gpu.attempt(|| prepared.receive(&self.gpu, sums, stop)),
            None => Ok(()),
        }
    }
}

impl Member for AdapterMember {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin<'a>(
        &'a self,
        pull: &'a Pull,
        portion: Portion,
        exchanged: Exchanged<'a>,
        stop: &'a AtomicBool,
    ) -> Result<Begun<'a>, GpuError> {
        match exchanged {
            Exchanged::Single(sources, sums) => {
                self.begin_with(&self.single, (pull, portion), sources, sums, stop)
            }
            Exchanged::Double(sources, sums) => {
                self.begin_with(&self.double, (pull, portion), sources, sums, stop)
            }
        }
    }

    fn begin_ahead(&self, pull: &Pull, portion: Portion, arriving: &Arriving) {
        match arriving.precision {
            Precision::Double => self.begin_ahead_with(&self.double, pull, portion, arriving),
            Precision::Single | Precision::Pair => {
                self.begin_ahead_with(&self.single, pull, portion, arriving)
            }
        }
    }

    fn pairs(&self, count: u32, output: Output, precision: Precision) -> Option<Plan> {
        let plan = Plan::for_count(&self.gpu, count).in_precision(&self.gpu, count, precision);
        (output == Output::Acceleration && plan.shape == Shape::Symmetric).then_some(plan)
    }

    fn can(&self, pull: &Pull, count: u32, precision: Precision) -> bool {
        precision.is_supported(&self.gpu)
            && pull.pairs.is_none_or(|plan| check(&self.gpu, &plan, count).is_ok())
    }

    fn is_on(&self, gpu: &Gpu) -> bool {
        !self.is_apart && self.gpu.is_same_device(gpu)
    }

    fn tree_order(&self) -> String {
        let info = self.gpu.adapter().info();
        format!("{} {} {}", info.name, info.driver, info.driver_info)
    }
}

/// What a pass is prepared for: the pull, the portion and the number of bodies.
type Key = (Pull, Portion, usize);

/// Where a pass finds the bodies, and where its sums go.
#[derive(Debug)]
enum Place<R> {
    /// The rows of the run.
    Home(Arc<Home>),
    /// Rows that the host fills, and copies for the host.
    Apart {
        position: Buffer<R>,
        velocity: Option<Buffer<R>>,
        acceleration: Option<Buffer<R>>,
        /// The sums of accelerations, and of jerks.
        sums: Vec<(Buffer<R>, Readback<R>)>,
    },
}

impl<R: Row> Place<R> {
    /// Whether it is this home, or apart if there is none.
    fn is(&self, home: Option<&Arc<Home>>) -> bool {
        match (self, home) {
            (Self::Home(own), Some(home)) => Arc::ptr_eq(own, home),
            (Self::Apart { .. }, None) => true,
            _ => false,
        }
    }

    /// Room for `bodies`, and for the sums of those in `range` by `pass`.
    fn apart(
        gpu: &Gpu,
        bodies: &Bodies,
        pull: &Pull,
        pass: &ForcePass,
        range: &Range<usize>,
    ) -> Result<Self, GpuError> {
        let own =
            |raw: &wgpu::Buffer| Buffer::<R>::from_wgpu(gpu, raw.clone(), bodies.count() as usize);
        let [position, velocity] = bodies.pulled();
        let is_tree = matches!(pull.gravity, Gravity::Tree(_));
        let velocity = (pull.output == Output::Jerk).then(|| own(velocity)).transpose()?;
        let acceleration = is_tree.then(|| own(bodies.forces())).transpose()?;
        let readback = |rows: &Rows| {
            let readback = Readback::new(gpu, "members/sums", range.len().max(1))?;
            Ok::<_, GpuError>((own(rows.raw())?, readback))
        };
        let sums = std::iter::once(pass.partial())
            .chain(pass.partial_jerk())
            .map(readback)
            .collect::<Result<_, _>>()?;
        Ok(Self::Apart { position: own(position)?, velocity, acceleration, sums })
    }
}

/// A portion of a force pass, bound to the bodies.
#[derive(Debug)]
struct Prepared<R> {
    key: Key,
    place: Place<R>,
    pass: ForcePass,
    /// Adds up the rows of the pass.
    sum: Vec<Bound>,
    /// The bodies whose sums it computes.
    range: Range<usize>,
    levels: Option<(Buffer<TreeLevels>, Readback<TreeLevels>)>,
    /// Units recorded, and the submissions that have not been waited for.
    recorded: u32,
    waiting: Option<wgpu::SubmissionIndex>,
    /// Time per unit, once it is known.
    unit: Option<Duration>,
    /// The pass of which the first slice was submitted ahead of the bodies' arrival on the host.
    ahead: Option<u64>,
}

impl<R: Row> Prepared<R> {
    fn new(
        gpu: &Gpu,
        (pull, portion, count): Key,
        home: Option<&Arc<Home>>,
    ) -> Result<Self, GpuError> {
        let bodies = match home {
            Some(home) => home.bodies().clone(),
            None => Bodies::sources(gpu, count, R::PRECISION, pull.mass)?,
        };
        let (pass, range) = ForcePass::of_portion(
            gpu,
            &bodies,
            pull.softening,
            pull.output,
            pull.gravity,
            pull.pairs,
            portion,
        )?;
        let range = if pass.units() == 0 { 0..0 } else { range };
        let place = match home {
            Some(home) => Place::Home(Arc::clone(home)),
            None => Place::apart(gpu, &bodies, &pull, &pass, &range)?,
        };
        let levels = pass.levels().map(|levels| {
            Ok::<_, GpuError>((levels.clone(), Readback::new(gpu, "members/levels", 1)?))
        });
        let (levels, sum) = (levels.transpose()?, pass.bind_sum(gpu)?);
        let (key, recorded, waiting, unit, ahead) = ((pull, portion, count), 0, None, None, None);
        Ok(Self { key, place, pass, sum, range, levels, recorded, waiting, unit, ahead })
    }

    /// Sends the bodies, if the device does not have them, and submits the first slice of the pass.
    fn send(&mut self, gpu: &Gpu, sources: &Sources<R>) -> Result<(), GpuError> {
        self.recorded = 0;
        if self.range.is_empty() {
            return Ok(());
        }
        if let Place::Apart { position, velocity, acceleration, .. } = &self.place {
            position.write_by_threads(gpu, 0, &sources.position);
            velocity
                .iter()
                .for_each(|velocity| velocity.write_by_threads(gpu, 0, &sources.velocity));
            acceleration.iter().for_each(|acceleration| {
                acceleration.write_by_threads(gpu, 0, &sources.acceleration)
            });
            if let (Some((levels, _)), Some(accuracy)) = (&self.levels, sources.accuracy) {
                TreeLevels::write_accuracy(gpu, levels, accuracy);
            }
        }
        self.submit_slice(gpu)
    }

    /// Submits the next slice; the last one ends with the copy of the sums.
    fn submit_slice(&mut self, gpu: &Gpu) -> Result<(), GpuError> {
        let all = self.pass.units();
        let slice = if matches!(self.place, Place::Home(_)) { SLICE_AT_HOME } else { SLICE };
        let fitting = |unit: Duration| {
            (slice.as_secs_f64() / unit.as_secs_f64().max(1e-12)).clamp(1.0, f64::from(all)) as u32
        };
        let units = self.unit.map_or_else(|| all.div_ceil(FIRST), fitting).min(all - self.recorded);
        let mut encoder = gpu.encoder("members/portion");
        if let (0, Some((levels, _))) = (self.recorded, &self.levels) {
            // Groups of other members leave their rows as they are.
            encoder.clear_buffer(self.pass.partial().raw(), 0, None);
            if let Place::Home(home) = &self.place {
                home.encode_accuracy(&mut encoder, levels);
            }
        }
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        self.pass.encode_slice(&mut pass, self.recorded..self.recorded + units)?;
        self.recorded += units;
        let is_last = self.recorded == all;
        if is_last {
            let count = self.key.2 as u32;
            self.sum.iter().for_each(|sum| sum.dispatch_threads(&mut pass, count));
        }
        drop(pass);
        if is_last {
            match &mut self.place {
                Place::Home(home) => home.encode_sums::<R>(&mut encoder, &self.pass, &self.range),
                Place::Apart { sums, .. } => {
                    for (rows, readback) in sums {
                        readback.encode_ranges(&mut encoder, &[(rows, self.range.clone())])?;
                    }
                }
            }
            if let Some((levels, readback)) = &mut self.levels {
                readback.encode(&mut encoder, levels)?;
            }
        }
        self.waiting = Some(gpu.submit(encoder));
        Ok(())
    }

    /// Submits the rest of the pass and waits for the sums.
    fn receive(
        &mut self,
        gpu: &Gpu,
        sums: &mut Sums<R>,
        stop: &AtomicBool,
    ) -> Result<(), GpuError> {
        sums.first = self.range.start;
        let (mut begin, mut before) = (Instant::now(), 0);
        while let Some(submission) = self.waiting.take() {
            let (recorded, is_last) = (self.recorded, self.recorded == self.pass.units());
            if !is_last && !stop.load(Ordering::Relaxed) {
                self.submit_slice(gpu)?;
            }
            gpu.wait_for(submission)?;
            // The first slice also waits for the bodies to arrive.
            if before > 0 || is_last {
                self.unit = Some(begin.elapsed() / (recorded - before).max(1));
            }
            (begin, before) = (Instant::now(), recorded);
        }
        let is_called_off = stop.load(Ordering::Relaxed) && self.recorded < self.pass.units();
        sums.finite = 0;
        match &mut self.place {
            Place::Apart { sums: rows, .. } if !is_called_off && !self.range.is_empty() => {
                for ((_, readback), sums) in
                    rows.iter_mut().zip([&mut sums.acceleration, &mut sums.jerk])
                {
                    readback.arrive()?;
                    readback.read(|bytes| {
                        sums.resize(bytes.len() / size_of::<R>(), R::default());
                        copy(bytes, bytemuck::cast_slice_mut(sums));
                    })?;
                }
            }
            _ => [&mut sums.acceleration, &mut sums.jerk].into_iter().for_each(Vec::clear),
        }
        if is_called_off || self.range.is_empty() {
            return Ok(());
        }
        if let Some((_, readback)) = &mut self.levels {
            readback.arrive()?;
            sums.finite =
                readback.read(|bytes| bytemuck::pod_read_unaligned::<TreeLevels>(bytes).bodies)?;
        }
        Ok(())
    }
}
