//! The integrators in double precision: orders of convergence, published errors, reversibility,
//! conservation, damping.

use std::f64::consts::TAU;

use crate::common::extrapolation::integrate;
use crate::common::orbits::*;
use glam::DVec3;
use starshell::name::Named;
use starshell::physics::reference::{Reference, acceleration_of, accelerations, diagnostics};
use starshell::physics::{Body, Integrator, Operation, ParameterError, Parameters};

/// The steps of a composition, implemented a second time so that compositions outside the table can
/// run.
fn compose(
    operations: &[Operation],
    mut bodies: Vec<Body>,
    time_step: f64,
    softening: f64,
    steps: u64,
) -> Vec<Body> {
    for _ in 0..steps {
        for &operation in operations {
            let accelerations = if let Operation::Kick(_) = operation {
                accelerations(&bodies, softening)
            } else {
                Vec::new()
            };
            for (index, body) in bodies.iter_mut().enumerate() {
                match operation {
                    Operation::Kick(coefficient) => {
                        body.velocity += accelerations[index] * (coefficient * time_step)
                    }
                    Operation::Drift(coefficient) => {
                        body.position += body.velocity * (coefficient * time_step)
                    }
                    Operation::Damp => {}
                }
            }
        }
    }
    bodies
}

/// Slope of log error against log time step, fitted to five halvings of the step: `run(time_step,
/// steps)` against `truth`.
fn fitted_order(order: u32, time: f64, truth: &[Body], run: impl Fn(f64, u64) -> Vec<Body>) -> f64 {
    let coarsest = match order {
        1 => 256,
        2 => 64,
        4 => 32,
        _ => 8,
    };
    let points: Vec<(f64, f64)> = (0..5)
        .map(|halvings| {
            let steps = coarsest << halvings;
            let time_step = time / steps as f64;
            (time_step.log2(), distance(&run(time_step, steps), truth).log2())
        })
        .collect();
    let count = points.len() as f64;
    let (x_mean, y_mean) = (
        points.iter().map(|p| p.0).sum::<f64>() / count,
        points.iter().map(|p| p.1).sum::<f64>() / count,
    );
    let covariance: f64 = points.iter().map(|(x, y)| (x - x_mean) * (y - y_mean)).sum();
    covariance / points.iter().map(|(x, _)| (x - x_mean).powi(2)).sum::<f64>()
}

const ORDER_TOLERANCE: f64 = 0.15;

/// Integrators whose steps are all alike: the others divide theirs, or use what is special about
/// the bodies.
fn uniform() -> impl Iterator<Item = Integrator> {
    Integrator::ALL.iter().copied().filter(|integrator| !integrator.is_hosted())
}

#[test]
fn every_integrator_converges_with_its_order() {
    let (time, softening) = (2.0, 0.5);
    let truth = integrate(&cluster(), softening, time, 1e-14).unwrap();
    for integrator in uniform() {
        let order = fitted_order(integrator.order(), time, &truth, |time_step, steps| {
            let mut simulation =
                Reference::new(cluster(), parameters(integrator, time_step, softening));
            simulation.advance(steps);
            simulation.bodies().to_vec()
        });
        println!("{:20} {order:.3}", integrator.name());
        assert_near(integrator.name(), order, f64::from(integrator.order()), ORDER_TOLERANCE);
    }
}

/// Variants of `operations`: one wrong coefficient, two of a kind that keep their sum, or two such
/// pairs that keep the composition symmetric.
fn mutants(operations: &[Operation], amount: f64) -> Vec<Vec<Operation>> {
    use Operation::{Damp, Drift, Kick};
    let changed = |changes: &[(usize, f64)]| {
        let mut mutant = operations.to_vec();
        for &(index, amount) in changes {
            if let Kick(coefficient) | Drift(coefficient) = &mut mutant[index] {
                *coefficient += amount;
            }
        }
        mutant
    };
    let last = operations.iter().filter(|&&operation| operation != Damp).count() - 1;
    let mut mutants = Vec::new();
    for i in (0..operations.len()).filter(|&i| operations[i] != Damp) {
        mutants.push(changed(&[(i, amount)]));
        for j in (0..i).filter(|&j| {
            matches!((operations[i], operations[j]), (Kick(_), Kick(_)) | (Drift(_), Drift(_)))
        }) {
            mutants.push(changed(&[(i, amount), (j, -amount)]));
            if 2 * i <= last {
                mutants.push(changed(&[
                    (i, amount),
                    (last - i, amount),
                    (j, -amount),
                    (last - j, -amount),
                ]));
            }
        }
    }
    mutants
}

