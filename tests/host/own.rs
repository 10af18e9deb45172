//! Physics chosen for bodies of one's own: what it is made from, how well it conserves energy, and
//! how far from the origin.

use std::f64::consts::{PI, TAU};

use glam::{DVec3, dvec3};
use starshell::exchange::Contents;
use starshell::physics::initial::{InitialState, Planets};
use starshell::physics::reference::{Reference, diagnostics};
use starshell::physics::{Body, Integrator, Parameters, Precision, Snapshot, State};
use starshell::scene::{Defaults, Scene};
use starshell::snapshot::Checkpoint;

use crate::common::Random;

/// Bodies of a system with more than a few: enough that they are not followed one by one.
const COUNT: usize = 300;

fn body(position: DVec3, velocity: DVec3, mass: f64) -> Body {
    Body { position, velocity, mass, component: 0 }
}

fn direction(random: &mut Random) -> DVec3 {
    loop {
        let point = random.point();
        if (0.01..1.0).contains(&point.length()) {
            return point.normalize();
        }
    }
}

fn cluster(count: usize) -> Vec<Body> {
    InitialState::named("plummer").unwrap().bodies(count, 1).unwrap()
}

fn with(mut bodies: Vec<Body>, more: Body) -> Vec<Body> {
    bodies.push(more);
    bodies
}

/// A star of mass 1 with bodies of this mass on circular orbits, the innermost at `inner`.
fn disk(count: usize, inner: f64, mass: f64) -> Vec<Body> {
    let mut random = Random::new(7);
    let circle = |number: usize, random: &mut Random| {
        let radius = inner + (1.0 - inner) * if number == 0 { 0.0 } else { random.number() };
        let (sine, cosine) = (TAU * random.number()).sin_cos();
        body(dvec3(cosine, sine, 0.0) * radius, dvec3(-sine, cosine, 0.0) / radius.sqrt(), mass)
    };
    let star = body(DVec3::ZERO, DVec3::ZERO, 1.0);
    std::iter::once(star).chain((1..count).map(|number| circle(number - 1, &mut random))).collect()
}

/// The Sun with planets and a comet, all at their largest distances.
fn planets() -> Vec<Body> {
    let mut random = Random::new(8);
    let elements = [
        (0.387, 0.206, 1.7e-7),
        (0.723, 0.007, 2.4e-6),
        (1.0, 0.017, 3e-6),
        (5.2, 0.049, 9.5e-4),
        (9.54, 0.057, 2.9e-4),
        (17.8, 0.967, 0.0),
    ];
    let orbits = elements.map(|(axis, eccentricity, mass): (f64, f64, f64)| {
        let (sine, cosine) = (TAU * random.number()).sin_cos();
        let speed = ((1.0 - eccentricity) / (1.0 + eccentricity) / axis).sqrt();
        body(
            dvec3(cosine, sine, 0.0) * axis * (1.0 + eccentricity),
            dvec3(-sine, cosine, 0.0) * speed,
            mass,
        )
    });
    std::iter::once(body(DVec3::ZERO, DVec3::ZERO, 1.0)).chain(orbits).collect()
}

/// Two clusters that fall towards each other.
fn galaxies() -> Vec<Body> {
    let sides = [dvec3(6.0, 0.5, 0.0), dvec3(-6.0, -0.5, 0.0)];
    let moved = |side: DVec3| {
        let half = cluster(COUNT / 2).into_iter();
        half.map(move |one| Body {
            position: one.position + side,
            velocity: one.velocity - 0.05 * side,
            ..one
        })
    };
    sides.into_iter().flat_map(moved).collect()
}

/// A cusp whose density falls as the square of the radius.
fn cusp() -> Vec<Body> {
    let mut random = Random::new(5);
    let one = |_| {
        let place = direction(&mut random) * random.number();
        // About a normal distribution.
        let speed = (0..12).map(|_| random.point()).sum::<DVec3>() * 0.5 * 0.5_f64.sqrt();
        body(place, speed, 1.0 / COUNT as f64)
    };
    (0..COUNT).map(one).collect()
}

