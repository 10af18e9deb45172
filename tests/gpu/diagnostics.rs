//! The GPU's measurements against the f64 sums, and how measurements arrive.

use crate::common::{checked_gpu, cluster, gpu};
use glam::DVec3;
use starshell::gpu::{Buffer, Gpu};
use starshell::physics::kernels::{ExternalParams, MEASURE, MeasureParams, Moments};
use starshell::physics::{
    Bodies, Body, Diagnostics, Integrator, Parameters, Precision, Reading, Simulation, Snapshot,
    Survey, reference,
};

const SOFTENING: f64 = 0.05;

/// Compares every field, relative to the sum of the magnitudes of its terms.
#[track_caller]
fn assert_same(what: &str, got: &Diagnostics, bodies: &[Body], softening: f64) {
    let expected = reference::diagnostics(bodies, softening);
    let finite =
        bodies.iter().filter(|body| body.position.is_finite() && body.velocity.is_finite());
    let sum =
        |size: fn(&Body) -> f64| finite.clone().map(|body| body.mass * size(body)).sum::<f64>();
    let vector = |v: DVec3| v.to_array();
    let table: &[(&str, &[f64], &[f64], f64)] = &[
        ("mass", &[got.mass], &[expected.mass], expected.mass),
        (
            "centre of mass",
            &vector(got.center_of_mass),
            &vector(expected.center_of_mass),
            sum(|body| body.position.length()) / expected.mass,
        ),
        (
            "momentum",
            &vector(got.momentum),
            &vector(expected.momentum),
            sum(|body| body.velocity.length()),
        ),
        (
            "angular momentum",
            &vector(got.angular_momentum),
            &vector(expected.angular_momentum),
            sum(|body| body.position.length() * body.velocity.length()),
        ),
        ("kinetic energy", &[got.kinetic], &[expected.kinetic], expected.kinetic),
        ("potential energy", &[got.potential], &[expected.potential], expected.potential),
        ("largest radius", &[got.radius_max], &[expected.radius_max], expected.radius_max),
        ("largest speed", &[got.speed_max], &[expected.speed_max], expected.speed_max),
    ];
    for (field, got, expected, scale) in table {
        for (got, expected) in got.iter().zip(*expected) {
            let off = (got - expected).abs();
            assert!(off <= 1e-6 * scale.abs(), "{what}, {field}: {got:e}, not {expected:e}");
        }
    }
    assert_eq!(got.invalid, expected.invalid, "{what}: bodies that are not finite");
}

fn measure(gpu: &Gpu, bodies: &[Body]) -> Diagnostics {
    let simulation = spoilt(gpu, bodies, parameters(0.01));
    Survey::new(gpu, &simulation).unwrap().measure(&simulation).unwrap()
}

/// A simulation with any values, as a run may end: it starts with valid ones.
pub fn spoilt(gpu: &Gpu, bodies: &[Body], parameters: Parameters) -> Simulation {
    let valid = |vector: DVec3| {
        DVec3::from_array(
            vector.to_array().map(|number| if number.is_finite() { number } else { 0.0 }),
        )
    };
    let begin = bodies.iter().map(|body| Body {
        position: valid(body.position),
        velocity: valid(body.velocity),
        ..*body
    });
    let mut simulation = Simulation::new(gpu, &begin.collect::<Vec<_>>(), parameters).unwrap();
    let rows = |vector: fn(&Body) -> DVec3, last: fn(&Body) -> f32| -> Vec<[f32; 4]> {
        bodies.iter().map(|body| vector(body).as_vec3().extend(last(body)).to_array()).collect()
    };
    let mut encoder = gpu.encoder("test");
    let write = |_: &mut wgpu::CommandEncoder, [position, velocity]: [&Buffer<[f32; 4]>; 2]| {
        gpu.write(position, &rows(|body| body.position, |body| body.mass as f32));
        gpu.write(velocity, &rows(|body| body.velocity, |body| body.component as f32));
        Ok(())
    };
    simulation.edit(&mut encoder, write).unwrap();
    gpu.submit(encoder);
    simulation
}

#[test]
fn every_field_agrees_with_the_reference() {
    for (name, gpu) in [("unchecked", gpu()), ("checked", checked_gpu())] {
        for count in [1, 2, 3, 255, 257, 1000, 4099] {
            let bodies = cluster(count);
            assert_same(
                &format!("n = {count}, {name}"),
                &measure(&gpu, &bodies),
                &bodies,
                SOFTENING,
            );
        }
    }
}

