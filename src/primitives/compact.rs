//! What falls out of a scan and a sort: elements that are kept moved together, and elements in another order.

use super::{SUM_U32, Scan, ScanKind, ScanRequest, length_or_all};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Tuning};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of a compaction.
    pub struct CompactOf {
        /// Elements that the buffers hold.
        pub capacity: u32,
    }
}

mirrored! {
    /// Parameters of a gathering.
    pub struct GatherOf {
        /// Elements to choose from.
        pub choice: u32,
        /// Indices.
        pub capacity: u32,
    }
}

/// Elements of one, two, three, four and eight words.
const WORDS: &[Tuning] = &[&[("WORDS", 1)], &[("WORDS", 2)], &[("WORDS", 3)], &[("WORDS", 4)], &[("WORDS", 8)]];
/// 1 for what is kept.
pub const MARKS: KernelSource =
    KernelSource::trusted("compact/marks", &[wgsl!("compact/marks.wgsl"), wgsl!("grid.wgsl")], &[&[]]);
/// Moves what is kept.
pub const COMPACT: KernelSource =
    KernelSource::trusted("compact/compact", &[wgsl!("compact/compact.wgsl"), wgsl!("grid.wgsl")], WORDS);
/// Elements by their indices.
pub const GATHER: KernelSource =
    KernelSource::trusted("gather/gather", &[wgsl!("gather/gather.wgsl"), wgsl!("grid.wgsl")], WORDS);

fn words<T>() -> [(&'static str, u32); 1] {
    assert!(size_of::<T>().is_multiple_of(4) && size_of::<T>() > 0, "elements are whole words");
    [("WORDS", size_of::<T>() as u32 / 4)]
}

/// A stream compaction, prepared for given buffers: the elements whose flag is not 0, in their order.
///
/// Work is O(n) in four dispatches or more; scratch is a word an element, and that of a scan.
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
    /// Prepares the compaction of the first elements of `source` into `target`, as many as `length` says when it runs, or of all.
    ///
    /// # Errors
    /// [`GpuError`] where a kernel does not compile or memory is short.
    ///
    /// # Panics
    /// Where there is not a flag for each element, the target is shorter than the source, both are the same, or elements are no
    /// whole words: bugs of the caller.
    pub fn new<T: bytemuck::Pod>(
        gpu: &Gpu,
        flags: &Buffer<u32>,
        source: &Buffer<T>,
        target: &Buffer<T>,
        length: Option<&Buffer<u32>>,
    ) -> Result<Self, GpuError> {
        let capacity = source.len();
        assert_eq!(flags.len(), capacity, "a compaction has a flag for each element");
        assert!(
            target.len() >= capacity && target.raw() != source.raw(),
            "a compaction has another buffer of that length to go to"
        );
        let length = length_or_all(gpu, length, capacity)?;
        let places = gpu.storage::<u32>("compact/places", capacity)?;
        let number = gpu.storage::<u32>("compact/number", 1)?;
        let uniform = gpu.uniform("compact/parameters", &CompactOf { capacity: capacity as u32 })?;
        let scan = Scan::new(gpu, &SUM_U32, ScanRequest::new(ScanKind::Exclusive, &places, &places).with_length(&length))?;
        let shared = [("compact_of", uniform.raw()), ("flags", flags.raw()), ("places", places.raw())];
        let own = [("length", length.raw()), ("source", source.raw()), ("kept", target.raw()), ("number", number.raw())];
        Ok(Self {
            marks: gpu.kernel(&MARKS, &[])?.bind(gpu.device(), &shared),
            compact: gpu.kernel(&COMPACT, &words::<T>())?.bind(gpu.device(), &[&shared[..], &own].concat()),
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

    /// The buffer that holds how many were kept: a length for whatever comes next.
    pub fn number(&self) -> &Buffer<u32> {
        &self.number
    }

    /// Bytes that the compaction needs beside its buffers.
    pub fn scratch_bytes(&self) -> u64 {
        self.scratch_bytes
    }
}

/// Elements in the order of indices, prepared for given buffers: element i of the target is that element of the source which
/// index i says. Where there is no such element, the target stays as it is. Work is O(n); no scratch.
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
    /// Prepares the gathering by the first indices, as many as `length` says when it runs, or by all.
    ///
    /// # Errors
    /// [`GpuError`] where a kernel does not compile or memory is short.
    ///
    /// # Panics
    /// Where the target is shorter than the indices, it is the source, or elements are no whole words: bugs of the caller.
    pub fn new<T: bytemuck::Pod>(
        gpu: &Gpu,
        indices: &Buffer<u32>,
        source: &Buffer<T>,
        target: &Buffer<T>,
        length: Option<&Buffer<u32>>,
    ) -> Result<Self, GpuError> {
        let capacity = indices.len() as u32;
        assert!(target.len() >= indices.len() && target.raw() != source.raw(), "what is gathered has another buffer to go to");
        let length = length_or_all(gpu, length, indices.len())?;
        let uniform = gpu.uniform("gather/parameters", &GatherOf { choice: source.len() as u32, capacity })?;
        let buffers = [
            ("gather_of", uniform.raw()),
            ("length", length.raw()),
            ("indices", indices.raw()),
            ("source", source.raw()),
            ("gathered", target.raw()),
        ];
        Ok(Self { bound: gpu.kernel(&GATHER, &words::<T>())?.bind(gpu.device(), &buffers), capacity })
    }

    /// Records the gathering.
    pub fn record(&self, pass: &mut wgpu::ComputePass) {
        self.bound.dispatch_threads(pass, self.capacity);
    }
}