/// Bodies of equal mass at `place` of their number, with this speed in any direction.
fn uniform(speed: f64, mut place: impl FnMut(usize, &mut Random) -> DVec3) -> Vec<Body> {
    let mut random = Random::new(9);
    let one = |number| {
        body(place(number, &mut random), direction(&mut random) * speed, 1.0 / COUNT as f64)
    };
    (0..COUNT).map(one).collect()
}

/// The largest relative error of the energy, measured 20 times while these bodies move for as long.
fn error(bodies: &[Body], defaults: &Defaults, time: f64) -> (u64, f64) {
    let softening = defaults.physics.softening;
    let start = diagnostics(bodies, softening);
    let mut run = Reference::new(bodies.to_vec(), defaults.physics);
    let steps = (time / defaults.physics.time_step).ceil() as u64;
    let mut worst = 0.0_f64;
    while run.steps() < steps {
        run.advance(steps.div_ceil(20).min(steps - run.steps()));
        worst = worst.max(diagnostics(run.bodies(), softening).energy_drift(&start).abs());
    }
    (steps, worst)
}

#[test]
fn ten_systems_conserve_their_energy_for_a_crossing_time() {
    let line = |number: usize, _: &mut Random| DVec3::X * (number as f64 / COUNT as f64);
    let cube = |_, random: &mut Random| random.point();
    let systems = [
        ("cluster", cluster(COUNT)),
        ("cluster and escaper", with(cluster(COUNT), body(DVec3::X * 40.0, DVec3::X * 3.0, 1e-3))),
        (
            "binary",
            vec![body(DVec3::X, DVec3::Y * 0.3, 0.5), body(-DVec3::X, DVec3::Y * -0.3, 0.5)],
        ),
        ("star and disk", disk(COUNT, 0.1, 1e-5)),
        ("planets", planets()),
        ("two galaxies", galaxies()),
        ("cusp", cusp()),
        ("line", uniform(0.0, line)),
        ("cube", uniform(0.0, cube)),
        ("all at one place", uniform(1.0, |_, _| DVec3::ONE)),
    ];
    std::thread::scope(|scope| {
        for (name, bodies) in &systems {
            scope.spawn(move || {
                let defaults = Defaults::from_bodies(bodies);
                // The period of a circular orbit at the radius of half of the bodies is longer than
                // a crossing time.
                let time = 0.5 * defaults.duration;
                let (steps, error) = error(bodies, &defaults, time);
                let [_, softening, step] = defaults.reasons(None);
                println!(
                    "{name}: {} bodies, {steps} steps, |dE/E| {error:.1e}; {softening}; {step}",
                    bodies.len()
                );
                assert!(
                    error < 1e-3,
                    "{name}: {error:.1e} after {steps} steps; {softening}; {step}"
                );
                assert!(steps < 100_000, "{name}: {steps} steps");
            });
        }
    });
}

/// Runs bodies as the program does, and as exactly as possible.
fn both(bodies: &[Body], time: f64) -> [Reference; 2] {
    let physics = Defaults::from_bodies(bodies).physics;
    let mut run = Reference::rounded(bodies.to_vec(), physics);
    run.advance((time / physics.time_step).round() as u64);
    let few = (run.time() / (time / 100.0)).round();
    let exact = Parameters {
        integrator: Integrator::Ias15,
        time_step: run.time() / few,
        precision: Precision::Double,
        ..physics
    };
    let mut exact = Reference::new(bodies.to_vec(), exact);
    exact.advance(few as u64);
    [run, exact]
}

/// The angle between two places of a body, seen from another, in seconds of arc.
fn off(runs: &[Reference; 2], body: usize, from: usize) -> f64 {
    let [one, other] =
        runs.each_ref().map(|run| run.bodies()[body].position - run.bodies()[from].position);
    one.angle_between(other).to_degrees() * 3600.0
}

#[test]
fn planets_of_ones_own_are_within_five_arc_seconds_after_a_century() {
    let state = InitialState::Planets(Planets { planets: 9.0, year: 2000.0 });
    let bodies = state.bodies(10, 0).unwrap();
    let defaults = Defaults::from_bodies(&bodies);
    assert_eq!(defaults.physics.integrator, Integrator::WisdomHolman);
    let told = defaults.reasons(None)[0].to_string();
    assert!(told.starts_with("integrator wisdom-holman in f32+: one body outweighs"), "{told}");
    let runs = both(&bodies, 100.0 * TAU);
    for planet in 1..10 {
        let off = off(&runs, planet, 0);
        assert!(off < 5.0, "planet {planet} is {off} seconds off");
    }
}

