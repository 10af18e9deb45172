//! The GPU: adapter, device, kernels, buffers, timers. No physics.
//!
//! Use it to run WGSL of your own on any adapter: bindings, workgroup size and tunables stay in the
//! WGSL, and Rust binds buffers by name. [`crate::primitives`] and everything above record into
//! encoders of the same [`Gpu`], so that your kernels and theirs share buffers and submissions.
//!
//! ```
//! use starshell::gpu::{Gpu, KernelSource, Part};
//!
//! /// The last part of the label names the entry point.
//! const DOUBLE: KernelSource = KernelSource::new("example/double", &[Part {
//!     path: "double.wgsl",
//!     source: "
//!         @group(0) @binding(0) var<storage, read_write> numbers: array<f32>;
//!         @compute @workgroup_size(64) fn double(@builtin(global_invocation_id) id: vec3u) {
//!             if (id.x < arrayLength(&numbers)) { numbers[id.x] *= 2.0; }
//!         }",
//! }], &[&[]]);
//!
//! let gpu = Gpu::open(None)?;
//! let numbers = gpu.storage_from("numbers", &[1.0_f32, 2.0, 3.0])?;
//! let double = gpu.kernel(&DOUBLE, &[])?.bind(gpu.device(), &[("numbers", numbers.raw())])?;
//! let mut encoder = gpu.encoder("example");
//! double.dispatch_threads(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()), 3);
//! gpu.submit(encoder);
//! assert_eq!(gpu.read(&numbers)?, [2.0, 4.0, 6.0]);
//! # Ok::<(), starshell::gpu::GpuError>(())
//! ```

mod adapter;
mod buffer;
mod cache;
mod deliveries;
mod draw;
mod error;
mod failures;
mod findings;
mod kernel;
mod mirror;
mod open;
mod part;
mod readbacks;
mod text;
mod timer;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

#[doc(hidden)]
pub use bytemuck; // for `mirrored!` in other crates

pub use adapter::{ADAPTER_VARIABLE, Adapter, adapters};
pub use buffer::Buffer;
use cache::Compiled;
pub(crate) use draw::{Draw, DrawTarget};
pub use error::{GpuError, ShaderError};
pub use findings::Findings;
#[cfg(feature = "lab")]
pub(crate) use kernel::recorded;
pub use kernel::{Bound, Kernel, KernelSource, Tuning, tuned};
#[cfg(test)]
pub(crate) use mirror::agree;
pub use mirror::{Mirrored, compare_mirror};
pub use part::Part;
pub(crate) use part::wgsl;
pub use readbacks::{Readback, Readbacks};
pub(crate) use text::Elements;
pub use timer::Timer;

use text::Wgsl;

/// Features that Starshell uses if the adapter has them, and why.
pub const FEATURES_USED: &[(wgpu::Features, &str)] = &[
    (
        wgpu::Features::TIMESTAMP_QUERY,
        "timestamps: benchmarks use the GPU's clock instead of the host's",
    ),
    (
        wgpu::Features::SUBGROUP,
        "subgroups: each pair of bodies is computed once, if their size is fixed",
    ),
    (wgpu::Features::SUBGROUP_BARRIER, "subgroup barriers: the same"),
    (wgpu::Features::SHADER_F64, "double precision: the precision f64"),
    (wgpu::Features::SHADER_INT64, "64-bit integers: their sums, extremes and scans"),
    (
        wgpu::Features::SHADER_FLOAT32_ATOMIC,
        "atomic float sums: kernels that add in no fixed order",
    ),
];

/// An open adapter: its device, its queue and the kernels compiled for it. Clones share all of
/// these; a [`Gpu::sibling`] has its own.
#[derive(Clone, Debug)]
pub struct Gpu {
    adapter: Arc<Adapter>,
    device: wgpu::Device,
    queue: wgpu::Queue,
    limits: Arc<wgpu::Limits>,
    compiled: Compiled,
    failures: Arc<failures::Failures>,
    deliveries: Arc<deliveries::Deliveries>,
    /// The driver's message when the device was lost. A lost device stays lost.
    lost: Arc<OnceLock<String>>,
    findings: Arc<Findings>,
}

impl Gpu {
    /// Adds wgpu's run-time checks (bounds, endless loops, zeroed workgroup memory) to every
    /// kernel.
    #[must_use]
    pub fn with_runtime_checks(self) -> Self {
        Self { compiled: self.compiled.with_checks(), ..self }
    }

