//! Applications of scan and sort: stream compaction, and gathering by index.

use super::kernels::CLEAR;
use super::progress::is_proven;
use super::scan::{BLOCK_OF_SUBGROUPS, FROM_LOOK_BACK, PLAIN, WINDOW_OF_SUBGROUP};
use super::{SUM_U32, Scan, ScanKind, ScanRequest, check_lengths, check_target, length_or_all};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, Kernel, KernelSource, Part, Tuning, tuned};
use crate::{mirrored, named, wgsl};

mirrored! {
    /// Parameters of a compaction.
    pub struct CompactParams {
        /// Elements that the buffers hold.
        pub capacity: u32,
    }
}

mirrored! {
    /// Parameters of a gather.
    pub struct GatherParams {
        /// Elements of the source.
        pub choice: u32,
        /// Indices that the buffer holds.
        pub capacity: u32,
    }
}

/// Elements of one, two, three, four and eight words.
const WORDS: &[Tuning] =
    &[&[("WORDS", 1)], &[("WORDS", 2)], &[("WORDS", 3)], &[("WORDS", 4)], &[("WORDS", 8)]];
/// Marks kept elements with 1. Completed by what decides, like the two below.
pub const MARKS: KernelSource =
    KernelSource::trusted("compact/marks", &[wgsl!("compact/marks.wgsl")], &[&[]]);
/// Moves the kept elements.
pub const COMPACT: KernelSource =
    KernelSource::trusted("compact/compact", &[wgsl!("compact/compact.wgsl")], WORDS);
/// Counts and moves them in a single pass.
pub const COMPACT_BY_SUBGROUPS: KernelSource = KernelSource::trusted(
    "compact/by_subgroups",
    &[
        wgsl!("compact/by_subgroups.wgsl"),
        FROM_LOOK_BACK,
        WINDOW_OF_SUBGROUP,
        BLOCK_OF_SUBGROUPS,
        PLAIN,
        wgsl!("monoid/sum.wgsl"),
        wgsl!("monoid/u32.wgsl"),
        wgsl!("monoid/vector_quads.wgsl"),
    ],
    SUBGROUP_TUNINGS,
);
/// Gathers elements by index.
pub const GATHER: KernelSource =
    KernelSource::trusted("gather/gather", &[wgsl!("gather/gather.wgsl")], WORDS);

/// The single pass, for subgroups of each size; then with stalled workgroups, for tests. A tile
/// that is merely being read takes tens of polls, and would be read again by whoever loses
/// patience.
const SUBGROUP_TUNINGS: &[Tuning] = &[
    &[("WORKGROUP", 256), ("ITEMS", 32), ("LANES", 32), ("PATIENCE", 256)],
    &[("WORKGROUP", 128), ("ITEMS", 16), ("LANES", 16), ("PATIENCE", 256)],
    &[("WORKGROUP", 64), ("ITEMS", 16), ("LANES", 8), ("PATIENCE", 256)],
    &[("WORKGROUP", 32), ("ITEMS", 4), ("LANES", 32), ("STALLED", 3), ("PATIENCE", 2)],
    &[("WORKGROUP", 32), ("ITEMS", 4), ("LANES", 8), ("STALLED", 3), ("PATIENCE", 2)],
];

fn words<T>() -> Result<[(&'static str, u32); 1], GpuError> {
    let bytes = size_of::<T>();
    if bytes.is_multiple_of(4) && bytes > 0 {
        return Ok([("WORDS", bytes as u32 / 4)]);
    }
    Err(GpuError::Mismatch(format!(
        "elements of {bytes} bytes cannot be moved: pad them to a multiple of 4"
    )))
}

/// Which 32-bit numbers to keep, as WGSL: `fn is_kept(word: u32) -> bool` for the bits of a number.
///
/// ```
/// use starshell::gpu::{Gpu, Part};
/// use starshell::primitives::{Compact, Predicate};
///
/// /// Keeps even numbers.
/// const EVEN: Predicate =
///     Predicate::new(&[Part { path: "even.wgsl", source: "fn is_kept(word: u32) -> bool { return word % 2u == 0u; }" }]);
///
/// let gpu = Gpu::open(None)?;
/// let source = gpu.storage_from("numbers", &[4_u32, 7, 9, 2])?;
/// let target = gpu.storage("kept", 4)?;
/// let compact = Compact::by_predicate(&gpu, EVEN, &source, &target, None)?;
/// let mut encoder = gpu.encoder("example");
/// compact.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
/// gpu.submit(encoder);
/// assert_eq!(gpu.read(&target)?[..2], [4, 2]);
/// # Ok::<(), starshell::gpu::GpuError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Predicate {
    parts: &'static [Part],
    is_trusted: bool,
}

