//! Memory does not grow over thousands of pictures, steps and measurements. It is read from
//! /proc/self/statm, which only Linux has.
//!
//! Mesa 22.3's lavapipe inlines the uniform values that decide branches and trip counts, recompiles
//! the shader each time it is bound, and never frees it: 100 KiB or more per picture for each
//! shader that branches on a uniform.

use std::process::Command;

use crate::common::breadth::is_thorough;
use crate::common::program::{Run, run};
use crate::common::{cluster, gpu};
use glam::Vec3;
use starshell::physics::{
    ForceKernel, Integrator, Parameters, Plan, Precision, Simulation, Survey,
};
use starshell::render::{Camera, ColorBy, ColorMap, Format, Look, Target};
use starshell::scene::Scene;
use starshell::session::{Pace, Session};

/// Pictures after which all one-time allocations are done, and pictures after those.
const FIRST: u32 = 100;
const LATER: u32 = 250;
/// KiB that a picture may add. A recompiled kernel adds a hundred.
const MAX_GROWTH: f64 = 4.0;

/// Resident memory of this process in KiB.
fn resident() -> f64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: f64 = statm.split(' ').nth(1).unwrap().parse().unwrap();
    pages * 4.0
}

/// A camera and a look unique to this picture.
fn view(number: u32) -> (Camera, Look) {
    let n = number as f32;
    let camera = Camera {
        target: Vec3::splat(1e-3 * n),
        distance: 4.0 + 1e-2 * n,
        azimuth: n % 360.0,
        ..Camera::default()
    };
    let color_by = [
        ColorBy::Speed,
        ColorBy::Acceleration,
        ColorBy::Distance,
        ColorBy::Component,
        ColorBy::Uniform,
    ];
    let look = Look {
        color_by: color_by[number as usize % color_by.len()],
        color_map: if number % 30 < 15 { ColorMap::Starlight } else { ColorMap::Viridis },
        color_range: number.is_multiple_of(3).then_some([0.1, 1.0 + n]),
        exposure: (0.1 * n).sin(),
        bloom: 0.2 + 0.2 * (0.07 * n).cos(),
        background: [1e-6 * n; 3],
        dark_components: if number.is_multiple_of(7) { vec![1 + number % 5] } else { Vec::new() },
        trails: if number % 40 < 20 { 0.08 + 0.01 * (number % 20) as f32 } else { 0.0 },
        negative: number.is_multiple_of(5),
        ..Look::default()
    };
    (camera, look)
}

/// Tests that the one below runs in processes of their own, where no other test takes memory.
/// `./test nightly` leaves them to it.
mod apart {
    use super::*;

    #[test]
    #[ignore = "a part of the test below, in its own process"]
    fn pictures_add_no_memory() {
        let gpu = gpu();
        let mut scene = Scene::load("plummer").unwrap();
        scene.count = 64;
        let mut session = Session::new(&gpu, scene, Pace::StepsPerFrame(1)).unwrap();
        let target = Target::new(&gpu, [64, 48], Format::default()).unwrap();
        let mut begin = 0.0;
        for number in 0..FIRST + LATER {
            let (camera, look) = view(number);
            session.viewing().set_camera(&camera);
            *session.viewing().look_mut() = look;
            let mut encoder = gpu.encoder("test");
            session.frame(&mut encoder, &target).unwrap();
            let submission = session.submit(encoder);
            session.wait_for(submission).unwrap();
            if number == FIRST {
                begin = resident();
            }
        }
        let grown = (resident() - begin) / f64::from(LATER);
        assert!(grown < MAX_GROWTH, "each picture adds {grown:.1} KiB");
    }

    /// KiB of growth per step and measurement of `bodies`, after a few warm-up ones.
    fn growth(
        count: usize,
        parameters: Parameters,
        kernel: ForceKernel,
        shares: Option<u32>,
    ) -> f64 {
        let gpu = gpu();
        let plan = kernel.plan(&gpu, count as u32).unwrap();
        let plan = Plan { shares: shares.unwrap_or(plan.shares), ..plan };
        let mut simulation =
            Simulation::with_plan(&gpu, &cluster(count), parameters, plan).unwrap();
        let mut survey = Survey::new(&gpu, &simulation).unwrap();
        let mut run = |rounds: u32| {
            for _ in 0..rounds {
                simulation.advance(1).unwrap();
                survey.measure(&simulation).unwrap();
            }
        };
        run(10);
        let before = resident();
        let rounds = 60;
        run(rounds);
        (resident() - before) / f64::from(rounds)
    }

    /// Recompilation depends on counts and shares; these are some that caused it.
    #[test]
    #[ignore = "a part of the test below, in its own process"]
    fn steps_and_measurements_add_no_memory() {
        let auto = ForceKernel::Auto;
        let cases = [
            (64, Precision::Single, ForceKernel::Symmetric, None),
            (1024, Precision::Single, auto, None),
            (1024, Precision::Single, auto, Some(20)),
            (1024, Precision::Pair, auto, Some(20)),
            (1024, Precision::Double, auto, None),
        ];
        let integrators = [Integrator::LeapfrogKdk, Integrator::Hermite4, Integrator::RungeKutta4];
        for (index, (count, precision, kernel, shares)) in cases.into_iter().enumerate() {
            // Each with the next one.
            let integrators =
                if is_thorough() { &integrators[..] } else { &integrators[index % 3..][..1] };
            for &integrator in integrators {
                let adaptive = (integrator == Integrator::Hermite4).then_some(0.3);
                let parameters =
                    Parameters { precision, adaptive, ..Parameters::new(integrator, 1e-3, 0.1) };
                let grown = growth(count, parameters, kernel, shares);
                let what =
                    format!("{count} bodies, {precision:?}, {integrator:?}, {shares:?} shares");
                assert!(grown < MAX_GROWTH, "{what}: each round adds {grown:.1} KiB");
            }
        }
    }
}

#[test]
fn pictures_steps_and_measurements_leave_no_memory_behind() {
    for name in [
        "memory::apart::pictures_add_no_memory",
        "memory::apart::steps_and_measurements_add_no_memory",
    ] {
        let arguments = [name, "--exact", "--ignored", "--nocapture"];
        let Run { code, out, err, .. } =
            run(Command::new(std::env::current_exe().unwrap()).args(arguments));
        assert!(code == Some(0) && out.contains("1 passed"), "{out}{err}");
    }
}
