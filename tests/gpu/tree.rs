//! The tree against direct sums and plain recursion: awkward bodies, every plan, errors that fall
//! as they should, the same bits.

use crate::common::force::difference;
use crate::common::tree::{
    check_structure, compare_adjustments, compare_control, compare_expansion, compare_shared_walks,
    compare_stored_data, compare_tree, compare_walks, direct, errors_of, rounded, run, run_plan,
    takes_turns,
};
use crate::common::tree_cell::TreeCell;
use crate::common::{Random, checked_gpu, cube, gpu};
use glam::DVec3;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use starshell::gpu::{Gpu, GpuError, Tuning};
use starshell::lab::{TreeModel, by_stored_data};
use starshell::name::Named;
use starshell::physics::kernels::WalkPlan;
use starshell::physics::{
    Bodies, Body, Multipoles, Opening, Output, Precision, Tree, TreeError, TreeSettings, reference,
};

fn vectors(rows: &[[f64; 4]]) -> Vec<DVec3> {
    rows.iter().map(|row| DVec3::new(row[0], row[1], row[2])).collect()
}

#[test]
fn trees_agree_with_direct_sums_for_awkward_bodies() {
    compare_tree(&gpu()).unwrap();
}

#[test]
fn long_walks_of_many_groups_come_first() {
    // More than 512 groups of 32, whose long walks are above 1.5 times the mean.
    takes_turns(&gpu(), &rounded(&TreeModel::Plummer.bodies(17_000))).unwrap();
}

#[test]
fn trees_agree_with_checks() {
    compare_tree(&checked_gpu()).unwrap();
}

#[test]
fn every_plan_agrees() {
    let (gpu, bodies) = (gpu(), cube(1100));
    let (accelerations, _) = direct(&bodies, 0.05);
    for group in [32, 64] {
        for order in [Multipoles::Monopole, Multipoles::Quadrupole] {
            let exact = TreeSettings { group, order, leaf: 10, ..TreeSettings::with_accuracy(0.0) };
            let mut plans = WalkPlan::all(&gpu, group);
            assert!(plans.len() >= 2);
            // Each takes half a second to compile.
            plans.truncate(if order == Multipoles::Quadrupole { 3 } else { 1 });
            for plan in plans {
                let found = run_plan(&gpu, &bodies, 0.05, exact, plan, None, 2).unwrap();
                let off = difference(&found.rows, &accelerations);
                assert!(off < 3e-6, "{plan:?}: off by {off:e}");
            }
        }
    }
}

#[test]
fn walks_that_workgroups_share_give_the_same_bits() {
    compare_shared_walks(&gpu()).unwrap();
}

/// In a stack with room for little more than one run per level, walks continue depth first.
/// Distances from bodies instead of boxes open fewer cells, and change nothing else.
#[test]
fn stored_data_open_the_same_cells() {
    let gpu = gpu();
    compare_stored_data(&by_stored_data(&gpu), &gpu).unwrap();
}

#[test]
fn walks_agree_in_a_small_stack_and_by_distances_from_bodies() {
    let (gpu, bodies) = (gpu(), cube(3000));
    let (accelerations, _) = direct(&bodies, 0.02);
    let threads: Tuning = if gpu.is_software() {
        &[("THREADS", 8), ("BODIES", 4)]
    } else {
        &[("THREADS", 32), ("BODIES", 1)]
    };
    let by_boxes: Tuning = [threads, &[("MANY", 10_000)]].concat().leak();
    let bound: Tuning = [by_boxes, &[("STACK", 34)]].concat().leak();
    let from_bodies: Tuning = [threads, &[("MANY", 0)]].concat().leak();
    let mut works = Vec::new();
    for tuning in [by_boxes, bound, from_bodies] {
        let plan =
            WalkPlan { tuning, is_by_subgroups: false, ..WalkPlan::new(&gpu, bodies.len(), 32) };
        for (settings, most) in
            [(TreeSettings::with_accuracy(0.0), 3e-6), (TreeSettings::with_angle(0.3), 1e-3)]
        {
            let found = run_plan(&gpu, &bodies, 0.02, settings, plan, None, 1).unwrap();
            let off = difference(&found.rows, &accelerations);
            assert!(off < most, "{tuning:?}, {settings:?}: off by {off:e}");
        }
        let on_gpu = Bodies::new(&gpu, &bodies).unwrap();
        let settings = TreeSettings::with_angle(0.3);
        let tree =
            Tree::with_plan(&gpu, &on_gpu, 0.02, Output::Potential, settings, plan, None).unwrap();
        let work = tree.count_work(&gpu).unwrap().unwrap();
        let mut encoder = gpu.encoder("test");
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        tree.encode(&mut pass);
        work.encode(&mut pass);
        drop(pass);
        gpu.submit(encoder);
        let groups = gpu.read(work.of_groups()).unwrap();
        works.push(
            [0, 1, 3, 4].map(|column| {
                groups.iter().map(|group| u64::from(group[column])).collect::<Vec<_>>()
            }),
        );
    }
    let sum = |work: &[u64]| work.iter().sum::<u64>();
    let most = |work: &[u64]| work.iter().copied().max().unwrap();
    assert_eq!(works[0][..2], works[1][..2], "the stack decides about the order alone");
    assert_eq!(works[0][3], works[1][3], "the stack decides about the order alone");
    assert!(most(&works[1][2]) < most(&works[0][2]), "a small stack takes a node at a time");
    assert!(sum(&works[2][0]) < sum(&works[0][0]), "boxes open more cells");
}