/// Keeps whatever is not 0.
pub const NOT_ZERO: Predicate = Predicate::trusted(&[wgsl!("compact/not_zero.wgsl")]);
/// Keeps `i32` above 0.
pub const POSITIVE_I32: Predicate = Predicate::trusted(&[wgsl!("compact/positive_i32.wgsl")]);
/// Keeps `f32` above 0.
pub const POSITIVE_F32: Predicate = Predicate::trusted(&[wgsl!("compact/positive_f32.wgsl")]);

impl Predicate {
    /// Your own predicate. Its kernels keep wgpu's run-time checks.
    pub const fn new(parts: &'static [Part]) -> Self {
        Self { parts, is_trusted: false }
    }

    const fn trusted(parts: &'static [Part]) -> Self {
        Self { parts, is_trusted: true }
    }

    /// `kernel` for this predicate.
    #[must_use]
    pub const fn in_kernel(self, kernel: KernelSource) -> KernelSource {
        let kernel = kernel.with(&[wgsl!("compact/from_predicate.wgsl")]).with(self.parts);
        if self.is_trusted { kernel } else { kernel.checked() }
    }
}

/// What decides which elements are kept.
#[derive(Clone, Copy, Debug)]
pub enum Kept<'a> {
    /// A flag per element: those whose flag is not 0.
    ByFlags(&'a Buffer<u32>),
    /// The element itself, a 32-bit number.
    ByPredicate(Predicate),
}

impl Kept<'_> {
    /// `kernel` for what decides.
    fn in_kernel(self, kernel: KernelSource) -> KernelSource {
        match self {
            Self::ByFlags(_) => by_flags(kernel),
            Self::ByPredicate(predicate) => predicate.in_kernel(kernel),
        }
    }
}

/// `kernel` for elements with flags.
pub const fn by_flags(kernel: KernelSource) -> KernelSource {
    kernel.with(&[wgsl!("compact/from_flags.wgsl")])
}

named! {
    /// How kept elements find their places.
    #[non_exhaustive]
    pub enum CompactPath: "path of a compaction" {
        /// From a scan of their marks.
        Marks = "marks",
        /// From earlier tiles of the same pass, by subgroups.
        SinglePass = "single-pass",
    }
}

/// How a compaction is computed.
#[derive(Clone, Copy, Debug)]
pub struct CompactPlan {
    /// How kept elements find their places.
    pub path: CompactPath,
    /// The tuning of a single pass.
    pub tuning: Tuning,
}

impl CompactPlan {
    /// The plan for elements of this type on this adapter.
    pub fn new<T>(gpu: &Gpu) -> Self {
        let is_possible = size_of::<T>() == 4 && !gpu.is_software();
        let plan =
            if is_possible { Self::single_pass(gpu).filter(|_| is_proven(gpu)) } else { None };
        plan.unwrap_or_else(Self::portable)
    }

    /// The plan in core WGSL, in which no workgroup waits for another.
    pub const fn portable() -> Self {
        Self { path: CompactPath::Marks, tuning: &[] }
    }

    /// A single pass for elements of one word, if the adapter has a single subgroup size of 32, 16
    /// or 8 threads.
    pub fn single_pass(gpu: &Gpu) -> Option<Self> {
        let lanes = gpu.subgroup_size();
        let tuning = SUBGROUP_TUNINGS.iter().find(|tuning| tuned(tuning, "LANES") == lanes)?;
        Some(Self { path: CompactPath::SinglePass, tuning })
    }
}

