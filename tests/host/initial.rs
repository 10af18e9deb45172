//! Initial states: masses, shapes, energies and motions against closed forms, and the same bodies
//! from the same seed.

use crate::common::states::*;
use glam::DVec3;
use starshell::physics::Body;
use starshell::physics::initial::{
    Apsis, Classic, Configuration, CosmicWeb, Encounter, ExpandingBall, Flyby, Galaxy,
    InitialError, InitialState, Kepler, Planets, Plummer, RandomBall, Rotation, Shell,
    UniformSphere,
};
use std::f64::consts::PI;

#[test]
fn every_state_makes_finite_bodies_of_the_documented_mass() {
    for state in every_state() {
        for count in state.fixed_count().map_or(COUNTS.to_vec(), |count| vec![count]) {
            let bodies = bodies(&state, count);
            let what = format!("{} with {count}", state.kind());
            assert_eq!(bodies.len(), count, "{what}");
            for body in &bodies {
                let parts = [body.position.to_array(), body.velocity.to_array()].concat();
                assert!(
                    parts.iter().all(|part| part.is_finite() && part.abs() < 1e6),
                    "{what}: {body:?}"
                );
                assert!(body.mass > 0.0 && body.mass.is_finite(), "{what}: {body:?}");
            }
            let expected = match &state {
                InitialState::Classic(_) => count as f64,
                InitialState::Galaxy(_) => 6.2,
                InitialState::Encounter(_) => 12.4,
                InitialState::Figure8(_) => 3.0,
                InitialState::Pythagorean(_) => 12.0,
                // The Sun's is 1, and Jupiter's a thousandth of it.
                InitialState::Planets(_) => 1.001_341_838_168_6,
                InitialState::Flyby(_) => 1.012_300_037_1,
                _ => 1.0,
            };
            // One body makes one galaxy without a partner.
            let expected = if count == 1 && state.kind() == "encounter" { 6.2 } else { expected };
            let mass: f64 = bodies.iter().map(|body| body.mass).sum();
            assert_near(&format!("{what}: mass"), mass, expected, 1e-9 * expected);
        }
    }
}

#[test]
fn the_center_of_mass_rests_at_the_origin() {
    for state in every_state().filter(|state| state.kind() != "classic") {
        for count in state.fixed_count().map_or(COUNTS.to_vec(), |count| vec![count]) {
            let bodies = bodies(&state, count);
            let position: DVec3 = bodies.iter().map(|body| body.position * body.mass).sum();
            let momentum: DVec3 = bodies.iter().map(|body| body.velocity * body.mass).sum();
            assert!(position.length() < 1e-11, "{} with {count}: {position}", state.kind());
            assert!(momentum.length() < 1e-11, "{} with {count}: {momentum}", state.kind());
        }
    }
}

