//! Copies to the host: a single one, and a queue of them in recording order.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, mpsc};

use super::deliveries::{Copy, HANDED_OVER};
use super::{Buffer, Gpu, GpuError};

/// A copy of a buffer to the host: record it, submit the commands with [`Gpu::submit`], and collect
/// it later or wait for it. The submission itself requests the copy.
///
/// ```
/// use starshell::gpu::{Gpu, Readback};
///
/// let gpu = Gpu::open(None)?;
/// let counts = gpu.storage_from("counts", &[3_u32, 5])?;
/// let mut copy = Readback::new(&gpu, "counts", 2)?;
/// let mut encoder = gpu.encoder("example");
/// copy.encode(&mut encoder, &counts)?;
/// gpu.submit(encoder);
/// assert_eq!(copy.wait()?, [3, 5]);
/// # Ok::<(), starshell::gpu::GpuError>(())
/// ```
#[derive(Debug)]
pub struct Readback<T> {
    gpu: Gpu,
    staging: Buffer<T>,
    state: State,
}

#[derive(Debug)]
enum State {
    /// No copy.
    Free,
    /// Recorded, and perhaps submitted.
    UnderWay { copy: Arc<Copy>, arrived: mpsc::Receiver<Result<(), wgpu::BufferAsyncError>> },
    /// In mapped memory, not read yet.
    Arrived,
}

impl<T: bytemuck::Pod> Readback<T> {
    /// Allocates room for `len` elements.
    ///
    /// # Errors
    /// As [`Gpu::storage`].
    pub fn new(gpu: &Gpu, label: &str, len: usize) -> Result<Self, GpuError> {
        Ok(Self {
            gpu: gpu.clone(),
            staging: Buffer::staging(gpu, label, len)?,
            state: State::Free,
        })
    }

    /// Whether a copy is on its way. If its commands are dropped, it no longer is once
    /// [`Readback::has_arrived`] finds out.
    pub fn is_pending(&self) -> bool {
        matches!(self.state, State::UnderWay { .. })
    }

    /// Whether there is a copy whose commands were submitted with [`Gpu::submit`].
    pub fn is_submitted(&self) -> bool {
        match &self.state {
            State::Free => false,
            State::UnderWay { copy, .. } => copy.submission().is_some(),
            State::Arrived => true,
        }
    }

    /// Encodes the copy of the first elements of `source`.
    ///
    /// # Errors
    /// [`GpuError::Mismatch`] if the last copy has not been read yet.
    pub fn encode(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        source: &Buffer<T>,
    ) -> Result<(), GpuError> {
        let len = self.staging.len().min(source.len());
        self.encode_ranges(encoder, &[(source, 0..len)])
    }

    /// Encodes the copy of these ranges, in elements, one behind the other. Out-of-bounds ranges on
    /// either side are reported as a driver error.
    ///
    /// # Errors
    /// As [`Readback::encode`].
    pub fn encode_ranges(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        ranges: &[(&Buffer<T>, Range<usize>)],
    ) -> Result<(), GpuError> {
        self.begin(encoder)?;
        let bytes = |elements: usize| (elements * size_of::<T>()) as u64;
        let mut at = 0;
        for (source, range) in ranges {
            if !range.is_empty() {
                let (from, to) = (source.raw(), self.staging.raw());
                encoder.copy_buffer_to_buffer(
                    from,
                    bytes(range.start),
                    to,
                    bytes(at),
                    bytes(range.len()),
                );
            }
            at += range.len();
        }
        Ok(())
    }

