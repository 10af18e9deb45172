//! A picture drawn tile by tile and streamed to a sink one row of tiles at a time: neither the GPU
//! nor the host ever holds all of it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;

use super::recorder::{Kind, picture, row_bytes, staging};
use super::{CaptureError, FrameSink, Note, Picture};
use crate::gpu::{Gpu, GpuError, Readback};
use crate::render::{Camera, Look, Mosaic, Print, Region, Renderer};

/// Copies of tiles in flight at once.
const RING: usize = 2;
/// Rows of pixels that the writer takes at a time, so that its progress is known.
const STRIP: u32 = 64;
/// Rows of tiles in host memory at once: one being assembled, one waiting, one being written, and
/// its encoded form.
const BANDS: u64 = 4;

/// A tile in flight to the host.
struct Copy {
    region: Region,
    readback: Readback<u8>,
}

/// A picture of a session's state, in flight to a sink. Only the methods that say so wait:
/// a window calls [`Still::encode`] once per frame.
pub struct Still {
    gpu: Gpu,
    mosaic: Mosaic,
    /// As at the start.
    camera: Camera,
    look: Look,
    free: Vec<Readback<u8>>,
    pending: VecDeque<Copy>,
    /// The row of tiles being assembled.
    band: Option<Picture>,
    /// A complete row that waits for the writer.
    complete: Option<Picture>,
    /// Channel to the writer, until it has everything.
    bands: Option<SyncSender<Picture>>,
    /// Rows of pixels that the writer is done with.
    written: Arc<AtomicU32>,
    writer: Option<JoinHandle<Result<(), CaptureError>>>,
}

impl std::fmt::Debug for Still {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Still").field("mosaic", &self.mosaic).finish_non_exhaustive()
    }
}

impl Still {
    /// Prepares to draw the bodies of `renderer` as a camera and a look show them, and to pass the
    /// picture to `sink` as number `frame`.
    ///
    /// # Errors
    /// [`CaptureError::Target`] if the picture is not possible, [`CaptureError::Gpu`] if memory
    /// runs out.
    pub fn new(
        gpu: &Gpu,
        renderer: &Renderer,
        (camera, look): (&Camera, &Look),
        print: Print,
        sink: Arc<dyn FrameSink>,
        frame: u64,
        notes: Vec<Note>,
    ) -> Result<Self, CaptureError> {
        let mut mosaic = renderer.mosaic(print)?;
        mosaic.set_body_trail(false);
        let free = (0..RING).map(|_| staging(gpu, mosaic.target())).collect::<Result<_, _>>()?;
        let (bands, arriving) = sync_channel::<Picture>(1);
        let size = print.size;
        let written = Arc::new(AtomicU32::new(0));
        let rows = Arc::clone(&written);
        let write = move || {
            let mut taken = 0;
            let strips = arriving.into_iter().flat_map(|band| band.strips(STRIP));
            let mut strips = strips.inspect(|strip| {
                // Those before it are written.
                rows.store(taken, Relaxed);
                taken += strip.height;
            });
            sink.keep_bands(frame, size, &mut strips, &notes)
        };
        let writer = std::thread::Builder::new().name("still".to_owned()).spawn(write);
        let writer = writer.map_err(|error| {
            GpuError::Driver(format!("no thread to write the picture ({error})"))
        })?;
        let (gpu, pending) = (gpu.clone(), VecDeque::new());
        Ok(Self {
            gpu,
            mosaic,
            camera: *camera,
            look: look.clone(),
            free,
            pending,
            band: None,
            complete: None,
            bands: Some(bands),
            written,
            writer: Some(writer),
        })
    }

    /// Draws the [trail of one body](crate::session::Pictures::set_body_trail), too, which
    /// is left out otherwise. Call it before the first pass.
    pub fn set_body_trail(&mut self, is_drawn: bool) {
        self.mosaic.set_body_trail(is_drawn);
    }

    /// Encodes the next pass at this point in `encoder`, if there is room for its tile, and returns
    /// whether it did. The bodies of `renderer` must not change from the first pass to the last.
    ///
    /// # Errors
    /// [`CaptureError`] of this or an earlier pass.
    pub fn encode(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        renderer: &Renderer,
    ) -> Result<bool, CaptureError> {
        self.collect()?;
        if self.mosaic.is_complete() || self.complete.is_some() {
            return Ok(false);
        }
        let Some(mut readback) = self.free.pop() else { return Ok(false) };
        match renderer.encode_tile(encoder, &mut self.mosaic, &self.camera, &self.look)? {
            Some(region) => {
                let target = self.mosaic.target();
                readback.encode_texture(
                    encoder,
                    target.texture(),
                    row_bytes(target.size()[0], target.format()),
                )?;
                self.pending.push_back(Copy { region, readback });
            }
            None => self.free.push(readback),
        }
        Ok(true)
    }