/// A stream compaction, prepared for given buffers: keeps some elements, in order.
///
/// Work is O(n). Elements of one word take a single pass where the trial of
/// [`super::prove_progress`] allows it; scratch is then two words per tile of 4,096 elements.
/// Otherwise there are four dispatches or more, and scratch is one word per element, plus that of a
/// scan.
///
/// ```
/// use starshell::gpu::Gpu;
/// use starshell::primitives::Compact;
///
/// let gpu = Gpu::open(None)?;
/// let source = gpu.storage_from("letters", &[10_u32, 11, 12, 13, 14])?;
/// let flags = gpu.storage_from("flags", &[1_u32, 0, 0, 1, 1])?;
/// let target = gpu.storage("kept", 5)?;
/// let compact = Compact::new(&gpu, &flags, &source, &target, None)?;
/// let mut encoder = gpu.encoder("example");
/// compact.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
/// gpu.submit(encoder);
/// assert_eq!(gpu.read(compact.number())?, [3]);
/// assert_eq!(gpu.read(&target)?[..3], [10, 13, 14]);
/// # Ok::<(), starshell::gpu::GpuError>(())
/// ```
#[derive(Debug)]
pub struct Compact {
    path: CompactPath,
    first: (Bound, u32),
    scan: Option<Scan>,
    last: (Bound, u32),
    number: Buffer<u32>,
    scratch_bytes: u64,
}

impl Compact {
    /// Prepares the compaction of `source` into `target`, by a flag per element: of as many
    /// elements as `length` holds when it runs, or of all.
    ///
    /// # Errors
    /// [`GpuError::Mismatch`] if there is not one flag per element, the target is shorter than the
    /// source or the same buffer, elements are not whole words, or a buffer belongs to another
    /// device; [`GpuError`] if a kernel does not compile or memory runs out.
    pub fn new<T: bytemuck::Pod>(
        gpu: &Gpu,
        flags: &Buffer<u32>,
        source: &Buffer<T>,
        target: &Buffer<T>,
        length: Option<&Buffer<u32>>,
    ) -> Result<Self, GpuError> {
        Self::with_plan(
            gpu,
            CompactPlan::new::<T>(gpu),
            Kept::ByFlags(flags),
            source,
            target,
            length,
        )
    }

    /// Prepares the compaction of 32-bit numbers of which `predicate` keeps some: flags are neither
    /// stored nor read.
    ///
    /// # Errors
    /// As [`Compact::new`]; [`GpuError::Mismatch`] if elements are not of 32 bits.
    pub fn by_predicate<T: bytemuck::Pod>(
        gpu: &Gpu,
        predicate: Predicate,
        source: &Buffer<T>,
        target: &Buffer<T>,
        length: Option<&Buffer<u32>>,
    ) -> Result<Self, GpuError> {
        Self::with_plan(
            gpu,
            CompactPlan::new::<T>(gpu),
            Kept::ByPredicate(predicate),
            source,
            target,
            length,
        )
    }

