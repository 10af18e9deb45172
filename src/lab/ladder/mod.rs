//! The tuning ladder: eleven kernels of all-pairs gravity, each the one before with one change, to
//! the letter of M. Burtscher's CUDA Optimization Tutorial. They run only on request, with separate
//! buffers.

mod difference;
mod measure;
mod rung;

use std::ops::Range;
use std::sync::Arc;

use glam::DVec3;

pub use difference::{Change, difference};
pub(super) use measure::measure;
pub use rung::{Counts, RUNG_10_F64, RUNGS, Rung};

use crate::gpu::{Bound, Buffer, Gpu, GpuError, Kernel};
use crate::mirrored;
use crate::name::Named;
use crate::physics::{Body, Precision, Softening};
use crate::words::{Text, say};

mirrored! {
    /// Parameters of every rung.
    pub struct RungParams {
        /// Number of bodies.
        pub count: u32,
        /// The squared softening length.
        pub softening_squared: f32,
    }
}

mirrored! {
    /// Parameters of a rung in double precision.
    pub struct RungParamsF64 {
        /// Number of bodies.
        pub count: u32,
        /// Unused.
        pub padding: u32,
        /// The squared softening length.
        pub softening_squared: f64,
    }
}

mirrored! {
    /// The bodies that one dispatch of rung 0 handles.
    pub struct RungRange {
        /// The first.
        pub first: u32,
        /// One past the last.
        pub end: u32,
    }
}

mirrored! {
    /// A body in an array of structs.
    pub struct RungBody {
        /// Mass.
        pub mass: f32,
        /// Position.
        pub posx: f32,
        /// Position.
        pub posy: f32,
        /// Position.
        pub posz: f32,
        /// Velocity.
        pub velx: f32,
        /// Velocity.
        pub vely: f32,
        /// Velocity.
        pub velz: f32,
        /// Acceleration.
        pub accx: f32,
        /// Acceleration.
        pub accy: f32,
        /// Acceleration.
        pub accz: f32,
    }
}

/// Most bodies that one thread accepts: a pass takes minutes with more.
pub const MAX_FOR_ONE_THREAD: u32 = 16_384;
/// Threads per workgroup from rung 1 on.
const WORKGROUP: usize = 256;
/// Iterations of a loop in addition to one per term: that in which it ends, and those of a loop
/// around it.
const BESIDES: u64 = 4;

/// The accelerations of bodies by one rung of the tuning ladder, n² interactions of n bodies:
/// buffers of its own, and dispatches to record.
#[derive(Debug)]
pub struct Ladder {
    dispatches: Vec<(Bound, u32)>,
    result: Accelerations,
}

/// Where the kernel writes.
#[derive(Debug)]
enum Accelerations {
    Structs(Buffer<RungBody>),
    Arrays([Buffer<f32>; 3]),
    Doubles([Buffer<f64>; 3]),
}

impl Ladder {
    /// Uploads `bodies` in single precision, in the scene's units with the gravitational constant
    /// 1, and prepares the rung's kernel. Until it has run, all accelerations are NaN.
    ///
    /// # Errors
    /// [`GpuError::Unsupported`] for the last rung, which has no kernel, without bodies, without
    /// softening (some rungs need it: 1e-10 at least), and for more bodies than one thread, the
    /// driver's longest loop or one dispatch can take; otherwise if the kernel does not compile or
    /// memory runs out.
    pub fn new(gpu: &Gpu, bodies: &[Body], softening: f64, rung: Rung) -> Result<Self, GpuError> {
        let softening = Softening::from(softening);
        let (is_softened, softening_squared) = (softening.is_some(), softening.squared() as f32);
        check(gpu, bodies.len(), is_softened, rung)?;
        let Some(kernel) = rung.kernel() else { return Err(without_kernel(gpu, rung)) };
        let kernel = gpu.kernel(kernel, &[])?;
        let params = RungParams { count: bodies.len() as u32, softening_squared };
        // Kernels of WGSL have no arguments; a buffer that each thread reads once stands for them.
        let params = if rung.number() < 3 {
            gpu.storage_from("ladder/params", &[params])?
        } else {
            gpu.uniform("ladder/params", &params)?
        };
        if rung.number() < 2 {
            return Self::of_structs(gpu, bodies, rung, &kernel, &params);
        }
        let (dispatches, result) =
            of_arrays(gpu, bodies, &kernel, params.raw(), |number| number as f32)?;
        Ok(Self { dispatches, result: Accelerations::Arrays(result) })
    }

