//! Why runs go wrong: each cause is found, and each remedy that is offered lowers the error when it
//! is obeyed.

use std::f64::consts::TAU;

use glam::DVec3;
use starshell::physics::initial::InitialState;
use starshell::physics::reference::{self, Reference};
use starshell::physics::{Body, Diagnostics, Integrator, Parameters, Precision};

use super::{Cause, Diagnosis, Remedy, Suspect, thrown_out};

fn body(position: [f64; 3], velocity: [f64; 3], mass: f64) -> Body {
    Body { position: position.into(), velocity: velocity.into(), mass, component: 0 }
}

fn leapfrog(time_step: f64, softening: f64) -> Parameters {
    Parameters::new(Integrator::LeapfrogKdk, time_step, softening)
}

/// A cluster of radius 1 about a place.
fn cluster(count: usize, place: DVec3) -> Vec<Body> {
    let mut bodies = InitialState::named("plummer").unwrap().bodies(count, 1).unwrap();
    bodies.iter_mut().for_each(|body| body.position += place);
    bodies
}

fn diagnose(bodies: &[Body], physics: &Parameters, steps: u64) -> Diagnosis {
    Diagnosis::new(&Suspect { bodies, physics, steps, has_double: true })
}

/// The energy without that of the common motion.
fn sums(bodies: &[Body], softening: f64) -> Diagnostics {
    let mass: f64 = bodies.iter().map(|body| body.mass).sum();
    let velocity = bodies.iter().map(|body| body.velocity * body.mass).sum::<DVec3>() / mass;
    let own: Vec<Body> =
        bodies.iter().map(|body| Body { velocity: body.velocity - velocity, ..*body }).collect();
    reference::diagnostics(&own, softening)
}

/// The change of the energy at the end of a run in the precision of `physics`.
fn error(bodies: &[Body], physics: &Parameters, time: f64) -> f64 {
    let mut run = Reference::rounded(bodies.to_vec(), *physics);
    let start = sums(run.bodies(), physics.softening);
    let mut last: Option<f64> = None;
    while run.time() < time * (1.0 - 1e-9) {
        if let Some(eta) = physics.adaptive {
            let pulls = reference::accelerations(run.bodies(), physics.softening);
            let largest = pulls.iter().map(|pull| pull.length()).fold(0.0, f64::max);
            let wanted = (eta * (physics.softening / largest).sqrt()).min(physics.time_step);
            // Symmetric in time, as runs are: the inverse lengths on both sides have this mean.
            let is_symmetric = physics.integrator.mirrored_step() > 0;
            let near = last.filter(|last| is_symmetric && (1.0 - wanted / last).abs() <= 0.125);
            let step = near
                .map_or(wanted, |last| 1.0 / (2.0 / wanted - 1.0 / last))
                .min(physics.time_step);
            run.set_time_step(step);
            last = Some(step);
        }
        run.step();
    }
    let change = sums(run.bodies(), physics.softening).change_since(&start).abs();
    if change.is_nan() { f64::INFINITY } else { change }
}

/// An error of the energy that depends on the last digits, such as where steps are divided.
const ROUNDING: f64 = 1e-9;

/// Obeys each remedy for as long as the test ran.
#[track_caller]
fn assert_remedies_help(bodies: &[Body], physics: &Parameters, diagnosis: &Diagnosis) {
    let time = diagnosis.steps as f64 * physics.time_step;
    for (remedy, left) in &diagnosis.remedies {
        let after = error(bodies, &remedy.applied(physics), time);
        assert!(
            (after <= 1.01 * left || left.max(after) < ROUNDING) && after < 0.5 * diagnosis.error,
            "{remedy:?} leaves {after:e}: {diagnosis:?}"
        );
    }
}

/// Two bodies that fall towards each other.
fn falling(distance: f64) -> [Body; 2] {
    [body([distance, 0.0, 0.0], [0.0; 3], 0.5), body([-distance, 0.0, 0.0], [0.0; 3], 0.5)]
}

