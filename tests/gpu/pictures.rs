//! What pictures show, and that they do not change.
//!
//! Stored pictures are in `tests/pictures`. Those that differ are written to `target/pictures`.
//! After an intended change, look at each and copy them: `cp target/pictures/*.png tests/pictures`.

use crate::common::gpu;
use crate::common::pictures::*;
use glam::DVec3;
use starshell::capture::Picture;
use starshell::physics::Body;
use starshell::render::{Camera, ColorBy, ColorMap, Look};
use starshell::scene::Scene;

/// Small files. Spots are a third of a pixel, as in the thumbnails of a large sheet.
const SIZE: [u32; 2] = [160, 120];

fn scene(name: &str, count: usize, change: impl Fn(&mut Scene)) -> Scene {
    let mut scene = Scene::load(name).unwrap();
    scene.count = scene.initial.fixed_count().unwrap_or(count);
    // As `render` does without `--path`.
    scene.path = None;
    change(&mut scene);
    scene
}

/// The stored pictures, by name.
fn stored() -> Vec<(&'static str, Scene)> {
    let viridis = |scene: &mut Scene| {
        (scene.look.color_by, scene.look.color_map) = (ColorBy::Speed, ColorMap::Viridis)
    };
    vec![
        ("shell", scene("shell", 4096, |_| {})),
        ("plummer", scene("plummer", 4096, |_| {})),
        ("plummer-viridis", scene("plummer", 4096, viridis)),
        ("encounter", scene("encounter", 4096, |_| {})),
        ("kepler", scene("kepler", 2, |_| {})),
    ]
}

