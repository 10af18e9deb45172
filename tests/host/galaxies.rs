//! Disk galaxies and their encounters: profiles, equilibrium, orbits.

use crate::common::states::*;
use glam::DVec3;
use starshell::cpu::{CpuSimulation, Formulation, Hardware};
use starshell::physics::initial::{Encounter, Galaxy, InitialState};
use starshell::physics::{Body, Parameters};
use starshell::scene::Scene;
use std::f64::consts::PI;

/// Speed and distance of a disk's bodies in cylindrical coordinates.
fn cylindrical(body: &Body) -> (f64, DVec3) {
    let outward = body.position.with_z(0.0).normalize();
    let velocity = DVec3::new(
        body.velocity.dot(outward),
        body.velocity.dot(DVec3::Z.cross(outward)),
        body.velocity.z,
    );
    (body.position.truncate().length(), velocity)
}

#[test]
fn a_galaxy_has_the_profiles_asked_for() {
    let mut bodies = bodies(&InitialState::Galaxy(Galaxy::default()), 50_000);
    // Random distant halo bodies shift the centre of mass away from the middle of the galaxy.
    let bulge = || bodies.iter().filter(|body| body.component == 1);
    let middle = DVec3::from_array(
        [0, 1, 2].map(|axis| quantile(bulge().map(|body| body.position[axis]), 0.5)),
    );
    bodies.iter_mut().for_each(|body| body.position -= middle);
    let part = |component| bodies.iter().filter(move |body| body.component == component);
    for (component, count, mass) in [(0, 20_000, 1.0), (1, 5_000, 0.2), (2, 25_000, 5.0)] {
        assert_eq!(part(component).count(), count);
        assert_near("mass", part(component).map(|body| body.mass).sum(), mass, 1e-9);
    }
    // Exponential disk: 1 - (1 + R) exp(-R); half of it lies within 1.678.
    for (radius, share) in [(0.5, 0.0902), (1.678, 0.5), (4.0, 0.9084)] {
        let inside = part(0).filter(|body| body.position.truncate().length() < radius).count()
            as f64
            / 20_000.0;
        assert_near(&format!("disk within {radius}"), inside, share, 0.012);
    }
    // |tanh(z/z0)| is uniform: half the bodies are below z0 atanh(1/2).
    assert_near(
        "disk height",
        quantile(part(0).map(|body| body.position.z.abs()), 0.5),
        0.1 * 0.5_f64.atanh(),
        0.0015,
    );
    // Hernquist: mass r²/(r + a)² within r. The ratio between two radii far inside the cutoff does
    // not depend on it.
    for (component, length) in [(1, 0.2), (2, 4.0)] {
        let within = |r: f64| {
            part(component).filter(|body| body.position.length() < r * length).count() as f64
        };
        assert_near("ratio of masses", within(0.5) / within(2.0), 0.25, 0.02);
    }
    assert!(part(2).all(|body| body.position.length() < 80.0), "the halo ends");
}