#[test]
fn a_wrong_coefficient_is_caught_by_its_order() {
    let (time, softening) = (2.0, 0.5);
    let truth = integrate(&cluster(), softening, time, 1e-14).unwrap();
    let mut count = 0;
    for &integrator in Integrator::ALL {
        let Some(operations) = integrator.composition() else { continue };
        let mut simulation = Reference::new(cluster(), parameters(integrator, 0.01, softening));
        simulation.advance(20);
        assert_eq!(
            simulation.bodies(),
            compose(operations, cluster(), 0.01, softening, 20),
            "{}",
            integrator.name()
        );
        for mutant in mutants(operations, 1e-3) {
            count += 1;
            let order = fitted_order(integrator.order(), time, &truth, |step, steps| {
                compose(&mutant, cluster(), step, softening, steps)
            });
            println!("{} {order:.3} {mutant:?}", integrator.name());
            let caught = (order - f64::from(integrator.order())).abs() > 2.0 * ORDER_TOLERANCE;
            assert!(caught, "{}: fitted order {order:.3} of {mutant:?}", integrator.name());
        }
    }
    assert!(count > 80, "{count} mutants");
}

#[test]
fn compositions_are_an_oscillators_series_up_to_their_order() {
    // For x' = v, v' = -x a step is a polynomial in dt, whose terms up to the order are those of
    // the exact cosine and sine. Halving time steps shows that no order condition was missed; this
    // checks the last digits of the coefficients.
    let terms = |parity: usize, sign: f64, k: usize| {
        let factorial: f64 = (1..=k).map(|factor| factor as f64).product();
        if k % 2 == parity { sign * (-1f64).powi(k as i32 / 2) / factorial } else { 0.0 }
    };
    // The start (x, v), and the expected term in dt^k of each.
    type Term<'a> = &'a dyn Fn(usize) -> f64;
    let table: [((f64, f64), Term, Term); 2] = [
        ((1.0, 0.0), &|k| terms(0, 1.0, k), &|k| terms(1, -1.0, k)),
        ((0.0, 1.0), &|k| terms(1, 1.0, k), &|k| terms(0, 1.0, k)),
    ];
    let mut compared = 0;
    for &integrator in Integrator::ALL {
        let Some(operations) = integrator.composition() else { continue };
        compared += 1;
        let order = integrator.order() as usize;
        let mut beyond = 0.0f64;
        for ((x, v), exact_x, exact_v) in table {
            let (mut position, mut velocity) = ([0.0; 9], [0.0; 9]);
            (position[0], velocity[0]) = (x, v);
            for &operation in operations {
                for k in (1..9).rev() {
                    match operation {
                        Operation::Kick(coefficient) => {
                            velocity[k] -= coefficient * position[k - 1]
                        }
                        Operation::Drift(coefficient) => {
                            position[k] += coefficient * velocity[k - 1]
                        }
                        Operation::Damp => {}
                    }
                }
            }
            for k in 0..=order {
                assert_near(
                    &format!("{}: x, term {k}", integrator.name()),
                    position[k],
                    exact_x(k),
                    2e-14,
                );
                assert_near(
                    &format!("{}: v, term {k}", integrator.name()),
                    velocity[k],
                    exact_v(k),
                    2e-14,
                );
            }
            let next = order + 1;
            beyond = beyond
                .max((position[next] - exact_x(next)).abs())
                .max((velocity[next] - exact_v(next)).abs());
        }
        assert!(beyond > 1e-5, "{}: of higher order than {order}: {beyond:e}", integrator.name());
    }
    // All but Hermite's and Runge and Kutta's.
    assert_eq!(compared, uniform().count() - 2);
}

#[test]
fn the_number_of_forces_per_step_is_that_evaluated() {
    for integrator in uniform() {
        let mut simulation = Reference::new(cluster(), parameters(integrator, 0.01, 0.1));
        simulation.advance(10);
        let first = simulation.evaluations();
        simulation.advance(10);
        let forces = 10 * u64::from(integrator.forces_per_step());
        assert_eq!(simulation.evaluations() - first, forces, "{}", integrator.name());
        assert!(
            (forces..=forces + 1).contains(&first),
            "{}: at most one initial force pass",
            integrator.name()
        );
        assert_eq!(simulation.steps(), 20);
        assert_near("time", simulation.time(), 0.2, 1e-15);
    }
}

