//! Laws of force other than Plummer's, beside the same law on the host: by every kernel and integrator, in
//! all precisions, by trees that keep their error, by the processor, and in the measured energies.

use glam::DVec3;
use starshell::gpu::Gpu;
use starshell::name::Named;
use starshell::physics::reference::{self, Reference};
use starshell::physics::{
    Body, Diagnostics, ForceErrors, ForceKernel, ForceLaw, Gravity, Integrator, MeshSettings,
    Opening, ParameterError, Parameters, Precision, Simulation, Softening, Survey, TreeSettings,
    field,
};

use crate::common::{cluster, gpu};

const OTHERS: [ForceLaw; 2] = [ForceLaw::Spline, ForceLaw::CutOff];
/// A good part of all pairs are nearer than this.
const LENGTH: f64 = 0.2;

fn parameters(law: ForceLaw) -> Parameters {
    Parameters { law, ..Parameters::new(Integrator::LeapfrogKdk, 1.0 / 256.0, LENGTH) }
}

fn measured(gpu: &Gpu, simulation: &Simulation) -> Diagnostics {
    Survey::new(gpu, simulation).unwrap().measure(simulation).unwrap()
}

/// The largest distance between vectors, relative to the largest of the second ones.
fn off(one: impl Iterator<Item = DVec3>, other: &[DVec3]) -> f64 {
    let largest = other.iter().map(|vector| vector.length()).fold(0.0, f64::max);
    let off = one.zip(other).map(|(one, other)| one.distance(*other)).fold(0.0, f64::max);
    off / largest
}

#[test]
fn every_kernel_and_precision_sums_the_law_and_its_potential() {
    let gpu = gpu();
    for count in [40, 700] {
        let bodies = cluster(count);
        for law in OTHERS {
            let softening = parameters(law).softened();
            let pulls = reference::accelerations(&bodies, softening);
            let depths = reference::potentials(&bodies, softening);
            assert!(
                off(reference::accelerations(&bodies, LENGTH).into_iter(), &pulls) > 0.05,
                "{law:?} is another law"
            );
            for &kernel in ForceKernel::ALL {
                for &precision in Precision::ALL.iter().filter(|p| p.check(&gpu).is_ok()) {
                    let gravity = Gravity::Direct(kernel);
                    let parameters = Parameters { precision, gravity, ..parameters(law) };
                    let simulation = match Simulation::new(&gpu, &bodies, parameters) {
                        Ok(simulation) => simulation,
                        Err(error) => {
                            // Not every kernel runs on every adapter, in every precision.
                            assert!(kernel != ForceKernel::Auto, "{law:?}, {precision:?}: {error}");
                            continue;
                        }
                    };
                    let rows = field(&gpu, &simulation).unwrap();
                    let found = rows.iter().map(|[x, y, z, _]| DVec3::new(*x, *y, *z));
                    let pull = off(found, &pulls);
                    let depth =
                        rows.iter().zip(&depths).map(|(row, depth)| (row[3] / depth - 1.0).abs());
                    let depth = depth.fold(0.0, f64::max);
                    let most = if precision == Precision::Double { 1e-12 } else { 3e-6 };
                    assert!(
                        pull < most && depth < most,
                        "{law:?}, {kernel:?}, {precision:?}, {count}: {pull:e}, {depth:e}"
                    );
                }
            }
        }
    }
}

#[test]
fn every_integrator_moves_bodies_as_the_reference_does() {
    let gpu = gpu();
    let bodies: Vec<Body> = cluster(40);
    // Where the force jumps, the last digits decide which step crosses that.
    let law = ForceLaw::Spline;
    for &integrator in Integrator::ALL {
        for &precision in Precision::ALL.iter().filter(|precision| precision.check(&gpu).is_ok()) {
            if integrator.is_hosted() && precision == Precision::Single {
                continue; // the same steps, of rounded bodies
            }
            let parameters = Parameters { integrator, precision, ..parameters(law) };
            let mut exact = Reference::new(bodies.clone(), parameters);
            exact.advance(64);
            let mut simulation = Simulation::new(&gpu, &bodies, parameters).unwrap();
            simulation.advance(64).unwrap();
            let state = simulation.state().unwrap();
            let off = state
                .bodies()
                .zip(exact.bodies())
                .map(|(one, other)| one.position.distance(other.position))
                .fold(0.0, f64::max);
            let most = if precision == Precision::Double { 1e-11 } else { 4e-6 };
            assert!(off < most, "{integrator:?}, {precision:?}: {off:e}");
        }
    }
}

