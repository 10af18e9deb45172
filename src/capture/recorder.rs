//! Copies pictures from the GPU to a sink: a ring of staging buffers, encoding threads, and back
//! pressure if they cannot keep up. No frame is ever dropped.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use half::f16;

use super::{CaptureError, FrameSink, Note, Picture, Pixels};
use crate::gpu::{Gpu, GpuError, Readback};
use crate::render::{Format, Target};

/// Staging buffers besides those that threads read: enough for the GPU to draw one picture while
/// others are in flight.
const RING: usize = 4;
/// Most encoding threads.
const THREADS: usize = 8;
/// Time between two looks at whether they have finished.
const LOOK: Duration = Duration::from_millis(1);

/// A picture for the encoding threads: its number, its mapped staging buffer, and its notes.
type Job = (u64, Readback<u8>, Vec<Note>);
type Failure = Arc<Mutex<Option<CaptureError>>>;

/// A copy in flight.
struct Pending {
    frame: u64,
    notes: Vec<Note>,
    readback: Readback<u8>,
}

/// Records the pictures drawn into one target.
pub struct Recorder {
    gpu: Gpu,
    target: Target,
    sink: Arc<dyn FrameSink>,
    free: Vec<Readback<u8>>,
    /// Free staging buffers, returned by the threads.
    returned: Receiver<Readback<u8>>,
    /// Staging buffers allocated.
    allocated: usize,
    /// Copies in flight, oldest first.
    pending: VecDeque<Pending>,
    jobs: SyncSender<Job>,
    /// Pictures in the threads' queue, and its capacity.
    queued: Arc<AtomicUsize>,
    /// Pictures that the threads have not passed to the sink.
    unkept: Arc<AtomicUsize>,
    room: usize,
    threads: Vec<JoinHandle<()>>,
    failure: Failure,
    frames: u64,
}

impl std::fmt::Debug for Recorder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Recorder")
            .field("frames", &self.frames)
            .field("pending", &self.pending.len())
            .finish_non_exhaustive()
    }
}

