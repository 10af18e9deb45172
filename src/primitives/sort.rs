//! Radix sort: keys of 32 or 64 bits, alone or with a word that each carries along; stable.

use std::ops::Range;

use super::progress::is_proven;
use super::{SUM_U32, Scan, ScanKind, ScanRequest, length_or_all};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Part, Tuning};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of the kernels of a sort.
    pub struct SortOf {
        /// Keys that the buffer holds.
        pub capacity: u32,
        /// Tiles of so many.
        pub tiles: u32,
        /// The lowest bit of a key that counts.
        pub first_bit: u32,
        /// The bit behind the highest that counts.
        pub end_bit: u32,
        /// Digit of this dispatch, from the lowest.
        pub turn: u32,
        /// Digits in all.
        pub turns: u32,
    }
}

/// What can be sorted by: `u32`; `i32`; `f32`, -0 before +0 and whatever is no number last; `u64`.
pub trait SortKey: bytemuck::Pod + sealed::Sealed {
    /// WGSL that declares the key and its order.
    #[doc(hidden)]
    const PARTS: &'static [Part];
    /// Which of the lists of kernels is its own.
    #[doc(hidden)]
    const INDEX: usize;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u32 {}
    impl Sealed for i32 {}
    impl Sealed for f32 {}
    impl Sealed for u64 {}
}

const WORD: Part = wgsl!("sort/word.wgsl");
const DIGITS: Part = wgsl!("sort/digits.wgsl");
const KEYS: [&[Part]; 4] = [
    &[wgsl!("sort/key_u32.wgsl"), WORD, DIGITS],
    &[wgsl!("sort/key_i32.wgsl"), WORD, DIGITS],
    &[wgsl!("sort/key_f32.wgsl"), WORD, DIGITS],
    &[wgsl!("sort/key_u64.wgsl"), DIGITS],
];
const PAYLOADS: [&[Part]; 2] = [&[wgsl!("sort/to_keys.wgsl")], &[wgsl!("sort/to_pairs.wgsl")]];

impl SortKey for u32 {
    const PARTS: &'static [Part] = KEYS[0];
    const INDEX: usize = 0;
}

impl SortKey for i32 {
    const PARTS: &'static [Part] = KEYS[1];
    const INDEX: usize = 1;
}

impl SortKey for f32 {
    const PARTS: &'static [Part] = KEYS[2];
    const INDEX: usize = 2;
}

impl SortKey for u64 {
    const PARTS: &'static [Part] = KEYS[3];
    const INDEX: usize = 3;
}

const SCATTER: Part = wgsl!("sort/scatter.wgsl");
const FROM_TABLE: Part = wgsl!("sort/from_table.wgsl");
const FROM_TILES: Part = wgsl!("sort/from_tiles.wgsl");
const GRID: &[Tuning] = &[&[]];

const HISTOGRAM: KernelSource = KernelSource::trusted("sort/histogram", &[wgsl!("sort/histogram.wgsl")], HISTOGRAMS);
const BITS: KernelSource = KernelSource::trusted("sort/bits", &[wgsl!("sort/bits.wgsl")], GRID);
const SCHEDULE_BY_HISTOGRAMS: KernelSource =
    KernelSource::trusted("sort/schedule", &[wgsl!("sort/schedule.wgsl"), wgsl!("sort/from_histograms.wgsl")], GRID);
const SCHEDULE_BY_BITS: KernelSource =
    KernelSource::trusted("sort/schedule", &[wgsl!("sort/schedule.wgsl"), wgsl!("sort/from_bits.wgsl")], GRID);
const TILE_COUNTS: KernelSource = KernelSource::trusted("sort/tile_counts", &[wgsl!("sort/tile_counts.wgsl")], SHAPES);
const RUN_COUNTS: KernelSource = KernelSource::trusted("sort/run_counts", &[wgsl!("sort/run_counts.wgsl")], RUNS);
const FINISH: KernelSource = KernelSource::trusted("sort/finish", &[wgsl!("sort/finish.wgsl")], GRID);
const BY_RUNS: KernelSource = KernelSource::trusted("sort/by_runs", &[wgsl!("sort/by_runs.wgsl")], RUNS);
const BY_MASKS: KernelSource = KernelSource::trusted("sort/by_masks", &[wgsl!("sort/by_masks.wgsl"), SCATTER, FROM_TABLE], MASKS);
const BY_BALLOTS: KernelSource =
    KernelSource::trusted("sort/by_ballots", &[wgsl!("sort/by_ballots.wgsl"), SCATTER, FROM_TABLE], BALLOTS);
