//! The speed of sorts.

use std::fmt::Debug;

use super::{Record, agree, check_elements, clear, random_words, row_on_cpu, row_on_gpu, time_on_cpu, time_on_gpu};
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::lab::{LabError, Measurement};
use crate::name::Named;
use crate::named;
use crate::primitives::historical::{HistoricalSort, SortLadder};
use crate::primitives::{RadixSort, SortPath, SortPlan, SortRequest, reference, threaded};

named! {
    /// What sorts. Those between `sweep-ballots` and the processor's are the rungs of [`SortLadder`].
    #[derive(Default)]
    pub enum SortKernel: "sort" {
        /// What suits this adapter.
        #[default]
        Auto = "auto",
        /// What suits it, by core WGSL alone: no workgroup waits for another.
        Portable = "portable",
        /// Counts of all runs first; each thread moves a run of its own (for software adapters).
        Runs = "runs",
        /// Counts of all tiles first; keys ranked by masks in workgroup memory.
        TableMasks = "table-masks",
        /// Counts of all tiles first; keys ranked by ballots of subgroups.
        TableBallots = "table-ballots",
        /// One sweep a digit; keys ranked by masks in workgroup memory.
        SweepMasks = "sweep-masks",
        /// One sweep a digit; keys ranked by ballots of subgroups.
        SweepBallots = "sweep-ballots",
        /// 32 partitions by one bit, in the memory of one workgroup.
        OneBlock = "one-block",
        /// 32 partitions by one bit, over many blocks.
        OneBit = "one-bit",
        /// 8 passes by digits of four bits.
        FourBits = "four-bits",
        /// 4 passes by digits of eight bits.
        EightBits = "eight-bits",
        /// On the processor: radix sort, a loop.
        CpuSerial = "cpu-serial",
        /// On the processor: radix sort, all cores.
        CpuThreaded = "cpu-threaded",
        /// On the processor: the unstable sort of Rust's standard library.
        CpuStd = "cpu-std",
    }
}

named! {
    /// The keys that are sorted.
    #[derive(Default)]
    pub enum SortData: "kind of data" {
        /// All 32 bits at random.
        #[default]
        Random = "random",
        /// One key over and over.
        Equal = "equal",
        /// Random keys in ascending order.
        Sorted = "sorted",
        /// Random keys in descending order.
        Reversed = "reversed",
        /// The lower 16 bits at random, the upper zero.
        Bits16 = "bits16",
    }
}

impl SortData {
    /// So many keys of this kind: the same in every run.
    fn keys(self, count: usize) -> Vec<u32> {
        let mut keys = random_words(count);
        match self {
            Self::Random => {}
            Self::Equal => keys.fill(0x0123_4567),
            Self::Sorted => keys.sort_unstable(),
            Self::Reversed => keys.sort_unstable_by_key(|key| !key),
            Self::Bits16 => keys.iter_mut().for_each(|key| *key >>= 16),
        }
        keys
    }
}

impl SortKernel {
    /// Refuses an adapter that cannot sort so many keys in this way.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`].
    pub fn check(self, gpu: &Gpu, count: usize) -> Result<(), GpuError> {
        self.rung().map_or_else(|| self.plan(gpu, true, count).map(drop), |rung| rung.check(gpu, count))
    }

    fn rung(self) -> Option<SortLadder> {
        SortLadder::named(self.name()).ok()
    }

    fn plan(self, gpu: &Gpu, has_values: bool, count: usize) -> Result<SortPlan, GpuError> {
        let refused = |missing: String, remedy| GpuError::Unsupported {
            kernel: self.name().to_owned(),
            adapter: gpu.adapter_name().to_owned(),
            missing,
            remedy,
        };
        let in_one_sweep = matches!(self, Self::SweepMasks | Self::SweepBallots);
        let most = SortPlan::MOST_IN_ONE_SWEEP;
        if in_one_sweep && count > most {
            return Err(refused(format!("it sorts {most} keys at most"), "fewer keys"));
        }
        match self {
            Self::Runs => Ok(SortPlan::runs(count)),
            Self::TableMasks | Self::SweepMasks => {
                Ok(SortPlan::masks::<u32>(gpu.limits().max_compute_workgroup_storage_size, has_values, in_one_sweep))
            }
            Self::TableBallots | Self::SweepBallots => SortPlan::ballots::<u32>(gpu, has_values, in_one_sweep).ok_or_else(|| {
                refused(
                    "it needs subgroups of one size (8, 16 or 32 threads), and 16 KiB of memory a workgroup".to_owned(),
                    "another adapter",
                )
            }),
            _ => Ok(SortPlan::new::<u32>(gpu, has_values, count, self == Self::Portable)),
        }
    }
}

/// A sort by `u32` keys to be measured: one row of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SortBench {
    /// How many keys, 1 or more.
    pub count: usize,
    /// Which keys.
    pub data: SortData,
    /// Whether each carries a `u32` along.
    pub is_pairs: bool,
    /// What sorts them.
    pub kernel: SortKernel,
}

