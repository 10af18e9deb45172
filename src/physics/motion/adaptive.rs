//! Steps whose length the GPU chooses: the parameters of a step's kernels, and what sets the times in them.

use super::parts;
use crate::gpu::{Bound, Buffer, Gpu, GpuError, KernelSource, Mirrored, Tuning};
use crate::physics::{Bodies, Gravity, Parameters, Precision};
use crate::{mirrored, wgsl};

mirrored! {
    /// Where steps of changing length stand, in the GPU's memory. Numbers are in two parts.
    pub struct StepState {
        /// Time since such steps began.
        pub time: [f32; 2],
        /// The present step.
        pub step: [f32; 2],
        /// The step before it.
        pub previous: [f32; 2],
        /// Bits of the largest acceleration since the present step was chosen.
        pub largest: u32,
        /// Unused.
        pub padding: u32,
    }
}

mirrored! {
    /// Parameters of `motion/largest`.
    pub struct Largest {
        /// Bodies.
        pub count: u32,
        /// Rows of partial sums.
        pub shares: u32,
    }
}

mirrored! {
    /// Parameters of `motion/choose_step`.
    pub struct ChooseStep {
        /// The longest step, in two parts.
        pub time_step: [f32; 2],
        /// The accuracy times the root of the softening length.
        pub factor: f32,
        /// Times to be set.
        pub count: u32,
        /// 0, which no compiler can know.
        pub zero: u32,
        /// Unused.
        pub padding: u32,
    }
}

mirrored! {
    /// A time that depends on the step.
    pub struct StepTime {
        /// In units of the step, in two parts.
        pub coefficient: [f32; 2],
        /// Where it goes: its place in pairs of words.
        pub place: u32,
        /// Whether it is of the step before.
        pub is_previous: u32,
    }
}

/// The files of `motion/largest` with the numbers that `$real` declares.
macro_rules! largest {
    ($real:literal) => {
        &[
            wgsl!("motion/largest.wgsl"),
            wgsl!("motion/step_state.wgsl"),
            wgsl!("diagnostics/is_finite.wgsl"),
            wgsl!("grid.wgsl"),
            wgsl!($real),
        ]
    };
}

/// The largest acceleration of a force pass.
pub const LARGEST: KernelSource = KernelSource::trusted("motion/largest", largest!("real_f32.wgsl"), &[&[]]);

/// The same in double precision.
pub const LARGEST_F64: KernelSource = KernelSource::trusted("motion/largest", largest!("real_f64.wgsl"), &[&[]]);

/// The length of the next step.
pub const CHOOSE_STEP: KernelSource = KernelSource::trusted(
    "motion/choose_step",
    &[wgsl!("motion/choose_step.wgsl"), wgsl!("motion/step_state.wgsl"), wgsl!("motion/state_pair.wgsl"), wgsl!("real_f32.wgsl")],
    &[&[]],
);

/// Copies where steps stand.
pub const COPY_STEP: KernelSource =
    KernelSource::trusted("motion/copy_step", &[wgsl!("motion/copy_step.wgsl"), wgsl!("motion/step_state.wgsl")], &[&[]]);

/// Which step a time is a part of: the one that is being made, or the one before.
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

    /// Binds a kernel whose parameters these are, by that name, to buffers.
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
        Ok(gpu.kernel(kernel, tuning)?.bind_resources(gpu.device(), &resources))
    }
}

/// Bytes from each kernel's parameters to the next: what every adapter can bind at.
const STRIDE: u64 = 256;
/// Kernels of a scheme at most: `yoshida-6` has eleven.
const MOST: u64 = 64;

/// The parameters of a scheme's kernels: each in a buffer of its own, or, where the GPU chooses the steps, all in one whose times
/// it sets.
pub(super) struct Settings<'a> {
    gpu: &'a Gpu,
    chosen: Option<Chosen>,
}

/// The one buffer, and the times in it.
struct Chosen {
    all: Buffer<[f32; 2]>,
    used: u64,
    times: Vec<StepTime>,
}

impl<'a> Settings<'a> {
    /// Parameters that stay as they are, or whose times the GPU sets.
    pub(super) fn new(gpu: &'a Gpu, is_adaptive: bool) -> Result<Self, GpuError> {
        let chosen = match is_adaptive {
            true => {
                Some(Chosen { all: gpu.parameters("motion/settings", (MOST * STRIDE / 8) as usize)?, used: 0, times: Vec::new() })
            }
            false => None,
        };
        Ok(Self { gpu, chosen })
    }

    /// The parameters `values` of a kernel, of which the members `times` are these multiples of a step.
    pub(super) fn uniform<T: Mirrored>(
        &mut self,
        label: &str,
        values: &T,
        times: &[(&str, f64, Of)],
    ) -> Result<Uniform, GpuError> {
        let Some(Chosen { all, used, times: set }) = &mut self.chosen else {
            return Ok(Uniform { buffer: self.gpu.uniform(label, values)?.raw().clone(), place: None });
        };
        assert!(*used < MOST * STRIDE, "more kernels than there is room for the parameters of");
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

    /// What chooses the steps whose times were given, where the GPU does.
    pub(super) fn chooser(
        self,
        bodies: &Bodies,
        gravity: &Gravity,
        parameters: &Parameters,
        state: Option<&Buffer<StepState>>,
    ) -> Result<Option<Chooser>, GpuError> {
        let (gpu, Some(Chosen { all, times, .. }), Some(state), Some(eta)) = (self.gpu, self.chosen, state, parameters.adaptive)
        else {
            return Ok(None);
        };
        let uniform = gpu.uniform("motion/largest", &Largest { count: bodies.count(), shares: gravity.shares() })?;
        let kernel = if bodies.precision() == Precision::Double { &LARGEST_F64 } else { &LARGEST };
        let buffers = [("largest_of", uniform.raw()), ("partial", gravity.partial().raw()), ("state", state.raw())];
        let largest = gpu.kernel(kernel, &[])?.bind(gpu.device(), &buffers);
        let values = ChooseStep {
            time_step: parts(parameters.time_step),
            factor: (eta * parameters.softening.sqrt()) as f32,
            count: times.len() as u32,
            zero: 0,
            padding: 0,
        };
        let uniform = gpu.uniform("motion/choose_step", &values)?;
        let table = gpu.storage_from("motion/step_times", &times)?;
        let buffers =
            [("choose_of", uniform.raw()), ("step_times", table.raw()), ("state", state.raw()), ("times_set", all.raw())];
        let choose = gpu.kernel(&CHOOSE_STEP, &[])?.bind(gpu.device(), &buffers);
        Ok(Some(Chooser { largest, choose }))
    }
}

/// What finds the largest acceleration of a force pass, and what chooses a step by it.
#[derive(Debug)]
pub(super) struct Chooser {
    pub(super) largest: Bound,
    pub(super) choose: Bound,
}

/// Copies where steps stand.
pub(super) fn copy(gpu: &Gpu, from: &Buffer<StepState>, to: &Buffer<StepState>) -> Result<Bound, GpuError> {
    Ok(gpu.kernel(&COPY_STEP, &[])?.bind(gpu.device(), &[("state", from.raw()), ("state_copy", to.raw())]))
}