#[test]
fn the_moon_is_within_a_second_of_arc_after_ten_years() {
    let state = InitialState::Planets(Planets { planets: 4.0, year: 2000.0 });
    let planets = state.bodies(5, 0).unwrap();
    let [mass, distance] = [3.694e-8, 2.57e-3];
    let earth = Body { mass: 3.0035e-6, ..planets[3] };
    let moon = body(
        earth.position + DVec3::X * distance,
        earth.velocity + DVec3::Y * ((earth.mass + mass) / distance).sqrt(),
        mass,
    );
    let bodies = vec![planets[0], earth, moon];
    let physics = Defaults::from_bodies(&bodies).physics;
    assert_eq!((physics.integrator, physics.softening), (Integrator::Ias15, 0.0));
    let off = off(&both(&bodies, 10.0 * TAU), 2, 1);
    assert!(off < 1.0, "{off} seconds");
}

#[test]
fn three_bodies_at_rest_go_where_burraus_problem_does() {
    let corners = [([1.0, 3.0], 3.0), ([-2.0, -1.0], 4.0), ([1.0, -1.0], 5.0)];
    let bodies = corners.map(|([x, y], mass)| body(dvec3(x, y, 0.0), DVec3::ZERO, mass)).to_vec();
    let physics = Defaults::from_bodies(&bodies).physics;
    assert_eq!((physics.integrator, physics.softening), (Integrator::Ias15, 0.0));
    let steps = (10.0 / physics.time_step).round();
    let mut run = Reference::rounded(bodies, Parameters { time_step: 10.0 / steps, ..physics });
    run.advance(steps as u64);
    // Szebehely and Peters, Astron. J. 72 (1967) 876, table II.
    for (found, known) in
        run.bodies().iter().zip([[0.77848, 0.14139], [-2.02509, 0.09722], [1.15299, -0.16261]])
    {
        assert!(found.position.distance(dvec3(known[0], known[1], 0.0)) < 1e-5, "{found:?}");
    }
}

#[test]
fn the_map_is_chosen_for_orbits_about_one_heavy_body_alone() {
    let chosen = |bodies: &[Body]| Defaults::from_bodies(bodies).physics.integrator;
    let with_one = |place, velocity, mass| with(planets(), body(place, velocity, mass));
    assert_eq!(chosen(&planets()), Integrator::WisdomHolman);
    assert_eq!(chosen(&disk(128, 0.1, 0.0)), Integrator::WisdomHolman);
    let others = [
        // Another star, one that passes, a comet that grazes the first, bodies without a centre.
        with_one(DVec3::X * 30.0, DVec3::Y * 0.18, 0.05),
        with_one(DVec3::X * 3.0, DVec3::Y, 1e-6),
        with_one(DVec3::X * 20.0, DVec3::Y * 1e-4, 0.0),
        cluster(128),
        vec![body(DVec3::ONE, DVec3::X, 0.0)],
        vec![body(DVec3::ONE, DVec3::X, 0.0), body(DVec3::X, DVec3::X, 0.0)],
    ];
    for bodies in others {
        assert_eq!(chosen(&bodies), Integrator::Ias15, "{bodies:?}");
        let mut run = Reference::new(bodies.clone(), Defaults::from_bodies(&bodies).physics);
        run.step();
        assert!(run.bodies()[0] != bodies[0], "it moves");
    }
    // Too many to be followed through encounters.
    assert_eq!(chosen(&cluster(129)), Integrator::Pefrl);
}

