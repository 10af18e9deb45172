//! The speed of sorts.

use std::fmt::Debug;

use super::historical::{HistoricalSort, SortLadder};
use super::{Record, agree, check_elements, clear, random_words, row_on_cpu, row_on_gpu, time_on_cpu, time_on_gpu};
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::lab::kernel_list::kernels;
use crate::lab::{LabError, Measurement};
use crate::name::Named;
use crate::named;
use crate::primitives::{RadixSort, SortPath, SortPlan, SortRequest, reference, threaded};
use crate::words::say;

kernels! {
    /// The kernel of a sort.
    #[derive(Default)]
    pub enum SortKernel: "sort" {
        /// Whatever suits this adapter.
        #[default]
        Auto = "auto",
        /// Whatever suits it in core WGSL alone: no workgroup waits for another.
        Portable = "portable",
    }
    lists {
        /// One that the library chooses among.
        Path(SortPath),
        /// One of the literature.
        Ladder(SortLadder),
    }
    cpu {
        /// On the CPU: radix sort, a loop.
        CpuSerial = "cpu-serial",
        /// On the CPU: radix sort, all cores.
        CpuThreaded = "cpu-threaded",
        /// On the CPU: the unstable sort of Rust's standard library.
        CpuStd = "cpu-std",
    }
}

named! {
    /// The keys to sort.
    #[derive(Default)]
    pub enum SortData: "kind of data" {
        /// All 32 bits random.
        #[default]
        Random = "random",
        /// The same key throughout.
        Equal = "equal",
        /// Random keys in ascending order.
        Sorted = "sorted",
        /// Random keys in descending order.
        Reversed = "reversed",
        /// The lower 16 bits random, the upper ones zero.
        Bits16 = "bits16",
    }
}

impl SortData {
    /// Keys of this kind, the same in every run.
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
    /// Refuses an adapter that cannot sort this many keys with this kernel.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`].
    pub fn check(self, gpu: &Gpu, count: usize) -> Result<(), GpuError> {
        match self {
            Self::Ladder(rung) => rung.check(gpu, count),
            _ => self.plan(gpu, true, count).map(drop),
        }
    }

    fn plan(self, gpu: &Gpu, has_values: bool, count: usize) -> Result<SortPlan, GpuError> {
        let Self::Path(path) = self else {
            let plan = if self == Self::Portable { SortPlan::portable::<u32> } else { SortPlan::new::<u32> };
            return Ok(plan(gpu, has_values, count));
        };
        let refused = |missing, remedy| GpuError::unsupported(path.name().to_owned(), gpu.adapter_name(), missing, remedy);
        let most = SortPlan::MAX_IN_ONE_SWEEP;
        if path.is_one_sweep() && count > most {
            return Err(refused(say!("missing-keys", most = most), say!("remedy-fewer-keys-or-auto")));
        }
        let plan = match path {
            SortPath::Runs => SortPlan::runs(count),
            SortPath::TableMasks | SortPath::SweepMasks => {
                SortPlan::masks::<u32>(gpu.limits().max_compute_workgroup_storage_size, has_values)
            }
            SortPath::TableBallots | SortPath::SweepBallots => {
                let needs = say!("missing-subgroups-and-memory");
                let plan = SortPlan::ballots::<u32>(gpu, has_values);
                plan.ok_or_else(|| refused(needs, say!("remedy-adapter-or-auto")))?
            }
        };
        Ok(if path.is_one_sweep() { plan.in_one_sweep() } else { plan })
    }
}

/// A sort by `u32` keys to be measured: one row of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SortBench {
    /// Number of keys, 1 or more.
    pub count: usize,
    /// Which keys.
    pub data: SortData,
    /// Whether each key carries a `u32`.
    pub is_pairs: bool,
    /// The kernel that sorts them.
    pub kernel: SortKernel,
}

/// Measures a sort, in keys per second. Before each sample the keys are put back in the order of `data`.
///
/// # Errors
/// [`LabError::Wrong`] if the result is not the host's, with equal keys in their order (which the standard library's unstable
/// sort does not keep); otherwise if there are no or too many keys, the adapter cannot run this kernel, or it is lost.
pub fn measure_sort(gpu: &Gpu, bench: SortBench) -> Result<Measurement, LabError> {
    let SortBench { count, data, is_pairs, kernel } = bench;
    check_elements(gpu, count)?;
    let keys = data.keys(count);
    let is_on_cpu = matches!(kernel, SortKernel::CpuSerial | SortKernel::CpuThreaded | SortKernel::CpuStd);
    let mut row;
    if is_pairs {
        // Each key carries its original index, so sorting the pairs themselves is a stable sort of the keys.
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
    let (record, result, result_values, plan): (Record, Buffer<u32>, Option<Buffer<u32>>, _) =
        if let SortKernel::Ladder(rung) = kernel {
            let sort = HistoricalSort::new(gpu, rung, &source, source_values.as_ref())?;
            let (result, result_values) = (sort.keys().clone(), sort.payload().cloned());
            (Box::new(move |pass| sort.record(pass)), result, result_values, None)
        } else {
            let (own, own_values) = (upload(keys)?, values.map(upload).transpose()?);
            let plan = kernel.plan(gpu, values.is_some(), keys.len())?;
            let request = SortRequest::new(&own);
            let request = if let Some(values) = &own_values { request.with_values(values) } else { request };
            let sort = RadixSort::with_plan(gpu, plan, &request)?;
            (Box::new(move |pass| sort.record(pass)), own, own_values, Some((plan.path.name(), plan.tuning)))
        };
    let restore = |encoder: &mut wgpu::CommandEncoder| {
        let pairs = [Some((&source, &result)), source_values.as_ref().zip(result_values.as_ref())];
        for (source, result) in pairs.into_iter().flatten() {
            clear(encoder, result);
            if !matches!(kernel, SortKernel::Ladder(_)) {
                encoder.copy_buffer_to_buffer(source.raw(), 0, result.raw(), 0, source.bytes());
            }
        }
    };
    // One run per sample: the next run would find the keys sorted.
    let samples = time_on_gpu(gpu, 1.0, restore, &record)?;
    let row = row_on_gpu(gpu, "sort", (kernel.name(), plan), keys.len(), samples);
    let values = result_values.map(|values| gpu.read(&values)).transpose()?;
    Ok((row, gpu.read(&result)?, values.unwrap_or_default()))
}
