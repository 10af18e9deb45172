//! Pictures drawn tile by tile, with several samples per pixel, and with alpha.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::Arc;

use crate::common::{gpu, pictures};
use glam::{DVec3, Vec2};
use starshell::capture::{FrameSink, Headless, SinglePng, read_notes};
use starshell::gpu::{Gpu, Readback};
use starshell::physics::{Bodies, Body};
use starshell::render::{Camera, ColorBy, Format, Look, Print, Renderer, Target, TargetError};
use starshell::scene::Scene;
use starshell::session::{Pace, Session};

/// Odd sides, so that no level of the glow is half of the one before.
const SIZE: [u32; 2] = [333, 217];
const TILE: u32 = 64;

const fn print(format: Format) -> Print {
    Print { size: SIZE, format, has_alpha: false, samples: 1, eyes: 0.0 }
}

/// A galaxy's crowd, and bright stars on the borders and corners of tiles and at the picture's
/// edges.
fn bodies(camera: &Camera) -> Vec<Body> {
    let mut bodies = Scene { count: 2000, ..Scene::load("encounter").unwrap() }.bodies().unwrap();
    for (x, y) in [
        (64.0, 64.0),
        (128.0, 30.0),
        (191.9, 192.0),
        (256.0, 100.3),
        (0.5, 150.0),
        (332.0, 216.5),
        (100.0, 128.0),
    ] {
        let position = camera.plane_point(Vec2::new(x, y), SIZE).as_dvec3();
        // Light goes with the number of bodies in one place.
        bodies.extend((0..40).map(|_| Body {
            position,
            velocity: DVec3::ZERO,
            mass: 1.0,
            component: 0,
        }));
    }
    bodies
}

fn camera() -> Camera {
    Camera { distance: 6.0, azimuth: 20.0, elevation: 40.0, ..Camera::default() }
}

fn look() -> Look {
    Look { exposure: 1.0, bloom: 0.6, trails: 4.0, ..Look::default() }
}

fn renderer(gpu: &Gpu, camera: &Camera) -> Renderer {
    Renderer::new(gpu, &Bodies::new(gpu, &bodies(camera)).unwrap())
}

/// The target's rows, without padding.
fn read(gpu: &Gpu, mut encoder: wgpu::CommandEncoder, target: &Target) -> Vec<u8> {
    let [width, height] = target.size();
    let row = target.format().pixel_bytes() * width;
    let padded = row.next_multiple_of(256);
    let mut copy = Readback::new(gpu, "test", (padded * height) as usize).unwrap();
    copy.encode_texture(&mut encoder, target.texture(), padded).unwrap();
    gpu.submit(encoder);
    let bytes = copy.wait().unwrap();
    bytes.chunks_exact(padded as usize).flat_map(|line| line[..row as usize].to_vec()).collect()
}

/// Channels in 0 .. 1, or unbounded for half floats: four per pixel.
fn numbers(format: Format, bytes: &[u8]) -> Vec<f32> {
    let pairs = bytes.as_chunks::<2>().0;
    match format {
        Format::Rgba8 => bytes.iter().map(|byte| f32::from(*byte) / 255.0).collect(),
        Format::Rgba16 => {
            pairs.iter().map(|pair| f32::from(u16::from_le_bytes(*pair)) / 65535.0).collect()
        }
        Format::HalfFloat => {
            pairs.iter().map(|pair| half::f16::from_le_bytes(*pair).to_f32()).collect()
        }
    }
}

/// The picture drawn in one piece.
fn whole(gpu: &Gpu, renderer: &Renderer, camera: &Camera, look: &Look, print: Print) -> Vec<f32> {
    let target = Target::new(gpu, print.size, print.format).unwrap();
    let target = if print.has_alpha { target.with_alpha() } else { target };
    let mut encoder = gpu.encoder("test");
    renderer.encode(&mut encoder, &mut renderer.canvas(&target).unwrap(), camera, look).unwrap();
    numbers(print.format, &read(gpu, encoder, &target))
}