#[test]
fn a_thread_takes_several_bodies_and_sums_every_share() {
    // As with 65,537 bodies or more, and as on adapters that divide the force pass.
    let (gpu, bodies) = (gpu(), cluster(1000));
    let on_gpu = Bodies::new(&gpu, &bodies).unwrap();
    for (threads, shares) in [(1, 1), (64, 3), (333, 2), (1000, 5)] {
        let values = MeasureParams { count: 1000, shares, threads, padding: 0 };
        let uniform = gpu.uniform("measure", &values).unwrap();
        let share =
            |row: u32, index: u32| [f32::NAN, f32::NAN, f32::NAN, (index + 1000 * row) as f32];
        let rows: Vec<_> =
            (0..shares).flat_map(|row| (0..1000).map(move |index| share(row, index))).collect();
        let partial = gpu.storage_from("partial", &rows).unwrap();
        let poison: Moments = bytemuck::cast([f32::NAN; 16]);
        let moments = gpu.storage_from("moments", &vec![poison; threads as usize]).unwrap();
        let none: ExternalParams = bytemuck::Zeroable::zeroed();
        let external = gpu.uniform("external", &none).unwrap();
        let buffers = [
            ("measure_of", uniform.raw()),
            ("position", on_gpu.position().raw()),
            ("velocity", on_gpu.velocity().raw()),
            ("partial", partial.raw()),
            ("moments", moments.raw()),
            ("external_of", external.raw()),
        ];
        let bound = gpu.kernel(&MEASURE, &[]).unwrap().bind(gpu.device(), &buffers).unwrap();
        let mut encoder = gpu.encoder("test");
        bound.dispatch_threads(
            &mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()),
            threads,
        );
        gpu.submit(encoder);
        let got = gpu.read(&moments).unwrap();
        let total = |number: fn(&Moments) -> f32| {
            got.iter().map(|moments| f64::from(number(moments))).sum::<f64>()
        };
        let expected = reference::diagnostics(&bodies, SOFTENING);
        let potential: f64 = rows
            .iter()
            .zip(bodies.iter().cycle())
            .map(|(row, body)| 0.5 * body.mass * f64::from(row[3]))
            .sum();
        for (what, got, expected) in [
            ("mass", total(|moments| moments.mass_position[3]), expected.mass),
            ("kinetic energy", total(|moments| moments.momentum_kinetic[3]), expected.kinetic),
            ("potential energy", total(|moments| moments.angular_potential[3]), potential),
        ] {
            assert!(
                (got / expected - 1.0).abs() < 3e-6,
                "{threads} threads, {shares} shares, {what}: {got} not {expected}"
            );
        }
    }
}

#[test]
fn bodies_that_are_not_finite_are_counted_and_left_out() {
    let nan = |body: &mut Body| body.position.y = f64::NAN;
    let infinite = |body: &mut Body| body.position.x = f64::NEG_INFINITY;
    let fast = |body: &mut Body| body.velocity.z = f64::INFINITY;
    let stray = |body: &mut Body| body.velocity.x = f64::NAN;
    let spoilt: [&dyn Fn(&mut Body); 4] = [&nan, &infinite, &fast, &stray];
    for count in [5, 300, 1000] {
        for kinds in 1..=spoilt.len() {
            let mut bodies = cluster(count);
            for (kind, spoil) in spoilt[..kinds].iter().enumerate() {
                spoil(&mut bodies[kind * (count - 1) / 3]);
            }
            assert_same(
                &format!("{kinds} of {count} spoilt"),
                &measure(&gpu(), &bodies),
                &bodies,
                SOFTENING,
            );
        }
    }
    let mut alone = cluster(1);
    nan(&mut alone[0]);
    assert_eq!(measure(&gpu(), &alone), Diagnostics { invalid: 1, ..Diagnostics::default() });
}

fn parameters(time_step: f64) -> Parameters {
    Parameters::new(Integrator::LeapfrogKdk, time_step, SOFTENING)
}

#[test]
fn measurements_under_way_at_once_are_collected_in_order() {
    let gpu = gpu();
    let mut simulation = Simulation::new(&gpu, &cluster(257), parameters(1.0 / 64.0)).unwrap();
    let mut survey = Survey::new(&gpu, &simulation).unwrap();
    assert_eq!(survey.collect().unwrap(), None);
    let mut states = Vec::new();
    // Twice, so that buffers are reused; three measurements in one submission, then two in separate
    // submissions.
    for round in 0..2 {
        for batch in [3, 1, 1] {
            let mut encoder = gpu.encoder("test");
            for _ in 0..batch {
                simulation.encode_steps(
                    &mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()),
                    2,
                );
                survey.encode(&mut encoder, &simulation).unwrap();
            }
            gpu.submit(encoder);
        }
        gpu.wait().unwrap();
        // Another thread of this test may be about to deliver them, and `collect` never waits.
        while states.len() < 5 * (round + 1) {
            states.extend(survey.collect().unwrap());
        }
        assert_eq!(survey.collect().unwrap(), None);
    }
    // The same run, measured one at a time.
    let mut alone = Simulation::new(&gpu, &cluster(257), parameters(1.0 / 64.0)).unwrap();
    let mut survey = Survey::new(&gpu, &alone).unwrap();
    for (index, reading) in states.iter().enumerate() {
        alone.advance(2).unwrap();
        assert_eq!(
            (reading.steps, reading.time),
            (alone.steps(), alone.time()),
            "measurement {index}"
        );
        assert_eq!(reading.diagnostics, survey.measure(&alone).unwrap(), "measurement {index}");
    }
    assert_eq!(states.len(), 10);
}

