//! Light between bodies: diffuse light, dust, populations, the meter, spikes and the sky.

use crate::common::gpu;
use crate::common::pictures::{self, brightness, bytes, of_bodies};
use glam::{DVec3, Vec3};
use half::f16;
use starshell::gpu::{Gpu, Readback};
use starshell::physics::initial::{InitialState, Plummer};
use starshell::physics::{Bodies, Body};
use starshell::render::{Camera, ColorBy, Format, Look, Renderer, Style, Target};
use starshell::scene::Scene;

const SIZE: [u32; 2] = [256, 160];

/// Light before the tone map, red, green and blue by pixel, without glow or sky.
fn light_of(gpu: &Gpu, bodies: &[Body], camera: &Camera, look: &Look) -> Vec<[f64; 3]> {
    let look = Look { bloom: 0.0, background: [0.0; 3], metered: false, ..look.clone() };
    let renderer = Renderer::new(gpu, &Bodies::new(gpu, bodies).unwrap());
    let mut view = renderer.canvas(&Target::new(gpu, SIZE, Format::HalfFloat).unwrap()).unwrap();
    let mut encoder = gpu.encoder("test");
    renderer.encode(&mut encoder, &mut view, camera, &look).unwrap();
    let mut copy: Readback<u16> =
        Readback::new(gpu, "test", (4 * SIZE[0] * SIZE[1]) as usize).unwrap();
    copy.encode_texture(&mut encoder, view.target().texture(), 8 * SIZE[0]).unwrap();
    gpu.submit(encoder);
    let channels: Vec<f64> =
        copy.wait().unwrap().iter().map(|bits| f16::from_bits(*bits).to_f64()).collect();
    channels.chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

fn sums(light: &[[f64; 3]]) -> [f64; 3] {
    light.iter().fold([0.0; 3], |sum, pixel| [0, 1, 2].map(|channel| sum[channel] + pixel[channel]))
}

/// Bodies of one brightness and one colour.
fn plain() -> Look {
    let look = Look {
        color_by: ColorBy::Uniform,
        magnitude_spread: 0.0,
        exposure: -3.0,
        spikes: 0.0,
        ..Look::default()
    };
    Look { diffuse: 0.0, ..look }
}

fn cluster(count: usize) -> Vec<Body> {
    InitialState::Plummer(Plummer::default()).bodies(count, 1).unwrap()
}

fn body(position: DVec3, component: u32) -> Body {
    Body { position, velocity: DVec3::ZERO, mass: 1e-3, component }
}

#[test]
fn diffuse_light_is_the_light_of_its_bodies_without_their_grain() {
    let gpu = gpu();
    let bodies = cluster(8192);
    let camera = Camera { distance: 6.0, ..Camera::default() };
    let [sharp, soft] =
        [0.0, 1.0].map(|diffuse| light_of(&gpu, &bodies, &camera, &Look { diffuse, ..plain() }));
    for (sharp, soft) in sums(&sharp).into_iter().zip(sums(&soft)) {
        assert!((soft / sharp - 1.0).abs() < 0.02, "{soft} of {sharp}");
    }
    // Where bodies crowd, neighbouring pixels differ by the noise of few bodies in each, and not at
    // all if they share light.
    let grain = |light: &[[f64; 3]]| {
        let row = |y: usize| (112..144).map(move |x| light[y * SIZE[0] as usize + x][1]);
        let [mut squares, mut sum] = [0.0; 2];
        for y in 64..96 {
            for (a, b) in row(y).zip(row(y).skip(1)) {
                squares += (a - b) * (a - b);
                sum += a * a;
            }
        }
        (squares / sum).sqrt()
    };
    assert!(grain(&soft) < 0.35 * grain(&sharp), "{} of {}", grain(&soft), grain(&sharp));
}

#[test]
fn a_body_without_neighbours_stays_a_spot() {
    let gpu = gpu();
    let mut bodies = cluster(2048);
    bodies.iter_mut().for_each(|body| body.position = body.position * 0.2 - DVec3::X * 2.0);
    bodies[0].position = DVec3::X * 2.5;
    let camera = Camera { distance: 9.0, elevation: 0.0, ..Camera::default() };
    let around = |diffuse: f32| {
        let light = light_of(&gpu, &bodies, &camera, &Look { diffuse, ..plain() });
        let (at, _) = camera.project(Vec3::X * 2.5, SIZE).unwrap();
        let near =
            |x: usize, y: usize| (x as f32 - at.x).abs() < 5.0 && (y as f32 - at.y).abs() < 5.0;
        let place = |index: usize| (index % SIZE[0] as usize, index / SIZE[0] as usize);
        light
            .iter()
            .enumerate()
            .filter(|(index, _)| near(place(*index).0, place(*index).1))
            .map(|(_, light)| light[1])
            .sum::<f64>()
    };
    let (sharp, soft) = (around(0.0), around(1.0));
    assert!(sharp > 0.0 && (soft / sharp - 1.0).abs() < 0.05, "{soft} of {sharp}");
}

#[test]
fn dust_dims_and_reddens_only_the_light_behind_it() {
    let gpu = gpu();
    let camera = Camera { distance: 6.0, elevation: 0.0, ..Camera::default() };
    let toward = -camera.view_from_world().inverse().z_axis.truncate().as_dvec3();
    // A wall of dust through the target, and a cluster in front of it or behind it.
    let axes = camera.view_from_world().inverse();
    let [right, up] = [axes.x_axis, axes.y_axis].map(|axis| axis.truncate().as_dvec3());
    let wall = (0..60 * 60).map(|i| {
        let [x, y] = [i % 60, i / 60].map(|at| (f64::from(at) - 29.5) / 20.0);
        body(right * x + up * y, 1)
    });
    let of = |depth: f64, dust: f32| {
        let stars =
            cluster(4096).into_iter().map(|star| body(star.position * 0.25 + toward * depth, 0));
        let bodies: Vec<Body> = stars.chain(wall.clone()).collect();
        sums(&light_of(
            &gpu,
            &bodies,
            &camera,
            &Look { dust_components: vec![1], dust, diffuse: 0.5, ..plain() },
        ))
    };
    // 3,600 bodies of mass 0.001 on an area of 9.
    let dust = 1.0 / (3.6 / 9.0);
    let (clear, hidden) = (of(1.0, 0.0), of(1.0, dust));
    let passed = [0, 1, 2].map(|channel| hidden[channel] / clear[channel]);
    assert!(passed[0] > passed[1] && passed[1] > passed[2], "dust reddens: {passed:?}");
    // Optical depth 1 in green, less at the edges of the cluster, which reach beyond the wall.
    assert!((0.25..0.6).contains(&passed[1]), "{passed:?}");
    let (clear, lit) = (of(-1.0, 0.0), of(-1.0, dust));
    assert!((lit[1] / clear[1] - 1.0).abs() < 0.01, "in front of dust: {lit:?} of {clear:?}");
}

#[test]
fn populations_are_amber_cream_and_blue_where_the_disk_crowds() {
    let gpu = gpu();
    let camera = Camera { distance: 6.0, elevation: 90.0, ..Camera::default() };
    let look = Look { color_by: ColorBy::Population, ..plain() };
    let ratio = |bodies: &[Body]| {
        let [red, _, blue] = sums(&light_of(&gpu, bodies, &camera, &look));
        blue / red
    };
    // Beyond the picture on all sides: at an edge, a disk is crowded compared with its
    // surroundings.
    let square = |component: u32| -> Vec<Body> {
        let at = |i: u32| (f64::from(i) + 0.5) / 128.0 - 1.0;
        (0..65_536)
            .map(|i| body(DVec3::new(at(i % 256), at(i / 256), 0.0) * 4.0, component))
            .collect()
    };
    let (disk, bulge) = (ratio(&square(0)), ratio(&square(1)));
    assert!(bulge < 0.6 * disk && disk < 1.0, "bulge {bulge}, disk {disk}");
    // Half of the bodies in a narrow arm.
    let mut arm = square(0);
    arm.iter_mut().step_by(2).for_each(|body| body.position.y *= 0.05);
    assert!(ratio(&arm) > 1.3 * disk, "with an arm {}, without {disk}", ratio(&arm));
}

#[test]
fn the_meter_makes_up_for_light_and_stays_put_when_asked() {
    let gpu = gpu();
    let bodies = cluster(4096);
    // From far away, the same light falls on few pixels.
    let of = |distance: f32, metered: bool, exposure: f32| {
        let look = Look { metered, exposure, background: [0.0; 3], ..plain() };
        let picture =
            of_bodies(&gpu, &bodies, &Camera { distance, ..Camera::default() }, &look, SIZE);
        f64::from(bytes(&picture).iter().copied().max().unwrap())
    };
    for (metered, exposure, least, most) in [(true, 0.0, 0.0, 40.0), (false, -3.0, 60.0, 255.0)] {
        let [near, far] = [6.0, 24.0].map(|distance| of(distance, metered, exposure));
        assert!((least..=most).contains(&(far - near).abs()), "metered {metered}: {near}, {far}");
    }
    let [darker, brighter] = [-1.0, 1.0].map(|stops| of(6.0, true, stops));
    assert!(
        brighter > darker + 20.0,
        "the exposure is relative to the meter's: {darker}, {brighter}"
    );
}

#[test]
fn bright_light_keeps_its_hue() {
    let gpu = gpu();
    let camera = Camera { distance: 6.0, elevation: 90.0, ..Camera::default() };
    let bulge: Vec<Body> =
        cluster(4096).into_iter().map(|star| body(star.position * 0.4, 1)).collect();
    let look = Look {
        color_by: ColorBy::Population,
        metered: false,
        exposure: 2.0,
        diffuse: 0.8,
        ..plain()
    };
    let picture = of_bodies(&gpu, &bulge, &camera, &look, SIZE);
    let brightest = bytes(&picture)
        .chunks_exact(3)
        .max_by_key(|color| u32::from(color[0]) + u32::from(color[2]))
        .unwrap();
    assert!(brightest[0] > 240, "it is overexposed: {brightest:?}");
    assert!(
        i32::from(brightest[0]) > i32::from(brightest[2]) + 20,
        "the core is still amber: {brightest:?}"
    );
}

#[test]
fn spikes_and_sky_add_light_only_where_they_are_asked_for() {
    let gpu = gpu();
    let bodies = cluster(4096);
    let camera = Camera { distance: 6.0, ..Camera::default() };
    let total = |look: Look| sums(&light_of(&gpu, &bodies, &camera, &look))[1];
    let none = total(plain());
    for (what, look) in
        [("spikes", Look { spikes: 1.0, ..plain() }), ("sky", Look { sky: 1.0, ..plain() })]
    {
        let share = total(look) / none - 1.0;
        assert!((1e-4..0.5).contains(&share), "{what}: {share} of the light");
    }
    let [diagram, photograph] =
        [Style::Diagram, Style::DeepSky].map(|style| style.apply(&Look::default()));
    assert!(
        diagram.sky == 0.0 && diagram.diffuse == 0.0 && !diagram.metered,
        "diagrams are for measuring: {diagram:?}"
    );
    assert!(photograph.sky > 0.0 && photograph.diffuse > 0.0);
}

#[test]
fn a_galaxy_with_everything_is_the_same_picture_every_time() {
    let gpu = gpu();
    let scene = Scene { count: 4096, path: None, ..Scene::load("galaxy").unwrap() };
    let bodies = scene.bodies().unwrap();
    let of = |_| of_bodies(&gpu, &bodies, &scene.camera, &scene.look, SIZE);
    let [first, second] = [0, 1].map(of);
    assert!(first == second, "{:?}", pictures::difference(&first, &second));
    assert!(brightness(&first) > 0.004, "{}", brightness(&first));
}