#[test]
fn symmetric_compositions_are_reversible() {
    for &integrator in Integrator::ALL {
        // What the processor makes errs by rounding alone, there and back.
        let symmetric = integrator.is_hosted()
            || integrator.composition().is_some() && integrator != Integrator::SymplecticEuler;
        let run = |bodies: &[Body], time_step: f64| {
            let mut simulation =
                Reference::new(bodies.to_vec(), parameters(integrator, time_step, 0.1));
            simulation.advance(200);
            simulation.bodies().to_vec()
        };
        let there = run(&cluster(), 0.01);
        assert!(distance(&there, &cluster()) > 1.0, "the bodies move");
        let by_velocity = distance(&turned_back(&run(&turned_back(&there), 0.01)), &cluster());
        let by_time_step = distance(&run(&there, -0.01), &cluster());
        for (how, error) in [("velocities", by_velocity), ("time step", by_time_step)] {
            println!("{} {how} {error:e}", integrator.name());
            let expected = if symmetric { error < 1e-12 } else { error > 1e-9 };
            assert!(expected, "{} with negated {how}: {error:e}", integrator.name());
        }
    }
}

/// A run's relative energy errors, one per step.
fn energy_errors(
    bodies: Vec<Body>,
    integrator: Integrator,
    time_step: f64,
    steps: u64,
) -> (Vec<f64>, Vec<Body>) {
    let start = diagnostics(&bodies, 0.0);
    let mut simulation = Reference::new(bodies, parameters(integrator, time_step, 0.0));
    let mut errors = Vec::new();
    for _ in 0..steps {
        simulation.step();
        errors.push(diagnostics(simulation.bodies(), 0.0).energy_drift(&start));
    }
    (errors, simulation.bodies().to_vec())
}

fn largest(errors: &[f64]) -> f64 {
    errors.iter().fold(0.0, |largest, error| error.abs().max(largest))
}

#[test]
fn kepler_energy_errors_match_a_table_at_equal_cost() {
    use Integrator::{
        ForestRuth, Hermite4, LeapfrogDkd, LeapfrogKdk, Pefrl, RungeKutta4, SymplecticEuler,
        Yoshida6,
    };
    // Largest |dE/E| in 100 orbits; columns: e = 0.5 with 500 and 2,000 forces per orbit, then e =
    // 0.9 with the same. An independent implementation gave the same numbers, except that its
    // leapfrog was drift-kick-drift and its Hermite evaluated a second force per step, at the
    // corrected state (4 to 20 times smaller). Above 0.1 orbits are lost.
    let table = [
        (SymplecticEuler, [1.9e-2, 4.5e-3, 2.5, 0.40]),
        (LeapfrogKdk, [4.3e-4, 2.7e-5, 0.42, 2.5e-2]),
        (LeapfrogDkd, [1.0e-4, 6.3e-6, 5.6e-2, 3.2e-3]),
        (ForestRuth, [1.9e-5, 7.6e-8, 1.0, 3.1e-3]),
        (Pefrl, [5.2e-6, 2.0e-8, 2.9, 3.4e-3]),
        (Yoshida6, [1.8e-6, 4.7e-10, 1.6, 3.2e-3]),
        (RungeKutta4, [9.8e-4, 9.7e-7, 194.0, 2.4]),
        (Hermite4, [5.0e-6, 4.9e-9, 4.9, 7.8e-3]),
    ];
    assert!(table.iter().map(|row| row.0).eq(uniform()));
    for (integrator, expected) in table {
        for ((eccentricity, forces), expected) in
            [(0.5, 500.0), (0.5, 2000.0), (0.9, 500.0), (0.9, 2000.0)].into_iter().zip(expected)
        {
            let time_step = TAU * f64::from(integrator.forces_per_step()) / forces;
            let (errors, _) = energy_errors(
                kepler(eccentricity),
                integrator,
                time_step,
                (100.0 * TAU / time_step).round() as u64,
            );
            let what =
                format!("{}, e = {eccentricity}, {forces} forces per orbit", integrator.name());
            println!("{what}: {:e}", largest(&errors));
            assert_within_factor(&what, largest(&errors), expected, 2.0);
        }
    }
}

