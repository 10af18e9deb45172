//! What the adapter and the members of a run exchange for a force pass: rows of all bodies, and
//! sums.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::{Arriving, Home, Member, Pull, Row, Sources, Sums};
use crate::gpu::{Buffer, Gpu, GpuError, Readback};
use crate::physics::gravity::TreeLevels;
use crate::physics::{Bodies, ForcePass, Gravity, Output, Portion, Rows};

/// Bytes that a thread copies at a time.
const CHUNK: usize = 1 << 20;
/// Number of force passes of this process so far.
static PASSES: AtomicU64 = AtomicU64::new(0);

/// A number for [`Sources::pass`] that no other pass has.
pub(in crate::physics) fn next_pass() -> u64 {
    PASSES.fetch_add(1, Ordering::Relaxed) + 1
}

/// The way of a set of bodies to the members, and of their sums back.
#[derive(Debug)]
pub(in crate::physics) struct Exchange {
    gpu: Gpu,
    pull: Pull,
    /// What is known about a tree, and its way to the host.
    levels: Option<(Buffer<TreeLevels>, Readback<TreeLevels>)>,
    transfer: Transfer,
}

/// The rows in the precision of the forces.
#[derive(Debug)]
enum Transfer {
    Single(Way<[f32; 4]>),
    Double(Way<[f64; 4]>),
}

impl Exchange {
    /// Prepares to send `bodies` to a member that computes `pull`, and its sums to the rows of
    /// `pass`.
    pub fn new(gpu: &Gpu, bodies: &Bodies, pass: &ForcePass, pull: Pull) -> Result<Self, GpuError> {
        let home = Home::new(gpu, bodies, pass).map(Arc::new);
        let transfer = match (pass.partial(), pass.partial_jerk()) {
            (Rows::Single(acceleration), None) => {
                Transfer::Single(Way::new(gpu, bodies, &pull, [Some(acceleration), None], home)?)
            }
            (Rows::Single(acceleration), Some(Rows::Single(jerk))) => Transfer::Single(Way::new(
                gpu,
                bodies,
                &pull,
                [Some(acceleration), Some(jerk)],
                home,
            )?),
            (Rows::Double(acceleration), None) => {
                Transfer::Double(Way::new(gpu, bodies, &pull, [Some(acceleration), None], home)?)
            }
            (Rows::Double(acceleration), Some(Rows::Double(jerk))) => Transfer::Double(Way::new(
                gpu,
                bodies,
                &pull,
                [Some(acceleration), Some(jerk)],
                home,
            )?),
            _ => unreachable!("jerks have the precision of accelerations"),
        };
        let way = |levels: &Buffer<TreeLevels>| {
            Ok::<_, GpuError>((levels.clone(), Readback::new(gpu, "members/levels", 1)?))
        };
        let levels = pass.levels().map(way).transpose()?;
        Ok(Self { gpu: gpu.clone(), pull, levels, transfer })
    }

    /// Encodes the copy of the bodies to the host.
    pub fn encode(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        self.levels
            .iter_mut()
            .try_for_each(|(levels, readback)| readback.encode(encoder, levels))?;
        match &mut self.transfer {
            Transfer::Single(way) => way.encode(encoder),
            Transfer::Double(way) => way.encode(encoder),
        }
    }

    /// Submits the recorded copy, lets the member begin what needs none, and waits for it.
    pub fn receive(
        &mut self,
        encoder: wgpu::CommandEncoder,
        member: &dyn Member,
    ) -> Result<(), GpuError> {
        let submission = self.gpu.submit(encoder);
        match &mut self.transfer {
            Transfer::Single(way) => way.receive(&self.gpu, submission, &self.pull, member)?,
            Transfer::Double(way) => way.receive(&self.gpu, submission, &self.pull, member)?,
        }
        // No tree is in double precision.
        if let (Some((_, readback)), Transfer::Single(way), Gravity::Tree(settings)) =
            (&mut self.levels, &mut self.transfer, self.pull.gravity)
        {
            readback.arrive()?;
            let levels = readback.read(bytemuck::pod_read_unaligned::<TreeLevels>)?;
            way.sources.accuracy =
                settings.error().filter(|error| *error > 0.0).map(|_| levels.accuracy);
        }
        Ok(())
    }