const IN_ONE_SWEEP_BY_MASKS: KernelSource =
    KernelSource::trusted("sort/by_masks", &[wgsl!("sort/by_masks.wgsl"), SCATTER, FROM_TILES], SWEEP_MASKS);
const IN_ONE_SWEEP_BY_BALLOTS: KernelSource =
    KernelSource::trusted("sort/by_ballots", &[wgsl!("sort/by_ballots.wgsl"), SCATTER, FROM_TILES], SWEEP_BALLOTS);

/// Histograms that fit 16 KiB: of four digits, of eight.
const HISTOGRAMS: &[Tuning] = &[&[("COPIES", 4), ("TURNS", 4)], &[("COPIES", 2), ("TURNS", 8)]];
/// Runs for few keys, so that every core has some, and for many, so that counts are few beside them.
const RUNS: &[Tuning] = &[&[("WORKGROUP", 8), ("ITEMS", 1024)], &[("WORKGROUP", 8), ("ITEMS", 4096)]];
const FEW_KEYS_OF_RUNS: usize = 1 << 18;
/// For keys of 32 and of 64 bits in 48, 32 and 16 KiB. Keys of a thread are a multiple of four, up to 32.
const MASKS: &[Tuning] = &[
    &[("WORKGROUP", 256), ("ITEMS", 24), ("LANES", 32)],
    &[("WORKGROUP", 256), ("ITEMS", 12), ("LANES", 32)],
    &[("WORKGROUP", 256), ("ITEMS", 8), ("LANES", 32)],
    &[("WORKGROUP", 256), ("ITEMS", 4), ("LANES", 32)],
    &[("WORKGROUP", 64), ("ITEMS", 24), ("LANES", 32)],
    &[("WORKGROUP", 64), ("ITEMS", 12), ("LANES", 32)],
];
/// For keys of 32 and of 64 bits in 48 KiB, with subgroups of 32, 16 and 8 threads; then in 32 KiB.
const BALLOTS: &[Tuning] = &[
    &[("WORKGROUP", 384), ("ITEMS", 20), ("LANES", 32)],
    &[("WORKGROUP", 256), ("ITEMS", 12), ("LANES", 32)],
    &[("WORKGROUP", 256), ("ITEMS", 24), ("LANES", 16)],
    &[("WORKGROUP", 256), ("ITEMS", 12), ("LANES", 16)],
    &[("WORKGROUP", 64), ("ITEMS", 16), ("LANES", 8)],
    &[("WORKGROUP", 64), ("ITEMS", 8), ("LANES", 8)],
    &[("WORKGROUP", 256), ("ITEMS", 16), ("LANES", 32)],
    &[("WORKGROUP", 256), ("ITEMS", 8), ("LANES", 32)],
    &[("WORKGROUP", 128), ("ITEMS", 16), ("LANES", 16)],
    &[("WORKGROUP", 128), ("ITEMS", 8), ("LANES", 16)],
    FEW,
];
/// For so few keys of 32 bits that a tile of the first would leave much of a large GPU idle.
const FEW: Tuning = &[("WORKGROUP", 512), ("ITEMS", 8), ("LANES", 32)];
const FEW_KEYS: usize = 1 << 21;
/// The same in one sweep, and for tests with workgroups that stand still.
const SWEEP_MASKS: &[Tuning] = &[
    MASKS[0],
    MASKS[1],
    MASKS[2],
    MASKS[3],
    MASKS[4],
    MASKS[5],
    &[("WORKGROUP", 32), ("ITEMS", 4), ("LANES", 32), ("STALLED", 3), ("PATIENCE", 2)],
];
const SWEEP_BALLOTS: &[Tuning] = &[
    BALLOTS[0],
    BALLOTS[1],
    BALLOTS[2],
    BALLOTS[3],
    BALLOTS[4],
    BALLOTS[5],
    BALLOTS[6],
    BALLOTS[7],
    BALLOTS[8],
    BALLOTS[9],
    FEW,
    &[("WORKGROUP", 32), ("ITEMS", 4), ("LANES", 8), ("STALLED", 3), ("PATIENCE", 2)],
    &[("WORKGROUP", 64), ("ITEMS", 4), ("LANES", 32), ("STALLED", 3), ("PATIENCE", 2)],
];
/// The threads and keys of all of these, for what counts the tiles.
const SHAPES: &[Tuning] = &{
    let mut all = [GRID[0]; MASKS.len() + BALLOTS.len()];
    let mut i = 0;
    while i < all.len() {
        let tuning = if i < MASKS.len() { MASKS[i] } else { BALLOTS[i - MASKS.len()] };
        all[i] = tuning.split_at(2).0;
        i += 1;
    }
    all
};

