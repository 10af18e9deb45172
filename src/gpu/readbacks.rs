//! Copies to the host: a single one, and a queue of them in recording order.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, mpsc};

use super::deliveries::{Deliveries, HANDED_OVER};
use super::{Buffer, Gpu, GpuError};

/// A copy of a buffer to the host: record, submit, request, then collect when it has arrived.
#[derive(Debug)]
pub struct Readback<T> {
    staging: Buffer<T>,
    deliveries: Arc<Deliveries>,
    arrived: Option<mpsc::Receiver<Result<(), wgpu::BufferAsyncError>>>,
}

impl<T: bytemuck::Pod> Readback<T> {
    /// Allocates room for `len` elements.
    ///
    /// # Errors
    /// As [`Gpu::storage`].
    pub fn new(gpu: &Gpu, label: &str, len: usize) -> Result<Self, GpuError> {
        Ok(Self { staging: gpu.staging(label, len)?, deliveries: Arc::clone(&gpu.deliveries), arrived: None })
    }

    /// Whether a copy is in flight. Until it is collected, no other can be recorded.
    pub fn is_pending(&self) -> bool {
        self.arrived.is_some()
    }

    /// Records the copy of the first elements of `source`.
    pub fn record(&self, encoder: &mut wgpu::CommandEncoder, source: &Buffer<T>) {
        let bytes = self.staging.bytes().min(source.bytes());
        if bytes > 0 {
            encoder.copy_buffer_to_buffer(source.raw(), 0, self.staging.raw(), 0, bytes);
        }
    }

    /// Records the copy of the elements `range` of `source` to offset `at` of the readback, in elements. Out-of-bounds ranges
    /// on either side are reported as a driver error.
    pub fn record_range(&self, encoder: &mut wgpu::CommandEncoder, source: &Buffer<T>, range: Range<usize>, at: usize) {
        let bytes = |elements: usize| (elements * size_of::<T>()) as u64;
        if !range.is_empty() {
            encoder.copy_buffer_to_buffer(source.raw(), bytes(range.start), self.staging.raw(), bytes(at), bytes(range.len()));
        }
    }

    /// Records the copy of a whole texture in rows of `row_bytes` bytes, which wgpu requires to be a multiple of 256.
    pub fn record_texture(&self, encoder: &mut wgpu::CommandEncoder, texture: &wgpu::Texture, row_bytes: u32) {
        let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row_bytes), rows_per_image: None };
        let destination = wgpu::TexelCopyBufferInfo { buffer: self.staging.raw(), layout };
        encoder.copy_texture_to_buffer(texture.as_image_copy(), destination, texture.size());
    }

    /// Requests the copy, once the commands that make it are submitted.
    pub fn request(&mut self) {
        let (sender, receiver) = mpsc::channel();
        let delivery = self.deliveries.begin();
        self.staging.raw().map_async(wgpu::MapMode::Read, .., move |result| {
            // Fails only if the readback was dropped.
            let _ = sender.send(result);
            drop(delivery);
        });
        self.arrived = Some(receiver);
    }

    /// The elements, if they have arrived; never waits. [`Gpu::poll`] delivers them.
    ///
    /// # Errors
    /// [`GpuError::Lost`] if they will never arrive.
    pub fn collect(&mut self) -> Result<Option<Vec<T>>, GpuError> {
        if self.has_arrived()? { self.take().map(Some) } else { Ok(None) }
    }

    /// Whether the copy has arrived; never waits. It then stays in mapped memory until [`Readback::read`], which must be called
    /// before the next copy.
    ///
    /// # Errors
    /// [`GpuError::Lost`] if it will never arrive.
    pub fn has_arrived(&mut self) -> Result<bool, GpuError> {
        match self.arrived.as_ref().map(mpsc::Receiver::try_recv) {
            None | Some(Err(mpsc::TryRecvError::Empty)) => Ok(false),
            Some(Ok(Ok(()))) => {
                self.arrived = None;
                Ok(true)
            }
            Some(_) => {
                self.arrived = None;
                Err(not_arrived())
            }
        }
    }

    /// Waits until the copy can be [read](Readback::read). Call it after [`Readback::request`] and then [`Gpu::wait`] or
    /// [`Gpu::wait_for`].
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn arrive(&mut self) -> Result<(), GpuError> {
        let result = self.arrived.take().and_then(|arrived| arrived.recv_timeout(HANDED_OVER).ok()?.ok());
        result.ok_or_else(not_arrived)
    }

    /// Calls `of` with the bytes of a copy that has arrived, in mapped memory, and returns its result. Works on any thread.
    ///
    /// # Errors
    /// [`GpuError::Lost`] if it has not arrived, or the device is lost.
    pub fn read<R>(&self, of: impl FnOnce(&[u8]) -> R) -> Result<R, GpuError> {
        let view = self.staging.raw().get_mapped_range(..).map_err(|_| not_arrived())?;
        let result = of(&view[..self.staging.len() * size_of::<T>()]);
        drop(view);
        self.staging.raw().unmap();
        Ok(result)
    }

    /// The elements, once [`Gpu::wait`] or [`Gpu::wait_for`] has returned after [`Readback::request`]. If another thread is
    /// still delivering them, this waits for it.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn wait(&mut self) -> Result<Vec<T>, GpuError> {
        self.arrive()?;
        self.take()
    }

    /// Copies the elements out of the mapped memory, and frees it for the next copy.
    fn take(&self) -> Result<Vec<T>, GpuError> {
        // Mapped memory has no guaranteed alignment, so elements are copied one by one.
        self.read(bytemuck::pod_collect_to_vec)
    }
}