/// FNV-1a hash over the bits of all numbers.
fn fingerprint(bodies: &[Body]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for body in bodies {
        for value in [body.position.to_array(), body.velocity.to_array()]
            .concat()
            .into_iter()
            .chain([body.mass])
        {
            for byte in
                value.to_bits().to_le_bytes().into_iter().chain(body.component.to_le_bytes())
            {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    hash
}

#[test]
fn the_same_seed_gives_the_same_bodies_on_every_machine() {
    // Exact bits, not tolerances: a scene's name and seed must give the same picture everywhere and
    // always.
    let pinned = [
        ("shell", 0xe3fb_9a19_f6af_3443),
        ("random-ball", 0x440f_196c_a440_bbe1),
        ("expanding-ball", 0xce6b_dc7c_dba5_7787),
        ("classic", 0x9c94_40a4_0964_ed5c),
        ("plummer", 0xbb8b_921d_e3c5_3053),
        ("uniform-sphere", 0x7c8a_a765_5eb7_78b2),
        ("cosmic-web", 0x6021_1c66_ad1f_8cf7),
        ("galaxy", 0xd5da_5cb2_5221_cbee),
        ("encounter", 0x162f_c7f7_e476_5762),
        ("kepler", 0x87d5_ad39_07de_54e4),
        ("figure-8", 0xd3f4_20de_4eec_3a61),
        ("pythagorean", 0x85d1_6212_2577_08d6),
        ("planets", 0x0aab_0c46_c508_91f6),
        ("flyby", 0x6caa_0ec5_48e7_4fbe),
    ];
    let got: Vec<(&str, u64)> = every_state()
        .map(|state| {
            let count = state.fixed_count().unwrap_or(300);
            (state.kind(), fingerprint(&state.bodies(count, 42).expect("defaults are valid")))
        })
        .collect();
    assert_eq!(got, pinned, "got {got:#x?}");

    for configuration in [Configuration::Random, Configuration::Expand] {
        let state = InitialState::Classic(Classic { configuration, ..Classic::default() });
        assert_eq!(fingerprint(&bodies(&state, 99)), fingerprint(&bodies(&state, 99)));
    }
}

#[test]
fn any_number_of_threads_makes_the_same_bodies() {
    let on = |threads: usize, state: &InitialState| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads can be started");
        pool.install(|| fingerprint(&state.bodies(50_001, 7).expect("defaults are valid")))
    };
    let galaxy = Galaxy { dust_share: 0.2, arms: 2, ..Galaxy::default() };
    let dusty = [
        InitialState::Galaxy(galaxy),
        InitialState::Encounter(Encounter { mass_ratio: 0.3, galaxy, ..Encounter::default() }),
    ];
    for state in every_state().filter(|state| state.fixed_count().is_none()).chain(dusty) {
        let one = on(1, &state);
        for threads in [2, 5] {
            assert_eq!(on(threads, &state), one, "{} with {threads} threads", state.kind());
        }
    }
}

#[test]
fn another_seed_gives_other_bodies() {
    for state in every_state().filter(|state| state.fixed_count().is_none()) {
        for (a, b) in [(0, 1), (1, 2), (1, 1 << 63)] {
            let [a, b] = [a, b]
                .map(|seed| fingerprint(&state.bodies(50, seed).expect("defaults are valid")));
            assert_ne!(a, b, "{}", state.kind());
        }
    }
}

#[test]
fn wrong_counts_and_parameters_are_errors_with_a_remedy() {
    let shell = |change: fn(&mut Shell)| {
        let mut shell = Shell::default();
        change(&mut shell);
        InitialState::Shell(shell)
    };
    let kepler = |change: fn(&mut Kepler)| {
        let mut kepler = Kepler::default();
        change(&mut kepler);
        InitialState::Kepler(kepler)
    };
    let galaxy = |change: fn(&mut Galaxy)| {
        let mut galaxy = Galaxy::default();
        change(&mut galaxy);
        InitialState::Galaxy(galaxy)
    };
    let web = |change: fn(&mut CosmicWeb)| {
        let mut web = CosmicWeb::default();
        change(&mut web);
        InitialState::CosmicWeb(web)
    };
    let encounter = |change: fn(&mut Encounter)| {
        let mut encounter = Encounter::default();
        change(&mut encounter);
        InitialState::Encounter(encounter)
    };
    let cases = [
        (InitialState::named("shell"), 0, "count is 0"),
        (InitialState::named("shell"), usize::MAX, "at most 1073741824"),
        (InitialState::named("kepler"), 3, "exactly 2 bodies"),
        (InitialState::named("figure-8"), 2, "exactly 3 bodies"),
        (InitialState::named("pythagorean"), 4096, "set count to 3"),
        (
            Ok(shell(|shell| shell.outer_radius = -1.0)),
            9,
            "`outer_radius` of the initial state is -1",
        ),
        (
            Ok(shell(|shell| shell.outer_radius = f64::NAN)),
            9,
            "`outer_radius` of the initial state is NaN",
        ),
        (
            Ok(shell(|shell| shell.inner_radius = 1.5)),
            9,
            "`inner_radius` of the initial state is 1.5",
        ),
        (Ok(shell(|shell| shell.rotation_energy = f64::NAN)), 9, "`rotation_energy`"),
        (Ok(shell(|shell| shell.dispersion = f64::INFINITY)), 9, "`dispersion`"),
        (
            Ok(InitialState::RandomBall(RandomBall {
                virial_ratio: -0.1,
                ..RandomBall::default()
            })),
            9,
            "`virial_ratio`",
        ),
        (
            Ok(InitialState::ExpandingBall(ExpandingBall {
                radius: 0.0,
                ..ExpandingBall::default()
            })),
            9,
            "`radius`",
        ),
        (
            Ok(InitialState::UniformSphere(UniformSphere {
                radius: 1e300,
                ..UniformSphere::default()
            })),
            9,
            "`radius`",
        ),
        (
            Ok(InitialState::Plummer(Plummer { mass_cut: 1.0, ..Plummer::default() })),
            9,
            "`mass_cut` of the initial state is 1",
        ),
        (
            Ok(web(|web| web.comoving_radius = 0.5)),
            9,
            "`comoving_radius` of the initial state is 0.5",
        ),
        (
            Ok(web(|web| web.redshift = 0.0)),
            9,
            "`redshift` of the initial state is 0, but it must be a number from 1 to 1000",
        ),
        (Ok(web(|web| web.sigma_8 = f64::NAN)), 9, "`sigma_8`"),
        (Ok(web(|web| web.shape = 2.0)), 9, "`shape`"),
        (Ok(web(|web| web.radius = 0.0)), 9, "`radius`"),
        (
            Ok(InitialState::Classic(Classic { velocity_scale: -8.0, ..Classic::default() })),
            9,
            "`velocity_scale`",
        ),
        (
            Ok(kepler(|kepler| kepler.eccentricity = 1.0)),
            2,
            "`eccentricity` of the initial state is 1",
        ),
        (Ok(kepler(|kepler| kepler.mass_ratio = 0.0)), 2, "`mass_ratio`"),
        (Ok(galaxy(|galaxy| galaxy.disk_mass = 0.0)), 9, "`disk_mass`"),
        (Ok(galaxy(|galaxy| galaxy.toomre_q = f64::NAN)), 9, "`toomre_q`"),
        (Ok(galaxy(|galaxy| galaxy.bulge_share = 0.9)), 9, "1 - disk_share"),
        (Ok(InitialState::Planets(Planets { planets: 2.5, ..Planets::default() })), 3, "`planets`"),
        (
            Ok(InitialState::Planets(Planets { year: 1066.0, ..Planets::default() })),
            10,
            "from 1800 to 2050",
        ),
        (
            Ok(InitialState::Planets(Planets { planets: 4.0, ..Planets::default() })),
            10,
            "set count to 5",
        ),
        (
            Ok(InitialState::Flyby(Flyby { separation: 0.01, ..Flyby::default() })),
            3,
            "`separation`",
        ),
        (Ok(encounter(|encounter| encounter.separation = 1.0)), 9, "`separation`"),
        (Ok(encounter(|encounter| encounter.eccentricity = 0.2)), 9, "apocenter"),
        (
            Ok(encounter(|encounter| encounter.inclination[1] = 200.0)),
            9,
            "`inclination` of the initial state is 200",
        ),
        (Ok(encounter(|encounter| encounter.galaxy.halo_length = 0.0)), 9, "`halo_length`"),
    ];
    for (state, count, part) in cases {
        let state = state.expect("these kinds exist");
        let message = state.bodies(count, 1).expect_err(part).to_string();
        assert!(
            message.contains(part) && !message.contains('\n'),
            "{message:?} should contain {part:?}"
        );
    }
    assert_eq!(
        InitialState::named("shell").expect("it exists").bodies(0, 1),
        Err(InitialError::Empty)
    );
    let unknown = InitialState::named("plumer").expect_err("there is none").to_string();
    assert!(unknown.contains("`plummer`"), "{unknown}");
}

#[test]
fn a_shell_is_even_by_volume_and_direction_and_turns_about_z() {
    let count = 20_000;
    for (inner, outer) in [(0.8, 1.0), (0.0, 2.0), (0.999_95, 1.0), (1.0, 1.0), (3.0, 3.5)] {
        for (rotation, dispersion) in
            [(Rotation::Solid, 0.0), (Rotation::ConstantSpeed, 0.0), (Rotation::Solid, 0.2)]
        {
            let shell = Shell {
                inner_radius: inner,
                outer_radius: outer,
                rotation,
                rotation_energy: 0.15,
                dispersion,
            };
            let bodies = bodies(&InitialState::Shell(shell), count);
            let what =
                format!("shell from {inner} to {outer}, {rotation:?}, dispersion {dispersion}");

            // Moving to the centre of mass shifts all bodies by about outer/√count.
            let shift = 3.0 * outer / (count as f64).sqrt();
            let radii: Vec<f64> = bodies.iter().map(|body| body.position.length()).collect();
            assert!(
                radii.iter().all(|&radius| radius > inner - shift && radius < outer + shift),
                "{what}"
            );
            let half = f64::cbrt((inner.powi(3) + outer.powi(3)) / 2.0);
            assert_near(
                &format!("{what}: half-mass radius"),
                quantile(radii, 0.5),
                half,
                0.02 * (outer - inner) + shift,
            );

            for axis in
                [DVec3::X, DVec3::Y, DVec3::Z, DVec3::ONE.normalize(), DVec3::new(0.0, -0.6, 0.8)]
            {
                let share =
                    mean(bodies.iter().map(|body| body.position.normalize().dot(axis).powi(2)));
                assert_near(&format!("{what}: mean square along {axis}"), share, 1.0 / 3.0, 0.009);
                let fourth =
                    mean(bodies.iter().map(|body| body.position.normalize().dot(axis).powi(4)));
                assert_near(&format!("{what}: mean fourth power along {axis}"), fourth, 0.2, 0.009);
            }

            let momentum = angular_momentum(&bodies);
            assert!(
                momentum.z > 0.0 && momentum.truncate().length() < 0.02 * momentum.z,
                "{what}: {momentum}"
            );
            let few: Vec<Body> =
                bodies[..2500].iter().map(|body| Body { mass: 1.0 / 2500.0, ..*body }).collect();
            assert_near(
                &format!("{what}: K/|W|"),
                virial_ratio(&few, 500),
                0.15 + dispersion,
                0.02 * (0.15 + dispersion),
            );
            if dispersion == 0.0 {
                let speeds: Vec<f64> = match rotation {
                    Rotation::Solid => bodies
                        .iter()
                        .map(|b| b.velocity.length() / b.position.truncate().length())
                        .collect(),
                    Rotation::ConstantSpeed => {
                        bodies.iter().map(|body| body.velocity.length()).collect()
                    }
                };
                let middle = quantile(speeds.iter().copied(), 0.5);
                assert_near(
                    &format!("{what}: speed"),
                    quantile(speeds.iter().copied(), 0.1),
                    middle,
                    0.05 * middle,
                );
                assert_near(
                    &format!("{what}: speed"),
                    quantile(speeds, 0.9),
                    middle,
                    0.05 * middle,
                );
            }
        }
    }
}

#[test]
fn balls_are_even_and_have_the_virial_ratio_asked_for() {
    let ball = |radius, virial_ratio| {
        [
            InitialState::RandomBall(RandomBall { radius, virial_ratio }),
            InitialState::ExpandingBall(ExpandingBall { radius, expansion_energy: virial_ratio }),
            InitialState::UniformSphere(UniformSphere { radius, virial_ratio }),
        ]
    };
    for (radius, ratio) in [(1.0, 0.0), (1.0, 0.25), (7.0, 0.9), (0.01, 2.0)] {
        for state in ball(radius, ratio) {
            let bodies = bodies(&state, 4000);
            let what = format!("{} of radius {radius}, ratio {ratio}", state.kind());
            let half = quantile(bodies.iter().map(|body| body.position.length()), 0.5);
            assert_near(
                &format!("{what}: half-mass radius"),
                half,
                radius * 0.5_f64.cbrt(),
                0.02 * radius,
            );
            let got = virial_ratio(&bodies, 500);
            assert_near(&format!("{what}: K/|W|"), got, ratio, 0.03 * ratio);
            if state.kind() == "expanding-ball" && ratio > 0.0 {
                let rates: Vec<f64> = bodies
                    .iter()
                    .map(|body| body.velocity.length() / body.position.length())
                    .collect();
                assert_near(
                    &what,
                    quantile(rates.iter().copied(), 0.0) / quantile(rates, 1.0),
                    1.0,
                    1e-9,
                );
                assert!(bodies.iter().all(|body| body.velocity.dot(body.position) > 0.0), "{what}");
            }
        }
    }
}

#[test]
fn the_classic_shell_turns_as_the_demo_has_it() {
    let classic = Classic {
        configuration: Configuration::Shell,
        cluster_scale: 1.54,
        velocity_scale: 8.0,
        mass: 1.0,
    };
    let bodies = bodies(&InitialState::Classic(classic), 16_384);
    for body in &bodies {
        let (p, radius) = (body.position, body.position.length());
        assert!((2.5 * 1.54 - 1e-9..=4.0 * 1.54 + 1e-9).contains(&radius), "{body:?}");
        assert_eq!(body.mass, 1.0);
        let expected = DVec3::new(p.y, -p.x, 0.0) * (1.54 * 8.0);
        // Exactly at the pole, the axis is different.
        assert!(
            (body.velocity - expected).length() < 1e-9 || p.truncate().length() < 0.01,
            "{body:?}"
        );
    }
    // The demo's flaw: coordinates are scaled separately, so directions lean towards the axes and
    // fourth powers exceed those of a uniform shell: with f uniform in [2.5, 4], the mean of cos⁴
    // along an axis is above 0.2.
    let fourth = mean(bodies.iter().map(|body| body.position.normalize().z.powi(4)));
    assert!(fourth > 0.2, "the directions lack the demo's bias: {fourth}");
}

#[test]
fn the_classic_balls_grow_with_the_number_of_bodies() {
    for (configuration, count, scale, size) in [
        (Configuration::Random, 512, 1.5, 1.5),
        (Configuration::Random, 4096, 1.5, 6.0),
        (Configuration::Expand, 512, 1.5, 1.5),
        (Configuration::Expand, 512, 3.0, 1.5),
        (Configuration::Expand, 4096, 1.5, 6.0),
    ] {
        let classic =
            Classic { configuration, cluster_scale: scale, velocity_scale: 2.0, mass: 1.0 };
        let bodies = bodies(&InitialState::Classic(classic), count);
        let what = format!("{configuration:?}, {count} bodies, scale {scale}");
        let largest = |vector: fn(&Body) -> DVec3| {
            bodies.iter().map(|body| vector(body).length()).fold(0.0, f64::max)
        };
        assert_near(&what, largest(|body| body.position), 0.98 * size, 0.02 * size);
        assert_near(&what, largest(|body| body.velocity), 0.98 * 2.0 * size, 0.02 * 2.0 * size);
        let aligned =
            bodies.iter().all(|body| (body.velocity - 2.0 * body.position).length() < 1e-9);
        assert_eq!(aligned, configuration == Configuration::Expand, "{what}");
    }
}

#[test]
fn the_classic_presets_have_the_known_virial_ratios() {
    // Cluster scale, velocity scale, softening; K/|W| with that softening and with 0.1, as
    // calculated for 16,384 bodies.
    for (preset, scale, speed, softening, table, faithful) in [
        (0, 1.54, 8.0, 0.1, 0.835, 0.835),
        (1, 0.68, 20.0, 0.1, 0.088, 0.088),
        (2, 0.16, 1000.0, 1.0, 0.351, 0.167),
        (4, 0.32, 276.0, 1.0, 0.581, 0.393),
        (5, 0.32, 272.0, 0.145, 0.388, 0.382),
        (6, 6.04, 0.0, 1.0, 0.0, 0.0),
    ] {
        let classic = Classic {
            configuration: Configuration::Shell,
            cluster_scale: scale,
            velocity_scale: speed,
            mass: 1.0,
        };
        let bodies = bodies(&InitialState::Classic(classic), 16_384);
        let kinetic = kinetic(&bodies);
        let [with_table, with_faithful] =
            binding(&bodies, [softening, 0.1], 256).map(|binding| kinetic / binding);
        assert_near(
            &format!("preset {preset}: K/|W|, softening {softening}"),
            with_table,
            table,
            0.01 * table + 5e-4,
        );
        assert_near(
            &format!("preset {preset}: K/|W|, softening 0.1"),
            with_faithful,
            faithful,
            0.01 * faithful + 5e-4,
        );
    }
}

#[test]
fn a_plummer_sphere_has_its_radii_and_energy() {
    let count = 16_384;
    let bodies = bodies(&InitialState::Plummer(Plummer::default()), count);
    let length = 3.0 * PI / 16.0;
    for share in [0.01_f64, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99] {
        // The density of bodies at a quantile gives its standard error, √(m (1 - m)/n) · dr/dm.
        let radius = |share: f64| length / ((0.999 * share).powf(-2.0 / 3.0) - 1.0).sqrt();
        let slope = (radius(share * 1.001) - radius(share * 0.999)) / (share * 0.002);
        let error = (share * (1.0 - share) / count as f64).sqrt() * slope;
        let got = quantile(bodies.iter().map(|body| body.position.length()), share);
        assert_near(&format!("radius of {share}"), got, radius(share), 4.0 * error + 0.01);
    }
    let (kinetic, binding) = (kinetic(&bodies), binding(&bodies, [0.0], 2048)[0]);
    assert_near("kinetic energy", kinetic, 0.25, 0.005);
    assert_near("potential energy", -binding, -0.5, 0.01);
    assert_near("energy", kinetic - binding, -0.25, 0.008);
    assert!(angular_momentum(&bodies).length() < 0.02, "velocities are isotropic");
    // No body exceeds escape speed; the centre of mass's shift is within 1 %.
    for body in &bodies {
        let escape = (2.0 / (body.position.length_squared() + length * length).sqrt()).sqrt();
        assert!(body.velocity.length() < 1.02 * escape + 0.02, "{body:?}");
    }
}

#[test]
fn two_bodies_are_on_the_orbit_asked_for() {
    for (axis, eccentricity, ratio) in
        [(1.0, 0.5, 1.0), (1.0, 0.0, 1.0), (3.0, 0.9, 0.2), (0.2, 0.99, 1e-3)]
    {
        for start in [Apsis::Apocenter, Apsis::Pericenter] {
            let kepler = Kepler { semi_major_axis: axis, eccentricity, mass_ratio: ratio, start };
            let bodies = bodies(&InitialState::Kepler(kepler), 2);
            let what = format!("{kepler:?}");
            let reduced = ratio / (1.0 + ratio) / (1.0 + ratio);
            let energy = kinetic(&bodies) - binding(&bodies, [0.0], 3)[0];
            assert_near(&what, energy, -reduced / (2.0 * axis), 1e-9 * reduced / axis);
            let momentum = angular_momentum(&bodies);
            assert_near(
                &what,
                momentum.z,
                reduced * (axis * (1.0 - eccentricity * eccentricity)).sqrt(),
                1e-9,
            );
            let separation = bodies[1].position - bodies[0].position;
            let sign = if start == Apsis::Apocenter { 1.0 } else { -1.0 };
            assert_near(&what, separation.x, sign * axis * (1.0 + sign * eccentricity), 1e-12);
            assert_near(&what, bodies[1].mass / bodies[0].mass, ratio, 1e-12);
        }
    }
}

#[test]
fn three_bodies_have_the_published_energies() {
    let figure = bodies(&InitialState::named("figure-8").expect("it exists"), 3);
    assert_near(
        "figure-8: energy",
        kinetic(&figure) - binding(&figure, [0.0], 3)[0],
        -1.287_141_991_8,
        1e-9,
    );
    assert!(angular_momentum(&figure).length() < 1e-12);
    let triangle = bodies(&InitialState::named("pythagorean").expect("it exists"), 3);
    assert_near(
        "pythagorean: energy",
        kinetic(&triangle) - binding(&triangle, [0.0], 3)[0],
        -769.0 / 60.0,
        1e-12,
    );
    let side = |a: usize, b: usize| (triangle[a].position - triangle[b].position).length();
    assert_eq!([side(1, 2), side(0, 2), side(0, 1)], [3.0, 4.0, 5.0]);
}
