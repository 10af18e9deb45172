//! The speed of sorts.

use std::fmt::Debug;

use rayon::slice::ParallelSliceMut;

use super::historical::{HistoricalSort, SortLadder};
use super::tuning::{prepared, retuned};
use super::{
    Record, agree, check_elements, clear, counts, kernels, portable, random_words, row_on_gpu,
    time_on_cpu, time_on_gpu, tunings, work,
};
use crate::gpu::{Buffer, Gpu, GpuError, Tuning};
use crate::lab::bench::Bench;
use crate::lab::flag::Flag;
use crate::lab::measurement::Entry;
use crate::lab::{LabError, Measurement};
use crate::name::Named;
use crate::named;
use crate::primitives::{RadixSort, SortKey, SortPath, SortPlan, SortRequest, reference, threaded};
use crate::words::say;

named! {
    /// The kernel of a sort.
    #[derive(Default)]
    pub enum SortKernel: "sort" {
        /// Whatever suits this adapter.
        #[default]
        Auto = "auto",
        /// Whatever suits it in core WGSL alone: no workgroup waits for another.
        Portable = "portable",
        /// One that the library chooses among.
        Path(SortPath),
        /// One of the literature.
        Ladder(SortLadder),
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
        /// One key throughout.
        Equal = "equal",
        /// Random keys in ascending order.
        Sorted = "sorted",
        /// Random keys in descending order.
        Reversed = "reversed",
        /// The lower 16 bits random, the upper ones zero.
        Bits16 = "bits16",
    }
}

named! {
    /// The type of keys.
    #[derive(Default)]
    pub enum SortType: "type" {
        /// 32-bit unsigned integers.
        #[default]
        U32 = "u32",
        /// 64-bit unsigned integers.
        U64 = "u64",
    }
}

impl SortData {
    /// Makes random keys into keys of this kind; `low` keeps their lower 16 bits.
    fn of<K: Ord + Copy + Send>(self, mut keys: Vec<K>, low: impl Fn(K) -> K) -> Vec<K> {
        match self {
            Self::Random => {}
            Self::Equal => {
                let key = keys[0];
                keys.fill(key);
            }
            Self::Sorted => keys.par_sort_unstable(),
            Self::Reversed => {
                keys.par_sort_unstable();
                keys.reverse();
            }
            Self::Bits16 => keys.iter_mut().for_each(|key| *key = low(*key)),
        }
        keys
    }

    /// Keys of one word, the same in every run.
    fn words(self, count: usize) -> Vec<u32> {
        self.of(random_words(count), |key| key >> 16)
    }

    /// Keys of two words.
    fn double_words(self, count: usize) -> Vec<u64> {
        let both = |words: &[u32]| words.iter().fold(0, |key, &word| (key << 32) | u64::from(word));
        self.of(random_words(2 * count).chunks_exact(2).map(both).collect(), |key| key >> 48)
    }
}

impl SortKernel {
    fn check(self, gpu: &Gpu, keys: SortType, count: usize) -> Result<(), GpuError> {
        match (self, keys) {
            (Self::Ladder(_) | Self::CpuSerial | Self::CpuThreaded, SortType::U64) => {
                let (missing, remedy) = (say!("missing-wide-keys"), say!("remedy-auto"));
                Err(GpuError::unsupported(self.name(), gpu.adapter_name(), missing, remedy))
            }
            (Self::Ladder(rung), SortType::U32) => rung.check(gpu, count),
            (_, SortType::U32) => self.plan::<u32>(gpu, true, count).map(drop),
            (_, SortType::U64) => self.plan::<u64>(gpu, true, count).map(drop),
        }
    }

