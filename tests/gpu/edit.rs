//! Bodies changed by the caller's kernels, restored in place, and external accelerations: nothing
//! is lost, in any precision and with any integrator.

use glam::DVec3;
use starshell::gpu::{Gpu, KernelSource, Part};
use starshell::name::Named;
use starshell::physics::kernels::RESIDENT;
use starshell::physics::{
    Body, External, ForceKernel, Gravity, Integrator, Parameters, Plan, Precision, Shape,
    Simulation, SimulationError, Snapshot, State, reference,
};

use crate::common::{cluster, gpu};

/// Changes one number each of positions and velocities, and the mass of the last body.
const PUSH: KernelSource = KernelSource::new(
    "test/push",
    &[Part {
        path: "push.wgsl",
        source: "
            const MASS: u32 = 0u;
            @group(0) @binding(0) var<storage, read_write> position: array<vec4f>;
            @group(0) @binding(1) var<storage, read_write> velocity: array<vec4f>;
            @compute @workgroup_size(64)
            fn push(@builtin(global_invocation_id) id: vec3u) {
                if (id.x >= arrayLength(&position)) {
                    return;
                }
                position[id.x].x += 0.5;
                velocity[id.x].y -= 0.25;
                if (MASS == 1u && id.x == 0u) {
                    position[id.x].w *= 8.0;
                }
            }",
    }],
    &[&[], &[("MASS", 1)]],
);

fn push(gpu: &Gpu, simulation: &mut Simulation, tuning: usize) {
    let mut encoder = gpu.encoder("test");
    let kernel = gpu.kernel(&PUSH, PUSH.tunings[tuning]).unwrap();
    let count = simulation.bodies().count();
    let change = |encoder: &mut wgpu::CommandEncoder,
                  [position, velocity]: [&starshell::gpu::Buffer<[f32; 4]>; 2]| {
        let bound = kernel
            .bind(gpu.device(), &[("position", position.raw()), ("velocity", velocity.raw())])?;
        bound.dispatch_threads(
            &mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()),
            count,
        );
        Ok(())
    };
    simulation.edit(&mut encoder, change).unwrap();
    gpu.submit(encoder);
}

fn pushed(body: Body) -> Body {
    let push = |number: f64, by: f32| f64::from(number as f32 + by);
    let (x, v) = (body.position, body.velocity);
    Body {
        position: DVec3::new(push(x.x, 0.5), x.y, x.z),
        velocity: DVec3::new(v.x, push(v.y, -0.25), v.z),
        ..body
    }
}

/// Bodies of different masses.
fn bodies() -> Vec<Body> {
    let mut bodies = cluster(150);
    bodies.iter_mut().enumerate().for_each(|(index, body)| body.mass *= 1.0 + 0.01 * index as f64);
    bodies
}

fn snapshot(simulation: &Simulation) -> Snapshot {
    Snapshot {
        time: simulation.time(),
        steps: simulation.steps(),
        state: simulation.state().unwrap(),
    }
}

#[test]
fn changes_by_the_callers_kernel_are_kept_and_forces_follow() {
    let gpu = gpu();
    for &precision in Precision::ALL {
        for &integrator in Integrator::ALL {
            for adaptive in
                [None, Some(0.1)].into_iter().filter(|eta| eta.is_none() || !integrator.is_hosted())
            {
                let what = format!("{precision:?}, {}, {adaptive:?}", integrator.name());
                let parameters =
                    Parameters { precision, adaptive, ..Parameters::new(integrator, 0.01, 0.1) };
                let mut simulation = Simulation::new(&gpu, &bodies(), parameters).unwrap();
                simulation.advance(3).unwrap();
                let before = simulation.state().unwrap();
                push(&gpu, &mut simulation, 0);
                assert!(!simulation.has_forces());
                let expected: Vec<Body> = before.bodies().map(pushed).collect();
                assert_eq!(
                    simulation.state().unwrap(),
                    State::new(&expected, precision).unwrap(),
                    "{what}"
                );
                let mut resumed =
                    Simulation::resume(&gpu, &snapshot(&simulation), parameters).unwrap();
                simulation.advance(4).unwrap();
                resumed.advance(4).unwrap();
                assert_eq!(simulation.state().unwrap(), resumed.state().unwrap(), "{what}");
            }
        }
    }
}

