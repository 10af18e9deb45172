//! The double-precision reference against closed forms, published orbits and conservation laws.

use std::f64::consts::{PI, TAU};

use crate::common::extrapolation::integrate;
use crate::common::orbits::*;
use glam::{DVec3, Vec3};
use starshell::physics::reference::{
    acceleration_and_jerk_of, acceleration_of, accelerations, accelerations_and_jerks, diagnostics,
    potential_of, potentials, relative_errors,
};
use starshell::physics::{Body, Diagnostics};

#[test]
fn two_bodies_attract_by_the_inverse_square_at_any_distance() {
    let direction = DVec3::new(2.0, -3.0, 6.0) / 7.0;
    for exponent in -6..=6 {
        let distance = 10f64.powi(exponent);
        let masses = [0.75, 3.0];
        let bodies = [-0.5, 0.5].map(|side| side * distance * direction);
        let bodies: Vec<Body> =
            (0..2).map(|i| body(masses[i], bodies[i].to_array(), [0.0; 3])).collect();
        let got = accelerations(&bodies, 0.0);
        for (index, sign) in [(0, 1.0), (1, -1.0)] {
            let expected = direction * (sign * masses[1 - index] / (distance * distance));
            assert!(
                (got[index] - expected).length() <= 1e-12 * expected.length(),
                "d = {distance:e}: {got:?}"
            );
            assert_near(
                "potential x d / m",
                potentials(&bodies, 0.0)[index] * distance / masses[1 - index],
                -1.0,
                1e-12,
            );
        }
        let (force, other) = (got[0] * masses[0], got[1] * masses[1]);
        assert!(
            (force + other).length() <= 1e-15 * force.length(),
            "d = {distance:e}: momentum is not conserved"
        );
    }
}

#[test]
fn softening_is_plummers() {
    let bodies = [body(1.0, [0.0; 3], [0.0; 3]), body(2.0, [3.0, 0.0, 0.0], [0.0; 3])];
    // 3² + 4² = 5²
    assert_near("acceleration", acceleration_of(&bodies, 4.0, 0).x, 2.0 * 3.0 / 125.0, 1e-16);
    assert_near("potential", potential_of(&bodies, 4.0, 0), -2.0 / 5.0, 1e-16);
    assert_near("potential energy", diagnostics(&bodies, 4.0).potential, -2.0 / 5.0, 1e-16);
}

#[test]
fn a_body_is_not_pulled_by_itself_or_by_one_at_the_same_place() {
    let twin = body(1.0, [0.3, 0.4, 0.5], [1.0, 0.0, 0.0]);
    let twins = [twin, Body { velocity: DVec3::Y, ..twin }];
    for bodies in [&twins[..0], &twins[..1], &twins] {
        let zero = vec![DVec3::ZERO; bodies.len()];
        assert_eq!(accelerations(bodies, 0.0), zero);
        assert_eq!(accelerations_and_jerks(bodies, 0.0), (zero.clone(), zero.clone()));
        assert_eq!(potentials(bodies, 0.0), vec![0.0; bodies.len()]);
        assert_eq!(accelerations(bodies, 0.1), zero);
    }
    assert_eq!(potentials(&twins[..1], 0.1), [0.0], "a body is not in its own potential");
    assert_near("softened twins", potentials(&twins, 0.5)[0], -2.0, 1e-15);
}

#[test]
fn acceleration_is_minus_the_gradient_and_jerk_the_rate_of_change() {
    // Fourth-order differences in h, with an error of about h⁴ = 1e-12 and rounding / h = 1e-13.
    let h = 1e-3;
    let weights = [(-2.0, 1.0 / 12.0), (-1.0, -8.0 / 12.0), (1.0, 8.0 / 12.0), (2.0, -1.0 / 12.0)];
    for softening in [0.0, 0.3] {
        let bodies = cluster();
        let (together, jerks) = accelerations_and_jerks(&bodies, softening);
        assert_eq!(together, accelerations(&bodies, softening));
        for index in 0..bodies.len() {
            assert_eq!(
                (together[index], jerks[index]),
                acceleration_and_jerk_of(&bodies, softening, index)
            );
            let potential_at = |offset: DVec3| {
                let mut moved = bodies.clone();
                moved[index].position += offset;
                potential_of(&moved, softening, index)
            };
            let gradient = DVec3::from_array(DVec3::AXES.map(|axis| {
                weights.iter().map(|&(s, w)| w * potential_at(axis * (s * h))).sum::<f64>() / h
            }));
            assert_near(
                "acceleration + gradient",
                (together[index] + gradient).length(),
                0.0,
                1e-10,
            );
            let acceleration_at = |time: f64| {
                let moved: Vec<Body> = bodies
                    .iter()
                    .map(|b| Body { position: b.position + b.velocity * time, ..*b })
                    .collect();
                acceleration_of(&moved, softening, index)
            };
            let rate = weights.iter().map(|&(s, w)| acceleration_at(s * h) * w).sum::<DVec3>() / h;
            assert_near("jerk - rate of change", (jerks[index] - rate).length(), 0.0, 1e-10);
        }
    }
}