#[test]
fn escapers_change_neither_physics_nor_view() {
    let alone = cluster(1000);
    let plain = Defaults::from_bodies(&alone);
    let scene = |bodies: Vec<Body>| {
        let imported = Contents {
            file: "far.csv".to_owned(),
            state: State::exact(bodies),
            ..Contents::default()
        };
        Scene::of_imported(&imported, None).unwrap()
    };
    let shown = scene(alone.clone()).camera;
    for escaper in [
        body(DVec3::X * 9e7, DVec3::ZERO, 1e-6),
        body(DVec3::X * 9e7, DVec3::ZERO, 1e-3),
        body(DVec3::X * 1e12, DVec3::Y * 1e6, 1e-3),
        body(DVec3::X * 40.0, DVec3::X * 900.0, 1e-3),
        body(DVec3::ZERO, DVec3::X * 900.0, 0.0),
    ] {
        let bodies = with(alone.clone(), escaper);
        let defaults = Defaults::from_bodies(&bodies);
        let is_near = |found: f64, expected: f64| (found / expected - 1.0).abs() < 0.1;
        let (found, expected) = (defaults.physics, plain.physics);
        assert!(
            is_near(found.softening, expected.softening)
                && is_near(found.time_step, expected.time_step),
            "{found:?}"
        );
        assert!(is_near(defaults.duration, plain.duration), "{defaults:?}");
        let camera = scene(bodies).camera;
        assert!(is_near(camera.distance.into(), shown.distance.into()), "{camera:?}");
        assert!(camera.target.distance(shown.target) < 0.01, "{camera:?}");
    }
    // Few bodies, too.
    let far = Defaults::from_bodies(&with(planets(), body(DVec3::X * 9e7, DVec3::ZERO, 0.0)));
    assert_eq!(far.physics, Defaults::from_bodies(&planets()).physics);
    let pulled = scene(with(planets(), body(DVec3::X * 9e7, DVec3::X, 1e-6)));
    assert!(
        pulled.camera.target.length() < 1.0 && pulled.follow.is_none(),
        "{:?} {:?}",
        pulled.camera,
        pulled.follow
    );
}

#[test]
fn massless_bodies_circle_a_star_as_they_should() {
    let bodies = disk(COUNT, 0.2, 0.0);
    let defaults = Defaults::from_bodies(&bodies);
    let mut run = Reference::new(bodies.clone(), defaults.physics);
    run.advance((TAU / defaults.physics.time_step).round() as u64);
    // The second body is at the inner edge, where the period is shortest.
    let angle = |body: &Body| body.position.y.atan2(body.position.x);
    let expected = angle(&bodies[1]) + run.time() / 0.2_f64.powf(1.5);
    let off = (angle(&run.bodies()[1]) - expected + PI).rem_euclid(TAU) - PI;
    assert!(
        off.to_degrees().abs() < 1.0,
        "{} degrees; {:?}",
        off.to_degrees(),
        defaults.reasons(None)
    );
    assert!(
        defaults.physics.softening <= 1e-3 && defaults.physics.integrator == Integrator::Pefrl,
        "{defaults:?}"
    );
}

#[test]
fn every_choice_says_what_it_was_made_from() {
    let falling = |mass| {
        let light = uniform(0.0, |_, random| random.point());
        let light = light.into_iter().map(|one| Body { mass, ..one });
        std::iter::once(body(DVec3::ZERO, DVec3::ZERO, 1.0)).chain(light).collect::<Vec<_>>()
    };
    let heavy = Body { mass: 0.5, ..cluster(1)[0] };
    for (bodies, softening, step) in [
        (cluster(1000), "a quarter of the median distance of neighbours, 0.2", "time step 0.0"),
        (planets(), "softening 0: none, because encounters", "of the shortest orbital period, "),
        (cluster(200), "softening 0: none, because so few", "of the shortest orbital period, "),
        (vec![heavy, heavy], "two of them are at the same place", "√(r³/(G m))"),
        (
            disk(COUNT, 0.1, 0.0),
            "none, because hardly any of the bodies pull on others",
            "1/50 of the shortest orbital period, 0.2",
        ),
        (
            disk(COUNT, 0.1, 1e-5),
            "a hundredth of the nearest distance of an orbit about a heavy body, 0.1",
            "orbital period",
        ),
        (falling(1e-5), "what the time step resolves", "lead nearer than this resolves"),
        (
            uniform(0.0, |_, random| random.point()),
            "a quarter",
            "will collapse to 0.15 of their size",
        ),
        (
            uniform(1.0, |_, _| DVec3::ONE),
            "the bodies are in one place",
            "to cross the softening at the typical speed",
        ),
        (uniform(0.0, |_, _| DVec3::ONE), "the bodies are in one place", "time step"),
        (vec![body(DVec3::ONE, DVec3::X, 0.0)], "none", "time step"),
        (vec![body(DVec3::ONE, DVec3::X, 0.0); 1000], "none", "time step"),
    ] {
        let defaults = Defaults::from_bodies(&bodies);
        let told = defaults.reasons(None).map(|reason| reason.to_string());
        assert!(
            told[1].contains(softening) && told[2].contains(step),
            "{told:?}\n{softening}\n{step}"
        );
        assert!(defaults.physics.validate().is_ok() && defaults.duration > 0.0, "{defaults:?}");
    }
}