/// The kernels of these keys, alone and with words.
macro_rules! kernels_of {
    ($($key:ty)*) => {
        &[$(
            &const { HISTOGRAM.with(<$key>::PARTS) },
            &const { BITS.with(<$key>::PARTS) },
            &const { SCHEDULE_BY_HISTOGRAMS.with(<$key>::PARTS) },
            &const { SCHEDULE_BY_BITS.with(<$key>::PARTS) },
            &const { TILE_COUNTS.with(<$key>::PARTS) },
            &const { RUN_COUNTS.with(<$key>::PARTS) },
            &const { BY_RUNS.with(<$key>::PARTS).with(PAYLOADS[0]) },
            &const { BY_RUNS.with(<$key>::PARTS).with(PAYLOADS[1]) },
            &const { BY_MASKS.with(<$key>::PARTS).with(PAYLOADS[0]) },
            &const { BY_MASKS.with(<$key>::PARTS).with(PAYLOADS[1]) },
            &const { BY_BALLOTS.with(<$key>::PARTS).with(PAYLOADS[0]) },
            &const { BY_BALLOTS.with(<$key>::PARTS).with(PAYLOADS[1]) },
            &const { IN_ONE_SWEEP_BY_MASKS.with(<$key>::PARTS).with(PAYLOADS[0]) },
            &const { IN_ONE_SWEEP_BY_MASKS.with(<$key>::PARTS).with(PAYLOADS[1]) },
            &const { IN_ONE_SWEEP_BY_BALLOTS.with(<$key>::PARTS).with(PAYLOADS[0]) },
            &const { IN_ONE_SWEEP_BY_BALLOTS.with(<$key>::PARTS).with(PAYLOADS[1]) },
            &const { FINISH.with(<$key>::PARTS).with(PAYLOADS[0]) },
            &const { FINISH.with(<$key>::PARTS).with(PAYLOADS[1]) },
        )*]
    };
}

/// Every kernel of a sort.
pub(super) const KERNELS: &[&KernelSource] = kernels_of!(u32 i32 f32 u64);

/// Keys that a sort in one sweep takes at most: their number must leave two bits of a word.
const SWEEP_LIMIT: usize = (1 << 30) - 1;

/// How a tile's keys find their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortPath {
    /// Counts of all tiles are scanned before a pass moves keys; each thread moves a run of its own. For software adapters.
    Runs,
    /// Counts of all tiles are scanned before a pass moves keys; a workgroup moves a tile.
    Table,
    /// One sweep a digit: tiles learn from earlier ones where their keys go.
    OneSweep,
}

/// How a sort is computed.
#[derive(Clone, Copy, Debug)]
pub struct SortPlan {
    /// How a tile's keys find their places.
    pub path: SortPath,
    /// The kernel that moves keys, to be completed by what keys and their words are.
    pub kernel: KernelSource,
    /// Its tuning.
    pub tuning: Tuning,
    /// That of the kernel which counts all digits at once, where there is one sweep a digit.
    pub histogram: Tuning,
}