#[test]
fn diagnostics_are_the_closed_forms() {
    for (name, bodies, energy, angular_momentum) in [
        ("figure-8", figure_8(), -1.287_141_991_8, 0.0),
        ("Pythagorean", pythagorean(), -(3.0 * 4.0 / 5.0 + 3.0 * 5.0 / 4.0 + 4.0 * 5.0 / 3.0), 0.0),
        // E = -m1 m2 / 2a, L = m1 m2 (a (1 - e²))^(1/2)
        ("Kepler", kepler(0.6), -0.75 * 0.25 / 2.0, 0.75 * 0.25 * 0.8),
    ] {
        let sums = diagnostics(&bodies, 0.0);
        assert_near(name, sums.energy(), energy, 1e-9);
        assert_near(name, sums.angular_momentum.z, angular_momentum, 1e-12);
        assert_near(name, sums.momentum.length() + sums.center_of_mass.length(), 0.0, 1e-15);
    }
    let sums = diagnostics(&pythagorean(), 0.0);
    assert_eq!(
        (sums.mass, sums.radius_max, sums.speed_max, sums.invalid),
        (12.0, 10f64.sqrt(), 0.0, 0)
    );
    assert_eq!(diagnostics(&[], 0.0), Diagnostics::default());

    let mut bodies = pythagorean();
    bodies.push(body(7.0, [f64::NAN, 0.0, 0.0], [0.0; 3]));
    bodies.push(body(7.0, [0.0; 3], [0.0, f64::INFINITY, 0.0]));
    assert_eq!(diagnostics(&bodies, 0.0), Diagnostics { invalid: 2, ..sums });
}

#[test]
fn errors_are_quantiles_and_no_nan_passes() {
    let exact = vec![DVec3::X * 2.0; 200];
    let mut measured = exact.clone();
    assert_eq!(relative_errors(&measured, &exact).max, 0.0);
    for (index, value) in measured.iter_mut().enumerate() {
        value.y = 2.0 * index as f64;
    }
    let errors = relative_errors(&measured, &exact);
    assert_eq!((errors.median, errors.p99, errors.max), (99.0, 197.0, 199.0));
    assert_near(
        "single precision",
        relative_errors(&[Vec3::X * 0.1], &[DVec3::X * 0.1]).max,
        1.5e-8,
        1e-8,
    );
    assert_eq!(relative_errors(&[DVec3::NAN], &[DVec3::X]).median, f64::INFINITY);
    assert_eq!(relative_errors(&[DVec3::X], &[DVec3::ZERO]).median, f64::INFINITY);
    assert_eq!(relative_errors(&[DVec3::ZERO], &[DVec3::ZERO]).max, 0.0);
    assert_eq!(relative_errors::<DVec3>(&[], &[]).max, 0.0);
}

// The truth