    /// Progress of drawing and of writing, which take half each, from 0 to 1.
    pub fn progress(&self) -> f32 {
        let [drawn, all] = self.mosaic.progress();
        let (written, rows) = (self.written.load(Relaxed), self.mosaic.print().size[1]);
        0.5 * (drawn as f32 / all as f32 + written as f32 / rows as f32)
    }

    /// Whether all tiles are with the writer.
    pub fn is_drawn(&self) -> bool {
        self.mosaic.is_complete() && self.pending.is_empty() && self.complete.is_none()
    }

    /// Passes on the tiles that have arrived. Never waits.
    ///
    /// # Errors
    /// [`CaptureError`] of an earlier pass.
    pub fn collect(&mut self) -> Result<(), CaptureError> {
        self.gpu.poll()?;
        while self.hand_over()
            && let Some(copy) = self.pending.front_mut()
        {
            let Some(bytes) = copy.readback.collect()? else { break };
            self.place(&bytes)?;
        }
        if self.is_drawn() {
            // Closes the channel: the writer ends when it has written everything.
            self.bands = None;
        }
        Ok(())
    }

    /// Waits for the oldest tile in flight and for the writer to take it.
    ///
    /// # Errors
    /// [`CaptureError`] of an earlier pass.
    pub fn wait(&mut self) -> Result<(), CaptureError> {
        if let (Some(band), Some(bands)) = (self.complete.take(), &self.bands) {
            // If the writer has ended, `finish` tells why.
            let _ = bands.send(band);
        }
        if let Some(Copy { readback, .. }) = self.pending.front_mut()
            && readback.is_submitted()
        {
            let bytes = readback.wait()?;
            self.place(&bytes)?;
        }
        self.collect()
    }

    /// Whether the writer has ended, because the picture is complete or cannot be written;
    /// [`Still::finish`] then does not wait.
    pub fn is_written(&self) -> bool {
        self.writer.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the writer. If tiles are missing, nothing is written.
    ///
    /// # Errors
    /// [`CaptureError`].
    pub fn finish(mut self) -> Result<(), CaptureError> {
        self.join()
    }

    fn join(&mut self) -> Result<(), CaptureError> {
        self.bands = None;
        match self.writer.take().map(JoinHandle::join) {
            Some(Ok(done)) => done,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            None => Ok(()),
        }
    }

    /// Copies the oldest tile into its band.
    fn place(&mut self, bytes: &[u8]) -> Result<(), CaptureError> {
        let Some(Copy { region, readback, .. }) = self.pending.pop_front() else { return Ok(()) };
        self.free.push(readback);
        let tile = picture(bytes, Kind::new(self.mosaic.target()));
        let width = self.mosaic.print().size[0];
        let band = self.band.get_or_insert_with(|| Picture {
            width,
            height: region.size[1],
            pixels: tile.pixels.zeroed(width as usize * region.size[1] as usize),
        });
        band.place(&tile, region.origin[0], 0)?;
        if region.origin[0] + region.size[0] == width {
            self.complete = self.band.take();
        }
        Ok(())
    }

    /// Passes a complete band to the writer. Returns false if the writer has no room yet.
    fn hand_over(&mut self) -> bool {
        let (Some(band), Some(bands)) = (self.complete.take(), &self.bands) else { return true };
        match bands.try_send(band) {
            Err(TrySendError::Full(band)) => {
                self.complete = Some(band);
                false
            }
            // If the writer has ended, `finish` tells why.
            Ok(()) | Err(TrySendError::Disconnected(_)) => true,
        }
    }
}

impl Drop for Still {
    fn drop(&mut self) {
        // Let the writer remove its file, even after a failure.
        self.bands = None;
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

/// Host memory in bytes for a picture drawn tile by tile: rows of tiles, and tiles in flight.
pub(super) fn still_bytes(print: &Print, tile: [u32; 2]) -> u64 {
    let bytes = u64::from(print.format.pixel_bytes());
    let pixels = |width: u32, height: u32| u64::from(width) * u64::from(height);
    bytes
        * (BANDS * pixels(print.size[0], tile[1].min(print.size[1]))
            + (1 + RING as u64) * pixels(tile[0], tile[1]))
}
