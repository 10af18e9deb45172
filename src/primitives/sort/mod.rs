//! Radix sort: keys of 32 or 64 bits, alone or with a word that each carries along; stable.

mod key;
mod plan;

use std::ops::Range;

pub use key::SortKey;
pub(super) use plan::KERNELS;
use plan::{BITS, FINISH, HISTOGRAM, HISTOGRAMS, PAYLOADS, RUN_COUNTS, SCHEDULE_BY_BITS, SCHEDULE_BY_HISTOGRAMS, TILE_COUNTS};
pub use plan::{SortPath, SortPlan};

use super::{SUM_U32, Scan, ScanKind, ScanRequest, length_or_all};
use crate::gpu::{Bound, Buffer, Gpu, GpuError};
use crate::mirrored;

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
    /// The scan of the table.
    Scan,
}

/// A radix sort, prepared for given buffers: least significant digit first, eight bits a digit, stable.
///
/// Work is O(n) a digit; a digit that is the same in all keys costs next to nothing. In one sweep a digit's pass reads and writes
/// each key once, after all digits were counted at once; else it reads them twice. Scratch is another buffer of keys, one of
/// words, and 2 KiB a tile (1 KiB where no sweep is used) of 7,168 keys on large GPUs, of 512 on small ones.
#[derive(Debug)]
pub struct RadixSort {
    commands: Vec<Command>,
    scan: Option<Scan>,
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
        let plan = SortPlan::new::<K>(gpu, request.values.is_some(), request.keys.len(), request.is_portable);
        Self::with_plan(gpu, plan, request)
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
        let (look, tuning, decide, looked_label, looked_words) = if in_one_sweep {
            (HISTOGRAM, HISTOGRAMS[K::WORDS as usize - 1], SCHEDULE_BY_HISTOGRAMS, "histograms", 8 * 256)
        } else {
            (BITS, &[][..], SCHEDULE_BY_BITS, "seen_bits", 16)
        };
        let looked = scratch("sort/looked", looked_words)?;
        let look = gpu.kernel(&look.with(K::PARTS), &[tuning, &[direction]].concat())?;
        let decide = gpu.kernel(&decide.with(K::PARTS), &[direction])?;
        let bound = look.bind(device, &[&beginning[..], &[("keys", request.keys.raw()), (looked_label, looked.raw())]].concat());
        let groups = capacity.div_ceil(16 * look.workgroup() as usize).clamp(1, GROUPS) as u32;
        commands.push(Command::Dispatch(bound, groups));
        let next_tiles = if in_one_sweep { Some(scratch("sort/next_tiles", 8)?) } else { None };
        let mut deciding = [&beginning[..], &[("schedule_of", schedule.raw()), (looked_label, looked.raw())]].concat();
        deciding.extend(next_tiles.iter().map(|next| ("next_tiles", next.raw())));
        commands.push(Command::Dispatch(decide.bind(device, &deciding), 1));

        let kernel = plan.kernel.with(K::PARTS).with(payload);
        let kernel = gpu.kernel(&kernel, &[plan.tuning, &payload_tuning].concat())?;
        let groups = if plan.path == SortPath::Runs { tiles.div_ceil(kernel.workgroup()) } else { tiles };
        let mut scan = None;
        if let Some(next_tiles) = &next_tiles {
            let states = scratch("sort/states", 2 * 256 * tiles as usize)?;
            for turn in 0..turns {
                let uniform = parameters(turn)?;
                let own = [("sort_of", uniform.raw()), ("next_tiles", next_tiles.raw()), ("states", states.raw())];
                commands.push(Command::Dispatch(kernel.bind(device, &[&own[..], &of_keys].concat()), groups));
            }
        } else {
            let counts = if plan.path == SortPath::Runs { RUN_COUNTS } else { TILE_COUNTS };
            let shape: Vec<_> = plan.tuning.iter().copied().filter(|(name, _)| matches!(*name, "WORKGROUP" | "ITEMS")).collect();
            let counts = gpu.kernel(&counts.with(K::PARTS), &[&shape[..], &[direction]].concat())?;
            let table = scratch("sort/table", 256 * tiles as usize)?;
            scan = Some(Scan::new(gpu, &SUM_U32, ScanRequest::new(ScanKind::Exclusive, &table, &table))?);
            for turn in 0..turns {
                let uniform = parameters(turn)?;
                let own = [("sort_of", uniform.raw()), ("table", table.raw())];
                commands.push(Command::Dispatch(counts.bind(device, &[&own[..], &of_counts].concat()), groups));
                commands.push(Command::Scan);
                commands.push(Command::Dispatch(kernel.bind(device, &[&own[..], &of_keys].concat()), groups));
            }
        }
        let finish = gpu.kernel(&FINISH.with(K::PARTS).with(payload), &payload_tuning)?;
        let groups = capacity.div_ceil(4 * finish.workgroup() as usize).clamp(1, GROUPS) as u32;
        commands.push(Command::Dispatch(finish.bind(device, &of_keys), groups));
        scratch_bytes += scan.as_ref().map_or(0, Scan::scratch_bytes);
        Ok(Self { commands, scan, scratch_bytes })
    }

    /// Records the sort.
    pub fn record(&self, pass: &mut wgpu::ComputePass) {
        for command in &self.commands {
            match command {
                Command::Dispatch(bound, groups) => bound.dispatch_groups(pass, *groups),
                Command::Scan => self.scan.iter().for_each(|scan| scan.record(pass)),
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