    /// Prepares the compaction by the caller's plan.
    ///
    /// # Errors
    /// As [`Compact::new`]; [`GpuError::Mismatch`] if a single pass is planned for elements of
    /// several words.
    #[doc(hidden)]
    pub fn with_plan<T: bytemuck::Pod>(
        gpu: &Gpu,
        plan: CompactPlan,
        kept: Kept,
        source: &Buffer<T>,
        target: &Buffer<T>,
        length: Option<&Buffer<u32>>,
    ) -> Result<Self, GpuError> {
        let capacity = source.len();
        let words = words::<T>()?;
        if let Kept::ByFlags(flags) = kept {
            flags.check_own(gpu, "the flags")?;
        }
        source.check_own(gpu, "the elements to compact")?;
        target.check_own(gpu, "the elements of the target")?;
        if let Kept::ByFlags(flags) = kept {
            check_lengths("a compaction", ("flags", flags.len()), ("elements", capacity))?;
        }
        check_target("a compaction", source, target, capacity)?;
        let needs_numbers =
            plan.path == CompactPath::SinglePass || matches!(kept, Kept::ByPredicate(_));
        if needs_numbers && size_of::<T>() != 4 {
            let bytes = size_of::<T>();
            return Err(GpuError::Mismatch(format!(
                "elements of {bytes} bytes are not numbers of 4: keep them by flags"
            )));
        }
        let length = length_or_all(gpu, length, capacity)?;
        let number = gpu.storage::<u32>("compact/number", 1)?;
        let uniform =
            gpu.uniform("compact/parameters", &CompactParams { capacity: capacity as u32 })?;
        let buffers = Buffers {
            kept,
            uniform: uniform.raw(),
            source: source.raw(),
            target: target.raw(),
            number: &number,
        };
        match plan.path {
            CompactPath::SinglePass => buffers.in_a_single_pass(gpu, plan, &length, capacity),
            CompactPath::Marks => buffers.by_marks(gpu, &words, &length, capacity),
        }
    }

    /// Encodes the compaction.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.first.0.dispatch_groups(pass, self.first.1);
        self.scan.iter().for_each(|scan| scan.encode(pass));
        self.last.0.dispatch_groups(pass, self.last.1);
    }

    /// Which path it takes.
    #[doc(hidden)]
    pub fn path(&self) -> CompactPath {
        self.path
    }

    /// The buffer that holds the number of kept elements, which can be the `length` of the next
    /// primitive.
    pub fn number(&self) -> &Buffer<u32> {
        &self.number
    }

    /// Bytes allocated in addition to the caller's buffers.
    pub fn scratch_bytes(&self) -> u64 {
        self.scratch_bytes
    }
}

/// The caller's buffers and the parameters of a compaction.
struct Buffers<'a> {
    kept: Kept<'a>,
    uniform: &'a wgpu::Buffer,
    source: &'a wgpu::Buffer,
    target: &'a wgpu::Buffer,
    number: &'a Buffer<u32>,
}

impl<'a> Buffers<'a> {
    /// What decides, by the names of the bindings.
    fn deciding(&self) -> [(&'static str, &'a wgpu::Buffer); 1] {
        match self.kept {
            Kept::ByFlags(flags) => [("flags", flags.raw())],
            Kept::ByPredicate(_) => [("source", self.source)],
        }
    }

    /// Everything that a kernel binds which moves elements, with `more`.
    fn moving(
        &self,
        length: &'a Buffer<u32>,
        more: (&'static str, &'a wgpu::Buffer),
    ) -> Vec<(&'static str, &'a wgpu::Buffer)> {
        let mut all = vec![
            ("compact_of", self.uniform),
            ("length", length.raw()),
            ("source", self.source),
            more,
        ];
        all.extend([("kept", self.target), ("number", self.number.raw())]);
        all.extend(self.deciding().into_iter().filter(|(name, _)| *name != "source"));
        all
    }

    fn in_a_single_pass(
        &self,
        gpu: &Gpu,
        plan: CompactPlan,
        length: &Buffer<u32>,
        capacity: usize,
    ) -> Result<Compact, GpuError> {
        let kernel = gpu.kernel(&self.kept.in_kernel(COMPACT_BY_SUBGROUPS), plan.tuning)?;
        let tile = (kernel.workgroup() * tuned(plan.tuning, "ITEMS").unwrap_or(1)) as usize;
        let tiles = capacity.div_ceil(tile).max(1) as u32;
        let published = gpu.storage::<u32>("compact/published", 1 + 2 * tiles as usize)?;
        let clear = gpu.kernel(&CLEAR, &[])?;
        let groups = (published.len() as u32).div_ceil(clear.workgroup());
        Ok(Compact {
            path: plan.path,
            first: (clear.bind(gpu.device(), &[("words", published.raw())])?, groups),
            scan: None,
            last: (
                kernel.bind(gpu.device(), &self.moving(length, ("published", published.raw())))?,
                tiles,
            ),
            number: self.number.clone(),
            scratch_bytes: published.bytes(),
        })
    }

