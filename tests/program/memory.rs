//! Memory does not grow over thousands of pictures, steps and measurements, and large files take
//! little. It is read from /proc/self, which only Linux has.
//!
//! Mesa 22.3's lavapipe inlines the uniform values that decide branches and trip counts, recompiles
//! the shader each time it is bound, and never frees it: 100 KiB or more per picture for each
//! shader that branches on a uniform.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::process::Command;

use crate::common::breadth::is_thorough;
use crate::common::program::{Run, run};
use crate::common::{cluster, gpu};
use glam::Vec3;
use starshell::exchange::{self, Reading};
use starshell::physics::{
    ForceKernel, Integrator, Parameters, Plan, Precision, Simulation, State, Survey,
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

/// Tests that those below run in processes of their own, where no other test takes memory.
/// `./test nightly` leaves them to those.
mod apart {
    use super::*;

    #[test]
    #[ignore = "a part of a test below, in its own process"]
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

    /// Bodies of a file, and bytes that the file takes for each: a Tipsy record.
    const BODIES: u32 = 1_000_000;
    const BYTES: f64 = 36.0;
    /// Most memory that a scene of them may take on its way, in bytes of the file.
    const MOST: f64 = 2.5;

    /// Bodies of a Tipsy file, without memory for all of them.
    fn write_tipsy(path: &std::path::Path) {
        let mut file = BufWriter::new(File::create(path).unwrap());
        let head = [BODIES, 3, 0, BODIES, 0, 0];
        file.write_all(&0.0_f64.to_le_bytes()).unwrap();
        head.iter().for_each(|word| file.write_all(&word.to_le_bytes()).unwrap());
        // A ball at rest: places by the golden ratio and its powers fill a cube evenly.
        let place = |number: u32, step: f64| (f64::from(number) * step).fract() as f32 - 0.5;
        for number in 0..BODIES {
            let [x, y, z] = [0.819_172_5, 0.671_043_6, 0.549_700_5].map(|it| place(number, it));
            let record = [1.0 / BODIES as f32, x, y, z, -0.1 * y, 0.1 * x, 0.0, 0.01, -1.0];
            record.iter().for_each(|word| file.write_all(&word.to_le_bytes()).unwrap());
        }
        file.flush().unwrap();
    }

    /// The most resident memory that this process has had, in bytes.
    fn most_resident() -> f64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
        1024.0 * line.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap()
    }

    #[test]
    #[ignore = "a part of a test below, in its own process"]
    fn a_scene_of_a_file_takes_less_than_twice_and_a_half_its_size() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("many.tipsy");
        write_tipsy(&path);
        let before = most_resident();
        let imported = exchange::read(&path, &Reading::default()).unwrap();
        let in_units = Scene::of_imported(&imported, Some(&"kpc km/s 1e10 Msun".parse().unwrap()));
        for scene in [Scene::of_imported(&imported, None).unwrap(), in_units.unwrap()] {
            // What is uploaded.
            let given = scene.initial.given().unwrap();
            let state = State::new(given, scene.physics.precision).unwrap();
            assert_eq!(state.len(), BODIES as usize);
        }
        let taken = (most_resident() - before) / (f64::from(BODIES) * BYTES);
        assert!((0.9..MOST).contains(&taken), "{taken:.2} times the size of the file");
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
    #[ignore = "a part of a test below, in its own process"]
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

/// Runs a test from above in a process of its own, which returns larger blocks than this to the
/// system as soon as they are free, if given: otherwise glibc may keep up to 32 MiB of each.
fn passes(name: &str, blocks: Option<&str>) {
    let arguments = [name, "--exact", "--ignored", "--nocapture"];
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(arguments).envs(blocks.map(|bytes| ("MALLOC_MMAP_THRESHOLD_", bytes)));
    let Run { code, out, err, .. } = run(&mut command);
    assert!(code == Some(0) && out.contains("1 passed"), "{out}{err}");
}

#[test]
fn pictures_steps_and_measurements_leave_no_memory_behind() {
    passes("memory::apart::pictures_add_no_memory", None);
    passes("memory::apart::steps_and_measurements_add_no_memory", None);
}

#[test]
fn scenes_of_files_take_little_memory() {
    let name = "memory::apart::a_scene_of_a_file_takes_less_than_twice_and_a_half_its_size";
    passes(name, Some("65536"));
}
