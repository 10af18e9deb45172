//! The state of all bodies, copied to the host without stalling anything.

use super::precision::Wide;
use super::{Bodies, Body, bodies};
use crate::gpu::{Gpu, GpuError, Readbacks};

/// All bodies at one moment of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// Simulated time.
    pub time: f64,
    /// Steps since the begin of the run.
    pub steps: u64,
    /// The bodies, in their order on the GPU, exactly as their precision holds them.
    pub bodies: Vec<Body>,
}

/// Takes snapshots of a set of bodies: record, submit, request; later, collect. Any number may be under way; each takes 32
/// bytes of staging memory a body, and twice as many beyond single precision.
#[derive(Debug)]
pub struct Snapshots {
    bodies: Bodies,
    copies: Copies,
}

/// Positions, then velocities, with time and steps.
#[derive(Debug)]
enum Copies {
    Single(Readbacks<[f32; 4], (f64, u64)>),
    Wide(Readbacks<Wide, (f64, u64)>),
}

impl Snapshots {
    /// Prepares to copy `bodies`. No memory is taken yet.
    pub fn new(gpu: &Gpu, bodies: &Bodies) -> Self {
        let rows = 2 * bodies.count() as usize;
        let copies = match bodies.wide() {
            None => Copies::Single(Readbacks::new(gpu, "snapshot", rows)),
            Some(_) => Copies::Wide(Readbacks::new(gpu, "snapshot", rows)),
        };
        Self { bodies: bodies.clone(), copies }
    }

    /// Snapshots under way.
    pub fn pending(&self) -> usize {
        match &self.copies {
            Copies::Single(copies) => copies.pending(),
            Copies::Wide(copies) => copies.pending(),
        }
    }

    /// Records a copy of the bodies as they are at this place in `encoder`: `time` and `steps` go with it.
    ///
    /// # Errors
    /// [`GpuError::TooLarge`] and [`GpuError::OutOfMemory`].
    pub fn record(&mut self, encoder: &mut wgpu::CommandEncoder, time: f64, steps: u64) -> Result<(), GpuError> {
        let count = self.bodies.count() as usize;
        match (&mut self.copies, self.bodies.wide()) {
            (Copies::Wide(copies), Some([position, velocity])) => {
                let copy = copies.begin((time, steps))?;
                copy.record_range(encoder, position, 0..count, 0);
                copy.record_range(encoder, velocity, 0..count, count);
            }
            (Copies::Single(copies), _) => {
                let copy = copies.begin((time, steps))?;
                copy.record_range(encoder, &self.bodies.position, 0..count, 0);
                copy.record_range(encoder, &self.bodies.velocity, 0..count, count);
            }
            (Copies::Wide(_), None) => unreachable!("the copies are of these bodies"),
        }
        Ok(())
    }

    /// Asks for what was recorded, once the commands are submitted.
    pub fn request(&mut self) {
        match &mut self.copies {
            Copies::Single(copies) => copies.request(),
            Copies::Wide(copies) => copies.request(),
        }
    }

    /// The oldest snapshot under way, if it has arrived. Never waits for the GPU.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn collect(&mut self) -> Result<Option<Snapshot>, GpuError> {
        Ok(match &mut self.copies {
            Copies::Single(copies) => copies.collect()?.map(|(moment, rows)| snapshot(moment, &rows, bodies::body)),
            Copies::Wide(copies) => {
                let precision = self.bodies.precision();
                copies.collect()?.map(|(moment, rows)| snapshot(moment, &rows, |x, v| bodies::wide_body(precision, x, v)))
            }
        })
    }
}

/// A snapshot from its rows.
fn snapshot<T>((time, steps): (f64, u64), rows: &[T], body: impl Fn(&T, &T) -> Body) -> Snapshot {
    let (positions, velocities) = rows.split_at(rows.len() / 2);
    Snapshot { time, steps, bodies: positions.iter().zip(velocities).map(|(x, v)| body(x, v)).collect() }
}