#[test]
fn figure_8_errors_match_a_table_at_equal_cost() {
    use Integrator::{
        ForestRuth, Hermite4, LeapfrogDkd, LeapfrogKdk, Pefrl, RungeKutta4, SymplecticEuler,
        Yoshida6,
    };
    // Largest |dE/E| in 100 periods of 1,000 forces each, and the largest distance from the start
    // after them.
    let table = [
        (SymplecticEuler, 1.3e-3, 2.4e-2),
        (LeapfrogKdk, 2.4e-5, 1.4e-2),
        (LeapfrogDkd, 2.0e-6, 2.5e-2),
        (ForestRuth, 2.5e-7, 3.1e-4),
        (Pefrl, 7.3e-8, 5.2e-5),
        (Yoshida6, 4.2e-9, 1.2e-5),
        (RungeKutta4, 2.7e-5, 1.7e-2),
        (Hermite4, 1.9e-7, 1.2e-4),
    ];
    for (integrator, energy, position) in table {
        let steps = (100_000.0 / f64::from(integrator.forces_per_step())).round();
        let (errors, end) =
            energy_errors(figure_8(), integrator, 100.0 * FIGURE_8_PERIOD / steps, steps as u64);
        let apart = end
            .iter()
            .zip(figure_8())
            .map(|(l, r)| (l.position - r.position).length())
            .fold(0.0, f64::max);
        assert_within_factor(
            &format!("{}: energy", integrator.name()),
            largest(&errors),
            energy,
            1.5,
        );
        assert_within_factor(&format!("{}: position", integrator.name()), apart, position, 1.5);
    }
}

#[test]
fn leapfrog_keeps_its_energy_and_runge_kutta_loses_it() {
    for (integrator, bounded) in [
        (Integrator::LeapfrogKdk, true),
        (Integrator::LeapfrogDkd, true),
        (Integrator::SymplecticEuler, true),
        (Integrator::RungeKutta4, false),
        (Integrator::Hermite4, false),
    ] {
        let steps_per_orbit = 500 / u64::from(integrator.forces_per_step());
        let (errors, _) = energy_errors(
            kepler(0.5),
            integrator,
            TAU / steps_per_orbit as f64,
            100 * steps_per_orbit,
        );
        let tenths: Vec<f64> = errors.chunks(errors.len() / 10).map(largest).collect();
        let growth = tenths[9] / tenths[0];
        let expected = if bounded { growth < 1.1 } else { growth > 5.0 && tenths.is_sorted() };
        assert!(expected, "{}: largest |dE/E| in each tenth {tenths:?}", integrator.name());
    }
}

#[test]
fn momentum_and_angular_momentum_are_conserved() {
    for &integrator in Integrator::ALL {
        let before = diagnostics(&cluster(), 0.1);
        let mut simulation = Reference::new(cluster(), parameters(integrator, 0.01, 0.1));
        simulation.advance(300);
        let after = diagnostics(simulation.bodies(), 0.1);
        assert_near(integrator.name(), (after.momentum - before.momentum).length(), 0.0, 1e-13);
        // Compositions commute with rotations exactly; Runge-Kutta and Hermite only to their order.
        let tolerance =
            if integrator.composition().is_some() || integrator.is_hosted() { 1e-13 } else { 1e-5 };
        assert_near(
            integrator.name(),
            (after.angular_momentum - before.angular_momentum).length(),
            0.0,
            tolerance,
        );
    }
}

#[test]
fn damping_multiplies_every_velocity_once_a_step() {
    let (velocity, damping, time_step) = (DVec3::new(1.0, -2.0, 0.5), 0.9, 0.25);
    for &integrator in Integrator::ALL {
        let free = vec![Body { position: DVec3::ZERO, velocity, mass: 1.0, component: 0 }];
        let mut simulation =
            Reference::new(free, Parameters { damping, ..parameters(integrator, time_step, 0.0) });
        let mut position = DVec3::ZERO;
        for step in 1..=20 {
            simulation.step();
            let got = simulation.bodies()[0];
            let slowed = velocity * damping.powi(step);
            assert_near(integrator.name(), (got.velocity - slowed).length(), 0.0, 1e-14);
            // The classic scheme damps before its drift, all others at the end of the step.
            position += time_step
                * if integrator == Integrator::SymplecticEuler { slowed } else { slowed / damping };
            assert_near(integrator.name(), (got.position - position).length(), 0.0, 1e-14);
        }
    }
}

