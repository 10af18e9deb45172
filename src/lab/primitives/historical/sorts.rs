//! Radix sorts, least significant digit first: by one bit in one block, by one bit over many
//! blocks, by four bits, by eight.

use std::sync::Arc;

use super::{Dispatch, HistoricalScan, ScanLadder, unsupported};
use crate::gpu::{Buffer, Gpu, GpuError, Kernel, KernelSource, Tuning, tuned};
use crate::name::Named;
use crate::primitives::{ScanKind, check_lengths};
use crate::words::say;
use crate::{mirrored, named, wgsl};

/// One kernel for keys alone and one for pairs.
#[derive(Clone, Copy, Debug)]
pub struct SortKernels {
    /// For keys alone.
    pub keys: KernelSource,
    /// For keys with payload.
    pub pairs: KernelSource,
}

/// Declares a kernel that moves keys, with both endings.
macro_rules! sort_kernels {
    ($label:literal, $tunings:expr, $($part:literal),+) => {
        SortKernels {
            keys: KernelSource::trusted($label, &[$(wgsl!($part)),+, wgsl!("lab/historical/to_keys.wgsl")], $tunings),
            pairs: KernelSource::trusted($label, &[$(wgsl!($part)),+, wgsl!("lab/historical/to_pairs.wgsl")], $tunings),
        }
    };
}

impl SortKernels {
    fn of(&'static self, is_pairs: bool) -> &'static KernelSource {
        if is_pairs { &self.pairs } else { &self.keys }
    }
}

/// Most keys in one block, by the threads that the adapter allows per workgroup.
const ONE_BLOCK: &[Tuning] =
    &[&[("WORKGROUP", 1024)], &[("WORKGROUP", 512)], &[("WORKGROUP", 256)]];
const FOUR_BITS: Tuning = &[("BITS", 4), ("CHUNKS", 16)];
const EIGHT_BITS: Tuning = &[("BITS", 8), ("CHUNKS", 16)];
const ZEROS: Tuning = &[("ONES", 0)];
const ONES: Tuning = &[("ONES", 1)];

/// All 32 partitions in one workgroup.
pub const SORT_ONE_BLOCK: SortKernels =
    sort_kernels!("historical/sort_one_block", ONE_BLOCK, "lab/historical/sort_one_block.wgsl");

/// All 32 partitions in one workgroup, in a single row of its memory.
pub const SORT_IN_PLACE: SortKernels =
    sort_kernels!("historical/sort_in_place", ONE_BLOCK, "lab/historical/sort_in_place.wgsl");

/// Flags for a partition.
pub const SORT_FLAGS: KernelSource = KernelSource::trusted(
    "historical/sort_flags",
    &[wgsl!("lab/historical/sort_flags.wgsl")],
    &[ZEROS, ONES],
);

/// A partition by one bit.
pub const SORT_PARTITION: SortKernels = sort_kernels!(
    "historical/sort_partition",
    &[&[]],
    "lab/historical/sort_partition.wgsl",
    "grid.wgsl"
);

/// A partition by one bit, from a scan of the ones.
pub const SORT_PARTITION_BY_ONES: SortKernels = sort_kernels!(
    "historical/sort_partition_by_ones",
    &[&[]],
    "lab/historical/sort_partition_by_ones.wgsl",
    "grid.wgsl"
);

/// Counts the digits of each block.
pub const SORT_HISTOGRAM: KernelSource = KernelSource::trusted(
    "historical/sort_histogram",
    &[wgsl!("lab/historical/sort_histogram.wgsl")],
    &[FOUR_BITS, EIGHT_BITS],
);

/// Moves keys by one digit.
pub const SORT_SCATTER: SortKernels = sort_kernels!(
    "historical/sort_scatter",
    &[FOUR_BITS, EIGHT_BITS],
    "lab/historical/sort_scatter.wgsl",
    "lab/historical/blocks.wgsl"
);

named! {
    /// A variant of the stable radix sort. Those by one bit are as in Patterson & Hennessy,
    /// Computer Organization and Design, appendix B, section 8; those by digits as in M. Zagha & G.
    /// E. Blelloch, "Radix Sort for Vector Multiprocessors" (1991), and on GPUs N. Satish, M.
    /// Harris & M. Garland, "Designing Efficient Sorting Algorithms for Manycore GPUs" (2009).
    pub enum SortLadder: "sort" {
        /// 32 partitions by one bit, in the memory of one workgroup.
        OneBlock = "one-block",
        /// 32 partitions by one bit in one workgroup, to the letter: one row for keys and ones,
        /// scanned in place.
        OneBlockInPlace = "one-block-in-place",
        /// 32 partitions by one bit, each of several kernels over many blocks: an exclusive scan of
        /// the zeros.
        OneBit = "one-bit",
        /// 32 partitions by one bit over many blocks, to the letter: an inclusive scan of the ones.
        OneBitByOnes = "one-bit-by-ones",
        /// 8 passes by digits of four bits.
        FourBits = "four-bits",
        /// 4 passes by digits of eight bits.
        EightBits = "eight-bits",
    }
}

mirrored! {
    /// One pass of a sort by digits.
    pub struct DigitParams {
        /// Total number of keys.
        pub count: u32,
        /// Blocks of keys, one workgroup each.
        pub blocks: u32,
        /// Bits of a key below the digit.
        pub shift: u32,
    }
}

impl SortLadder {
    /// Most keys that this variant can sort on this adapter.
    pub fn most(self, gpu: &Gpu) -> usize {
        match self {
            Self::OneBlock | Self::OneBlockInPlace => one_block(gpu)[0].1 as usize,
            _ => usize::MAX,
        }
    }