    /// Lets the member compute, and writes the sums to the adapter, ahead of the next submission.
    /// Does not write them once `stop` is set.
    pub fn compute(&mut self, member: &dyn Member, stop: &AtomicBool) -> Result<(), GpuError> {
        let Self { gpu, pull, levels, transfer } = self;
        let finite = match transfer {
            Transfer::Single(way) => way.compute(gpu, pull, member, stop)?,
            Transfer::Double(way) => way.compute(gpu, pull, member, stop)?,
        };
        if let (Some((levels, _)), Some(bodies)) = (levels, finite) {
            TreeLevels::write_bodies(gpu, levels, bodies);
        }
        Ok(())
    }
}

/// Copies large memory by all threads: one of them reaches a fraction of what the memory can do.
pub(super) fn copy(from: &[u8], to: &mut [u8]) {
    to.par_chunks_mut(CHUNK)
        .zip(from.par_chunks(CHUNK))
        .for_each(|(to, from)| to.copy_from_slice(from));
}

/// Rows of one type, there and back.
#[derive(Debug)]
struct Way<R> {
    /// Positions, velocities and accelerations, as far as they are needed.
    there: [Option<Copied<R>>; 3],
    /// Accelerations, and jerks if they are wanted.
    back: [Option<Buffer<R>>; 2],
    sources: Sources<R>,
    sums: Sums<R>,
    count: u32,
}

/// Rows on the adapter, and their way to the host.
#[derive(Debug)]
struct Copied<R> {
    rows: Buffer<R>,
    readback: Readback<R>,
}

impl<R: Row> Way<R> {
    fn new(
        gpu: &Gpu,
        bodies: &Bodies,
        pull: &Pull,
        back: [Option<&Buffer<R>>; 2],
        home: Option<Arc<Home>>,
    ) -> Result<Self, GpuError> {
        let count = bodies.count() as usize;
        let copied = |is_needed: bool, raw: &wgpu::Buffer| {
            let make = || {
                let rows = Buffer::from_wgpu(gpu, raw.clone(), count)?;
                Ok::<_, GpuError>(Copied {
                    rows,
                    readback: Readback::new(gpu, "members/rows", count)?,
                })
            };
            is_needed.then(make).transpose()
        };
        let [position, velocity] = bodies.pulled();
        let is_tree = matches!(pull.gravity, Gravity::Tree(_));
        let there = [
            copied(true, position)?,
            copied(pull.output == Output::Jerk, velocity)?,
            copied(is_tree, bodies.forces())?,
        ];
        let sources = Sources { home, ..Sources::default() };
        Ok(Self {
            there,
            back: back.map(Option::<&_>::cloned),
            sources,
            sums: Sums::default(),
            count: bodies.count(),
        })
    }

    fn encode(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        if let Some(home) = &self.sources.home {
            // Some bodies may get no sums from the host, or none from the member here.
            home.encode_clear(encoder);
        }
        self.there
            .iter_mut()
            .flatten()
            .try_for_each(|Copied { rows, readback }| readback.encode(encoder, rows))
    }

    fn receive(
        &mut self,
        gpu: &Gpu,
        submission: wgpu::SubmissionIndex,
        pull: &Pull,
        member: &dyn Member,
    ) -> Result<(), GpuError> {
        let Sources { pass, position, velocity, acceleration, home, .. } = &mut self.sources;
        *pass = next_pass();
        if home.is_some() {
            let arriving = Arriving {
                pass: *pass,
                count: self.count,
                precision: R::PRECISION,
                home: home.clone(),
            };
            member.begin_ahead(pull, Portion::WHOLE, &arriving);
        }
        gpu.wait_for(submission)?;
        for (copied, rows) in self.there.iter_mut().zip([position, velocity, acceleration]) {
            let Some(Copied { readback, .. }) = copied else { continue };
            readback.arrive()?;
            // The same memory each time: fresh pages take as long as the copy itself.
            readback.read(|bytes| {
                rows.resize(bytes.len() / size_of::<R>(), R::default());
                copy(bytes, bytemuck::cast_slice_mut(rows));
            })?;
        }
        Ok(())
    }

    /// Returns the number of finite bodies, if the sums are written.
    fn compute(
        &mut self,
        gpu: &Gpu,
        pull: &Pull,
        member: &dyn Member,
        stop: &AtomicBool,
    ) -> Result<Option<u32>, GpuError> {
        member.begin(pull, Portion::WHOLE, R::exchanged(&self.sources, &mut self.sums), stop)?()?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        for (rows, sums) in self.back.iter().zip([&self.sums.acceleration, &self.sums.jerk]) {
            rows.iter().for_each(|rows| rows.write_by_threads(gpu, self.sums.first, sums));
        }
        Ok(Some(self.sums.finite))
    }
}
