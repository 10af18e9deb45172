//! Buffers that know the type of their elements, and reading them back.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::{Arc, mpsc};

use wgpu::BufferUsages;

use super::deliveries::{Deliveries, HANDED_OVER};
use super::{Gpu, GpuError};

/// `len` elements of type `T` in the GPU's memory.
#[derive(Clone, Debug)]
pub struct Buffer<T> {
    raw: wgpu::Buffer,
    len: usize,
    element: PhantomData<T>,
}

impl<T: bytemuck::Pod> Buffer<T> {
    /// Elements in the buffer.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the buffer has no elements. (wgpu has no empty buffers: there is memory behind it.)
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The buffer as wgpu knows it, to be bound or copied.
    pub fn raw(&self) -> &wgpu::Buffer {
        &self.raw
    }

    /// Bytes of all elements.
    pub fn bytes(&self) -> u64 {
        (self.len * size_of::<T>()) as u64
    }
}

impl Gpu {
    /// A storage buffer of `len` elements, zero at first. It can also be a source of vertices. Behind the last element there is
    /// room up to a multiple of four, so that `arrayLength` may be up to three more.
    ///
    /// # Errors
    /// [`GpuError::TooLarge`] past what the adapter binds, [`GpuError::OutOfMemory`] where the driver has no more.
    pub fn storage<T: bytemuck::Pod>(&self, label: &str, len: usize) -> Result<Buffer<T>, GpuError> {
        let usage = BufferUsages::STORAGE | BufferUsages::VERTEX | BufferUsages::COPY_SRC | BufferUsages::COPY_DST;
        self.allocate(label, len, usage, self.storage_limit())
    }

    /// The same, of which parts can also be bound as uniforms.
    ///
    /// # Errors
    /// As [`Gpu::storage`].
    pub fn storage_of_uniforms<T: bytemuck::Pod>(&self, label: &str, len: usize) -> Result<Buffer<T>, GpuError> {
        self.allocate(label, len, BufferUsages::STORAGE | BufferUsages::UNIFORM, self.storage_limit())
    }

    /// Whether a storage buffer of `len` elements is possible at all, before anything is made for it.
    ///
    /// # Errors
    /// [`GpuError::TooLarge`].
    pub fn check_storage<T: bytemuck::Pod>(&self, what: &str, len: usize) -> Result<(), GpuError> {
        self.check_size::<T>(what, len, self.storage_limit()).map(|_| ())
    }

    /// Bytes that one storage buffer holds at most, whole and bound.
    pub fn storage_limit(&self) -> u64 {
        self.limits().max_storage_buffer_binding_size.min(self.limits().max_buffer_size)
    }

    /// A uniform buffer with one value.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`] where the driver has no more.
    pub fn uniform<T: bytemuck::Pod>(&self, label: &str, value: &T) -> Result<Buffer<T>, GpuError> {
        let limit = self.limits().max_uniform_buffer_binding_size;
        let buffer = self.allocate(label, 1, BufferUsages::UNIFORM | BufferUsages::COPY_DST, limit)?;
        self.write(&buffer, std::slice::from_ref(value));
        Ok(buffer)
    }

    /// A buffer that kernels write and others read as their parameters.
    pub(crate) fn parameters<T: bytemuck::Pod>(&self, label: &str, len: usize) -> Result<Buffer<T>, GpuError> {
        let usage = BufferUsages::STORAGE | BufferUsages::UNIFORM | BufferUsages::COPY_DST;
        self.allocate(label, len, usage, self.storage_limit())
    }

    /// A storage buffer with these elements.
    ///
    /// # Errors
    /// As [`Gpu::storage`].
    pub fn storage_from<T: bytemuck::Pod>(&self, label: &str, elements: &[T]) -> Result<Buffer<T>, GpuError> {
        let buffer = self.storage(label, elements.len())?;
        self.write(&buffer, elements);
        Ok(buffer)
    }