    /// Returns this GPU with some kernels replaced: to show that tests detect wrong kernels, or to
    /// try an alternative.
    ///
    /// `change` is called with every kernel and its complete WGSL before it is compiled, and
    /// returns the WGSL to compile instead, in the requested tuning and with wgpu's run-time
    /// checks, or `None` to leave it as it is. Replacements compose: a later one gets the WGSL that
    /// an earlier one returned. The device, buffers and unchanged kernels are shared with the
    /// original. Findings made with replaced kernels stay with the returned GPU.
    #[must_use]
    pub fn with_kernels(
        mut self,
        change: impl Fn(&KernelSource, &str) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        self.compiled.change(kernel::Change::new(change));
        self.findings = Arc::new(self.findings.without_file());
        self
    }

    /// The device.
    pub fn device(&self) -> &wgpu::Device {
        &self.device
    }

    /// The queue.
    pub fn queue(&self) -> &wgpu::Queue {
        &self.queue
    }

    /// The adapter.
    pub fn adapter(&self) -> &Adapter {
        &self.adapter
    }

    /// The adapter's name.
    pub fn adapter_name(&self) -> &str {
        &self.adapter.info().name
    }

    /// Whether the adapter runs on the CPU, like Mesa's lavapipe.
    pub fn is_software(&self) -> bool {
        self.adapter.is_software()
    }

    /// What is known about the adapter beyond what its driver reports.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// Threads per subgroup, if the adapter has a single subgroup size.
    pub fn subgroup_size(&self) -> Option<u32> {
        let both = wgpu::Features::SUBGROUP | wgpu::Features::SUBGROUP_BARRIER;
        let info = self.adapter.info();
        let is_fixed =
            self.features().contains(both) && info.subgroup_min_size == info.subgroup_max_size;
        is_fixed.then_some(info.subgroup_min_size)
    }

    /// The device's limits.
    pub fn limits(&self) -> &wgpu::Limits {
        &self.limits
    }

    /// The features in use.
    pub fn features(&self) -> wgpu::Features {
        self.device.features()
    }

