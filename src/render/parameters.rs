//! The parameters of a picture's kernels. They share one buffer, which a single copy at the
//! picture's place in the encoder replaces, so that a submission can hold several pictures.

use std::mem::offset_of;

use super::color_map::COLORS;
use super::noise::NOISE;
use crate::gpu::{Buffer, Gpu, GpuError};
use crate::mirrored;

mirrored! {
    /// Parameters of `draw/splat`.
    pub struct ViewParams {
        /// World to clip space; to the camera's axes if the picture shows directions.
        pub clip_from_world: [[f32; 4]; 4],
        /// World to clip space of the whole picture, of which a tile is a part.
        pub whole_from_world: [[f32; 4]; 4],
        /// The point that the camera looks at.
        pub center: [f32; 3],
        /// The camera's distance from that point.
        pub distance: f32,
        /// Width and height of the picture in pixels.
        pub viewport: [f32; 2],
        /// Pixels per unit of length at a distance of 1.
        pub pixels_per_unit: f32,
        /// Radius of a body in world units.
        pub size: f32,
        /// Least radius of a spot in pixels.
        pub min_radius: f32,
        /// Light of a body at the camera's distance, summed over its pixels.
        pub flux: f32,
        /// Standard deviation of the natural logarithm of the luminosity.
        pub luminosity_spread: f32,
        /// Number of the quantity that colours show: its place among the members of `ColorBy`.
        pub color_by: u32,
        /// Logarithm (base 2) of the quantity at the ends of the colour map.
        pub range: [f32; 2],
        /// 2 to use `range`, 1 to use its upper end, 0 to use the measured spread.
        pub fixed_ends: u32,
        /// One bit per component; set if it emits no light.
        pub dark_components: u32,
        /// Largest radius of a spot in pixels.
        pub max_radius: f32,
        /// Bodies.
        pub count: u32,
        /// Share of the light of crowded bodies that is spread over their surroundings.
        pub diffuse: f32,
        /// Area that a unit of mass of dust shades.
        pub opacity: f32,
        /// Cells of the grid of diffuse light along each axis, margin included.
        pub cells: [u32; 2],
        /// Cells of the picture alone.
        pub picture_cells: [f32; 2],
        /// Cells per unit of length at a distance of 1.
        pub cells_per_unit: f32,
        /// One bit per component; set if it absorbs light and emits none.
        pub dust_components: u32,
        /// Light of a spot's halo, relative to that in its middle; 0 for no halo.
        pub halo: f32,
        /// Half-width of a spot's quad in sigmas.
        pub reach: f32,
        /// Light of diffraction spikes, relative to that in the middle of their spot.
        pub spikes: f32,
        /// 1 if the bodies of the grid's cells are counted.
        pub measures_crowds: u32,
        /// Light of the sky behind the bodies.
        pub sky: f32,
        /// Height of the whole picture in pixels.
        pub height: f32,
        /// From the whole picture to the part that is drawn: factors, then what is added.
        pub part: [f32; 4],
        /// Half-sides per radian of a picture that shows directions.
        pub per_radian: [f32; 2],
        /// How far the eye is to the right of the camera.
        pub eye: f32,
        /// Components with colours of their own, at the beginning of the palette.
        pub own_colors: u32,
        /// The power of the mass by which the luminosity of stars goes, and the base-2 logarithm of
        /// its mean.
        pub star_light: [f32; 2],
        /// 1 if rows for pictures stand in place of accelerations.
        pub painted: u32,
        /// Unused.
        pub padding: u32,
    }
}

mirrored! {
    /// Parameters of `draw/spread`.
    pub struct SpreadParams {
        /// The point from which distances are measured.
        pub center: [f32; 3],
        /// Number of the quantity.
        pub color_by: u32,
        /// Bodies.
        pub count: u32,
        /// Threads that take part.
        pub threads: u32,
        /// Unused.
        pub padding_0: u32,
        /// Unused.
        pub padding_1: u32,
    }
}

mirrored! {
    /// Parameters of `draw/tone_map`.
    pub struct ToneMapParams {
        /// Light of the empty sky.
        pub background: [f32; 3],
        /// Share of the light that the lens scatters into the glow.
        pub bloom: f32,
        /// 1 to swap light and dark, otherwise 0.
        pub negative: u32,
        /// What a pixel receives of a cell's diffuse light.
        pub diffuse: f32,
        /// Cells per pixel.
        pub cells_per_pixel: f32,
        /// Factor on all light: two to the power of the exposure.
        pub gain: f32,
        /// 1 to multiply that by the meter's factor, otherwise 0.
        pub metered: u32,
        /// Radius of a dome's circle in pixels.
        pub radius: f32,
        /// Middle of the whole picture in pixels.
        pub middle: [f32; 2],
    }
}