/// The picture put together from tiles.
fn tiled(
    gpu: &Gpu,
    renderer: &Renderer,
    camera: &Camera,
    look: &Look,
    print: Print,
    tile: u32,
) -> Vec<f32> {
    let mut mosaic = renderer.mosaic_of_tiles(print, tile).unwrap();
    let mut all = vec![f32::NAN; 4 * (print.size[0] * print.size[1]) as usize];
    while !mosaic.is_complete() {
        let mut encoder = gpu.encoder("test");
        let Some(region) = renderer.encode_tile(&mut encoder, &mut mosaic, camera, look).unwrap()
        else {
            gpu.submit(encoder);
            continue;
        };
        let part = numbers(print.format, &read(gpu, encoder, mosaic.target()));
        let width = 4 * mosaic.target().size()[0] as usize;
        for row in 0..region.size[1] {
            let at = 4 * ((region.origin[1] + row) * print.size[0] + region.origin[0]) as usize;
            let length = 4 * region.size[0] as usize;
            all[at..at + length].copy_from_slice(&part[row as usize * width..][..length]);
        }
    }
    assert_eq!(mosaic.progress()[0], mosaic.progress()[1]);
    all
}

/// Largest difference of a channel, and where it is.
fn most_off(a: &[f32], b: &[f32]) -> (f32, [usize; 2]) {
    let off = a
        .iter()
        .zip(b)
        .map(|(a, b)| if a.is_nan() || b.is_nan() { f32::INFINITY } else { (a - b).abs() });
    let (at, most) = off.enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
    (most, [at / 4 % SIZE[0] as usize, at / 4 / SIZE[0] as usize])
}

#[test]
fn tiles_show_the_whole_picture_without_a_seam() {
    let gpu = gpu();
    let camera = camera();
    let mut renderer = renderer(&gpu, &camera);
    for point in 0..3 {
        let mut encoder = gpu.encoder("test");
        renderer.prepare_trails(&look(), 1.0).unwrap();
        let mut pass = encoder.begin_compute_pass(&Default::default());
        renderer.encode_trails(&mut pass, &look(), point, point as f64);
        drop(pass);
        gpu.submit(encoder);
    }
    for format in [Format::Rgba8, Format::Rgba16] {
        let in_one = whole(&gpu, &renderer, &camera, &look(), print(format));
        for tile in [TILE, 96, 2048] {
            let (most, at) =
                most_off(&tiled(&gpu, &renderer, &camera, &look(), print(format), tile), &in_one);
            // A step of rounding.
            let steps = if format == Format::Rgba8 { 1.01 } else { 0.3 };
            assert!(
                most < steps / 255.0,
                "{format:?} in tiles of {tile}: {} steps at {at:?}",
                most * 255.0
            );
        }
    }
    // The comparison sees the glow across borders.
    let dull = Look { bloom: 0.0, ..look() };
    let without = tiled(&gpu, &renderer, &camera, &dull, print(Format::Rgba8), TILE);
    let in_one = whole(&gpu, &renderer, &camera, &look(), print(Format::Rgba8));
    assert!(most_off(&without, &in_one).0 > 0.1);
    assert!(
        most_off(&without, &whole(&gpu, &renderer, &camera, &dull, print(Format::Rgba8))).0
            < 1.01 / 255.0
    );
}

#[test]
fn pictures_of_extreme_shape_have_tiles_too() {
    let gpu = gpu();
    let camera = camera();
    let renderer = renderer(&gpu, &camera);
    for size in [[1, 1], [700, 3], [5, 600], [200, 40]] {
        let print = Print { size, ..print(Format::Rgba16) };
        let off = tiled(&gpu, &renderer, &camera, &look(), print, TILE);
        let in_one = whole(&gpu, &renderer, &camera, &look(), print);
        let most = off.iter().zip(&in_one).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(most < 1.01 / 255.0, "{size:?}: {} steps", most * 255.0);
    }
}

#[test]
fn an_impossible_print_is_refused() {
    let gpu = gpu();
    let renderer = Renderer::new(&gpu, &Bodies::new(&gpu, &bodies(&camera())).unwrap());
    for size in [[0, 10], [16_385, 10], [10, 16_385]] {
        let error = renderer.mosaic(Print { size, ..print(Format::Rgba8) }).unwrap_err();
        assert!(
            matches!(error, TargetError::Picture { .. }) && error.to_string().contains("16384"),
            "{error}"
        );
    }
    for samples in [0, 5] {
        let error = renderer.mosaic(Print { samples, ..print(Format::Rgba8) }).unwrap_err();
        assert!(matches!(error, TargetError::Samples { .. }), "{error}");
    }
}

