//! Adaptive steps, whose length the GPU chooses: the parameters of a step's kernels, and the
//! kernels that set the times in them.

use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Mirrored, Tuning};
use crate::physics::{Bodies, ForcePass, Parameters, Precision};
use crate::{mirrored, wgsl};

mirrored! {
    /// Time and length of adaptive steps, in GPU memory. Numbers are in two parts.
    pub struct StepState {
        /// Time since adaptive steps started.
        pub time: [f32; 2],
        /// The current step.
        pub step: [f32; 2],
        /// The previous step.
        pub previous: [f32; 2],
        /// Bits of the largest acceleration since the current step was chosen.
        pub largest: u32,
        /// Unused.
        pub padding: u32,
    }
}

mirrored! {
    /// Parameters of `motion/largest`.
    pub struct LargestParams {
        /// Number of bodies.
        pub count: u32,
        /// Rows of partial sums.
        pub shares: u32,
    }
}

mirrored! {
    /// Parameters of `motion/choose_step`.
    pub struct ChooseStepParams {
        /// The longest step, in two parts.
        pub time_step: [f32; 2],
        /// The accuracy times the root of the softening length.
        pub factor: f32,
        /// Number of times to set.
        pub count: u32,
        /// Always 0, which no compiler can know.
        pub zero: u32,
        /// How many steps back the step is that mirrors this one in time; 0 for steps without
        /// symmetry.
        pub mirrored: u32,
    }
}

mirrored! {
    /// A time that depends on the step.
    pub struct StepTime {
        /// Multiple of the step, in two parts.
        pub coefficient: [f32; 2],
        /// Where to write it, counted in pairs of words.
        pub place: u32,
        /// 1 if it is a multiple of the previous step, otherwise 0.
        pub is_previous: u32,
    }
}

/// A number as the sum of two in single precision, the second being what the first leaves over.
pub(super) fn parts(number: f64) -> [f32; 2] {
    [number as f32, (number - f64::from(number as f32)) as f32]
}

/// The files of `motion/largest`, with the number type that `$real` declares.
macro_rules! largest {
    ($real:literal) => {
        &[wgsl!("motion/largest.wgsl"), wgsl!($real)]
    };
}

/// Finds the largest acceleration of a force pass.
pub const LARGEST: KernelSource =
    KernelSource::trusted("motion/largest", largest!("real_f32.wgsl"), &[&[]]);

/// Finds the largest acceleration of a force pass in double precision.
pub const LARGEST_F64: KernelSource =
    KernelSource::trusted("motion/largest", largest!("real_f64.wgsl"), &[&[]]);

/// Chooses the length of the next step.
pub const CHOOSE_STEP: KernelSource = KernelSource::trusted(
    "motion/choose_step",
    &[wgsl!("motion/choose_step.wgsl"), wgsl!("motion/state_pair.wgsl"), wgsl!("real_f32.wgsl")],
    &[&[]],
);

/// Copies a [`StepState`].
pub const COPY_STEP: KernelSource =
    KernelSource::trusted("motion/copy_step", &[wgsl!("motion/copy_step.wgsl")], &[&[]]);

/// The step that a time is a multiple of: the current or the previous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    Present,
    Previous,
}

/// The parameters of one kernel, as a binding.
pub(super) struct Uniform {
    buffer: wgpu::Buffer,
    place: Option<(u64, u64)>,
}

impl Uniform {
    fn resource(&self) -> wgpu::BindingResource<'_> {
        let Some((offset, size)) = self.place else { return self.buffer.as_entire_binding() };
        let size = wgpu::BufferSize::new(size);
        wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer: &self.buffer, offset, size })
    }

    /// Binds a kernel to these parameters, as `name`, and to buffers.
    pub(super) fn bind(
        &self,
        gpu: &Gpu,
        kernel: &KernelSource,
        tuning: Tuning,
        name: &str,
        buffers: &[(&str, &wgpu::Buffer)],
    ) -> Result<Bound, GpuError> {
        let mut resources = vec![(name, self.resource())];
        resources.extend(buffers.iter().map(|(name, buffer)| (*name, buffer.as_entire_binding())));
        gpu.kernel(kernel, tuning)?.bind_resources(gpu.device(), &resources)
    }
}

/// Bytes between the parameters of two kernels: an offset that every adapter can bind.
const STRIDE: u64 = 256;
/// Most kernels in a scheme: `yoshida-6` has eleven.
const MAX: u64 = 64;