    /// The compiled kernel. Each tuning is compiled once.
    ///
    /// # Errors
    /// [`GpuError::Shader`].
    pub fn kernel(
        &self,
        source: &KernelSource,
        tuning: &[(&'static str, u32)],
    ) -> Result<Arc<Kernel>, GpuError> {
        let wgsl = self.compiled.changed(source).tuned(tuning)?.unrolled();
        Ok(self.compiled.kernel(&self.device, wgsl)?)
    }

    /// The kernel whose complete WGSL was made at run time. The last part of the label names the
    /// entry point. It keeps wgpu's run-time checks, and each text is compiled once.
    ///
    /// ```
    /// use starshell::gpu::Gpu;
    ///
    /// let gpu = Gpu::open(None)?;
    /// let numbers = gpu.storage_from("numbers", &[1_u32, 2, 3])?;
    /// let factor = std::process::id();
    /// let kernel = gpu.kernel_from_wgsl("example/scale", format!("
    ///     @group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
    ///     @compute @workgroup_size(64) fn scale(@builtin(global_invocation_id) id: vec3u) {{
    ///         if (id.x < arrayLength(&numbers)) {{ numbers[id.x] *= {factor}u; }}
    ///     }}"))?;
    /// let scale = kernel.bind(gpu.device(), &[("numbers", numbers.raw())])?;
    /// let mut encoder = gpu.encoder("example");
    /// scale.dispatch_threads(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()), 3);
    /// gpu.submit(encoder);
    /// assert_eq!(gpu.read(&numbers)?, [1, 2, 3].map(|number: u32| number.wrapping_mul(factor)));
    /// # Ok::<(), starshell::gpu::GpuError>(())
    /// ```
    ///
    /// # Errors
    /// [`GpuError::Shader`].
    pub fn kernel_from_wgsl(
        &self,
        label: &'static str,
        wgsl: impl Into<String>,
    ) -> Result<Arc<Kernel>, GpuError> {
        Ok(self.compiled.kernel(&self.device, Wgsl::new(label, wgsl))?)
    }

    /// The compiled kernel of `source` with another file, which was made at run time, and wgpu's
    /// run-time checks.
    pub(crate) fn kernel_with(
        &self,
        source: &KernelSource,
        path: &'static str,
        wgsl: &str,
    ) -> Result<Arc<Kernel>, GpuError> {
        let mut text = Wgsl { is_trusted: false, ..self.compiled.changed(source) };
        text.push(path, wgsl);
        Ok(self.compiled.kernel(&self.device, text)?)
    }

    /// Whether the other is a clone of this one.
    pub(crate) fn is_same_device(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.deliveries, &other.deliveries)
    }

    /// The compiled drawing pass of `source` for `target`, with these values for constants of its
    /// WGSL. Each is compiled once.
    ///
    /// # Errors
    /// [`GpuError::Shader`].
    pub(crate) fn draw(
        &self,
        source: &KernelSource,
        tuning: Tuning,
        target: &DrawTarget,
    ) -> Result<Arc<Draw>, GpuError> {
        self.compiled.draw(&self.device, self.compiled.changed(source).tuned(tuning)?, target)
    }

    /// Runs `create` and reports out-of-memory as an error that names `what`.
    pub(crate) fn allocating<R>(
        &self,
        what: &str,
        create: impl FnOnce() -> R,
    ) -> Result<R, GpuError> {
        let scope = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let created = create();
        match pollster::block_on(scope.pop()) {
            None => Ok(created),
            Some(_) => Err(GpuError::OutOfMemory {
                what: what.to_owned(),
                adapter: self.adapter_name().to_owned(),
            }),
        }
    }

    /// An encoder to record commands into.
    pub fn encoder(&self, label: &str) -> wgpu::CommandEncoder {
        self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some(label) })
    }

    /// Submits the recorded commands, without waiting, and requests the copies to the host among
    /// them.
    pub fn submit(&self, encoder: wgpu::CommandEncoder) -> wgpu::SubmissionIndex {
        let identity = deliveries::identity(&encoder);
        let submission = self.queue.submit([encoder.finish()]);
        self.deliveries.submitted(identity, &submission);
        submission
    }

    /// Delivers the readbacks that are ready, without waiting.
    ///
    /// # Errors
    /// The first failure that the driver reported since the last call, once; failures in a
    /// [`Gpu::attempt`] are reported only there. [`GpuError::Lost`] from then on once the device is
    /// lost.
    pub fn poll(&self) -> Result<(), GpuError> {
        self.poll_for(wgpu::PollType::Poll)
    }

    /// Waits until everything submitted has run and everything requested has arrived.
    ///
    /// # Errors
    /// As [`Gpu::poll`].
    pub fn wait(&self) -> Result<(), GpuError> {
        let made = self.deliveries.made();
        self.poll_for(wgpu::PollType::wait_indefinitely())?;
        self.deliveries.wait(made);
        Ok(())
    }

    /// Waits until this submission and all before it have run.
    ///
    /// # Errors
    /// As [`Gpu::poll`].
    pub fn wait_for(&self, submission: wgpu::SubmissionIndex) -> Result<(), GpuError> {
        self.poll_for(wgpu::PollType::Wait { submission_index: Some(submission), timeout: None })
    }

    /// Like [`Gpu::wait_for`], but waits at most `longest`; returns whether the submission has run.
    ///
    /// # Errors
    /// As [`Gpu::wait_for`].
    pub(crate) fn wait_at_most(
        &self,
        submission: wgpu::SubmissionIndex,
        longest: Duration,
    ) -> Result<bool, GpuError> {
        match self.device.poll(wgpu::PollType::Wait {
            submission_index: Some(submission),
            timeout: Some(longest),
        }) {
            Err(wgpu::PollError::Timeout) => Ok(false),
            // `poll` reports any other failure.
            _ => self.poll().map(|()| true),
        }
    }

    /// Runs `work` in its own error scope: failures that the driver reports on this thread
    /// meanwhile are returned only here, and polls within `work` report nothing from other threads.
    /// Use it for background work on the window's device; work that needs no buffers of that device
    /// is better done on a [`Gpu::sibling`].
    ///
    /// # Errors
    /// The error of `work`; if it succeeds, the first failure that the driver reported and `work`
    /// did not poll.
    pub fn attempt<R, E: From<GpuError>>(
        &self,
        work: impl FnOnce() -> Result<R, E>,
    ) -> Result<R, E> {
        self.failures.attempt(work)
    }

    fn poll_for(&self, poll: wgpu::PollType) -> Result<(), GpuError> {
        let polled = self.device.poll(poll);
        if let Some(message) = self.lost.get() {
            return Err(GpuError::Lost(message.clone()));
        }
        if let Some(failure) = self.failures.take() {
            return Err(failure);
        }
        polled.map(|_| ()).map_err(|error| GpuError::Lost(error.to_string()))
    }
}