impl SortPlan {
    /// What suits so many keys of this kind here.
    pub fn new<K: SortKey>(gpu: &Gpu, capacity: usize, is_portable: bool) -> Self {
        if gpu.is_software() {
            return Self { tuning: RUNS[usize::from(capacity > FEW_KEYS_OF_RUNS)], ..Self::runs() };
        }
        let is_wide = size_of::<K>() > 4;
        let in_one_sweep = !is_portable && capacity <= SWEEP_LIMIT && is_proven(gpu);
        let for_count = |plan: Self| {
            let is_few = plan.tuning == BALLOTS[0] && capacity <= FEW_KEYS;
            if is_few { Self { tuning: FEW, ..plan } } else { plan }
        };
        Self::ballots(gpu, is_wide, in_one_sweep)
            .filter(|_| !is_portable)
            .map(for_count)
            .unwrap_or_else(|| Self::masks(gpu.limits().max_compute_workgroup_storage_size, is_wide, in_one_sweep))
    }

    /// By runs, one a thread.
    pub const fn runs() -> Self {
        Self { path: SortPath::Runs, kernel: BY_RUNS, tuning: RUNS[0], histogram: GRID[0] }
    }

    /// Ranked by masks in so many bytes of a workgroup's memory.
    pub const fn masks(bytes: u32, is_wide: bool, in_one_sweep: bool) -> Self {
        let row = if bytes >= 48 << 10 { 0 } else { if bytes >= 32 << 10 { 2 } else { 4 } };
        let (path, kernel) = if in_one_sweep { (SortPath::OneSweep, IN_ONE_SWEEP_BY_MASKS) } else { (SortPath::Table, BY_MASKS) };
        Self {
            path,
            kernel,
            tuning: MASKS[row + is_wide as usize],
            histogram: if in_one_sweep { HISTOGRAMS[is_wide as usize] } else { GRID[0] },
        }
    }

    /// Ranked by ballots of subgroups, where the adapter has one size of them of up to 32 threads.
    pub fn ballots(gpu: &Gpu, is_wide: bool, in_one_sweep: bool) -> Option<Self> {
        let has_room = gpu.limits().max_compute_workgroup_storage_size >= 48 << 10;
        let row = match (gpu.subgroup_size()?, has_room) {
            (32, true) => 0,
            (16, true) => 2,
            (8, _) => 4,
            (32, false) => 6,
            (16, false) => 8,
            _ => return None,
        };
        let (path, kernel) =
            if in_one_sweep { (SortPath::OneSweep, IN_ONE_SWEEP_BY_BALLOTS) } else { (SortPath::Table, BY_BALLOTS) };
        Some(Self {
            path,
            kernel,
            tuning: BALLOTS[row + usize::from(is_wide)],
            histogram: if in_one_sweep { HISTOGRAMS[usize::from(is_wide)] } else { GRID[0] },
        })
    }

    /// Keys of a tile.
    pub fn tile(&self) -> u32 {
        let value = |wanted: &str| self.tuning.iter().find(|(name, _)| *name == wanted).map_or(1, |(_, value)| *value);
        if self.path == SortPath::Runs { value("ITEMS") } else { value("ITEMS") * value("WORKGROUP") }
    }
}

/// What is sorted, and how.
#[derive(Clone, Debug)]
pub struct SortRequest<'a, K> {
    keys: &'a Buffer<K>,
    values: Option<&'a Buffer<u32>>,
    is_argsort: bool,
    is_descending: bool,
    bits: Range<u32>,
    length: Option<&'a Buffer<u32>>,
    is_portable: bool,
}

impl<'a, K: SortKey> SortRequest<'a, K> {
    /// All of `keys`, in place and ascending.
    pub fn new(keys: &'a Buffer<K>) -> Self {
        let bits = 0..8 * size_of::<K>() as u32;
        Self { keys, values: None, is_argsort: false, is_descending: false, bits, length: None, is_portable: false }
    }

    /// Each key carries the word of `values` along that has its index.
    #[must_use]
    pub fn with_values(self, values: &'a Buffer<u32>) -> Self {
        Self { values: Some(values), is_argsort: false, ..self }
    }

    /// The index that each key had before goes to `indices`.
    #[must_use]
    pub fn with_indices(self, indices: &'a Buffer<u32>) -> Self {
        Self { values: Some(indices), is_argsort: true, ..self }
    }

    /// The largest first; equal keys stay in their order.
    #[must_use]
    pub fn descending(self) -> Self {
        Self { is_descending: true, ..self }
    }