    /// Rejects more keys than [`SortLadder::most`].
    ///
    /// # Errors
    /// [`GpuError::Unsupported`].
    pub fn check(self, gpu: &Gpu, count: usize) -> Result<(), GpuError> {
        let most = self.most(gpu);
        if count <= most {
            return Ok(());
        }
        let missing = say!("missing-keys-in-workgroup", most = most, count = count);
        Err(unsupported(gpu, self.name(), missing, say!("remedy-fewer-keys-or-auto")))
    }
}

fn one_block(gpu: &Gpu) -> Tuning {
    let limits = gpu.limits();
    let most =
        limits.max_compute_invocations_per_workgroup.min(limits.max_compute_workgroup_size_x);
    ONE_BLOCK.iter().find(|tuning| tuning[0].1 <= most).unwrap_or(&ONE_BLOCK[ONE_BLOCK.len() - 1])
}

/// Keys, with one payload word each or `None`.
#[derive(Clone, Debug)]
struct Keyed {
    keys: Buffer<u32>,
    payload: Option<Buffer<u32>>,
}

impl Keyed {
    fn new(gpu: &Gpu, count: usize, is_pairs: bool) -> Result<Self, GpuError> {
        let keys = gpu.storage("historical/keys", count)?;
        let payload = if is_pairs { Some(gpu.storage("historical/payload", count)?) } else { None };
        Ok(Self { keys, payload })
    }

    /// Bindings for a kernel that moves these to `target`, besides the kernel's own.
    fn bindings<'a>(&'a self, target: &'a Self) -> Vec<(&'static str, &'a wgpu::Buffer)> {
        let mut all = vec![("source", self.keys.raw()), ("sorted", target.keys.raw())];
        if let (Some(payload), Some(sorted)) = (&self.payload, &target.payload) {
            all.extend([("payload", payload.raw()), ("sorted_payload", sorted.raw())]);
        }
        all
    }
}

/// What one pass records.
#[derive(Debug)]
enum Act {
    Dispatch(Dispatch),
    /// The scan that all passes share.
    Scan,
}

/// A stable ascending sort of `u32` keys by one of the ladder's variants: keys alone, or with a
/// `u32` payload each. Equal keys keep their order.
///
/// Work is O(n) per pass. Passes alternate between two buffers (double buffering), so the source
/// stays unchanged. Scratch is as large as the result, plus 2 n flags (one bit), n / 256 counts
/// (four bits) or n / 16 counts (eight bits). [`SortLadder::OneBlock`] needs none.
#[derive(Debug)]
pub struct HistoricalSort {
    acts: Vec<Act>,
    scan: Option<HistoricalScan<u32>>,
    result: Keyed,
}

impl HistoricalSort {
    /// Prepares the sort of all of `keys`, with `payload` if given.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`] if [`SortLadder::OneBlock`] is asked for more keys than a
    /// workgroup has threads ([`SortLadder::most`]); [`GpuError::Mismatch`] if there is not one
    /// payload per key, or a buffer belongs to another device; otherwise if a kernel does not
    /// compile or memory runs out.
    pub fn new(
        gpu: &Gpu,
        formulation: SortLadder,
        keys: &Buffer<u32>,
        payload: Option<&Buffer<u32>>,
    ) -> Result<Self, GpuError> {
        keys.check_own(gpu, "the keys")?;
        if let Some(payload) = payload {
            payload.check_own(gpu, "the payloads")?;
            check_lengths("a sort", ("payloads", payload.len()), ("keys", keys.len()))?;
        }
        formulation.check(gpu, keys.len())?;
        let source = Keyed { keys: keys.clone(), payload: payload.cloned() };
        let sort = Sort { gpu, source };
        match formulation {
            SortLadder::OneBlock => sort.in_one_block(&SORT_ONE_BLOCK),
            SortLadder::OneBlockInPlace => sort.in_one_block(&SORT_IN_PLACE),
            SortLadder::OneBit => {
                sort.by_one_bit((ZEROS, &SORT_PARTITION), ("zeros", ScanKind::Exclusive))
            }
            SortLadder::OneBitByOnes => {
                sort.by_one_bit((ONES, &SORT_PARTITION_BY_ONES), ("ones", ScanKind::Inclusive))
            }
            SortLadder::FourBits => sort.by_digits(FOUR_BITS),
            SortLadder::EightBits => sort.by_digits(EIGHT_BITS),
        }
    }