#[test]
fn points_that_meet_head_on_are_an_encounter_that_no_step_resolves() {
    for time_step in [0.01, 0.013, 0.002] {
        let (bodies, physics) = (falling(1.0), leapfrog(time_step, 0.0));
        let steps = (5.0 / time_step) as u64;
        assert!(error(&bodies, &physics, 5.0) > 0.05);
        let diagnosis = diagnose(&bodies, &physics, steps);
        assert_eq!(diagnosis.cause, Cause::Encounter, "{diagnosis:?}");
        assert!(
            diagnosis.remedies.iter().all(|(remedy, _)| matches!(remedy, Remedy::Softening(_))),
            "{diagnosis:?}"
        );
        assert_remedies_help(&bodies, &physics, &diagnosis);
    }
}

#[test]
fn steps_that_divide_are_offered_where_points_of_a_group_meet() {
    // Among others, two pass each other at a hundredth of their initial distance.
    let mut bodies = cluster(40, DVec3::X * 8.0);
    bodies.iter_mut().for_each(|one| one.mass *= 1e-6);
    bodies.extend([
        body([1.0, 0.0, 0.0], [0.0, 0.03, 0.0], 0.5),
        body([-1.0, 0.0, 0.0], [0.0, -0.03, 0.0], 0.5),
    ]);
    let physics = leapfrog(0.05, 0.0);
    assert!(error(&bodies, &physics, 4.0) > 0.05);
    let diagnosis = diagnose(&bodies, &physics, 80);
    let offered = diagnosis
        .remedies
        .iter()
        .find(|(remedy, _)| *remedy == Remedy::Integrator(Integrator::Ias15));
    assert!(offered.is_some_and(|(_, left)| *left < 1e-6), "{diagnosis:?}");
    assert_remedies_help(&bodies, &physics, &diagnosis);
}

#[test]
fn softened_bodies_that_meet_head_on_need_shorter_or_adaptive_steps() {
    let (bodies, physics) = (falling(1.0), leapfrog(0.05, 0.02));
    assert!(error(&bodies, &physics, 10.0) > 0.05);
    let diagnosis = diagnose(&bodies, &physics, 200);
    assert_eq!(diagnosis.cause, Cause::TimeStep, "{diagnosis:?}");
    assert!(
        diagnosis.remedies.iter().any(|(remedy, _)| matches!(remedy, Remedy::TimeStep(_))),
        "{diagnosis:?}"
    );
    assert!(
        diagnosis.remedies.iter().any(|(remedy, _)| matches!(remedy, Remedy::Adaptive(_))),
        "{diagnosis:?}"
    );
    assert_remedies_help(&bodies, &physics, &diagnosis);
}

#[test]
fn a_cluster_with_long_steps_is_told_of_its_steps() {
    for integrator in [
        Integrator::LeapfrogKdk,
        Integrator::SymplecticEuler,
        Integrator::Hermite4,
        Integrator::RungeKutta4,
    ] {
        let (bodies, physics) =
            (cluster(40, DVec3::ZERO), Parameters { integrator, ..leapfrog(0.5, 0.05) });
        let diagnosis = diagnose(&bodies, &physics, 20);
        let expected = [Cause::TimeStep, Cause::Integrator];
        assert!(expected.contains(&diagnosis.cause), "{integrator:?}: {diagnosis:?}");
        assert!(
            diagnosis.remedies.iter().any(|(remedy, _)| matches!(remedy, Remedy::TimeStep(_))),
            "{diagnosis:?}"
        );
        assert_remedies_help(&bodies, &physics, &diagnosis);
    }
}

#[test]
fn a_step_far_beyond_the_time_of_free_fall_is_too_long_though_no_tested_one_helps() {
    let diagnosis = diagnose(&cluster(16, DVec3::ZERO), &leapfrog(1e10, 0.05), 60);
    assert_eq!((diagnosis.cause, diagnosis.remedies.len()), (Cause::TimeStep, 0), "{diagnosis:?}");
}

#[test]
fn of_many_bodies_those_in_the_densest_place_are_tested() {
    let mut bodies = cluster(5000, DVec3::X * 100.0);
    bodies.push(body([1e6, 0.0, 0.0], [0.0; 3], 1e-9));
    let physics = leapfrog(0.5, 0.02);
    let diagnosis = diagnose(&bodies, &physics, 20);
    assert!((64..=256).contains(&diagnosis.bodies), "{diagnosis:?}");
    assert_eq!(diagnosis.cause, Cause::TimeStep, "{diagnosis:?}");
}

