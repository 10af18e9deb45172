//! Bodies as spots of light, added up in high dynamic range.

use super::color_map::COLORS;
use super::spread::{SpreadPass, number};
use super::{Camera, ColorMap, Look};
use crate::gpu::{Buffer, Draw, DrawTarget, Gpu, GpuError, KernelSource};
use crate::physics::Bodies;
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of `draw/splat`.
    pub struct View {
        /// From the world to clip space.
        pub clip_from_world: [[f32; 4]; 4],
        /// The point that the camera looks at.
        pub center: [f32; 3],
        /// The camera's distance from there.
        pub distance: f32,
        /// Width and height of the picture in pixels.
        pub viewport: [f32; 2],
        /// Pixels that a length of 1 covers at a distance of 1.
        pub pixels_a_unit: f32,
        /// Radius of a body in the world.
        pub size: f32,
        /// Least radius of a spot in pixels.
        pub min_radius: f32,
        /// Light of a body at the camera's distance, summed over its pixels.
        pub flux: f32,
        /// Standard deviation of the natural logarithm of the luminosity.
        pub luminosity_spread: f32,
        /// Number of the quantity that colours show.
        pub color_by: u32,
        /// Logarithm (base 2) of the quantity at the ends of the colour map.
        pub range: [f32; 2],
        /// Whether `range` is used.
        pub is_fixed: u32,
        /// One bit for each component that gives no light.
        pub dark_components: u32,
    }
}

/// Spots of light.
pub const SPLAT: KernelSource = KernelSource::trusted(
    "draw/splat",
    &[wgsl!("draw/splat.wgsl"), wgsl!("draw/light.wgsl"), wgsl!("draw/quantity.wgsl"), wgsl!("monoid/spread.wgsl")],
    &[&[]],
);

/// The format in which light is added up.
pub const LIGHT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;

/// Height in pixels of the picture for which spot sizes and light are stated.
const REFERENCE_HEIGHT: f32 = 1080.0;
/// Least radius of a spot in pixels of any picture: a Gaussian of half a pixel. Its light, taken at the centres of the
/// pixels, varies by 2 exp(-2 π² / 4) = 1.4 % with its place between them; narrower spots would flicker in small pictures.
const LEAST_RADIUS: f32 = 0.589;
/// Light of one of [`REFERENCE_COUNT`] bodies, summed over the pixels of its spot.
const REFERENCE_FLUX: f32 = 3.2;
const REFERENCE_COUNT: f32 = 16_384.0;
/// How the light of one body falls with their number. At 1 all bodies together would keep their light, but a few would
/// glare and a million drown in the background of the film; found by looking at 1,000 to 1,000,000 bodies.
const FLUX_EXPONENT: f32 = 0.8;
/// Natural logarithm of the brightness of one magnitude.
const MAGNITUDE: f32 = 0.921_034;

/// The drawing of spots, prepared for a set of bodies.
#[derive(Debug)]
pub(super) struct SplatPass {
    draw: Draw,
    group: wgpu::BindGroup,
    view: Buffer<View>,
    palette: Buffer<[[f32; 4]; COLORS]>,
    color_map: Option<ColorMap>,
    bodies: Bodies,
    spread: SpreadPass,
}

impl SplatPass {
    pub(super) fn new(gpu: &Gpu, bodies: &Bodies) -> Result<Self, GpuError> {
        let attribute =
            |location| wgpu::VertexAttribute { format: wgpu::VertexFormat::Float32x4, offset: 0, shader_location: location };
        let attributes = [[attribute(0)], [attribute(1)], [attribute(2)]];
        let vertices = attributes.each_ref().map(|attributes| {
            Some(wgpu::VertexBufferLayout { array_stride: 16, step_mode: wgpu::VertexStepMode::Instance, attributes })
        });
        let draw = Draw::new(gpu, &SPLAT, &DrawTarget { format: LIGHT, blend: Some(add()), vertices: &vertices })?;
        let view = gpu.storage("draw/view", 1)?;
        let palette = gpu.uniform("draw/palette", &[[0.0; 4]; COLORS])?;
        let spread = SpreadPass::new(gpu, bodies)?;
        let group = draw.bind(gpu, &light_resources(&view, &palette, &spread));
        Ok(Self { draw, group, view, palette, color_map: None, bodies: bodies.clone(), spread })
    }

