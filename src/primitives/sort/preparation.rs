//! A sort being prepared: what it records, in order.

use super::plan::{
    BITS, FINISH, HISTOGRAM, HISTOGRAMS, MERGE, MERGED, PAYLOADS, RUN_COUNTS, SCHEDULE_BY_BITS,
    SCHEDULE_BY_HISTOGRAMS, TILE_COUNTS,
};
use super::{Command, RadixSort, SortKey, SortParams, SortPath, SortPlan, SortRequest};
use crate::gpu::{Bound, Buffer, Gpu, GpuError};
use crate::primitives::{SUM_U32, Scan, ScanKind, ScanRequest, length_or_all};

/// Workgroups of a kernel whose threads each take several keys.
const GROUPS: usize = 1024;

/// A constant of a tuning.
type Constant = (&'static str, u32);
/// A buffer and the name of its binding.
type Binding<'a> = (&'static str, &'a wgpu::Buffer);

impl RadixSort {
    /// Prepares the sort by the caller's plan.
    ///
    /// # Errors
    /// As [`RadixSort::new`].
    #[doc(hidden)]
    pub fn with_plan<K: SortKey>(
        gpu: &Gpu,
        plan: SortPlan,
        request: &SortRequest<K>,
    ) -> Result<Self, GpuError> {
        request.check(gpu)?;
        let mut sort = Preparation::new(gpu, plan, request)?;
        if plan.path == SortPath::Blocks {
            sort.merge_blocks()?;
            return Ok(sort.sorted());
        }
        let next_tiles = sort.decide()?;
        match &next_tiles {
            Some(next_tiles) => sort.sweep(next_tiles)?,
            None => sort.count_and_scan()?,
        }
        sort.finish()
    }
}

struct Preparation<'a, K> {
    gpu: &'a Gpu,
    plan: SortPlan,
    request: &'a SortRequest<'a, K>,
    length: Buffer<u32>,
    keys_other: Buffer<u32>,
    values_other: Option<Buffer<u32>>,
    schedule: Buffer<u32>,
    direction: Constant,
    commands: Vec<Command>,
    scan: Option<Scan>,
    scratch_bytes: u64,
}

impl<'a, K: SortKey> Preparation<'a, K> {
    pub fn new(
        gpu: &'a Gpu,
        plan: SortPlan,
        request: &'a SortRequest<'a, K>,
    ) -> Result<Self, GpuError> {
        let capacity = request.keys.len();
        // Where buffers lie depends on the order in which they are allocated. An H200 sorts 2^28
        // keys 1.7 % slower if the length or the parameters below come later (docs/tries/sorts.md).
        let length = length_or_all(gpu, request.length, capacity)?;
        let keys_other = gpu.storage("sort/keys", capacity * size_of::<K>() / 4)?;
        let values_other =
            request.values.map(|values| gpu.storage("sort/values", values.len())).transpose()?;
        let schedule = gpu.storage("sort/schedule", 4 + 4 * 8 + 8 * 256)?;
        Ok(Self {
            gpu,
            plan,
            request,
            length,
            scratch_bytes: keys_other.bytes()
                + values_other.as_ref().map_or(0, Buffer::bytes)
                + schedule.bytes(),
            keys_other,
            values_other,
            schedule,
            direction: ("DESCENDING", u32::from(request.is_descending)),
            commands: Vec::new(),
            scan: None,
        })
    }

    /// Two dispatches: one sorts blocks, the other merges them.
    pub fn merge_blocks(&mut self) -> Result<(), GpuError> {
        let params = self.params(0)?;
        let payload = self.payload_tuning();
        let block = [("BLOCK", self.plan.tile() as u32)];
        let kernels = [(self.plan.kernel, self.plan.tuning), (MERGE, &block[..])];
        for (kernel, tuning) in kernels {
            let kernel = kernel.with(K::PARTS).with(self.payload());
            let kernel = self.gpu.kernel(&kernel, &[tuning, &payload].concat())?;
            let mut buffers = vec![("sort_of", params.raw()), ("length", self.length.raw())];
            buffers.extend(self.buffers().into_iter().filter(|(name, _)| *name != "schedule_of"));
            let bound = kernel.bind(self.gpu.device(), &buffers)?;
            let keys = if kernel.label() == MERGE.label { MERGED } else { self.plan.tile() };
            self.commands
                .push(Command::Dispatch(bound, self.request.keys.len().div_ceil(keys) as u32));
        }
        Ok(())
    }

