//! Several pictures in one submission, and pictures of every format.

use crate::common::gpu;
use starshell::gpu::{Gpu, Readback};
use starshell::physics::{Bodies, Body};
use starshell::render::{
    Camera, Canvas, ColorBy, ColorMap, Format, Look, Renderer, Target, TargetError,
};
use starshell::scene::Scene;

/// Rows are multiples of 256 bytes in every format.
const SIZE: [u32; 2] = [64, 40];

fn bodies(count: usize) -> Vec<Body> {
    Scene { count, ..Scene::load("encounter").unwrap() }.bodies().unwrap()
}

/// Cameras and looks that have nothing in common.
fn pictures() -> [(Camera, Look); 2] {
    let near = Camera { distance: 3.0, azimuth: 40.0, ..Camera::default() };
    let far =
        Camera { distance: 12.0, elevation: 70.0, target: glam::Vec3::X, ..Camera::default() };
    let plain = Look { trails: 8.0, ..Look::default() };
    let other = Look {
        color_by: ColorBy::Distance,
        color_map: ColorMap::Viridis,
        exposure: 1.5,
        bloom: 0.1,
        negative: true,
        trails: 3.0,
        ..Look::default()
    };
    [(near, plain), (far, other)]
}

/// A copy of the view's picture at this point in `encoder`.
fn copy(gpu: &Gpu, encoder: &mut wgpu::CommandEncoder, view: &Canvas) -> Readback<u8> {
    let row = SIZE[0] * view.target().texture().format().block_copy_size(None).unwrap();
    let mut readback = Readback::new(gpu, "test", (row * SIZE[1]) as usize).unwrap();
    readback.encode_texture(encoder, view.target().texture(), row).unwrap();
    readback
}

/// The bytes of the pictures, drawn in one submission or in separate ones.
fn drawn(
    gpu: &Gpu,
    renderer: &Renderer,
    is_together: bool,
    views: &mut [Canvas],
    which: [usize; 2],
) -> Vec<Vec<u8>> {
    let mut copies = Vec::new();
    let mut encoder = gpu.encoder("test");
    for ((camera, look), view) in pictures().iter().zip(which) {
        renderer.encode(&mut encoder, &mut views[view], camera, look).unwrap();
        copies.push(copy(gpu, &mut encoder, &views[view]));
        if !is_together {
            gpu.submit(std::mem::replace(&mut encoder, gpu.encoder("test")));
            gpu.wait().unwrap();
        }
    }
    gpu.submit(encoder);
    copies.iter_mut().map(|copy| copy.wait().unwrap()).collect()
}

#[test]
fn two_pictures_in_one_submission_are_those_of_two_submissions() {
    let gpu = gpu();
    let bodies = Bodies::new(&gpu, &bodies(500)).unwrap();
    let mut renderer = Renderer::new(&gpu, &bodies);
    renderer.set_body_trail(Some(3));
    for point in 0..4 {
        let mut encoder = gpu.encoder("test");
        let look = &pictures()[0].1;
        renderer.prepare_trails(look, 1.0).unwrap();
        let mut pass = encoder.begin_compute_pass(&Default::default());
        renderer.encode_trails(&mut pass, look, point, point as f64);
        drop(pass);
        gpu.submit(encoder);
    }
    let target = || Target::new(&gpu, SIZE, Format::default()).unwrap();
    let mut views = [target(), target()].map(|target| renderer.canvas(&target).unwrap());
    let apart = drawn(&gpu, &renderer, false, &mut views, [0, 1]);
    assert!(apart[0] != apart[1], "the pictures differ");
    assert!(drawn(&gpu, &renderer, true, &mut views, [0, 1]) == apart, "in two views");
    assert!(
        drawn(&gpu, &renderer, true, &mut views, [1, 1]) == apart,
        "one after another in the same view"
    );
}

/// The channels of the first picture in a format: in 0 .. 1, or unbounded for half floats.
fn channels(
    gpu: &Gpu,
    bodies: &[Body],
    look: &Look,
    format: Format,
) -> Result<Vec<[f32; 4]>, TargetError> {
    let target = Target::new(gpu, SIZE, format)?;
    let renderer = Renderer::new(gpu, &Bodies::new(gpu, bodies)?);
    let mut view = renderer.canvas(&target)?;
    let mut encoder = gpu.encoder("test");
    renderer.encode(&mut encoder, &mut view, &pictures()[0].0, look)?;
    let mut copy = copy(gpu, &mut encoder, &view);
    gpu.submit(encoder);
    let bytes = copy.wait()?;
    let numbers: Vec<f32> = match format {
        Format::Rgba8 => bytes.iter().map(|byte| f32::from(*byte) / 255.0).collect(),
        Format::Rgba16 => bytes
            .chunks_exact(2)
            .map(|two| f32::from(u16::from_le_bytes([two[0], two[1]])) / 65535.0)
            .collect(),
        Format::HalfFloat => bytes
            .chunks_exact(2)
            .map(|two| half::f16::from_le_bytes([two[0], two[1]]).to_f32())
            .collect(),
    };
    Ok(numbers
        .chunks_exact(4)
        .map(|channels| [channels[0], channels[1], channels[2], channels[3]])
        .collect())
}

fn brightness([red, green, blue, _]: &[f32; 4]) -> f32 {
    red + green + blue
}

#[test]
fn half_floats_hold_the_light_before_the_tone_map() {
    let gpu = gpu();
    let bodies = bodies(300);
    let dark = Look {
        dark_components: (0..32).collect(),
        background: [0.5, 2.0, 70.0],
        ..Look::default()
    };
    for texel in channels(&gpu, &bodies, &dark, Format::HalfFloat).unwrap() {
        assert_eq!(texel, [0.5, 2.0, 70.0, 1.0], "the sky's own light");
    }
    let look = Look { exposure: 12.0, ..Look::default() };
    let light = channels(&gpu, &bodies, &look, Format::HalfFloat).unwrap();
    let shown = channels(&gpu, &bodies, &look, Format::Rgba8).unwrap();
    assert!(light.iter().flatten().all(|channel| channel.is_finite() && *channel >= 0.0));
    let most = |texels: &[[f32; 4]]| texels.iter().map(brightness).fold(0.0, f32::max);
    assert!(most(&light) > 3.0, "light is unbounded: {}", most(&light));
    let brightest = light
        .iter()
        .zip(&shown)
        .max_by(|a, b| brightness(a.0).total_cmp(&brightness(b.0)))
        .unwrap();
    assert!(brightness(brightest.1) > 0.9 * most(&shown), "{brightest:?} of {}", most(&shown));
}

#[test]
fn sixteen_bit_pictures_match_eight_bit_pictures() {
    let gpu = gpu();
    let (bodies, look) = (bodies(300), Look::default());
    let [fine, coarse] = [Format::Rgba16, Format::Rgba8]
        .map(|format| channels(&gpu, &bodies, &look, format).unwrap());
    let most = fine
        .iter()
        .flatten()
        .zip(coarse.iter().flatten())
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f32::max);
    assert!(most < 1.6 / 255.0, "beyond rounding and dither: {most}");
    assert!(fine.iter().flatten().any(|channel| (channel * 255.0).fract() > 0.1), "finer steps");
}