#[test]
fn far_from_the_origin_digits_are_the_cause_and_not_the_step() {
    for far in [1e5, 1e6] {
        let (bodies, physics) =
            (cluster(100, DVec3::new(far, 0.5 * far, 0.0)), leapfrog(0.005, 0.05));
        let suspect = Suspect { bodies: &bodies, physics: &physics, steps: 1, has_double: true };
        let found = Diagnosis::of_start(&suspect).unwrap();
        assert!(matches!(found.cause, Cause::Precision { .. }), "{far:e}: {found:?}");
        assert!(matches!(found.remedies[0].0, Remedy::Precision(_)), "{far:e}: {found:?}");
        assert!(found.remedies[0].1 < 0.01 && found.error > 0.05, "{far:e}: {found:?}");
        // Without double precision, only what helps is offered.
        let single = Diagnosis::of_start(&Suspect { has_double: false, ..suspect }).unwrap();
        assert!(
            single
                .remedies
                .iter()
                .all(|(remedy, _)| *remedy != Remedy::Precision(Precision::Double)),
            "{single:?}"
        );
    }
    let (bodies, physics) = (cluster(100, DVec3::X * 1e6), leapfrog(0.005, 0.05));
    let diagnosis = diagnose(&bodies, &physics, 40);
    assert!(matches!(diagnosis.cause, Cause::Precision { .. }), "{diagnosis:?}");
    assert!(
        !diagnosis.remedies.iter().any(|(remedy, _)| matches!(remedy, Remedy::TimeStep(_))),
        "{diagnosis:?}"
    );
    assert_remedies_help(&bodies, &physics, &diagnosis);
}

#[test]
fn steps_too_short_for_single_precision_are_told_of_it() {
    let (bodies, physics) = (cluster(50, DVec3::X * 2.0), leapfrog(1e-9, 0.05));
    let suspect = Suspect { bodies: &bodies, physics: &physics, steps: 1, has_double: false };
    let found = Diagnosis::of_start(&suspect).unwrap();
    assert!(matches!(found.cause, Cause::Precision { .. }), "{found:?}");
    let longer = found.remedies.iter().any(
        |(remedy, _)| matches!(remedy, Remedy::TimeStep(step) if *step > 1e-7 && *step < 1e-2),
    );
    assert!(longer, "{found:?}");
}

#[test]
fn sound_runs_lose_nothing() {
    for (place, velocity) in [
        (DVec3::ZERO, DVec3::ZERO),
        (DVec3::X * 50.0, DVec3::ZERO),
        (DVec3::ZERO, DVec3::Y * 1000.0),
    ] {
        let mut bodies = cluster(50, place);
        bodies.iter_mut().for_each(|body| body.velocity += velocity);
        let physics = leapfrog(0.005, 0.05);
        assert_eq!(
            Diagnosis::of_start(&Suspect {
                bodies: &bodies,
                physics: &physics,
                steps: 1,
                has_double: true
            }),
            None
        );
        let diagnosis =
            diagnose(&bodies, &Parameters { precision: Precision::Double, ..physics }, 20);
        assert_eq!(
            (diagnosis.cause, diagnosis.remedies.len()),
            (Cause::NotReproduced, 0),
            "{diagnosis:?}"
        );
    }
}

