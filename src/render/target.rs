//! Textures that pictures are drawn into.

use crate::gpu::{Gpu, GpuError};
use crate::words::{Text, say};

/// The format in which light is accumulated.
pub const LIGHT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;

/// How a target stores a picture: red, green, blue, and an alpha that is always 1 unless the target
/// was made [with alpha](Target::with_alpha).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// Eight bits per channel, encoded as sRGB by the tone map, with dither.
    #[default]
    Rgba8,
    /// Sixteen bits per channel, encoded as sRGB by the tone map: integers up to 65,535.
    Rgba16,
    /// Half floats: the light before the tone map, linear and unbounded. A look's `negative` has no
    /// effect.
    HalfFloat,
}

impl Format {
    /// The texture's format.
    pub fn texture(self) -> wgpu::TextureFormat {
        match self {
            Self::Rgba8 => wgpu::TextureFormat::Rgba8Unorm,
            Self::Rgba16 => wgpu::TextureFormat::Rgba16Uint,
            Self::HalfFloat => wgpu::TextureFormat::Rgba16Float,
        }
    }

    /// Bytes per pixel of the texture.
    pub fn pixel_bytes(self) -> u32 {
        match self {
            Self::Rgba8 => 4,
            Self::Rgba16 | Self::HalfFloat => 8,
        }
    }
}

/// Why a picture cannot be created.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub enum TargetError {
    /// A side is zero or beyond the adapter's limit.
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
    /// A side is zero or too large even for tiles.
    Picture {
        /// Width asked for.
        width: u32,
        /// Height asked for.
        height: u32,
    },
    /// Too few or too many samples per pixel.
    Samples {
        /// The number asked for.
        samples: u32,
    },
    /// The GPU failed, or cannot hold the picture.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

impl TargetError {
    /// The sentence, in whatever language it is shown.
    pub fn text(&self) -> Text {
        match self {
            Self::Size { width, height, limit, adapter } => {
                say!("error-picture-on-adapter", width, height, limit, adapter)
            }
            Self::Picture { width, height } => say!("error-picture-size", width, height),
            Self::Samples { samples } => say!("error-samples", samples),
            Self::Gpu(error) => error.text(),
        }
    }
}

/// A picture in GPU memory. The tone map writes it, and it can be copied out.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    texture: wgpu::Texture,
    view: wgpu::TextureView,
    format: Format,
    has_alpha: bool,
    eyes: f32,
}

impl Target {
    /// A picture of `size` pixels (width, height).
    ///
    /// # Errors
    /// [`TargetError::Size`] if a side is 0 or beyond the adapter's limit; [`TargetError::Gpu`] if
    /// memory runs out.
    pub fn new(gpu: &Gpu, size: [u32; 2], format: Format) -> Result<Self, TargetError> {
        let limit = gpu.limits().max_texture_dimension_2d;
        let [width, height] = size;
        if size.iter().any(|side| *side == 0 || *side > limit) {
            return Err(TargetError::Size {
                width,
                height,
                limit,
                adapter: gpu.adapter_name().to_owned(),
            });
        }
        let usage = wgpu::TextureUsages::STORAGE_BINDING
            | wgpu::TextureUsages::COPY_SRC
            | wgpu::TextureUsages::COPY_DST
            | wgpu::TextureUsages::TEXTURE_BINDING;
        let texture = texture(gpu, "picture", size, format.texture(), usage)?;
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        Ok(Self { texture, view, format, has_alpha: false, eyes: 0.0 })
    }

    /// Gives pictures alpha instead of a sky. Composited over black they look the same as with a
    /// black sky; those of a `negative` look, over white. Eight and sixteen bits have straight
    /// alpha, half floats premultiplied alpha.
    #[must_use]
    pub fn with_alpha(self) -> Self {
        Self { has_alpha: true, ..self }
    }

    /// Whether its pictures have alpha instead of a sky.
    pub fn has_alpha(&self) -> bool {
        self.has_alpha
    }

    /// Divides the target into two pictures side by side, as a left and a right eye see them that
    /// are this far apart, in world units; 0 for one picture. Its width must be even.
    #[must_use]
    pub fn with_eyes(self, apart: f32) -> Self {
        Self { eyes: apart, ..self }
    }

    /// How far the eyes are apart; 0 if there is one picture.
    pub fn eyes(&self) -> f32 {
        self.eyes
    }

    /// Width and height of one eye's picture.
    pub fn size_of_eye(&self) -> [u32; 2] {
        let [width, height] = self.size();
        [if self.eyes == 0.0 { width } else { width / 2 }, height]
    }

    /// The texture.
    pub fn texture(&self) -> &wgpu::Texture {
        &self.texture
    }

    /// The texture's view, to write to or to show.
    pub fn view(&self) -> &wgpu::TextureView {
        &self.view
    }

    /// How it stores a picture.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        [self.texture.width(), self.texture.height()]
    }
}

/// A texture in which light is accumulated.
pub(super) fn light_texture(
    gpu: &Gpu,
    label: &str,
    size: [u32; 2],
) -> Result<wgpu::TextureView, GpuError> {
    let usage = wgpu::TextureUsages::RENDER_ATTACHMENT
        | wgpu::TextureUsages::TEXTURE_BINDING
        | wgpu::TextureUsages::STORAGE_BINDING;
    Ok(texture(gpu, label, size, LIGHT, usage)?
        .create_view(&wgpu::TextureViewDescriptor::default()))
}

/// Workgroups that cover a picture of `size` pixels: the kernels work on tiles of 8 x 8.
pub(super) fn tiles(size: [u32; 2]) -> [u32; 3] {
    [size[0].div_ceil(8), size[1].div_ceil(8), 1]
}

pub(super) fn texture(
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

/// A compute pass of this name.
pub(super) fn compute(label: &str) -> wgpu::ComputePassDescriptor<'_> {
    wgpu::ComputePassDescriptor { label: Some(label), timestamp_writes: None }
}
