//! Bodies in the GPU's memory.

use glam::DVec3;

use super::precision::{Precision, Rows, Wide, narrow, wide};
use super::{Body, Variants};
use crate::gpu::{Bound, Buffer, Gpu, GpuError};

/// What single precision holds of a row of a state.
pub const ROUND: Variants = super::precision::variants!("motion/round", "motion/round.wgsl", "grid.wgsl");

/// The bodies of a simulation on the GPU: what single precision holds of them, for pictures and measurements, and where they
/// are more precise than that, the state itself.
#[derive(Clone, Debug)]
pub struct Bodies {
    /// Position (x, y, z) and mass (w).
    pub position: Buffer<[f32; 4]>,
    /// Velocity (x, y, z) and component (w, a whole number).
    pub velocity: Buffer<[f32; 4]>,
    /// Acceleration (x, y, z) at the last force evaluation, for the picture and for what is measured.
    pub acceleration: Buffer<[f32; 4]>,
    /// The mass of each body, where all have the same: force kernels then leave it out of their inner loops.
    pub mass: Option<f32>,
    state: Option<State>,
}

/// Rows beyond single precision, as those of [`Bodies`].
#[derive(Clone, Debug)]
struct State {
    precision: Precision,
    position: Buffer<Wide>,
    velocity: Buffer<Wide>,
    /// In the precision of the forces.
    acceleration: Rows,
}

impl Bodies {
    /// Uploads `bodies` in single precision.
    ///
    /// # Errors
    /// [`GpuError::TooLarge`] and [`GpuError::OutOfMemory`] where the adapter cannot hold so many.
    pub fn new(gpu: &Gpu, bodies: &[Body]) -> Result<Self, GpuError> {
        Self::with_precision(gpu, bodies, Precision::Single)
    }

    /// Uploads `bodies` in a precision that the adapter supports.
    ///
    /// # Errors
    /// As [`Bodies::new`].
    pub fn with_precision(gpu: &Gpu, bodies: &[Body], precision: Precision) -> Result<Self, GpuError> {
        let all = Self::empty(gpu, bodies.len(), precision, ["bodies/position", "bodies/velocity", "bodies/acceleration"])?;
        all.upload(gpu, bodies);
        Ok(Self { mass: equal_mass(bodies), ..all })
    }

    fn empty(gpu: &Gpu, count: usize, precision: Precision, labels: [&str; 3]) -> Result<Self, GpuError> {
        let [position, velocity, acceleration] = labels;
        let bodies = Self {
            position: gpu.storage(position, count)?,
            velocity: gpu.storage(velocity, count)?,
            acceleration: gpu.storage(acceleration, count)?,
            mass: None,
            state: None,
        };
        bodies.with_state(gpu, precision)
    }

    /// The same buffers in single precision, with a state in `precision` behind them that is yet to be uploaded.
    fn with_state(self, gpu: &Gpu, precision: Precision) -> Result<Self, GpuError> {
        let count = self.position.len();
        let acceleration = match precision {
            Precision::Double => Rows::new(gpu, "state/acceleration", count, precision)?,
            Precision::Single | Precision::Pair => Rows::Single(self.acceleration.clone()),
        };
        let state = match precision {
            Precision::Single => None,
            Precision::Pair | Precision::Double => Some(State {
                precision,
                position: gpu.storage("state/position", count)?,
                velocity: gpu.storage("state/velocity", count)?,
                acceleration,
            }),
        };
        Ok(Self { state, ..self })
    }

    /// Room for as many bodies of the same precision.
    pub(super) fn alike(&self, gpu: &Gpu) -> Result<Self, GpuError> {
        let labels = ["double/position", "double/velocity", "double/acceleration"];
        Ok(Self { mass: self.mass, ..Self::empty(gpu, self.position.len(), self.precision(), labels)? })
    }

    /// The same bodies in another precision. Their single precision stays where it is. Waits for the GPU.
    pub(super) fn in_precision(&self, gpu: &Gpu, precision: Precision) -> Result<Self, GpuError> {
        let bodies = self.download(gpu)?;
        let other = self.clone().with_state(gpu, precision)?;
        other.upload(gpu, &bodies);
        Ok(other)
    }

    /// The precision of the state.
    pub fn precision(&self) -> Precision {
        self.state.as_ref().map_or(Precision::Single, |state| state.precision)
    }

    /// Replaces every body's state; `bodies` has the length of the buffers.
    fn upload(&self, gpu: &Gpu, bodies: &[Body]) {
        let positions = bodies.iter().map(|body| row(body.position, body.mass));
        let velocities = bodies.iter().map(|body| row(body.velocity, f64::from(body.component)));
        let single = |row: [f64; 4]| row.map(|number| number as f32);
        gpu.write(&self.position, &positions.clone().map(single).collect::<Vec<_>>());
        gpu.write(&self.velocity, &velocities.clone().map(single).collect::<Vec<_>>());
        if let Some(State { precision, position, velocity, .. }) = &self.state {
            gpu.write(position, &positions.map(|row| wide(*precision, row)).collect::<Vec<_>>());
            gpu.write(velocity, &velocities.map(|row| wide(*precision, row)).collect::<Vec<_>>());
        }
    }

