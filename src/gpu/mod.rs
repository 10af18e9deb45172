//! The GPU: adapter, device, kernels, buffers, time. Knows no physics.

mod adapter;
mod buffer;
mod deliveries;
mod draw;
mod error;
mod kernel;
mod memory;
mod mirror;
mod readbacks;
mod timer;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

pub use adapter::{ADAPTER_VARIABLE, adapters};
pub use buffer::{Buffer, Readback};
pub use draw::{Draw, DrawTarget};
pub use error::GpuError;
pub use kernel::{Bound, Kernel, KernelSource, Part, ShaderError, Tuning, tuned};
pub use mirror::{Mirrored, compare_mirror};
pub use readbacks::Readbacks;
pub use timer::Timer;

/// Features that Starshell uses where the adapter has them, and what for.
pub const FEATURES_USED: &[(wgpu::Features, &str)] = &[
    (wgpu::Features::TIMESTAMP_QUERY, "timestamps: benches by the GPU's own clock; by the host's without"),
    (wgpu::Features::SUBGROUP, "subgroups: each pair of bodies once, where their size is fixed"),
    (wgpu::Features::SUBGROUP_BARRIER, "barriers of a subgroup: the same"),
    (wgpu::Features::SHADER_F64, "double precision: the precision f64"),
    (wgpu::Features::SHADER_INT64, "whole numbers of 64 bits: sums, extremes and scans of them"),
    (wgpu::Features::SHADER_FLOAT32_ATOMIC, "atomic sums of floats: the formulations that add in no fixed order"),
];

/// Compiled kernels by label and composed WGSL.
type KernelCache = HashMap<(&'static str, String), Arc<Kernel>>;

/// An open adapter: its device, its queue and the kernels compiled for it. Clones share all of these.
#[derive(Clone, Debug)]
pub struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    info: Arc<wgpu::AdapterInfo>,
    limits: Arc<wgpu::Limits>,
    kernels: Arc<Mutex<KernelCache>>,
    failure: Arc<Mutex<Option<GpuError>>>,
    deliveries: Arc<deliveries::Deliveries>,
    /// What the driver said when the device was lost: it stays so.
    lost: Arc<OnceLock<String>>,
    memory: Arc<Mutex<memory::Memory>>,
    checks: bool,
    /// What kernels are replaced by, one change after the other.
    changes: Vec<kernel::Change>,
    /// Instance and adapter, where they were opened for a surface.
    screen: Option<(wgpu::Instance, wgpu::Adapter)>,
}

impl Gpu {
    /// Opens the best adapter, or the one that `wanted` names by index or part of its name. Where `wanted` is `None`,
    /// the environment variable [`ADAPTER_VARIABLE`] is asked.
    ///
    /// # Errors
    /// [`GpuError::NoAdapter`], [`GpuError::NoSuchAdapter`], [`GpuError::NoDevice`].
    pub fn open(wanted: Option<&str>) -> Result<Self, GpuError> {
        let variable = std::env::var(ADAPTER_VARIABLE).ok().filter(|value| !value.is_empty());
        let adapter = adapter::choose(adapters(), wanted.or(variable.as_deref()))?;
        // All that the adapter has: bindings of 2 GiB in place of the default 128 MiB, for instance.
        Self::open_adapter(&adapter, adapter.limits())
    }

    /// As [`Gpu::open`], but an adapter that can show its pictures on the surface that `create` makes: of each instance that
    /// is tried, since surface and adapter must belong to the same. `descriptor` describes an instance of any backend.
    ///
    /// # Errors
    /// As [`Gpu::open`]; [`GpuError::NoSurface`] where adapters are there but none of them shows on this display.
    pub fn open_for_surface(
        wanted: Option<&str>,
        descriptor: impl Fn() -> wgpu::InstanceDescriptor,
        create: impl Fn(&wgpu::Instance) -> Result<wgpu::Surface<'static>, wgpu::CreateSurfaceError>,
    ) -> Result<(Self, wgpu::Surface<'static>), GpuError> {
        let variable = std::env::var(ADAPTER_VARIABLE).ok().filter(|value| !value.is_empty());
        let (instance, adapter, surface) = adapter::choose_for_surface(wanted.or(variable.as_deref()), descriptor, create)?;
        let mut gpu = Self::open_adapter(&adapter, adapter.limits())?;
        gpu.screen = Some((instance, adapter));
        Ok((gpu, surface))
    }

    /// What a surface can show.
    pub fn surface_capabilities(&self, surface: &wgpu::Surface) -> wgpu::SurfaceCapabilities {
        self.screen.as_ref().map(|(_, adapter)| surface.get_capabilities(adapter)).unwrap_or_default()
    }

    /// The instance to make another surface with, where this GPU was opened for one.
    pub fn instance(&self) -> Option<&wgpu::Instance> {
        self.screen.as_ref().map(|(instance, _)| instance)
    }