impl Recorder {
    /// Prepares to pass the pictures of `target` to `sink`.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn new(gpu: &Gpu, target: &Target, sink: Arc<dyn FrameSink>) -> Result<Self, GpuError> {
        let kind = Kind::new(target);
        // Allocate one now, so that a lack of memory is found before the work begins, and the
        // others on demand.
        let free = vec![staging(gpu, target)?];
        let count = threads();
        let (jobs, queue) = mpsc::sync_channel(count);
        let (give_back, returned) = mpsc::channel();
        let queue = Arc::new(Mutex::new(queue));
        let failure = Failure::default();
        let [queued, unkept] = [(); 2].map(|()| Arc::new(AtomicUsize::new(0)));
        let threads = (0..count)
            .map(|_| {
                let (queue, queued) = (Arc::clone(&queue), Arc::clone(&queued));
                let unkept = Arc::clone(&unkept);
                let (sink, failure, give_back) =
                    (Arc::clone(&sink), Arc::clone(&failure), give_back.clone());
                std::thread::spawn(move || {
                    loop {
                        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
                        let Ok(job) = job else { return };
                        queued.fetch_sub(1, Ordering::Relaxed);
                        if let Err(error) = encode(job, &give_back, sink.as_ref(), kind) {
                            failure
                                .lock()
                                .unwrap_or_else(PoisonError::into_inner)
                                .get_or_insert(error);
                        }
                        unkept.fetch_sub(1, Ordering::Release);
                    }
                })
            })
            .collect();
        let target = target.clone();
        Ok(Self {
            gpu: gpu.clone(),
            target,
            sink,
            free,
            returned,
            allocated: 1,
            pending: VecDeque::new(),
            jobs,
            queued,
            unkept,
            room: count,
            threads,
            failure,
            frames: 0,
        })
    }

    /// Whether [`Recorder::encode`] would return without waiting. Never waits itself; for loops
    /// that must not block, such as a window's.
    ///
    /// # Errors
    /// [`CaptureError`] of an earlier picture.
    pub fn is_ready(&mut self) -> Result<bool, CaptureError> {
        self.collect()?;
        Ok(!self.free.is_empty() || self.allocated < buffers())
    }

    /// Counts on from `frames` pictures that the sink has already.
    #[must_use]
    pub fn after(mut self, frames: u64) -> Self {
        self.frames = frames;
        self
    }

    /// Pictures so far, with those that the sink had before.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// Where the pictures go.
    pub fn sink(&self) -> &dyn FrameSink {
        self.sink.as_ref()
    }

    /// Waits until the sink has every picture.
    ///
    /// # Errors
    /// [`CaptureError`] of any picture.
    pub fn flush(&mut self) -> Result<(), CaptureError> {
        while self.pending.front().is_some_and(|pending| pending.readback.is_submitted()) {
            self.collect_oldest()?;
        }
        // One that panics passes nothing on any more.
        let all_run = |threads: &[JoinHandle<()>]| !threads.iter().any(JoinHandle::is_finished);
        while self.unkept.load(Ordering::Acquire) > 0 && all_run(&self.threads) {
            std::thread::sleep(LOOK);
        }
        self.check()
    }

    /// Whether the next picture's notes are used; see [`FrameSink::wants_notes`].
    pub fn wants_notes(&self) -> bool {
        self.sink.wants_notes(self.frames)
    }

    /// Encodes a copy of the target's picture at this point in `encoder`. Waits if all staging
    /// buffers are in flight.
    ///
    /// # Errors
    /// [`CaptureError`] of this or an earlier picture.
    pub fn encode(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        notes: Vec<Note>,
    ) -> Result<(), CaptureError> {
        self.collect()?;
        if self.free.is_empty() && self.allocated < buffers() {
            self.free.push(staging(&self.gpu, &self.target)?);
            self.allocated += 1;
        }
        let lost = || GpuError::Lost("a picture did not arrive".to_owned());
        while self.free.is_empty() {
            match self.pending.front() {
                Some(Pending { readback, .. }) if readback.is_submitted() => {
                    self.collect_oldest()?
                }
                // The others are with the threads, which return them.
                _ if self.pending.len() < self.allocated => {
                    self.free.push(self.returned.recv().map_err(|_| lost())?)
                }
                _ => return Err(lost().into()),
            }
            self.free.extend(self.returned.try_iter());
        }
        let mut readback = self.free.pop().ok_or_else(lost)?;
        readback.encode_texture(
            encoder,
            self.target.texture(),
            row_bytes(self.target.size()[0], self.target.format()),
        )?;
        self.pending.push_back(Pending { frame: self.frames, notes, readback });
        self.frames += 1;
        Ok(())
    }

    /// Waits for every picture, completes the sink's output and returns its path.
    ///
    /// # Errors
    /// [`CaptureError`] of any picture.
    pub fn finish(mut self) -> Result<PathBuf, CaptureError> {
        self.drain()?;
        self.sink.finish()
    }

    /// Waits for every picture, but leaves the sink's output incomplete: for a run that was
    /// stopped.
    ///
    /// # Errors
    /// [`CaptureError`] of any picture.
    pub fn abandon(mut self) -> Result<(), CaptureError> {
        self.drain()
    }

    fn drain(&mut self) -> Result<(), CaptureError> {
        while self.pending.front().is_some_and(|pending| pending.readback.is_submitted()) {
            self.collect_oldest()?;
        }
        if let Some(panic) = self.join() {
            std::panic::resume_unwind(panic);
        }
        self.check()
    }

    /// Waits until the threads have finished their pictures. Returns the panic of a thread, which
    /// is a bug.
    fn join(&mut self) -> Option<Box<dyn std::any::Any + Send>> {
        // Without a sender, the threads end when the queue is empty.
        self.jobs = mpsc::sync_channel(0).0;
        let ends: Vec<_> = self.threads.drain(..).map(JoinHandle::join).collect();
        ends.into_iter().find_map(Result::err)
    }

    /// Passes the copies that have arrived to the threads, as far as their queue has room.
    fn collect(&mut self) -> Result<(), CaptureError> {
        self.gpu.poll()?;
        while self.queued.load(Ordering::Relaxed) < self.room {
            let Some(pending) = self.pending.front_mut() else { break };
            if !pending.readback.has_arrived()? {
                if pending.readback.is_pending() {
                    break;
                }
                return Err(GpuError::Lost(
                    "the commands that draw a picture were dropped".to_owned(),
                )
                .into());
            }
            self.hand_over();
        }
        self.free.extend(self.returned.try_iter());
        self.check()
    }

    /// Waits for the oldest copy and passes it on; meanwhile the GPU continues with later ones.
    fn collect_oldest(&mut self) -> Result<(), CaptureError> {
        let Some(Pending { readback, .. }) = self.pending.front_mut() else { return Ok(()) };
        readback.arrive()?;
        self.hand_over();
        self.check()
    }

    /// Passes the oldest copy to the encoding threads.
    fn hand_over(&mut self) {
        if let Some(Pending { frame, notes, readback, .. }) = self.pending.pop_front() {
            self.queued.fetch_add(1, Ordering::Relaxed);
            self.unkept.fetch_add(1, Ordering::Relaxed);
            // The queue is bounded: this blocks if the threads cannot keep up.
            let _ = self.jobs.send((frame, readback, notes));
        }
    }

    fn check(&self) -> Result<(), CaptureError> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        // Even after a failure, let the threads finish their files: exiting earlier would leave
        // them half-written.
        let _ = self.join();
    }
}

