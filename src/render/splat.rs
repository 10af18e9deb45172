//! Bodies as spots of light, drawn as quads and accumulated in high dynamic range.

use std::ops::Range;
use std::sync::Arc;

use super::diffuse::{Grid, measures_crowds};
use super::framing::Framing;
use super::parameters::{Parameters, ViewParams};
use super::projection::PROJECTIONS;
use super::spread::{SpreadPass, number};
use super::target::LIGHT;
use super::{Camera, ColorBy, Look, Projection};
use crate::gpu::{Buffer, Draw, DrawTarget, Gpu, GpuError, KernelSource};
use crate::physics::Bodies;
use crate::wgsl;

/// Draws spots of light: of all bodies, of those in a list, and on orbits to come.
pub const SPLATS: [KernelSource; 3] = [
    SPLAT.with(&[wgsl!("draw/from_rows.wgsl")]),
    SPLAT.with(&[wgsl!("draw/from_list.wgsl")]),
    SPLAT.with(&[wgsl!("draw/from_orbits.wgsl")]),
];

const SPLAT: KernelSource =
    KernelSource::trusted("draw/splat", &[wgsl!("draw/splat.wgsl")], PROJECTIONS);

/// Height in pixels of the picture that spot sizes and light refer to.
const REFERENCE_HEIGHT: f32 = 1080.0;
/// Pixels per radian in the middle of a picture of that height by a lens of 45 degrees.
const PIXELS_PER_RADIAN: f32 = 1303.7;
/// Minimum radius of a spot in pixels of any picture: a Gaussian of half a pixel. Its light,
/// sampled at pixel centres, varies by 2 exp(-2 π² / 4) = 1.4 % with its position between them;
/// narrower spots would flicker in small pictures.
const MIN_RADIUS: f32 = 0.589;
/// Light of one of [`REFERENCE_COUNT`] bodies, summed over the pixels of its spot.
const REFERENCE_FLUX: f32 = 3.2;
const REFERENCE_COUNT: f32 = 16_384.0;
/// Exponent with which the light of one body falls with their number. With 1, the total light would
/// be constant, but a few bodies would glare and a million would drown in the background of the
/// film. Chosen by eye for 1,000 to 1,000,000 bodies.
const FLUX_EXPONENT: f32 = 0.8;
/// Natural logarithm of the brightness ratio of one magnitude.
const MAGNITUDE: f32 = 0.921_034;

/// Half-width of a spot's quad in sigmas: less than a thousandth of the light lies outside.
const REACH: f32 = 3.4;
/// Most bodies whose spots have a hot core and a halo, the half-width of such a spot's quad, and
/// the light of its halo.
const MAX_HALOS: u32 = 64;
/// Power of a star's mass by which its luminosity goes.
const MASS_LUMINOSITY: f64 = 3.5;
/// Up to the first number of stars, a picture shows the roots of their luminosities; from the
/// second on, the luminosities themselves.
const COMPRESSED: [u32; 2] = [1 << 14, 1 << 20];
const HALO_REACH: f32 = 16.0;
const HALO: f32 = 0.35;

/// A vertex buffer each for positions and for what bodies shine, with one row per body.
const ROWS: DrawTarget = DrawTarget {
    format: LIGHT,
    blend: Some(ADD),
    vertices: &[row(&attributes(0)), row(&attributes(1))],
};

const fn attributes(location: u32) -> [wgpu::VertexAttribute; 1] {
    [wgpu::VertexAttribute {
        format: wgpu::VertexFormat::Float32x4,
        offset: 0,
        shader_location: location,
    }]
}

const fn row(
    attributes: &'static [wgpu::VertexAttribute],
) -> Option<wgpu::VertexBufferLayout<'static>> {
    Some(wgpu::VertexBufferLayout {
        array_stride: 16,
        step_mode: wgpu::VertexStepMode::Instance,
        attributes,
    })
}