#[test]
fn a_change_amid_a_step_ends_the_step_and_masses_may_change() {
    let gpu = gpu();
    for &precision in Precision::ALL {
        let parameters =
            Parameters { precision, ..Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.1) };
        let equal: Vec<Body> = bodies().iter().map(|body| Body { mass: 0.01, ..*body }).collect();
        let plan = Plan::new(Shape::Tiles, &[], 3);
        let mut simulation = Simulation::with_plan(&gpu, &equal, parameters, plan).unwrap();
        simulation.advance(1).unwrap();
        let mut encoder = gpu.encoder("test");
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        simulation.encode_within(&mut pass, 1, false, 1.0).unwrap();
        drop(pass);
        gpu.submit(encoder);
        assert!(simulation.engine().is_mid_step());
        push(&gpu, &mut simulation, 1);
        assert_eq!((simulation.engine().is_mid_step(), simulation.steps()), (false, 1));
        let edited = simulation.state().unwrap();
        assert!(
            (edited.mass(0) - 0.08).abs() < 1e-7 && (edited.mass(1) - 0.01).abs() < 1e-9,
            "{precision:?}"
        );
        let edited: Vec<Body> = edited.bodies().collect();
        let mut resumed = Simulation::with_plan(&gpu, &edited, parameters, plan).unwrap();
        simulation.advance(5).unwrap();
        resumed.advance(5).unwrap();
        assert_eq!(simulation.state().unwrap(), resumed.state().unwrap(), "{precision:?}");
    }
}

#[test]
fn a_simulation_of_any_count_is_restored_in_place() {
    let gpu = gpu();
    for &precision in Precision::ALL {
        for adaptive in [None, Some(0.1)] {
            let parameters = Parameters {
                precision,
                adaptive,
                ..Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.1)
            };
            let mut simulation = Simulation::new(&gpu, &bodies(), parameters).unwrap();
            simulation.advance(2).unwrap();
            let begin = snapshot(&simulation);
            simulation.advance(3).unwrap();
            let end = snapshot(&simulation);
            let mut fewer = begin.clone();
            fewer.state.remove(7);
            let mut equal = State::new(&[], Precision::Double).unwrap();
            equal
                .extend(
                    &bodies().iter().map(|body| Body { mass: 0.01, ..*body }).collect::<Vec<_>>(),
                )
                .unwrap();
            for other in [fewer, Snapshot { state: equal, ..begin.clone() }, begin.clone()] {
                simulation.restore(&other).unwrap();
                assert_eq!(
                    snapshot(&simulation),
                    Snapshot { state: other.state.to_precision(precision), ..other.clone() }
                );
                let mut resumed = Simulation::resume(&gpu, &other, parameters).unwrap();
                simulation.advance(3).unwrap();
                resumed.advance(3).unwrap();
                assert_eq!(simulation.time(), resumed.time());
                assert_eq!(
                    simulation.state().unwrap(),
                    resumed.state().unwrap(),
                    "{precision:?}, {adaptive:?}"
                );
            }
            assert_eq!(simulation.state().unwrap(), end.state);
            assert!(
                simulation
                    .restore(&Snapshot { state: State::new(&[], precision).unwrap(), ..end })
                    .is_err()
            );
        }
    }
}

const DOWN: External = External::new(&[Part {
    path: "down.wgsl",
    source: "fn external_acceleration(position: real3, velocity: real3, mass: real) -> real3 {
        return real3(0.0, 0.25, -0.5);
    }",
}]);

const SPRING: External = External::new(&[Part {
    path: "spring.wgsl",
    source: "@group(0) @binding(3) var<storage, read> stiffness: array<f32>;
    fn external_acceleration(position: real3, velocity: real3, mass: real) -> real3 {
        return -real(stiffness[0]) * position;
    }",
}]);

#[test]
fn in_a_uniform_field_bodies_fall_as_the_closed_form_says() {
    let gpu = gpu();
    // Bodies without mass feel only the field.
    let start: Vec<Body> = cluster(20).iter().map(|body| Body { mass: 0.0, ..*body }).collect();
    let field = DVec3::new(0.0, 0.25, -0.5);
    for &precision in Precision::ALL {
        for &integrator in
            Integrator::ALL.iter().filter(|integrator| !integrator.needs_direct_sums())
        {
            let parameters =
                Parameters { precision, ..Parameters::new(integrator, 1.0 / 64.0, 0.1) };
            let simulation = Simulation::new(&gpu, &start, parameters).unwrap();
            let mut simulation = simulation.with_external(DOWN).unwrap();
            let begin = simulation.state().unwrap();
            simulation.advance(96).unwrap();
            let (time, end) = (1.5, simulation.state().unwrap());
            // First-order methods are off by half a step's fall.
            let first_order =
                if integrator.order() == 1 { 0.5 * time / 64.0 * field.length() } else { 0.0 };
            let bound = first_order + if precision == Precision::Single { 1e-4 } else { 1e-11 };
            for (begin, end) in begin.bodies().zip(end.bodies()) {
                let expected = begin.position + time * begin.velocity + 0.5 * time * time * field;
                let off = end
                    .position
                    .distance(expected)
                    .max(end.velocity.distance(begin.velocity + time * field));
                assert!(off <= bound, "{precision:?}, {}: {off:e}", integrator.name());
            }
        }
    }
}

