//! A kernel: one compiled WGSL entry point, with bindings by name.
//!
//! Only WGSL declares bindings, workgroup size and tunables; Rust reads them back through naga.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use wgpu::naga;

use super::text::{self, Elements, Wgsl};
use super::{GpuError, Part, ShaderError};

/// Values that replace the defaults of `const NAME: u32` declarations in the WGSL.
pub type Tuning = &'static [(&'static str, u32)];

/// The value of a constant in a tuning, if it sets one.
pub fn tuned(tuning: &[(&str, u32)], name: &str) -> Option<u32> {
    tuning.iter().find(|(constant, _)| *constant == name).map(|(_, value)| *value)
}

/// A kernel before compilation, declared once as a `const` next to the algorithm that uses it.
#[derive(Clone, Copy, Debug)]
pub struct KernelSource {
    /// Folder and file of the WGSL without extension, such as `gravity/all_pairs`; the entry point
    /// has the file's name.
    pub label: &'static str,
    /// The kernel's own file, then those of alternatives that it takes.
    parts: &'static [Part],
    /// Parts that specialize a generic kernel, such as a reduction for the sum of a type.
    more: [&'static [Part]; 3],
    /// Every tuning with which the program or a test may request this kernel. The empty one is the
    /// WGSL as written.
    pub tunings: &'static [Tuning],
    /// Whether it may run without wgpu's run-time checks.
    is_trusted: bool,
    /// The elements it was specialized for, if their type is a part of its own.
    elements: Option<Elements>,
}

impl KernelSource {
    /// A kernel that keeps wgpu's run-time checks (bounds, endless loops), so that it is safe
    /// whatever its WGSL does.
    pub const fn new(
        label: &'static str,
        parts: &'static [Part],
        tunings: &'static [Tuning],
    ) -> Self {
        Self { label, parts, more: [&[]; 3], tunings, is_trusted: false, elements: None }
    }

    /// One of Starshell's own kernels, in which every index is guarded by a count that the host
    /// derives from the buffers' lengths, and every loop ends. The tests run it with and without
    /// the checks, and compare.
    pub(crate) const fn trusted(
        label: &'static str,
        parts: &'static [Part],
        tunings: &'static [Tuning],
    ) -> Self {
        Self { label, parts, more: [&[]; 3], tunings, is_trusted: true, elements: None }
    }

    /// The kernel with more parts appended.
    ///
    /// # Panics
    /// If parts were appended three times before; in a `const` that is a compile-time error.
    #[must_use]
    pub(crate) const fn with(mut self, parts: &'static [Part]) -> Self {
        let mut slot = 0;
        while !self.more[slot].is_empty() {
            slot += 1;
        }
        self.more[slot] = parts;
        self
    }

    /// The kernel for elements of this many bytes on the host, which is compared with the WGSL when
    /// it is compiled.
    #[must_use]
    pub(crate) const fn for_elements(self, elements: Elements) -> Self {
        Self { elements: Some(elements), ..self }
    }

    /// The WGSL of its own file.
    #[cfg(feature = "lab")]
    pub(crate) fn own_wgsl(&self) -> &'static str {
        self.parts.first().map_or("", |part| part.source)
    }

    /// The elements that the kernel was specialized for.
    pub(crate) fn elements(&self) -> Option<Elements> {
        self.elements
    }

    /// The kernel with these tunings instead of its own.
    #[must_use]
    pub const fn with_tunings(mut self, tunings: &'static [Tuning]) -> Self {
        self.tunings = tunings;
        self
    }

    /// The kernel with the run-time checks, even if it is one of Starshell's own.
    #[must_use]
    pub(crate) const fn checked(mut self) -> Self {
        self.is_trusted = false;
        self
    }

    /// All parts, the kernel's own file first: those that it is declared with, and what they use.
    pub fn parts(&self) -> impl Iterator<Item = Part> {
        let mut parts: Vec<Part> =
            self.parts.iter().chain(self.more.into_iter().flatten()).copied().collect();
        let mut number = 0;
        while let Some(part) = parts.get(number).copied() {
            for file in part.needs() {
                if parts.iter().all(|part| part.path != file.path) {
                    parts.push(file);
                }
            }
            number += 1;
        }
        parts.into_iter()
    }

