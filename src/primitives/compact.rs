//! Applications of scan and sort: stream compaction, and gathering by index.

use super::{SUM_U32, Scan, ScanKind, ScanRequest, check_lengths, check_target, length_or_all};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Tuning};
use crate::{mirrored, wgsl};

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
const WORDS: &[Tuning] = &[&[("WORDS", 1)], &[("WORDS", 2)], &[("WORDS", 3)], &[("WORDS", 4)], &[("WORDS", 8)]];
/// Marks kept elements with 1.
pub const MARKS: KernelSource =
    KernelSource::trusted("compact/marks", &[wgsl!("compact/marks.wgsl"), wgsl!("grid.wgsl")], &[&[]]);
/// Moves the kept elements.
pub const COMPACT: KernelSource =
    KernelSource::trusted("compact/compact", &[wgsl!("compact/compact.wgsl"), wgsl!("grid.wgsl")], WORDS);
/// Gathers elements by index.
pub const GATHER: KernelSource =
    KernelSource::trusted("gather/gather", &[wgsl!("gather/gather.wgsl"), wgsl!("grid.wgsl")], WORDS);

fn words<T>() -> Result<[(&'static str, u32); 1], GpuError> {
    let bytes = size_of::<T>();
    if bytes.is_multiple_of(4) && bytes > 0 {
        return Ok([("WORDS", bytes as u32 / 4)]);
    }
    Err(GpuError::Mismatch(format!("elements of {bytes} bytes cannot be moved: pad them to a multiple of 4")))
}

/// A stream compaction, prepared for given buffers: keeps the elements whose flag is not 0, in order.
///
/// Work is O(n) in four dispatches or more; scratch is one word per element, plus that of a scan.
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
/// compact.record(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
/// gpu.submit(encoder);
/// assert_eq!(gpu.read(compact.number())?, [3]);
/// assert_eq!(gpu.read(&target)?[..3], [10, 13, 14]);
/// # Ok::<(), starshell::gpu::GpuError>(())
/// ```
#[derive(Debug)]
pub struct Compact {
    marks: Bound,
    scan: Scan,
    compact: Bound,
    capacity: u32,
    number: Buffer<u32>,
    scratch_bytes: u64,
}

impl Compact {
    /// Prepares the compaction of `source` into `target`: of as many elements as `length` holds when it runs, or of all.
    ///
    /// # Errors
    /// [`GpuError::Mismatch`] if there is not one flag per element, the target is shorter than the source or the same buffer,
    /// elements are not whole words, or a buffer belongs to another device; [`GpuError`] if a kernel does not compile or memory
    /// runs out.
    pub fn new<T: bytemuck::Pod>(
        gpu: &Gpu,
        flags: &Buffer<u32>,
        source: &Buffer<T>,
        target: &Buffer<T>,
        length: Option<&Buffer<u32>>,
    ) -> Result<Self, GpuError> {
        let capacity = source.len();
        let words = words::<T>()?;
        gpu.check_own("the flags", flags)?;
        gpu.check_own("the elements to compact", source)?;
        gpu.check_own("the elements of the target", target)?;
        check_lengths("a compaction", ("flags", flags.len()), ("elements", capacity))?;
        check_target("a compaction", source, target, capacity)?;
        let length = length_or_all(gpu, length, capacity)?;
        let places = gpu.storage::<u32>("compact/places", capacity)?;
        let number = gpu.storage::<u32>("compact/number", 1)?;
        let uniform = gpu.uniform("compact/parameters", &CompactParams { capacity: capacity as u32 })?;
        let scan = Scan::new(gpu, &SUM_U32, ScanRequest::new(ScanKind::Exclusive, &places, &places).with_length(&length))?;
        let shared = [("compact_of", uniform.raw()), ("flags", flags.raw()), ("places", places.raw())];
        let own = [("length", length.raw()), ("source", source.raw()), ("kept", target.raw()), ("number", number.raw())];
        Ok(Self {
            marks: gpu.kernel(&MARKS, &[])?.bind(gpu.device(), &shared)?,
            compact: gpu.kernel(&COMPACT, &words)?.bind(gpu.device(), &[&shared[..], &own].concat())?,
            scratch_bytes: places.bytes() + scan.scratch_bytes(),
            scan,
            capacity: capacity as u32,
            number,
        })
    }

    /// Records the compaction.
    pub fn record(&self, pass: &mut wgpu::ComputePass) {
        self.marks.dispatch_threads(pass, self.capacity);
        self.scan.record(pass);
        self.compact.dispatch_threads(pass, self.capacity);
    }

    /// The buffer that holds the number of kept elements, which can be the `length` of the next primitive.
    pub fn number(&self) -> &Buffer<u32> {
        &self.number
    }

    /// Bytes allocated in addition to the caller's buffers.
    pub fn scratch_bytes(&self) -> u64 {
        self.scratch_bytes
    }
}

/// A gather, prepared for given buffers: element i of the target becomes the source element at index i of the indices. If that
/// index is out of range, the target element stays as it is. Work is O(n); no scratch.
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
/// gather.record(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
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
    /// [`GpuError::Mismatch`] if the target is shorter than the indices or is the source, elements are not whole words, or a
    /// buffer belongs to another device; [`GpuError`] if a kernel does not compile or memory runs out.
    pub fn new<T: bytemuck::Pod>(
        gpu: &Gpu,
        indices: &Buffer<u32>,
        source: &Buffer<T>,
        target: &Buffer<T>,
        length: Option<&Buffer<u32>>,
    ) -> Result<Self, GpuError> {
        let capacity = indices.len() as u32;
        let words = words::<T>()?;
        gpu.check_own("the indices", indices)?;
        gpu.check_own("the elements to gather", source)?;
        gpu.check_own("the elements of the target", target)?;
        check_target("a gathering", source, target, indices.len())?;
        let length = length_or_all(gpu, length, indices.len())?;
        let uniform = gpu.uniform("gather/parameters", &GatherParams { choice: source.len() as u32, capacity })?;
        let buffers = [
            ("gather_of", uniform.raw()),
            ("length", length.raw()),
            ("indices", indices.raw()),
            ("source", source.raw()),
            ("gathered", target.raw()),
        ];
        Ok(Self { bound: gpu.kernel(&GATHER, &words)?.bind(gpu.device(), &buffers)?, capacity })
    }

    /// Records the gather.
    pub fn record(&self, pass: &mut wgpu::ComputePass) {
        self.bound.dispatch_threads(pass, self.capacity);
    }
}