#[test]
fn drag_slows_in_a_unit_of_time_whatever_the_step_and_damping_does_not() {
    let velocity = DVec3::new(1.0, -2.0, 0.5);
    let after = |integrator, time_step: f64, damping, drag| {
        let free = vec![Body { position: DVec3::ZERO, velocity, mass: 1.0, component: 0 }];
        let mut simulation = Reference::new(
            free,
            Parameters { damping, drag, ..parameters(integrator, time_step, 0.0) },
        );
        simulation.advance((2.0 / time_step).round() as u64);
        simulation.bodies()[0].velocity
    };
    for &integrator in Integrator::ALL {
        for time_step in [0.5, 0.125, 1.0 / 64.0] {
            let expected = velocity * (-0.75 * 2.0_f64).exp();
            let name = integrator.name();
            assert_near(
                name,
                (after(integrator, time_step, 1.0, 0.75) - expected).length(),
                0.0,
                1e-13,
            );
            let damped = velocity * 0.9_f64.powf(2.0 / time_step);
            assert_near(
                name,
                (after(integrator, time_step, 0.9, 0.0) - damped).length(),
                0.0,
                1e-13,
            );
            let both = damped * (-0.75 * 2.0_f64).exp();
            assert_near(
                name,
                (after(integrator, time_step, 0.9, 0.75) - both).length(),
                0.0,
                1e-13,
            );
        }
    }
    let physics = Parameters { drag: 0.75, ..parameters(Integrator::LeapfrogKdk, 0.01, 0.1) };
    assert!(physics.is_damped() && physics.validate().is_ok());
    assert_eq!(
        Parameters { adaptive: Some(0.1), ..physics }.validate(),
        Err(ParameterError::DragAdaptive)
    );
    for drag in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(
            matches!(Parameters { drag, ..physics }.validate(), Err(ParameterError::Drag(_))),
            "{drag}"
        );
    }
}

#[test]
fn symplectic_euler_kicks_then_damps_then_drifts() {
    let start = cluster();
    let (time_step, softening, damping) = (0.1, 0.2, 0.5);
    let mut simulation = Reference::new(
        start.clone(),
        Parameters { damping, ..parameters(Integrator::SymplecticEuler, time_step, softening) },
    );
    simulation.step();
    for (index, (before, after)) in start.iter().zip(simulation.bodies()).enumerate() {
        let velocity =
            (before.velocity + acceleration_of(&start, softening, index) * time_step) * damping;
        assert_near("velocity", (after.velocity - velocity).length(), 0.0, 1e-15);
        assert_near(
            "position",
            (after.position - before.position - velocity * time_step).length(),
            0.0,
            1e-15,
        );
    }
}

#[test]
fn any_number_of_bodies_can_be_stepped() {
    for &integrator in Integrator::ALL {
        for count in [0, 1, 2, 3] {
            let mut simulation =
                Reference::new(cluster()[..count].to_vec(), parameters(integrator, 0.01, 0.0));
            simulation.advance(3);
            assert_eq!(diagnostics(simulation.bodies(), 0.0).invalid, 0);
            assert_eq!(simulation.bodies().len(), count);
        }
    }
}

#[test]
fn the_map_for_planets_converges_with_its_order() {
    let body = |x: f64, mass: f64| Body {
        position: DVec3::new(x, 0.3 * x, 0.1 * x),
        velocity: if x == 0.0 { DVec3::ZERO } else { DVec3::new(-0.3, 1.0, 0.05) / x.abs().sqrt() },
        mass,
        component: 0,
    };
    let bodies = vec![body(0.0, 1.0), body(1.0, 1e-3), body(2.6, 3e-4), body(5.5, 0.0)];
    let truth = integrate(&bodies, 0.0, 8.0, 1e-14).unwrap();
    let order = fitted_order(Integrator::WisdomHolman.order(), 8.0, &truth, |time_step, steps| {
        let mut simulation =
            Reference::new(bodies.clone(), parameters(Integrator::WisdomHolman, time_step, 0.0));
        simulation.advance(steps);
        simulation.bodies().to_vec()
    });
    assert_near("order", order, 2.0, ORDER_TOLERANCE);
    // An independent method of another kind agrees with what divides steps.
    let mut divided = Reference::new(bodies.clone(), parameters(Integrator::Ias15, 8.0, 0.0));
    divided.advance(1);
    assert!(distance(divided.bodies(), &truth) < 1e-12, "{:e}", distance(divided.bodies(), &truth));
}

#[test]
fn integrators_have_names_and_a_misspelt_one_gets_a_suggestion() {
    for &integrator in Integrator::ALL {
        assert_eq!(Integrator::named(integrator.name()), Ok(integrator));
    }
    for (typed, nearest) in [
        ("leapfrog-kkd", "leapfrog-kdk"),
        ("yoshida", "yoshida-6"),
        ("PEFRL", "pefrl"),
        ("hermit", "hermite-4"),
    ] {
        let error = Integrator::named(typed).unwrap_err().to_string();
        assert!(error.contains(&format!("did you mean `{nearest}`?")), "{error}");
    }
}