    /// By these bits alone, counted from the lowest, of whole numbers in their order: an `i32` plus 2^31, an `f32` by its rank
    /// among all bit patterns.
    ///
    /// # Panics
    /// Where keys have no such bits, or there are none: a bug of the caller.
    #[must_use]
    pub fn bits(self, bits: Range<u32>) -> Self {
        assert!(bits.start < bits.end && bits.end <= 8 * size_of::<K>() as u32, "keys have no bits {bits:?}");
        Self { bits, ..self }
    }

    /// The first keys alone, as many as `length` says when it runs, or all if that is more. The others stay as they are.
    #[must_use]
    pub fn with_length(self, length: &'a Buffer<u32>) -> Self {
        Self { length: Some(length), ..self }
    }

    /// By core WGSL alone, whatever the adapter has, and no workgroup waits for another.
    #[must_use]
    pub fn portable(self) -> Self {
        Self { is_portable: true, ..self }
    }
}

/// What a sort records.
#[derive(Debug)]
enum Command {
    Dispatch(Bound, u32),
    Scan(Scan),
}

/// A radix sort, prepared for given buffers: least significant digit first, eight bits a digit, stable.
///
/// Work is O(n) a digit; a digit that is the same in all keys costs next to nothing. In one sweep a digit's pass reads and writes
/// each key once, after all digits were counted at once; else it reads them twice. Scratch is another buffer of keys, one of words,
/// and 2 KiB a tile of some 4,096 keys (1 KiB where no sweep is used).
#[derive(Debug)]
pub struct RadixSort {
    commands: Vec<Command>,
    scratch_bytes: u64,
}

impl RadixSort {
    /// Prepares the sort.
    ///
    /// # Errors
    /// [`GpuError`] where a kernel does not compile or memory is short.
    ///
    /// # Panics
    /// Where there is another number of words than of keys: a bug of the caller.
    pub fn new<K: SortKey>(gpu: &Gpu, request: &SortRequest<K>) -> Result<Self, GpuError> {
        Self::with_plan(gpu, SortPlan::new::<K>(gpu, request.keys.len(), request.is_portable), request)
    }

