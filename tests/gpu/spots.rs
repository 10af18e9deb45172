//! Spots that are summed as integers: their light, their bits, and that they look like those drawn
//! as quads.

use crate::common::gpu;
use crate::common::pictures::difference;
use crate::common::spots::*;
use glam::{DVec2, DVec3};
use starshell::capture::{Picture, Pixels};
use starshell::gpu::{Gpu, Readback, Timer};
use starshell::name::Named;
use starshell::physics::initial::{InitialState, Plummer};
use starshell::physics::{Bodies, Body};
use starshell::render::{Camera, Format, Look, PicturePart, Print, Renderer, SpotPath, Target};
use starshell::scene::Scene;

fn cluster(count: usize) -> Vec<Body> {
    InitialState::Plummer(Plummer::default()).bodies(count, 1).unwrap()
}

#[test]
fn sums_keep_light_place_and_width() {
    compare_spots(&gpu()).unwrap();
}

#[test]
fn at_an_edge_a_spot_gives_the_part_of_its_light_that_quads_give() {
    let gpu = gpu();
    let camera = camera();
    let look = Look { min_pixels: 1.3 * 1080.0 / 64.0, exposure: -4.0, ..plain() };
    let sum = |x: f64, y: f64, path| {
        // Few in one place, since half floats round each addition of a quad; the others are behind
        // the lens.
        let mut bodies = [body_at(&camera, DVec2::new(x, y), SIZE); 100];
        bodies[2..].iter_mut().for_each(|body| body.position = 2.0 * camera.position().as_dvec3());
        let light = light_of(&gpu, &bodies, &camera, &look, SIZE, path);
        red(&light).iter().sum::<f64>()
    };
    let whole = sum(40.0, 30.0, SpotPath::Sums);
    for (x, y) in [
        (0.0, 30.0),
        (-1.4, 30.2),
        (96.3, 20.5),
        (40.0, -0.8),
        (40.6, 64.0),
        (0.2, 0.1),
        (96.0, 64.0),
        (-9.0, 30.0),
    ] {
        let [quads, sums] = [SpotPath::Quads, SpotPath::Sums].map(|path| sum(x, y, path) / whole);
        assert!(
            (quads - sums).abs() < 0.012,
            "at {x}, {y}: {sums} of the light instead of {quads}"
        );
    }
}

#[test]
fn sums_have_the_same_bits_in_every_run_and_in_any_order() {
    let gpu = gpu();
    let (camera, mut bodies) = (camera(), cluster(20_000));
    let of = |bodies: &[Body], look: &Look| {
        light_of(&gpu, bodies, &camera, look, [320, 200], SpotPath::Sums)
    };
    let full = Look { sky: 0.5, ..Look::default() };
    assert!(of(&bodies, &full) == of(&bodies, &full), "with everything");
    let first = of(&bodies, &plain());
    bodies.reverse();
    bodies.rotate_left(777);
    assert!(of(&bodies, &plain()) == first, "in another order");
}

/// An eight-bit picture.
fn developed(
    gpu: &Gpu,
    renderer: &Renderer,
    camera: &Camera,
    look: &Look,
    size: [u32; 2],
    path: SpotPath,
) -> Picture {
    let mut view = renderer.canvas(&Target::new(gpu, size, Format::Rgba8).unwrap()).unwrap();
    view.set_spot_path(path);
    let mut encoder = gpu.encoder("test");
    renderer.encode(&mut encoder, &mut view, camera, look).unwrap();
    let mut copy: Readback<u8> =
        Readback::new(gpu, "test", (4 * size[0] * size[1]) as usize).unwrap();
    copy.encode_texture(&mut encoder, view.target().texture(), 4 * size[0]).unwrap();
    gpu.submit(encoder);
    let pixels = copy
        .wait()
        .unwrap()
        .as_chunks::<4>()
        .0
        .iter()
        .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]])
        .collect();
    Picture { width: size[0], height: size[1], pixels: Pixels::Rgb8(pixels) }
}

#[test]
fn sums_look_like_quads() {
    let gpu = gpu();
    for (name, count, size) in [
        ("shell", 500, 0.0),
        ("plummer", 20_000, 0.0),
        ("galaxy", 60_000, 0.0),
        ("plummer", 20_000, 0.01),
    ] {
        let mut scene = Scene { count, path: None, ..Scene::load(name).unwrap() };
        scene.look.size = size;
        let renderer = Renderer::new(&gpu, &Bodies::new(&gpu, &scene.bodies().unwrap()).unwrap());
        let [quads, sums] = [SpotPath::Quads, SpotPath::Sums]
            .map(|path| developed(&gpu, &renderer, &scene.camera, &scene.look, [448, 256], path));
        let off = difference(&quads, &sums);
        assert!(off.is_small(), "{count} bodies of {name}, {size} wide: {off:?}");
        assert!(quads.rgb8().unwrap() != sums.rgb8().unwrap(), "both paths ran");
    }
}

