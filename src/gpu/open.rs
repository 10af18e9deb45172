//! Opening an adapter, and more devices on it.

use std::sync::{Arc, OnceLock};

use super::{ADAPTER_VARIABLE, FEATURES_USED, Gpu, GpuError, adapter, adapters, failures};

impl Gpu {
    /// Opens the best adapter, or the one that `wanted` names by index or part of its name. If
    /// `wanted` is `None`, the environment variable [`ADAPTER_VARIABLE`] decides. Nothing is stored
    /// on disk unless you call [`Gpu::remember_in`].
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
        let mut gpu =
            Self::open_adapter(&adapter, adapter.limits(), adapter.features() & features_used())?;
        gpu.instance = Some(instance);
        Ok((gpu, surface))
    }

    /// What a surface can show.
    pub fn surface_capabilities(&self, surface: &wgpu::Surface) -> wgpu::SurfaceCapabilities {
        surface.get_capabilities(&self.adapter)
    }

    /// The instance for creating another surface, if this GPU was opened for one.
    pub fn instance(&self) -> Option<&wgpu::Instance> {
        self.instance.as_ref()
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
        let adapter = chosen(wanted)?;
        let (mut features, mut limits) = (adapter.features() & features_used(), adapter.limits());
        change(&mut features, &mut limits);
        Self::open_adapter(&adapter, limits, features)
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
        Ok(Self::of_device(adapter, device, queue, Arc::default(), Arc::default()))
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
        let adapter = adapters.first().ok_or(GpuError::NoAdapter)?;
        Self::open_adapter(adapter, limits, adapter.features() & features_used())
    }

    /// Opens another device on the same adapter, with the same limits, features, findings, checks
    /// and kernel replacements. Buffers and compiled kernels belong to one device, and so do
    /// failures and device loss. For background work that must not disturb the window, such as
    /// `lab::tune`.
    ///
    /// # Errors
    /// [`GpuError::NoDevice`] if the driver does not open it.
    pub fn sibling(&self) -> Result<Self, GpuError> {
        let sibling = Self::open_adapter(&self.adapter, self.limits().clone(), self.features())?;
        let (findings, changes) = (Arc::clone(&self.findings), self.changes.clone());
        Ok(Self {
            findings,
            checks: self.checks,
            changes,
            instance: self.instance.clone(),
            ..sibling
        })
    }

    /// Opens an adapter with exactly these features.
    fn open_adapter(
        adapter: &wgpu::Adapter,
        limits: wgpu::Limits,
        features: wgpu::Features,
    ) -> Result<Self, GpuError> {
        let info = adapter.get_info();
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("starshell"),
            required_features: features,
            required_limits: limits,
            ..Default::default()
        };
        let (device, queue) =
            pollster::block_on(adapter.request_device(&descriptor)).map_err(|error| {
                GpuError::NoDevice { adapter: info.name.clone(), reason: error.to_string() }
            })?;
        let failures = Arc::new(failures::Failures::default());
        let report = Arc::clone(&failures);
        let name = info.name.clone();
        device.on_uncaptured_error(Arc::new(move |error| {
            report.report(match error {
                wgpu::Error::OutOfMemory { .. } => {
                    GpuError::OutOfMemory { what: "a command".to_owned(), adapter: name.clone() }
                }
                other => GpuError::Driver(other.to_string()),
            });
        }));
        let lost = Arc::new(OnceLock::new());
        let report = Arc::clone(&lost);
        device.set_device_lost_callback(move |_, message| {
            // Dropping a device also reports a loss, but then nothing uses it any more.
            let _ = report.set(message);
        });
        Ok(Self::of_device(adapter, device, queue, failures, lost))
    }

    fn of_device(
        adapter: &wgpu::Adapter,
        device: wgpu::Device,
        queue: wgpu::Queue,
        failures: Arc<failures::Failures>,
        lost: Arc<OnceLock<String>>,
    ) -> Self {
        Self {
            adapter: adapter.clone(),
            info: Arc::new(adapter.get_info()),
            limits: Arc::new(device.limits()),
            device,
            queue,
            kernels: Arc::default(),
            draws: Arc::default(),
            failures,
            deliveries: Arc::default(),
            lost,
            findings: Arc::default(),
            checks: false,
            changes: Vec::new(),
            instance: None,
        }
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