#[test]
fn over_black_a_picture_with_alpha_is_the_one_without() {
    let gpu = gpu();
    let camera = camera();
    let renderer = renderer(&gpu, &camera);
    for negative in [false, true] {
        // The sky is what alpha leaves out.
        let black = Look { background: [0.0; 3], negative, ..look() };
        for format in [Format::Rgba8, Format::Rgba16, Format::HalfFloat] {
            let opaque = whole(&gpu, &renderer, &camera, &black, print(format));
            let sky = Look { background: [0.1, 0.2, 0.3], ..black.clone() };
            let transparent =
                whole(&gpu, &renderer, &camera, &sky, Print { has_alpha: true, ..print(format) });
            let paper = f32::from(u8::from(negative && format != Format::HalfFloat));
            let over = transparent.as_chunks::<4>().0.iter().flat_map(|pixel| {
                let share = if format == Format::HalfFloat { 1.0 } else { pixel[3] };
                [0, 1, 2]
                    .map(|channel| pixel[channel] * share + paper * (1.0 - pixel[3]))
                    .into_iter()
                    .chain([1.0])
            });
            let (most, at) = most_off(&over.collect::<Vec<_>>(), &opaque);
            let steps = if format == Format::Rgba8 { 1.5 } else { 0.1 };
            assert!(
                most <= steps / 255.0,
                "{format:?}, negative {negative}: {} steps at {at:?}",
                255.0 * most
            );
            let alphas: Vec<f32> = transparent.iter().skip(3).step_by(4).copied().collect();
            assert!(alphas.iter().all(|alpha| (0.0..=1.0).contains(alpha)));
            // The glow reaches far, but the corners of this picture are empty.
            let [least, most] =
                [f32::min, f32::max].map(|of| alphas.iter().copied().reduce(of).unwrap());
            assert!(most > 0.9 && least < 0.02, "{format:?}: alpha from {least} to {most}");
            let in_tiles = tiled(
                &gpu,
                &renderer,
                &camera,
                &sky,
                Print { has_alpha: true, ..print(Format::Rgba16) },
                TILE,
            );
            if format == Format::Rgba16 {
                let alpha =
                    |pixels: &[f32]| pixels.iter().skip(3).step_by(4).copied().collect::<Vec<_>>();
                let off = alpha(&in_tiles)
                    .iter()
                    .zip(alphas)
                    .map(|(a, b)| (a - b).abs())
                    .fold(0.0, f32::max);
                assert!(off < 1.01 / 255.0, "alpha in tiles: {} steps", 255.0 * off);
            }
        }
    }
}

#[test]
fn more_samples_smooth_points_and_keep_light_and_glow() {
    let gpu = gpu();
    let camera = Camera { elevation: 0.0, ..Camera::default() };
    let size = [160, 120];
    let look = Look {
        color_by: ColorBy::Uniform,
        magnitude_spread: 0.0,
        background: [0.0; 3],
        exposure: -6.0,
        ..Look::default()
    };
    let print = |samples| Print { size, samples, ..print(Format::HalfFloat) };
    // A point on a pixel's middle and one on a corner between four.
    let light = |x: f32, y: f32, samples: u32, bloom: f32| {
        let position = camera.plane_point(Vec2::new(x, y), size).as_dvec3();
        let bodies = [Body { position, velocity: DVec3::ZERO, mass: 1.0, component: 0 }];
        let renderer = Renderer::new(&gpu, &Bodies::new(&gpu, &bodies).unwrap());
        let look = Look { bloom, ..look.clone() };
        tiled(&gpu, &renderer, &camera, &look, print(samples), TILE)
            .iter()
            .step_by(4)
            .copied()
            .collect::<Vec<f32>>()
    };
    let sum = |light: &[f32]| light.iter().map(|light| f64::from(*light)).sum::<f64>();
    let one = light(80.5, 60.5, 1, 0.0);
    for samples in 2..=4 {
        let [middle, corner] = [80.5, 80.0].map(|at| light(at, at - 20.0, samples, 0.0));
        for got in [&middle, &corner] {
            // Within what a spot of half a pixel varies with its place between pixels.
            assert!(
                (sum(got) / sum(&one) - 1.0).abs() < 0.07,
                "{samples} samples: {} of {}",
                sum(got),
                sum(&one)
            );
        }
        // The corner's point is spread evenly over four pixels.
        let four = [(79, 59), (80, 59), (79, 60), (80, 60)]
            .map(|(x, y): (usize, usize)| corner[y * 160 + x]);
        assert!(four.iter().all(|light| (light / four[0] - 1.0).abs() < 0.02), "{four:?}");
        // The glow is as wide: the light beyond ten pixels is the same share.
        let far = |light: &[f32]| {
            let is_far =
                |index: usize| (index % 160).abs_diff(80).max((index / 160).abs_diff(60)) > 10;
            let far = light
                .iter()
                .enumerate()
                .filter(|(index, _)| is_far(*index))
                .map(|(_, light)| f64::from(*light));
            far.sum::<f64>() / sum(light)
        };
        let [fine, coarse] = [samples, 1].map(|samples| far(&light(80.5, 60.5, samples, 0.5)));
        assert!(
            (fine / coarse - 1.0).abs() < 0.03,
            "{samples} samples: {fine} beyond ten pixels instead of {coarse}"
        );
    }
}

