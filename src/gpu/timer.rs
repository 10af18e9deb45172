//! Time measured by GPU timestamps.

use super::{Buffer, Gpu, GpuError, Readback};

/// Timestamps at the start and end of several passes.
#[derive(Debug)]
pub struct Timer {
    queries: wgpu::QuerySet,
    stamps: Buffer<u64>,
    readback: Readback<u64>,
    nanoseconds_per_tick: f64,
    spans: u32,
}

impl Timer {
    /// A timer for `spans` passes, or `None` if the adapter has no timestamps.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn new(gpu: &Gpu, spans: u32) -> Result<Option<Self>, GpuError> {
        if !gpu.features().contains(wgpu::Features::TIMESTAMP_QUERY) {
            return Ok(None);
        }
        let queries = gpu.device().create_query_set(&wgpu::QuerySetDescriptor {
            label: Some("timer"),
            ty: wgpu::QueryType::Timestamp,
            count: 2 * spans,
        });
        let stamps = Buffer::resolvable(gpu, "timer/stamps", 2 * spans as usize)?;
        let readback = Readback::new(gpu, "timer/readback", 2 * spans as usize)?;
        let nanoseconds_per_tick = f64::from(gpu.queue().get_timestamp_period());
        Ok(Some(Self { queries, stamps, readback, nanoseconds_per_tick, spans }))
    }

    /// Begins a compute pass timed as span `span`.
    pub fn compute_pass<'encoder>(
        &self,
        encoder: &'encoder mut wgpu::CommandEncoder,
        label: &str,
        span: u32,
    ) -> wgpu::ComputePass<'encoder> {
        encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some(label),
            timestamp_writes: Some(wgpu::ComputePassTimestampWrites {
                query_set: &self.queries,
                beginning_of_pass_write_index: Some(2 * span),
                end_of_pass_write_index: Some(2 * span + 1),
            }),
        })
    }

    /// Marks the end of span `ended` and the beginning of span `begun` between two passes of any
    /// kind.
    pub fn mark(&self, encoder: &mut wgpu::CommandEncoder, ended: Option<u32>, begun: Option<u32>) {
        drop(encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("timer/mark"),
            timestamp_writes: Some(wgpu::ComputePassTimestampWrites {
                query_set: &self.queries,
                beginning_of_pass_write_index: ended.map(|span| 2 * span + 1),
                end_of_pass_write_index: begun.map(|span| 2 * span),
            }),
        }));
    }

    /// Submits `encoder`, waits, and returns the milliseconds of every span.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn submit_and_read(
        &mut self,
        gpu: &Gpu,
        mut encoder: wgpu::CommandEncoder,
    ) -> Result<Vec<f64>, GpuError> {
        self.encode(&mut encoder)?;
        gpu.submit(encoder);
        let stamps = self.readback.wait()?;
        Ok(self.milliseconds(&stamps))
    }

    /// Records, after the passes, the copy of their times to the host.
    ///
    /// # Errors
    /// [`GpuError::Mismatch`] if the last times have not been collected yet.
    pub fn encode(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        encoder.resolve_query_set(&self.queries, 0..2 * self.spans, self.stamps.raw(), 0);
        self.readback.encode(encoder, &self.stamps)
    }

    /// Whether times are on their way. If their commands are dropped, they no longer are once
    /// [`Timer::collect`] finds out.
    pub fn is_pending(&self) -> bool {
        self.readback.is_pending()
    }

    /// The milliseconds of every span, if they have arrived. Never waits; [`Gpu::poll`] delivers
    /// them.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self) -> Result<Option<Vec<f64>>, GpuError> {
        Ok(self.readback.collect()?.map(|stamps| self.milliseconds(&stamps)))
    }

    fn milliseconds(&self, stamps: &[u64]) -> Vec<f64> {
        let milliseconds =
            |span: &[u64]| span[1].wrapping_sub(span[0]) as f64 * self.nanoseconds_per_tick * 1e-6;
        stamps.chunks_exact(2).map(milliseconds).collect()
    }
}