    fn plan<K: SortKey>(
        self,
        gpu: &Gpu,
        has_values: bool,
        count: usize,
    ) -> Result<SortPlan, GpuError> {
        let Self::Path(path) = self else {
            let plan =
                if self == Self::Portable { SortPlan::portable::<K> } else { SortPlan::new::<K> };
            return Ok(plan(gpu, has_values, count));
        };
        let refused = |missing, remedy| {
            GpuError::unsupported(path.name().to_owned(), gpu.adapter_name(), missing, remedy)
        };
        let most = match path {
            SortPath::Blocks => SortPlan::MAX_IN_BLOCKS,
            _ if path.is_one_sweep() => SortPlan::MAX_IN_ONE_SWEEP,
            _ => usize::MAX,
        };
        if count > most {
            return Err(refused(
                say!("missing-keys", most = most),
                say!("remedy-fewer-keys-or-auto"),
            ));
        }
        let plan = match path {
            SortPath::Runs => SortPlan::runs(count),
            SortPath::Blocks => SortPlan::blocks(),
            SortPath::TableMasks | SortPath::SweepMasks => {
                SortPlan::masks::<K>(gpu.limits().max_compute_workgroup_storage_size, has_values)
            }
            SortPath::TableBallots | SortPath::SweepBallots => {
                let needs = say!("missing-subgroups-and-memory");
                let plan = SortPlan::ballots::<K>(gpu, has_values);
                plan.ok_or_else(|| refused(needs, say!("remedy-adapter-or-auto")))?
            }
        };
        Ok(if path.is_one_sweep() { plan.in_one_sweep() } else { plan })
    }
}

/// A sort to be measured: one row of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SortBench {
    /// Number of keys, 1 or more.
    pub count: usize,
    /// Their type.
    pub keys: SortType,
    /// Which keys.
    pub data: SortData,
    /// Whether each key carries a `u32`.
    pub is_pairs: bool,
    /// The kernel that sorts them.
    pub kernel: SortKernel,
    /// Constants in place of those of the library's plan.
    pub tuning: Tuning,
}

impl SortBench {
    fn plan<K: SortKey>(&self, gpu: &Gpu) -> Result<SortPlan, GpuError> {
        let plan = self.kernel.plan::<K>(gpu, self.is_pairs, self.count)?;
        Ok(SortPlan { tuning: retuned(gpu, plan.tuning, self.tuning)?, ..plan })
    }
}

/// The result has to be the host's, with equal keys in their order, which the standard library's
/// unstable sort does not keep. Before each sample the keys are put back in the order of `data`.
impl Bench for SortBench {
    const NAME: &'static str = "sort";
    const ABOUT: &'static str = "Sorts by u32 or u64 keys, checked against the host's";
    const FLAGS: &'static [Flag<Self>] = &[
        Flag::one("type", "T", "u32", "Type of the keys", |bench| &mut bench.keys),
        Flag::switch("pairs", "Sort pairs: a u32 value moves with each key", |bench| {
            &mut bench.is_pairs
        }),
        counts(|bench| &mut bench.count),
        kernels(|bench| &mut bench.kernel),
        portable(|bench| &mut bench.kernel),
        tunings(|bench| &mut bench.tuning),
        Flag::list("data", "D,D,…", "random", "Keys to sort, separated by commas", |bench| {
            &mut bench.data
        }),
    ];

    fn entry(&self) -> Entry {
        let precision = match (self.keys, self.is_pairs) {
            (SortType::U32, false) => "u32",
            (SortType::U32, true) => "u32 pairs",
            (SortType::U64, false) => "u64",
            (SortType::U64, true) => "u64 pairs",
        };
        let (kernel, model) = (self.kernel.name(), self.data.name());
        Entry { kernel, precision, model, ..Entry::new(Self::NAME, self.count) }
    }

    fn check(&self, gpu: &Gpu) -> Result<(), LabError> {
        check_elements(gpu, self.count)?;
        self.kernel.check(gpu, self.keys, self.count)?;
        match self.keys {
            SortType::U32 => self.plan::<u32>(gpu)?,
            SortType::U64 => self.plan::<u64>(gpu)?,
        };
        Ok(())
    }

    fn measure(&self, gpu: &Gpu) -> Result<Measurement, LabError> {
        match self.keys {
            SortType::U32 => {
                let of_keys: OnHost<u32> = [reference::radix_sort, threaded::radix_sort];
                let of_pairs: OnHost<(u32, u32)> =
                    [reference::radix_sort_pairs, threaded::radix_sort_pairs];
                let keys = self.data.words(self.count);
                measure(gpu, *self, &keys, (of_keys, of_pairs), historical)
            }
            SortType::U64 => {
                // `check` refuses the radix sorts of the host.
                let sorts: (OnHost<u64>, OnHost<(u64, u32)>) = ([in_order_of; 2], [in_order_of; 2]);
                measure(gpu, *self, &self.data.double_words(self.count), sorts, none)
            }
        }
    }
}

