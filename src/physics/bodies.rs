//! Bodies in GPU memory.

use glam::DVec3;

use super::precision::{Precision, Rows, Variants, Wide, variants};
use super::state::Slices;
use super::{Body, State};
use crate::gpu::{Bound, Buffer, Gpu, GpuError};

/// Rounds the rows of a state to single precision.
pub const ROUND: Variants = variants!("motion/round", "motion/round.wgsl", "grid.wgsl");

/// Carries a caller's changes of the rounded rows over to the state.
pub const UNROUND: Variants = variants!("motion/unround", "motion/unround.wgsl", "grid.wgsl");

/// The bodies of a simulation on the GPU: rounded to single precision, for pictures and
/// measurements, and the state itself if it is more precise than that.
///
/// The buffers are for reading: bind them to kernels that only read them, or copy them. Write to
/// them only with [`Simulation::edit`](super::Simulation::edit): any other change is lost beyond
/// single precision, and does not invalidate forces already computed.
#[derive(Clone, Debug)]
pub struct Bodies {
    pub(super) position: Buffer<[f32; 4]>,
    pub(super) velocity: Buffer<[f32; 4]>,
    pub(super) acceleration: Buffer<[f32; 4]>,
    /// The mass of each body, if all have the same: force kernels then leave it out of their inner
    /// loops.
    pub(super) mass: Option<f32>,
    wide: Option<WideRows>,
    /// Whether rows for pictures stand in place of accelerations.
    is_painted: bool,
}

/// The state beyond single precision, with rows like those of [`Bodies`].
#[derive(Clone, Debug)]
struct WideRows {
    precision: Precision,
    position: Buffer<Wide>,
    velocity: Buffer<Wide>,
    /// In the precision of the forces.
    acceleration: Rows,
}

impl Bodies {
    /// Uploads `bodies` in single precision. Unlike [`State::new`], this does not check their
    /// values.
    ///
    /// # Errors
    /// [`GpuError::TooLarge`] and [`GpuError::OutOfMemory`] if the adapter cannot hold so many.
    pub fn new(gpu: &Gpu, bodies: &[Body]) -> Result<Self, GpuError> {
        Self::with_precision(gpu, bodies, Precision::Single)
    }

    /// Uploads `bodies` in a precision that the adapter must support.
    ///
    /// # Errors
    /// As [`Bodies::new`].
    pub fn with_precision(
        gpu: &Gpu,
        bodies: &[Body],
        precision: Precision,
    ) -> Result<Self, GpuError> {
        Self::from_state(gpu, &State::rounded(bodies, precision))
    }

    /// Uploads `state` in its own precision, which the adapter must support.
    ///
    /// # Errors
    /// As [`Bodies::new`].
    pub fn from_state(gpu: &Gpu, state: &State) -> Result<Self, GpuError> {
        let labels = ["bodies/position", "bodies/velocity", "bodies/acceleration"];
        let bodies = Self {
            mass: state.equal_mass(),
            ..Self::empty(gpu, state.len(), state.precision(), labels)?
        };
        bodies.upload(gpu, state)?;
        Ok(bodies)
    }

    /// Replaces every body with those of `state`, with accelerations of zero.
    pub(super) fn put(&self, gpu: &Gpu, state: &State) -> Result<(), GpuError> {
        let mut encoder = gpu.encoder("bodies/at_rest");
        for accelerations in [self.acceleration.raw(), self.forces()] {
            encoder.clear_buffer(accelerations, 0, None);
        }
        gpu.submit(encoder);
        self.upload(gpu, state)
    }

    fn empty(
        gpu: &Gpu,
        count: usize,
        precision: Precision,
        labels: [&str; 3],
    ) -> Result<Self, GpuError> {
        let [position, velocity, acceleration] = labels;
        let bodies = Self {
            position: gpu.storage(position, count)?,
            velocity: gpu.storage(velocity, count)?,
            acceleration: gpu.storage(acceleration, count)?,
            mass: None,
            wide: None,
            is_painted: false,
        };
        bodies.with_wide_rows(gpu, precision)
    }

    /// Keeps the buffers in single precision, and adds rows of `precision` that have yet to be
    /// uploaded.
    fn with_wide_rows(self, gpu: &Gpu, precision: Precision) -> Result<Self, GpuError> {
        let count = self.position.len();
        let acceleration = match precision {
            Precision::Double => Rows::new(gpu, "state/acceleration", count, precision)?,
            Precision::Single | Precision::Pair => Rows::Single(self.acceleration.clone()),
        };
        let wide = match precision {
            Precision::Single => None,
            Precision::Pair | Precision::Double => Some(WideRows {
                precision,
                position: gpu.storage("state/position", count)?,
                velocity: gpu.storage("state/velocity", count)?,
                acceleration,
            }),
        };
        Ok(Self { wide, ..self })
    }

