//! Finds this machine's adapters and chooses one: the best by default, or any other by name or
//! index.

use super::GpuError;

/// Environment variable that chooses the adapter, like `--adapter`.
pub const ADAPTER_VARIABLE: &str = "STARSHELL_ADAPTER";

/// The adapters of this machine, best first: discrete, integrated, virtual, then software. An
/// adapter's position in this list is its index. Vulkan, Metal and DX12 come first. GL is tried
/// only if they have no adapter (or `WGPU_BACKEND=gl` asks for it), because it lists the same GPUs
/// again, is slower, and prints warnings to the terminal while it looks for a display.
pub fn adapters() -> Vec<wgpu::Adapter> {
    let found = BACKENDS.iter().map(|backends| {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        descriptor.backends = *backends;
        adapters_of(&wgpu::Instance::new(descriptor.with_env()))
    });
    found.into_iter().find(|adapters| !adapters.is_empty()).unwrap_or_default()
}

/// Backends in the order in which they are tried; the second set only if the first has no adapter.
const BACKENDS: [wgpu::Backends; 2] = [
    wgpu::Backends::VULKAN.union(wgpu::Backends::METAL).union(wgpu::Backends::DX12),
    wgpu::Backends::GL,
];

/// An adapter, as its driver describes it.
#[derive(Debug)]
pub struct Adapter {
    pub(super) raw: wgpu::Adapter,
    info: wgpu::AdapterInfo,
    instance: Option<wgpu::Instance>,
}

impl Adapter {
    /// An adapter, and its instance if it is for surfaces.
    pub(super) fn new(raw: wgpu::Adapter, instance: Option<wgpu::Instance>) -> Self {
        Self { info: raw.get_info(), raw, instance }
    }

    /// Its name, driver, type and backend.
    pub fn info(&self) -> &wgpu::AdapterInfo {
        &self.info
    }

    /// Whether it runs on the CPU, like Mesa's lavapipe.
    pub fn is_software(&self) -> bool {
        self.info.device_type == wgpu::DeviceType::Cpu
    }

    /// Total loop iterations that one shader invocation may take. llvmpipe silently ends loops
    /// after 65,535 as a guard against endless ones (`LP_MAX_TGSI_LOOP_ITERATIONS` in Mesa's
    /// lp_bld_limits.h).
    pub fn loop_limit(&self) -> u32 {
        if self.is_software() { 65_535 } else { u32::MAX }
    }

    /// What a surface can show.
    pub fn surface_capabilities(&self, surface: &wgpu::Surface) -> wgpu::SurfaceCapabilities {
        surface.get_capabilities(&self.raw)
    }

    /// The instance for creating another surface, if it was opened for one.
    pub fn instance(&self) -> Option<&wgpu::Instance> {
        self.instance.as_ref()
    }
}

fn adapters_of(instance: &wgpu::Instance) -> Vec<wgpu::Adapter> {
    let mut adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()));
    adapters.retain(can_run);
    adapters.sort_by_key(|adapter| rank(&adapter.get_info()));
    adapters
}

/// Whether an adapter has what every kernel and drawing pass needs. Some old GL adapters do not, so
/// they are not listed.
fn can_run(adapter: &wgpu::Adapter) -> bool {
    let flags = wgpu::DownlevelFlags::COMPUTE_SHADERS | wgpu::DownlevelFlags::VERTEX_STORAGE;
    adapter.get_downlevel_capabilities().flags.contains(flags) && suffices(&adapter.limits())
}

/// Whether `limits` meet the needs of every kernel.
pub(super) fn suffices(limits: &wgpu::Limits) -> bool {
    limits.max_storage_buffers_per_shader_stage >= 8
        && limits.max_compute_invocations_per_workgroup >= 256
        && limits.max_compute_workgroup_size_x >= 256
}

/// Smaller is better; adapters of equal rank keep the driver's order.
fn rank(info: &wgpu::AdapterInfo) -> (u8, u8) {
    let kind = match info.device_type {
        wgpu::DeviceType::DiscreteGpu => 0,
        wgpu::DeviceType::IntegratedGpu => 1,
        wgpu::DeviceType::VirtualGpu => 2,
        wgpu::DeviceType::Other => 3,
        wgpu::DeviceType::Cpu => 4,
    };
    (kind, u8::from(info.backend == wgpu::Backend::Gl))
}