/// Draws the spots of a set of bodies.
#[derive(Debug)]
pub(super) struct Splat {
    draw: Arc<Draw>,
    group: wgpu::BindGroup,
    bodies: Bodies,
    corners: Range<u32>,
}

impl Splat {
    pub(super) fn new(
        gpu: &Gpu,
        bodies: &Bodies,
        parameters: &Parameters,
        projection: Projection,
    ) -> Result<Self, GpuError> {
        let draw = gpu.draw(&SPLATS[0], projection.tuning(), &ROWS)?;
        let group = draw.bind(gpu.device(), &[("view", parameters.view())])?;
        Ok(Self { draw, group, bodies: bodies.clone(), corners: projection.corners() })
    }

    /// Records the spots into `light`, replacing its contents, and returns the pass. `shine` is the
    /// light of each body's spot.
    pub(super) fn encode<'encoder>(
        &self,
        encoder: &'encoder mut wgpu::CommandEncoder,
        shine: &Buffer<[f32; 4]>,
        light: &wgpu::TextureView,
    ) -> wgpu::RenderPass<'encoder> {
        let mut pass = self.draw.begin(encoder, light, Some(wgpu::Color::TRANSPARENT), &self.group);
        pass.set_vertex_buffer(0, self.bodies.position().raw().slice(..));
        pass.set_vertex_buffer(1, shine.raw().slice(..));
        pass.draw(self.corners.clone(), 0..self.bodies.count());
        pass
    }
}

/// Bindings of a drawing pass that uses `draw/light.wgsl`.
pub(super) fn light_resources<'a>(
    parameters: &'a Parameters,
    spread: &'a SpreadPass,
) -> [(&'static str, wgpu::BindingResource<'a>); 3] {
    let spread = spread.result().raw().as_entire_binding();
    [("view", parameters.view()), ("palette", parameters.palette()), ("spread", spread)]
}

/// Light of one of `count` bodies in a picture of this height, summed over the pixels of its spot,
/// and the height relative to the one that spot sizes and light refer to. Spots grow with the
/// picture, and so does the light that fills them.
pub(super) fn flux(height: f32, count: u32) -> (f32, f32) {
    let (scale, count) = (height / REFERENCE_HEIGHT, count as f32);
    (REFERENCE_FLUX * (count / REFERENCE_COUNT).powf(-FLUX_EXPONENT) * scale * scale, scale)
}

/// The power of the mass by which the luminosity of `count` stars goes, and the base-2 logarithm of
/// its mean over the initial mass function of `draw/star.wgsl`. Few stars show the root of their
/// luminosity, or one would outshine all others; the more there are, the less it is compressed: in
/// photographs, giants stand out from a populous cluster.
fn star_light(count: u32) -> [f32; 2] {
    let [few, many] = COMPRESSED.map(f64::from);
    let share = ((f64::from(count) / few).ln() / (many / few).ln()).clamp(0.0, 1.0);
    let power = 0.5 * MASS_LUMINOSITY * (1.0 + share);
    // The integrals of mass^power over the two parts of the function, which meet at half a solar
    // mass.
    let part = |factor: f64, slope: f64, [from, to]: [f64; 2]| {
        let power = power + slope;
        factor * (to.powf(power) - from.powf(power)) / power
    };
    let mean = part(0.253_36, -0.3, [0.08, 0.5]) + part(0.126_68, -1.3, [0.5, 20.0]);
    [power as f32, mean.log2() as f32]
}

/// How fine the pixels of a picture of the sky are, relative to those of a perspective picture of
/// the reference height by the usual lens: the light of a star falls on a pixel, and a coarser one
/// holds more of the sky.
fn sky_scale(camera: &Camera, height: f32) -> f32 {
    match camera.projection {
        Projection::Perspective => height / REFERENCE_HEIGHT,
        Projection::Fisheye | Projection::Equirectangular => {
            camera.pixels_per_unit(height) / PIXELS_PER_RADIAN
        }
    }
}