fn not_arrived() -> GpuError {
    GpuError::Lost("a copy did not arrive".to_owned())
}

/// Size in bytes above which a thread reads the mapped memory. Reading into fresh pages is too slow for a window's thread: 512 KiB
/// take half a millisecond, 8 MB several.
const LARGE: usize = 1 << 16;

impl Gpu {
    /// Copies `buffer` to the host and waits for it: for tests, benchmarks and the end of a run, never for a live frame.
    ///
    /// # Errors
    /// [`GpuError::Mismatch`] if the buffer belongs to another device; [`GpuError::Lost`] and [`GpuError::OutOfMemory`].
    pub fn read<T: bytemuck::Pod>(&self, buffer: &Buffer<T>) -> Result<Vec<T>, GpuError> {
        self.check_own("the elements of the buffer to read", buffer)?;
        let mut readback = Readback::new(self, "readback", buffer.len())?;
        let mut encoder = self.encoder("readback");
        readback.record(&mut encoder, buffer);
        self.submit(encoder);
        readback.request();
        self.wait()?;
        readback.wait()
    }
}

/// A queue of copies of `len` elements each, each with a note of type `M`: begin and record, submit, request; later, collect.
/// Any number may be in flight; staging memory is reused.
#[derive(Debug)]
pub struct Readbacks<T, M> {
    gpu: Gpu,
    label: &'static str,
    len: usize,
    free: Vec<Readback<T>>,
    /// The oldest first.
    pending: VecDeque<(M, Flight<T>)>,
    /// Started by the first large copy.
    reader: Option<Reader<T>>,
}

/// A readback that is free again, and the elements read from it.
type Copied<T> = (Readback<T>, Vec<T>);

/// Where a copy is.
#[derive(Debug)]
enum Flight<T> {
    /// On its way to mapped memory.
    ToHost(Readback<T>),
    /// In mapped memory, which the reader is reading.
    Reading,
}

/// A thread that reads copies from mapped memory, in order. It lasts as long as its queue, because starting a thread takes as long
/// as reading a small copy.
#[derive(Debug)]
struct Reader<T> {
    arrived: mpsc::Sender<Readback<T>>,
    copied: mpsc::Receiver<Result<Copied<T>, GpuError>>,
}

impl<T: bytemuck::Pod + Send> Reader<T> {
    /// Starts the thread; `None` if the system has none to give.
    fn start() -> Option<Self> {
        let (arrived, readbacks) = mpsc::channel::<Readback<T>>();
        let (sender, copied) = mpsc::channel();
        let read = move || {
            for readback in readbacks {
                let result = readback.take().map(|elements| (readback, elements));
                if sender.send(result).is_err() {
                    break; // the queue is gone
                }
            }
        };
        std::thread::Builder::new().name("copies".to_owned()).spawn(read).ok()?;
        Some(Self { arrived, copied })
    }
}

impl<T: bytemuck::Pod + Send, M> Readbacks<T, M> {
    /// An empty queue. Nothing is allocated yet.
    pub fn new(gpu: &Gpu, label: &'static str, len: usize) -> Self {
        Self { gpu: gpu.clone(), label, len, free: Vec::new(), pending: VecDeque::new(), reader: None }
    }

    /// Number of copies in flight.
    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    /// The next copy, to be recorded into the encoder that is submitted before the next [`Readbacks::request`].
    ///
    /// # Errors
    /// [`GpuError::TooLarge`] and [`GpuError::OutOfMemory`].
    pub fn begin(&mut self, note: M) -> Result<&Readback<T>, GpuError> {
        let readback = match self.free.pop() {
            Some(readback) => readback,
            None => Readback::new(&self.gpu, self.label, self.len)?,
        };
        match &self.pending.push_back_mut((note, Flight::ToHost(readback))).1 {
            Flight::ToHost(readback) => Ok(readback),
            Flight::Reading => unreachable!("it has only just begun"),
        }
    }

