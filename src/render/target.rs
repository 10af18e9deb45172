//! Textures that pictures are drawn into.

use super::splat::LIGHT;
use crate::gpu::{Gpu, GpuError};

/// Format of a finished picture: eight bits a channel, encoded as sRGB by the tone map itself.
pub const PICTURE: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// Why a picture of some size cannot be.
#[derive(Clone, Debug, thiserror::Error)]
pub enum TargetError {
    /// Zero, or beyond the adapter's limit.
    #[error("a picture of {width}x{height} pixels is not possible: each side must be from 1 to {limit} on {adapter}")]
    Size {
        /// Width asked for.
        width: u32,
        /// Height asked for.
        height: u32,
        /// Largest side of a texture.
        limit: u32,
        /// Name of the adapter.
        adapter: String,
    },
    /// The GPU refuses.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

/// A picture in the GPU's memory, that the tone map writes and that can be copied out of.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    texture: wgpu::Texture,
    view: wgpu::TextureView,
}

impl Target {
    /// A picture of `size` pixels (width, height).
    ///
    /// # Errors
    /// [`TargetError::Size`] for a side of 0 or beyond the adapter's limit; [`TargetError::Gpu`] where memory is short.
    pub fn new(gpu: &Gpu, size: [u32; 2]) -> Result<Self, TargetError> {
        let limit = gpu.limits().max_texture_dimension_2d;
        let [width, height] = size;
        if size.iter().any(|side| *side == 0 || *side > limit) {
            return Err(TargetError::Size { width, height, limit, adapter: gpu.adapter_name().to_owned() });
        }
        let usage = wgpu::TextureUsages::STORAGE_BINDING | wgpu::TextureUsages::COPY_SRC | wgpu::TextureUsages::TEXTURE_BINDING;
        let texture = texture(gpu, "picture", size, PICTURE, usage)?;
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        Ok(Self { texture, view })
    }

    /// The texture.
    pub fn texture(&self) -> &wgpu::Texture {
        &self.texture
    }

    /// The view to write to, or to show.
    pub fn view(&self) -> &wgpu::TextureView {
        &self.view
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        [self.texture.width(), self.texture.height()]
    }
}

/// A texture in which light is added up.
pub(super) fn light_texture(gpu: &Gpu, label: &str, size: [u32; 2]) -> Result<wgpu::TextureView, GpuError> {
    let usage =
        wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::STORAGE_BINDING;
    Ok(texture(gpu, label, size, LIGHT, usage)?.create_view(&wgpu::TextureViewDescriptor::default()))
}

/// Workgroups that cover a picture of `size` pixels: the kernels take tiles of 8 x 8.
pub(super) fn tiles(size: [u32; 2]) -> [u32; 3] {
    [size[0].div_ceil(8), size[1].div_ceil(8), 1]
}

fn texture(
    gpu: &Gpu,
    label: &str,
    [width, height]: [u32; 2],
    format: wgpu::TextureFormat,
    usage: wgpu::TextureUsages,
) -> Result<wgpu::Texture, GpuError> {
    let descriptor = wgpu::TextureDescriptor {
        label: Some(label),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage,
        view_formats: &[],
    };
    gpu.allocating(label, || gpu.device().create_texture(&descriptor))
}