/// The parameters of a scheme's kernels. Each has its own buffer; if the GPU chooses the steps, all
/// share one, in which it sets the times.
pub(super) struct Settings<'a> {
    gpu: &'a Gpu,
    chosen: Option<Chosen>,
}

/// The shared buffer and the times in it.
struct Chosen {
    all: Buffer<[f32; 2]>,
    used: u64,
    times: Vec<StepTime>,
}

impl<'a> Settings<'a> {
    /// Parameters that stay as they are, or whose times the GPU sets.
    pub(super) fn new(gpu: &'a Gpu, is_adaptive: bool) -> Result<Self, GpuError> {
        let chosen = match is_adaptive {
            true => Some(Chosen {
                all: Buffer::parameters(gpu, "motion/settings", (MAX * STRIDE / 8) as usize)?,
                used: 0,
                times: Vec::new(),
            }),
            false => None,
        };
        Ok(Self { gpu, chosen })
    }

    /// The parameters `values` of a kernel, whose members `times` are these multiples of a step.
    pub(super) fn uniform<T: Mirrored>(
        &mut self,
        label: &str,
        values: &T,
        times: &[(&str, f64, Of)],
    ) -> Result<Uniform, GpuError> {
        let Some(Chosen { all, used, times: set }) = &mut self.chosen else {
            return Ok(Uniform {
                buffer: self.gpu.uniform(label, values)?.raw().clone(),
                place: None,
            });
        };
        assert!(*used < MAX * STRIDE, "too many kernels for the buffer of parameters");
        let offset = *used;
        *used += STRIDE;
        self.gpu.queue().write_buffer(all.raw(), offset, bytemuck::bytes_of(values));
        for &(name, coefficient, of) in times {
            let member = T::MEMBERS.iter().find(|(member, _)| *member == name);
            let (_, at) = member.unwrap_or_else(|| panic!("{} has no member `{name}`", T::NAME));
            let place = (offset as usize + at) / size_of::<[f32; 2]>();
            set.push(StepTime {
                coefficient: parts(coefficient),
                place: place as u32,
                is_previous: u32::from(of == Of::Previous),
            });
        }
        Ok(Uniform { buffer: all.raw().clone(), place: Some((offset, size_of::<T>() as u64)) })
    }

    /// Chooses the steps whose times were given to [`Settings::uniform`], if the GPU does.
    pub(super) fn chooser(
        self,
        bodies: &Bodies,
        gravity: &ForcePass,
        parameters: &Parameters,
        state: Option<&Buffer<StepState>>,
    ) -> Result<Option<Chooser>, GpuError> {
        let (gpu, Some(Chosen { all, times, .. }), Some(state), Some(eta)) =
            (self.gpu, self.chosen, state, parameters.adaptive)
        else {
            return Ok(None);
        };
        let uniform = gpu.uniform(
            "motion/largest",
            &LargestParams { count: bodies.count(), shares: gravity.shares() },
        )?;
        let kernel = if bodies.precision() == Precision::Double { &LARGEST_F64 } else { &LARGEST };
        let buffers = [
            ("largest_of", uniform.raw()),
            ("partial", gravity.partial().raw()),
            ("state", state.raw()),
        ];
        let largest = gpu.kernel(kernel, &[])?.bind(gpu.device(), &buffers)?;
        let values = ChooseStepParams {
            time_step: parts(parameters.time_step),
            factor: (eta * parameters.softening.sqrt()) as f32,
            count: times.len() as u32,
            zero: 0,
            mirrored: parameters.integrator.mirrored_step(),
        };
        let uniform = gpu.uniform("motion/choose_step", &values)?;
        let table = gpu.storage_from("motion/step_times", &times)?;
        let buffers = [
            ("choose_of", uniform.raw()),
            ("step_times", table.raw()),
            ("state", state.raw()),
            ("times_set", all.raw()),
        ];
        let choose = gpu.kernel(&CHOOSE_STEP, &[])?.bind(gpu.device(), &buffers)?;
        Ok(Some(Chooser { largest, choose }))
    }
}

/// Finds the largest acceleration of a force pass and chooses a step from it.
#[derive(Debug)]
pub(super) struct Chooser {
    pub(super) largest: Bound,
    pub(super) choose: Bound,
}

/// Copies a [`StepState`].
pub(super) fn copy(
    gpu: &Gpu,
    from: &Buffer<StepState>,
    to: &Buffer<StepState>,
) -> Result<Bound, GpuError> {
    gpu.kernel(&COPY_STEP, &[])?
        .bind(gpu.device(), &[("state", from.raw()), ("state_copy", to.raw())])
}