    /// Prepares the sort in a way of the caller's.
    ///
    /// # Errors
    /// As [`RadixSort::new`].
    ///
    /// # Panics
    /// As [`RadixSort::new`].
    pub fn with_plan<K: SortKey>(gpu: &Gpu, plan: SortPlan, request: &SortRequest<K>) -> Result<Self, GpuError> {
        let capacity = request.keys.len();
        assert!(request.values.is_none_or(|values| values.len() == capacity), "a sort has a word for each key");
        let length = length_or_all(gpu, request.length, capacity)?;
        let tiles = capacity.div_ceil(plan.tile() as usize) as u32;
        let turns = request.bits.len().div_ceil(8) as u32;
        let parameters = |turn| {
            let (first_bit, end_bit) = (request.bits.start, request.bits.end);
            gpu.uniform("sort/parameters", &SortOf { capacity: capacity as u32, tiles, first_bit, end_bit, turn, turns })
        };
        let device = gpu.device();
        let mut scratch_bytes = 0;
        let mut scratch = |label: &str, words: usize| {
            let buffer = gpu.storage::<u32>(label, words)?;
            scratch_bytes += buffer.bytes();
            Ok::<_, GpuError>(buffer)
        };
        let keys_other = scratch("sort/keys", capacity * size_of::<K>() / 4)?;
        let values_other = request.values.map(|values| scratch("sort/values", values.len())).transpose()?;
        let schedule = scratch("sort/schedule", 4 + 4 * 8 + 8 * 256)?;

        let direction = ("DESCENDING", u32::from(request.is_descending));
        let payload = PAYLOADS[usize::from(request.values.is_some())];
        let mut payload_tuning = vec![direction];
        payload_tuning.extend(request.values.map(|_| ("ARGSORT", u32::from(request.is_argsort))));
        let mut of_keys =
            vec![("schedule_of", schedule.raw()), ("keys_own", request.keys.raw()), ("keys_other", keys_other.raw())];
        let of_counts = of_keys.clone();
        if let (Some(own), Some(other)) = (request.values, &values_other) {
            of_keys.extend([("values_own", own.raw()), ("values_other", other.raw())]);
        }

        let mut commands = Vec::new();
        let all = parameters(0)?;
        let beginning = [("sort_of", all.raw()), ("length", length.raw())];
        // What all passes share: which digits matter, and where their keys begin.
        let in_one_sweep = plan.path == SortPath::OneSweep;
        let (look, decide, looked_label, looked_words) = if in_one_sweep {
            (HISTOGRAM.with(K::PARTS), SCHEDULE_BY_HISTOGRAMS.with(K::PARTS), "histograms", 8 * 256)
        } else {
            (BITS.with(K::PARTS), SCHEDULE_BY_BITS.with(K::PARTS), "seen_bits", 16)
        };
        let looked = scratch("sort/looked", looked_words)?;
        let look = gpu.kernel(&look, &[plan.histogram, &[direction]].concat())?;
        let decide = gpu.kernel(&decide, &[direction])?;
        let bound = look.bind(device, &[&beginning[..], &[("keys", request.keys.raw()), (looked_label, looked.raw())]].concat());
        let groups = capacity.div_ceil(16 * look.workgroup() as usize).clamp(1, GROUPS) as u32;
        commands.push(Command::Dispatch(bound, groups));
        let next_tiles = scratch("sort/next_tiles", 8)?;
        let mut deciding = [&beginning[..], &[("schedule_of", schedule.raw()), (looked_label, looked.raw())]].concat();
        if in_one_sweep {
            deciding.push(("next_tiles", next_tiles.raw()));
        }
        commands.push(Command::Dispatch(decide.bind(device, &deciding), 1));

        let kernel = plan.kernel.with(K::PARTS).with(payload);
        let kernel = gpu.kernel(&kernel, &[plan.tuning, &payload_tuning].concat())?;
        let groups = if plan.path == SortPath::Runs { tiles.div_ceil(kernel.workgroup()) } else { tiles };
        if in_one_sweep {
            let states = scratch("sort/states", 2 * 256 * tiles as usize)?;
            for turn in 0..turns {
                let uniform = parameters(turn)?;
                let own = [("sort_of", uniform.raw()), ("next_tiles", next_tiles.raw()), ("states", states.raw())];
                commands.push(Command::Dispatch(kernel.bind(device, &[&own[..], &of_keys].concat()), groups));
            }
        } else {
            let counts = if plan.path == SortPath::Runs { RUN_COUNTS } else { TILE_COUNTS };
            let shape: Vec<_> = plan.tuning.iter().copied().filter(|(name, _)| *name != "LANES").collect();
            let counts = gpu.kernel(&counts.with(K::PARTS), &[&shape[..], &[direction]].concat())?;
            let table = scratch("sort/table", 256 * tiles as usize)?;
            for turn in 0..turns {
                let uniform = parameters(turn)?;
                let own = [("sort_of", uniform.raw()), ("table", table.raw())];
                commands.push(Command::Dispatch(counts.bind(device, &[&own[..], &of_counts].concat()), groups));
                let scan = ScanRequest::new(ScanKind::Exclusive, &table, &table);
                commands.push(Command::Scan(Scan::new(gpu, &SUM_U32, scan)?));
                commands.push(Command::Dispatch(kernel.bind(device, &[&own[..], &of_keys].concat()), groups));
            }
        }
        let finish = gpu.kernel(&FINISH.with(K::PARTS).with(payload), &payload_tuning)?;
        let groups = capacity.div_ceil(4 * finish.workgroup() as usize).clamp(1, GROUPS) as u32;
        commands.push(Command::Dispatch(finish.bind(device, &of_keys), groups));
        Ok(Self { commands, scratch_bytes })
    }

    /// Records the sort.
    pub fn record(&self, pass: &mut wgpu::ComputePass) {
        for command in &self.commands {
            match command {
                Command::Dispatch(bound, groups) => bound.dispatch_groups(pass, *groups),
                Command::Scan(scan) => scan.record(pass),
            }
        }
    }

    /// Bytes that the sort needs beside keys and words.
    pub fn scratch_bytes(&self) -> u64 {
        self.scratch_bytes
    }
}

/// Workgroups of what runs over all keys in turns.
const GROUPS: usize = 1024;
