//! What `./test quick` runs on the adapter: one small run is correct, and there is something to
//! see.

use crate::common::pictures::of_scene;
use crate::common::{distance, gpu};
use starshell::physics::reference::Reference;
use starshell::physics::{Simulation, Survey, reference};
use starshell::scene::Scene;

#[test]
fn a_small_run_follows_the_reference_and_can_be_seen() {
    let (gpu, scene) = (gpu(), Scene { count: 200, ..Scene::load("plummer").unwrap() });
    let bodies = scene.bodies().unwrap();
    let mut simulation = Simulation::new(&gpu, &bodies, scene.physics).unwrap();
    let mut expected = Reference::new(bodies, scene.physics);
    simulation.advance(10).unwrap();
    expected.advance(10);
    let off = distance(&simulation.bodies().download(&gpu).unwrap(), expected.bodies());
    assert!(off < 1e-5, "the bodies are off by {off:e}");
    let softening = scene.physics.softening;
    let measured = Survey::new(&gpu, &simulation).unwrap().measure(&simulation).unwrap();
    let drift = measured.energy_drift(&reference::diagnostics(expected.bodies(), softening)).abs();
    assert!(drift < 1e-5, "the energy is off by {drift:e}");
    let picture = of_scene(&gpu, scene, [96, 64]);
    assert!(picture.rgb8().unwrap().iter().any(|channel| *channel > 60), "the picture is dark");
}