    fn by_marks(
        &self,
        gpu: &Gpu,
        words: &[(&'static str, u32)],
        length: &Buffer<u32>,
        capacity: usize,
    ) -> Result<Compact, GpuError> {
        let places = gpu.storage::<u32>("compact/places", capacity)?;
        let scan = Scan::new(
            gpu,
            &SUM_U32,
            ScanRequest::new(ScanKind::Exclusive, &places, &places).with_length(length),
        )?;
        let marks = gpu.kernel(&self.kept.in_kernel(MARKS), &[])?;
        let compact = gpu.kernel(&self.kept.in_kernel(COMPACT), words)?;
        let of_marks =
            [&[("compact_of", self.uniform), ("places", places.raw())][..], &self.deciding()]
                .concat();
        let groups = |kernel: &Kernel| (capacity as u32).div_ceil(kernel.workgroup());
        Ok(Compact {
            path: CompactPath::Marks,
            first: (marks.bind(gpu.device(), &of_marks)?, groups(&marks)),
            scratch_bytes: places.bytes() + scan.scratch_bytes(),
            scan: Some(scan),
            last: (
                compact.bind(gpu.device(), &self.moving(length, ("places", places.raw())))?,
                groups(&compact),
            ),
            number: self.number.clone(),
        })
    }
}

/// A gather, prepared for given buffers: element i of the target becomes the source element at
/// index i of the indices. If that index is out of range, the target element stays as it is. Work
/// is O(n); no scratch.
///
/// ```
/// use starshell::gpu::Gpu;
/// use starshell::primitives::Gather;
///
/// let gpu = Gpu::open(None)?;
/// let source = gpu.storage_from("source", &[[1.0_f32, 2.0], [3.0, 4.0], [5.0, 6.0]])?;
/// let indices = gpu.storage_from("indices", &[2_u32, 0])?;
/// let target = gpu.storage("target", 2)?;
/// let gather = Gather::new(&gpu, &indices, &source, &target, None)?;
/// let mut encoder = gpu.encoder("example");
/// gather.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
/// gpu.submit(encoder);
/// assert_eq!(gpu.read(&target)?, [[5.0, 6.0], [1.0, 2.0]]);
/// # Ok::<(), starshell::gpu::GpuError>(())
/// ```
#[derive(Debug)]
pub struct Gather {
    bound: Bound,
    capacity: u32,
}

impl Gather {
    /// Prepares the gather by as many indices as `length` holds when it runs, or by all.
    ///
    /// # Errors
    /// [`GpuError::Mismatch`] if the target is shorter than the indices or is the source, elements
    /// are not whole words, or a buffer belongs to another device; [`GpuError`] if a kernel does
    /// not compile or memory runs out.
    pub fn new<T: bytemuck::Pod>(
        gpu: &Gpu,
        indices: &Buffer<u32>,
        source: &Buffer<T>,
        target: &Buffer<T>,
        length: Option<&Buffer<u32>>,
    ) -> Result<Self, GpuError> {
        let capacity = indices.len() as u32;
        let words = words::<T>()?;
        indices.check_own(gpu, "the indices")?;
        source.check_own(gpu, "the elements to gather")?;
        target.check_own(gpu, "the elements of the target")?;
        check_target("a gathering", source, target, indices.len())?;
        let length = length_or_all(gpu, length, indices.len())?;
        let uniform = gpu.uniform(
            "gather/parameters",
            &GatherParams { choice: source.len() as u32, capacity },
        )?;
        let buffers = [
            ("gather_of", uniform.raw()),
            ("length", length.raw()),
            ("indices", indices.raw()),
            ("source", source.raw()),
            ("gathered", target.raw()),
        ];
        Ok(Self { bound: gpu.kernel(&GATHER, &words)?.bind(gpu.device(), &buffers)?, capacity })
    }

    /// Encodes the gather.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.bound.dispatch_threads(pass, self.capacity);
    }
}
