//! What callers ask of a session's bodies: copies to the host, and the user's tools.

use super::{Session, Ticket};
use crate::gpu::GpuError;
use crate::physics::{Attraction, Snapshot};

impl Session {
    /// Encodes a copy of all bodies as they are now, for [`Session::snapshot`], which returns it
    /// with the same ticket.
    ///
    /// # Errors
    /// [`GpuError::TooLarge`] and [`GpuError::OutOfMemory`].
    pub fn encode_snapshot(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<Ticket, GpuError> {
        let Self { computing, copies, .. } = self;
        computing.simulation.elapsed_mut().encode(encoder)?;
        copies.encode(&computing.gpu, encoder, &computing.simulation)
    }

    /// The next snapshot that has arrived, in the order of recording. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn snapshot(&mut self) -> Result<Option<(Ticket, Snapshot)>, GpuError> {
        let simulation = &mut self.computing.simulation;
        simulation.elapsed_mut().collect()?;
        let Some((ticket, snapshot)) = self.copies.snapshot()? else { return Ok(None) };
        let time = simulation.elapsed().at(snapshot.steps).unwrap_or(snapshot.time);
        Ok(Some((ticket, Snapshot { time, ..snapshot })))
    }

    /// Encodes a reversal of every velocity; see
    /// [`Simulation::encode_reverse`](crate::physics::Simulation::encode_reverse).
    ///
    /// # Errors
    /// [`GpuError`] if a kernel does not compile.
    pub fn encode_reverse(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("reverse"),
            timestamp_writes: None,
        });
        self.pictures.forget_shown();
        self.computing.simulation.encode_reverse(&mut pass)
    }

    /// Encodes a kick towards a point, ahead of the steps that are recorded next.
    ///
    /// # Errors
    /// [`GpuError`] if a kernel does not compile or memory runs out.
    #[doc(hidden)]
    pub fn encode_attraction(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        attraction: Attraction,
    ) -> Result<(), GpuError> {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("attract"),
            timestamp_writes: None,
        });
        self.pictures.forget_shown();
        self.computing.simulation.encode_attraction(&mut pass, &attraction)
    }
}