    /// Uploads `bodies` in double precision, and prepares rung 10, the last one with a kernel.
    ///
    /// # Errors
    /// As [`Ladder::new`]; [`GpuError::Unsupported`] if the adapter has no double precision.
    pub fn in_double(gpu: &Gpu, bodies: &[Body], softening: f64) -> Result<Self, GpuError> {
        let rung = Rung::Rung10;
        check(gpu, bodies.len(), Softening::from(softening).is_some(), rung)?;
        if !Precision::Double.is_supported(gpu) {
            let missing = say!("missing-double");
            return Err(unsupported(gpu, rung, missing, say!("remedy-adapter-or-single")));
        }
        let kernel = gpu.kernel(&RUNG_10_F64, &[])?;
        let params = RungParamsF64 {
            count: bodies.len() as u32,
            padding: 0,
            softening_squared: softening * softening,
        };
        let params = gpu.uniform("ladder/params", &params)?;
        let (dispatches, result) = of_arrays(gpu, bodies, &kernel, params.raw(), |number| number)?;
        Ok(Self { dispatches, result: Accelerations::Doubles(result) })
    }

    fn of_structs(
        gpu: &Gpu,
        bodies: &[Body],
        rung: Rung,
        kernel: &Arc<Kernel>,
        params: &Buffer<RungParams>,
    ) -> Result<Self, GpuError> {
        let structs =
            gpu.storage_from("ladder/bodies", &bodies.iter().map(in_struct).collect::<Vec<_>>())?;
        let buffers = [("params", params.raw()), ("bodies", structs.raw())];
        let dispatches = if rung == Rung::Rung0 {
            let bind = |range: Range<u32>| {
                let range = gpu.storage_from(
                    "ladder/range",
                    &[RungRange { first: range.start, end: range.end }],
                )?;
                Ok((
                    kernel.bind(gpu.device(), &[buffers[0], buffers[1], ("range", range.raw())])?,
                    1,
                ))
            };
            ranges(gpu, bodies.len()).map(bind).collect::<Result<_, GpuError>>()?
        } else {
            vec![(kernel.bind(gpu.device(), &buffers)?, workgroups(bodies.len()))]
        };
        Ok(Self { dispatches, result: Accelerations::Structs(structs) })
    }

    /// Encodes the sum of all accelerations. It can be repeated: the bodies stay where they are.
    pub fn encode(&self, pass: &mut wgpu::ComputePass) {
        self.dispatches.iter().for_each(|(bound, groups)| bound.dispatch(pass, [*groups, 1, 1]));
    }

    /// Reads the accelerations of the last submitted pass, one per body in the order given, and
    /// waits for them.
    ///
    /// # Errors
    /// As [`Gpu::read`].
    pub fn accelerations(&self, gpu: &Gpu) -> Result<Vec<DVec3>, GpuError> {
        let vector = |x: f32, y: f32, z: f32| DVec3::new(x.into(), y.into(), z.into());
        match &self.result {
            Accelerations::Structs(bodies) => Ok(gpu
                .read(bodies)?
                .iter()
                .map(|body| vector(body.accx, body.accy, body.accz))
                .collect()),
            Accelerations::Arrays([x, y, z]) => {
                let (x, y, z) = (gpu.read(x)?, gpu.read(y)?, gpu.read(z)?);
                Ok((0..x.len()).map(|index| vector(x[index], y[index], z[index])).collect())
            }
            Accelerations::Doubles([x, y, z]) => {
                let (x, y, z) = (gpu.read(x)?, gpu.read(y)?, gpu.read(z)?);
                Ok((0..x.len()).map(|index| DVec3::new(x[index], y[index], z[index])).collect())
            }
        }
    }
}

