//! Stable radix sort of 32-bit or 64-bit keys, alone or with one word each.

mod key;
mod plan;
mod preparation;

use std::ops::Range;

pub use key::SortKey;
pub(super) use plan::KERNELS;
pub use plan::{SortPath, SortPlan};

use super::{Scan, check_lengths};
use crate::gpu::{Bound, Buffer, Gpu, GpuError};
use crate::mirrored;

mirrored! {
    /// Parameters of the kernels of a sort.
    pub struct SortParams {
        /// Keys that the buffer holds.
        pub capacity: u32,
        /// Tiles needed for that many keys.
        pub tiles: u32,
        /// Lowest significant bit of a key.
        pub first_bit: u32,
        /// One past the highest significant bit.
        pub end_bit: u32,
        /// Digit of this dispatch, counted from the lowest.
        pub turn: u32,
        /// Number of digits.
        pub turns: u32,
    }
}

/// What to sort, and how.
#[derive(Clone, Debug)]
pub struct SortRequest<'a, K> {
    pub(super) keys: &'a Buffer<K>,
    pub(super) values: Option<&'a Buffer<u32>>,
    is_argsort: bool,
    is_descending: bool,
    bits: Range<u32>,
    length: Option<&'a Buffer<u32>>,
    pub(super) is_portable: bool,
}

impl<'a, K: SortKey> SortRequest<'a, K> {
    /// Sorts all of `keys` in place, ascending.
    pub fn new(keys: &'a Buffer<K>) -> Self {
        let bits = 0..8 * size_of::<K>() as u32;
        Self {
            keys,
            values: None,
            is_argsort: false,
            is_descending: false,
            bits,
            length: None,
            is_portable: false,
        }
    }

    /// Each key carries along the word of `values` at its index.
    #[must_use]
    pub fn with_values(self, values: &'a Buffer<u32>) -> Self {
        Self { values: Some(values), is_argsort: false, ..self }
    }

    /// Writes the index that each key had before to `indices`.
    #[must_use]
    pub fn with_indices(self, indices: &'a Buffer<u32>) -> Self {
        Self { values: Some(indices), is_argsort: true, ..self }
    }

    /// Sorts in descending order; equal keys keep their order.
    #[must_use]
    pub fn descending(self) -> Self {
        Self { is_descending: true, ..self }
    }

    /// Sorts only by these bits, counted from the lowest, of each key mapped to an unsigned integer
    /// in its order: an `i32` plus 2^31, an `f32` by its rank among all bit patterns.
    /// [`RadixSort::new`] rejects an empty range and bits that keys do not have.
    #[must_use]
    pub fn bits(self, bits: Range<u32>) -> Self {
        Self { bits, ..self }
    }

    /// Sorts only the first keys: as many as `length` holds when it runs, but at most all. The
    /// others stay unchanged.
    #[must_use]
    pub fn with_length(self, length: &'a Buffer<u32>) -> Self {
        Self { length: Some(length), ..self }
    }

    /// Uses only core WGSL, whatever the adapter supports; no workgroup waits for another.
    #[must_use]
    pub fn portable(self) -> Self {
        Self { is_portable: true, ..self }
    }

    fn check(&self, gpu: &Gpu) -> Result<(), GpuError> {
        let (Range { start, end }, most) = (self.bits.clone(), 8 * size_of::<K>() as u32);
        if start >= end || end > most {
            let sentence = format!(
                "keys of {most} bits cannot be sorted by the bits {start}..{end}: choose some of 0..{most}"
            );
            return Err(GpuError::Mismatch(sentence));
        }
        self.keys.check_own(gpu, "the keys")?;
        let Some(values) = self.values else { return Ok(()) };
        values.check_own(gpu, "the words")?;
        check_lengths("a sort", ("words", values.len()), ("keys", self.keys.len()))
    }
}

/// One recorded item of a sort.
#[derive(Debug)]
enum Command {
    Dispatch(Bound, u32),
    /// The scan of the table.
    Scan,
}

/// A radix sort, prepared for given buffers: least significant digit first, eight bits per digit,
/// stable.
///
/// Few keys are instead sorted in blocks that are merged at once ([`SortPath::Blocks`]).
///
/// Work is O(n) per digit; a digit that is the same in all keys costs next to nothing. In one
/// sweep, each digit's pass reads and writes each key once, after all digits were counted together;
/// otherwise it reads them twice. Scratch is another buffer of keys, one of words, and 2 KiB per
/// tile (1 KiB without sweeps) of 7,168 keys on large GPUs, or 512 on small ones.
///
/// ```
/// use starshell::gpu::Gpu;
/// use starshell::primitives::{RadixSort, SortRequest};
///
/// let gpu = Gpu::open(None)?;
/// let keys = gpu.storage_from("keys", &[2.5_f32, -1.0, 7.0, 0.5])?;
/// let indices = gpu.storage("indices", 4)?;
/// let sort = RadixSort::new(&gpu, &SortRequest::new(&keys).with_indices(&indices))?;
/// let mut encoder = gpu.encoder("example");
/// sort.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
/// gpu.submit(encoder);
/// assert_eq!(gpu.read(&keys)?, [-1.0, 0.5, 2.5, 7.0]);
/// assert_eq!(gpu.read(&indices)?, [1, 3, 0, 2]);
/// # Ok::<(), starshell::gpu::GpuError>(())
/// ```
#[derive(Debug)]
pub struct RadixSort {
    path: SortPath,
    commands: Vec<Command>,
    scan: Option<Scan>,
    scratch_bytes: u64,
}

impl RadixSort {
    /// Encodes the sort.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        for command in &self.commands {
            match command {
                Command::Dispatch(bound, groups) => bound.dispatch_groups(pass, *groups),
                Command::Scan => self.scan.iter().for_each(|scan| scan.encode(pass)),
            }
        }
    }

    /// How keys find their places.
    #[doc(hidden)]
    pub fn path(&self) -> SortPath {
        self.path
    }

    /// Bytes allocated in addition to keys and words.
    pub fn scratch_bytes(&self) -> u64 {
        self.scratch_bytes
    }
}