#[test]
fn energies_are_those_of_the_host_and_stay() {
    let gpu = gpu();
    for (count, precision, most) in [
        (300, Precision::Single, 2e-6),
        (300, Precision::Pair, 1e-12),
        (3000, Precision::Pair, 2e-6),
    ] {
        for law in OTHERS {
            let bodies = cluster(count);
            let parameters = Parameters { precision, ..parameters(law) };
            let mut simulation = Simulation::new(&gpu, &bodies, parameters).unwrap();
            let before = measured(&gpu, &simulation);
            let expected = reference::diagnostics(&bodies, parameters.softened());
            let off = (before.energy() / expected.energy() - 1.0).abs();
            assert!(off < most, "{law:?}, {precision:?}: {off:e}");
            simulation.advance(128).unwrap();
            let drift = (measured(&gpu, &simulation).energy() / before.energy() - 1.0).abs();
            // A jump of the force is crossed within a step.
            let most = if law == ForceLaw::CutOff { 2e-3 } else { 2e-5 };
            assert!(drift < most, "{law:?}, {precision:?}: {drift:e}");
        }
    }
}

/// The 99th percentile of the errors.
fn p99(gpu: &Gpu, simulation: &Simulation) -> f32 {
    let mut errors = ForceErrors::new(gpu, simulation).unwrap().unwrap();
    let mut encoder = gpu.encoder("test");
    errors.encode(&mut encoder, simulation, 1024).unwrap();
    let submission = gpu.submit(encoder);
    gpu.wait_for(submission).unwrap();
    let reading = errors.collect().unwrap().unwrap();
    let mut found: Vec<f32> = reading.errors.iter().map(|(_, error)| *error).collect();
    found.sort_by(f32::total_cmp);
    found[found.len() * 99 / 100]
}

#[test]
fn trees_keep_their_error_and_open_what_is_within_the_law() {
    let gpu = gpu();
    let bodies = cluster(3000);
    let error = |law: ForceLaw, length: f64, settings: TreeSettings| {
        let gravity = Gravity::Tree(settings);
        let parameters = Parameters { gravity, softening: length, ..parameters(law) };
        let mut simulation = Simulation::new(&gpu, &bodies, parameters).unwrap();
        simulation.advance(4).unwrap();
        p99(&gpu, &simulation)
    };
    // By this angle, cells would pull as a whole far within the law.
    let wide = TreeSettings { opening: Opening::Angle(1.0), ..TreeSettings::default() };
    let of_points = error(ForceLaw::Plummer, 1e-3, wide);
    for law in OTHERS {
        for length in [0.02, LENGTH] {
            let promised = error(law, length, TreeSettings::default());
            let by_angle = error(law, length, wide);
            assert!(
                promised < 1.1e-3 && by_angle < 1.1 * of_points,
                "{law:?}, {length}: {promised:e}, {by_angle:e} beside {of_points:e}"
            );
        }
    }
}

#[test]
fn grids_refuse_other_laws_and_so_do_flags_that_ask_for_both() {
    let gpu = gpu();
    for law in OTHERS {
        let gravity = Gravity::Mesh(MeshSettings::default());
        let parameters = Parameters { gravity, ..parameters(law) };
        assert_eq!(parameters.validate(), Err(ParameterError::MeshLaw(law)));
        assert!(Simulation::new(&gpu, &cluster(64), parameters).is_err());
    }
    let softening = Softening { law: ForceLaw::CutOff, length: 1.0 };
    assert_eq!(softening.strength(1.0, 0.81), 0.0);
}