/// The host's sorts of such elements: a loop, and all cores.
type OnHost<T> = [fn(&[T]) -> Vec<T>; 2];

fn measure<K: SortKey + Ord + Debug + Send>(
    gpu: &Gpu,
    bench: SortBench,
    keys: &[K],
    (of_keys, of_pairs): (OnHost<K>, OnHost<(K, u32)>),
    historical: Historical<K>,
) -> Result<Measurement, LabError> {
    let SortBench { count, kernel, .. } = bench;
    let is_on_cpu =
        matches!(kernel, SortKernel::CpuSerial | SortKernel::CpuThreaded | SortKernel::CpuStd);
    let row;
    if bench.is_pairs {
        // Each key carries its original index, so sorting the pairs themselves is a stable sort of
        // the keys.
        let pairs: Vec<(K, u32)> = keys.iter().copied().zip(0..).collect();
        let mut sorted;
        (row, sorted) = if is_on_cpu {
            sort_on_cpu(bench, &pairs, of_pairs, |&(key, _)| key)
        } else {
            let places: Vec<u32> = (0..count as u32).collect();
            let (row, keys, values) = sort_on_gpu(gpu, bench, keys, Some(&places), historical)?;
            (row, keys.into_iter().zip(values).collect())
        };
        let expected = in_order(pairs);
        if kernel == SortKernel::CpuStd {
            let keys = |pairs: &[(K, u32)]| pairs.iter().map(|(key, _)| *key).collect::<Vec<_>>();
            agree(&row, &keys(&sorted), &keys(&expected))?;
            sorted = in_order(sorted);
        }
        agree(&row, &sorted, &expected)?;
    } else {
        let sorted;
        (row, sorted) = if is_on_cpu {
            sort_on_cpu(bench, keys, of_keys, |&key| key)
        } else {
            let (row, sorted, _) = sort_on_gpu(gpu, bench, keys, None, historical)?;
            (row, sorted)
        };
        agree(&row, &sorted, &in_order(keys.to_vec()))?;
    }
    Ok(row)
}

fn in_order<T: Ord + Send>(mut elements: Vec<T>) -> Vec<T> {
    elements.par_sort_unstable();
    elements
}

fn in_order_of<T: Ord + Copy + Send>(elements: &[T]) -> Vec<T> {
    in_order(elements.to_vec())
}

/// The row, and what was sorted.
fn sort_on_cpu<T: Copy + Debug, K: Ord>(
    bench: SortBench,
    elements: &[T],
    [serial, threaded]: OnHost<T>,
    key: impl Fn(&T) -> K,
) -> (Measurement, Vec<T>) {
    let (threads, (samples, sorted)) = match bench.kernel {
        SortKernel::CpuThreaded => {
            (rayon::current_num_threads(), time_on_cpu(|| elements, threaded))
        }
        SortKernel::CpuSerial => (1, time_on_cpu(|| elements, serial)),
        _ => {
            let in_place = |mut elements: Vec<T>| {
                elements.sort_unstable_by_key(&key);
                elements
            };
            (1, time_on_cpu(|| elements.to_vec(), in_place))
        }
    };
    let entry = bench.entry();
    (entry.on_cpu(threads, samples, work(entry)), sorted)
}