    /// What all passes share: which digits matter, and where the keys of each begin. Returns the
    /// tile counters for one-sweep passes.
    pub fn decide(&mut self) -> Result<Option<Buffer<u32>>, GpuError> {
        let in_one_sweep = self.plan.path.is_one_sweep();
        let (look, tuning, decide, looked_label, looked_words) = if in_one_sweep {
            (
                HISTOGRAM,
                HISTOGRAMS[K::WORDS as usize - 1],
                SCHEDULE_BY_HISTOGRAMS,
                "histograms",
                8 * 256,
            )
        } else {
            (BITS, &[][..], SCHEDULE_BY_BITS, "seen_bits", 16)
        };
        let params = self.params(0)?;
        let looked = self.scratch("sort/looked", looked_words)?;
        let look = self.gpu.kernel(&look.with(K::PARTS), &[tuning, &[self.direction]].concat())?;
        let decide = self.gpu.kernel(&decide.with(K::PARTS), &[self.direction])?;
        let length = self.length.clone();
        let shared =
            [("sort_of", params.raw()), ("length", length.raw()), (looked_label, looked.raw())];

        let bound = look.bind(
            self.gpu.device(),
            &[&shared[..], &[("keys", self.request.keys.raw())]].concat(),
        )?;
        self.dispatch_over_keys(bound, 16 * look.workgroup() as usize);
        let next_tiles =
            if in_one_sweep { Some(self.scratch("sort/next_tiles", 8)?) } else { None };
        let mut deciding = [&shared[..], &[("schedule_of", self.schedule.raw())]].concat();
        deciding.extend(next_tiles.iter().map(|next| ("next_tiles", next.raw())));
        let bound = decide.bind(self.gpu.device(), &deciding)?;
        self.commands.push(Command::Dispatch(bound, 1));
        Ok(next_tiles)
    }

    /// Passes of one dispatch each, whose tiles learn from earlier ones.
    pub fn sweep(&mut self, next_tiles: &Buffer<u32>) -> Result<(), GpuError> {
        let kernel = self.plan.kernel.with(K::PARTS).with(self.payload());
        let kernel =
            self.gpu.kernel(&kernel, &[self.plan.tuning, &self.payload_tuning()].concat())?;
        let states = self.scratch("sort/states", 2 * 256 * self.tiles())?;
        for turn in 0..self.turns() {
            let params = self.params(turn)?;
            let own = [
                ("sort_of", params.raw()),
                ("next_tiles", next_tiles.raw()),
                ("states", states.raw()),
            ];
            let bound = kernel.bind(self.gpu.device(), &[&own[..], &self.buffers()].concat())?;
            self.commands.push(Command::Dispatch(bound, self.tiles() as u32));
        }
        Ok(())
    }