/// A picture of a run in a file, drawn in one piece if possible or tile by tile, and its notes.
fn file(gpu: &Gpu, print: Option<Print>, name: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    let scene = Scene { count: 800, ..Scene::load("plummer").unwrap() };
    let session = Session::new(gpu, scene, Pace::StepsPerFrame(2)).unwrap();
    let sink: Arc<dyn FrameSink> = Arc::new(SinglePng::new(&path).unwrap());
    let mut headless = match print {
        Some(print) => Headless::of_tiles(gpu, session, print, sink),
        None => Headless::new(gpu, session, Target::new(gpu, SIZE, Format::Rgba8).unwrap(), sink)
            .unwrap(),
    };
    assert!(headless.frame(&mut |_| true).unwrap());
    assert_eq!(headless.finish(|_| {}).unwrap(), path);
    (folder, path)
}

#[test]
fn files_of_every_kind_hold_the_picture_and_its_notes() {
    let gpu = gpu();
    let (_folder, plain) = file(&gpu, None, "plain.png");
    let expected = pictures::read(&plain).unwrap();
    let (_folder, path) = file(&gpu, Some(print(Format::Rgba8)), "tiled.png");
    let got = pictures::read(&path).unwrap();
    let most = got
        .rgb8()
        .unwrap()
        .iter()
        .zip(expected.rgb8().unwrap())
        .map(|(a, b)| a.abs_diff(*b))
        .max()
        .unwrap();
    assert!(most <= 1, "{most} steps off");
    assert_eq!(read_notes(&path).unwrap(), read_notes(&plain).unwrap());

    for (format, has_alpha, depth, color) in [
        (Format::Rgba16, false, png::BitDepth::Sixteen, png::ColorType::Rgb),
        (Format::Rgba16, true, png::BitDepth::Sixteen, png::ColorType::Rgba),
        (Format::Rgba8, true, png::BitDepth::Eight, png::ColorType::Rgba),
    ] {
        let (_folder, path) = file(&gpu, Some(Print { has_alpha, ..print(format) }), "deep.png");
        let reader =
            png::Decoder::new(BufReader::new(File::open(&path).unwrap())).read_info().unwrap();
        let info = reader.info();
        assert_eq!(
            (info.width, info.height, info.bit_depth, info.color_type),
            (SIZE[0], SIZE[1], depth, color)
        );
    }
    for has_alpha in [false, true] {
        let (_folder, path) =
            file(&gpu, Some(Print { has_alpha, ..print(Format::HalfFloat) }), "light.exr");
        let read = exr::prelude::read_all_flat_layers_from_file(&path).unwrap();
        let layer = &read.layer_data[0];
        assert_eq!((layer.size.0, layer.size.1), (SIZE[0] as usize, SIZE[1] as usize));
        let names: Vec<String> =
            layer.channel_data.list.iter().map(|channel| channel.name.to_string()).collect();
        assert_eq!(names.concat(), if has_alpha { "ABGR" } else { "BGR" });
        let sky =
            layer.channel_data.list.last().unwrap().sample_data.value_by_flat_index(0).to_f32();
        let brightest =
            layer.channel_data.list.last().unwrap().sample_data.values_as_f32().fold(0.0, f32::max);
        assert!(brightest > 1.0, "light is unbounded: {brightest}");
        assert!(has_alpha || sky >= 0.00079, "the sky's light is there: {sky}");
        let scene =
            read_notes(&path).unwrap().into_iter().find(|note| note.keyword == "Scene").unwrap();
        assert_eq!(Scene::parse(&scene.text, "exr").unwrap().count, 800);
    }
}

#[test]
fn a_picture_that_was_stopped_leaves_no_file() {
    let gpu = gpu();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stopped.png");
    let session = Session::new(
        &gpu,
        Scene { count: 100, ..Scene::load("plummer").unwrap() },
        Pace::StepsPerFrame(1),
    )
    .unwrap();
    let print = Print { size: [2100, 64], ..print(Format::Rgba8) };
    let mut headless =
        Headless::of_tiles(&gpu, session, print, Arc::new(SinglePng::new(&path).unwrap()));
    let mut calls = 0;
    let mut proceed = |_| {
        calls += 1;
        calls < 3
    };
    assert!(!headless.frame(&mut proceed).unwrap());
    headless.abandon(|_| {}).unwrap();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
