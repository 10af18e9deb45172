//! Copies of a running session's bodies, on their way to the host.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::gpu::{Gpu, GpuError};
use crate::physics::{Sample, Simulation, Snapshot, Snapshots, Watch};

/// Minimum time between measurements of the light. The camera takes about a second to follow, and
/// each evaluation costs the host 0.2 ms.
const INTERVAL: Duration = Duration::from_millis(25);

/// Identifies a snapshot from the moment it is recorded until it arrives. No two snapshots of a
/// session have the same ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ticket(u64);

/// Snapshots in flight to the host.
#[derive(Debug, Default)]
pub(super) struct Copies {
    /// Created with the first snapshot.
    snapshots: Option<Snapshots<Ticket>>,
    /// Snapshots of replaced states that are still in flight, the oldest first.
    retired: VecDeque<Snapshots<Ticket>>,
    /// Snapshots recorded so far.
    tickets: u64,
}

impl Copies {
    /// Called when the state moves to other buffers. Snapshots in flight still arrive.
    pub fn retire(&mut self) {
        self.retired.extend(self.snapshots.take());
    }

    /// Drops everything in flight.
    pub fn clear(&mut self) {
        *self = Self { tickets: self.tickets, ..Self::default() };
    }

    /// Encodes a copy of all bodies as they are now.
    pub fn encode(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        simulation: &Simulation,
    ) -> Result<Ticket, GpuError> {
        let ticket = Ticket(self.tickets);
        let snapshots =
            self.snapshots.get_or_insert_with(|| Snapshots::new(gpu, simulation.bodies()));
        snapshots.encode(encoder, simulation.time(), simulation.steps(), ticket)?;
        self.tickets += 1;
        Ok(ticket)
    }

    /// The next snapshot that has arrived.
    pub fn snapshot(&mut self) -> Result<Option<(Ticket, Snapshot)>, GpuError> {
        while let Some(oldest) = self.retired.front_mut() {
            if oldest.pending() > 0 {
                return oldest.collect();
            }
            self.retired.pop_front();
        }
        self.snapshots.as_mut().map_or(Ok(None), Snapshots::collect)
    }
}

/// What frames watch: a body, and where the light is.
#[derive(Debug, Default)]
pub(super) struct Watches {
    pub body: Option<Watch>,
    /// Whether frames measure where the light is.
    pub is_of_light: bool,
    /// Created with the first frame that does.
    pub light: Option<Sample>,
    /// When one last did.
    light_at: Option<Instant>,
}

impl Watches {
    /// Drops everything in flight. The light is watched on.
    pub fn clear(&mut self) {
        *self = Self { is_of_light: self.is_of_light, ..Self::default() };
    }

    /// Called when the bodies have been replaced in place: the next frame measures them. What is in
    /// flight of the light still arrives, because it may be all that does while frame after frame
    /// shows other bodies.
    pub fn renew(&mut self) {
        (self.body, self.light_at) = (None, None);
        self.light.iter_mut().for_each(Sample::renew);
    }

    /// Watches the light from the next frame on, or ends it.
    pub fn watch_light(&mut self, is_on: bool) {
        if is_on != self.is_of_light {
            (self.is_of_light, self.light, self.light_at) = (is_on, None, None);
        }
    }

    /// Encodes the bodies for a measurement of the light, and the body that is watched.
    pub fn encode(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        simulation: &Simulation,
    ) -> Result<(), GpuError> {
        let (time, steps) = (simulation.time(), simulation.steps());
        if let Some(watch) = &mut self.body {
            watch.encode(encoder, time, steps)?;
        }
        if !self.is_of_light || self.light_at.is_some_and(|at| at.elapsed() < INTERVAL) {
            return Ok(());
        }
        self.light_at = Some(Instant::now());
        let sample = match &mut self.light {
            Some(sample) => sample,
            none => none.insert(Sample::new(gpu, simulation.bodies())?),
        };
        sample.encode(encoder, steps)
    }

    /// Whether a measurement of the light after `steps` steps is in flight, or still to be made.
    pub fn awaits_light(&self, steps: u64) -> bool {
        self.light.as_ref().is_some_and(|sample| sample.is_pending() || !sample.has(steps))
    }
}