#[test]
fn a_galaxy_rotates_against_its_own_gravity() {
    let galaxy = Galaxy::default();
    let bodies = bodies(&InitialState::Galaxy(galaxy), 100_000);
    // Circular speeds of a razor-thin disk (Freeman, ApJ 160 (1970) 811, by Bessel functions) and
    // of the spheres' mass within the radius, calculated independently of this program; thickness
    // and softening reduce them by up to 3 %.
    for (radius, expected_circular) in
        [(0.6, 0.7824), (1.0, 0.8720), (2.0, 0.9641), (3.0, 0.9587), (5.0, 0.8791)]
    {
        // Circular speed from the pull of all bodies, averaged over points of the ring at the
        // disk's mean height, slightly softened.
        let heights = [0.0, 0.05, -0.1];
        let points = 24;
        let pull = mean((0..points).map(|k| {
            let angle = 2.0 * PI * f64::from(k) / f64::from(points);
            let outward = DVec3::new(angle.cos(), angle.sin(), 0.0);
            let point = outward * radius + DVec3::Z * heights[k as usize % 3];
            let force = |body: &Body| {
                let apart = body.position - point;
                let square = apart.length_squared() + 0.02 * 0.02;
                apart * (body.mass / (square * square.sqrt()))
            };
            -bodies.iter().map(force).sum::<DVec3>().dot(outward)
        }));
        let circular = (pull * radius).sqrt();

        let near: Vec<DVec3> = bodies
            .iter()
            .filter(|body| body.component == 0)
            .map(cylindrical)
            .filter(|(distance, _)| (distance / radius - 1.0).abs() < 0.04)
            .map(|(_, velocity)| velocity)
            .collect();
        assert_near(
            &format!("circular speed at {radius}"),
            circular,
            expected_circular,
            0.03 * expected_circular,
        );
        let (rotation, outward) = (mean(near.iter().map(|v| v.y)), mean(near.iter().map(|v| v.x)));
        let squares = |part: fn(&DVec3) -> f64| mean(near.iter().map(|v| part(v) * part(v)));
        let (outward_square, along_square) = (squares(|v| v.x), squares(|v| v.y));
        let what = format!("at {radius}");
        assert_near(&format!("{what}: mean motion outwards"), outward, 0.0, 0.02);
        assert!(
            rotation > 0.0 && rotation < 1.01 * circular,
            "{what}: rotation {rotation}, circular {circular}"
        );
        // Jeans: <v_φ²> = V² + σ_R² (1 - 2 R).
        let expected = circular * circular + outward_square * (1.0 - 2.0 * radius);
        assert_near(
            &format!("{what}: mean square along the rotation"),
            along_square,
            expected,
            0.04 * expected,
        );
    }
}

#[test]
fn a_galaxy_is_in_virial_balance_and_its_disk_turns_about_z() {
    for galaxy in [
        Galaxy::default(),
        Galaxy { bulge_mass: 0.0, ..Galaxy::default() },
        Galaxy {
            halo_mass: 20.0,
            halo_length: 8.0,
            halo_cutoff: 60.0,
            toomre_q: 1.1,
            ..Galaxy::default()
        },
        Galaxy { disk_mass: 3.0, disk_length: 0.5, bulge_length: 0.1, ..Galaxy::default() },
    ] {
        let bodies = bodies(&InitialState::Galaxy(galaxy), 6000);
        let mass: f64 = bodies.iter().map(|body| body.mass).sum();
        assert_near("mass", mass, galaxy.mass(), 1e-9 * galaxy.mass());
        assert_near(&format!("{galaxy:?}: K/|W|"), virial_ratio(&bodies, 6000), 0.5, 0.025);
        let disk: Vec<Body> = bodies.iter().filter(|body| body.component == 0).copied().collect();
        let momentum = angular_momentum(&disk);
        assert!(
            momentum.z > 0.0 && momentum.truncate().length() < 0.1 * momentum.z,
            "{galaxy:?}: {momentum}"
        );
    }
}