#[test]
fn wide_spots_are_drawn_over_the_sums() {
    const SIZE: [u32; 2] = [192, 128];
    let gpu = gpu();
    let camera = camera();
    let place =
        |index: usize| DVec2::new((index % 24) as f64 + 0.52, (index / 24) as f64 + 0.53) * 8.0;
    let is_free = |place: &DVec2| (place - DVec2::new(96.0, 64.0)).abs().max_element() > 16.0;
    let mut bodies: Vec<Body> =
        (0..384).map(place).filter(is_free).map(|place| body_at(&camera, place, SIZE)).collect();
    // Half way to the lens, its spot is wider than the narrowest.
    bodies[77].position = (0.5 * (camera.position() + camera.target)).as_dvec3();
    let pixels_per_unit = camera.pixels_per_unit(128.0) / 4.0;
    let look = Look {
        size: 1.0 / pixels_per_unit,
        min_pixels: 1.1 * 1080.0 / 128.0,
        exposure: -4.0,
        ..plain()
    };
    let [quads, sums] = [SpotPath::Quads, SpotPath::Sums]
        .map(|path| red(&light_of(&gpu, &bodies, &camera, &look, SIZE, path)));
    let is_middle = |index: usize| (index % 192).abs_diff(96).max((index / 192).abs_diff(64)) < 16;
    let share = |light: &[f64], of_middle: bool| {
        let all = light.iter().enumerate();
        all.filter(|(index, _)| is_middle(*index) == of_middle).map(|(_, light)| light).sum::<f64>()
    };
    for (what, of_middle) in [("the wide one", true), ("narrow ones", false)] {
        let [quads, sums] = [&quads, &sums].map(|light| share(light, of_middle));
        assert!(quads > 0.0 && (sums / quads - 1.0).abs() < 0.01, "{what}: {sums} of {quads}");
    }
    // Without any wide spot, and then without any narrow one.
    for (factor, all_are_wide) in [(0.1, false), (30.0, true)] {
        let look = Look { size: factor * look.size, ..look.clone() };
        let [quads, sums] = [SpotPath::Quads, SpotPath::Sums]
            .map(|path| light_of(&gpu, &bodies, &camera, &look, SIZE, path));
        let [a, b] = [&quads, &sums].map(|light| red(light).iter().sum::<f64>());
        assert!((a / b - 1.0).abs() < 0.01, "{factor}: {a}, {b}");
        assert_eq!(quads == sums, all_are_wide, "wide spots are the same quads");
    }
}

#[test]
fn a_million_bodies_in_one_pixel_have_the_light_of_a_million() {
    let gpu = gpu();
    let camera = camera();
    let count = 1 << 20;
    // One body in each of a few pixels, for what one is worth.
    let few = light_of(
        &gpu,
        &[body_at(&camera, DVec2::new(40.3, 30.6), SIZE); 100],
        &camera,
        &plain(),
        SIZE,
        SpotPath::Sums,
    );
    let one = red(&few).iter().sum::<f64>() / 100.0 / flux(100, 64);
    let bodies = vec![body_at(&camera, DVec2::new(40.3, 30.6), SIZE); count];
    let light = red(&light_of(&gpu, &bodies, &camera, &plain(), SIZE, SpotPath::Auto));
    let (sum, centroid, _) = moments(&light, SIZE[0]);
    let expected = one * flux(count, 64) * count as f64;
    assert!((sum / expected - 1.0).abs() < 0.004, "{sum} instead of {expected}");
    assert!((centroid - DVec2::new(40.3, 30.6)).abs().max_element() < 0.02, "{centroid}");
    // In a larger picture and nearer to the lens it is more than half floats hold: as bright as
    // they go, and no hole.
    let near = Body {
        position: (camera.position() * 0.88 + camera.target * 0.12).as_dvec3(),
        ..bodies[0]
    };
    let size = [512, 512];
    let light = red(&light_of(&gpu, &vec![near; count], &camera, &plain(), size, SpotPath::Auto));
    let middle = light[256 * 512 + 256];
    assert!(middle > 5e4 && middle.is_finite(), "{middle}");
    assert!(light.iter().all(|light| (0.0..=65504.0).contains(light)));
}

#[test]
fn faint_spots_are_seen_however_bright_the_picture_is() {
    let gpu = gpu();
    // The camera looks at a point close by, and the bodies are far behind it: each gives a
    // millionth of its light.
    let camera = Camera {
        distance: 0.004,
        target: glam::Vec3::new(-4.0, 0.0, 0.0),
        elevation: 0.0,
        azimuth: 180.0,
        ..camera()
    };
    let bodies = cluster(20_000);
    let sum = |path| {
        red(&light_of(
            &gpu,
            &bodies,
            &camera,
            &Look { exposure: 12.0, ..plain() },
            [320, 200],
            path,
        ))
        .iter()
        .sum::<f64>()
    };
    let [quads, sums] = [SpotPath::Quads, SpotPath::Sums].map(sum);
    assert!(quads > 0.0 && (sums / quads - 1.0).abs() < 0.05, "{sums} of {quads}");
}

