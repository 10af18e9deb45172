//! Typed buffers.

use std::marker::PhantomData;
use std::sync::Arc;

use rayon::prelude::*;
use wgpu::BufferUsages;

use super::deliveries::Deliveries;
use super::{Gpu, GpuError};

/// Bytes that a thread copies at a time.
const CHUNK: usize = 1 << 22;

/// `len` elements of type `T` in GPU memory. Clones share the same buffer.
///
/// ```
/// use starshell::gpu::{Buffer, Gpu};
///
/// let gpu = Gpu::open(None)?;
/// let buffer: Buffer<u32> = gpu.storage("counts", 4)?;
/// gpu.write(&buffer, &[3, 5]);
/// assert_eq!(gpu.read(&buffer)?, [3, 5, 0, 0]);
/// # Ok::<(), starshell::gpu::GpuError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Buffer<T> {
    raw: wgpu::Buffer,
    /// Identifies the device. wgpu's own comparison considers devices of two instances equal.
    device: Arc<Deliveries>,
    len: usize,
    element: PhantomData<T>,
}

impl<T: bytemuck::Pod> Buffer<T> {
    /// Wraps the first `len` elements of a buffer that you created on the device of `gpu`. It needs
    /// the usages for what you do with it: `STORAGE` for primitives, `COPY_SRC` for [`Gpu::read`],
    /// `COPY_DST` for [`Gpu::write`].
    ///
    /// # Errors
    /// [`GpuError::Mismatch`] if the buffer is shorter than `len` rounded up to a multiple of four
    /// elements: kernels read four at a time.
    pub fn from_wgpu(gpu: &Gpu, raw: wgpu::Buffer, len: usize) -> Result<Self, GpuError> {
        let bytes = (len.max(1).next_multiple_of(4) as u64).saturating_mul(size_of::<T>() as u64);
        if raw.size() < bytes {
            return Err(GpuError::Mismatch(format!(
                "a buffer of {len} elements of {} bytes takes {bytes} bytes (a multiple of four elements), and this one has {}",
                size_of::<T>(),
                raw.size()
            )));
        }
        Ok(Self { raw, device: Arc::clone(&gpu.deliveries), len, element: PhantomData })
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements. (wgpu has no empty buffers, so some memory is allocated
    /// anyway.)
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The wgpu buffer, for binding or copying.
    pub fn raw(&self) -> &wgpu::Buffer {
        &self.raw
    }

    /// Size of all elements in bytes.
    pub fn bytes(&self) -> u64 {
        (self.len * size_of::<T>()) as u64
    }

    /// Encodes a copy of `other`, which has as many elements, into this buffer.
    pub(crate) fn encode_copy(&self, encoder: &mut wgpu::CommandEncoder, other: &Self) {
        let bytes = self.raw.size().min(other.raw.size());
        encoder.copy_buffer_to_buffer(&other.raw, 0, &self.raw, 0, bytes);
    }

    /// Creates a buffer that some kernels write and others read as their parameters.
    pub(crate) fn parameters(gpu: &Gpu, label: &str, len: usize) -> Result<Self, GpuError> {
        let usage = BufferUsages::STORAGE | BufferUsages::UNIFORM | BufferUsages::COPY_DST;
        Self::allocate(gpu, label, len, usage, gpu.storage_limit())
    }

    /// Creates a buffer that queries are resolved into and then copied to the host.
    pub(super) fn resolvable(gpu: &Gpu, label: &str, len: usize) -> Result<Self, GpuError> {
        let usage = BufferUsages::QUERY_RESOLVE | BufferUsages::COPY_SRC;
        Self::allocate(gpu, label, len, usage, gpu.limits().max_buffer_size)
    }

    /// Creates a buffer that the host can read after a copy into it.
    pub(super) fn staging(gpu: &Gpu, label: &str, len: usize) -> Result<Self, GpuError> {
        let usage = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
        Self::allocate(gpu, label, len, usage, gpu.limits().max_buffer_size)
    }

    /// Creates a buffer with these usages, of at most `limit` bytes.
    pub(crate) fn allocate(
        gpu: &Gpu,
        label: &str,
        len: usize,
        usage: BufferUsages,
        limit: u64,
    ) -> Result<Self, GpuError> {
        Self::check_size(gpu, label, len, limit)?;
        // Round up to whole quads: kernels that read four elements at a time read past the last
        // one.
        let whole = (len.max(1).next_multiple_of(4) * size_of::<T>()) as u64;
        let size = if usage.contains(BufferUsages::STORAGE) {
            whole.min(limit)
        } else {
            (len.max(1) * size_of::<T>()) as u64
        };
        let descriptor =
            wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false };
        let raw = gpu.allocating(label, || gpu.device().create_buffer(&descriptor))?;
        Ok(Self { raw, device: Arc::clone(&gpu.deliveries), len, element: PhantomData })
    }

    /// Checks that `len` elements are within `limit` bytes.
    fn check_size(gpu: &Gpu, what: &str, len: usize, limit: u64) -> Result<(), GpuError> {
        let bytes = (len.max(1) as u64).saturating_mul(size_of::<T>() as u64);
        if bytes <= limit {
            return Ok(());
        }
        let adapter = gpu.adapter_name().to_owned();
        Err(GpuError::TooLarge { what: what.to_owned(), bytes, limit, adapter })
    }

    /// Rejects a buffer of another device; `what` names it in the error.
    pub(crate) fn check_own(&self, gpu: &Gpu, what: &str) -> Result<(), GpuError> {
        if Arc::ptr_eq(&self.device, &gpu.deliveries) {
            return Ok(());
        }
        Err(GpuError::Mismatch(format!(
            "{what} belong to another device: make them with the same `Gpu` or a clone of it"
        )))
    }

    /// Overwrites the elements from `first` on, as [`Gpu::write`] does; all threads copy them.
    pub(crate) fn write_by_threads(&self, gpu: &Gpu, first: usize, elements: &[T]) {
        if first + elements.len() > self.len {
            let (first, many, len) = (first, elements.len(), self.len);
            let what = format!(
                "{many} elements were written to a buffer of {len} from element {first} on"
            );
            return gpu.failures.report(GpuError::Mismatch(what));
        }
        let bytes: &[u8] = bytemuck::cast_slice(elements);
        let (queue, raw, begin) = (gpu.queue(), &self.raw, first * size_of::<T>());
        bytes.par_chunks(CHUNK).enumerate().for_each(|(chunk, bytes)| {
            let view = wgpu::BufferSize::new(bytes.len() as u64).and_then(|size| {
                queue.write_buffer_with(raw, (begin + chunk * CHUNK) as u64, size)
            });
            // Without a view, the failure has been reported.
            if let Some(mut view) = view {
                view.copy_from_slice(bytes);
            }
        });
    }

    /// Overwrites the elements from `first` on at this point in `encoder`: commands recorded
    /// earlier still see the old values. The size of `elements` must be a multiple of four bytes.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub(crate) fn encode_write(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        first: usize,
        elements: &[T],
    ) -> Result<(), GpuError> {
        assert!(first + elements.len() <= self.len, "more elements than the buffer holds");
        let bytes: &[u8] = bytemuck::cast_slice(elements);
        let descriptor = wgpu::BufferDescriptor {
            label: Some("write"),
            size: bytes.len() as u64,
            usage: BufferUsages::MAP_WRITE | BufferUsages::COPY_SRC,
            mapped_at_creation: true,
        };
        let staging = gpu.allocating("a write", || gpu.device().create_buffer(&descriptor))?;
        if let Ok(mut memory) = staging.get_mapped_range_mut(..) {
            memory.copy_from_slice(bytes);
        }
        staging.unmap();
        let offset = (first * size_of::<T>()) as u64;
        encoder.copy_buffer_to_buffer(&staging, 0, &self.raw, offset, bytes.len() as u64);
        Ok(())
    }
}