#[test]
fn a_field_is_added_by_every_kernel_and_however_a_step_is_divided() {
    let gpu = gpu();
    let stiffness = gpu.storage_from("stiffness", &[3.0_f32]).unwrap();
    let spring = || SPRING.with_buffer("stiffness", &stiffness);
    let bodies = bodies();
    let expected: Vec<DVec3> = reference::accelerations(&bodies, 0.1)
        .iter()
        .zip(&bodies)
        .map(|(a, body)| *a - 3.0 * body.position)
        .collect();
    let resident = Plan::new(Shape::Resident, RESIDENT.tunings[2], 1);
    let plans = ForceKernel::ALL
        .iter()
        .filter_map(|kernel| Some((kernel.name(), kernel.plan(&gpu, 150).ok()?)));
    for (name, plan) in plans.chain([("resident", resident)]) {
        for precision in [Precision::Single, Precision::Pair, Precision::Double] {
            let parameters =
                Parameters { precision, ..Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.1) };
            let make = || {
                Simulation::with_plan(&gpu, &bodies, parameters, plan)
                    .ok()?
                    .with_external(spring())
                    .ok()
            };
            let (Some(mut whole), Some(mut sliced)) = (make(), make()) else {
                assert_eq!(
                    plan.shape.kernel(precision).map(|kernel| kernel.label),
                    None,
                    "{name}, {precision:?}"
                );
                continue;
            };
            let mut encoder = gpu.encoder("test");
            whole.encode_forces(
                &mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()),
            );
            gpu.submit(encoder);
            let got = whole.bodies().accelerations(&gpu).unwrap();
            let off = got
                .iter()
                .zip(&expected)
                .map(|(got, expected)| got.distance(*expected))
                .fold(0.0, f64::max);
            assert!(off < 2e-5, "{name}, {precision:?}: {off:e}");
            // In slices, with a probe in between, and in one call.
            whole.advance(2).unwrap();
            while sliced.steps() < 2 {
                let mut encoder = gpu.encoder("test");
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
                sliced.encode_within(&mut pass, 1, false, 1.0).unwrap();
                if !sliced.engine().is_mid_step() {
                    sliced.engine_mut().encode_probe(&mut pass, 1.0).unwrap();
                }
                drop(pass);
                gpu.submit(encoder);
            }
            let [whole, sliced] = [whole, sliced].map(|simulation| simulation.state().unwrap());
            let off = crate::common::distance(
                &whole.bodies().collect::<Vec<_>>(),
                &sliced.bodies().collect::<Vec<_>>(),
            );
            assert!(off < 1e-6, "{name}, {precision:?}: {off:e}");
            if !name.contains("unordered") && !name.contains("atomic") {
                assert_eq!(whole, sliced, "{name}, {precision:?}");
            }
        }
    }
}

#[test]
fn a_velocity_dependent_field_is_recomputed_after_a_reversal() {
    const DRAG: External = External::new(&[Part {
        path: "drag.wgsl",
        source: "fn external_acceleration(position: real3, velocity: real3, mass: real) -> real3 {
            return -velocity;
        }",
    }]);
    let gpu = gpu();
    let parameters = Parameters {
        precision: Precision::Pair,
        ..Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.1)
    };
    let mut simulation =
        Simulation::new(&gpu, &bodies(), parameters).unwrap().with_external(DRAG).unwrap();
    simulation.advance(3).unwrap();
    let mut encoder = gpu.encoder("test");
    simulation
        .encode_reverse(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()))
        .unwrap();
    gpu.submit(encoder);
    // Another simulation from the same state computes all its forces anew.
    let snapshot = Snapshot {
        time: simulation.time(),
        steps: simulation.steps(),
        state: simulation.state().unwrap(),
    };
    let mut anew =
        Simulation::resume(&gpu, &snapshot, parameters).unwrap().with_external(DRAG).unwrap();
    simulation.advance(1).unwrap();
    anew.advance(1).unwrap();
    assert_eq!(simulation.state().unwrap(), anew.state().unwrap());
}

