//! Opening an adapter, and more devices on it.

use std::sync::{Arc, OnceLock};

use super::cache::Compiled;
use super::findings::Findings;
use super::{ADAPTER_VARIABLE, Adapter, FEATURES_USED, Gpu, GpuError, adapter, adapters, failures};

impl Gpu {
    /// Opens the best adapter, or the one that `wanted` names by index or part of its name. If
    /// `wanted` is `None`, the environment variable [`ADAPTER_VARIABLE`] decides. Nothing is stored
    /// on disk unless you call [`Findings::keep_in`].
    ///
    /// ```
    /// use starshell::gpu::Gpu;
    ///
    /// let gpu = Gpu::open(None)?;
    /// let squares = gpu.storage_from("squares", &[1.0_f32, 4.0, 9.0])?;
    /// assert_eq!(gpu.read(&squares)?, [1.0, 4.0, 9.0]);
    /// # Ok::<(), starshell::gpu::GpuError>(())
    /// ```
    ///
    /// # Errors
    /// [`GpuError::NoAdapter`], [`GpuError::NoSuchAdapter`], [`GpuError::NoDevice`].
    pub fn open(wanted: Option<&str>) -> Result<Self, GpuError> {
        // The adapter's full limits: for instance bindings of 2 GiB instead of the default 128 MiB.
        Self::open_with(wanted, |_, _| ())
    }

    /// Like [`Gpu::open`], but chooses an adapter that can present to the surface that `create`
    /// makes. `create` is called for each instance tried, because a surface and its adapter must
    /// belong to the same one. `descriptor` describes an instance of any backend.
    ///
    /// # Errors
    /// As [`Gpu::open`]; [`GpuError::NoSurface`] if there are adapters but none can present to this
    /// display, and [`GpuError::NoColors`] if none can in its colours.
    pub fn open_for_surface(
        wanted: Option<&str>,
        descriptor: impl Fn() -> wgpu::InstanceDescriptor,
        create: impl Fn(&wgpu::Instance) -> Result<wgpu::Surface<'static>, wgpu::CreateSurfaceError>,
    ) -> Result<(Self, wgpu::Surface<'static>), GpuError> {
        let wanted = wanted.map(str::to_owned).or_else(of_variable);
        let (instance, adapter, surface) =
            adapter::choose_for_surface(wanted.as_deref(), descriptor, create)?;
        Ok((Opening::new(adapter, Some(instance)).open()?, surface))
    }

    /// Like [`Gpu::open`], with your own features and limits. `change` gets the features that
    /// Starshell uses and the adapter has, and the adapter's limits: add features that your kernels
    /// need, or lower limits to emulate a lesser adapter.
    ///
    /// ```
    /// use starshell::gpu::Gpu;
    ///
    /// let gpu = Gpu::open_with(None, |_, limits| limits.max_compute_workgroups_per_dimension = 1000)?;
    /// assert_eq!(gpu.limits().max_compute_workgroups_per_dimension, 1000);
    /// # Ok::<(), starshell::gpu::GpuError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Gpu::open`]; [`GpuError::NoDevice`] if the adapter lacks a feature or does not reach a
    /// limit.
    pub fn open_with(
        wanted: Option<&str>,
        change: impl FnOnce(&mut wgpu::Features, &mut wgpu::Limits),
    ) -> Result<Self, GpuError> {
        let mut opening = Opening::new(chosen(wanted)?, None);
        change(&mut opening.features, &mut opening.limits);
        opening.open()
    }

    /// Uses a device and queue that you opened on `adapter`. The device stays yours: its handlers
    /// for uncaptured errors and device loss are kept, so those failures reach your handlers and
    /// not [`Gpu::poll`]. To enable all fast paths, open it with [`FEATURES_USED`] and the
    /// adapter's limits.
    ///
    /// # Errors
    /// [`GpuError::Mismatch`] if the device's limits are below what every kernel needs.
    pub fn from_wgpu(
        adapter: &wgpu::Adapter,
        device: wgpu::Device,
        queue: wgpu::Queue,
    ) -> Result<Self, GpuError> {
        if !adapter::suffices(&device.limits()) {
            return Err(GpuError::Mismatch(
                "the device was opened with limits below 8 storage buffers per shader stage and 256 threads per workgroup: open it \
                 with the adapter's limits"
                    .to_owned(),
            ));
        }
        let adapter = Arc::new(Adapter::new(adapter.clone(), None));
        Ok(Self::from_device(adapter, (device, queue), Arc::default(), Arc::default()))
    }