#[test]
fn an_encounter_is_two_galaxies_on_the_orbit_asked_for() {
    let galaxy = Galaxy { halo_mass: 2.0, halo_length: 2.0, halo_cutoff: 4.0, ..Galaxy::default() };
    for (mass_ratio, eccentricity, separation) in
        [(1.0, 1.0, 25.0), (0.25, 1.0, 60.0), (0.5, 0.6, 12.0), (1.0, 2.0, 30.0)]
    {
        let encounter = Encounter {
            mass_ratio,
            eccentricity,
            separation,
            pericenter: 4.0,
            inclination: [20.0, 110.0],
            node: [-40.0, 75.0],
            galaxy,
        };
        let bodies = bodies(&InitialState::Encounter(encounter), 30_000);
        let what = format!("ratio {mass_ratio}, eccentricity {eccentricity}");
        let halves = [0, 1].map(|half| {
            bodies.iter().filter(|body| body.component / 3 == half).copied().collect::<Vec<Body>>()
        });
        let masses = [0, 1].map(|half| halves[half].iter().map(|body| body.mass).sum::<f64>());
        assert_near(&what, masses[0], galaxy.mass(), 1e-9);
        assert_near(&what, masses[1], galaxy.mass() * mass_ratio, 1e-9);
        let counts = halves.each_ref().map(|half| half.len() as f64);
        assert_near(&what, counts[1] / counts[0], mass_ratio, 0.001);

        let center = |half: usize, vector: fn(&Body) -> DVec3| {
            halves[half].iter().map(|body| vector(body) * body.mass).sum::<DVec3>() / masses[half]
        };
        let apart = center(1, |body| body.position) - center(0, |body| body.position);
        let velocity = center(1, |body| body.velocity) - center(0, |body| body.velocity);
        let mass = masses[0] + masses[1];
        assert_near(&what, apart.length(), separation, 1e-9);
        assert!(apart.dot(velocity) < 0.0, "{what}: they approach");
        // Orbital energy -GM/2a with a = pericentre/(1 - e), and angular momentum √(GM pericentre
        // (1 + e)).
        let energy = velocity.length_squared() / 2.0 - mass / separation;
        assert_near(&what, energy, -mass * (1.0 - eccentricity) / 8.0, 1e-9);
        assert_near(
            &what,
            apart.cross(velocity).z,
            (mass * 4.0 * (1.0 + eccentricity)).sqrt(),
            1e-9,
        );

        for (half, galaxy) in halves.iter().enumerate() {
            let (position, velocity) =
                (center(half, |body| body.position), center(half, |body| body.velocity));
            let disk: Vec<Body> = galaxy
                .iter()
                .filter(|body| body.component == 3 * half as u32)
                .map(|body| Body {
                    position: body.position - position,
                    velocity: body.velocity - velocity,
                    ..*body
                })
                .collect();
            let (inclination, node) =
                (encounter.inclination[half].to_radians(), encounter.node[half].to_radians());
            let axis = DVec3::new(
                node.sin() * inclination.sin(),
                -node.cos() * inclination.sin(),
                inclination.cos(),
            );
            let along = angular_momentum(&disk).normalize().dot(axis);
            assert!(along > 0.998, "{what}: disk {half} is tipped wrongly: {along}");
            let length = if half == 0 { 1.0 } else { mass_ratio.sqrt() };
            let height = quantile(disk.iter().map(|body| body.position.dot(axis).abs()), 0.5);
            assert_near(&what, height, 0.1 * 0.5_f64.atanh() * length, 0.15 * 0.055 * length);
        }
    }
}

/// Share of the bodies in two opposite arms: the mean of exp(2i angle) over a disk from 2 to 6
/// scale lengths, as an amplitude. By chance, the root of the inverse of their number.
fn two_arms(bodies: &[Body]) -> f64 {
    let disk = || bodies.iter().filter(|body| [0, 6].contains(&body.component));
    let middle = DVec3::from_array(
        [0, 1, 2].map(|axis| quantile(disk().map(|body| body.position[axis]), 0.5)),
    );
    let angles = disk()
        .map(|body| (body.position - middle).truncate())
        .filter(|apart| (2.0..6.0).contains(&apart.length()));
    let angles: Vec<f64> = angles.map(|apart| 2.0 * apart.y.atan2(apart.x)).collect();
    mean(angles.iter().map(|angle| angle.cos())).hypot(mean(angles.iter().map(|angle| angle.sin())))
}

#[test]
fn a_companion_draws_two_arms_out_of_a_disk_that_alone_has_none() {
    let mut scene = Scene::load("grand-design").expect("it is embedded");
    scene.count = 3000;
    let InitialState::Encounter(encounter) = scene.initial else { panic!("{:?}", scene.initial) };
    let alone = InitialState::Galaxy(encounter.galaxy);
    // Some eight units after the passage; longer steps and more softening suit fewer bodies.
    let (time, step) = (28.0, 0.1);
    let parameters = Parameters { time_step: step, softening: 0.1, ..scene.physics };
    let run = |bodies: &[Body]| {
        let mut run =
            CpuSimulation::new(bodies, parameters, Formulation::SimdThreaded, Hardware::best())
                .expect("it runs");
        run.advance((time / step) as u32);
        two_arms(&run.bodies())
    };
    let bodies_alone: Vec<Body> = bodies(&alone, 2000)
        .into_iter()
        .map(|body| Body {
            component: if body.component == 3 { 6 } else { body.component },
            ..body
        })
        .collect();
    let together = scene.bodies().expect("it is valid");
    let (start, end, end_alone) = (two_arms(&together), run(&together), run(&bodies_alone));
    println!("two arms: {start} at the start, {end} after the passage, {end_alone} without it");
    assert!(start < 0.1, "the disk begins with arms: {start}");
    assert!(end > 0.25 && end > 2.0 * end_alone, "{end} after the passage, {end_alone} without it");
}