    /// The name of the entry point: the last part of the label.
    pub fn entry(&self) -> &'static str {
        text::entry(self.label)
    }

    /// The complete WGSL, with the defaults of its tunables.
    pub(super) fn wgsl(&self) -> Wgsl {
        let mut wgsl = Wgsl {
            is_trusted: self.is_trusted,
            elements: self.elements,
            ..Wgsl::new(self.label, "")
        };
        self.parts().for_each(|part| wgsl.push(part.path, part.source));
        wgsl
    }

    /// The complete WGSL of the kernel, with `tuning` applied.
    ///
    /// # Errors
    /// [`ShaderError::NoSuchConstant`] if the tuning names a constant that is not declared.
    pub fn compose(&self, tuning: &[(&'static str, u32)]) -> Result<String, ShaderError> {
        Ok(self.wgsl().tuned(tuning)?.text)
    }

    /// Parses and validates the composed WGSL.
    ///
    /// # Errors
    /// [`ShaderError`] with the file and line of the first error.
    pub fn parse(
        &self,
        tuning: &[(&'static str, u32)],
    ) -> Result<(naga::Module, naga::valid::ModuleInfo), ShaderError> {
        self.wgsl().tuned(tuning)?.parse()
    }
}

/// Returns the WGSL to compile instead of that of a kernel, or `None` to leave it as it is.
type Replace = dyn Fn(&KernelSource, &str) -> Option<String> + Send + Sync;

/// Kernel replacements (`Gpu::with_kernels`).
#[derive(Clone)]
pub(super) struct Change(Arc<Replace>);

impl Change {
    pub(super) fn new(
        change: impl Fn(&KernelSource, &str) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(change))
    }

    /// What to compile instead of `wgsl`, which is that of `source`, perhaps changed already.
    pub(super) fn of(&self, source: &KernelSource, wgsl: Wgsl) -> Wgsl {
        match (self.0)(source, &wgsl.text) {
            Some(text) => Wgsl { elements: wgsl.elements, ..Wgsl::new(wgsl.label, text) },
            None => wgsl,
        }
    }
}

impl std::fmt::Debug for Change {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        formatter.debug_struct("Change").finish_non_exhaustive()
    }
}

/// A compiled kernel. Immutable and shared: [`super::Gpu::kernel`] compiles each tuning once.
#[derive(Debug)]
pub struct Kernel {
    pipeline: wgpu::ComputePipeline,
    label: &'static str,
    bindings: Vec<(String, u32)>,
    workgroup: u32,
    groups_per_dimension: u32,
}

impl Kernel {
    /// Compiles `source`. `checks` keeps wgpu's run-time checks even in a trusted one.
    pub(super) fn new(
        device: &wgpu::Device,
        source: &Wgsl,
        checks: bool,
    ) -> Result<Self, ShaderError> {
        let (module, info) = source.parse()?;
        source.compare_elements(&module)?;
        let index =
            module.entry_points.iter().position(|entry| entry.name == text::entry(source.label));
        let index = index.ok_or(ShaderError::NoEntryPoint(source.label))?;
        let workgroup = module.entry_points[index].workgroup_size.iter().product();
        let used = info.get_entry_point(index);
        // wgpu does not report this, and neither do all drivers; some hang.
        let memory: u64 = module
            .global_variables
            .iter()
            .filter(|(handle, global)| {
                global.space == naga::AddressSpace::WorkGroup && !used[*handle].is_empty()
            })
            .map(|(_, global)| u64::from(module.types[global.ty].inner.size(module.to_ctx())))
            .sum();
        let most = device.limits().max_compute_workgroup_storage_size;
        if memory > u64::from(most) {
            let message = format!(
                "it needs {memory} bytes of workgroup memory, but the adapter allows {most}"
            );
            return Err(ShaderError::Refused { shader: source.label, message });
        }
        let bindings = module
            .global_variables
            .iter()
            .filter(|(handle, _)| !used[*handle].is_empty())
            .filter_map(|(_, global)| Some((global.name.clone()?, global.binding?.binding)))
            .collect();
        let descriptor = wgpu::ShaderModuleDescriptor {
            label: Some(source.label),
            source: wgpu::ShaderSource::Naga(Cow::Owned(module)),
        };
        let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
        let checks = checks || !source.is_trusted;
        let shader = if checks {
            device.create_shader_module(descriptor)
        } else {
            // SAFETY: only Starshell's own kernels are trusted; `KernelSource::trusted` says what
            // they guarantee. The checks cost a factor of two or more in tight loops
            // (gfx-rs/wgpu#7698).
            unsafe {
                device.create_shader_module_trusted(
                    descriptor,
                    wgpu::ShaderRuntimeChecks::unchecked(),
                )
            }
        };
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(source.label),
            layout: None, // derived from the WGSL, the only place where bindings are declared
            module: &shader,
            entry_point: Some(text::entry(source.label)),
            compilation_options: wgpu::PipelineCompilationOptions {
                constants: &[],
                zero_initialize_workgroup_memory: checks,
            },
            cache: None,
        });
        if let Some(error) = pollster::block_on(scope.pop()) {
            return Err(ShaderError::Refused { shader: source.label, message: error.to_string() });
        }
        let groups_per_dimension = device.limits().max_compute_workgroups_per_dimension;
        Ok(Self { pipeline, label: source.label, bindings, workgroup, groups_per_dimension })
    }

    /// The label of its source.
    pub fn label(&self) -> &'static str {
        self.label
    }

    /// Threads per workgroup.
    pub fn workgroup(&self) -> u32 {
        self.workgroup
    }

    /// Columns and rows (x and y) that hold at least `groups` workgroups within the adapter's limit
    /// per dimension.
    pub fn grid(&self, groups: u32) -> [u32; 2] {
        let rows = groups.div_ceil(self.groups_per_dimension);
        [if rows == 0 { 0 } else { groups.div_ceil(rows) }, rows]
    }

    /// Binds buffers to the `var`s of the WGSL by name.
    ///
    /// # Errors
    /// [`ShaderError::NoSuchBinding`] and [`ShaderError::MissingBinding`].
    pub fn bind(
        self: &Arc<Self>,
        device: &wgpu::Device,
        buffers: &[(&str, &wgpu::Buffer)],
    ) -> Result<Bound, GpuError> {
        let resources: Vec<_> =
            buffers.iter().map(|&(name, buffer)| (name, buffer.as_entire_binding())).collect();
        self.bind_resources(device, &resources)
    }

    /// Binds buffers, textures and samplers to the `var`s of the WGSL by name.
    ///
    /// # Errors
    /// As [`Kernel::bind`].
    pub fn bind_resources(
        self: &Arc<Self>,
        device: &wgpu::Device,
        resources: &[(&str, wgpu::BindingResource)],
    ) -> Result<Bound, GpuError> {
        let layout = self.pipeline.get_bind_group_layout(0);
        let group = bind_group(device, self.label, &layout, &self.bindings, resources)?;
        Ok(Bound { kernel: Arc::clone(self), group })
    }
}

