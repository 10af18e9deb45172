//! A kernel: one WGSL entry point, compiled, with its bindings known by name.
//!
//! WGSL alone declares bindings, workgroup size and tunables; Rust reads them back from naga's parse of it.

use std::borrow::Cow;
use std::sync::Arc;

use wgpu::naga;

/// One WGSL file, embedded in the binary. Parts of a kernel are simply concatenated:
/// WGSL lets a declaration come after its use, so that their order does not matter.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Path from the project's root.
    pub path: &'static str,
    /// The text of the file.
    pub source: &'static str,
}

/// Embeds `shaders/<path>` as a [`Part`].
#[macro_export]
macro_rules! wgsl {
    ($path:literal) => {
        $crate::gpu::Part {
            path: concat!("shaders/", $path),
            source: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/shaders/", $path)),
        }
    };
}

/// What the WGSL of a kernel may use. Whether the adapter has it is for whoever asks for the kernel to know.
const CAPABILITIES: naga::valid::Capabilities = naga::valid::Capabilities::SUBGROUP
    .union(naga::valid::Capabilities::SUBGROUP_BARRIER)
    .union(naga::valid::Capabilities::FLOAT64)
    .union(naga::valid::Capabilities::SHADER_INT64)
    .union(naga::valid::Capabilities::SHADER_FLOAT32_ATOMIC);

/// Values that replace the defaults of `const NAME: u32` declarations in the WGSL.
pub type Tuning = &'static [(&'static str, u32)];

/// The value of a constant in a tuning, where it has one.
pub fn tuned(tuning: &[(&str, u32)], name: &str) -> Option<u32> {
    tuning.iter().find(|(constant, _)| *constant == name).map(|(_, value)| *value)
}

/// A kernel before it is compiled: declared once as a `const`, beside the algorithm that uses it.
#[derive(Clone, Copy, Debug)]
pub struct KernelSource {
    /// Folder and file of the WGSL without its ending, such as `gravity/all_pairs`; the entry point is the file's name.
    pub label: &'static str,
    /// The kernel's file, then the parts that it shares with others.
    parts: &'static [Part],
    /// Parts that make one kernel of many, such as a reduction the sum of a type.
    more: [&'static [Part]; 3],
    /// Every tuning in which the program or a test may ask for this kernel. The empty one is the WGSL as it stands.
    pub tunings: &'static [Tuning],
    /// Whether it may run without wgpu's run-time checks.
    is_trusted: bool,
}

/// A shader that cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ShaderError {
    /// The WGSL is wrong.
    #[error("{path}:{line}: {message}")]
    Invalid {
        /// The file.
        path: &'static str,
        /// The line in it, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// A tuning names a constant that the WGSL does not declare.
    #[error("the kernel {kernel} has no `const {name}: u32`")]
    NoSuchConstant {
        /// The kernel's label.
        kernel: &'static str,
        /// The constant's name.
        name: &'static str,
    },
    /// The kernel's file has no entry point of its own name.
    #[error("the kernel {0} has no entry point of its name")]
    NoEntryPoint(&'static str),
    /// The driver did not accept the shader.
    #[error("the driver does not accept the shader {shader}: {message}")]
    Refused {
        /// The shader's label.
        shader: &'static str,
        /// The driver's words.
        message: String,
    },
}

impl KernelSource {
    /// A kernel that keeps wgpu's run-time checks (bounds, endless loops): whatever its WGSL does, it is safe.
    pub const fn new(label: &'static str, parts: &'static [Part], tunings: &'static [Tuning]) -> Self {
        Self { label, parts, more: [&[]; 3], tunings, is_trusted: false }
    }

    /// A kernel of Starshell's own, whose every index is guarded by a count that the host derives from the buffers'
    /// lengths, and whose every loop ends. The tests run it with the checks and without, and compare.
    pub(crate) const fn trusted(label: &'static str, parts: &'static [Part], tunings: &'static [Tuning]) -> Self {
        Self { label, parts, more: [&[]; 3], tunings, is_trusted: true }
    }

    /// The kernel of this name and these tunings from other WGSL, with the checks.
    #[must_use]
    pub const fn with_parts(self, parts: &'static [Part]) -> Self {
        Self { parts, more: [&[]; 3], is_trusted: false, ..self }
    }

    /// The kernel with more parts, after those that it has.
    ///
    /// # Panics
    /// Where it was given more three times before: a bug of the caller, told when the program is compiled.
    #[must_use]
    pub(crate) const fn with(mut self, parts: &'static [Part]) -> Self {
        let mut slot = 0;
        while !self.more[slot].is_empty() {
            slot += 1;
        }
        self.more[slot] = parts;
        self
    }

    /// The kernel in these tunings alone.
    #[must_use]
    pub const fn with_tunings(mut self, tunings: &'static [Tuning]) -> Self {
        self.tunings = tunings;
        self
    }

    /// The kernel with the checks, whoever wrote it.
    #[must_use]
    pub(crate) const fn checked(mut self) -> Self {
        self.is_trusted = false;
        self
    }

    /// All its parts, the kernel's own file first.
    pub fn parts(&self) -> impl Iterator<Item = &'static Part> {
        self.parts.iter().chain(self.more.into_iter().flatten())
    }

    /// The name of the entry point: the last part of the label.
    pub fn entry(&self) -> &'static str {
        self.label.rsplit('/').next().unwrap_or(self.label)
    }