impl Buffer<u32> {
    /// Creates a buffer of the arguments of an indirect draw: corners, instances, the first corner,
    /// the first instance.
    pub(crate) fn draw_arguments(
        gpu: &Gpu,
        label: &str,
        arguments: [u32; 4],
    ) -> Result<Self, GpuError> {
        let usage = BufferUsages::INDIRECT | BufferUsages::COPY_DST;
        let buffer = Self::allocate(gpu, label, 4, usage, gpu.limits().max_buffer_size)?;
        gpu.write(&buffer, &arguments);
        Ok(buffer)
    }

    /// Creates a buffer that holds a length, for kernels that read theirs from GPU memory.
    pub(crate) fn length(gpu: &Gpu, length: usize) -> Result<Self, GpuError> {
        gpu.storage_from("length", &[length as u32])
    }
}

impl Gpu {
    /// Creates a zeroed storage buffer of `len` elements, which can also serve as a vertex buffer.
    /// Its memory is rounded up to a multiple of four elements, so `arrayLength` may return up to
    /// three more.
    ///
    /// # Errors
    /// [`GpuError::TooLarge`] if the adapter cannot bind a buffer of this size,
    /// [`GpuError::OutOfMemory`] if the driver has no memory left.
    pub fn storage<T: bytemuck::Pod>(
        &self,
        label: &str,
        len: usize,
    ) -> Result<Buffer<T>, GpuError> {
        let usage = BufferUsages::STORAGE
            | BufferUsages::VERTEX
            | BufferUsages::COPY_SRC
            | BufferUsages::COPY_DST;
        Buffer::allocate(self, label, len, usage, self.storage_limit())
    }