/// Host memory in bytes for this many pictures in flight to a sink.
pub(super) fn host_bytes([width, height]: [u32; 2], pictures: u64) -> u64 {
    let pixels = u64::from(width) * u64::from(height);
    let threads = threads() as u64;
    // One copy per staging buffer, and the pixels that each thread works on.
    4 * pixels * pictures.min(buffers() as u64) + 3 * pixels * pictures.min(threads)
}

/// Most staging buffers: those in flight, and per thread one that it reads and one that is queued
/// for it.
fn buffers() -> usize {
    RING + 2 * threads()
}

/// Number of encoding threads.
fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |count| count.get().min(THREADS))
}

/// A staging buffer for one picture.
pub(super) fn staging(gpu: &Gpu, target: &Target) -> Result<Readback<u8>, GpuError> {
    let [width, height] = target.size();
    Readback::new(
        gpu,
        "capture/staging",
        row_bytes(width, target.format()) as usize * height as usize,
    )
}

/// Bytes per row in a staging buffer, which wgpu requires to be a multiple of 256.
pub(super) fn row_bytes(width: u32, format: Format) -> u32 {
    (format.pixel_bytes() * width).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT)
}

/// How to read the bytes of a target.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    size: [u32; 2],
    format: Format,
    has_alpha: bool,
}

impl Kind {
    pub(super) fn new(target: &Target) -> Self {
        Self { size: target.size(), format: target.format(), has_alpha: target.has_alpha() }
    }
}

fn encode(
    (frame, mut readback, notes): Job,
    give_back: &Sender<Readback<u8>>,
    sink: &dyn FrameSink,
    kind: Kind,
) -> Result<(), CaptureError> {
    let picture = readback.read(|bytes| picture(bytes, kind));
    // Fails only if the recorder has ended and no longer needs it.
    let _ = give_back.send(readback);
    sink.keep(frame, picture?, &notes)
}

/// The picture in a staging buffer.
pub(super) fn picture(
    bytes: &[u8],
    Kind { size: [width, height], format, has_alpha }: Kind,
) -> Picture {
    fn channels<'a, T: Copy + Default, const N: usize, const COUNT: usize>(
        rows: impl Iterator<Item = &'a [u8]>,
        room: usize,
        of: impl Fn([u8; N]) -> T,
    ) -> Vec<T> {
        let mut channels = vec![T::default(); COUNT * room];
        let pixels = rows.flat_map(|row| row.as_chunks::<N>().0.as_chunks::<4>().0);
        for (channels, pixel) in channels.as_chunks_mut::<COUNT>().0.iter_mut().zip(pixels) {
            *channels = std::array::from_fn(|channel| of(pixel[channel]));
        }
        channels
    }
    let (row, room) = ((format.pixel_bytes() * width) as usize, width as usize * height as usize);
    let rows = bytes.chunks_exact(row_bytes(width, format) as usize).map(|padded| &padded[..row]);
    let pixels = match (format, has_alpha) {
        (Format::Rgba8, false) => Pixels::Rgb8(channels::<_, 1, 3>(rows, room, |[byte]| byte)),
        (Format::Rgba8, true) => Pixels::Rgba8(channels::<_, 1, 4>(rows, room, |[byte]| byte)),
        (Format::Rgba16, false) => {
            Pixels::Rgb16(channels::<_, 2, 3>(rows, room, u16::from_le_bytes))
        }
        (Format::Rgba16, true) => {
            Pixels::Rgba16(channels::<_, 2, 4>(rows, room, u16::from_le_bytes))
        }
        (Format::HalfFloat, false) => {
            Pixels::RgbHalf(channels::<_, 2, 3>(rows, room, f16::from_le_bytes))
        }
        (Format::HalfFloat, true) => {
            Pixels::RgbaHalf(channels::<_, 2, 4>(rows, room, f16::from_le_bytes))
        }
    };
    Picture { width, height, pixels }
}