    /// Allocates bodies as sources of a force pass, which all have this mass if there is one.
    pub(super) fn sources(
        gpu: &Gpu,
        count: usize,
        precision: Precision,
        mass: Option<f32>,
    ) -> Result<Self, GpuError> {
        let labels = ["sources/position", "sources/velocity", "sources/acceleration"];
        Ok(Self { mass, ..Self::empty(gpu, count, precision, labels)? })
    }

    /// Allocates as many bodies of the same precision.
    pub(super) fn alike(&self, gpu: &Gpu) -> Result<Self, GpuError> {
        let labels = ["shadow/position", "shadow/velocity", "shadow/acceleration"];
        Ok(Self {
            mass: self.mass,
            ..Self::empty(gpu, self.position.len(), self.precision(), labels)?
        })
    }

    /// Returns the bodies in another precision, with the same single-precision buffers. Waits for
    /// the GPU.
    pub(super) fn in_precision(&self, gpu: &Gpu, precision: Precision) -> Result<Self, GpuError> {
        let state = self.state(gpu)?.to_precision(precision);
        let other = self.clone().with_wide_rows(gpu, precision)?;
        other.upload(gpu, &state)?;
        Ok(other)
    }

    /// Returns the same buffers for bodies that all have this mass, or for different masses.
    pub(super) fn with_mass(&self, mass: Option<f32>) -> Self {
        Self { mass, ..self.clone() }
    }

    /// The bodies for pictures alone, as they are at this point in `encoder`, whatever becomes of
    /// them.
    pub(crate) fn copy(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<Self, GpuError> {
        let labels = ["copy/position", "copy/velocity", "copy/acceleration"];
        let copy = Self::empty(gpu, self.position.len(), Precision::Single, labels)?;
        copy.position.encode_copy(encoder, &self.position);
        copy.velocity.encode_copy(encoder, &self.velocity);
        copy.acceleration.encode_copy(encoder, &self.acceleration);
        Ok(Self { mass: self.mass, is_painted: self.is_painted, ..copy })
    }

    /// Bytes of what pictures show.
    pub(crate) fn shown_bytes(&self) -> u64 {
        self.position.bytes() + self.velocity.bytes() + self.acceleration.bytes()
    }

    /// The same bodies for pictures alone, with these rows in place of their accelerations.
    pub(crate) fn painted(&self, rows: Buffer<[f32; 4]>) -> Self {
        Self { acceleration: rows, is_painted: true, ..self.clone() }
    }

    /// Whether rows for pictures stand in place of accelerations.
    pub(crate) fn is_painted(&self) -> bool {
        self.is_painted
    }

    /// Whether they are in the same memory as `other`.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.position.raw() == other.position.raw()
            && self.acceleration.raw() == other.acceleration.raw()
    }

    /// Position (x, y, z) and mass (w) in single precision, to be read only.
    pub fn position(&self) -> &Buffer<[f32; 4]> {
        &self.position
    }

    /// Velocity (x, y, z) and component (w, a whole number) in single precision, to be read only.
    pub fn velocity(&self) -> &Buffer<[f32; 4]> {
        &self.velocity
    }

    /// Acceleration (x, y, z) at the last force evaluation in single precision, to be read only. w
    /// is the relative error of the acceleration when [`ForceErrors`](super::ForceErrors) last
    /// checked it, or 0.
    pub fn acceleration(&self) -> &Buffer<[f32; 4]> {
        &self.acceleration
    }

    /// The precision of the state.
    pub fn precision(&self) -> Precision {
        self.wide.as_ref().map_or(Precision::Single, |wide| wide.precision)
    }

    /// Replaces every body with those of `state`, which must have the same number, the same
    /// precision and, if `self.mass` is set, that mass. Copies the rows; beyond single precision,
    /// also submits their rounding.
    pub(super) fn upload(&self, gpu: &Gpu, state: &State) -> Result<(), GpuError> {
        match (state.slices(), &self.wide) {
            (Slices::Single([positions, velocities]), None) => {
                gpu.write(&self.position, positions);
                gpu.write(&self.velocity, velocities);
            }
            (Slices::Wide([positions, velocities]), Some(wide)) => {
                gpu.write(&wide.position, positions);
                gpu.write(&wide.velocity, velocities);
                let mut encoder = gpu.encoder("bodies/round");
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
                self.bind_rounding(gpu)?
                    .iter()
                    .for_each(|rounding| rounding.dispatch_threads(&mut pass, self.count()));
                drop(pass);
                gpu.submit(encoder);
            }
            _ => unreachable!("the precision of the bodies is that of the state"),
        }
        Ok(())
    }