#[test]
fn a_measurement_now_leaves_those_under_way() {
    let gpu = gpu();
    let mut simulation = Simulation::new(&gpu, &cluster(64), parameters(0.01)).unwrap();
    simulation.advance(70).unwrap();
    let mut survey = Survey::new(&gpu, &simulation).unwrap();
    let mut encoder = gpu.encoder("test");
    survey.encode(&mut encoder, &simulation).unwrap();
    gpu.submit(encoder);
    let now = survey.measure(&simulation).unwrap();
    let earlier = std::iter::repeat_with(|| survey.collect().unwrap()).flatten().next().unwrap();
    assert_eq!((earlier.time, earlier.steps, earlier.diagnostics), (simulation.time(), 70, now));
}

#[test]
fn measurements_follow_the_parameters_and_the_bodies_of_the_run() {
    let gpu = gpu();
    let mut simulation = Simulation::new(&gpu, &cluster(64), parameters(0.01)).unwrap();
    let mut survey = Survey::new(&gpu, &simulation).unwrap();
    let mut states = Vec::new();
    for change in 0..4 {
        match change {
            1 => simulation
                .set_parameters(Parameters { softening: 0.5, ..parameters(0.01) })
                .unwrap(),
            2 => {
                let precision = Precision::Double;
                simulation
                    .set_parameters(Parameters { softening: 0.0, precision, ..parameters(0.01) })
                    .unwrap();
            }
            3 => {
                let mut state = simulation.state().unwrap();
                state.remove(63);
                simulation.restore(&Snapshot { time: 3.0, steps: 300, state }).unwrap();
            }
            _ => {}
        }
        let mut encoder = gpu.encoder("test");
        survey.encode(&mut encoder, &simulation).unwrap();
        gpu.submit(encoder);
        let bodies: Vec<Body> = simulation.state().unwrap().bodies().collect();
        let now = survey.measure(&simulation).unwrap();
        assert_same(&format!("change {change}"), &now, &bodies, simulation.parameters().softening);
        states.push((simulation.time(), simulation.steps(), now));
    }
    gpu.wait().unwrap();
    for (time, steps, diagnostics) in states {
        let reading =
            std::iter::repeat_with(|| survey.collect().unwrap()).flatten().next().unwrap();
        assert_eq!(reading, Reading { time, steps, diagnostics });
    }
    assert_eq!(survey.collect().unwrap(), None);
}

#[test]
fn measuring_changes_nothing() {
    let gpu = gpu();
    let run = |measures: bool| {
        let mut simulation = Simulation::new(&gpu, &cluster(100), parameters(1.0 / 64.0)).unwrap();
        let mut survey = Survey::new(&gpu, &simulation).unwrap();
        for _ in 0..5 {
            simulation.advance(3).unwrap();
            if measures {
                survey.measure(&simulation).unwrap();
            }
        }
        simulation.bodies().download(&gpu).unwrap()
    };
    assert_eq!(run(true), run(false));
}

#[test]
fn momentum_is_conserved() {
    let gpu = gpu();
    let bodies = cluster(1000);
    let mut simulation = Simulation::new(&gpu, &bodies, parameters(1.0 / 64.0)).unwrap();
    let mut survey = Survey::new(&gpu, &simulation).unwrap();
    let start = survey.measure(&simulation).unwrap();
    simulation.advance(100).unwrap();
    let end = survey.measure(&simulation).unwrap();
    let scale: f64 = bodies.iter().map(|body| body.mass * body.velocity.length()).sum();
    let growth = (end.momentum - start.momentum).length() / scale;
    assert!(growth < 1e-6, "momentum has changed by {growth:e} of the sum of all magnitudes");
    let moved =
        end.center_of_mass - start.center_of_mass - start.momentum / start.mass * simulation.time();
    assert!(
        moved.length() < 3e-6,
        "the centre of mass is off its straight line by {:e}",
        moved.length()
    );
}