/// Creates a bind group that puts each resource at the binding of its name.
///
/// # Errors
/// [`ShaderError::NoSuchBinding`] and [`ShaderError::MissingBinding`].
pub(super) fn bind_group(
    device: &wgpu::Device,
    label: &'static str,
    layout: &wgpu::BindGroupLayout,
    bindings: &[(String, u32)],
    resources: &[(&str, wgpu::BindingResource)],
) -> Result<wgpu::BindGroup, ShaderError> {
    let all =
        || bindings.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let mut entries = Vec::with_capacity(resources.len());
    for (name, resource) in resources {
        let Some(&(_, binding)) = bindings.iter().find(|(binding, _)| binding == name) else {
            return Err(ShaderError::NoSuchBinding {
                kernel: label,
                name: (*name).to_owned(),
                bindings: all(),
            });
        };
        entries.push(wgpu::BindGroupEntry { binding, resource: resource.clone() });
    }
    if let Some((name, _)) =
        bindings.iter().find(|(binding, _)| resources.iter().all(|(name, _)| name != binding))
    {
        return Err(ShaderError::MissingBinding {
            kernel: label,
            name: name.clone(),
            bindings: all(),
        });
    }
    Ok(device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some(label),
        layout,
        entries: &entries,
    }))
}

thread_local! {
    /// Labels of the kernels that this thread records, while somebody asks.
    static RECORDED: RefCell<Option<BTreeSet<&'static str>>> = const { RefCell::new(None) };
}

/// The result of `record`, and the labels of the kernels that it records.
#[cfg(feature = "lab")]
pub(crate) fn recorded<R>(record: impl FnOnce() -> R) -> (R, BTreeSet<&'static str>) {
    let others = RECORDED.replace(Some(BTreeSet::new()));
    let result = record();
    (result, RECORDED.replace(others).unwrap_or_default())
}

/// A kernel with its buffers, ready to be recorded.
#[derive(Clone, Debug)]
pub struct Bound {
    kernel: Arc<Kernel>,
    group: wgpu::BindGroup,
}

impl Bound {
    /// Records a dispatch of `groups` workgroups (x, y, z); a no-op if one of them is 0.
    pub fn dispatch(&self, pass: &mut wgpu::ComputePass, groups: [u32; 3]) {
        if groups.contains(&0) {
            return;
        }
        RECORDED.with_borrow_mut(|labels| {
            labels.iter_mut().for_each(|it| _ = it.insert(self.kernel.label))
        });
        pass.set_pipeline(&self.kernel.pipeline);
        pass.set_bind_group(0, &self.group, &[]);
        pass.dispatch_workgroups(groups[0], groups[1], groups[2]);
    }

    /// Records at least `groups` workgroups, in as many rows (y) as the adapter's limit per
    /// dimension requires.
    pub fn dispatch_groups(&self, pass: &mut wgpu::ComputePass, groups: u32) {
        let [columns, rows] = self.kernel.grid(groups);
        self.dispatch(pass, [columns, rows, 1]);
    }

    /// Records at least `threads` threads, in as many rows (y) of workgroups as the adapter's limit
    /// per dimension requires. The kernel numbers its threads with `thread_index` of `grid.wgsl`
    /// and returns past its own count.
    pub fn dispatch_threads(&self, pass: &mut wgpu::ComputePass, threads: u32) {
        self.dispatch_groups(pass, threads.div_ceil(self.kernel.workgroup));
    }
}