    /// Encodes the copy of a whole texture in rows of `row_bytes` bytes, which wgpu requires to be
    /// a multiple of 256.
    ///
    /// # Errors
    /// As [`Readback::encode`].
    pub fn encode_texture(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        texture: &wgpu::Texture,
        row_bytes: u32,
    ) -> Result<(), GpuError> {
        self.begin(encoder)?;
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(row_bytes),
            rows_per_image: None,
        };
        let destination = wgpu::TexelCopyBufferInfo { buffer: self.staging.raw(), layout };
        encoder.copy_texture_to_buffer(texture.as_image_copy(), destination, texture.size());
        Ok(())
    }

    /// Has the staging memory mapped when the commands are submitted.
    fn begin(&mut self, encoder: &wgpu::CommandEncoder) -> Result<(), GpuError> {
        if !matches!(self.state, State::Free) {
            return Err(GpuError::Mismatch(
                "the last copy has not been read yet: collect it before you record another"
                    .to_owned(),
            ));
        }
        let (sender, arrived) = mpsc::channel();
        let delivery = self.gpu.deliveries.encode(encoder);
        let copy = delivery.copy();
        encoder.map_buffer_on_submit(self.staging.raw(), wgpu::MapMode::Read, .., move |result| {
            // Fails only if the readback was dropped.
            let _ = sender.send(result);
            drop(delivery);
        });
        self.state = State::UnderWay { copy, arrived };
        Ok(())
    }

    /// The elements, if they have arrived; never waits. [`Gpu::poll`] delivers them.
    ///
    /// # Errors
    /// [`GpuError::Lost`] if they will never arrive.
    pub fn collect(&mut self) -> Result<Option<Vec<T>>, GpuError> {
        if self.has_arrived()? { self.take().map(Some) } else { Ok(None) }
    }

    /// Whether the copy has arrived; never waits. It then stays in mapped memory until
    /// [`Readback::read`]. A copy whose commands were dropped is forgotten.
    ///
    /// # Errors
    /// [`GpuError::Lost`] if it will never arrive.
    pub fn has_arrived(&mut self) -> Result<bool, GpuError> {
        let State::UnderWay { copy, arrived } = &self.state else {
            return Ok(matches!(self.state, State::Arrived));
        };
        let (state, result) = match arrived.try_recv() {
            Err(mpsc::TryRecvError::Empty) => return Ok(false),
            Ok(Ok(())) => (State::Arrived, Ok(true)),
            Err(mpsc::TryRecvError::Disconnected) if copy.submission().is_none() => {
                (State::Free, Ok(false))
            }
            _ => (State::Free, Err(not_arrived())),
        };
        self.state = state;
        result
    }

    /// Waits for the submission of the copy, until it can be [read](Readback::read).
    ///
    /// # Errors
    /// [`GpuError::Lost`], also if there is no copy, or its commands have not been submitted.
    pub fn arrive(&mut self) -> Result<(), GpuError> {
        if self.is_pending()
            && let State::UnderWay { copy, arrived } =
                std::mem::replace(&mut self.state, State::Free)
        {
            match copy.submission() {
                Some(submission) => self.gpu.wait_for(submission)?,
                None => self.gpu.wait()?,
            }
            // Another thread may still be delivering it.
            arrived.recv_timeout(HANDED_OVER).ok().and_then(Result::ok).ok_or_else(not_arrived)?;
            self.state = State::Arrived;
        }
        Ok(())
    }

    /// Calls `of` with the bytes of a copy that has arrived, in mapped memory, and returns its
    /// result. Works on any thread.
    ///
    /// # Errors
    /// [`GpuError::Lost`] if it has not arrived, or the device is lost.
    pub fn read<R>(&mut self, of: impl FnOnce(&[u8]) -> R) -> Result<R, GpuError> {
        if !matches!(self.state, State::Arrived) {
            return Err(not_arrived());
        }
        self.state = State::Free;
        let view = self.staging.raw().get_mapped_range(..).map_err(|_| not_arrived())?;
        let result = of(&view[..self.staging.len() * size_of::<T>()]);
        drop(view);
        self.staging.raw().unmap();
        Ok(result)
    }

    /// Waits for the submission of the copy, and returns its elements.
    ///
    /// # Errors
    /// As [`Readback::arrive`].
    pub fn wait(&mut self) -> Result<Vec<T>, GpuError> {
        self.arrive()?;
        self.take()
    }

    /// Copies the elements out of the mapped memory, and frees it for the next copy.
    fn take(&mut self) -> Result<Vec<T>, GpuError> {
        // Mapped memory has no guaranteed alignment, so elements are copied one by one.
        self.read(bytemuck::pod_collect_to_vec)
    }
}

fn not_arrived() -> GpuError {
    GpuError::Lost("a copy did not arrive".to_owned())
}

/// Size in bytes above which a thread reads the mapped memory. Reading into fresh pages is too slow
/// for a window's thread: 512 KiB take half a millisecond, 8 MB several.
const LARGE: usize = 1 << 16;