    /// Passes of several dispatches each: a table of all tiles' counts, its scan, and the keys.
    pub fn count_and_scan(&mut self) -> Result<(), GpuError> {
        let kernel = self.plan.kernel.with(K::PARTS).with(self.payload());
        let kernel =
            self.gpu.kernel(&kernel, &[self.plan.tuning, &self.payload_tuning()].concat())?;
        let is_runs = self.plan.path == SortPath::Runs;
        let counts = if is_runs { RUN_COUNTS } else { TILE_COUNTS };
        let of_tile = |(name, _): &Constant| matches!(*name, "WORKGROUP" | "ITEMS");
        let tuning: Vec<_> =
            self.plan.tuning.iter().copied().filter(of_tile).chain([self.direction]).collect();
        let counts = self.gpu.kernel(&counts.with(K::PARTS), &tuning)?;
        let table = self.scratch("sort/table", 256 * self.tiles())?;
        let scan =
            Scan::new(self.gpu, &SUM_U32, ScanRequest::new(ScanKind::Exclusive, &table, &table))?;
        self.scratch_bytes += scan.scratch_bytes();
        self.scan = Some(scan);

        let groups =
            if is_runs { self.tiles().div_ceil(kernel.workgroup() as usize) } else { self.tiles() }
                as u32;
        for turn in 0..self.turns() {
            let params = self.params(turn)?;
            let own = [("sort_of", params.raw()), ("table", table.raw())];
            let count =
                counts.bind(self.gpu.device(), &[&own[..], &self.key_buffers()].concat())?;
            let place = kernel.bind(self.gpu.device(), &[&own[..], &self.buffers()].concat())?;
            self.commands.extend([
                Command::Dispatch(count, groups),
                Command::Scan,
                Command::Dispatch(place, groups),
            ]);
        }
        Ok(())
    }

    /// After an odd number of passes, copies the keys back from the other buffer.
    pub fn finish(mut self) -> Result<RadixSort, GpuError> {
        let finish =
            self.gpu.kernel(&FINISH.with(K::PARTS).with(self.payload()), &self.payload_tuning())?;
        let bound = finish.bind(self.gpu.device(), &self.buffers())?;
        self.dispatch_over_keys(bound, 4 * finish.workgroup() as usize);
        Ok(self.sorted())
    }

    /// The sort with all commands so far.
    fn sorted(self) -> RadixSort {
        let Self { plan, commands, scan, scratch_bytes, .. } = self;
        RadixSort { path: plan.path, commands, scan, scratch_bytes }
    }

    fn tiles(&self) -> usize {
        self.request.keys.len().div_ceil(self.plan.tile())
    }

    /// Significant digits of a key.
    fn turns(&self) -> u32 {
        self.request.bits.len().div_ceil(8) as u32
    }

    fn params(&self, turn: u32) -> Result<Buffer<SortParams>, GpuError> {
        let (first_bit, end_bit) = (self.request.bits.start, self.request.bits.end);
        let (capacity, tiles, turns) =
            (self.request.keys.len() as u32, self.tiles() as u32, self.turns());
        self.gpu.uniform(
            "sort/parameters",
            &SortParams { capacity, tiles, first_bit, end_bit, turn, turns },
        )
    }

    fn scratch(&mut self, label: &str, words: usize) -> Result<Buffer<u32>, GpuError> {
        let buffer = self.gpu.storage(label, words)?;
        self.scratch_bytes += buffer.bytes();
        Ok(buffer)
    }

    fn dispatch_over_keys(&mut self, bound: Bound, keys_per_group: usize) {
        let groups = self.request.keys.len().div_ceil(keys_per_group).clamp(1, GROUPS);
        self.commands.push(Command::Dispatch(bound, groups as u32));
    }

    fn payload(&self) -> &'static [crate::gpu::Part] {
        PAYLOADS[usize::from(self.request.values.is_some())]
    }

    fn payload_tuning(&self) -> Vec<Constant> {
        let argsort = self.request.values.map(|_| ("ARGSORT", u32::from(self.request.is_argsort)));
        [self.direction].into_iter().chain(argsort).collect()
    }

    fn key_buffers(&self) -> Vec<Binding<'_>> {
        let (own, other) = (self.request.keys.raw(), self.keys_other.raw());
        vec![("schedule_of", self.schedule.raw()), ("keys_own", own), ("keys_other", other)]
    }

    /// Buffers of a kernel that moves keys and what they carry.
    fn buffers(&self) -> Vec<Binding<'_>> {
        let mut buffers = self.key_buffers();
        if let (Some(own), Some(other)) = (self.request.values, &self.values_other) {
            buffers.extend([("values_own", own.raw()), ("values_other", other.raw())]);
        }
        buffers
    }
}