/// Bodies with places and velocities that single precision holds, and the same at `far` with
/// `speed`.
fn far(far: DVec3, speed: DVec3) -> [Vec<Body>; 2] {
    let exact = |vector: DVec3| (vector * 1048576.0).round() / 1048576.0;
    let near: Vec<_> = cluster(1000)
        .iter()
        .map(|one| Body {
            position: exact(one.position.clamp_length_max(8.0)),
            velocity: exact(one.velocity),
            ..*one
        })
        .collect();
    let there = near.iter().map(|one| Body {
        position: one.position + far,
        velocity: one.velocity + speed,
        ..*one
    });
    let there = there.collect();
    [near, there]
}

fn scene(bodies: &[Body]) -> Scene {
    let imported = Contents {
        file: "own.csv".to_owned(),
        state: State::exact(bodies.to_vec()),
        ..Contents::default()
    };
    Scene::of_imported(&imported, None).unwrap()
}

#[test]
fn bodies_far_from_the_origin_are_computed_with_the_bits_of_bodies_at_the_origin() {
    for (place, speed) in [
        (DVec3::X * 1e5, DVec3::ZERO),
        (dvec3(1e6, -3e6, 0.0), DVec3::ZERO),
        (dvec3(0.0, 0.0, 1e9), DVec3::ZERO),
        (dvec3(8e3, 0.0, 0.0), dvec3(0.0, 220.0, 0.0)),
    ] {
        let [near, there] = far(place, speed);
        let (at_origin, moved) = (scene(&near), scene(&there));
        let frame = moved.initial.frame();
        assert!(!frame.is_file() && at_origin.initial.frame().is_file(), "{frame:?}");
        // The frame is near the bodies, if not where they were made.
        let off = place - frame.origin;
        assert!(off.length() < 2.0 && (speed - frame.velocity).length() < 2.0, "{frame:?}");
        assert_eq!(moved.physics, at_origin.physics);
        assert!((moved.camera.distance / at_origin.camera.distance - 1.0).abs() < 1e-3);
        assert!(moved.camera.target.length() < 2.0, "{:?}", moved.camera);
        let single = |bodies: Vec<Body>| State::new(&bodies, Precision::Single).unwrap();
        let expected: Vec<_> = near
            .iter()
            .map(|one| Body {
                position: one.position + off,
                velocity: one.velocity + speed - frame.velocity,
                ..*one
            })
            .collect();
        assert_eq!(single(moved.bodies().unwrap()), single(expected), "the same bits");
        for (one, file) in moved.bodies().unwrap().iter().zip(&there) {
            assert_eq!(frame.absolute(one, 0.0), *file, "exactly the file's coordinates");
        }
    }
}

#[test]
fn a_frame_is_saved_with_its_bodies() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("far.starshell");
    let [near, there] = far(DVec3::X * 1e6, DVec3::Y * 50.0);
    for bodies in [near, there] {
        let scene = scene(&bodies);
        let state = State::new(&scene.bodies().unwrap(), Precision::Single).unwrap();
        let run = Checkpoint::new(scene.clone(), Snapshot { time: 0.0, steps: 0, state });
        run.write(&path).unwrap();
        let again = Checkpoint::read(&path).unwrap();
        assert_eq!(again, run);
        assert_eq!(again.scene.to_toml().contains("origin = ["), !scene.initial.frame().is_file());
    }
}