/// Measures a sort, in keys a second. Before each sample the keys are in the order of `data` again.
///
/// # Errors
/// [`LabError::Wrong`] where the result is not the host's, equal keys in their order (of which the standard library's unstable
/// sort knows nothing); otherwise where there are no or too many keys, the adapter cannot run this kernel, or is lost.
pub fn measure_sort(gpu: &Gpu, bench: SortBench) -> Result<Measurement, LabError> {
    let SortBench { count, data, is_pairs, kernel } = bench;
    check_elements(gpu, count)?;
    let keys = data.keys(count);
    let is_on_cpu = matches!(kernel, SortKernel::CpuSerial | SortKernel::CpuThreaded | SortKernel::CpuStd);
    let mut row;
    if is_pairs {
        // What a key carries is the place that it had: a stable sort is that of the pairs.
        let pairs: Vec<(u32, u32)> = keys.iter().copied().zip(0..).collect();
        let mut sorted;
        (row, sorted) = if is_on_cpu {
            sort_on_cpu(kernel, &pairs, reference::radix_sort_pairs, threaded::radix_sort_pairs, |&(key, _)| key)
        } else {
            let places: Vec<u32> = (0..count as u32).collect();
            let (row, keys, values) = sort_on_gpu(gpu, kernel, &keys, Some(&places))?;
            (row, keys.into_iter().zip(values).collect())
        };
        let expected = in_order(pairs);
        if kernel == SortKernel::CpuStd {
            let keys = |pairs: &[(u32, u32)]| pairs.iter().map(|(key, _)| *key).collect::<Vec<_>>();
            agree(&row, &keys(&sorted), &keys(&expected))?;
            sorted = in_order(sorted);
        }
        agree(&row, &sorted, &expected)?;
    } else {
        let sorted;
        (row, sorted) = if is_on_cpu {
            sort_on_cpu(kernel, &keys, reference::radix_sort, threaded::radix_sort, |&key| key)
        } else {
            let (row, sorted, _) = sort_on_gpu(gpu, kernel, &keys, None)?;
            (row, sorted)
        };
        agree(&row, &sorted, &in_order(keys))?;
    }
    row.precision = if is_pairs { "u32 pairs" } else { "u32" };
    row.model = data.name();
    Ok(row)
}

fn in_order<T: Ord>(mut elements: Vec<T>) -> Vec<T> {
    elements.sort_unstable();
    elements
}

/// The row, and what was sorted.
fn sort_on_cpu<T: Copy + Debug>(
    kernel: SortKernel,
    elements: &[T],
    serial: impl Fn(&[T]) -> Vec<T>,
    threaded: impl Fn(&[T]) -> Vec<T>,
    key: impl Fn(&T) -> u32,
) -> (Measurement, Vec<T>) {
    let (threads, (samples, sorted)) = match kernel {
        SortKernel::CpuThreaded => (rayon::current_num_threads(), time_on_cpu(|| elements, threaded)),
        SortKernel::CpuSerial => (1, time_on_cpu(|| elements, serial)),
        _ => {
            let in_place = |mut elements: Vec<T>| {
                elements.sort_unstable_by_key(&key);
                elements
            };
            (1, time_on_cpu(|| elements.to_vec(), in_place))
        }
    };
    (row_on_cpu("sort", kernel.name(), threads, elements.len(), samples), sorted)
}

/// The row, the sorted keys, and the values that they carried along, if any.
fn sort_on_gpu(
    gpu: &Gpu,
    kernel: SortKernel,
    keys: &[u32],
    values: Option<&[u32]>,
) -> Result<(Measurement, Vec<u32>, Vec<u32>), LabError> {
    let upload = |words: &[u32]| gpu.storage_from("bench/source", words);
    let (source, source_values) = (upload(keys)?, values.map(upload).transpose()?);
    let (record, result, result_values, plan): (Record, Buffer<u32>, Option<Buffer<u32>>, _) = if let Some(rung) = kernel.rung() {
        let sort = HistoricalSort::new(gpu, rung, &source, source_values.as_ref())?;
        let (result, result_values) = (sort.keys().clone(), sort.payload().cloned());
        (Box::new(move |pass| sort.record(pass)), result, result_values, None)
    } else {
        let (own, own_values) = (upload(keys)?, values.map(upload).transpose()?);
        let plan = kernel.plan(gpu, values.is_some(), keys.len())?;
        let request = SortRequest::new(&own);
        let request = if let Some(values) = &own_values { request.with_values(values) } else { request };
        let sort = RadixSort::with_plan(gpu, plan, &request)?;
        let way = match plan.path {
            SortPath::Runs | SortPath::Table => plan.kernel.label.to_owned(),
            SortPath::OneSweep => format!("{} one-sweep", plan.kernel.label),
        };
        (Box::new(move |pass| sort.record(pass)), own, own_values, Some((way, plan.tuning)))
    };
    let restore = |encoder: &mut wgpu::CommandEncoder| {
        let pairs = [Some((&source, &result)), source_values.as_ref().zip(result_values.as_ref())];
        for (source, result) in pairs.into_iter().flatten() {
            clear(encoder, result);
            if kernel.rung().is_none() {
                encoder.copy_buffer_to_buffer(source.raw(), 0, result.raw(), 0, source.bytes());
            }
        }
    };
    // One run a sample: the next would find the keys sorted.
    let samples = time_on_gpu(gpu, 1.0, restore, &record)?;
    let row =
        row_on_gpu(gpu, "sort", (kernel.name(), plan.as_ref().map(|(way, tuning)| (&way[..], *tuning))), keys.len(), samples);
    let values = result_values.map(|values| gpu.read(&values)).transpose()?;
    Ok((row, gpu.read(&result)?, values.unwrap_or_default()))
}