    /// Reads the state back, bit for bit. Waits for the GPU.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn state(&self, gpu: &Gpu) -> Result<State, GpuError> {
        fn read<T: bytemuck::Pod>(
            gpu: &Gpu,
            [position, velocity]: [&Buffer<T>; 2],
        ) -> Result<Vec<T>, GpuError> {
            Ok([gpu.read(position)?, gpu.read(velocity)?].concat())
        }
        Ok(match &self.wide {
            None => State::of_single(read(gpu, [&self.position, &self.velocity])?),
            Some(wide) => {
                State::of_wide(wide.precision, read(gpu, [&wide.position, &wide.velocity])?)
            }
        })
    }

    /// Reads every body back without rounding. Waits for the GPU.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn download(&self, gpu: &Gpu) -> Result<Vec<Body>, GpuError> {
        Ok(self.state(gpu)?.bodies().collect())
    }

    /// Reads the acceleration of every body at the last force evaluation, in the precision of the
    /// forces. Waits for the GPU.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn accelerations(&self, gpu: &Gpu) -> Result<Vec<DVec3>, GpuError> {
        match &self.wide {
            Some(wide) => wide.acceleration.read_vectors(gpu),
            None => Rows::Single(self.acceleration.clone()).read_vectors(gpu),
        }
    }

    /// Number of bodies.
    pub fn count(&self) -> u32 {
        self.position.len() as u32
    }

    /// The rows that integrators move: those of the state itself.
    pub(super) fn moved(&self) -> [&wgpu::Buffer; 2] {
        self.wide.as_ref().map_or([self.position.raw(), self.velocity.raw()], |wide| {
            [wide.position.raw(), wide.velocity.raw()]
        })
    }

    /// Positions and velocities in the precision of the forces.
    pub(super) fn pulled(&self) -> [&wgpu::Buffer; 2] {
        match self.precision() {
            Precision::Single | Precision::Pair => [self.position.raw(), self.velocity.raw()],
            Precision::Double => self.moved(),
        }
    }

    /// These bodies with separate positions for force passes, which [`Bodies::pulled`] returns.
    pub(super) fn with_sources(&self, gpu: &Gpu, label: &str) -> Result<Self, GpuError> {
        // Bodies that are not finite lose their mass as sources.
        let mut other = Self { mass: None, ..self.clone() };
        match &mut other.wide {
            Some(wide) if wide.precision == Precision::Double => {
                wide.position = gpu.storage(label, self.position.len())?
            }
            wide => {
                other.position = gpu.storage(label, self.position.len())?;
                *wide = None;
            }
        }
        Ok(other)
    }

    /// The accelerations in the precision of the forces.
    pub(super) fn forces(&self) -> &wgpu::Buffer {
        self.wide.as_ref().map_or(self.acceleration.raw(), |wide| wide.acceleration.raw())
    }

    /// The buffers of the state beyond single precision: positions, velocities.
    pub(super) fn wide(&self) -> Option<[&Buffer<Wide>; 2]> {
        self.wide.as_ref().map(|wide| [&wide.position, &wide.velocity])
    }

    /// Carries changes of [`Bodies::position`] and [`Bodies::velocity`] over to the state; empty if
    /// they are the state.
    pub(super) fn bind_unrounding(&self, gpu: &Gpu) -> Result<Vec<Bound>, GpuError> {
        let Some(wide) = &self.wide else { return Ok(Vec::new()) };
        let kernel = gpu.kernel(UNROUND.of(wide.precision), &[])?;
        let bind = |(changed, state): (&Buffer<[f32; 4]>, &Buffer<Wide>)| {
            let changed = wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                buffer: changed.raw(),
                offset: 0,
                size: wgpu::BufferSize::new(changed.bytes()),
            });
            kernel.bind_resources(
                gpu.device(),
                &[("rounded_state", changed), ("state", state.raw().as_entire_binding())],
            )
        };
        [(&self.position, &wide.position), (&self.velocity, &wide.velocity)]
            .into_iter()
            .map(bind)
            .collect()
    }

    /// Rounds the state to single precision, for all that read it.
    pub(super) fn bind_rounding(&self, gpu: &Gpu) -> Result<Vec<Bound>, GpuError> {
        let Some(wide) = &self.wide else { return Ok(Vec::new()) };
        let kernel = gpu.kernel(ROUND.of(wide.precision), &[])?;
        let bind = |from: &wgpu::Buffer, to: &Buffer<[f32; 4]>| {
            kernel.bind(gpu.device(), &[("state", from), ("rounded_state", to.raw())])
        };
        let mut all = vec![
            bind(wide.position.raw(), &self.position)?,
            bind(wide.velocity.raw(), &self.velocity)?,
        ];
        if let Rows::Double(acceleration) = &wide.acceleration {
            all.push(bind(acceleration.raw(), &self.acceleration)?);
        }
        Ok(all)
    }
}

/// The vector part of a row.
pub(super) fn vector(row: &[f32; 4]) -> DVec3 {
    DVec3::new(f64::from(row[0]), f64::from(row[1]), f64::from(row[2]))
}