    /// A device that accepts every command and runs none, for validating shaders and commands
    /// without a GPU.
    ///
    /// # Errors
    /// [`GpuError::NoAdapter`] if wgpu was built without its noop backend.
    pub fn noop() -> Result<Self, GpuError> {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        descriptor.backends = wgpu::Backends::NOOP;
        descriptor.backend_options.noop.enable = true;
        let instance = wgpu::Instance::new(descriptor);
        let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::NOOP));
        // The noop adapter's own limits are unrealistic, and derived layouts panic on them. These
        // allow the workgroup size and memory of every tuning, even of a 32-bit sort tuning tried
        // with 64-bit keys.
        let limits = wgpu::Limits {
            max_compute_invocations_per_workgroup: 1024,
            max_compute_workgroup_size_x: 1024,
            max_compute_workgroup_storage_size: 96 << 10,
            ..wgpu::Limits::default()
        };
        let adapter = adapters.into_iter().next().ok_or(GpuError::NoAdapter)?;
        Opening { limits, ..Opening::new(adapter, None) }.open()
    }

    /// Opens another device on the same adapter, with the same limits, features, findings, checks
    /// and kernel replacements. Buffers and compiled kernels belong to one device, and so do
    /// failures and device loss. For background work that must not disturb the window, such as
    /// `lab::tune`.
    ///
    /// # Errors
    /// [`GpuError::NoDevice`] if the driver does not open it.
    pub fn sibling(&self) -> Result<Self, GpuError> {
        let (adapter, limits) = (Arc::clone(&self.adapter), self.limits().clone());
        let sibling = Opening { adapter, limits, features: self.features() }.open()?;
        let (findings, compiled) = (Arc::clone(&self.findings), self.compiled.anew());
        Ok(Self { findings, compiled, ..sibling })
    }

    fn from_device(
        adapter: Arc<Adapter>,
        (device, queue): (wgpu::Device, wgpu::Queue),
        failures: Arc<failures::Failures>,
        lost: Arc<OnceLock<String>>,
    ) -> Self {
        Self {
            findings: Arc::new(Findings::new(adapter.info())),
            adapter,
            limits: Arc::new(device.limits()),
            device,
            queue,
            compiled: Compiled::default(),
            failures,
            deliveries: Arc::default(),
            lost,
        }
    }
}

/// An adapter to open, with exactly these features and limits.
struct Opening {
    adapter: Arc<Adapter>,
    features: wgpu::Features,
    limits: wgpu::Limits,
}

impl Opening {
    /// With its full limits and what Starshell uses of its features.
    fn new(adapter: wgpu::Adapter, instance: Option<wgpu::Instance>) -> Self {
        let (features, limits) = (adapter.features() & features_used(), adapter.limits());
        Self { adapter: Arc::new(Adapter::new(adapter, instance)), features, limits }
    }

    fn open(self) -> Result<Gpu, GpuError> {
        let name = self.adapter.info().name.clone();
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("starshell"),
            required_features: self.features,
            required_limits: self.limits,
            ..Default::default()
        };
        let opened = pollster::block_on(self.adapter.raw.request_device(&descriptor));
        let opened = opened.map_err(|error| GpuError::NoDevice {
            adapter: name.clone(),
            reason: error.to_string(),
        })?;
        let failures = Arc::new(failures::Failures::default());
        let report = Arc::clone(&failures);
        opened.0.on_uncaptured_error(Arc::new(move |error| {
            report.report(match error {
                wgpu::Error::OutOfMemory { .. } => {
                    GpuError::OutOfMemory { what: "a command".to_owned(), adapter: name.clone() }
                }
                other => GpuError::Driver(other.to_string()),
            });
        }));
        let lost = Arc::new(OnceLock::new());
        let report = Arc::clone(&lost);
        opened.0.set_device_lost_callback(move |_, message| {
            // Dropping a device also reports a loss, but then nothing uses it any more.
            let _ = report.set(message);
        });
        Ok(Gpu::from_device(self.adapter, opened, failures, lost))
    }
}

/// The adapter that `wanted` or the environment variable names, or the best.
fn chosen(wanted: Option<&str>) -> Result<wgpu::Adapter, GpuError> {
    adapter::choose(adapters(), wanted.map(str::to_owned).or_else(of_variable).as_deref())
}

fn of_variable() -> Option<String> {
    std::env::var(ADAPTER_VARIABLE).ok().filter(|value| !value.is_empty())
}

/// All of [`FEATURES_USED`].
fn features_used() -> wgpu::Features {
    FEATURES_USED.iter().fold(wgpu::Features::empty(), |all, (feature, _)| all | *feature)
}