/// The dispatches of a kernel over scalar arrays of these numbers, and the arrays of accelerations.
#[allow(clippy::type_complexity, reason = "a pair whose parts the two callers take apart")]
fn of_arrays<T: bytemuck::Pod>(
    gpu: &Gpu,
    bodies: &[Body],
    kernel: &Arc<Kernel>,
    params: &wgpu::Buffer,
    rounded: impl Fn(f64) -> T,
) -> Result<(Vec<(Bound, u32)>, [Buffer<T>; 3]), GpuError> {
    let array = |name: &str, value: &dyn Fn(&Body) -> f64| {
        gpu.storage_from(
            &format!("ladder/{name}"),
            &bodies.iter().map(|body| rounded(value(body))).collect::<Vec<_>>(),
        )
    };
    let mass = array("mass", &|body| body.mass)?;
    let position = [
        array("posx", &|body| body.position.x)?,
        array("posy", &|body| body.position.y)?,
        array("posz", &|body| body.position.z)?,
    ];
    let unset = |name| array(name, &|_| f64::NAN);
    let result = [unset("accx")?, unset("accy")?, unset("accz")?];
    let buffers = [
        ("params", params),
        ("mass", mass.raw()),
        ("posx", position[0].raw()),
        ("posy", position[1].raw()),
        ("posz", position[2].raw()),
        ("accx", result[0].raw()),
        ("accy", result[1].raw()),
        ("accz", result[2].raw()),
    ];
    Ok((vec![(kernel.bind(gpu.device(), &buffers)?, workgroups(bodies.len()))], result))
}

/// A body as a struct, without an acceleration yet.
fn in_struct(body: &Body) -> RungBody {
    let ([posx, posy, posz], [velx, vely, velz]) =
        (body.position.as_vec3().to_array(), body.velocity.as_vec3().to_array());
    let (mass, nan) = (body.mass as f32, f32::NAN);
    RungBody { mass, posx, posy, posz, velx, vely, velz, accx: nan, accy: nan, accz: nan }
}

fn workgroups(count: usize) -> u32 {
    count.div_ceil(WORKGROUP) as u32
}

/// The bodies of each dispatch of rung 0: all in one or, if the driver ends long loops, as many as
/// it allows.
fn ranges(gpu: &Gpu, count: usize) -> impl Iterator<Item = Range<u32>> {
    let at_once =
        (u64::from(gpu.adapter().loop_limit()) / (count as u64 + BESIDES)).max(1) as usize;
    (0..count).step_by(at_once).map(move |first| first as u32..count.min(first + at_once) as u32)
}

/// Loop iterations per thread and, in rung 0, per body.
fn iterations(rung: Rung, count: usize) -> u64 {
    let per_tile = |terms: usize| workgroups(count) as u64 * ((WORKGROUP / terms) as u64 + BESIDES);
    match rung.number() {
        0..6 => count as u64 + BESIDES,
        6 => per_tile(1),
        7..10 => per_tile(8),
        _ => per_tile(128),
    }
}

fn unsupported(gpu: &Gpu, rung: Rung, missing: Text, remedy: Text) -> GpuError {
    GpuError::unsupported(rung.name().to_owned(), gpu.adapter_name(), missing, remedy)
}

fn without_kernel(gpu: &Gpu, rung: Rung) -> GpuError {
    unsupported(gpu, rung, say!("missing-fast-math"), say!("remedy-rung"))
}

/// Rejects what the rung cannot compute here.
pub(super) fn check(
    gpu: &Gpu,
    count: usize,
    is_softened: bool,
    rung: Rung,
) -> Result<(), GpuError> {
    if count == 0 {
        return Err(unsupported(gpu, rung, say!("missing-bodies"), say!("remedy-body")));
    }
    if !is_softened {
        let missing = say!("missing-softening");
        return Err(unsupported(gpu, rung, missing, say!("remedy-softening")));
    }
    if rung == Rung::Rung0 && count > MAX_FOR_ONE_THREAD as usize {
        let missing = say!("missing-watchdog-bodies", most = MAX_FOR_ONE_THREAD);
        return Err(unsupported(gpu, rung, missing, say!("remedy-fewer-bodies-or-rung")));
    }
    let limit = gpu.adapter().loop_limit();
    if iterations(rung, count) > u64::from(limit) {
        return Err(unsupported(
            gpu,
            rung,
            say!("missing-loops", limit = limit),
            say!("remedy-fewer-bodies"),
        ));
    }
    let most = gpu.limits().max_compute_workgroups_per_dimension;
    if rung != Rung::Rung0 && count.div_ceil(WORKGROUP) > most as usize {
        return Err(unsupported(
            gpu,
            rung,
            say!("missing-dispatch", most = most),
            say!("remedy-fewer-bodies"),
        ));
    }
    Ok(())
}