    /// The best adapter with lower limits than it has, to see how a lesser one would do. `lower` changes the adapter's own.
    ///
    /// # Errors
    /// As [`Gpu::open`].
    pub fn open_limited(lower: impl FnOnce(&mut wgpu::Limits)) -> Result<Self, GpuError> {
        let adapter = adapter::choose(adapters(), None)?;
        let mut limits = adapter.limits();
        lower(&mut limits);
        Self::open_adapter(&adapter, limits)
    }

    /// The best adapter without some of its features, to see how one that lacks them would do.
    ///
    /// # Errors
    /// As [`Gpu::open`].
    pub fn open_without(features: wgpu::Features) -> Result<Self, GpuError> {
        let adapter = adapter::choose(adapters(), None)?;
        Self::open_adapter_with(&adapter, adapter.limits(), adapter.features() - features)
    }

    /// A device that accepts every command and runs none: for validating shaders and commands without a GPU.
    ///
    /// # Errors
    /// [`GpuError::NoAdapter`] where wgpu was built without its noop backend.
    pub fn noop() -> Result<Self, GpuError> {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        descriptor.backends = wgpu::Backends::NOOP;
        descriptor.backend_options.noop.enable = true;
        let instance = wgpu::Instance::new(descriptor);
        let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::NOOP));
        // Its own limits are absurd, and deduced layouts panic on them. Workgroups are as large as those of any tuning, and so is
        // their memory, even where a sort's tuning for keys of 32 bits is tried with keys of 64.
        let limits = wgpu::Limits {
            max_compute_invocations_per_workgroup: 1024,
            max_compute_workgroup_size_x: 1024,
            max_compute_workgroup_storage_size: 96 << 10,
            ..wgpu::Limits::default()
        };
        Self::open_adapter(adapters.first().ok_or(GpuError::NoAdapter)?, limits)
    }

    fn open_adapter(adapter: &wgpu::Adapter, limits: wgpu::Limits) -> Result<Self, GpuError> {
        Self::open_adapter_with(adapter, limits, adapter.features())
    }

    /// Opens an adapter with those of `features` that Starshell uses.
    fn open_adapter_with(adapter: &wgpu::Adapter, limits: wgpu::Limits, features: wgpu::Features) -> Result<Self, GpuError> {
        let info = adapter.get_info();
        let wanted = FEATURES_USED.iter().fold(wgpu::Features::empty(), |all, (feature, _)| all | *feature);
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("starshell"),
            required_features: features & wanted,
            required_limits: limits,
            ..Default::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))
            .map_err(|error| GpuError::NoDevice { adapter: info.name.clone(), reason: error.to_string() })?;
        let failure = Arc::new(Mutex::new(None));
        let report = Arc::clone(&failure);
        let name = info.name.clone();
        device.on_uncaptured_error(Arc::new(move |error| {
            let error = match error {
                wgpu::Error::OutOfMemory { .. } => GpuError::OutOfMemory { what: "a command".to_owned(), adapter: name.clone() },
                other => GpuError::Driver(other.to_string()),
            };
            // The first failure is the cause, later ones its consequences.
            report.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }));
        let lost = Arc::new(OnceLock::new());
        let report = Arc::clone(&lost);
        device.set_device_lost_callback(move |_, message| {
            // A device that is dropped says so too, when nobody asks any more.
            let _ = report.set(message);
        });
        let limits = Arc::new(device.limits());
        Ok(Self {
            device,
            queue,
            info: Arc::new(info),
            limits,
            kernels: Arc::default(),
            failure,
            deliveries: Arc::default(),
            lost,
            memory: Arc::default(),
            checks: false,
            changes: Vec::new(),
            screen: None,
        })
    }

    /// The same GPU with wgpu's run-time checks (bounds, endless loops, zeroed workgroup memory) in every kernel.
    #[must_use]
    pub fn with_runtime_checks(self) -> Self {
        Self { kernels: Arc::default(), checks: true, ..self }
    }

    /// The same GPU, which takes other kernels in place of some: to show that tests notice wrong ones, or to try out another way.
    ///
    /// `change` sees every kernel before it is compiled and says what to compile in its place, in the tuning that was asked for;
    /// `None` leaves it as it is. Of a GPU that was changed before, it sees what came of that. Device, buffers and all kernels
    /// that stay as they are are shared with the original; what is found out with others is remembered by the changed one alone.
    #[must_use]
    pub fn with_kernels(mut self, change: impl Fn(&KernelSource) -> Option<KernelSource> + Send + Sync + 'static) -> Self {
        self.changes.push(kernel::Change::new(change));
        self.memory = self.memory_of_its_own();
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

    /// What is known of the adapter: name, driver, type, backend.
    pub fn info(&self) -> &wgpu::AdapterInfo {
        &self.info
    }

    /// The adapter's name.
    pub fn adapter_name(&self) -> &str {
        &self.info.name
    }

    /// Whether the adapter is a program on the CPU, such as Mesa's lavapipe.
    pub fn is_software(&self) -> bool {
        self.info.device_type == wgpu::DeviceType::Cpu
    }

    /// Threads in a subgroup, where the adapter has subgroups of one size only.
    pub fn subgroup_size(&self) -> Option<u32> {
        let both = wgpu::Features::SUBGROUP | wgpu::Features::SUBGROUP_BARRIER;
        let is_fixed = self.features().contains(both) && self.info.subgroup_min_size == self.info.subgroup_max_size;
        is_fixed.then_some(self.info.subgroup_min_size)
    }

    /// Iterations that the loops of one shader invocation may take, all together. llvmpipe ends them after 65,535 without a word
    /// (`LP_MAX_TGSI_LOOP_ITERATIONS` in Mesa's lp_bld_limits.h), as a guard against those without end.
    pub fn loop_limit(&self) -> u32 {
        if self.is_software() { 65_535 } else { u32::MAX }
    }

    /// The device's limits.
    pub fn limits(&self) -> &wgpu::Limits {
        &self.limits
    }

    /// The features that are in use.
    pub fn features(&self) -> wgpu::Features {
        self.device.features()
    }

    /// The compiled kernel. Each tuning is compiled once.
    ///
    /// # Errors
    /// [`GpuError::Shader`].
    pub fn kernel(&self, source: &KernelSource, tuning: &[(&'static str, u32)]) -> Result<Arc<Kernel>, GpuError> {
        let source = self.changes.iter().fold(*source, |source, change| change.of(&source));
        let key = (source.label, source.compose(tuning)?);
        let mut kernels = self.kernels.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kernel) = kernels.get(&key) {
            return Ok(Arc::clone(kernel));
        }
        let kernel = Arc::new(Kernel::new(&self.device, &source, tuning, self.checks)?);
        kernels.insert(key, Arc::clone(&kernel));
        Ok(kernel)
    }

    /// Runs `create` and tells a lack of memory as an error that names `what`.
    pub(crate) fn allocating<R>(&self, what: &str, create: impl FnOnce() -> R) -> Result<R, GpuError> {
        let scope = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let created = create();
        match pollster::block_on(scope.pop()) {
            None => Ok(created),
            Some(_) => Err(GpuError::OutOfMemory { what: what.to_owned(), adapter: self.info.name.clone() }),
        }
    }

    /// An encoder to record commands into.
    pub fn encoder(&self, label: &str) -> wgpu::CommandEncoder {
        self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some(label) })
    }

    /// Submits what was recorded. Does not wait.
    pub fn submit(&self, encoder: wgpu::CommandEncoder) -> wgpu::SubmissionIndex {
        self.queue.submit([encoder.finish()])
    }

    /// Lets readbacks arrive that are ready. Does not wait.
    ///
    /// # Errors
    /// The first failure that the driver reported since the last call; [`GpuError::Lost`] from then on.
    pub fn poll(&self) -> Result<(), GpuError> {
        self.poll_for(wgpu::PollType::Poll)
    }

    /// Waits until all that was submitted has run, and all that was requested has arrived.
    ///
    /// # Errors
    /// The first failure that the driver reported since the last call.
    pub fn wait(&self) -> Result<(), GpuError> {
        let made = self.deliveries.made();
        self.poll_for(wgpu::PollType::wait_indefinitely())?;
        self.deliveries.wait(made);
        Ok(())
    }

    /// Waits until one submission, and all before it, have run.
    ///
    /// # Errors
    /// The first failure that the driver reported since the last call.
    pub fn wait_for(&self, submission: wgpu::SubmissionIndex) -> Result<(), GpuError> {
        self.poll_for(wgpu::PollType::Wait { submission_index: Some(submission), timeout: None })
    }

    /// The same, for so long at most; whether it has run by then.
    ///
    /// # Errors
    /// As [`Gpu::wait_for`].
    pub fn wait_at_most(&self, submission: wgpu::SubmissionIndex, longest: Duration) -> Result<bool, GpuError> {
        match self.device.poll(wgpu::PollType::Wait { submission_index: Some(submission), timeout: Some(longest) }) {
            Err(wgpu::PollError::Timeout) => Ok(false),
            // Whatever else there is to say comes out of this.
            _ => self.poll().map(|()| true),
        }
    }

    fn poll_for(&self, poll: wgpu::PollType) -> Result<(), GpuError> {
        let polled = self.device.poll(poll);
        if let Some(message) = self.lost.get() {
            return Err(GpuError::Lost(message.clone()));
        }
        if let Some(failure) = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(failure);
        }
        polled.map(|_| ()).map_err(|error| GpuError::Lost(error.to_string()))
    }
}