#[test]
fn errors_fall_with_the_angle_and_the_accuracy() {
    let gpu = gpu();
    let [mono, quad] = [Multipoles::Monopole, Multipoles::Quadrupole];
    for model in [TreeModel::Plummer, TreeModel::Uniform, TreeModel::Disk, TreeModel::TwoClusters] {
        let of = |order, opening| {
            let settings = TreeSettings { opening, order, ..TreeSettings::default() };
            let errors = errors_of(&gpu, model, 6000, settings, 2);
            println!("{} {} {opening:?}: {errors:?}", model.name(), order.name());
            errors
        };
        // Half the angle: a quarter and an eighth of the error of a cell, and less of random sums
        // of them.
        for (order, least) in [(mono, 2.0), (quad, 4.0)] {
            let [coarse, fine] = [0.6, 0.3].map(|angle| of(order, Opening::Angle(angle)));
            assert!(
                coarse.median / fine.median > least && coarse.p99 / fine.p99 > least,
                "{}: {coarse:?} {fine:?}",
                model.name()
            );
        }
        let [coarse, fine] = [-7, -11].map(|power| of(quad, Opening::Accuracy(2_f64.powi(power))));
        assert!(
            coarse.median / fine.median > 2.0 && coarse.p99 / fine.p99 > 2.0,
            "{}: {coarse:?} {fine:?}",
            model.name()
        );
        assert!(fine.p99 < 1e-3, "{}: {fine:?}", model.name());
    }
}

#[test]
fn errors_are_at_most_those_of_plain_recursion() {
    let bodies = rounded(&TreeModel::Plummer.bodies(4000));
    let cells = TreeCell::new(&bodies, 16);
    let sample = || (0..4000).step_by(17);
    let expected: Vec<DVec3> =
        sample().map(|index| reference::acceleration_of(&bodies, 0.02, index)).collect();
    for order in [Multipoles::Monopole, Multipoles::Quadrupole] {
        let settings = TreeSettings { order, leaf: 16, ..TreeSettings::with_angle(0.5) };
        let found = vectors(&run(&gpu(), &bodies, 0.02, settings, 1).unwrap().rows);
        let has_moments = order == Multipoles::Quadrupole;
        let plain: Vec<DVec3> = sample()
            .map(|index| cells.acceleration_of(&bodies, index, 0.02, 0.5, has_moments))
            .collect();
        let plain = reference::relative_errors(&plain, &expected);
        let got = reference::relative_errors(
            &sample().map(|index| found[index]).collect::<Vec<_>>(),
            &expected,
        );
        println!("{}: plain {plain:?}, shared {got:?}", order.name());
        assert!(plain.median > 0.0 && got.median < 1.1 * plain.median && got.p99 < 1.1 * plain.p99);
        assert!(got.median > 0.1 * plain.median, "cells open too early");
        // Plain recursion itself becomes the direct sum.
        let exact: Vec<DVec3> = sample()
            .map(|index| cells.acceleration_of(&bodies, index, 0.02, 0.0, has_moments))
            .collect();
        assert!(reference::relative_errors(&exact, &expected).max < 1e-10);
    }
}

