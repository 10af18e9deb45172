//! The processor as a member of a run: it computes the forces, and the adapter does everything
//! else.

use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::exact::{Columns, Squared};
use super::pairs::accelerate_in_pairs;
use super::real::Real;
use super::simd::{self, Met, Sources as Pulling};
use super::{Arrays, CpuError, CpuTree, Hardware, InstructionSet, Softened};
use crate::gpu::GpuError;
use crate::name::Named;
use crate::physics::{
    Begun, Exchanged, Gravity, Meetings, Member, Opening, Output, Portion, Pull, Softening,
    Sources, Sums, TreeSettings,
};

/// All cores, or some of them, with SIMD.
///
/// In single precision, direct sums and trees are those of [`CpuSimulation`](super::CpuSimulation).
/// Jerks and double precision are direct sums with square roots and divisions. Any number of
/// threads gives the same bits.
#[derive(Debug)]
pub struct Processor {
    set: InstructionSet,
    pool: rayon::ThreadPool,
    single: Mutex<Single>,
    jerk: Mutex<Columns<f32>>,
    double: Mutex<Columns<f64>>,
}

/// Room for sums in single precision.
#[derive(Debug)]
struct Single {
    /// The bodies, in the order in which the last tree left them if there is one.
    arrays: Arrays,
    tree: Option<CpuTree>,
}

impl Single {
    #[expect(
        clippy::too_many_arguments,
        reason = "a member's pull, and what of the processor computes it"
    )]
    fn directly(
        &mut self,
        set: InstructionSet,
        pool: &rayon::ThreadPool,
        softening: Softened,
        sources: &Sources<[f32; 4]>,
        (targets, met): (Range<usize>, Option<Met>),
        sums: &mut Sums<[f32; 4]>,
        stop: &AtomicBool,
    ) {
        let Arrays { position, mass, acceleration, .. } = &mut self.arrays;
        position
            .iter_mut()
            .chain([&mut *mass])
            .enumerate()
            .for_each(|(axis, column)| fill(column, &sources.position, axis));
        acceleration.iter_mut().for_each(|axis| axis.resize(targets.len(), 0.0));
        let pulling = Pulling { position: position.each_ref().map(|axis| &axis[..]), mass };
        let accelerations = acceleration.each_mut().map(|axis| &mut axis[..]);
        match met {
            Some(met) => simd::accelerate(
                set,
                Some(pool),
                pulling,
                softening,
                (targets.start, met),
                accelerations,
                stop,
            ),
            None => accelerate_in_pairs(set, pool, pulling, softening, accelerations, stop),
        }
        rows(acceleration.each_ref(), &mut sums.acceleration);
    }

    /// The sums of a portion of the groups; others are zero. Uses the thread pool of the caller.
    #[expect(
        clippy::too_many_arguments,
        reason = "a member's pull, and what of the processor computes it"
    )]
    fn by_tree(
        &mut self,
        set: InstructionSet,
        settings: TreeSettings,
        softening: Softening,
        portion: Portion,
        sources: &Sources<[f32; 4]>,
        sums: &mut Sums<[f32; 4]>,
        stop: &AtomicBool,
    ) {
        let count = sources.position.len();
        let Self { arrays, tree } = self;
        let tree = match tree {
            Some(tree) if tree.order().len() == count => tree,
            other => other.insert(CpuTree::new(count, settings)),
        };
        let opening = sources
            .accuracy
            .map_or(settings.opening, |accuracy| Opening::Accuracy(accuracy.into()));
        tree.set_settings(TreeSettings { opening, ..settings });
        let load = |column: &mut Vec<f32>, rows: &[[f32; 4]], axis: usize| {
            column.clear();
            column.par_extend(tree.order().par_iter().map(|&index| rows[index as usize][axis]));
        };
        let Arrays { position, mass, acceleration, .. } = arrays;
        position
            .iter_mut()
            .chain([mass])
            .enumerate()
            .for_each(|(axis, column)| load(column, &sources.position, axis));
        acceleration
            .iter_mut()
            .enumerate()
            .for_each(|(axis, column)| load(column, &sources.acceleration, axis));
        let targets = tree.accelerate(arrays, softening, portion, set, stop);
        sums.acceleration.clear();
        sums.acceleration.resize(count, [0.0; 4]);
        let [x, y, z] = &arrays.acceleration;
        for (row, &index) in targets.clone().zip(&tree.order()[targets]) {
            sums.acceleration[index as usize] = [x[row], y[row], z[row], 0.0];
        }
        sums.finite = tree.bodies() as u32;
    }
}

/// Sums with square roots and divisions, on the threads of the caller's pool.
fn exact<T: Real>(
    columns: &mut Columns<T>,
    set: InstructionSet,
    softening: Squared<T>,
    sources: &Sources<[T; 4]>,
    (targets, met): (Range<usize>, Met),
    sums: &mut Sums<[T; 4]>,
    stop: &AtomicBool,
) {
    let Columns { moving, mass, .. } = columns;
    let [x, y, z, u, v, w] = moving;
    [x, y, z, mass]
        .into_iter()
        .enumerate()
        .for_each(|(axis, column)| fill(column, &sources.position, axis));
    [u, v, w]
        .into_iter()
        .enumerate()
        .for_each(|(axis, column)| fill(column, &sources.velocity, axis));
    columns.sum(set, softening, targets, met, stop);
    let [x, y, z, u, v, w] = &columns.sums;
    rows([x, y, z], &mut sums.acceleration);
    rows([u, v, w], &mut sums.jerk);
}

