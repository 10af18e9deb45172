//! Accelerations by a member of a run, in double precision, for steps that the processor controls.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use glam::DVec3;

use super::system::{Stop, System};
use crate::gpu::Gpu;
use crate::physics::members::{AdapterMember, Exchanged, Member, Pull, Sources, Sums, next_pass};
use crate::physics::{Gravity, Output, Portion, Precision};

/// Fewest bodies whose accelerations a member sums. The way to an adapter and back takes some 100 microseconds, and the sum on one
/// core of the processor about as long as that for so many.
pub(crate) const MIN_DEPUTED: u32 = 256;

/// A member that sums accelerations in place of the threads here: positions go there, accelerations come back.
#[derive(Debug)]
pub(crate) struct Deputy {
    member: Arc<dyn Member>,
    pull: Pull,
    /// The same memory for each sum.
    rows: Mutex<(Sources<[f64; 4]>, Sums<[f64; 4]>)>,
}

impl Deputy {
    /// `member`, or else the adapter of `gpu`, for `count` bodies with this softening. `None` if they are too few, or if it has no double
    /// precision.
    pub(crate) fn new(gpu: &Gpu, member: Option<&Arc<dyn Member>>, softening: f64, count: u32) -> Option<Self> {
        let (output, precision) = (Output::Acceleration, Precision::Double);
        let mut pull = Pull { gravity: Gravity::default(), softening, output, mass: None, pairs: None };
        let member = member.cloned().unwrap_or_else(|| {
            let adapter = AdapterMember::new(gpu.clone());
            // Each pair once where that is faster. A team finds that out by itself.
            let paired = Pull { pairs: adapter.pairs(count, output, precision), ..pull };
            pull = if adapter.can(&paired, count, precision) { paired } else { pull };
            Arc::new(adapter)
        });
        let is_able = count >= MIN_DEPUTED && member.can(&pull, count, precision);
        is_able.then(|| Self { member, pull, rows: Mutex::default() })
    }

    /// The acceleration of each body at `position`.
    pub(super) fn accelerations(
        &self,
        position: &[DVec3],
        mass: &[f64],
        acceleration: &mut [DVec3],
        stop: &AtomicBool,
    ) -> Result<(), Stop> {
        let (sources, sums) = &mut *self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        sources.pass = next_pass();
        sources.position.clear();
        sources.position.extend(position.iter().zip(mass).map(|(place, mass)| place.extend(*mass).to_array()));
        self.member.begin(&self.pull, Portion::WHOLE, Exchanged::Double(sources, sums), stop)?()?;
        if stop.load(Ordering::Relaxed) {
            return Err(Stop::CalledOff);
        }
        acceleration.fill(DVec3::ZERO);
        for (acceleration, [x, y, z, _]) in acceleration.iter_mut().skip(sums.first).zip(&sums.acceleration) {
            *acceleration = DVec3::new(*x, *y, *z);
        }
        Ok(())
    }

    /// Sums the accelerations in `system` once and does not use them, so that a team can measure its speeds.
    pub(crate) fn rehearse(&self, system: &System) -> Result<(), Stop> {
        let System { position, mass, .. } = system;
        self.accelerations(position, mass, &mut vec![DVec3::ZERO; position.len()], &AtomicBool::new(false))
    }
}
