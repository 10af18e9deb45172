use std::f64::consts::{PI, TAU};
use std::sync::atomic::AtomicBool;

use glam::DVec3;

use super::{Stop, System};
use crate::physics::initial::{InitialState, Planets};
use crate::physics::reference::diagnostics;
use crate::physics::{Body, ExternalField, Integrator, Precision};

/// A century, where 2π is a year.
const CENTURY: f64 = 100.0 * TAU;
/// Seconds of arc per radian.
const ARC_SECONDS: f64 = 648_000.0 / PI;
/// The time step of the scenes of planets.
const TIME_STEP: f64 = 0.02;

fn advance(system: &mut System, integrator: Integrator, time_step: f64, steps: u32) -> u64 {
    let go = AtomicBool::new(false);
    (0..steps)
        .map(|_| system.step(integrator, time_step, None, &go).expect("nothing collides"))
        .sum()
}

fn energy(system: &System) -> f64 {
    let mut bodies =
        vec![
            Body { position: DVec3::ZERO, velocity: DVec3::ZERO, mass: 0.0, component: 0 };
            system.len()
        ];
    system.place(&mut bodies);
    bodies.iter_mut().zip(&system.mass).for_each(|(body, mass)| body.mass = *mass);
    let sums = diagnostics(&bodies, system.softening);
    sums.kinetic + sums.potential
}

fn two(e: f64, mass: f64) -> System {
    let total = 1.0 + mass;
    let (x, v) = (DVec3::X * (1.0 - e), DVec3::Y * (total * (1.0 + e) / (1.0 - e)).sqrt());
    System {
        position: vec![x * (-mass / total), x / total],
        velocity: vec![v * (-mass / total), v / total],
        mass: vec![1.0, mass],
        ..System::default()
    }
}

fn relative(system: &System, index: usize) -> (DVec3, DVec3) {
    (system.position[index] - system.position[0], system.velocity[index] - system.velocity[0])
}

fn planets(count: f64) -> System {
    let initial = InitialState::Planets(Planets { planets: count, year: 2000.0 });
    System::new(&initial.bodies(count as usize + 1, 0).expect("planets"), 0.0)
}

/// The planets after a century, and again by steps that are rounded as a run rounds them.
fn century(count: f64) -> [System; 3] {
    let start = planets(count);
    let [mut exact, mut mapped] = [start.clone(), start.clone()];
    advance(&mut exact, Integrator::Ias15, CENTURY / 1000.0, 1000);
    let steps = (CENTURY / TIME_STEP).round();
    for _ in 0..steps as u32 {
        advance(&mut mapped, Integrator::WisdomHolman, CENTURY / steps, 1);
        let round = |vector: &mut DVec3| *vector = Precision::Pair.rounded(*vector);
        mapped.position.iter_mut().chain(&mut mapped.velocity).for_each(round);
    }
    [start, exact, mapped]
}

/// The direction of perihelion.
fn perihelion((x, v): (DVec3, DVec3), mu: f64) -> DVec3 {
    v.cross(x.cross(v)) / mu - x.normalize()
}

#[test]
fn planets_are_within_five_arc_seconds_after_a_century() {
    for count in [4.0, 9.0] {
        let [start, exact, mapped] = century(count);
        for planet in 1..start.len() {
            let (there, found) = (relative(&exact, planet).0, relative(&mapped, planet).0);
            let off = there.angle_between(found) * ARC_SECONDS;
            assert!(off < 5.0, "planet {planet} of {count} is {off} seconds off");
        }
        // As REBOUND has it, by IAS15 and by WHFast.
        let turned = |of: &System| {
            perihelion(relative(&start, 1), 1.0).angle_between(perihelion(relative(of, 1), 1.0))
        };
        let known = if count == 9.0 { 526.0 } else { 365.0 };
        for turned in [turned(&exact), turned(&mapped)].map(|angle| angle * ARC_SECONDS) {
            assert!(
                (turned - known).abs() < 5.0,
                "the perihelion of Mercury among {count} turns by {turned} seconds"
            );
        }
    }
}

#[test]
fn two_bodies_stay_on_their_orbit_for_a_hundred_periods() {
    for (e, error) in [(0.0, 1e-10), (0.5, 1e-10), (0.9, 1e-8), (0.99, 1e-6)] {
        for (integrator, mass) in
            [(Integrator::Ias15, 0.5), (Integrator::Ias15, 1e-3), (Integrator::WisdomHolman, 1e-3)]
        {
            let mut system = two(e, mass);
            let (start, before) = (relative(&system, 1).0, energy(&system));
            advance(&mut system, integrator, TAU / (1.0 + mass).sqrt() / 50.0, 5000);
            let (off, drift) =
                (relative(&system, 1).0.distance(start), (energy(&system) / before - 1.0).abs());
            assert!(off < error && drift < 1e-10, "{integrator:?} at {e}, {mass}: {off}, {drift}");
        }
    }
}