    /// The complete WGSL of the kernel, with `tuning` applied.
    ///
    /// # Errors
    /// [`ShaderError::NoSuchConstant`] where the tuning names a constant that is not there.
    pub fn compose(&self, tuning: &[(&'static str, u32)]) -> Result<String, ShaderError> {
        let mut wgsl: String = self.parts().map(|part| part.source).collect();
        for &(name, value) in tuning {
            let missing = || ShaderError::NoSuchConstant { kernel: self.label, name };
            let declaration = format!("const {name}: u32 = ");
            let (head, tail) = wgsl.split_once(&declaration).ok_or_else(missing)?;
            let (_default, tail) = tail.split_once(';').ok_or_else(missing)?;
            wgsl = format!("{head}{declaration}{value}u;{tail}");
        }
        Ok(wgsl)
    }

    /// Parses and validates the composed WGSL.
    ///
    /// # Errors
    /// [`ShaderError`] with the file and line of the first mistake.
    pub fn parse(&self, tuning: &[(&'static str, u32)]) -> Result<(naga::Module, naga::valid::ModuleInfo), ShaderError> {
        let wgsl = self.compose(tuning)?;
        let line_of = |location: Option<naga::SourceLocation>| location.map_or(1, |place| place.line_number as usize);
        let module = naga::front::wgsl::parse_str(&wgsl)
            .map_err(|error| self.locate(line_of(error.location(&wgsl)), error.message().to_owned()))?;
        let capabilities = CAPABILITIES;
        let info = naga::valid::Validator::new(naga::valid::ValidationFlags::all(), capabilities).validate(&module).map_err(
            |error| {
                // The first place is the whole function, the last one the mistake in it; so it is with the causes.
                let place = error.spans().last().map(|(span, _)| span.location(&wgsl));
                self.locate(line_of(place), causes(error.as_inner()))
            },
        )?;
        Ok((module, info))
    }

    /// The error for a line of the composed text, told as the file and line that it came from.
    fn locate(&self, mut line: usize, message: String) -> ShaderError {
        for part in self.parts() {
            let lines = part.source.matches('\n').count();
            if line <= lines {
                return ShaderError::Invalid { path: part.path, line, message };
            }
            line -= lines;
        }
        ShaderError::Invalid { path: self.label, line, message }
    }
}

/// Says what to compile in place of a kernel; nothing where it stays as it is.
type Replace = dyn Fn(&KernelSource) -> Option<KernelSource> + Send + Sync;

/// Other kernels in place of some (`Gpu::with_kernels`).
#[derive(Clone)]
pub(super) struct Change(Arc<Replace>);

impl Change {
    pub(super) fn new(change: impl Fn(&KernelSource) -> Option<KernelSource> + Send + Sync + 'static) -> Self {
        Self(Arc::new(change))
    }

    /// What is compiled in place of `source`.
    pub(super) fn of(&self, source: &KernelSource) -> KernelSource {
        (self.0)(source).unwrap_or(*source)
    }
}

impl std::fmt::Debug for Change {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        formatter.debug_struct("Change").finish_non_exhaustive()
    }
}

/// An error with all that caused it, in one line.
fn causes(error: &dyn std::error::Error) -> String {
    error.source().map_or_else(|| error.to_string(), |cause| format!("{error}: {}", causes(cause)))
}

/// A compiled kernel. Immutable and shared: [`super::Gpu::kernel`] compiles each tuning once.
#[derive(Debug)]
pub struct Kernel {
    pipeline: wgpu::ComputePipeline,
    label: &'static str,
    bindings: Vec<(String, u32)>,
    workgroup: u32,
    groups_a_dimension: u32,
}

impl Kernel {
    /// Compiles `source`. `checks` keeps wgpu's run-time checks even in a trusted one.
    pub(super) fn new(
        device: &wgpu::Device,
        source: &KernelSource,
        tuning: &[(&'static str, u32)],
        checks: bool,
    ) -> Result<Self, ShaderError> {
        let (module, info) = source.parse(tuning)?;
        let index = module.entry_points.iter().position(|entry| entry.name == source.entry());
        let index = index.ok_or(ShaderError::NoEntryPoint(source.label))?;
        let workgroup = module.entry_points[index].workgroup_size.iter().product();
        let used = info.get_entry_point(index);
        // Neither wgpu nor every driver tells: some hang.
        let memory: u64 = module
            .global_variables
            .iter()
            .filter(|(handle, global)| global.space == naga::AddressSpace::WorkGroup && !used[*handle].is_empty())
            .map(|(_, global)| u64::from(module.types[global.ty].inner.size(module.to_ctx())))
            .sum();
        let most = device.limits().max_compute_workgroup_storage_size;
        if memory > u64::from(most) {
            let message = format!("it takes {memory} bytes of a workgroup's memory, of at most {most}");
            return Err(ShaderError::Refused { shader: source.label, message });
        }
        let bindings = module
            .global_variables
            .iter()
            .filter(|(handle, _)| !used[*handle].is_empty())
            .filter_map(|(_, global)| Some((global.name.clone()?, global.binding?.binding)))
            .collect();
        let descriptor =
            wgpu::ShaderModuleDescriptor { label: Some(source.label), source: wgpu::ShaderSource::Naga(Cow::Owned(module)) };
        let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
        let checks = checks || !source.is_trusted;
        let shader = if checks {
            device.create_shader_module(descriptor)
        } else {
            // SAFETY: only Starshell's own kernels are trusted; `KernelSource::trusted` says what they promise.
            // The checks cost a factor of two and more in tight loops (gfx-rs/wgpu#7698).
            unsafe { device.create_shader_module_trusted(descriptor, wgpu::ShaderRuntimeChecks::unchecked()) }
        };
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(source.label),
            layout: None, // deduced from the WGSL, the only place where bindings are declared
            module: &shader,
            entry_point: Some(source.entry()),
            compilation_options: wgpu::PipelineCompilationOptions { constants: &[], zero_initialize_workgroup_memory: checks },
            cache: None,
        });
        if let Some(error) = pollster::block_on(scope.pop()) {
            return Err(ShaderError::Refused { shader: source.label, message: error.to_string() });
        }
        let groups_a_dimension = device.limits().max_compute_workgroups_per_dimension;
        Ok(Self { pipeline, label: source.label, bindings, workgroup, groups_a_dimension })
    }

    /// The label of its source.
    pub fn label(&self) -> &'static str {
        self.label
    }

    /// Threads in a workgroup.
    pub fn workgroup(&self) -> u32 {
        self.workgroup
    }

    /// Columns and rows (x and y) that hold at least `groups` workgroups within the adapter's limit a dimension.
    pub fn grid(&self, groups: u32) -> [u32; 2] {
        let rows = groups.div_ceil(self.groups_a_dimension);
        [if rows == 0 { 0 } else { groups.div_ceil(rows) }, rows]
    }

    /// Binds buffers to the `var`s of the WGSL by name.
    ///
    /// # Panics
    /// Where a name is not a binding of the kernel, or a binding is left out: bugs of the caller.
    pub fn bind(self: &Arc<Self>, device: &wgpu::Device, buffers: &[(&str, &wgpu::Buffer)]) -> Bound {
        let resources: Vec<_> = buffers.iter().map(|&(name, buffer)| (name, buffer.as_entire_binding())).collect();
        self.bind_resources(device, &resources)
    }

    /// Binds buffers, textures and samplers to the `var`s of the WGSL by name.
    ///
    /// # Panics
    /// As [`Kernel::bind`].
    pub fn bind_resources(self: &Arc<Self>, device: &wgpu::Device, resources: &[(&str, wgpu::BindingResource)]) -> Bound {
        let layout = self.pipeline.get_bind_group_layout(0);
        let group = bind_group(device, self.label, &layout, &self.bindings, resources);
        Bound { kernel: Arc::clone(self), group }
    }
}

/// A bind group of `resources`, each in the place of the binding of its name.
///
/// # Panics
/// Where a name is not among `bindings`, or one of those is left out.
pub(super) fn bind_group(
    device: &wgpu::Device,
    label: &str,
    layout: &wgpu::BindGroupLayout,
    bindings: &[(String, u32)],
    resources: &[(&str, wgpu::BindingResource)],
) -> wgpu::BindGroup {
    let place = |name: &str| {
        let found = bindings.iter().find(|(binding, _)| binding == name);
        found.unwrap_or_else(|| panic!("the kernel {label} has no binding `{name}`")).1
    };
    let entries: Vec<_> = resources
        .iter()
        .map(|(name, resource)| wgpu::BindGroupEntry { binding: place(name), resource: resource.clone() })
        .collect();
    assert_eq!(entries.len(), bindings.len(), "the kernel {label} wants {bindings:?}");
    device.create_bind_group(&wgpu::BindGroupDescriptor { label: Some(label), layout, entries: &entries })
}

/// A kernel with its buffers: ready to be recorded.
#[derive(Clone, Debug)]
pub struct Bound {
    kernel: Arc<Kernel>,
    group: wgpu::BindGroup,
}

impl Bound {
    /// Records a run of `groups` workgroups (x, y, z). Nothing runs where one of them is 0.
    pub fn dispatch(&self, pass: &mut wgpu::ComputePass, groups: [u32; 3]) {
        if groups.contains(&0) {
            return;
        }
        pass.set_pipeline(&self.kernel.pipeline);
        pass.set_bind_group(0, &self.group, &[]);
        pass.dispatch_workgroups(groups[0], groups[1], groups[2]);
    }

    /// Records at least `groups` workgroups, in as many rows (y) as the adapter's limit a dimension asks for.
    pub fn dispatch_groups(&self, pass: &mut wgpu::ComputePass, groups: u32) {
        let [columns, rows] = self.kernel.grid(groups);
        self.dispatch(pass, [columns, rows, 1]);
    }

    /// Records at least `threads` threads, in as many rows (y) of workgroups as the adapter's limit a dimension asks
    /// for. The kernel numbers its threads by `thread_index` of `grid.wgsl` and returns past its own count.
    pub fn dispatch_threads(&self, pass: &mut wgpu::ComputePass, threads: u32) {
        self.dispatch_groups(pass, threads.div_ceil(self.kernel.workgroup));
    }
}