    /// Encodes the sort.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        for act in &self.acts {
            match act {
                Act::Dispatch(dispatch) => dispatch.encode(pass),
                Act::Scan => self.scan.iter().for_each(|scan| scan.encode(pass)),
            }
        }
    }

    /// The sorted keys.
    pub fn keys(&self) -> &Buffer<u32> {
        &self.result.keys
    }

    /// The payload of each key, in the keys' order.
    pub fn payload(&self) -> Option<&Buffer<u32>> {
        self.result.payload.as_ref()
    }
}

/// A sort being prepared.
struct Sort<'a> {
    gpu: &'a Gpu,
    source: Keyed,
}

impl Sort<'_> {
    fn count(&self) -> usize {
        self.source.keys.len()
    }

    fn is_pairs(&self) -> bool {
        self.source.payload.is_some()
    }

    fn keyed(&self) -> Result<Keyed, GpuError> {
        Keyed::new(self.gpu, self.count(), self.is_pairs())
    }

    fn dispatch(
        &self,
        kernel: &Arc<Kernel>,
        groups: usize,
        buffers: &[(&str, &wgpu::Buffer)],
    ) -> Result<Act, GpuError> {
        Ok(Act::Dispatch(Dispatch::new(self.gpu, kernel, groups, buffers)?))
    }

    fn in_one_block(&self, kernels: &'static SortKernels) -> Result<HistoricalSort, GpuError> {
        let gpu = self.gpu;
        let kernel = gpu.kernel(kernels.of(self.is_pairs()), one_block(gpu))?;
        let result = self.keyed()?;
        let digit = gpu.uniform(
            "historical/digit",
            &DigitParams { count: self.count() as u32, blocks: 1, shift: 0 },
        )?;
        let mut buffers = self.source.bindings(&result);
        buffers.push(("digit", digit.raw()));
        Ok(HistoricalSort { acts: vec![self.dispatch(&kernel, 1, &buffers)?], scan: None, result })
    }

    /// Passes by one bit: what is flagged and which kernel partitions, and what its scan is called
    /// and of which kind it is.
    fn by_one_bit(
        &self,
        (flagged, partition): (Tuning, &'static SortKernels),
        (name, kind): (&'static str, ScanKind),
    ) -> Result<HistoricalSort, GpuError> {
        let flag = self.gpu.kernel(&SORT_FLAGS, flagged)?;
        let partition = self.gpu.kernel(partition.of(self.is_pairs()), &[])?;
        let flags = self.gpu.storage::<u32>("historical/flags", self.count())?;
        let blocks = self.count().div_ceil(flag.workgroup() as usize);
        self.in_passes(1, blocks, [&flag, &partition], (["flags", name], kind), flags)
    }

    fn by_digits(&self, tuning: Tuning) -> Result<HistoricalSort, GpuError> {
        let histogram = self.gpu.kernel(&SORT_HISTOGRAM, tuning)?;
        let scatter = self.gpu.kernel(SORT_SCATTER.of(self.is_pairs()), tuning)?;
        let constant = |name| tuned(tuning, name).unwrap_or(1);
        let bits = constant("BITS");
        let blocks = self.count().div_ceil((histogram.workgroup() * constant("CHUNKS")) as usize);
        let table = self.gpu.storage::<u32>("historical/table", blocks << bits)?;
        self.in_passes(
            bits,
            blocks,
            [&histogram, &scatter],
            (["table", "table"], ScanKind::Exclusive),
            table,
        )
    }

    /// Passes of `bits` bits each: one kernel fills `counts`, and its scan of this kind tells the
    /// other where keys go. Both are bound by `names`.
    fn in_passes(
        &self,
        bits: u32,
        blocks: usize,
        [count, scatter]: [&Arc<Kernel>; 2],
        (names, kind): ([&'static str; 2], ScanKind),
        counts: Buffer<u32>,
    ) -> Result<HistoricalSort, GpuError> {
        let scan = HistoricalScan::new(self.gpu, ScanLadder::WorkEfficient, kind, &counts)?;
        let turns = [self.keyed()?, self.keyed()?];
        let mut acts = Vec::new();
        let mut last = &self.source;
        // The number of passes is even, so the last one writes the second buffer.
        for (pass, shift) in (0..u32::BITS).step_by(bits as usize).enumerate() {
            let digit = DigitParams { count: self.count() as u32, blocks: blocks as u32, shift };
            let digit = self.gpu.uniform("historical/digit", &digit)?;
            let buffers =
                [("digit", digit.raw()), ("source", last.keys.raw()), (names[0], counts.raw())];
            acts.push(self.dispatch(count, blocks, &buffers)?);
            acts.push(Act::Scan);
            let next = &turns[pass % 2];
            let mut buffers = last.bindings(next);
            buffers.extend([("digit", digit.raw()), (names[1], scan.result().raw())]);
            acts.push(self.dispatch(scatter, blocks, &buffers)?);
            last = next;
        }
        let result = last.clone();
        Ok(HistoricalSort { acts, scan: Some(scan), result })
    }
}
