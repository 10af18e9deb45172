//! Gravity on a grid against direct sums and closed forms.

use crate::common::mesh::{bodies, compare_isolated, compare_periodic, cube, on_grid};
use crate::common::{checked_gpu, gpu};
use starshell::gpu::GpuError;
use starshell::physics::{Mesh, MeshRequest};

#[test]
fn a_cube_that_is_alone_agrees_with_direct_sums() {
    compare_isolated(&gpu()).unwrap();
    compare_isolated(&checked_gpu()).unwrap();
}

#[test]
fn a_periodic_cube_agrees_with_waves() {
    compare_periodic(&gpu()).unwrap();
}

#[test]
fn a_periodic_cube_has_no_edges() {
    let gpu = gpu();
    let inside = bodies(50);
    let moved: Vec<[f32; 4]> = inside.iter().map(|[x, y, z, mass]| [x + 0.5, y - 1.0, z + 2.25, *mass]).collect();
    let [here, there] = [&inside, &moved].map(|bodies| on_grid(&gpu, Some(cube(8, true)), bodies).unwrap());
    for (here, there) in here.iter().zip(&there) {
        let apart = here.iter().zip(there).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(apart < 1e-4, "{here:?} and {there:?}");
    }
}

#[test]
fn bodies_outside_take_no_part() {
    let gpu = gpu();
    let mut all = bodies(40);
    let alone = on_grid(&gpu, Some(cube(8, false)), &all).unwrap();
    all.extend([[1.5, 0.5, 0.5, 0.1], [0.5, -0.1, 0.5, 0.1], [f32::NAN, 0.5, 0.5, 0.1]]);
    let found = on_grid(&gpu, Some(cube(8, false)), &all).unwrap();
    assert_eq!(found[..40], alone);
    assert_eq!(found[40..], [[0.0; 4]; 3]);
}

#[test]
fn an_impossible_grid_is_refused() {
    let gpu = gpu();
    let buffer = |len| gpu.storage::<[f32; 4]>("bodies", len).unwrap();
    let refused = |request: MeshRequest, accelerations| Mesh::new(&gpu, request, &buffer(3), &buffer(accelerations)).unwrap_err();
    let sentences = [
        (refused(cube(3, true), 3), "too coarse"),
        (refused(cube(22, true), 3), "cannot be transformed"),
        (refused(MeshRequest { mass: 0.0, ..cube(8, true) }, 3), "a mass of 0"),
        (refused(MeshRequest { length: f64::NAN, ..cube(8, true) }, 3), "length NaN"),
        (refused(cube(8, true), 2), "2 accelerations"),
    ];
    for (error, sentence) in sentences {
        assert!(matches!(error, GpuError::Mismatch(_)) && error.to_string().contains(sentence), "{error}");
    }
}