    /// A buffer that holds a length, for kernels that read theirs from the GPU's memory.
    pub(crate) fn length(&self, length: usize) -> Result<Buffer<u32>, GpuError> {
        self.storage_from("length", &[length as u32])
    }

    /// A buffer that queries are resolved into, to be copied to the host.
    pub(super) fn resolvable<T: bytemuck::Pod>(&self, label: &str, len: usize) -> Result<Buffer<T>, GpuError> {
        self.allocate(label, len, BufferUsages::QUERY_RESOLVE | BufferUsages::COPY_SRC, self.limits().max_buffer_size)
    }

    /// A buffer that the host can read after a copy into it.
    pub(super) fn staging<T: bytemuck::Pod>(&self, label: &str, len: usize) -> Result<Buffer<T>, GpuError> {
        self.allocate(label, len, BufferUsages::MAP_READ | BufferUsages::COPY_DST, self.limits().max_buffer_size)
    }

    fn allocate<T: bytemuck::Pod>(
        &self,
        label: &str,
        len: usize,
        usage: BufferUsages,
        limit: u64,
    ) -> Result<Buffer<T>, GpuError> {
        self.check_size::<T>(label, len, limit)?;
        // Whole quads: kernels that read four elements at once find memory behind the last one, too.
        let whole = (len.max(1).next_multiple_of(4) * size_of::<T>()) as u64;
        let size = if usage.contains(BufferUsages::STORAGE) { whole.min(limit) } else { (len.max(1) * size_of::<T>()) as u64 };
        let descriptor = wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false };
        let raw = self.allocating(label, || self.device().create_buffer(&descriptor))?;
        Ok(Buffer { raw, len, element: PhantomData })
    }

    /// Bytes of `len` elements, if they are within `limit`.
    fn check_size<T>(&self, what: &str, len: usize, limit: u64) -> Result<u64, GpuError> {
        let bytes = (len.max(1) as u64).saturating_mul(size_of::<T>() as u64);
        if bytes <= limit {
            return Ok(bytes);
        }
        let adapter = self.adapter_name().to_owned();
        Err(GpuError::TooLarge { what: what.to_owned(), bytes, limit, adapter })
    }

    /// Replaces the first elements of `buffer`, before the next submission runs.
    pub fn write<T: bytemuck::Pod>(&self, buffer: &Buffer<T>, elements: &[T]) {
        assert!(elements.len() <= buffer.len.max(1), "more elements than the buffer holds");
        if !elements.is_empty() {
            self.queue().write_buffer(&buffer.raw, 0, bytemuck::cast_slice(elements));
        }
    }

    /// Copies `buffer` to the host and waits for it: for tests, benches and the end of a run, never for a live frame.
    ///
    /// # Errors
    /// [`GpuError::Lost`] and [`GpuError::OutOfMemory`].
    pub fn read<T: bytemuck::Pod>(&self, buffer: &Buffer<T>) -> Result<Vec<T>, GpuError> {
        let mut readback = Readback::new(self, "readback", buffer.len)?;
        let mut encoder = self.encoder("readback");
        readback.record(&mut encoder, buffer);
        self.submit(encoder);
        readback.request();
        self.wait()?;
        readback.wait()
    }
}

/// One copy of a buffer on its way to the host: record, submit, request, then collect when it has arrived.
#[derive(Debug)]
pub struct Readback<T> {
    staging: Buffer<T>,
    deliveries: Arc<Deliveries>,
    arrived: Option<mpsc::Receiver<Result<(), wgpu::BufferAsyncError>>>,
}

impl<T: bytemuck::Pod> Readback<T> {
    /// Room for `len` elements.
    ///
    /// # Errors
    /// As [`Gpu::storage`].
    pub fn new(gpu: &Gpu, label: &str, len: usize) -> Result<Self, GpuError> {
        Ok(Self { staging: gpu.staging(label, len)?, deliveries: Arc::clone(&gpu.deliveries), arrived: None })
    }