impl Gpu {
    /// Copies `buffer` to the host and waits for it: for tests, benchmarks and the end of a run,
    /// never for a live frame.
    ///
    /// # Errors
    /// [`GpuError::Mismatch`] if the buffer belongs to another device; [`GpuError::Lost`] and
    /// [`GpuError::OutOfMemory`].
    pub fn read<T: bytemuck::Pod>(&self, buffer: &Buffer<T>) -> Result<Vec<T>, GpuError> {
        buffer.check_own(self, "the elements of the buffer to read")?;
        let mut readback = Readback::new(self, "readback", buffer.len())?;
        let mut encoder = self.encoder("readback");
        readback.encode(&mut encoder, buffer)?;
        self.submit(encoder);
        readback.wait()
    }
}

/// A queue of copies of `len` elements each, each with a note of type `M`: record, submit with
/// [`Gpu::submit`], and collect later. Any number may be in flight; staging memory is reused.
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

/// A thread that reads copies from mapped memory, in order. It lasts as long as its queue, because
/// starting a thread takes as long as reading a small copy.
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
            for mut readback in readbacks {
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
        Self {
            gpu: gpu.clone(),
            label,
            len,
            free: Vec::new(),
            pending: VecDeque::new(),
            reader: None,
        }
    }

    /// Number of copies in flight.
    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    /// Encodes the copy of the first elements of `source`.
    ///
    /// # Errors
    /// [`GpuError::TooLarge`] and [`GpuError::OutOfMemory`].
    pub fn encode(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        source: &Buffer<T>,
        note: M,
    ) -> Result<(), GpuError> {
        self.encode_ranges(encoder, &[(source, 0..self.len.min(source.len()))], note)
    }

    /// Encodes the copy of these ranges, in elements, one behind the other.
    ///
    /// # Errors
    /// As [`Readbacks::encode`].
    pub fn encode_ranges(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        ranges: &[(&Buffer<T>, Range<usize>)],
        note: M,
    ) -> Result<(), GpuError> {
        let mut readback = match self.free.pop() {
            Some(readback) => readback,
            None => Readback::new(&self.gpu, self.label, self.len)?,
        };
        readback.encode_ranges(encoder, ranges)?;
        self.pending.push_back((note, Flight::ToHost(readback)));
        Ok(())
    }

    /// The oldest copy in flight, if it has arrived. Never waits. A copy of more than 64 KiB is
    /// read by another thread, and arrives some calls later.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self) -> Result<Option<(M, Vec<T>)>, GpuError> {
        self.forget_dropped()?;
        match self.pending.front_mut() {
            None => Ok(None),
            Some((_, Flight::ToHost(readback))) => {
                if !readback.has_arrived()? {
                    return Ok(None);
                }
                if self.len * size_of::<T>() > LARGE && self.read_front() {
                    Ok(None)
                } else {
                    self.take_front()
                }
            }
            Some((_, Flight::Reading)) => {
                match self.reader.as_ref().map(|reader| reader.copied.try_recv()) {
                    Some(Err(mpsc::TryRecvError::Empty)) => Ok(None),
                    read => self.finish_front(read.and_then(Result::ok)),
                }
            }
        }
    }

    /// Waits for the submission of the oldest copy in flight; `None` if there is none.
    ///
    /// # Errors
    /// [`GpuError::Lost`], also if its commands have not been submitted.
    pub fn wait(&mut self) -> Result<Option<(M, Vec<T>)>, GpuError> {
        self.forget_dropped()?;
        if let Some((_, Flight::ToHost(readback))) = self.pending.front_mut() {
            readback.arrive()?;
        }
        self.take_front()
    }

    /// Forgets the oldest copies if their commands were dropped.
    fn forget_dropped(&mut self) -> Result<(), GpuError> {
        while let Some((_, Flight::ToHost(readback))) = self.pending.front_mut()
            && !readback.has_arrived()?
            && !readback.is_pending()
            && let Some((_, Flight::ToHost(readback))) = self.pending.pop_front()
        {
            self.free.push(readback);
        }
        Ok(())
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
            // If the thread has ended, so has the channel of its results, which tells the next
            // call.
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
        let Some((note, Flight::ToHost(mut readback))) = self.pending.pop_front() else {
            return Ok(None);
        };
        let elements = readback.take()?;
        self.free.push(readback);
        Ok(Some((note, elements)))
    }

    /// Takes the oldest copy, of which the reader has returned `read`; `None` if its thread is
    /// gone.
    fn finish_front(
        &mut self,
        read: Option<Result<Copied<T>, GpuError>>,
    ) -> Result<Option<(M, Vec<T>)>, GpuError> {
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
        let gpu = Gpu::open_with(None, |_, _| ())
            .expect("the tests need an adapter: ./test installs a software one");
        let len = LARGE / size_of::<u32>() + 1;
        let contents = [1, 2, 3].map(|factor| {
            (0..len as u32).map(|index| index.wrapping_mul(factor)).collect::<Vec<_>>()
        });
        let mut copies = Readbacks::new(&gpu, "test", len);
        for is_polled in [true, false] {
            for (note, content) in contents.iter().enumerate() {
                let buffer = gpu.storage_from("test", content).unwrap();
                let mut encoder = gpu.encoder("test");
                copies.encode(&mut encoder, &buffer, note).unwrap();
                gpu.submit(encoder);
            }
            gpu.wait().unwrap();
            for (note, content) in contents.iter().enumerate() {
                if is_polled {
                    assert!(copies.collect().unwrap().is_none(), "it is read by a thread first");
                }
                let arrived = match is_polled {
                    true => std::iter::repeat_with(|| copies.collect().unwrap()).flatten().next(),
                    // The first is being read already.
                    false if note == 0 => {
                        copies.collect().unwrap().or_else(|| copies.wait().unwrap())
                    }
                    false => copies.wait().unwrap(),
                };
                let (number, elements) = arrived.unwrap();
                assert!(number == note && elements == *content);
            }
            assert_eq!((copies.pending(), copies.free.len()), (0, 3));
        }
    }

    #[test]
    fn a_copy_is_requested_by_its_own_submission_alone() {
        let gpu = Gpu::open_with(None, |_, _| ())
            .expect("the tests need an adapter: ./test installs a software one");
        let buffers = [1_u32, 2, 3].map(|number| gpu.storage_from("test", &[number]).unwrap());
        let mut copies = Readbacks::new(&gpu, "test", 1);
        let mut encoders = ["first", "dropped", "last"].map(|label| gpu.encoder(label));
        for (note, (encoder, buffer)) in encoders.iter_mut().zip(&buffers).enumerate() {
            copies.encode(encoder, buffer, note).unwrap();
        }
        let [first, dropped, last] = encoders;
        // Waiting for the GPU does not wait for what has not been submitted.
        let begin = std::time::Instant::now();
        gpu.submit(last);
        gpu.wait().unwrap();
        assert!(begin.elapsed() < HANDED_OVER);
        assert!(copies.collect().unwrap().is_none(), "the oldest one is not submitted yet");
        gpu.submit(first);
        assert_eq!(copies.wait().unwrap(), Some((0, vec![1])));
        drop(dropped);
        assert_eq!(
            copies.wait().unwrap(),
            Some((2, vec![3])),
            "commands that were dropped copy nothing"
        );
        assert_eq!((copies.wait().unwrap(), copies.pending()), (None, 0));
    }

    #[test]
    fn a_second_copy_before_the_first_is_read_is_refused() {
        let gpu = Gpu::open_with(None, |_, _| ())
            .expect("the tests need an adapter: ./test installs a software one");
        let buffer = gpu.storage_from("test", &[7_u32]).unwrap();
        let mut copy = Readback::new(&gpu, "test", 1).unwrap();
        let mut encoder = gpu.encoder("test");
        copy.encode(&mut encoder, &buffer).unwrap();
        assert!(matches!(copy.encode(&mut encoder, &buffer), Err(GpuError::Mismatch(_))));
        gpu.submit(encoder);
        copy.arrive().unwrap();
        assert!(matches!(
            copy.encode(&mut gpu.encoder("test"), &buffer),
            Err(GpuError::Mismatch(_))
        ));
        assert_eq!(copy.wait().unwrap(), [7]);
        copy.encode(&mut gpu.encoder("test"), &buffer).unwrap();
    }
}