    /// Reads every body back; waits for the GPU.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn download(&self, gpu: &Gpu) -> Result<Vec<Body>, GpuError> {
        let Some(State { precision, position, velocity, .. }) = &self.state else {
            let (positions, velocities) = (gpu.read(&self.position)?, gpu.read(&self.velocity)?);
            return Ok(positions.iter().zip(&velocities).map(|(x, v)| body(x, v)).collect());
        };
        let (positions, velocities) = (gpu.read(position)?, gpu.read(velocity)?);
        Ok(positions.iter().zip(&velocities).map(|(x, v)| wide_body(*precision, x, v)).collect())
    }

    /// Reads the acceleration of every body at the last force evaluation, in the precision of the forces; waits for the GPU.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn accelerations(&self, gpu: &Gpu) -> Result<Vec<DVec3>, GpuError> {
        match &self.state {
            Some(state) => state.acceleration.read_vectors(gpu),
            None => Rows::Single(self.acceleration.clone()).read_vectors(gpu),
        }
    }

    /// Number of bodies.
    pub fn count(&self) -> u32 {
        self.position.len() as u32
    }

    /// The rows that integrators move: of the state itself.
    pub(super) fn moved(&self) -> [&wgpu::Buffer; 2] {
        self.state
            .as_ref()
            .map_or([self.position.raw(), self.velocity.raw()], |state| [state.position.raw(), state.velocity.raw()])
    }

    /// Positions and velocities in the precision of the forces.
    pub(super) fn pulled(&self) -> [&wgpu::Buffer; 2] {
        match self.precision() {
            Precision::Single | Precision::Pair => [self.position.raw(), self.velocity.raw()],
            Precision::Double => self.moved(),
        }
    }

    /// These bodies with positions of their own for force passes: the ones that [`Bodies::pulled`] gives.
    pub(super) fn with_sources(&self, gpu: &Gpu, label: &str) -> Result<Self, GpuError> {
        // Bodies that are not finite lose their mass as sources.
        let mut other = Self { mass: None, ..self.clone() };
        match &mut other.state {
            Some(state) if state.precision == Precision::Double => state.position = gpu.storage(label, self.position.len())?,
            state => {
                other.position = gpu.storage(label, self.position.len())?;
                *state = None;
            }
        }
        Ok(other)
    }

    /// The accelerations in the precision of the forces.
    pub(super) fn forces(&self) -> &wgpu::Buffer {
        self.state.as_ref().map_or(self.acceleration.raw(), |state| state.acceleration.raw())
    }

    /// The buffers of the state beyond single precision: positions, velocities.
    pub(super) fn wide(&self) -> Option<[&Buffer<Wide>; 2]> {
        self.state.as_ref().map(|state| [&state.position, &state.velocity])
    }

    /// What rounds the state to single precision, for everybody who reads that.
    pub(super) fn bind_rounding(&self, gpu: &Gpu) -> Result<Vec<Bound>, GpuError> {
        let Some(state) = &self.state else { return Ok(Vec::new()) };
        let kernel = gpu.kernel(ROUND.of(state.precision), &[])?;
        let bind = |from: &wgpu::Buffer, to: &Buffer<[f32; 4]>| {
            kernel.bind(gpu.device(), &[("state", from), ("rounded_state", to.raw())])
        };
        let mut all = vec![bind(state.position.raw(), &self.position), bind(state.velocity.raw(), &self.velocity)];
        if let Rows::Double(acceleration) = &state.acceleration {
            all.push(bind(acceleration.raw(), &self.acceleration));
        }
        Ok(all)
    }
}

fn row(vector: DVec3, w: f64) -> [f64; 4] {
    [vector.x, vector.y, vector.z, w]
}

/// The mass that all bodies have, as single precision holds it.
fn equal_mass(bodies: &[Body]) -> Option<f32> {
    let mass = bodies.first()?.mass as f32;
    bodies.iter().all(|body| body.mass as f32 == mass).then_some(mass)
}

/// A body from its rows of [`Bodies::position`] and [`Bodies::velocity`]. Exact: uploaded again, it is the same bits.
pub(super) fn body(x: &[f32; 4], v: &[f32; 4]) -> Body {
    of_rows(x.map(f64::from), v.map(f64::from))
}

/// A body from its rows of a state beyond single precision. Exact, too: `motion/state_pair` cuts low parts for that.
pub(super) fn wide_body(precision: Precision, x: &Wide, v: &Wide) -> Body {
    of_rows(narrow(precision, x), narrow(precision, v))
}

fn of_rows([x, y, z, mass]: [f64; 4], [u, v, w, component]: [f64; 4]) -> Body {
    Body { position: DVec3::new(x, y, z), velocity: DVec3::new(u, v, w), mass, component: component as u32 }
}

/// The vector of a row.
pub(super) fn vector(row: &[f32; 4]) -> DVec3 {
    DVec3::new(f64::from(row[0]), f64::from(row[1]), f64::from(row[2]))
}
