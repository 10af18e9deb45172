//! External accelerations: a field from the caller, in WGSL.

use super::{Bodies, ExternalField, ForcePass, Precision};
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Part};
use crate::wgsl;

/// The files of `motion/add_external` without the caller's, with the number type that `$real`
/// declares.
macro_rules! add_external {
    ($real:literal) => {
        KernelSource::new(
            "motion/add_external",
            &[wgsl!("motion/add_external.wgsl"), wgsl!($real)],
            &[&[]],
        )
    };
}

const ADD: KernelSource = add_external!("real_f32.wgsl");
const ADD_F64: KernelSource = add_external!("real_f64.wgsl");
const NOTHING: &[Part] = &[wgsl!("motion/no_external.wgsl")];
const FIELD: &[Part] = &[wgsl!("motion/from_field.wgsl")];

/// Adds an external acceleration, here one of zero.
pub const ADD_EXTERNAL: KernelSource = ADD.with(NOTHING);

/// Adds an external acceleration in double precision, here one of zero.
pub const ADD_EXTERNAL_F64: KernelSource = ADD_F64.with(NOTHING);

/// Adds the external field of a scene.
pub const ADD_FIELD: KernelSource = ADD.with(FIELD);

/// Adds the external field of a scene in double precision.
pub const ADD_FIELD_F64: KernelSource = ADD_F64.with(FIELD);

/// An acceleration that is added to each body's at every force pass: an external field, written in
/// WGSL by the caller.
///
/// The WGSL declares `fn external_acceleration(position: real3, velocity: real3, mass: real) ->
/// real3`. `real` is the type of the forces: `f64` in that precision, otherwise `f32`.
/// `inverse_root(x: real)` is 1 / sqrt(x) in both, so that one text can serve every precision. The
/// WGSL may declare buffers from `@group(0) @binding(3)` on, which [`External::with_buffer`] binds
/// by name. Rewriting them between submissions makes the field change with time.
///
/// The velocity is the current one when forces are evaluated. With symplectic integrators, it is
/// half a kick away from the moment of the position: a force that depends on velocity lowers their
/// order, but not that of `runge-kutta-4`.
///
/// ```
/// use starshell::gpu::Part;
/// use starshell::physics::External;
///
/// const GRAVITY: External = External::new(&[Part {
///     path: "gravity.wgsl",
///     source: "fn external_acceleration(position: real3, velocity: real3, mass: real) -> real3 {
///         return real3(0.0, 0.0, -9.81);
///     }",
/// }]);
/// ```
#[derive(Clone, Debug)]
pub struct External {
    wgsl: Field,
    buffers: Vec<(&'static str, wgpu::Buffer)>,
}

/// The caller's WGSL: embedded, or made at run time.
#[derive(Clone, Debug)]
enum Field {
    Embedded(&'static [Part]),
    Made(String),
}

impl External {
    /// The field declared by this WGSL.
    pub const fn new(wgsl: &'static [Part]) -> Self {
        Self { wgsl: Field::Embedded(wgsl), buffers: Vec::new() }
    }

    /// The field declared by WGSL that was made at run time. Errors call it `external.wgsl`.
    pub fn from_wgsl(wgsl: impl Into<String>) -> Self {
        Self { wgsl: Field::Made(wgsl.into()), buffers: Vec::new() }
    }

    /// The field of a scene, for bodies with this softening.
    pub(super) fn of_scene(
        gpu: &Gpu,
        field: &ExternalField,
        softening: f64,
    ) -> Result<Self, GpuError> {
        let params = gpu.uniform("motion/external_of", &field.params(softening))?;
        Ok(Self::new(FIELD).with_buffer("external_of", &params))
    }

    /// Binds `buffer` to the `var` of this name, which the WGSL must use.
    #[must_use]
    pub fn with_buffer<T: bytemuck::Pod>(mut self, name: &'static str, buffer: &Buffer<T>) -> Self {
        self.buffers.push((name, buffer.raw().clone()));
        self
    }

    /// Adds the field to the sums of `gravity`, once a force pass is complete.
    pub(super) fn bind(
        &self,
        gpu: &Gpu,
        bodies: &Bodies,
        gravity: &ForcePass,
    ) -> Result<Bound, GpuError> {
        let (kernel, row) = match bodies.precision() {
            Precision::Single | Precision::Pair => (ADD, size_of::<[f32; 4]>()),
            Precision::Double => (ADD_F64, size_of::<[f64; 4]>()),
        };
        let [position, velocity] = bodies.pulled();
        let size = wgpu::BufferSize::new(u64::from(bodies.count()) * row as u64);
        let sums = wgpu::BufferBinding { buffer: gravity.partial().raw(), offset: 0, size };
        let mut resources = vec![
            ("position", position.as_entire_binding()),
            ("velocity", velocity.as_entire_binding()),
            ("partial", wgpu::BindingResource::Buffer(sums)),
        ];
        resources
            .extend(self.buffers.iter().map(|(name, buffer)| (*name, buffer.as_entire_binding())));
        let kernel = match &self.wgsl {
            Field::Embedded(parts) => gpu.kernel(&kernel.with(parts), &[])?,
            Field::Made(text) => gpu.kernel_with(&kernel, "external.wgsl", text)?,
        };
        kernel.bind_resources(gpu.device(), &resources)
    }
}
