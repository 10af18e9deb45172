//! Copies pictures from the GPU to a sink: a ring of staging buffers, threads that encode, and back pressure where they
//! cannot keep up. A frame is never dropped.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use super::{CaptureError, FrameSink, Note, Picture};
use crate::gpu::{Gpu, GpuError, Readback};
use crate::render::Target;

/// Copies under way at once: enough that the GPU draws one picture while others travel and are encoded.
const RING: usize = 4;
/// Threads that encode at most.
const THREADS: usize = 8;

/// A picture for the threads that encode: its number, its bytes as they came from the GPU, its notes.
type Job = (u64, Vec<u8>, Vec<Note>);
type Failure = Arc<Mutex<Option<CaptureError>>>;

/// A copy under way.
struct Pending {
    frame: u64,
    notes: Vec<Note>,
    readback: Readback<u8>,
    /// The submission that makes it, once there is one.
    submission: Option<wgpu::SubmissionIndex>,
}

/// Records the pictures that are drawn into one target.
pub struct Recorder {
    gpu: Gpu,
    target: Target,
    sink: Arc<dyn FrameSink>,
    free: Vec<Readback<u8>>,
    /// Copies under way, the oldest first.
    pending: VecDeque<Pending>,
    jobs: SyncSender<Job>,
    threads: Vec<JoinHandle<()>>,
    failure: Failure,
    frames: u64,
}

impl std::fmt::Debug for Recorder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Recorder").field("frames", &self.frames).field("pending", &self.pending.len()).finish_non_exhaustive()
    }
}

impl Recorder {
    /// Prepares to hand the pictures of `target` to `sink`.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn new(gpu: &Gpu, target: &Target, sink: Arc<dyn FrameSink>) -> Result<Self, GpuError> {
        let [width, height] = target.size();
        // The first now, so that a lack of memory shows before the work begins; the others as they are needed.
        let free = vec![staging(gpu, target)?];
        let count = std::thread::available_parallelism().map_or(1, |count| count.get().min(THREADS));
        let (jobs, queue) = mpsc::sync_channel(count);
        let queue = Arc::new(Mutex::new(queue));
        let failure = Failure::default();
        let threads = (0..count)
            .map(|_| {
                let (queue, sink, failure) = (Arc::clone(&queue), Arc::clone(&sink), Arc::clone(&failure));
                std::thread::spawn(move || encode(&queue, sink.as_ref(), &failure, [width, height]))
            })
            .collect();
        let target = target.clone();
        Ok(Self { gpu: gpu.clone(), target, sink, free, pending: VecDeque::new(), jobs, threads, failure, frames: 0 })
    }

    /// Records the copy of the picture that stands in the target at this place in `encoder`. Waits where all staging
    /// buffers are on their way.
    ///
    /// # Errors
    /// [`CaptureError`] of this or an earlier picture.
    pub fn record(&mut self, encoder: &mut wgpu::CommandEncoder, notes: Vec<Note>) -> Result<(), CaptureError> {
        self.collect()?;
        if self.free.is_empty() && self.pending.len() < RING {
            self.free.push(staging(&self.gpu, &self.target)?);
        } else if self.free.is_empty() {
            self.collect_oldest()?;
        }
        let readback = self.free.pop().ok_or_else(|| GpuError::Lost("a picture did not arrive".to_owned()))?;
        readback.record_texture(encoder, self.target.texture(), row_bytes(self.target.size()[0]));
        self.pending.push_back(Pending { frame: self.frames, notes, readback, submission: None });
        self.frames += 1;
        Ok(())
    }

    /// Asks for what was recorded, once the commands are submitted as `submission`.
    pub fn request(&mut self, submission: &wgpu::SubmissionIndex) {
        for pending in self.pending.iter_mut().filter(|pending| pending.submission.is_none()) {
            pending.readback.request();
            pending.submission = Some(submission.clone());
        }
    }

    /// Waits for every picture, then completes the sink's work and says where it is.
    ///
    /// # Errors
    /// [`CaptureError`] of any picture.
    pub fn finish(mut self) -> Result<PathBuf, CaptureError> {
        self.drain()?;
        self.sink.finish()
    }

    /// Waits for every picture, but leaves unfinished what they would have made together: for a run that was stopped.
    ///
    /// # Errors
    /// [`CaptureError`] of any picture.
    pub fn abandon(mut self) -> Result<(), CaptureError> {
        self.drain()
    }

    fn drain(&mut self) -> Result<(), CaptureError> {
        while self.pending.front().is_some_and(|pending| pending.submission.is_some()) {
            self.collect_oldest()?;
        }
        if let Some(panic) = self.join() {
            std::panic::resume_unwind(panic);
        }
        self.check()
    }

    /// Waits for the threads to keep what they were handed. Gives the panic of a thread that had one: a bug.
    fn join(&mut self) -> Option<Box<dyn std::any::Any + Send>> {
        // Without a sender the threads end when the queue is empty.
        self.jobs = mpsc::sync_channel(0).0;
        let ends: Vec<_> = self.threads.drain(..).map(JoinHandle::join).collect();
        ends.into_iter().find_map(Result::err)
    }

    /// Hands over the copies that have arrived.
    fn collect(&mut self) -> Result<(), CaptureError> {
        self.gpu.poll()?;
        while let Some(pending) = self.pending.front_mut() {
            let Some(bytes) = pending.readback.collect()? else { break };
            self.hand_over(bytes);
        }
        self.check()
    }

    /// Waits for the oldest copy and hands it over; the GPU goes on with those after it.
    fn collect_oldest(&mut self) -> Result<(), CaptureError> {
        let Some(Pending { readback, submission: Some(submission), .. }) = self.pending.front_mut() else { return Ok(()) };
        self.gpu.wait_for(submission.clone())?;
        let bytes = readback.wait()?;
        self.hand_over(bytes);
        self.check()
    }

    /// Gives the oldest copy to the threads that encode it.
    fn hand_over(&mut self, bytes: Vec<u8>) {
        if let Some(Pending { frame, notes, readback, .. }) = self.pending.pop_front() {
            self.free.push(readback);
            // The queue is short: this waits where the threads cannot keep up.
            let _ = self.jobs.send((frame, bytes, notes));
        }
    }

    fn check(&self) -> Result<(), CaptureError> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        // After a failure too, threads finish their files: a process that ended before would leave them half-written.
        let _ = self.join();
    }
}

/// Room for the copy of one picture.
fn staging(gpu: &Gpu, target: &Target) -> Result<Readback<u8>, GpuError> {
    let [width, height] = target.size();
    Readback::new(gpu, "capture/staging", row_bytes(width) as usize * height as usize)
}

/// Bytes of a row in a staging buffer: wgpu asks for multiples of 256.
fn row_bytes(width: u32) -> u32 {
    (4 * width).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT)
}

fn encode(queue: &Mutex<Receiver<Job>>, sink: &dyn FrameSink, failure: &Failure, [width, height]: [u32; 2]) {
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((frame, bytes, notes)) = job else { return };
        let rows = bytes.chunks_exact(row_bytes(width) as usize).map(|row| &row[..4 * width as usize]);
        let mut pixels = Vec::with_capacity(3 * width as usize * height as usize);
        rows.flat_map(|row| row.chunks_exact(4)).for_each(|pixel| pixels.extend_from_slice(&pixel[..3]));
        if let Err(error) = sink.keep(frame, Picture { width, height, pixels }, &notes) {
            failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    }
}