#[test]
fn more_workgroups_than_a_dimension_holds_are_folded_into_rows() {
    let gpu =
        Gpu::open_with(None, |_, limits| limits.max_compute_workgroups_per_dimension = 36).unwrap();
    let bodies = cube(6000);
    let found =
        run(&gpu, &bodies, 0.05, TreeSettings { leaf: 8, ..TreeSettings::with_accuracy(0.0) }, 1)
            .unwrap();
    assert!(difference(&found.rows, &direct(&bodies, 0.05).0) < 3e-6);
}

#[test]
fn forces_have_the_same_bits_in_every_run() {
    let bodies = rounded(&TreeModel::Plummer.bodies(5000));
    let settings = TreeSettings::default();
    let first = run(&gpu(), &bodies, 0.01, settings, 3).unwrap().rows;
    for _ in 0..2 {
        assert!(run(&gpu(), &bodies, 0.01, settings, 3).unwrap().rows == first);
    }
}

#[test]
fn momentum_is_conserved_within_the_error() {
    let bodies = rounded(&TreeModel::Plummer.bodies(5000));
    let [coarse, fine] = [1.0 / 128.0, 1.0 / 4096.0].map(|accuracy| {
        let rows =
            run(&gpu(), &bodies, 0.01, TreeSettings::with_accuracy(accuracy), 2).unwrap().rows;
        let forces: Vec<DVec3> =
            vectors(&rows).iter().zip(&bodies).map(|(a, body)| *a * body.mass).collect();
        forces.iter().sum::<DVec3>().length()
            / forces.iter().map(|force| force.length()).sum::<f64>()
    });
    println!("the whole is pulled by {coarse:.1e} and {fine:.1e} of the forces");
    assert!(coarse < 1e-3 && fine < 1e-4);
}

#[test]
fn bodies_that_are_not_finite_are_left_out_and_counted() {
    let mut bodies = cube(500);
    let good: Vec<Body> = bodies
        .iter()
        .enumerate()
        .filter(|(index, _)| index % 50 != 3)
        .map(|(_, body)| *body)
        .collect();
    for (index, body) in bodies.iter_mut().enumerate().filter(|(index, _)| index % 50 == 3) {
        match index % 4 {
            0 => body.position.x = f64::NAN,
            1 => body.position.y = f64::INFINITY,
            2 => body.mass = f64::NAN,
            _ => body.position.z = f64::NEG_INFINITY,
        }
    }
    let found = run(&gpu(), &bodies, 0.05, TreeSettings::with_accuracy(0.0), 1).unwrap();
    assert_eq!(found.levels.bodies, 490);
    let (expected, _) = direct(&good, 0.05);
    let is_good = |index: usize| index % 50 != 3;
    let kept: Vec<[f64; 4]> = found
        .rows
        .iter()
        .enumerate()
        .filter(|(index, _)| is_good(*index))
        .map(|(_, row)| *row)
        .collect();
    assert!(difference(&kept, &expected) < 3e-6);
    assert!(found.rows.iter().enumerate().all(|(index, row)| is_good(index) || *row == [0.0; 4]));
    // Nobody is left.
    bodies.iter_mut().for_each(|body| body.position.x = f64::NAN);
    let found = run(&gpu(), &bodies, 0.05, TreeSettings::default(), 2).unwrap();
    assert!(found.levels.bodies == 0 && found.rows.iter().all(|row| *row == [0.0; 4]));
}

#[test]
fn leaves_grow_where_memory_has_no_room_for_nodes() {
    let bodies = cube(3000);
    let (expected, _) = direct(&bodies, 0.05);
    for capacity in [1, 9, 100, 400] {
        let settings = TreeSettings { leaf: 8, ..TreeSettings::with_accuracy(0.0) };
        let plan = WalkPlan::new(&gpu(), bodies.len(), settings.group);
        let found = run_plan(&gpu(), &bodies, 0.05, settings, plan, Some(capacity), 1).unwrap();
        assert!(found.levels.nodes <= capacity && found.levels.nodes > capacity / 9);
        let off = difference(&found.rows, &expected);
        assert!(off < 4e-6, "room for {capacity} nodes: off by {off:e}");
    }
}