#[test]
fn units_that_do_not_belong_together_are_named() {
    // The Sun, the Earth and Jupiter: kilograms and astronomical units, with a year and with a day
    // as the unit of time; SI.
    for (mass, length, speed) in
        [(1.989e30, 1.0, TAU), (1.989e30, 1.0, 0.0172), (1.989e30, 1.496e11, 29_780.0)]
    {
        let planets = [(1.0, 3e-6), (5.2, 1e-3)];
        let planet = |(r, m): (f64, f64)| {
            body([r * length, 0.0, 0.0], [0.0, speed / r.sqrt(), 0.0], m * mass)
        };
        let bodies: Vec<Body> =
            [body([0.0; 3], [0.0; 3], mass)].into_iter().chain(planets.map(planet)).collect();
        for time_step in [7e-18, 0.01] {
            let diagnosis = diagnose(&bodies, &leapfrog(time_step, 0.0), 100);
            assert!(
                matches!(diagnosis.cause, Cause::Units { ratio } if ratio < 1e-4),
                "{diagnosis:?}"
            );
            assert!(diagnosis.remedies.is_empty(), "{diagnosis:?}");
        }
    }
    let fast = [
        body([1.0, 0.0, 0.0], [1e30, 0.0, 0.0], 1.0),
        body([-1.0, 0.0, 0.0], [-1e30, 0.0, 0.0], 1.0),
    ];
    assert!(
        matches!(diagnose(&fast, &leapfrog(0.02, 0.0), 9).cause, Cause::Units { ratio } if ratio > 1e29)
    );
    // A planet, and a system at rest, are in order.
    let planet = [body([0.0; 3], [0.0; 3], 1.0), body([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], 1e-7)];
    assert_eq!(diagnose(&planet, &leapfrog(0.01, 0.0), 100).cause, Cause::NotReproduced);
    assert_eq!(diagnose(&falling(1.0), &leapfrog(0.01, 0.1), 50).cause, Cause::NotReproduced);
}

#[test]
fn numbers_beyond_single_precision_are_named() {
    // In balance, but with squares beyond 3.4e38.
    let speed = (1e30_f64 / 4e21).sqrt();
    let wide = [
        body([1e21, 0.0, 0.0], [0.0, speed, 0.0], 1e30),
        body([-1e21, 0.0, 0.0], [0.0, -speed, 0.0], 1e30),
    ];
    let diagnosis = diagnose(&wide, &leapfrog(1e15, 0.0), 10);
    assert!(matches!(diagnosis.cause, Cause::Range { .. }), "{diagnosis:?}");
    let double = Parameters { precision: Precision::Double, ..leapfrog(1e15, 0.0) };
    assert_eq!(diagnose(&wide, &double, 10).cause, Cause::NotReproduced);
}

#[test]
fn only_a_body_that_was_bound_can_be_thrown_out() {
    let start = [
        body([1.0, 0.0, 0.0], [0.0, 0.5, 0.0], 0.5),
        body([-1.0, 0.0, 0.0], [0.0, -0.5, 0.0], 0.5),
        body([0.0, 3.0, 0.0], [0.0; 3], 0.1),
    ];
    let with =
        |place: [f64; 3], velocity: [f64; 3]| [start[0], start[1], body(place, velocity, 0.1)];
    assert_eq!(thrown_out(&start, &start), None);
    assert_eq!(
        thrown_out(&start, &with([0.0, 900.0, 0.0], [0.0, 2.0, 0.0])).map(|(index, _)| index),
        Some(2)
    );
    // Too slow to leave.
    assert_eq!(thrown_out(&start, &with([0.0, 900.0, 0.0], [0.0; 3])), None);
    // It was leaving all along.
    assert_eq!(
        thrown_out(
            &with([0.0, 3.0, 0.0], [0.0, 9.0, 0.0]),
            &with([0.0, 900.0, 0.0], [0.0, 9.0, 0.0])
        ),
        None
    );
    // All move together.
    let moved = start.map(|body| Body {
        position: body.position + 1e4 * DVec3::X,
        velocity: body.velocity + 1e3 * DVec3::X,
        ..body
    });
    assert_eq!(thrown_out(&start, &moved), None);
}

#[test]
fn what_helps_is_said_with_its_errors() {
    let (bodies, physics) = (falling(1.0), leapfrog(0.05, 0.02));
    let diagnosis = diagnose(&bodies, &physics, 200);
    let text = diagnosis.told(|remedy| format!("<{remedy:?}>"));
    assert!(text.starts_with("the time step is too long; in a test of 200 steps, <"), "{text}");
    assert!(text.contains("lowered the error from") && text.contains(" % to "), "{text}");
    assert_eq!(text.matches('<').count(), diagnosis.remedies.len(), "{text}");
}
