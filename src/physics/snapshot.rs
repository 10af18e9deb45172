//! The state of all bodies, copied to the host without stalling.

use super::precision::Wide;
use super::{Bodies, Precision, State};
use crate::gpu::{Gpu, GpuError, Readbacks};

/// All bodies at one moment of a run. Clones share the bodies and cost nothing.
///
/// ```no_run
/// use starshell::{gpu::Gpu, physics::{Simulation, Snapshot}, scene::Scene};
///
/// let gpu = Gpu::open(None)?;
/// let scene = Scene::load("plummer")?;
/// let mut simulation = Simulation::new(&gpu, &scene.bodies()?, scene.physics)?;
/// let start = Snapshot { time: simulation.time(), steps: simulation.steps(), state: simulation.state()? };
/// simulation.advance(100)?;
/// simulation.restore(&start)?; // back to the start
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// Simulated time.
    pub time: f64,
    /// Steps since the start of the run.
    pub steps: u64,
    /// The bodies in the same order as on the GPU, bit for bit.
    pub state: State,
}

/// Takes snapshots of bodies: record, submit, and later collect. Any number may be in flight, each
/// with a note `N` that comes back with it. Each takes 32 bytes of staging memory per body, twice
/// as many beyond single precision.
#[derive(Debug)]
pub struct Snapshots<N = ()> {
    bodies: Bodies,
    copies: Copies<N>,
}

/// Positions, then velocities, with the note, time and steps.
#[derive(Debug)]
enum Copies<N> {
    Single(Readbacks<[f32; 4], (N, f64, u64)>),
    Wide(Readbacks<Wide, (N, f64, u64)>),
}

impl<N> Snapshots<N> {
    /// Prepares to copy `bodies`. Allocates nothing yet.
    pub fn new(gpu: &Gpu, bodies: &Bodies) -> Self {
        let rows = 2 * bodies.count() as usize;
        let copies = match bodies.wide() {
            None => Copies::Single(Readbacks::new(gpu, "snapshot", rows)),
            Some(_) => Copies::Wide(Readbacks::new(gpu, "snapshot", rows)),
        };
        Self { bodies: bodies.clone(), copies }
    }

    /// Number of snapshots in flight.
    pub fn pending(&self) -> usize {
        match &self.copies {
            Copies::Single(copies) => copies.pending(),
            Copies::Wide(copies) => copies.pending(),
        }
    }

    /// Encodes a copy of the bodies at this point in `encoder`, labelled with `time` and `steps`,
    /// with a note.
    ///
    /// # Errors
    /// [`GpuError::TooLarge`] and [`GpuError::OutOfMemory`].
    pub fn encode(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        time: f64,
        steps: u64,
        note: N,
    ) -> Result<(), GpuError> {
        let count = self.bodies.count() as usize;
        match (&mut self.copies, self.bodies.wide()) {
            (Copies::Wide(copies), Some(rows)) => copies.encode_ranges(
                encoder,
                &rows.map(|rows| (rows, 0..count)),
                (note, time, steps),
            ),
            (Copies::Single(copies), _) => {
                let rows = [&self.bodies.position, &self.bodies.velocity];
                copies.encode_ranges(
                    encoder,
                    &rows.map(|rows| (rows, 0..count)),
                    (note, time, steps),
                )
            }
            (Copies::Wide(_), None) => {
                unreachable!("the copies have the precision of these bodies")
            }
        }
    }

    /// The oldest snapshot in flight with its note, if it has arrived. Never waits for the GPU.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self) -> Result<Option<(N, Snapshot)>, GpuError> {
        let precision = self.bodies.precision();
        Ok(match &mut self.copies {
            Copies::Single(copies) => copies.collect()?.map(of_single),
            Copies::Wide(copies) => copies.collect()?.map(|copy| of_wide(precision, copy)),
        })
    }

    /// Waits for the oldest snapshot in flight; `None` if there is none.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn wait(&mut self) -> Result<Option<(N, Snapshot)>, GpuError> {
        let precision = self.bodies.precision();
        Ok(match &mut self.copies {
            Copies::Single(copies) => copies.wait()?.map(of_single),
            Copies::Wide(copies) => copies.wait()?.map(|copy| of_wide(precision, copy)),
        })
    }
}

fn of_single<N>((label, rows): ((N, f64, u64), Vec<[f32; 4]>)) -> (N, Snapshot) {
    snapshot(label, State::of_single(rows))
}

fn of_wide<N>(precision: Precision, (label, rows): ((N, f64, u64), Vec<Wide>)) -> (N, Snapshot) {
    snapshot(label, State::of_wide(precision, rows))
}

fn snapshot<N>((note, time, steps): (N, f64, u64), state: State) -> (N, Snapshot) {
    (note, Snapshot { time, steps, state })
}
