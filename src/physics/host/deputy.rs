//! Accelerations by a member of a run, in double precision, for steps that the processor controls.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use glam::DVec3;

use super::system::{Stop, System};
use crate::gpu::Gpu;
use crate::physics::members::{AdapterMember, Exchanged, Member, Pull, Sources, Sums, next_pass};
use crate::physics::{Gravity, Output, Portion, Precision, Softening};

/// Fewest bodies whose accelerations a member sums. The way to an adapter and back takes 100 to 200
/// microseconds, and so many bodies take one core of the processor about as long.
pub(crate) const MIN_DEPUTED: u32 = 256;

/// A member that sums in place of the threads here: positions go there, accelerations come back.
#[derive(Debug)]
pub(crate) struct Deputy {
    member: Arc<dyn Member>,
    /// The member that sums rates of change; an adapter prepares one kind of sums at a time.
    of_jerks: Arc<dyn Member>,
    pull: Pull,
    /// Memory that every sum reuses.
    rows: Mutex<Rows>,
}

/// What a member gets, and what it gives back.
type Rows = (Sources<[f64; 4]>, Sums<[f64; 4]>);

impl Deputy {
    /// `member`, or else the adapter of `gpu`, for `count` bodies with this softening. `None` if
    /// they are too few, or if it has no double precision.
    pub(crate) fn new(
        gpu: &Gpu,
        member: Option<&Arc<dyn Member>>,
        softening: Softening,
        count: u32,
    ) -> Option<Self> {
        let (output, precision) = (Output::Acceleration, Precision::Double);
        let mut pull =
            Pull { gravity: Gravity::default(), softening, output, mass: None, pairs: None };
        let [member, of_jerks] = match member {
            Some(member) => [(); 2].map(|()| Arc::clone(member)),
            None => {
                let adapter = AdapterMember::new(gpu.clone());
                // Each pair once where that is faster. A team finds that out by itself.
                let paired = Pull { pairs: adapter.pairs(count, output, precision), ..pull };
                pull = if adapter.can(&paired, count, precision) { paired } else { pull };
                [Arc::new(adapter) as Arc<dyn Member>, Arc::new(AdapterMember::new(gpu.clone()))]
            }
        };
        let is_able = count >= MIN_DEPUTED && member.can(&pull, count, precision);
        is_able.then(|| Self { member, of_jerks, pull, rows: Mutex::default() })
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
        fill(&mut sources.position, position.iter().zip(mass.iter().copied()));
        sources.velocity.clear();
        begin(&*self.member, &self.pull, sources, sums, stop)?;
        place(&sums.acceleration, sums.first, acceleration);
        Ok(())
    }

    /// The rate at which each acceleration changes.
    pub(super) fn jerks(
        &self,
        position: &[DVec3],
        velocity: &[DVec3],
        mass: &[f64],
        stop: &AtomicBool,
    ) -> Result<Vec<DVec3>, Stop> {
        let (sources, sums) = &mut *self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        fill(&mut sources.position, position.iter().zip(mass.iter().copied()));
        fill(&mut sources.velocity, velocity.iter().zip(std::iter::repeat(0.0)));
        let pull = Pull { output: Output::Jerk, pairs: None, ..self.pull };
        begin(&*self.of_jerks, &pull, sources, sums, stop)?;
        let mut jerks = vec![DVec3::ZERO; position.len()];
        place(&sums.jerk, sums.first, &mut jerks);
        Ok(jerks)
    }

    /// Sums the accelerations in `system` once and does not use them, so that a team can measure
    /// its speeds.
    pub(crate) fn rehearse(&self, system: &System) -> Result<(), Stop> {
        let System { position, mass, .. } = system;
        self.accelerations(
            position,
            mass,
            &mut vec![DVec3::ZERO; position.len()],
            &AtomicBool::new(false),
        )
    }
}

/// Lets the member sum, and waits for it.
fn begin(
    member: &dyn Member,
    pull: &Pull,
    sources: &mut Sources<[f64; 4]>,
    sums: &mut Sums<[f64; 4]>,
    stop: &AtomicBool,
) -> Result<(), Stop> {
    sources.pass = next_pass();
    member.begin(pull, Portion::WHOLE, Exchanged::Double(sources, sums), stop)?()?;
    if stop.load(Ordering::Relaxed) { Err(Stop::CalledOff) } else { Ok(()) }
}

/// Rows of vectors and a fourth number each.
fn fill<'a>(rows: &mut Vec<[f64; 4]>, vectors: impl Iterator<Item = (&'a DVec3, f64)>) {
    rows.clear();
    rows.extend(vectors.map(|(vector, fourth)| vector.extend(fourth).to_array()));
}

/// The sums of consecutive bodies. Those of others are 0.
fn place(rows: &[[f64; 4]], first: usize, vectors: &mut [DVec3]) {
    vectors.fill(DVec3::ZERO);
    for (vector, [x, y, z, _]) in vectors.iter_mut().skip(first).zip(rows) {
        *vector = DVec3::new(*x, *y, *z);
    }
}