#[test]
fn random_bodies_agree_with_direct_sums() {
    let gpu = gpu();
    let bodies = (1_usize..400, 0_u64..1000, 0_i32..12, 0_usize..4).prop_map(
        |(count, seed, decades, kind)| {
            let mut random = Random::new(seed);
            let mut point = || {
                let scale = 10_f64.powf(-random.number() * f64::from(decades));
                let point = random.point() * scale;
                match kind {
                    0 => point,
                    1 => (point * 8.0).round() / 8.0,
                    2 => DVec3::new(point.x, 0.25, 0.25),
                    _ => {
                        point
                            + if random.number() < 0.5 { DVec3::splat(300.0) } else { DVec3::ZERO }
                    }
                }
            };
            let body = |position: DVec3| Body {
                position,
                velocity: DVec3::ZERO,
                mass: 0.25,
                component: 0,
            };
            rounded(&(0..count).map(|_| body(point())).collect::<Vec<_>>())
        },
    );
    let config = Config { cases: 48, failure_persistence: None, ..Config::default() };
    let settings = TreeSettings { leaf: 8, ..TreeSettings::with_accuracy(0.0) };
    TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    )
    .run(&bodies, |bodies| {
        let found = run(&gpu, &bodies, 0.05, settings, 1).map_err(TestCaseError::fail)?;
        let (expected, _) = direct(&bodies, 0.05);
        prop_assert!(difference(&found.rows, &expected) < 4e-6);
        Ok(())
    })
    .unwrap();
}

#[test]
fn settings_that_no_tree_supports_are_refused() {
    let gpu = gpu();
    let bodies = Bodies::new(&gpu, &cube(20)).unwrap();
    let refused =
        |bodies, output, settings| Tree::new(&gpu, bodies, 0.05, output, settings).unwrap_err();
    let settings = TreeSettings::default();
    assert!(matches!(
        refused(&bodies, Output::Jerk, settings),
        TreeError::Gpu(GpuError::Unsupported { .. })
    ));
    for wrong in [
        TreeSettings { leaf: 7, ..settings },
        TreeSettings { leaf: 65, ..settings },
        TreeSettings { group: 33, ..settings },
    ] {
        assert!(matches!(
            refused(&bodies, Output::Acceleration, wrong),
            TreeError::Leaf(_) | TreeError::Group(_)
        ));
    }
    for wrong in [-0.1, 1.1, f64::NAN] {
        let error = refused(&bodies, Output::Acceleration, TreeSettings::with_angle(wrong));
        assert!(
            matches!(error, TreeError::Opening(_)) && error.to_string().contains("from 0 to 1"),
            "{error}"
        );
    }
    let wide = Bodies::with_precision(&gpu, &cube(20), Precision::Double).unwrap();
    let error = refused(&wide, Output::Acceleration, settings).to_string();
    assert!(error.contains("single precision") && error.contains("f32"), "{error}");
    // Positions of `f32+` are rounded for force passes.
    let pair = Bodies::with_precision(&gpu, &cube(20), Precision::Pair).unwrap();
    assert!(Tree::new(&gpu, &pair, 0.05, Output::Acceleration, settings).is_ok());
    // No bodies: nothing to do.
    let none =
        Tree::new(&gpu, &Bodies::new(&gpu, &[]).unwrap(), 0.05, Output::Acceleration, settings)
            .unwrap();
    let mut encoder = gpu.encoder("test");
    none.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    gpu.submit(encoder);
    assert!(none.levels().is_none() && none.rows().is_empty());
}

#[test]
fn memory_stays_within_200_bytes_per_body() {
    let (gpu, bodies) = (gpu(), cube(20_000));
    let on_gpu = Bodies::new(&gpu, &bodies).unwrap();
    for leaf in [16, 32, 64] {
        let settings = TreeSettings { leaf, ..TreeSettings::default() };
        let tree = Tree::new(&gpu, &on_gpu, 0.05, Output::Acceleration, settings).unwrap();
        let bytes = tree.bytes() / 20_000;
        println!("leaf {leaf}: {bytes} bytes per body");
        assert!(bytes <= 200);
        let mut encoder = gpu.encoder("test");
        tree.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
        gpu.submit(encoder);
        check_structure(&gpu, &tree, &bodies).unwrap();
    }
}

#[test]
fn a_run_keeps_the_errors_that_were_asked_for() {
    compare_control(&gpu()).unwrap();
}

#[test]
fn a_judgement_moves_the_accuracy_as_far_as_it_is_sure() {
    compare_adjustments(&gpu()).unwrap();
}

#[test]
fn a_distant_cluster_pulls_on_the_centre_of_a_group_and_each_body_gets_its_share() {
    compare_expansion(&gpu()).unwrap();
}

#[test]
fn walks_of_bodies_as_they_come_and_of_each_alone_agree() {
    compare_walks(&gpu()).unwrap();
}