#[test]
fn hermite_refuses_a_field_and_wrong_wgsl_is_found() {
    let gpu = gpu();
    let hermite = Parameters::new(Integrator::Hermite4, 0.01, 0.1);
    let error = Simulation::new(&gpu, &bodies(), hermite).unwrap().with_external(DOWN).unwrap_err();
    assert!(error.to_string().contains("hermite-4"), "{error}");
    let leapfrog = Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.1);
    let mut simulation =
        Simulation::new(&gpu, &bodies(), leapfrog).unwrap().with_external(DOWN).unwrap();
    assert!(simulation.set_parameters(hermite).is_err());
    // The field stays when the parameters and the kernel change.
    let gravity = Gravity::Direct(ForceKernel::Naive);
    simulation.set_parameters(Parameters { softening: 0.2, gravity, ..leapfrog }).unwrap();
    let before = simulation.state().unwrap();
    simulation.advance(10).unwrap();
    let after = simulation.state().unwrap();
    let momentum =
        |state: &State| state.bodies().map(|body| body.mass * body.velocity).sum::<DVec3>();
    let mass: f64 = before.bodies().map(|body| body.mass).sum();
    let gained = (momentum(&after) - momentum(&before)) / mass;
    assert!(gained.distance(0.1 * DVec3::new(0.0, 0.25, -0.5)) < 1e-5, "{gained}");
    let wrong =
        External::new(&[Part { path: "wrong.wgsl", source: "fn external_acceleration() {}" }]);
    let error = simulation.with_external(wrong).unwrap_err();
    assert!(
        error.to_string().contains("motion/add_external")
            || error.to_string().contains("wrong.wgsl"),
        "{error}"
    );
}

#[test]
fn a_field_made_at_run_time_moves_bodies_like_an_embedded_one() {
    let gpu = gpu();
    let parameters = Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.1);
    let moved = |field: External| {
        let mut simulation =
            Simulation::new(&gpu, &bodies(), parameters).unwrap().with_external(field).unwrap();
        simulation.advance(10).unwrap();
        simulation.state().unwrap()
    };
    const EMBEDDED: External = External::new(&[Part {
        path: "wind.wgsl",
        source: "fn external_acceleration(position: real3, velocity: real3, mass: real) -> real3 { return real3(2.5, 0.0, 0.0); }",
    }]);
    let made = |strength: f64| {
        External::from_wgsl(format!(
            "fn external_acceleration(position: real3, velocity: real3, mass: real) -> real3 {{ return real3({strength:?}, 0.0, 0.0); }}"
        ))
    };
    let embedded = moved(EMBEDDED);
    assert_eq!(moved(made(2.5)), embedded);
    assert_ne!(moved(made(2.0)), embedded);
    let wrong = "fn external_acceleration(position: real3, velocity: real3, mass: real) -> real3 { return nowhere; }";
    let simulation = Simulation::new(&gpu, &bodies(), parameters).unwrap();
    let error = simulation.with_external(External::from_wgsl(wrong)).unwrap_err();
    assert!(error.to_string().contains("external.wgsl"), "{error}");
}

#[test]
fn bodies_that_are_not_valid_are_refused_by_number() {
    let gpu = gpu();
    let good = bodies();
    let spoil = |index: usize, spoil: &dyn Fn(&mut Body)| {
        let mut bodies = good.clone();
        spoil(&mut bodies[index]);
        bodies
    };
    let nan = spoil(17, &|body| body.position.y = f64::NAN);
    let heavy = spoil(3, &|body| body.mass = 1e60);
    let fast = spoil(149, &|body| body.velocity.z = f64::INFINITY);
    let negative = spoil(0, &|body| body.mass = -1.0);
    let leapfrog = Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.1);
    for &precision in Precision::ALL {
        let parameters = Parameters { precision, ..leapfrog };
        for (bodies, index, what) in [
            (&nan, 17, "position"),
            (&heavy, 3, "mass"),
            (&fast, 149, "velocity"),
            (&negative, 0, "mass"),
        ] {
            let made = Simulation::new(&gpu, bodies, parameters);
            if precision == Precision::Double && index == 3 {
                assert!(made.is_ok());
                continue;
            }
            let error = made.unwrap_err();
            assert!(
                matches!(&error, SimulationError::Body(body) if body.index == index && body.what == what),
                "{error}"
            );
            assert!(error.to_string().starts_with(&format!("body {} ", index + 1)), "{error}");
        }
    }
    // A lower precision may not hold what a higher one does.
    let double = State::new(&heavy, Precision::Double).unwrap();
    let error =
        Simulation::resume(&gpu, &Snapshot { time: 0.0, steps: 0, state: double }, leapfrog)
            .unwrap_err();
    assert!(error.to_string().starts_with("body 4 "), "{error}");
}