    /// Requests the recorded copies, once their commands are submitted.
    pub fn request(&mut self) {
        for (_, flight) in &mut self.pending {
            if let Flight::ToHost(readback) = flight
                && !readback.is_pending()
            {
                readback.request();
            }
        }
    }

    /// The oldest copy in flight, if it has arrived. Never waits. A copy of more than 64 KiB is read by another thread, and
    /// arrives some calls later.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self) -> Result<Option<(M, Vec<T>)>, GpuError> {
        match self.pending.front_mut() {
            None => Ok(None),
            Some((_, Flight::ToHost(readback))) => {
                if !readback.has_arrived()? {
                    return Ok(None);
                }
                if self.len * size_of::<T>() > LARGE && self.read_front() { Ok(None) } else { self.take_front() }
            }
            Some((_, Flight::Reading)) => match self.reader.as_ref().map(|reader| reader.copied.try_recv()) {
                Some(Err(mpsc::TryRecvError::Empty)) => Ok(None),
                read => self.finish_front(read.and_then(Result::ok)),
            },
        }
    }

    /// The oldest copy in flight, once [`Gpu::wait`] has returned after its submission; `None` if there is none.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn wait(&mut self) -> Result<Option<(M, Vec<T>)>, GpuError> {
        if let Some((_, Flight::ToHost(readback))) = self.pending.front_mut() {
            readback.arrive()?;
        }
        self.take_front()
    }

    /// Hands the oldest copy, which has arrived, to the reader. Returns whether there is one.
    fn read_front(&mut self) -> bool {
        if self.reader.is_none() {
            self.reader = Reader::start();
        }
        let Some(reader) = &self.reader else { return false };
        if let Some((_, flight @ Flight::ToHost(_))) = self.pending.front_mut()
            && let Flight::ToHost(readback) = std::mem::replace(flight, Flight::Reading)
        {
            // If the thread has ended, so has the channel of its results, which tells the next call.
            let _ = reader.arrived.send(readback);
        }
        true
    }

    /// Takes the oldest copy, which has arrived. If the reader is reading it, this waits for that.
    fn take_front(&mut self) -> Result<Option<(M, Vec<T>)>, GpuError> {
        if let Some((_, Flight::Reading)) = self.pending.front() {
            let read = self.reader.as_ref().and_then(|reader| reader.copied.recv().ok());
            return self.finish_front(read);
        }
        let Some((note, Flight::ToHost(readback))) = self.pending.pop_front() else { return Ok(None) };
        let elements = readback.take()?;
        self.free.push(readback);
        Ok(Some((note, elements)))
    }

    /// Takes the oldest copy, of which the reader has returned `read`; `None` if its thread is gone.
    fn finish_front(&mut self, read: Option<Result<Copied<T>, GpuError>>) -> Result<Option<(M, Vec<T>)>, GpuError> {
        let front = self.pending.pop_front();
        let (readback, elements) = read.unwrap_or_else(|| Err(not_arrived()))?;
        self.free.push(readback);
        Ok(front.map(|(note, _)| (note, elements)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_copies_arrive_whole_and_in_order_by_polling_and_by_waiting() {
        let gpu = Gpu::open_with(None, |_, _| ()).expect("the tests need an adapter: ./test installs a software one");
        let len = LARGE / size_of::<u32>() + 1;
        let contents = [1, 2, 3].map(|factor| (0..len as u32).map(|index| index.wrapping_mul(factor)).collect::<Vec<_>>());
        let mut copies = Readbacks::new(&gpu, "test", len);
        for is_polled in [true, false] {
            for (note, content) in contents.iter().enumerate() {
                let buffer = gpu.storage_from("test", content).unwrap();
                let mut encoder = gpu.encoder("test");
                copies.begin(note).unwrap().record(&mut encoder, &buffer);
                gpu.submit(encoder);
                copies.request();
            }
            gpu.wait().unwrap();
            for (note, content) in contents.iter().enumerate() {
                if is_polled {
                    assert!(copies.collect().unwrap().is_none(), "it is read by a thread first");
                }
                let arrived = match is_polled {
                    true => std::iter::repeat_with(|| copies.collect().unwrap()).flatten().next(),
                    // The first is being read already.
                    false if note == 0 => copies.collect().unwrap().or_else(|| copies.wait().unwrap()),
                    false => copies.wait().unwrap(),
                };
                let (number, elements) = arrived.unwrap();
                assert!(number == note && elements == *content);
            }
            assert_eq!((copies.pending(), copies.free.len()), (0, 3));
        }
    }
}
