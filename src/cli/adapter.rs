//! The adapter of a command.

use starshell::gpu::Gpu;

use super::failure::{Failure, input, set_up};
use super::terminal::explain;
use crate::folders;

/// Rejects a `WGPU_BACKEND` unknown to wgpu, which would otherwise find no adapter at all, as if no
/// driver were installed.
pub fn check_backend() -> Result<(), Failure> {
    let Some(text) = std::env::var_os("WGPU_BACKEND") else { return Ok(()) };
    let text = text.to_string_lossy();
    if text.split(',').all(|name| !wgpu::Backends::from_comma_list(name).is_empty()) {
        return Ok(());
    }
    let message =
        "which is not a list of backends: unset it, or set it to vulkan, metal, dx12 or gl";
    Err(input(anyhow::anyhow!("the environment variable WGPU_BACKEND is `{text}`, {message}")))
}

/// Opens the adapter, with what earlier runs found out about it; a name or index without a match is
/// bad input.
pub fn open(adapter: Option<&str>) -> Result<Gpu, Failure> {
    check_backend()?;
    let gpu = Gpu::open(adapter).map_err(set_up)?;
    folders::remember(&gpu);
    let info = gpu.adapter().info();
    explain(|| {
        format!("adapter: {} by {}, {} {}", info.name, info.backend, info.driver, info.driver_info)
    });
    Ok(gpu)
}
