//! Pictures that show directions, and pairs for two eyes.

use crate::common::gpu;
use glam::{DVec3, Vec2, Vec3};
use half::f16;
use starshell::gpu::{Gpu, Readback};
use starshell::physics::{Bodies, Body};
use starshell::render::{Camera, ColorBy, Format, Look, Print, Projection, Renderer, Target};

/// Light of each pixel of a picture, in one piece or in tiles, and its width.
fn light_of(
    gpu: &Gpu,
    places: &[Vec3],
    camera: &Camera,
    print: Print,
    tile: Option<u32>,
) -> (Vec<f32>, usize) {
    let body = |place: &Vec3| Body {
        position: place.as_dvec3(),
        velocity: DVec3::ZERO,
        mass: 1.0,
        component: 0,
    };
    let bodies: Vec<Body> = places.iter().map(body).collect();
    let renderer = Renderer::new(gpu, &Bodies::new(gpu, &bodies).unwrap());
    let dark = Look {
        background: [0.0; 3],
        metered: false,
        spikes: 0.0,
        magnitude_spread: 0.0,
        bloom: 0.0,
        ..Look::default()
    };
    let look = Look { color_by: ColorBy::Uniform, ..dark };
    let [width, height] = print.size.map(|side| side as usize);
    let mut light = vec![0.0; width * height];
    let mut place = |mut encoder: wgpu::CommandEncoder,
                     target: &Target,
                     at: [u32; 2],
                     size: [u32; 2]| {
        let row = (8 * target.size()[0]).next_multiple_of(256);
        let mut copy: Readback<u16> =
            Readback::new(gpu, "test", (row / 2 * target.size()[1]) as usize).unwrap();
        copy.encode_texture(&mut encoder, target.texture(), row).unwrap();
        gpu.submit(encoder);
        for (y, line) in
            copy.wait().unwrap().chunks_exact(row as usize / 2).enumerate().take(size[1] as usize)
        {
            for x in 0..size[0] as usize {
                light[(at[1] as usize + y) * width + at[0] as usize + x] =
                    f16::from_bits(line[4 * x + 1]).to_f32();
            }
        }
    };
    match tile {
        None => {
            let mut canvas = renderer.canvas(&print.target(gpu).unwrap()).unwrap();
            let mut encoder = gpu.encoder("test");
            renderer.encode(&mut encoder, &mut canvas, camera, &look).unwrap();
            place(encoder, canvas.target(), [0, 0], print.size);
        }
        Some(tile) => {
            let mut mosaic = renderer.mosaic_of_tiles(print, tile).unwrap();
            while !mosaic.is_complete() {
                let mut encoder = gpu.encoder("test");
                match renderer.encode_tile(&mut encoder, &mut mosaic, camera, &look).unwrap() {
                    Some(region) => place(encoder, mosaic.target(), region.origin, region.size),
                    None => _ = gpu.submit(encoder),
                }
            }
        }
    }
    (light, width)
}

fn print(size: [u32; 2], eyes: f32) -> Print {
    Print { size, format: Format::HalfFloat, has_alpha: false, samples: 1, eyes }
}

/// The middle of the light between two columns, in pixels.
fn middle((light, width): &(Vec<f32>, usize), columns: std::ops::Range<usize>) -> Vec2 {
    let mut sum = Vec3::ZERO;
    for (at, light) in light.iter().enumerate().filter(|(at, _)| columns.contains(&(at % width))) {
        sum += *light * Vec3::new((at % width) as f32 + 0.5, (at / width) as f32 + 0.5, 1.0);
    }
    sum.truncate() / sum.z
}

/// Directions in front, far to the side, above and (for the whole sphere) behind.
const PLACES: [Vec3; 4] = [
    Vec3::new(0.2, 3.0, 0.4),
    Vec3::new(3.0, 0.7, -0.5),
    Vec3::new(-0.3, 1.2, 2.9),
    Vec3::new(0.6, -2.0, 0.3),
];