mirrored! {
    /// Parameters of `draw/trail`.
    pub struct TrailParams {
        /// The first body with a trail.
        pub first: u32,
        /// Step from one body with a trail to the next.
        pub stride: u32,
        /// Number of bodies with a trail.
        pub count: u32,
        /// Points per body that the ring holds.
        pub slots: u32,
        /// Slot of the newest point.
        pub newest: u32,
        /// Straight pieces of a segment; above 1, the ring holds velocities too.
        pub pieces: u32,
        /// Light of a segment that has not faded per unit of time, relative to the light of a body.
        pub light: f32,
        /// Light in the middle of the line that does not depend on the body's speed.
        pub floor: f32,
        /// Colour that replaces the bodies' own if w is 1.
        pub accent: [f32; 4],
        /// Width of a line, in widths of a body's spot.
        pub width: f32,
        /// Share of it by which a trail narrows towards its end.
        pub taper: f32,
        /// Power of what is left of a trail with which its light fades.
        pub fading: f32,
        /// Unused.
        pub padding_0: f32,
    }
}

mirrored! {
    /// Parameters of `draw/deposit` and `draw/soften`.
    pub struct SpotParams {
        /// Columns and rows of the sums, margin included.
        pub size: [u32; 2],
        /// Pixels to each side over which light spreads.
        pub reach: u32,
        /// Unused.
        pub padding: u32,
        /// What a pixel at each distance along an axis receives, from 0 up.
        pub weights: [[f32; 4]; 4],
    }
}

mirrored! {
    /// Parameters of `draw/splat` for the dots on orbits.
    pub struct OrbitParams {
        /// Bodies.
        pub count: u32,
        /// Dots per orbit.
        pub dots: u32,
        /// Simulated time of a trail.
        pub trails: f32,
        /// Size of a dot, relative to its body's spot.
        pub size: f32,
        /// Its light per area.
        pub light: f32,
        /// Unused.
        pub padding_0: u32,
        /// Unused.
        pub padding_1: u32,
        /// Unused.
        pub padding_2: u32,
    }
}

/// Every adapter can bind a buffer at multiples of this offset.
const ALIGNED: usize = 256;

/// Parameters of one picture's kernels. Each member is bound separately, so it begins at a multiple of
/// 256 bytes: one that grows by 16 bytes takes one from the padding behind it.
#[repr(C)]
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct PictureParams {
    pub(super) view: ViewParams,
    padding: [[f32; 4]; 13],
    pub(super) spread: SpreadParams,
    padding_0: [[f32; 4]; 14],
    pub(super) tone_map: ToneMapParams,
    padding_1: [[f32; 4]; 13],
    pub(super) trails: TrailParams,
    padding_2: [[f32; 4]; 12],
    pub(super) body_trail: TrailParams,
    padding_3: [[f32; 4]; 12],
    pub(super) spots: SpotParams,
    padding_4: [[f32; 4]; 11],
    pub(super) orbits: OrbitParams,
    padding_5: [[f32; 4]; 14],
    pub(super) palette: [[f32; 4]; COLORS],
}

/// Binds one member of the buffer.
macro_rules! member {
    ($self:ident, $member:ident, $type:ty) => {{
        const OFFSET: usize = offset_of!(PictureParams, $member);
        const { assert!(OFFSET.is_multiple_of(ALIGNED), "this offset is not aligned on every adapter") };
        $self.bound(OFFSET, size_of::<$type>())
    }};
}

/// The buffer of parameters.
#[derive(Debug)]
pub(super) struct Parameters {
    picture: Buffer<PictureParams>,
    /// The dither's noise, which never changes.
    noise: Buffer<[u32; 4]>,
}

impl Parameters {
    pub(super) fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let noise = Buffer::parameters(gpu, "draw/noise", NOISE.len() / 16)?;
        gpu.write(&noise, bytemuck::cast_slice(&NOISE[..]));
        Ok(Self { picture: Buffer::parameters(gpu, "draw/parameters", 1)?, noise })
    }

    /// Replaces all parameters at this point in `encoder`.
    pub(super) fn encode(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        parameters: &PictureParams,
    ) -> Result<(), GpuError> {
        self.picture.encode_write(gpu, encoder, 0, std::slice::from_ref(parameters))
    }

    pub(super) fn view(&self) -> wgpu::BindingResource<'_> {
        member!(self, view, ViewParams)
    }

    pub(super) fn spread(&self) -> wgpu::BindingResource<'_> {
        member!(self, spread, SpreadParams)
    }

    pub(super) fn tone_map(&self) -> wgpu::BindingResource<'_> {
        member!(self, tone_map, ToneMapParams)
    }

    pub(super) fn trails(&self) -> wgpu::BindingResource<'_> {
        member!(self, trails, TrailParams)
    }

    pub(super) fn body_trail(&self) -> wgpu::BindingResource<'_> {
        member!(self, body_trail, TrailParams)
    }

    pub(super) fn spots(&self) -> wgpu::BindingResource<'_> {
        member!(self, spots, SpotParams)
    }

    pub(super) fn orbits(&self) -> wgpu::BindingResource<'_> {
        member!(self, orbits, OrbitParams)
    }

    pub(super) fn palette(&self) -> wgpu::BindingResource<'_> {
        member!(self, palette, [[f32; 4]; COLORS])
    }

    pub(super) fn noise(&self) -> wgpu::BindingResource<'_> {
        self.noise.raw().as_entire_binding()
    }

    fn bound(&self, offset: usize, size: usize) -> wgpu::BindingResource<'_> {
        let size = wgpu::BufferSize::new(size as u64);
        wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer: self.picture.raw(),
            offset: offset as u64,
            size,
        })
    }
}