#[test]
fn bodies_that_are_not_finite_or_behind_the_lens_give_no_light() {
    let gpu = gpu();
    let camera = camera();
    let behind = (camera.position() * 1.5).as_dvec3();
    let mut bodies = cluster(1000);
    bodies[..8].iter_mut().for_each(|body| body.position = behind);
    let right = light_of(&gpu, &bodies, &camera, &plain(), SIZE, SpotPath::Sums);
    assert!(red(&right).iter().sum::<f64>() > 0.0);
    let wrong = [
        DVec3::NAN,
        DVec3::INFINITY,
        DVec3::NEG_INFINITY,
        DVec3::splat(1e38),
        DVec3::new(0.0, f64::NAN, 0.1),
    ];
    for (body, position) in bodies.iter_mut().zip(wrong) {
        body.position = position;
    }
    assert!(light_of(&gpu, &bodies, &camera, &plain(), SIZE, SpotPath::Sums) == right);
}

/// Light of a print, put together from tiles.
fn printed(gpu: &Gpu, renderer: &Renderer, samples: u32, tile: u32, path: SpotPath) -> Vec<f64> {
    let print =
        Print { size: [192, 128], format: Format::HalfFloat, has_alpha: false, samples, eyes: 0.0 };
    let mut mosaic = renderer.mosaic_of_tiles(print, tile).unwrap();
    mosaic.set_spot_path(path);
    let mut all = vec![0.0; 192 * 128];
    while !mosaic.is_complete() {
        let mut encoder = gpu.encoder("test");
        let region = renderer
            .encode_tile(&mut encoder, &mut mosaic, &camera(), &Look { min_pixels: 9.0, ..plain() })
            .unwrap();
        let [width, height] = mosaic.target().size();
        let mut copy: Readback<u16> =
            Readback::new(gpu, "test", (4 * width * height) as usize).unwrap();
        copy.encode_texture(&mut encoder, mosaic.target().texture(), 8 * width).unwrap();
        gpu.submit(encoder);
        let (light, Some(region)) = (red(&copy.wait().unwrap()), region) else { continue };
        let at = |axis: usize| region.origin[axis] as usize;
        for y in 0..region.size[1] as usize {
            let row = &light[y * width as usize..][..region.size[0] as usize];
            all[(at(1) + y) * 192 + at(0)..][..row.len()].copy_from_slice(row);
        }
    }
    all
}

#[test]
fn tiles_and_samples_show_the_same_light() {
    let gpu = gpu();
    let renderer = Renderer::new(&gpu, &Bodies::new(&gpu, &cluster(20_000)).unwrap());
    for samples in [1, 4] {
        let [whole, tiles] =
            [2048, 64].map(|tile| printed(&gpu, &renderer, samples, tile, SpotPath::Sums));
        let off =
            whole.iter().zip(&tiles).map(|(a, b)| (a - b).abs() / (a + 0.01)).fold(0.0, f64::max);
        assert!(off < 0.02, "{samples} samples in tiles: {off}");
        let quads = printed(&gpu, &renderer, samples, 2048, SpotPath::Quads);
        let [a, b] = [&whole, &quads].map(|light| light.iter().sum::<f64>());
        // Quads lose light where many overlap: half floats round every addition.
        assert!((0.995..1.04).contains(&(a / b)), "{samples} samples: {a} of {b}");
        assert!(whole != quads, "both paths ran");
    }
}

#[test]
fn marks_give_each_part_of_a_picture_a_time() {
    let gpu = gpu();
    let Some(mut timer) = Timer::new(&gpu, PicturePart::ALL.len() as u32).unwrap() else {
        assert!(
            !gpu.features().contains(wgpu::Features::TIMESTAMP_QUERY),
            "the adapter has timestamps, but there is no timer"
        );
        return;
    };
    let renderer = Renderer::new(&gpu, &Bodies::new(&gpu, &cluster(1000)).unwrap());
    let mut view = renderer.canvas(&Target::new(&gpu, SIZE, Format::Rgba8).unwrap()).unwrap();
    let (mut encoder, mut parts) = (gpu.encoder("test"), Vec::new());
    timer.mark(&mut encoder, None, Some(0));
    let look = Look::default();
    let after = |encoder: &mut wgpu::CommandEncoder, part| {
        parts.push(part);
        timer.mark(
            encoder,
            Some(part as u32),
            (part != PicturePart::ToneMap).then_some(part as u32 + 1),
        );
    };
    renderer.encode_in_parts(&mut encoder, &mut view, &camera(), &look, after).unwrap();
    assert_eq!(parts, PicturePart::ALL, "in order, each once");
    // Software's clock may miss passes, so nothing is known but that there are times.
    let times = timer.submit_and_read(&gpu, encoder).unwrap();
    assert!(
        times.len() == parts.len() && times.iter().all(|time| (0.0..1e4).contains(time)),
        "{times:?}"
    );
}
