//! Forces and changes of your own: a star cluster in the field of a point mass, half of which is
//! stopped on its way.
//!
//! `cargo run --release --example own_force`

use starshell::gpu::{Gpu, KernelSource, Part};
use starshell::physics::initial::InitialState;
use starshell::physics::{External, Integrator, Parameters, Simulation};

/// A field is a function. `real` is the precision of the forces, so that one text serves all.
const POINT_MASS: External = External::new(&[Part {
    path: "point_mass.wgsl",
    source: "
        fn external_acceleration(position: real3, velocity: real3, mass: real) -> real3 {
            let offset = real3(20.0, 0.0, 0.0) - position;
            let inverse = inverse_root(dot(offset, offset)); // declared beside `real`: 1 / sqrt
            return 50.0 * inverse * inverse * inverse * offset;
        }",
}]);

/// A change is a kernel that writes positions or velocities, in single precision whatever that of
/// the simulation.
const STOP: KernelSource = KernelSource::new(
    "example/stop",
    &[Part {
        path: "stop.wgsl",
        source: "
            @group(0) @binding(0) var<storage, read_write> velocity: array<vec4f>;

            @compute @workgroup_size(64)
            fn stop(@builtin(global_invocation_id) id: vec3u) {
                if (id.x < arrayLength(&velocity) / 2u) {
                    velocity[id.x] = vec4f(0.0, 0.0, 0.0, velocity[id.x].w); // w is the component
                }
            }",
    }],
    &[&[]],
);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::open(None)?;
    let bodies = InitialState::named("plummer")?.bodies(2048, 1)?;
    let parameters = Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.05);
    let mut simulation = Simulation::new(&gpu, &bodies, parameters)?.with_external(POINT_MASS)?;
    simulation.advance(100)?;

    let stop = gpu.kernel(&STOP, &[])?;
    let mut encoder = gpu.encoder("stop");
    simulation.edit(&mut encoder, |encoder, [_position, velocity]| {
        let stop = stop.bind(gpu.device(), &[("velocity", velocity.raw())])?;
        stop.dispatch_threads(
            &mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()),
            1024,
        );
        Ok(())
    })?;
    gpu.submit(encoder);

    let state = simulation.state()?;
    let mean = |range: std::ops::Range<usize>| {
        range.map(|index| state.velocity(index).x).sum::<f64>() / 1024.0
    };
    let [stopped, free] = [mean(0..1024), mean(1024..2048)];
    println!(
        "at t = {}, half of the bodies stand still, the others fall with a speed of {free:.3}",
        simulation.time()
    );
    assert!(stopped == 0.0 && free > 0.1);
    Ok(())
}
