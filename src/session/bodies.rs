//! What callers ask of a session's bodies: copies to the host, and the user's tools.

use super::{Session, Ticket};
use crate::gpu::GpuError;
use crate::physics::{Attraction, CarriedCopy, Snapshot, Snapshots, Watch, Watched};
use crate::render::{TrailCopy, TrailPoints};

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
        self.simulation.encode_time(encoder)?;
        let Self { gpu, simulation, copies, .. } = self;
        let ticket = Ticket(copies.tickets);
        let snapshots =
            copies.snapshots.get_or_insert_with(|| Snapshots::new(gpu, simulation.bodies()));
        snapshots.encode(encoder, simulation.time(), simulation.steps(), ticket)?;
        copies.tickets += 1;
        Ok(ticket)
    }

    /// The next snapshot that has arrived, in the order of recording. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn snapshot(&mut self) -> Result<Option<(Ticket, Snapshot)>, GpuError> {
        self.simulation.collect_time()?;
        let Some((ticket, snapshot)) = self.copies.snapshot()? else { return Ok(None) };
        let time = self.simulation.time_at(snapshot.steps).unwrap_or(snapshot.time);
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
        self.picture = None;
        self.simulation.encode_reverse(&mut pass)
    }

    /// Encodes a kick towards a point, ahead of the steps that are recorded next.
    ///
    /// # Errors
    /// [`GpuError`] if a kernel does not compile or memory runs out.
    pub fn encode_attraction(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        attraction: Attraction,
    ) -> Result<(), GpuError> {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("attract"),
            timestamp_writes: None,
        });
        self.picture = None;
        self.simulation.encode_attraction(&mut pass, &attraction)
    }

    /// Follows the body at this index (from 0) from the next frame on, for [`Session::watched`].
    /// `None`, or an index that no body has, ends it.
    pub fn watch(&mut self, body: Option<u32>) {
        self.copies.watch =
            body.and_then(|index| Watch::new(&self.gpu, self.simulation.bodies(), index));
    }

    /// The index of the body that is watched.
    pub fn watched_index(&self) -> Option<u32> {
        self.copies.watch.as_ref().map(Watch::index)
    }

    /// The watched body in the newest frame that has arrived since the last call. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn watched(&mut self) -> Result<Option<Watched>, GpuError> {
        self.simulation.collect_time()?;
        let watched = self.copies.watch.as_mut().map_or(Ok(None), Watch::collect)?;
        Ok(watched.map(|watched| Watched {
            time: self.simulation.time_at(watched.steps).unwrap_or(watched.time),
            ..watched
        }))
    }

    /// Encodes a copy of the points of all trails at this point in `encoder`; `None` if there are
    /// none.
    ///
    /// # Errors
    /// [`GpuError::TooLarge`] and [`GpuError::OutOfMemory`].
    pub fn encode_trail_copy(
        &self,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<Option<TrailCopy>, GpuError> {
        self.renderer.encode_trail_copy(encoder)
    }

    /// Encodes a copy of what the run carries from step to step at this point in `encoder`; `None`
    /// within a step.
    ///
    /// # Errors
    /// [`GpuError::TooLarge`] and [`GpuError::OutOfMemory`].
    pub fn encode_carried_copy(
        &self,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<Option<CarriedCopy>, GpuError> {
        self.simulation.encode_carried(encoder)
    }

    /// Continues all trails from points that an earlier part of this run left, up to the current
    /// state. Points of another number of bodies are left out.
    ///
    /// # Errors
    /// [`GpuError`] if a shader does not compile or memory runs out.
    pub(crate) fn restore_trails(&mut self, earlier: &TrailPoints) -> Result<(), GpuError> {
        self.picture = None;
        self.renderer.restore_trails(earlier, self.simulation.steps())
    }

    /// Encodes the watched body for [`Session::watched`].
    pub(super) fn encode_watch(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<(), GpuError> {
        let (time, steps) = (self.simulation.time(), self.simulation.steps());
        self.copies.watch.as_mut().map_or(Ok(()), |watch| watch.encode(encoder, time, steps))
    }
}
