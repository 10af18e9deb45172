//! Light of spots before the tone map, and what it must be.

use glam::{DVec2, DVec3, Vec2};
use starshell::gpu::{Gpu, Readback};
use starshell::physics::{Bodies, Body};
use starshell::render::{Camera, ColorBy, Format, Look, Renderer, SpotPath, Target};

/// Rows of half floats are multiples of 256 bytes.
pub const SIZE: [u32; 2] = [96, 64];

/// A look in which a body is one plain spot.
pub fn plain() -> Look {
    let look = Look {
        color_by: ColorBy::Uniform,
        magnitude_spread: 0.0,
        bloom: 0.0,
        background: [0.0; 3],
        ..Look::default()
    };
    Look { diffuse: 0.0, spikes: 0.0, sky: 0.0, metered: false, ..look }
}

pub fn camera() -> Camera {
    Camera { distance: 4.0, elevation: 20.0, azimuth: 30.0, ..Camera::default() }
}

/// A body that appears at `pixel`.
pub fn body_at(camera: &Camera, pixel: DVec2, size: [u32; 2]) -> Body {
    let position = camera.plane_point(Vec2::new(pixel.x as f32, pixel.y as f32), size).as_dvec3();
    Body { position, velocity: DVec3::ZERO, mass: 1.0, component: 0 }
}

/// The half floats of a picture, four per pixel.
pub fn light_of(
    gpu: &Gpu,
    bodies: &[Body],
    camera: &Camera,
    look: &Look,
    size: [u32; 2],
    path: SpotPath,
) -> Vec<u16> {
    let renderer = Renderer::new(gpu, &Bodies::new(gpu, bodies).unwrap());
    let mut view = renderer.canvas(&Target::new(gpu, size, Format::HalfFloat).unwrap()).unwrap();
    view.set_spot_path(path);
    let mut encoder = gpu.encoder("test");
    renderer.encode(&mut encoder, &mut view, camera, look).unwrap();
    let mut copy: Readback<u16> =
        Readback::new(gpu, "test", (4 * size[0] * size[1]) as usize).unwrap();
    copy.encode_texture(&mut encoder, view.target().texture(), 8 * size[0]).unwrap();
    gpu.submit(encoder);
    copy.wait().unwrap()
}

/// Red light by pixel.
pub fn red(light: &[u16]) -> Vec<f64> {
    light.iter().step_by(4).map(|bits| half::f16::from_bits(*bits).to_f64()).collect()
}

/// The sum of light, its centroid in pixels, and its variance along each axis.
pub fn moments(light: &[f64], width: u32) -> (f64, DVec2, DVec2) {
    let place = |index: usize| {
        DVec2::new((index % width as usize) as f64 + 0.5, (index / width as usize) as f64 + 0.5)
    };
    let all = || light.iter().enumerate();
    let sum: f64 = light.iter().sum();
    let centroid = all().map(|(index, light)| place(index) * *light).sum::<DVec2>() / sum;
    let variance =
        all().map(|(index, light)| (place(index) - centroid).powf(2.0) * *light).sum::<DVec2>()
            / sum;
    (sum, centroid, variance)
}

/// Light of one of `count` bodies at the camera's distance in a picture of this height, relative to
/// that in other pictures.
pub fn flux(count: usize, height: u32) -> f64 {
    (count as f64).powf(-0.8) * f64::from(height).powi(2)
}

/// False for NaN.
fn is_less(off: f64, most: f64) -> bool {
    off < most
}

/// Whether spots that are summed have the light, the place and the width that they must have,
/// wherever they lie between pixels.
pub fn compare_spots(gpu: &Gpu) -> Result<(), String> {
    const BODIES: usize = 96;
    let camera = camera();
    let mut lights = Vec::new();
    for (radius, x, y) in [
        (0.6, 40.5, 30.5),
        (1.2, 41.0, 30.1),
        (1.2, 40.7, 31.9),
        (2.6, 47.3, 31.0),
        (4.0, 50.2, 32.6),
    ] {
        let look = Look { min_pixels: radius * 1080.0 / SIZE[1] as f32, exposure: -4.0, ..plain() };
        // All in one place, where a sum that overflows would be seen.
        let bodies = [body_at(&camera, DVec2::new(x, y), SIZE); BODIES];
        let (sum, centroid, variance) =
            moments(&red(&light_of(gpu, &bodies, &camera, &look, SIZE, SpotPath::Sums)), SIZE[0]);
        let expected = f64::from(radius).powi(2) / (2.0 * std::f64::consts::LN_2);
        if !is_less((centroid - DVec2::new(x, y)).abs().max_element(), 0.02) {
            return Err(format!("a spot of radius {radius} at {x}, {y} is seen at {centroid}"));
        }
        if !is_less((variance / expected - 1.0).abs().max_element(), 0.04) {
            return Err(format!(
                "a spot of radius {radius} has the variance {variance} instead of {expected}"
            ));
        }
        lights.push(sum);
    }
    // One beside the other: quads in one place would lose light, because half floats round every
    // addition.
    let quads = Look { min_pixels: 20.0, exposure: -4.0, ..plain() };
    let place =
        |index: usize| DVec2::new((index % 12) as f64 + 0.52, (index / 12) as f64 + 0.53) * 8.0;
    let bodies: Vec<Body> = (0..BODIES).map(|index| body_at(&camera, place(index), SIZE)).collect();
    let (drawn, _, _) =
        moments(&red(&light_of(gpu, &bodies, &camera, &quads, SIZE, SpotPath::Quads)), SIZE[0]);
    match lights.iter().find(|light| !is_less((*light / drawn - 1.0).abs(), 0.006)) {
        Some(light) => Err(format!("{light} of {drawn} of the light")),
        None => Ok(()),
    }
}