#[test]
fn burraus_problem_ends_with_a_binary_and_an_escaper() {
    let corners =
        [DVec3::new(1.0, 3.0, 0.0), DVec3::new(-2.0, -1.0, 0.0), DVec3::new(1.0, -1.0, 0.0)];
    let mut system = System {
        position: corners.into(),
        velocity: vec![DVec3::ZERO; 3],
        mass: vec![3.0, 4.0, 5.0],
        ..System::default()
    };
    let before = energy(&system);
    advance(&mut system, Integrator::Ias15, 0.1, 100);
    // Szebehely and Peters, Astron. J. 72 (1967) 876, table II.
    for (found, known) in
        system.position.iter().zip([[0.77848, 0.14139], [-2.02509, 0.09722], [1.15299, -0.16261]])
    {
        assert!(found.distance(DVec3::new(known[0], known[1], 0.0)) < 1e-5, "{found}");
    }
    advance(&mut system, Integrator::Ias15, 0.1, 600);
    assert!((energy(&system) / before - 1.0).abs() < 1e-10);
    let apart = system.position[1].distance(system.position[2]);
    assert!(
        apart < 1.0 && system.position[0].distance(system.position[1]) > 20.0,
        "{:?}",
        system.position
    );
}

#[test]
fn steps_of_any_length_lead_to_the_same_place() {
    let start = planets(4.0);
    let [mut short, mut long] = [start.clone(), start];
    advance(&mut short, Integrator::Ias15, 0.01, 1000);
    advance(&mut long, Integrator::Ias15, 10.0, 1);
    for (one, other) in short.position.iter().zip(&long.position) {
        assert!(one.distance(*other) < 1e-12, "{one} {other}");
    }
}

#[test]
fn a_close_encounter_of_planets_is_resolved() {
    // Two on circles that meet.
    let mut system = System {
        position: vec![DVec3::ZERO, DVec3::X, DVec3::X * -1.01],
        velocity: vec![DVec3::ZERO, DVec3::Y, DVec3::Y * (1.0_f64 / 1.01).sqrt()],
        mass: vec![1.0, 1e-4, 1e-4],
        ..System::default()
    };
    let mut exact = system.clone();
    let before = energy(&system);
    let mut nearest = f64::INFINITY;
    for _ in 0..10_000 {
        advance(&mut system, Integrator::WisdomHolman, 0.02, 1);
        nearest = nearest.min(system.position[1].distance(system.position[2]));
    }
    advance(&mut exact, Integrator::Ias15, 200.0, 1);
    assert!(nearest < 0.05, "{nearest}");
    assert!((energy(&system) / before - 1.0).abs() < 1e-6, "{}", energy(&system) / before - 1.0);
}

#[test]
fn a_collision_stops_the_step_and_moves_nothing() {
    let mut system = System {
        position: vec![DVec3::X, DVec3::Y * 50.0, -DVec3::X],
        velocity: vec![DVec3::ZERO; 3],
        mass: vec![1.0, 0.0, 1.0],
        ..System::default()
    };
    let before = system.clone();
    let stopped = system.step(Integrator::Ias15, 10.0, None, &AtomicBool::new(false));
    assert!(matches!(stopped, Err(Stop::Collision { one: 0, other: 2 })), "{stopped:?}");
    assert_eq!(system, before);
    // With softening, they pass through each other.
    system.softening = (0.1).into();
    let energy_before = energy(&system);
    advance(&mut system, Integrator::Ias15, 10.0, 1);
    assert!((energy(&system) / energy_before - 1.0).abs() < 1e-12);
    assert!(matches!(
        system.step(Integrator::Ias15, 1.0, None, &AtomicBool::new(true)),
        Err(Stop::CalledOff)
    ));
}

#[test]
fn softened_planets_follow_the_softened_pull() {
    let mut mapped = System { softening: (0.05).into(), ..planets(4.0) };
    let mut exact = mapped.clone();
    advance(&mut mapped, Integrator::WisdomHolman, 0.002, 5000);
    advance(&mut exact, Integrator::Ias15, 10.0, 1);
    for (one, other) in mapped.position.iter().zip(&exact.position) {
        assert!(one.distance(*other) < 1e-5, "{one} {other}");
    }
}

#[test]
fn in_a_halo_a_circle_stays_one_and_its_bodies_stay_together() {
    // A heavy body with a light one about it, on a circle about the origin: the speed is that of the
    // halo at any radius.
    let field = ExternalField { halo_speed: 1.0, halo_core: 0.0, ..ExternalField::NONE };
    let pair = two(0.1, 1e-3);
    let scale = 1e-2; // lengths, so that the tide is small
    let away = |place: &DVec3| *place * scale + DVec3::X * 50.0;
    let start = System {
        position: pair.position.iter().map(away).collect(),
        velocity: pair.velocity.iter().map(|v| *v / scale.sqrt() + DVec3::Y).collect(),
        ..pair
    }
    .within(field);
    for integrator in [Integrator::Ias15, Integrator::WisdomHolman] {
        let mut system = start.clone();
        let period = TAU * 50.0;
        advance(&mut system, integrator, period / 2_000_000.0, 50_000);
        let center = (system.position[0] + system.position[1] * 1e-3) / 1.001;
        let (sin, cos) = (0.025 * TAU).sin_cos();
        let off = center.distance(DVec3::new(cos, sin, 0.0) * 50.0);
        assert!(off < 1e-4, "{integrator:?}: {off:e}");
        assert!(relative(&system, 1).0.length() < 0.012, "{integrator:?}");
    }
}