/// The targets of a portion of a direct sum over `count` bodies, and which bodies each of them
/// meets. A portion of pairs has all bodies as targets: here each pair is evaluated twice, because
/// threads that add to the same sums would wait for each other.
fn divided(
    pull: &Pull,
    portion: Portion,
    count: usize,
) -> (Range<usize>, impl Fn(usize) -> Vec<Range<usize>> + Sync) {
    let meetings = pull.pairs.map(|plan| Meetings::new(&plan, count, portion));
    let targets = if meetings.is_some() { 0..count } else { portion.of(count) };
    let all = 0..count;
    (targets, move |body| {
        meetings.as_ref().map_or_else(|| vec![all.clone()], |meetings| meetings.of(body))
    })
}

/// A column of numbers from rows.
fn fill<T: Copy>(column: &mut Vec<T>, rows: &[[T; 4]], axis: usize) {
    column.clear();
    column.extend(rows.iter().map(|row| row[axis]));
}

/// Rows from three columns.
fn rows<T: Copy + Default>([x, y, z]: [&Vec<T>; 3], rows: &mut Vec<[T; 4]>) {
    rows.clear();
    rows.extend(x.iter().zip(y).zip(z).map(|((&x, &y), &z)| [x, y, z, T::default()]));
}

impl Processor {
    /// Starts the threads.
    ///
    /// # Errors
    /// [`CpuError::Threads`] if the system refuses.
    pub fn new(hardware: Hardware) -> Result<Self, CpuError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(hardware.threads).build();
        let pool = pool.map_err(|error| CpuError::Threads(error.to_string()))?;
        let single = Mutex::new(Single { arrays: Arrays::new(&[]), tree: None });
        Ok(Self {
            set: hardware.instruction_set,
            pool,
            single,
            jerk: Mutex::default(),
            double: Mutex::default(),
        })
    }

    /// The processor with all its cores, whose threads are started with the first call and serve
    /// all runs of this process.
    ///
    /// # Errors
    /// As [`Processor::new`].
    pub fn shared() -> Result<Arc<Self>, CpuError> {
        static SHARED: Mutex<Option<Arc<Processor>>> = Mutex::new(None);
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        match &*shared {
            Some(processor) => Ok(Arc::clone(processor)),
            None => Ok(Arc::clone(shared.insert(Arc::new(Self::new(Hardware::best())?)))),
        }
    }

    /// Number of threads that share the work.
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    fn pull(
        &self,
        pull: &Pull,
        portion: Portion,
        sources: &Sources<[f32; 4]>,
        sums: &mut Sums<[f32; 4]>,
        stop: &AtomicBool,
    ) {
        let softening = Softened::new(pull.softening);
        let (targets, met) = divided(pull, portion, sources.position.len());
        sums.first = targets.start;
        if pull.output == Output::Jerk {
            let Softened { law, squared, is_some } = softening;
            let squared = Squared { law, squared, is_some };
            let columns = &mut *self.jerk.lock().unwrap_or_else(PoisonError::into_inner);
            return self.pool.install(|| {
                exact(columns, self.set, squared, sources, (targets, &met), sums, stop)
            });
        }
        let single = &mut *self.single.lock().unwrap_or_else(PoisonError::into_inner);
        match pull.gravity {
            Gravity::Tree(settings) => {
                sums.first = 0;
                self.pool.install(|| {
                    single.by_tree(self.set, settings, pull.softening, portion, sources, sums, stop)
                });
            }
            // A run by a grid has no members.
            Gravity::Auto(_) | Gravity::Direct(_) | Gravity::Mesh(_) => {
                // The whole pass by each pair once.
                let met =
                    (portion != Portion::WHOLE || pull.pairs.is_some()).then_some(&met as Met);
                single.directly(
                    self.set,
                    &self.pool,
                    softening,
                    sources,
                    (targets, met),
                    sums,
                    stop,
                )
            }
        }
    }

    fn pull_in_double(
        &self,
        pull: &Pull,
        portion: Portion,
        sources: &Sources<[f64; 4]>,
        sums: &mut Sums<[f64; 4]>,
        stop: &AtomicBool,
    ) {
        let Softened { law, is_some, .. } = Softened::new(pull.softening);
        let squared = Squared { law, squared: pull.softening.squared(), is_some };
        let columns = &mut *self.double.lock().unwrap_or_else(PoisonError::into_inner);
        let (targets, met) = divided(pull, portion, sources.position.len());
        sums.first = targets.start;
        self.pool
            .install(|| exact(columns, self.set, squared, sources, (targets, &met), sums, stop));
    }
}

impl Member for Processor {
    fn name(&self) -> String {
        format!("processor ({} threads, {})", self.threads(), self.set.name())
    }

    fn begin<'a>(
        &'a self,
        pull: &'a Pull,
        portion: Portion,
        exchanged: Exchanged<'a>,
        stop: &'a AtomicBool,
    ) -> Result<Begun<'a>, GpuError> {
        Ok(match exchanged {
            Exchanged::Single(sources, sums) => Box::new(move || {
                self.pull(pull, portion, sources, sums, stop);
                Ok(())
            }),
            Exchanged::Double(sources, sums) => Box::new(move || {
                self.pull_in_double(pull, portion, sources, sums, stop);
                Ok(())
            }),
        })
    }

    fn tree_order(&self) -> String {
        "processor".to_owned()
    }
}