#[test]
fn the_truth_carries_the_pythagorean_problem_through_its_close_approach() {
    // The digits on which an independent integrator agreed at tolerances from 1e-12 to 1e-14.
    let table = [
        (10.0, [(0.778480, 0.141392), (-2.025092, 0.097219), (1.152986, -0.162611)]),
        (20.0, [(3.004293, 0.511925), (-1.388626, -0.470476), (-0.691674, 0.069226)]),
        (30.0, [(0.856340, 2.287094), (-0.877984, -0.865964), (0.188583, -0.679485)]),
    ];
    for tolerance in [1e-12, 1e-13, 1e-14] {
        for (time, positions) in table {
            let bodies = integrate(&pythagorean(), 0.0, time, tolerance).unwrap();
            for (body, (x, y)) in bodies.iter().zip(positions) {
                assert_near(
                    &format!("x at t = {time}, tolerance {tolerance:e}"),
                    body.position.x,
                    x,
                    1.5e-6,
                );
                assert_near(
                    &format!("y at t = {time}, tolerance {tolerance:e}"),
                    body.position.y,
                    y,
                    1.5e-6,
                );
            }
            let drift = diagnostics(&bodies, 0.0).energy_drift(&diagnostics(&pythagorean(), 0.0));
            // At the close approach, one rounding error of a position, 1e-16, amounts to 1e-9 of
            // the energy.
            assert_near("energy", drift, 0.0, 1e-7);
        }
    }
    let mut bodies = integrate(&pythagorean(), 0.0, 15.8, 1e-13).unwrap();
    let mut closest = (f64::INFINITY, 0.0);
    for sample in 1..=6000 {
        bodies = integrate(&bodies, 0.0, 1e-5, 1e-13).unwrap();
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            let apart = (bodies[i].position - bodies[j].position).length();
            closest =
                if apart < closest.0 { (apart, 15.8 + f64::from(sample) * 1e-5) } else { closest };
        }
    }
    assert_near("closest approach", closest.0, 4.138e-4, 2e-6);
    assert_near("its time", closest.1, 15.830, 1e-3);
}

#[test]
fn the_truth_closes_periodic_orbits_and_runs_backward() {
    let closure =
        distance(&integrate(&figure_8(), 0.0, FIGURE_8_PERIOD, 1e-13).unwrap(), &figure_8());
    assert!(
        (1e-8..1e-7).contains(&closure),
        "with 8 digits the figure-8 closes to about 5e-8: {closure:e}"
    );
    // A period error dT corresponds to a velocity error dT / (1 - e)² at pericentre.
    for (eccentricity, tolerance) in [(0.0, 1e-11), (0.5, 1e-11), (0.9, 1e-9), (0.99, 1e-6)] {
        let closure = distance(
            &integrate(&kepler(eccentricity), 0.0, TAU, 1e-14).unwrap(),
            &kepler(eccentricity),
        );
        assert!(closure < tolerance, "Kepler orbit of eccentricity {eccentricity}: {closure:e}");
        let half = integrate(&kepler(eccentricity), 0.0, PI, 1e-14).unwrap();
        let apart = (half[1].position - half[0].position).x;
        assert_near("apocentre", apart, -(1.0 + eccentricity), 1e-11);
    }
    let there = integrate(&cluster(), 0.2, 3.0, 1e-14).unwrap();
    assert!(distance(&there, &cluster()) > 1.0);
    assert!(distance(&integrate(&there, 0.2, -3.0, 1e-14).unwrap(), &cluster()) < 1e-11);
    assert_eq!(integrate(&cluster(), 0.2, 0.0, 1e-14).unwrap(), cluster());
    assert_eq!(integrate(&[], 0.0, 1.0, 1e-14).unwrap(), []);
    let free = integrate(&[body(1.0, [1.0, 0.0, 0.0], [0.0, 2.0, 0.0])], 0.0, 1.5, 1e-14).unwrap();
    assert_near("free body", (free[0].position - DVec3::new(1.0, 3.0, 0.0)).length(), 0.0, 1e-13);
}

#[test]
fn the_truth_stops_at_a_collision_and_at_a_nan() {
    let fall = [body(0.5, [-0.5, 0.0, 0.0], [0.0; 3]), body(0.5, [0.5, 0.0, 0.0], [0.0; 3])];
    let stop = integrate(&fall, 0.0, 10.0, 1e-13).unwrap_err();
    // Free fall of total mass 1 from distance 1.
    assert_near("time of collision", stop.time, PI / 8f64.sqrt(), 1e-6);
    assert!(stop.to_string().contains("collide"), "{stop}");
    let mut broken = cluster();
    broken[3].position.z = f64::NAN;
    assert_eq!(integrate(&broken, 0.1, 1.0, 1e-12).unwrap_err().time, 0.0);
    assert!(integrate(&cluster(), 0.1, f64::NAN, 1e-12).is_err());
    assert!(integrate(&cluster(), 0.1, f64::INFINITY, 1e-12).is_err());
    assert!(integrate(&cluster(), 0.1, 1.0, 0.0).is_err());
}