#[test]
fn pictures_are_as_they_were() {
    let gpu = gpu();
    let compare = |(name, scene)| compare_with_stored(name, &of_scene(&gpu, scene, SIZE)).err();
    assert_eq!(stored().into_iter().filter_map(compare).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn the_comparison_rejects_wrong_pictures_and_no_others() {
    let gpu = gpu();
    let noise = |at: usize| (at.wrapping_mul(2_654_435_761) >> 13) as u8 % 3;
    for (name, scene) in stored() {
        let right = of_scene(&gpu, scene.clone(), SIZE);
        let accepted = [
            (
                "noise of a step",
                map(&right, |at, color| {
                    color.map(|channel| channel.saturating_add(noise(at)).saturating_sub(1))
                }),
            ),
            // A few spots that fall on the other side of a pixel's edge.
            (
                "single pixels",
                map(&right, |at, color| {
                    if at % 997 == 3 {
                        color.map(|channel| channel.saturating_add(90))
                    } else {
                        color
                    }
                }),
            ),
        ];
        for (change, picture) in accepted {
            let off = difference(&picture, &right);
            assert!(off.is_small(), "{name} with {change} is rejected: {off:?}");
        }
        let changed = |change: &dyn Fn(&mut Scene)| {
            let mut scene = scene.clone();
            change(&mut scene);
            of_scene(&gpu, scene, SIZE)
        };
        let mut rejected = vec![
            ("nothing in it", Picture::filled(SIZE[0], SIZE[1], [0; 3])),
            ("a shift of three pixels", shifted(&right, 3)),
            (
                "four fifths of the light",
                map(&right, |_, color| color.map(|channel| (f32::from(channel) * 0.8) as u8)),
            ),
            ("no glow", changed(&|scene| scene.look.bloom = 0.0)),
            ("red and blue swapped", map(&right, |_, [red, green, blue]| [blue, green, red])),
            ("half a stop more", changed(&|scene| scene.look.exposure += 0.5)),
            ("another field of view", changed(&|scene| scene.camera.field_of_view *= 1.1)),
        ];
        // Populations and stars have colours of their own.
        if !["encounter", "plummer"].contains(&name) {
            rejected.push((
                "another colour map",
                changed(&|scene| scene.look.color_map = ColorMap::Turbo),
            ));
        }
        if name != "kepler" {
            rejected.push(("another seed", changed(&|scene| scene.seed += 1)));
        }
        for (change, picture) in rejected {
            let off = difference(&picture, &right);
            assert!(!off.is_small(), "{name} with {change} is accepted: {off:?}");
        }
    }
}

/// One body of mass 1 at rest.
fn body(position: DVec3) -> Body {
    Body { position, velocity: DVec3::ZERO, mass: 1.0, component: 0 }
}

/// A look in which a body is a plain round spot.
fn plain() -> Look {
    let look = Look {
        color_by: ColorBy::Uniform,
        magnitude_spread: 0.0,
        bloom: 0.0,
        size: 0.1,
        ..Look::default()
    };
    Look { metered: false, ..look }
}

#[test]
fn the_target_is_in_the_middle_right_is_right_and_up_is_up() {
    let gpu = gpu();
    for (azimuth, elevation) in [(0.0, 0.0), (0.0, 90.0), (35.0, 20.0), (200.0, -60.0)] {
        let camera = Camera {
            target: [3.0, -2.0, 1.0].into(),
            distance: 4.0,
            azimuth,
            elevation,
            ..Camera::default()
        };
        let axes = camera.view_from_world().inverse();
        let [right, up] = [axes.x_axis, axes.y_axis].map(|axis| axis.truncate().as_dvec3());
        let pixels_per_length = f64::from(camera.pixels_per_unit(120.0)) / 4.0;
        for (x, y) in [(0.0, 0.0), (0.5, 0.0), (-0.8, 0.0), (0.0, 0.6), (0.3, -0.7)] {
            let at = camera.target.as_dvec3() + right * x + up * y;
            let [got_x, got_y] =
                middle_of_light(&of_bodies(&gpu, &[body(at)], &camera, &plain(), [160, 120]));
            let (off_x, off_y) = (got_x - x * pixels_per_length, got_y - y * pixels_per_length);
            assert!(
                off_x.abs() < 0.25 && off_y.abs() < 0.25,
                "({x}, {y}) at {azimuth}, {elevation}: off by {off_x}, {off_y}"
            );
        }
    }
    // In the world's own axes, to test the camera's convention and not only its consistency.
    let camera = Camera { distance: 4.0, elevation: 0.0, ..Camera::default() };
    let [x, y] = middle_of_light(&of_bodies(
        &gpu,
        &[body(DVec3::new(0.5, 0.0, 0.25))],
        &camera,
        &plain(),
        [160, 120],
    ));
    assert!(x > 10.0 && y > 5.0, "x is right and z is up: {x}, {y}");
}

#[test]
fn any_number_of_bodies_is_neither_black_nor_blown_out() {
    let gpu = gpu();
    let mut all = Vec::new();
    for count in [1_000, 16_384, 262_144] {
        let scene = scene("shell", count, |_| {});
        let picture =
            of_bodies(&gpu, &scene.bodies().unwrap(), &scene.camera, &scene.look, [640, 360]);
        let light = luminance(&picture);
        let share = |is: &dyn Fn(f64) -> bool| {
            light.iter().filter(|light| is(**light)).count() as f64 / light.len() as f64
        };
        let blown = bytes(&picture)
            .chunks_exact(3)
            .filter(|color| color.iter().all(|channel| *channel > 250))
            .count();
        let blown = blown as f64 / light.len() as f64;
        assert!(blown < 0.01, "{count} bodies: {:.1} % of the picture is white", 100.0 * blown);
        assert!(share(&|light| light > 0.02) > 0.03, "{count} bodies leave the picture dark");
        all.push(brightness(&picture));
    }
    let (least, most) =
        (all.iter().copied().fold(f64::MAX, f64::min), all.iter().copied().fold(0.0, f64::max));
    // Light grows with the fourth root of the number, by design, and the film takes more from few
    // bright spots than from many.
    assert!(most < 6.0 * least, "from {least:.4} to {most:.4}");
}

#[test]
fn a_picture_of_twice_the_size_looks_the_same() {
    let gpu = gpu();
    for (name, count) in [("shell", 16_384), ("plummer", 4_096), ("kepler", 2)] {
        let scene = scene(name, count, |_| {});
        let of = |size| of_bodies(&gpu, &scene.bodies().unwrap(), &scene.camera, &scene.look, size);
        let small = of([320, 180]);
        let half = halved(&of([640, 360]));
        let (off, ratio) = (difference(&half, &small), brightness(&half) / brightness(&small));
        assert!(off.mean < 3.0 && off.local < 18.0, "{name}: {off:?}");
        // The film saturates in the sharper spots of the larger picture.
        assert!((0.8..1.1).contains(&ratio), "{name}: {ratio} times the light");
    }
}

#[test]
fn bodies_that_are_not_finite_leave_the_rest_of_the_picture_unchanged() {
    let gpu = gpu();
    let scene = scene("shell", 1_000, |_| {});
    let camera = scene.camera;
    for color_by in [
        ColorBy::Speed,
        ColorBy::Acceleration,
        ColorBy::Distance,
        ColorBy::Mass,
        ColorBy::Component,
        ColorBy::Uniform,
    ] {
        let look = Look { color_by, ..scene.look.clone() };
        let mut bodies = scene.bodies().unwrap();
        let right = of_bodies(&gpu, &bodies, &camera, &look, SIZE);
        for (index, wrong) in [
            (999, DVec3::NAN),
            (998, DVec3::INFINITY),
            (997, DVec3::new(0.0, f64::NEG_INFINITY, 0.1)),
            (996, DVec3::splat(1e38)),
        ] {
            bodies[index].position = wrong;
        }
        bodies[995].velocity = DVec3::NAN;
        bodies[994].velocity = DVec3::INFINITY;
        let got = of_bodies(&gpu, &bodies, &camera, &look, SIZE);
        let off = difference(&got, &right);
        // Six spots out of a thousand are missing.
        assert!(off.mean < 0.15 && off.local < 18.0, "by {color_by:?}: {off:?}");
    }
}

#[test]
fn dark_components_give_no_light() {
    let gpu = gpu();
    let place = |component: u32| Body {
        component,
        ..body(DVec3::X * [-0.8, 0.0, 0.8][component as usize])
    };
    let bodies = [place(0), place(1), place(2)];
    let camera = Camera { distance: 4.0, elevation: 0.0, ..Camera::default() };
    let of = |dark: &[u32]| {
        of_bodies(
            &gpu,
            &bodies,
            &camera,
            &Look { dark_components: dark.to_vec(), ..plain() },
            [160, 120],
        )
    };
    let all = brightness(&of(&[]));
    let sky = brightness(&of(&[0, 1, 2]));
    assert!(all > 2.0 * sky, "{all} over a sky of {sky}");
    for (dark, side) in [(&[0, 1][..], 1.0), (&[1, 2], -1.0)] {
        let picture = of(dark);
        let [x, _] = middle_of_light(&picture);
        assert!(x * side > 20.0, "without {dark:?} the light is at {x}");
        let share = (brightness(&picture) - sky) / (all - sky);
        assert!((share - 1.0 / 3.0).abs() < 0.05, "without {dark:?} {share} of the light is left");
    }
}

#[test]
fn the_first_picture_shows_accelerations_with_every_integrator() {
    use starshell::physics::Integrator::{Hermite4, LeapfrogDkd, LeapfrogKdk, RungeKutta4};
    let gpu = gpu();
    for integrator in [LeapfrogKdk, LeapfrogDkd, RungeKutta4, Hermite4] {
        let mut scene = Scene::load("plummer").unwrap();
        scene.count = 1000;
        scene.physics.integrator = integrator;
        (scene.look.color_by, scene.look.color_range) = (ColorBy::Acceleration, Some([0.04, 1.5]));
        let picture = of_scene(&gpu, scene, SIZE);
        // Strong pull inside, weak pull outside: both ends of the colour map appear. Without
        // forces, all bodies would look alike.
        let count = |is: fn(&[u8]) -> bool| {
            bytes(&picture).chunks_exact(3).filter(|pixel| is(pixel)).count()
        };
        let blue = count(|pixel| i32::from(pixel[2]) > i32::from(pixel[0]) + 20);
        let red = count(|pixel| i32::from(pixel[0]) > i32::from(pixel[2]) + 40);
        assert!(blue > 30 && red > 30, "{integrator:?}: {blue} blue and {red} red pixels");
    }
}