    /// Checks that a storage buffer of `len` elements is possible, without allocating anything.
    ///
    /// # Errors
    /// [`GpuError::TooLarge`].
    pub fn check_storage<T: bytemuck::Pod>(&self, what: &str, len: usize) -> Result<(), GpuError> {
        Buffer::<T>::check_size(self, what, len, self.storage_limit())
    }

    /// Size limit of a storage buffer that is bound whole, in bytes.
    pub fn storage_limit(&self) -> u64 {
        self.limits().max_storage_buffer_binding_size.min(self.limits().max_buffer_size)
    }

    /// Creates a uniform buffer that holds one value.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`] if the driver has no memory left.
    pub fn uniform<T: bytemuck::Pod>(&self, label: &str, value: &T) -> Result<Buffer<T>, GpuError> {
        let limit = self.limits().max_uniform_buffer_binding_size;
        let usage = BufferUsages::UNIFORM | BufferUsages::COPY_DST;
        let buffer = Buffer::allocate(self, label, 1, usage, limit)?;
        self.write(&buffer, std::slice::from_ref(value));
        Ok(buffer)
    }

    /// Creates a storage buffer that holds these elements.
    ///
    /// # Errors
    /// As [`Gpu::storage`].
    pub fn storage_from<T: bytemuck::Pod>(
        &self,
        label: &str,
        elements: &[T],
    ) -> Result<Buffer<T>, GpuError> {
        let buffer = self.storage(label, elements.len())?;
        self.write(&buffer, elements);
        Ok(buffer)
    }

    /// Overwrites the first elements of `buffer` before the next submission runs. If there are more
    /// elements than it holds, or it belongs to another device, nothing is written and the next
    /// [`Gpu::poll`] or [`Gpu::wait`] returns [`GpuError::Mismatch`].
    pub fn write<T: bytemuck::Pod>(&self, buffer: &Buffer<T>, elements: &[T]) {
        let fits = if elements.len() <= buffer.len.max(1) {
            buffer.check_own(self, "the elements of the buffer to write")
        } else {
            Err(GpuError::Mismatch(format!(
                "{} elements were written to a buffer of {}",
                elements.len(),
                buffer.len
            )))
        };
        match fits {
            Ok(()) if elements.is_empty() => {}
            Ok(()) => self.queue().write_buffer(&buffer.raw, 0, bytemuck::cast_slice(elements)),
            Err(error) => self.failures.report(error),
        }
    }
}