/// One of `adapters`: the first, or the one that `wanted` selects by index or part of its name.
pub(super) fn choose(
    mut adapters: Vec<wgpu::Adapter>,
    wanted: Option<&str>,
) -> Result<wgpu::Adapter, GpuError> {
    if adapters.is_empty() {
        return Err(GpuError::NoAdapter);
    }
    let names: Vec<String> = adapters.iter().map(|adapter| adapter.get_info().name).collect();
    let Some(index) = wanted.map_or(Some(0), |wanted| find(&names, wanted)) else {
        let adapters = names
            .iter()
            .enumerate()
            .map(|(index, name)| format!("{index}: {name}"))
            .collect::<Vec<_>>()
            .join(", ");
        return Err(GpuError::NoSuchAdapter {
            wanted: wanted.unwrap_or_default().to_owned(),
            adapters,
        });
    };
    Ok(adapters.swap_remove(index))
}

/// The place among `names` of the one that `wanted` names by index or by a part. A number is always
/// an index: names have numbers of versions and models, so any would be found in some name.
fn find(names: &[String], wanted: &str) -> Option<usize> {
    let wanted = wanted.trim().to_lowercase();
    let digits = wanted.strip_prefix(['+', '-']).unwrap_or(&wanted);
    match digits.bytes().all(|byte| byte.is_ascii_digit()) {
        // Empty text is no number, either.
        true => wanted.parse().ok().filter(|index| *index < names.len()),
        false => names.iter().position(|name| name.to_lowercase().contains(&wanted)),
    }
}

/// An adapter that can present to the surface that `create` makes from its instance; see
/// `Gpu::open_for_surface`.
pub(super) fn choose_for_surface(
    wanted: Option<&str>,
    descriptor: impl Fn() -> wgpu::InstanceDescriptor,
    create: impl Fn(&wgpu::Instance) -> Result<wgpu::Surface<'static>, wgpu::CreateSurfaceError>,
) -> Result<(wgpu::Instance, wgpu::Adapter, wgpu::Surface<'static>), GpuError> {
    let (mut unseen, mut colorless) = (Vec::new(), Vec::new());
    for backends in BACKENDS {
        let mut descriptor = descriptor();
        descriptor.backends = backends;
        let instance = wgpu::Instance::new(descriptor.with_env());
        let Ok(surface) = create(&instance) else { continue };
        let (shown, hidden): (Vec<_>, Vec<_>) = adapters_of(&instance)
            .into_iter()
            .partition(|adapter| adapter.is_surface_supported(&surface));
        let name = |adapter: &wgpu::Adapter| adapter.get_info().name;
        let (shown, poor): (Vec<_>, Vec<_>) = shown
            .into_iter()
            .partition(|adapter| !surface.get_capabilities(adapter).formats.is_empty());
        if !shown.is_empty() {
            return Ok((instance, choose(shown, wanted)?, surface));
        }
        colorless.extend(poor.iter().map(name));
        unseen.extend(hidden.iter().map(name));
    }
    Err(match (colorless.is_empty(), unseen.is_empty()) {
        (false, _) => GpuError::NoColors { adapters: colorless.join(", ") },
        (true, false) => GpuError::NoSurface { adapters: unseen.join(", ") },
        (true, true) => GpuError::NoAdapter,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_adapter_is_an_error_with_the_remedy() {
        let error = choose(Vec::new(), None).unwrap_err();
        assert!(error.to_string().contains("mesa-vulkan-drivers"), "{error}");
    }

    #[test]
    fn a_number_is_an_index_and_anything_else_a_part_of_a_name() {
        let names = ["GeForce RTX 4090", "llvmpipe (LLVM 15.0.6, 256 bits)"].map(str::to_owned);
        for (wanted, found) in
            [("0", 0), (" 1 ", 1), ("llvm", 1), ("RTX 4090", 0), ("15.0.6", 1), ("rtx", 0)]
        {
            assert_eq!(find(&names, wanted), Some(found), "{wanted}");
        }
        for wanted in
            ["2", "15", "256", "4090", "-1", "99999999999999999999", "", " ", "+", "radeon"]
        {
            assert_eq!(find(&names, wanted), None, "{wanted}");
        }
        assert_eq!(find(&names[1..], "1"), None);
    }

    #[test]
    fn discrete_comes_before_integrated_before_software() {
        use wgpu::DeviceType::{Cpu, DiscreteGpu, IntegratedGpu, Other, VirtualGpu};
        let info = |kind, backend| wgpu::AdapterInfo::new(kind, backend);
        let best_first = [
            info(DiscreteGpu, wgpu::Backend::Vulkan),
            info(DiscreteGpu, wgpu::Backend::Gl),
            info(IntegratedGpu, wgpu::Backend::Metal),
            info(VirtualGpu, wgpu::Backend::Vulkan),
            info(Other, wgpu::Backend::Gl),
            info(Cpu, wgpu::Backend::Vulkan),
        ];
        assert!(best_first.is_sorted_by_key(rank));
    }
}
