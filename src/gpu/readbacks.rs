//! Copies on their way to the host, in the order in which they were recorded.

use std::collections::VecDeque;

use super::{Gpu, GpuError, Readback};

/// A queue of copies of `len` elements each, with a note `M` that goes along with each: begin and record, submit, request;
/// later, collect. Any number may be under way, and staging memory is used again.
#[derive(Debug)]
pub struct Readbacks<T, M> {
    gpu: Gpu,
    label: &'static str,
    len: usize,
    free: Vec<Readback<T>>,
    /// The oldest first.
    pending: VecDeque<(M, Readback<T>)>,
}

impl<T: bytemuck::Pod, M> Readbacks<T, M> {
    /// An empty queue. No memory is taken yet.
    pub fn new(gpu: &Gpu, label: &'static str, len: usize) -> Self {
        Self { gpu: gpu.clone(), label, len, free: Vec::new(), pending: VecDeque::new() }
    }

    /// Copies under way.
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
        Ok(&self.pending.push_back_mut((note, readback)).1)
    }

    /// Asks for what was recorded, once the commands are submitted.
    pub fn request(&mut self) {
        for (_, readback) in self.pending.iter_mut().filter(|(_, readback)| !readback.is_pending()) {
            readback.request();
        }
    }

    /// The oldest copy under way, if it has arrived. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self) -> Result<Option<(M, Vec<T>)>, GpuError> {
        let Some((_, readback)) = self.pending.front_mut() else { return Ok(None) };
        let Some(elements) = readback.collect()? else { return Ok(None) };
        let Some((note, readback)) = self.pending.pop_front() else { return Ok(None) };
        self.free.push(readback);
        Ok(Some((note, elements)))
    }

    /// The oldest copy under way, once [`Gpu::wait`] has returned after its submission; `None` where none is.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn wait(&mut self) -> Result<Option<(M, Vec<T>)>, GpuError> {
        let Some((note, mut readback)) = self.pending.pop_front() else { return Ok(None) };
        let elements = readback.wait()?;
        self.free.push(readback);
        Ok(Some((note, elements)))
    }
}