#[test]
fn spots_lie_where_the_camera_projects_bodies_and_are_round_on_the_sphere() {
    let gpu = gpu();
    for (projection, size, places) in [
        (Projection::Fisheye, [160, 160], &PLACES[..3]),
        (Projection::Equirectangular, [256, 128], &PLACES[..]),
    ] {
        // Almost at the origin, looking along y.
        let camera = Camera { distance: 1e-3, elevation: 0.0, projection, ..Camera::default() };
        for place in places {
            let light = light_of(&gpu, &[*place], &camera, print(size, 0.0), None);
            let (expected, _) = camera.project(*place, size).unwrap();
            let found = middle(&light, 0..size[0] as usize);
            assert!(
                (found - expected).length() < 0.35,
                "{projection:?}: {place} at {found}, not {expected}"
            );
            let mean = light.0.iter().sum::<f32>();
            let spread: f32 = light
                .0
                .iter()
                .enumerate()
                .map(|(at, light)| {
                    let pixel = Vec2::new(
                        (at % light_width(size)) as f32 + 0.5,
                        (at / light_width(size)) as f32 + 0.5,
                    );
                    let ray = camera.world_ray(pixel, size).1;
                    light / mean * (ray - place.normalize()).length_squared()
                })
                .sum();
            let pixel = std::f32::consts::PI / size[1] as f32;
            let wide = spread.sqrt() / pixel;
            assert!((0.8..6.0).contains(&wide), "{projection:?}: {place} is {wide} pixels wide");
        }
    }
}

fn light_width(size: [u32; 2]) -> usize {
    size[0] as usize
}

#[test]
fn the_edge_behind_the_camera_cuts_nothing_and_a_dome_ends_at_its_circle() {
    let gpu = gpu();
    let camera = Camera {
        distance: 1e-3,
        elevation: 0.0,
        projection: Projection::Equirectangular,
        ..Camera::default()
    };
    // Just behind, on the line between the left and the right edge.
    let (light, width) =
        light_of(&gpu, &[Vec3::new(0.0, -3.0, 0.0)], &camera, print([128, 64], 0.0), None);
    let sum = |columns: std::ops::Range<usize>| -> f32 {
        light
            .iter()
            .enumerate()
            .filter(|(at, _)| columns.contains(&(at % width)))
            .map(|(_, light)| light)
            .sum()
    };
    let [left, right, between] = [sum(0..16), sum(112..128), sum(16..112)];
    assert!(
        left > 0.0 && (left / right - 1.0).abs() < 0.05 && between < 0.02 * left,
        "{left}, {right}, {between}"
    );

    let camera = Camera { projection: Projection::Fisheye, ..camera };
    let (light, width) =
        light_of(&gpu, &[Vec3::new(2.0, 0.02, 2.0)], &camera, print([64, 64], 0.0), None);
    let outside = light.iter().enumerate().filter(|(at, _)| {
        let off = Vec2::new((at % width) as f32, (at / width) as f32) - 31.5;
        off.length() > 33.0
    });
    assert_eq!(outside.map(|(_, light)| light).sum::<f32>(), 0.0);
    assert!(light.iter().sum::<f32>() > 0.0);
}

#[test]
fn two_eyes_see_near_bodies_apart_and_tiles_show_the_same() {
    let gpu = gpu();
    let eyes = 0.2;
    for (projection, size) in
        [(Projection::Perspective, [96, 64]), (Projection::Equirectangular, [128, 64])]
    {
        let camera = Camera { distance: 4.0, elevation: 0.0, projection, ..Camera::default() };
        let wide = print([2 * size[0], size[1]], eyes);
        let parallax = |depth: f32, tile| {
            let place = Vec3::new(0.1, depth - 4.0, 0.2);
            let light = light_of(&gpu, &[place], &camera, wide, tile);
            let half = size[0] as usize;
            middle(&light, 0..half).x - (middle(&light, half..2 * half).x - half as f32)
        };
        for tile in [None, Some(32)] {
            let [near, far] = [parallax(2.0, tile), parallax(4.0, tile)];
            let expected = match projection {
                // What is as far as the target is in the same place for both.
                Projection::Perspective => {
                    [camera.pixels_per_unit(64.0) * eyes * (0.5 - 0.25), 0.0]
                }
                _ => [2.0, 4.0].map(|depth: f32| {
                    2.0 * (0.5 * eyes / depth).asin() * 64.0 / std::f32::consts::PI
                }),
            };
            let off = Vec2::new(near, far) - Vec2::from(expected);
            assert!(
                off.length() < 0.25,
                "{projection:?}, {tile:?}: {near} and {far}, not {expected:?}"
            );
        }
    }
}