/// Parameters of the bodies' picture.
pub(super) fn view_params(
    camera: &Camera,
    look: &Look,
    framing: &Framing,
    grid: &Grid,
    bodies: &Bodies,
) -> ViewParams {
    let (height, count) = (framing.height(), bodies.count());
    // Without such a column, all have one colour.
    let color_by = match look.color_by {
        ColorBy::Column if !bodies.is_painted() => ColorBy::Uniform,
        color_by => color_by,
    };
    let (flux, scale) = flux(height, count);
    let [low, high] = look.color_ends([1.0, 2.0]).map(|end| end as f32);
    let (cells, picture_cells) = grid.cells();
    let measures_crowds = measures_crowds(look, count);
    let bits = |components: &[u32]| {
        components.iter().fold(0, |all, component| all | 1 << (component & 31))
    };
    let (halo, reach) = if count <= MAX_HALOS { (HALO, HALO_REACH) } else { (0.0, REACH) };
    ViewParams {
        clip_from_world: framing.clip_from_world(camera).to_cols_array_2d(),
        whole_from_world: framing.of_whole().clip_from_world(camera).to_cols_array_2d(),
        center: camera.target.to_array(),
        distance: camera.distance,
        viewport: framing.viewport(),
        pixels_per_unit: camera.pixels_per_unit(height),
        size: look.size,
        min_radius: (look.min_pixels * scale).max(MIN_RADIUS),
        flux,
        luminosity_spread: look.magnitude_spread * MAGNITUDE,
        color_by: number(color_by),
        range: [low.log2(), high.log2()],
        fixed_ends: if look.color_range.is_some() {
            2
        } else {
            u32::from(look.color_max.is_some())
        },
        dark_components: bits(&look.dark_components),
        max_radius: 0.25 * height,
        count,
        diffuse: if measures_crowds { look.diffuse } else { 0.0 },
        opacity: if measures_crowds { look.dust } else { 0.0 },
        cells,
        picture_cells,
        cells_per_unit: grid.cells_per_unit(camera),
        dust_components: bits(&look.dust_components),
        halo,
        reach,
        spikes: look.spikes,
        measures_crowds: u32::from(measures_crowds),
        sky: look.sky * sky_scale(camera, height).powi(2),
        height,
        part: framing.part().map(|number| number as f32),
        per_radian: framing.per_radian(),
        eye: framing.eye,
        own_colors: if look.color_by == ColorBy::Component {
            look.component_colors.len() as u32
        } else {
            0
        },
        star_light: star_light(count),
        painted: u32::from(bodies.is_painted()),
        padding: 0,
    }
}

/// Adds light to light.
pub(super) const ADD: wgpu::BlendState = {
    let add = wgpu::BlendComponent {
        src_factor: wgpu::BlendFactor::One,
        dst_factor: wgpu::BlendFactor::One,
        operation: wgpu::BlendOperation::Add,
    };
    wgpu::BlendState { color: add, alpha: add }
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_have_a_mean_luminosity_of_one_and_are_compressed_where_they_are_few() {
        // As in `draw/star.wgsl`.
        let mass = |share: f64| {
            let small = (2.133_403_5 - 1.184_020_7 * share).powf(-1.0 / 0.3);
            let large = (2.462_288_8 - 10.261_513 * (share - 0.762_029_8)).powf(-1.0 / 1.3);
            if share < 0.762_029_8 { small } else { large }
        };
        let samples = 1_000_000;
        for (count, expected) in
            [(1, 1.75), (16_384, 1.75), (131_072, 2.625), (1 << 20, 3.5), (1 << 24, 3.5)]
        {
            let [power, mean] = star_light(count).map(f64::from);
            assert!((power - expected).abs() < 1e-6, "{count} stars: the power is {power}");
            let light = |sample| {
                mass((f64::from(sample) + 0.5) / f64::from(samples)).powf(power) / mean.exp2()
            };
            let found = (0..samples).map(light).sum::<f64>() / f64::from(samples);
            assert!((found - 1.0).abs() < 1e-3, "{count} stars: the mean is {found}");
        }
    }
}
