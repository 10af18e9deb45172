//! Copies of a running session's bodies, on their way to the host.

use std::collections::VecDeque;
use std::time::Instant;

use crate::gpu::GpuError;
use crate::physics::{Sample, Snapshot, Snapshots, Watch};

/// Identifies a snapshot from the moment it is recorded until it arrives. No two snapshots of a
/// session have the same ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ticket(pub(super) u64);

/// Copies in flight to the host.
#[derive(Debug, Default)]
pub(super) struct Copies {
    /// Created with the first snapshot.
    pub(super) snapshots: Option<Snapshots<Ticket>>,
    /// Snapshots of replaced states that are still in flight, the oldest first.
    retired: VecDeque<Snapshots<Ticket>>,
    /// Snapshots recorded so far.
    pub(super) tickets: u64,
    pub(super) watch: Option<Watch>,
    /// Whether frames measure where the light is.
    pub(super) watches_light: bool,
    /// Created with the first frame that does.
    pub(super) light: Option<Sample>,
    /// When one last did.
    pub(super) light_at: Option<Instant>,
}

impl Copies {
    /// Called when the state moves to other buffers. Snapshots in flight still arrive.
    pub(super) fn retire_snapshots(&mut self) {
        self.retired.extend(self.snapshots.take());
    }

    /// Drops everything in flight. The light is watched on.
    pub(super) fn clear(&mut self) {
        *self =
            Self { tickets: self.tickets, watches_light: self.watches_light, ..Self::default() };
    }

    /// The next snapshot that has arrived.
    pub(super) fn snapshot(&mut self) -> Result<Option<(Ticket, Snapshot)>, GpuError> {
        while let Some(oldest) = self.retired.front_mut() {
            if oldest.pending() > 0 {
                return oldest.collect();
            }
            self.retired.pop_front();
        }
        self.snapshots.as_mut().map_or(Ok(None), Snapshots::collect)
    }
}