    /// Whether a copy is under way; until it is collected, no other can be recorded.
    pub fn is_pending(&self) -> bool {
        self.arrived.is_some()
    }

    /// Records the copy of the first elements of `source`.
    pub fn record(&self, encoder: &mut wgpu::CommandEncoder, source: &Buffer<T>) {
        let bytes = self.staging.bytes().min(source.bytes());
        if bytes > 0 {
            encoder.copy_buffer_to_buffer(&source.raw, 0, &self.staging.raw, 0, bytes);
        }
    }

    /// Records the copy of the elements `range` of `source` to the place `at` of the copy, counted in elements. What lies
    /// outside of either is a driver's error.
    pub fn record_range(&self, encoder: &mut wgpu::CommandEncoder, source: &Buffer<T>, range: Range<usize>, at: usize) {
        let bytes = |elements: usize| (elements * size_of::<T>()) as u64;
        if !range.is_empty() {
            encoder.copy_buffer_to_buffer(&source.raw, bytes(range.start), &self.staging.raw, bytes(at), bytes(range.len()));
        }
    }

    /// Records the copy of a whole texture, in rows of `row_bytes` bytes: a multiple of 256, as wgpu asks.
    pub fn record_texture(&self, encoder: &mut wgpu::CommandEncoder, texture: &wgpu::Texture, row_bytes: u32) {
        let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row_bytes), rows_per_image: None };
        let destination = wgpu::TexelCopyBufferInfo { buffer: &self.staging.raw, layout };
        encoder.copy_texture_to_buffer(texture.as_image_copy(), destination, texture.size());
    }

    /// Asks for the copy, once the commands that make it are submitted.
    pub fn request(&mut self) {
        let (sender, receiver) = mpsc::channel();
        let delivery = self.deliveries.begin();
        self.staging.raw.map_async(wgpu::MapMode::Read, .., move |result| {
            // The receiver is gone where the readback was dropped: nobody waits for the data.
            let _ = sender.send(result);
            drop(delivery);
        });
        self.arrived = Some(receiver);
    }

    /// The elements, if they have arrived; never waits. [`Gpu::poll`] lets them arrive.
    ///
    /// # Errors
    /// [`GpuError::Lost`] where it will never arrive.
    pub fn collect(&mut self) -> Result<Option<Vec<T>>, GpuError> {
        match self.arrived.as_ref().map(mpsc::Receiver::try_recv) {
            None | Some(Err(mpsc::TryRecvError::Empty)) => Ok(None),
            Some(Ok(Ok(()))) => {
                self.arrived = None;
                self.take().map(Some).ok_or_else(not_arrived)
            }
            Some(_) => {
                self.arrived = None;
                Err(not_arrived())
            }
        }
    }

    /// The elements, once [`Gpu::wait`] or [`Gpu::wait_for`] has returned after [`Readback::request`]. Another thread may be about
    /// to tell that they have arrived: this waits for it.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn wait(&mut self) -> Result<Vec<T>, GpuError> {
        let result = self.arrived.take().and_then(|arrived| arrived.recv_timeout(HANDED_OVER).ok()?.ok());
        result.and_then(|()| self.take()).ok_or_else(not_arrived)
    }

    /// Copies the elements out of the mapped memory, and frees it for the next copy.
    fn take(&self) -> Option<Vec<T>> {
        let view = self.staging.raw.get_mapped_range(..).ok()?;
        // The staging memory has no alignment to speak of, so that elements are copied one by one.
        let elements = bytemuck::pod_collect_to_vec(&view[..self.staging.len * size_of::<T>()]);
        drop(view);
        self.staging.raw.unmap();
        Some(elements)
    }
}

fn not_arrived() -> GpuError {
    GpuError::Lost("a copy did not arrive".to_owned())
}