/// What to record, and the buffers that then hold the keys and their values, if any.
type Prepared<K> = (Record, Buffer<K>, Option<Buffer<u32>>);
/// A sort by a kernel of the ladder. `None` if it does not sort such keys.
type Historical<K> =
    fn(&Gpu, SortLadder, &Buffer<K>, Option<&Buffer<u32>>) -> Result<Option<Prepared<K>>, GpuError>;

fn historical(
    gpu: &Gpu,
    rung: SortLadder,
    keys: &Buffer<u32>,
    values: Option<&Buffer<u32>>,
) -> Result<Option<Prepared<u32>>, GpuError> {
    let sort = HistoricalSort::new(gpu, rung, keys, values)?;
    let (keys, values) = (sort.keys().clone(), sort.payload().cloned());
    Ok(Some((Box::new(move |pass| sort.encode(pass)), keys, values)))
}

fn none<K>(
    _: &Gpu,
    _: SortLadder,
    _: &Buffer<K>,
    _: Option<&Buffer<u32>>,
) -> Result<Option<Prepared<K>>, GpuError> {
    Ok(None)
}

/// The row, the sorted keys, and the values that they carried along, if any.
fn sort_on_gpu<K: SortKey>(
    gpu: &Gpu,
    bench: SortBench,
    keys: &[K],
    values: Option<&[u32]>,
    historical: Historical<K>,
) -> Result<(Measurement, Vec<K>, Vec<u32>), LabError> {
    let SortBench { kernel, tuning, .. } = bench;
    let upload = |words: &[u32]| gpu.storage_from("bench/source", words);
    let source = gpu.storage_from("bench/source", keys)?;
    let source_values = values.map(upload).transpose()?;
    let of_ladder = match kernel {
        SortKernel::Ladder(rung) => historical(gpu, rung, &source, source_values.as_ref())?,
        _ => None,
    };
    let is_of_ladder = of_ladder.is_some();
    let ((record, result, result_values), plan): (Prepared<K>, _) =
        if let Some(prepared) = of_ladder {
            (prepared, None)
        } else {
            let (own, own_values) =
                (gpu.storage_from("bench/keys", keys)?, values.map(upload).transpose()?);
            let plan = bench.plan::<K>(gpu)?;
            let request = SortRequest::new(&own);
            let request =
                if let Some(values) = &own_values { request.with_values(values) } else { request };
            let sort = prepared(tuning, RadixSort::with_plan(gpu, plan, &request))?;
            (
                (Box::new(move |pass| sort.encode(pass)), own, own_values),
                Some((plan.path.name(), plan.tuning)),
            )
        };
    let restore = |encoder: &mut wgpu::CommandEncoder| {
        restore_from(encoder, &source, &result, is_of_ladder);
        if let (Some(source), Some(result)) = (&source_values, &result_values) {
            restore_from(encoder, source, result, is_of_ladder);
        }
    };
    // One run per sample: the next run would find the keys sorted.
    let samples = time_on_gpu(gpu, 1.0, restore, &record)?;
    let row = row_on_gpu(gpu, bench.entry(), plan, samples);
    let values = result_values.map(|values| gpu.read(&values)).transpose()?;
    Ok((row, gpu.read(&result)?, values.unwrap_or_default()))
}

/// Records the copy of `source` to where it is sorted, or the clearing of a result of its own.
fn restore_from<T: bytemuck::Pod>(
    encoder: &mut wgpu::CommandEncoder,
    source: &Buffer<T>,
    result: &Buffer<T>,
    has_own_result: bool,
) {
    clear(encoder, result);
    if !has_own_result {
        encoder.copy_buffer_to_buffer(source.raw(), 0, result.raw(), 0, source.bytes());
    }
}
