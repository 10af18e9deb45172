//! Any number of steps can be requested, because each recording is bounded.

use glam::DVec3;
use starshell::gpu::Gpu;
use starshell::physics::{Body, Integrator, MAX_STEPS, Parameters, Simulation};

#[test]
fn steps_are_recorded_and_submitted_in_batches() {
    let gpu = Gpu::noop().expect("wgpu is built with its noop backend");
    let bodies =
        [Body { position: DVec3::ZERO, velocity: DVec3::ZERO, mass: 1.0, component: 0 }; 200];
    let mut run =
        Simulation::new(&gpu, &bodies, Parameters::new(Integrator::LeapfrogKdk, 1e-3, 0.1))
            .unwrap();
    let mut encoder = gpu.encoder("test");
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
    assert_eq!(run.encode_steps(&mut pass, 10_000_000), MAX_STEPS);
    assert_eq!(run.steps(), u64::from(MAX_STEPS));
    drop(pass);
    run.advance(2 * MAX_STEPS + 7).unwrap();
    assert_eq!(run.steps(), u64::from(3 * MAX_STEPS + 7));
    run.advance(0).unwrap();
    assert_eq!(run.steps(), u64::from(3 * MAX_STEPS + 7));
}