    /// Records the spots into `light`, a picture of `size` pixels.
    pub(super) fn record(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        camera: &Camera,
        look: &Look,
        light: &wgpu::TextureView,
        size: [u32; 2],
    ) {
        if self.color_map != Some(look.color_map) {
            let mut colors = [[0.0; 4]; COLORS];
            colors.copy_from_slice(&look.color_map.colors());
            gpu.write(&self.palette, &[colors]);
            self.color_map = Some(look.color_map);
        }
        gpu.write(&self.view, &[self.view(camera, look, size)]);
        self.spread.record(gpu, encoder, look, camera.target);
        let mut pass = self.draw.begin(encoder, light, Some(wgpu::Color::TRANSPARENT), &self.group);
        for (slot, buffer) in [&self.bodies.position, &self.bodies.velocity, &self.bodies.acceleration].iter().enumerate() {
            pass.set_vertex_buffer(slot as u32, buffer.raw().slice(..));
        }
        pass.draw(0..4, 0..self.bodies.count());
    }

    /// What a drawing pass of `draw/light.wgsl` is bound to.
    pub(super) fn light_resources(&self) -> Vec<(&'static str, wgpu::BindingResource<'_>)> {
        light_resources(&self.view, &self.palette, &self.spread)
    }

    /// Light of a body in a picture of this height, summed over the pixels of its spot; and the height, over that for which
    /// spot sizes and light are stated. Spots grow with the picture, and so does the light that fills them.
    pub(super) fn flux(&self, look: &Look, height: f32) -> (f32, f32) {
        let (scale, count) = (height / REFERENCE_HEIGHT, self.bodies.count() as f32);
        (REFERENCE_FLUX * (count / REFERENCE_COUNT).powf(-FLUX_EXPONENT) * scale * scale * look.exposure.exp2(), scale)
    }

    fn view(&self, camera: &Camera, look: &Look, [width, height]: [u32; 2]) -> View {
        let (width, height) = (width as f32, height as f32);
        let (flux, scale) = self.flux(look, height);
        let [low, high] = look.color_range.unwrap_or([1.0, 2.0]);
        View {
            clip_from_world: camera.clip_from_world(width / height).to_cols_array_2d(),
            center: camera.target.to_array(),
            distance: camera.distance,
            viewport: [width, height],
            pixels_a_unit: camera.pixels_a_unit(height),
            size: look.size,
            min_radius: (look.min_pixels * scale).max(LEAST_RADIUS),
            flux,
            luminosity_spread: look.magnitude_spread * MAGNITUDE,
            color_by: number(look.color_by),
            range: [low.log2(), high.log2()],
            is_fixed: u32::from(look.color_range.is_some()),
            dark_components: look.dark_components.iter().fold(0, |all, component| all | 1 << (component & 31)),
        }
    }
}

/// Light upon light.
pub(super) fn add() -> wgpu::BlendState {
    let add = wgpu::BlendComponent {
        src_factor: wgpu::BlendFactor::One,
        dst_factor: wgpu::BlendFactor::One,
        operation: wgpu::BlendOperation::Add,
    };
    wgpu::BlendState { color: add, alpha: add }
}

fn light_resources<'a>(
    view: &'a Buffer<View>,
    palette: &'a Buffer<[[f32; 4]; COLORS]>,
    spread: &'a SpreadPass,
) -> Vec<(&'static str, wgpu::BindingResource<'a>)> {
    vec![
        ("view", view.raw().as_entire_binding()),
        ("palette", palette.raw().as_entire_binding()),
        ("spread", spread.result().raw().as_entire_binding()),
    ]
}
