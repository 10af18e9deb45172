//! Compares trees with direct sums, and their nodes with what nodes must be. The real kernels pass;
//! deliberately wrong ones must not.

use std::sync::LazyLock;

use glam::DVec3;
use starshell::gpu::Gpu;
use starshell::lab::TreeModel;
use starshell::name::Named;
use starshell::physics::kernels::{AdjustParams, INNER, TREE_ADJUST, WalkPlan};
use starshell::physics::{
    Bodies, Body, ForceErrorReading, ForceErrors, Gravity, Integrator, Multipoles, Opening, Output,
    Parameters, Simulation, Tree, TreeLevels, TreeSettings, TreeStage, TreeWalk, reference,
};

use super::force::difference;
use super::{Random, cube};

/// What a tree gave for some bodies.
pub struct Found {
    pub rows: Vec<[f64; 4]>,
    pub levels: TreeLevels,
    /// Groups whose walk in the tree before took long.
    pub long_walks: u32,
}

/// Records a tree `times` times, each over poisoned rows.
pub fn run_plan(
    gpu: &Gpu,
    bodies: &[Body],
    softening: f64,
    settings: TreeSettings,
    plan: WalkPlan,
    capacity: Option<u32>,
    times: usize,
) -> Result<Found, String> {
    let on_gpu = Bodies::new(gpu, bodies).unwrap();
    let tree =
        Tree::with_plan(gpu, &on_gpu, softening, Output::Potential, settings, plan, capacity)
            .unwrap();
    for time in 0..times {
        if time > 0 {
            let mut encoder = gpu.encoder("test");
            tree.encode_last(&mut encoder);
            gpu.submit(encoder);
        }
        tree.rows().fill(gpu, [f64::NAN; 4]);
        let mut encoder = gpu.encoder("test");
        tree.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
        gpu.submit(encoder);
    }
    check_structure(gpu, &tree, bodies)?;
    let levels = gpu.read(tree.levels().unwrap()).unwrap()[0];
    let long_walks = gpu.read(tree.structure().unwrap().turns).unwrap()[1];
    Ok(Found { rows: tree.rows().read(gpu).unwrap(), levels, long_walks })
}

/// The same with the plan of the adapter.
pub fn run(
    gpu: &Gpu,
    bodies: &[Body],
    softening: f64,
    settings: TreeSettings,
    times: usize,
) -> Result<Found, String> {
    run_plan(
        gpu,
        bodies,
        softening,
        settings,
        WalkPlan::new(gpu, bodies.len(), settings.group),
        None,
        times,
    )
}

/// Long walks are known from the second tree on, and are shared. By the angle, nothing else tells
/// the two apart.
pub fn compare_shared_walks(gpu: &Gpu) -> Result<(), String> {
    let settings = TreeSettings { leaf: 10, ..TreeSettings::with_angle(0.8) };
    let is_shared =
        |plan: &WalkPlan| plan.tuning.iter().any(|&(name, parts)| name == "PARTS" && parts > 1);
    let plan = WalkPlan::all(gpu, 32).into_iter().rfind(is_shared).ok_or("no plan shares walks")?;
    let bits = |found: &Found| {
        found.rows.iter().flatten().map(|number| number.to_bits()).collect::<Vec<_>>()
    };
    let many = [("disk", rounded(&TreeModel::Disk.bodies(12_000)), 0.02)];
    for (name, bodies, softening) in many.into_iter().chain(awkward()) {
        let whole = run_plan(gpu, &bodies, softening, settings, plan, None, 1)?;
        let shared = run_plan(gpu, &bodies, softening, settings, plan, None, 2)?;
        if name == "disk" && (whole.long_walks > 0 || shared.long_walks < 8) {
            return Err(format!("{} long walks, then {}", whole.long_walks, shared.long_walks));
        }
        if bits(&whole) != bits(&shared) {
            let others = |column: usize| {
                let pairs = whole.rows.iter().zip(&shared.rows);
                pairs
                    .filter(|(one, other)| one[column].to_bits() != other[column].to_bits())
                    .count()
            };
            let others = [0, 1, 2, 3].map(others);
            return Err(format!(
                "{name}: shared walks give other bits in {others:?} numbers of {} bodies",
                bodies.len()
            ));
        }
    }
    Ok(())
}

/// Whether a tree whose nodes store what their pull leaves out opens the same cells as `by_walk`, in
/// which the walk computes it: but for a few at the limit, where rounding decides.
pub fn compare_stored_data(stored: &Gpu, by_walk: &Gpu) -> Result<(), String> {
    let bodies = rounded(&TreeModel::Plummer.bodies(3000));
    let settings = TreeSettings { leaf: 16, ..TreeSettings::default() };
    let of = |gpu: &Gpu| -> Result<(Vec<[f64; 4]>, f64), String> {
        let on_gpu = Bodies::new(gpu, &bodies).unwrap();
        let tree = Tree::new(gpu, &on_gpu, 0.02, Output::Acceleration, settings).unwrap();
        // By the angle, and then by the accuracy.
        for _ in 0..2 {
            let mut encoder = gpu.encoder("test");
            tree.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
            tree.encode_last(&mut encoder);
            gpu.submit(encoder);
        }
        let work = tree.count_work(gpu).unwrap().unwrap();
        let mut encoder = gpu.encoder("test");
        work.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
        gpu.submit(encoder);
        let looks = gpu.read(work.of_groups()).unwrap();
        let looks = looks.iter().map(|[_, _, nodes, ..]| f64::from(*nodes)).sum();
        Ok((tree.rows().read(gpu).unwrap(), looks))
    };
    let ((stored, looks), (expected, all)) = (of(stored)?, of(by_walk)?);
    if (looks - all).abs() > 1e-3 * all {
        return Err(format!("{looks} looks at nodes, not {all}"));
    }
    for (place, (found, expected)) in stored.iter().zip(&expected).enumerate() {
        let [found, expected] = [found, expected].map(|row| DVec3::new(row[0], row[1], row[2]));
        // A cell at the limit errs by about the accuracy.
        let off = (found - expected).length() / expected.length();
        if off.is_nan() || off > 2e-3 {
            return Err(format!("body {place}: {found}, not {expected}"));
        }
    }
    Ok(())
}

/// Bodies that a tree may stumble over, with a softening.
pub fn awkward() -> Vec<(&'static str, Vec<Body>, f64)> {
    let at = |position: DVec3| Body { position, velocity: DVec3::ZERO, mass: 0.5, component: 0 };
    let scaled = |scale: f64| {
        cube(300)
            .into_iter()
            .map(move |b| Body { position: (b.position * scale).as_vec3().as_dvec3(), ..b })
    };
    let mut random = Random::new(9);
    let clumps = (0..20).flat_map(|_| vec![at(random.point().as_vec3().as_dvec3()); 34]).collect();
    vec![
        ("one body", cube(1), 0.0),
        ("two bodies", cube(2), 0.05),
        ("two bodies at one place", vec![at(DVec3::ONE); 2], 0.05),
        ("one place", vec![at(DVec3::new(0.3, -0.2, 0.1).as_vec3().as_dvec3()); 700], 0.05),
        ("one place without softening", vec![at(DVec3::ZERO); 70], 0.0),
        ("a line", (0..500).map(|k| at(DVec3::X * f64::from(k) * 0.25)).collect(), 0.0),
        (
            "a plane",
            cube(400).iter().map(|b| at(DVec3::new(b.position.x, 0.5, b.position.z))).collect(),
            0.05,
        ),
        ("clumps at single places", clumps, 0.05),
        (
            "far clusters",
            cube(600)
                .into_iter()
                .enumerate()
                .map(|(k, b)| Body {
                    position: if k % 3 == 0 {
                        (b.position * 1e-4 + DVec3::splat(1000.0)).as_vec3().as_dvec3()
                    } else {
                        b.position
                    },
                    ..b
                })
                .collect(),
            0.01,
        ),
        (
            "some not finite",
            cube(300)
                .iter()
                .enumerate()
                .map(|(k, b)| Body {
                    position: if k % 9 == 2 { DVec3::new(0.5, f64::NAN, 0.0) } else { b.position },
                    ..*b
                })
                .collect(),
            0.05,
        ),
        ("without masses", cube(300).iter().map(|b| Body { mass: 0.0, ..*b }).collect(), 0.05),
        (
            "some without masses",
            cube(300)
                .iter()
                .enumerate()
                .map(|(k, b)| Body { mass: if k % 7 == 0 { b.mass } else { 0.0 }, ..*b })
                .collect(),
            0.05,
        ),
        (
            "a heavy one",
            cube(300)
                .iter()
                .enumerate()
                .map(|(k, b)| Body { mass: if k == 5 { 1e6 } else { b.mass }, ..*b })
                .collect(),
            0.0,
        ),
        ("a tiny box", scaled(1e-30).collect(), 0.0),
        ("a tiny box with softening", scaled(1e-30).collect(), 1.0),
        ("a huge box", scaled(1e30).collect(), 0.0),
        ("the largest box", scaled(1.5e38).collect(), 0.0),
        ("a small box", scaled(1e-9).collect(), 0.0),
        ("a large box", scaled(1e12).collect(), 0.0),
    ]
}

/// The direct sum as single precision gives it: nothing where squares of distances overflow or
/// vanish.
pub fn direct(bodies: &[Body], softening: f64) -> (Vec<DVec3>, Vec<f64>) {
    let softened = if softening < 1e-10 { 0.0 } else { f64::from((softening * softening) as f32) };
    let of = |index: usize| {
        let (mut acceleration, mut potential) = (DVec3::ZERO, 0.0);
        for (other, body) in bodies.iter().enumerate() {
            let separation = body.position - bodies[index].position;
            let squared = separation.length_squared() + softened;
            if other != index && squared > 1.2e-38 && squared < 3.4e38 {
                potential -= body.mass / squared.sqrt();
                acceleration += separation * body.mass / (squared * squared.sqrt());
            }
        }
        (acceleration, potential)
    };
    (0..bodies.len()).map(of).unzip()
}

/// Everything that the kernels of a tree must do, most telling first.
///
/// # Errors
/// A sentence about the first mismatch.
pub fn compare_tree(gpu: &Gpu) -> Result<(), String> {
    let exact = TreeSettings { leaf: 16, ..TreeSettings::with_accuracy(0.0) };
    agrees(gpu, "a cube", &cube(1500), 0.05, exact, 1, 3e-6)?;
    // Unequal masses in a flat box, so that every moment matters.
    static FLAT: LazyLock<Vec<Body>> = LazyLock::new(|| {
        let squeezed = |b: Body| Body {
            position: (b.position * DVec3::new(4.0, 1.0, 0.5)).as_vec3().as_dvec3(),
            ..b
        };
        cube(3000).into_iter().map(squeezed).collect()
    });
    for (order, angle, times, most) in [
        (Multipoles::Quadrupole, 0.35, 1, 1.2e-3),
        (Multipoles::Monopole, 0.35, 1, 8e-3),
        (Multipoles::Quadrupole, 0.0, 2, 6e-4),
        (Multipoles::Monopole, 0.0, 2, 4e-3),
    ] {
        let opening =
            if angle > 0.0 { Opening::Angle(angle) } else { Opening::Accuracy(1.0 / 1024.0) };
        agrees(
            gpu,
            "a flat box",
            &FLAT,
            0.02,
            TreeSettings { opening, order, leaf: 16, group: 32 },
            times,
            most,
        )?;
    }
    follows_the_curve(gpu, &FLAT)?;
    // So far apart that more levels than there are dispatches lie above those of most nodes, and
    // some so near that few nodes lie below.
    static CLUSTERS: LazyLock<Vec<Body>> = LazyLock::new(|| {
        let mut bodies = TreeModel::TwoClusters.bodies(12_000);
        let place = bodies[0].position;
        bodies
            .iter_mut()
            .zip(0..40)
            .for_each(|(body, number)| body.position = place * (1.0 + 1e-6 * f64::from(number)));
        rounded(&bodies)
    });
    let on_gpu = Bodies::new(gpu, &CLUSTERS).unwrap();
    let tree =
        Tree::new(gpu, &on_gpu, 0.02, Output::Acceleration, TreeSettings { leaf: 8, ..exact })
            .unwrap();
    let mut encoder = gpu.encoder("test");
    for &stage in &TreeStage::ALL[..4] {
        tree.encode_stage(
            &mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()),
            stage,
        );
    }
    gpu.submit(encoder);
    check_structure(gpu, &tree, &CLUSTERS)?;
    let levels = gpu.read(tree.levels().unwrap()).unwrap()[0];
    if levels.wide < 12 || levels.wide == levels.depth {
        return Err(format!("levels that do not suit the test: {levels:?}"));
    }
    takes_turns(gpu, &rounded(&TreeModel::Plummer.bodies(4000)))?;
    for (what, bodies, softening) in awkward() {
        agrees(gpu, what, &bodies, softening, TreeSettings { leaf: 8, ..exact }, 1, 5e-6)?;
    }
    Ok(())
}

/// Whether groups whose walk took long walk first, and every group has a turn.
pub fn takes_turns(gpu: &Gpu, bodies: &[Body]) -> Result<(), String> {
    let on_gpu = Bodies::new(gpu, bodies).unwrap();
    // With an angle, both walks are the same.
    let tree = Tree::new(
        gpu,
        &on_gpu,
        0.02,
        Output::Acceleration,
        TreeSettings { leaf: 16, ..TreeSettings::with_angle(0.5) },
    )
    .unwrap();
    let work = tree.count_work(gpu).unwrap().unwrap();
    let mut encoder = gpu.encoder("test");
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
    tree.encode(&mut pass);
    tree.encode(&mut pass);
    work.encode(&mut pass);
    drop(pass);
    gpu.submit(encoder);
    let turns = gpu.read(tree.structure().unwrap().turns).unwrap();
    let works = gpu.read(work.of_groups()).unwrap();
    let efforts: Vec<u32> =
        works.iter().map(|[bodies, cells, nodes, ..]| (bodies + 2 * cells + nodes) / 4).collect();
    let [long, first, later, walks, sum] = [0, 1, 2, 3, 4].map(|k| turns[k]);
    if (walks as usize, sum) != (efforts.len(), efforts.iter().sum()) || first + later != walks {
        return Err(format!(
            "{walks} walks of {sum}, {first} and {later} turns, for {} groups",
            efforts.len()
        ));
    }
    let mean = f64::from(sum) / f64::from(walks);
    let is_long: Vec<bool> = efforts.iter().map(|&effort| effort > long).collect();
    let number = is_long.iter().filter(|&&is| is).count();
    // Of few groups, walks above the mean are long.
    let factor = if efforts.len() <= 512 { 1.0 } else { 1.5 };
    if (f64::from(long) - factor * mean).abs() > 1.0 || number != first as usize || number == 0 {
        return Err(format!(
            "{number} walks of more than {long} where the mean is {mean}, and {first} come first"
        ));
    }
    let order: Vec<usize> =
        turns[6..].chunks_exact(2).take(efforts.len()).map(|pair| pair[0] as usize).collect();
    let mut sorted = order.clone();
    sorted.sort_unstable();
    if sorted.into_iter().ne(0..efforts.len())
        || !order[..number].iter().all(|&group| is_long[group])
    {
        return Err(format!("the turns {order:?} of {efforts:?}"));
    }
    Ok(())
}

/// Whether the sorted bodies are as near to their neighbours as in the order of exact Morton keys.
fn follows_the_curve(gpu: &Gpu, bodies: &[Body]) -> Result<(), String> {
    let on_gpu = Bodies::new(gpu, bodies).unwrap();
    let tree =
        Tree::new(gpu, &on_gpu, 0.02, Output::Acceleration, TreeSettings::default()).unwrap();
    let mut encoder = gpu.encoder("test");
    tree.encode(&mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()));
    gpu.submit(encoder);
    let order = gpu.read(tree.structure().unwrap().order).unwrap();

    let low = bodies.iter().fold(DVec3::INFINITY, |low, body| low.min(body.position));
    let side =
        bodies.iter().fold(DVec3::ZERO, |sides, body| sides.max(body.position - low)).max_element();
    let key = |body: &Body| {
        let cell = ((body.position - low) / side * f64::from(1 << 21))
            .min(DVec3::splat(f64::from((1 << 21) - 1)));
        let digit = |level: u32| {
            cell.to_array().iter().fold(0_u64, |digits, x| 2 * digits + (*x as u64 >> level & 1))
        };
        (0..21).rev().fold(0_u64, |key, level| 8 * key + digit(level))
    };
    let mut exact: Vec<usize> = (0..bodies.len()).collect();
    exact.sort_by_key(|&index| key(&bodies[index]));
    let length = |order: &mut dyn Iterator<Item = usize>| {
        let places: Vec<DVec3> = order.map(|index| bodies[index].position).collect();
        places.windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f64>()
    };
    let (got, expected) =
        (length(&mut order.iter().map(|&index| index as usize)), length(&mut exact.into_iter()));
    if (got / expected - 1.0).abs() > 0.01 {
        return Err(format!("the way through the sorted bodies is {got} long, not {expected}"));
    }
    Ok(())
}

/// Whether a distant cluster pulls on a group by the local expansion alone, as precisely as its
/// terms allow. The group has no masses, so that nothing else pulls on it.
///
/// # Errors
/// A sentence about the first mismatch.
pub fn compare_expansion(gpu: &Gpu) -> Result<(), String> {
    let offset = DVec3::new(36.0, 22.0, 46.0);
    let group = cube(32).into_iter().map(|body| Body { mass: 0.0, ..body });
    let cluster = cube(400)
        .into_iter()
        .map(|body| Body { position: body.position * DVec3::new(2.0, 1.0, 0.5) + offset, ..body });
    let bodies = rounded(&group.chain(cluster).collect::<Vec<_>>());
    // Few bodies walk without expansions on a GPU.
    let expands = |plan: &WalkPlan| !plan.tuning.contains(&("EXPAND", 0));
    for scale in [1.0, 1e-9, 1e9] {
        let bodies: Vec<_> =
            bodies.iter().map(|body| Body { position: body.position * scale, ..*body }).collect();
        let bodies = rounded(&bodies);
        for (order, softening, most) in [
            (Multipoles::Quadrupole, 0.0, [1.5e-4, 1e-5]),
            (Multipoles::Quadrupole, 40.0 * scale, [1.5e-4, 1e-5]),
            (Multipoles::Monopole, 0.0, [2e-3, 1e-3]),
        ] {
            let on_gpu = Bodies::new(gpu, &bodies).unwrap();
            let settings = TreeSettings { order, ..TreeSettings::with_angle(0.5) };
            let plan = Some(WalkPlan::new(gpu, bodies.len(), settings.group)).filter(expands);
            let other = || WalkPlan::all(gpu, settings.group).into_iter().find(expands);
            let plan = plan.or_else(other).unwrap();
            let tree =
                Tree::with_plan(gpu, &on_gpu, softening, Output::Potential, settings, plan, None)
                    .unwrap();
            let work = tree.count_work(gpu).unwrap().unwrap();
            let mut encoder = gpu.encoder("test");
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            tree.encode(&mut pass);
            work.encode(&mut pass);
            drop(pass);
            gpu.submit(encoder);
            let [near, far, .., remote] = gpu.read(work.of_groups()).unwrap()[0];
            if [near, far] != [32, 0] || remote == 0 {
                return Err(format!(
                    "scale {scale}: {near} bodies, {far} cells and {remote} remote ones pull on the group"
                ));
            }
            let (accelerations, potentials) = direct(&bodies, softening);
            let rows = tree.rows().read(gpu).unwrap();
            for (index, row) in rows.iter().enumerate().take(32) {
                let got = DVec3::new(row[0], row[1], row[2]);
                let off = [
                    got.distance(accelerations[index]) / accelerations[index].length(),
                    (row[3] / potentials[index] - 1.0).abs(),
                ];
                if off.iter().zip(most).any(|(off, most)| off.is_nan() || *off > most) {
                    return Err(format!(
                        "{order:?}, softening {softening}, scale {scale}: body {index} is off by {off:?}"
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Whether a walk that opens every cell is counted as one: every body pulls on every body, no cell
/// does, and every node is looked at.
///
/// # Errors
/// A sentence about the first mismatch.
pub fn compare_work(gpu: &Gpu) -> Result<(), String> {
    let bodies = cube(1000);
    let on_gpu = Bodies::new(gpu, &bodies).unwrap();
    let tree =
        Tree::new(gpu, &on_gpu, 0.02, Output::Acceleration, TreeSettings::with_accuracy(0.0))
            .unwrap();
    let work = tree.count_work(gpu).unwrap().unwrap();
    gpu.write(work.of_groups(), &vec![[u32::MAX; 5]; work.of_groups().len()]);
    let mut encoder = gpu.encoder("test");
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
    tree.encode(&mut pass);
    work.encode(&mut pass);
    drop(pass);
    gpu.submit(encoder);
    let nodes = gpu.read(tree.levels().unwrap()).unwrap()[0].nodes;
    for (group, counted) in gpu.read(work.of_groups()).unwrap().into_iter().enumerate() {
        let [near, far, looked_at, stack, remote] = counted;
        if [near, far, looked_at, remote] != [1000, 0, nodes, 0] || !(1..=128).contains(&stack) {
            return Err(format!("group {group}: {counted:?} of {nodes} nodes"));
        }
    }
    Ok(())
}

/// Whether every walk gives the direct sum within its error, and the work that it should take.
///
/// # Errors
/// A sentence about the first mismatch.
pub fn compare_walks(gpu: &Gpu) -> Result<(), String> {
    let bodies = cube(3000);
    let on_gpu = Bodies::new(gpu, &bodies).unwrap();
    let (accelerations, _) = direct(&bodies, 0.02);
    let mut looked_at = Vec::new();
    for (&walk, order) in TreeWalk::ALL
        .iter()
        .flat_map(|walk| Multipoles::ALL.iter().map(move |order| (walk, *order)))
    {
        let plan = WalkPlan { walk, ..WalkPlan::new(gpu, bodies.len(), 32) };
        let settings = TreeSettings { order, ..TreeSettings::with_angle(0.35) };
        let tree = Tree::with_plan(gpu, &on_gpu, 0.02, Output::Acceleration, settings, plan, None)
            .unwrap();
        tree.rows().fill(gpu, [f64::NAN; 4]);
        let work = tree.count_work(gpu).unwrap().unwrap();
        let mut encoder = gpu.encoder("test");
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        tree.encode(&mut pass);
        work.encode(&mut pass);
        drop(pass);
        gpu.submit(encoder);
        let off = difference(&tree.rows().read(gpu).unwrap(), &accelerations);
        let most = if order == Multipoles::Monopole { 1e-2 } else { 2e-3 };
        if off.is_nan() || off == 0.0 || off > most {
            return Err(format!("{}, {order:?}: off by {off:e}", walk.name()));
        }
        let walks = gpu.read(work.of_groups()).unwrap();
        looked_at
            .push(walks.iter().map(|walk| f64::from(walk[2])).sum::<f64>() / walks.len() as f64);
    }
    // Groups of bodies from everywhere open what any of them needs: nearly all. Bodies alone open
    // least, whoever walks beside.
    let [shared, unsorted, alone, alone_unsorted] =
        [1, 3, 5, 7].map(|place: usize| looked_at[place]);
    if !(unsorted > shared && shared > alone && alone == alone_unsorted) {
        return Err(format!("nodes looked at: {looked_at:?}"));
    }
    Ok(())
}

/// The relative errors of the accelerations of a simulation, as a tree's are judged, in rising
/// order.
pub fn judged_errors(gpu: &Gpu, simulation: &Simulation) -> Vec<f64> {
    let (softening, found) =
        (simulation.parameters().softening, simulation.bodies().accelerations(gpu).unwrap());
    let bodies: Vec<Body> = simulation.state().unwrap().bodies().collect();
    let (exact, _) = direct(&bodies, softening);
    let pulls = magnitudes(&bodies, softening);
    let error = |index: usize| {
        found[index].distance(exact[index]) / exact[index].length().max(pulls[index] / 32.0)
    };
    let mut errors: Vec<f64> = (0..bodies.len()).map(error).collect();
    errors.sort_by(f64::total_cmp);
    errors
}

/// The sum of the magnitudes of all pulls on each body.
fn magnitudes(bodies: &[Body], softening: f64) -> Vec<f64> {
    let squared = softening * softening;
    let pull = |offset: DVec3, mass: f64| match offset.length_squared() + squared {
        0.0 => 0.0,
        sum => mass * offset.length() / (sum * sum.sqrt()),
    };
    let of = |body: &Body| {
        bodies.iter().map(|other| pull(other.position - body.position, other.mass)).sum()
    };
    bodies.iter().map(of).collect()
}

/// Whether a run adjusts the accuracy of a tree until 99 of 100 errors are below what was asked
/// for, where a fixed accuracy leaves larger ones: two clumps of unequal masses.
///
/// # Errors
/// A sentence about the first mismatch.
pub fn compare_control(gpu: &Gpu) -> Result<(), String> {
    let clump = |place: DVec3, size: f64| {
        cube(1500).into_iter().enumerate().map(move |(k, body)| {
            let mass = if k % 10 == 0 { 100.0 } else { 1.0 };
            let position = place + body.position * body.position.length() * size;
            Body { position, mass, velocity: DVec3::ZERO, ..body }
        })
    };
    let bodies = rounded(
        &clump(DVec3::ZERO, 0.1).chain(clump(DVec3::new(2.0, 1.0, 0.0), 0.3)).collect::<Vec<_>>(),
    );
    let settings = TreeSettings { leaf: 8, ..TreeSettings::default() };
    let parameters = Parameters {
        gravity: Gravity::Tree(settings),
        ..Parameters::new(Integrator::LeapfrogKdk, 1e-9, 0.001)
    };
    let mut simulation = Simulation::new(gpu, &bodies, parameters).unwrap();
    simulation.advance(20).unwrap();
    let errors = judged_errors(gpu, &simulation);
    let p99 = errors[errors.len() * 99 / 100];
    let wanted = settings.error().unwrap();
    if !(0.7..1.15).contains(&(p99 / wanted)) {
        return Err(format!("99 of 100 errors are below {p99:e}, not {wanted:e}"));
    }
    Ok(())
}

/// Whether judgements move the accuracy as far as they should: at once before a run begins and
/// where errors are surely too large, and in part where they may be by chance or are smaller than
/// they have to be.
///
/// # Errors
/// A sentence about the first mismatch.
pub fn compare_adjustments(gpu: &Gpu) -> Result<(), String> {
    const USUAL: f32 = 0.002;
    const WANTED: f32 = 1e-3;
    // The ratio of the 99th percentile to what is wanted, bodies judged now, the memory, the
    // patience, and the part of the correction that is made.
    let cases = [
        ("before a run", 0.5, 4096, 0.0, 1.0, 1.0),
        ("before its last step", 0.5, 4096, 0.0, 0.0, 0.0),
        ("too large before its last step", 1.05, 4096, 0.0, 0.0, 1.0),
        ("far too large", 2.0, 2048, 8192.0, 0.25, 1.0),
        ("perhaps by chance", 1.05, 2048, 8192.0, 0.25, 0.25),
        ("too large of all bodies", 1.05, 2048, 2048.0, 0.0625, 1.0),
        ("far too small", 0.4, 2048, 8192.0, 0.25, 0.25),
        ("too small of all bodies", 0.4, 2048, 2048.0, 0.0625, 0.0625),
        ("too small by a small sample", 0.9, 256, 8192.0, 0.25, 0.03125),
    ];
    for (name, ratio, sampled, memory, patience, part) in cases {
        // 1 of 100 errors is above the quantile.
        let error = |k: u32| if k % 100 == 99 { 10.0 * WANTED } else { ratio * WANTED * 0.999 };
        let errors: Vec<[u32; 2]> = [[sampled, 0]]
            .into_iter()
            .chain((0..sampled).map(|k| [k, error(k).to_bits()]))
            .collect();
        let levels = TreeLevels { accuracy: USUAL, judged: memory, ..bytemuck::Zeroable::zeroed() };
        let params = AdjustParams {
            sampled,
            wanted: WANTED,
            least: USUAL / 64.0,
            most: USUAL * 64.0,
            memory,
            patience,
        };
        let errors = gpu.storage_from("errors", &errors).unwrap();
        let levels = gpu.storage_from("levels", &[levels]).unwrap();
        let params = gpu.uniform("adjust_of", &params).unwrap();
        let buffers =
            [("adjust_of", params.raw()), ("errors", errors.raw()), ("levels", levels.raw())];
        let bound = gpu.kernel(&TREE_ADJUST, &[]).unwrap().bind(gpu.device(), &buffers).unwrap();
        let mut encoder = gpu.encoder("adjust");
        bound.dispatch_groups(
            &mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()),
            1,
        );
        gpu.submit(encoder);
        let found = (gpu.read(&levels).unwrap()[0].accuracy / USUAL).ln();
        let expected = -part * f32::ln(ratio) / 0.6;
        if (found - expected).abs() > 0.01 {
            return Err(format!("{name}: the accuracy moves by exp({found}), not exp({expected})"));
        }
    }
    Ok(())
}

/// Whether the errors of a tree's forces are found, those of every body in the end, and change
/// nothing.
///
/// # Errors
/// A sentence about the first mismatch.
pub fn compare_force_errors(gpu: &Gpu) -> Result<(), String> {
    let mut bodies = cube(700);
    bodies[5].position = DVec3::splat(3e38);
    bodies[5].velocity = DVec3::splat(3e38);
    // Pulls on one of them cancel.
    (bodies[6].position, bodies[6].velocity) = (DVec3::ZERO, DVec3::ZERO);
    for body in (8..700).step_by(2) {
        let Body { position, velocity, mass, .. } = bodies[body];
        bodies[body + 1] =
            Body { position: -position, velocity: -velocity, mass, ..bodies[body + 1] };
    }
    for softening in [0.05, 0.0] {
        let gravity = Gravity::Tree(TreeSettings::with_angle(0.9));
        let parameters =
            Parameters { gravity, ..Parameters::new(Integrator::LeapfrogKdk, 0.5, softening) };
        let mut simulation = Simulation::new(gpu, &bodies, parameters).unwrap();
        simulation.advance(2).unwrap();
        let (state, found) =
            (simulation.state().unwrap(), simulation.bodies().accelerations(gpu).unwrap());
        let mut checks = ForceErrors::new(gpu, &simulation).unwrap().unwrap();
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..6 {
            let reading = check_forces(gpu, &simulation, &mut checks, 600);
            if (reading.steps, reading.finite, reading.unfinished) != (2, 699, 0) {
                return Err(format!(
                    "{} steps, {} bodies, {}",
                    reading.steps, reading.finite, reading.unfinished
                ));
            }
            seen.extend(reading.errors);
        }
        let now: Vec<Body> = state.bodies().collect();
        let all: Vec<Body> = now.iter().map(finite).collect();
        let ((exact, _), pulls) = (direct(&all, softening), magnitudes(&all, softening));
        for (index, exact) in exact.iter().enumerate() {
            let size = exact.length().max(pulls[index] / 32.0);
            let expected =
                (now[index].position.is_finite()).then(|| (found[index] - exact).length() / size);
            let off = match (seen.get(&(index as u32)), expected) {
                (Some(error), Some(expected)) => (f64::from(*error) - expected).abs(),
                (None, None) => 0.0,
                _ => f64::INFINITY,
            };
            if off.is_nan() || off > 1e-5 {
                return Err(format!(
                    "body {index} errs by {expected:?}, but {:?} was found",
                    seen.get(&(index as u32))
                ));
            }
        }
        let marked = gpu.read(simulation.bodies().acceleration()).unwrap();
        if seen.iter().any(|(index, error)| marked[*index as usize][3] != *error) {
            return Err("errors are not noted beside the accelerations".to_owned());
        }
        if simulation.state().unwrap() != state {
            return Err("a check has moved bodies".to_owned());
        }
    }
    Ok(())
}

/// A body, without mass if it is nowhere.
fn finite(body: &Body) -> Body {
    if body.position.is_finite() {
        *body
    } else {
        Body { position: DVec3::ZERO, mass: 0.0, ..*body }
    }
}

/// What a check of some bodies finds in `simulation` as it is now.
pub fn check_forces(
    gpu: &Gpu,
    simulation: &Simulation,
    checks: &mut ForceErrors,
    most: u32,
) -> ForceErrorReading {
    let mut encoder = gpu.encoder("test");
    checks.encode(&mut encoder, simulation, most).unwrap();
    gpu.submit(encoder);
    gpu.wait().unwrap();
    loop {
        if let Some(reading) = checks.collect().unwrap() {
            return reading;
        }
    }
}

/// Compares accelerations and potentials with direct sums: the error of an acceleration is at most
/// `most` of the largest one.
fn agrees(
    gpu: &Gpu,
    what: &str,
    bodies: &[Body],
    softening: f64,
    settings: TreeSettings,
    times: usize,
    most: f64,
) -> Result<(), String> {
    let found =
        run(gpu, bodies, softening, settings, times).map_err(|error| format!("{what}: {error}"))?;
    let finite = bodies.iter().filter(|body| body.position.is_finite()).count();
    if found.levels.bodies as usize != finite || found.levels.unfinished > 0 {
        return Err(format!("{what}: {:?}", found.levels));
    }
    let (accelerations, potentials) = direct(bodies, softening);
    let off = difference(&found.rows, &accelerations);
    if off > most && accelerations.iter().any(|a| a.length() > 1e-37) {
        return Err(format!("{what}, {settings:?}: off by {off:e}"));
    }
    for (row, expected) in found.rows.iter().zip(potentials) {
        let off = (row[3] - expected).abs();
        // Potentials err less than pulls, which are their slopes.
        if !row.iter().all(|number| number.is_finite())
            || off > (0.15 * most).max(5e-6) * expected.abs().max(1e-30)
        {
            return Err(format!("{what}, {settings:?}: {row:?}, and the potential {expected}"));
        }
    }
    Ok(())
}

/// Checks that the nodes are a tree of the finite bodies, and that their sums are those of their
/// bodies.
pub fn check_structure(gpu: &Gpu, tree: &Tree, bodies: &[Body]) -> Result<(), String> {
    let parts = tree.structure().unwrap();
    let levels = gpu.read(tree.levels().unwrap()).unwrap()[0];
    let order = gpu.read(parts.order).unwrap();
    let (nodes, moments) = (gpu.read(parts.nodes).unwrap(), gpu.read(parts.moments).unwrap());
    let (finite, count) = (levels.bodies as usize, levels.nodes as usize);
    let (first, depth) = (levels.begins, levels.depth as usize);
    if finite > 0
        && (first[0] > 0
            || first[depth] as usize >= count
            || first[depth + 1..=32].iter().any(|&k| k as usize != count))
    {
        return Err(format!("the levels do not end with the nodes: {levels:?}"));
    }
    let mut indices = order.clone();
    indices.sort_unstable();
    if indices.iter().enumerate().any(|(k, &index)| index as usize != k) {
        return Err("the order is no permutation".to_owned());
    }
    if finite > bodies.len() || count > parts.capacity as usize {
        return Err(format!("{finite} bodies, {count} nodes"));
    }
    let sorted = gpu.read(parts.sorted).unwrap();
    for (row, &index) in sorted.iter().zip(&order[..finite]) {
        let position = bodies[index as usize].position.as_vec3().to_array();
        if row[..3] != position || position.iter().any(|x| !x.is_finite()) {
            return Err(format!("{row:?} is not the finite body {index}"));
        }
    }
    if finite == 0 {
        return if count == 0 { Ok(()) } else { Err("nodes without bodies".to_owned()) };
    }
    let checker = Checker {
        nodes: &nodes[..count],
        moments: &moments,
        sorted: &sorted[..finite],
        leaf: tree.settings().leaf,
    };
    let mut visited = vec![false; count];
    let end = checker.visit(0, 0, &mut visited, parts.capacity as usize)?;
    if end != finite || visited.iter().any(|visited| !visited) {
        return Err(format!(
            "the tree ends at body {end} of {finite}, and reaches some of its nodes: {levels:?}"
        ));
    }
    Ok(())
}

struct Checker<'a> {
    nodes: &'a [[u32; 4]],
    moments: &'a [[f32; 4]],
    sorted: &'a [[f32; 4]],
    leaf: u32,
}

impl Checker<'_> {
    /// Checks a node that begins with body `begin`, and returns the end of its bodies.
    fn visit(
        &self,
        node: usize,
        begin: usize,
        visited: &mut [bool],
        capacity: usize,
    ) -> Result<usize, String> {
        let [first, number, ..] = self.nodes[node];
        if std::mem::replace(&mut visited[node], true) {
            return Err(format!("node {node} has two parents"));
        }
        let mut end = begin;
        if number & INNER == 0 {
            // Leaves are larger only where memory has no room for more nodes.
            if number == 0
                || first as usize != begin
                || number > self.leaf && self.nodes.len() + 8 * self.sorted.len() < capacity
            {
                return Err(format!("a leaf of {number} bodies from {first} on, not from {begin}"));
            }
            end += number as usize;
        } else {
            let children = (number & !INNER) as usize;
            if !(2..=8).contains(&children)
                || first as usize + children > self.nodes.len()
                || first as usize <= node
            {
                return Err(format!("node {node} has {children} children from {first} on"));
            }
            for child in first as usize..first as usize + children {
                end = self.visit(child, end, visited, capacity)?;
            }
            if end - begin <= self.leaf as usize {
                return Err(format!("node {node} has children for {} bodies", end - begin));
            }
        }
        if end > self.sorted.len() {
            return Err(format!("node {node} ends at body {end}"));
        }
        self.check_sums(node, &self.sorted[begin..end]).map(|()| end)
    }

    /// Compares the sums of a node with those of its bodies, unless they leave the range of single
    /// precision.
    fn check_sums(&self, node: usize, bodies: &[[f32; 4]]) -> Result<(), String> {
        let [[x, y, z, mass], diagonal, mixed] =
            [0, 1, 2].map(|k| self.moments[3 * node + k].map(f64::from));
        let place = |body: &[f32; 4]| DVec3::new(body[0].into(), body[1].into(), body[2].into());
        let expected: f64 = bodies.iter().map(|body| f64::from(body[3])).sum();
        let largest = bodies.iter().map(|body| place(body).abs().max_element()).fold(0.0, f64::max);
        if (mass - expected).abs() > 1e-5 * expected {
            return Err(format!("node {node} has the mass {mass}, not {expected}"));
        }
        let center = DVec3::new(x, y, z);
        let reach = bodies.iter().map(|body| (place(body) - center).length()).fold(0.0, f64::max);
        if !(1e-12..1e12).contains(&largest) || reach < 1e-12 {
            return Ok(());
        }
        let wanted =
            bodies.iter().map(|body| place(body) * f64::from(body[3])).sum::<DVec3>() / expected;
        let radius = f64::from(f32::from_bits(self.nodes[node][3])).sqrt();
        if expected > 0.0 && (center - wanted).length() > 1e-5 * reach + 1e-6 * largest
            || radius < reach
            || radius > 4.0 * reach
        {
            return Err(format!(
                "node {node}: centre {center}, not {wanted}; radius {radius} for {reach}"
            ));
        }
        let mut second = [0.0; 6];
        for body in bodies {
            let d = place(body) - center;
            for (sum, product) in second.iter_mut().zip([
                d.x * d.x,
                d.y * d.y,
                d.z * d.z,
                d.x * d.y,
                d.x * d.z,
                d.y * d.z,
            ]) {
                *sum += f64::from(body[3]) * product;
            }
        }
        let half = 1.5 * (second[0] + second[1] + second[2]);
        let wanted = [3.0 * second[0], 3.0 * second[1], 3.0 * second[2], half];
        let (trace, half_bits) = (diagonal[3] as f32, self.nodes[node][2]);
        if trace.to_bits() != half_bits {
            return Err(format!(
                "node {node}: {trace} and {} for one sum",
                f32::from_bits(half_bits)
            ));
        }
        let off = diagonal.iter().zip(wanted).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let off = (0..3).map(|k| (mixed[k] - 3.0 * second[3 + k]).abs()).fold(off, f64::max);
        if off > 2e-4 * expected * (reach + 1e-3 * largest).powi(2) {
            return Err(format!("node {node}: {diagonal:?} {mixed:?}, not {wanted:?} {second:?}"));
        }
        Ok(())
    }
}

/// Quantiles of the errors of every `stride`-th body, after `times` trees.
pub fn errors_of(
    gpu: &Gpu,
    model: TreeModel,
    count: usize,
    settings: TreeSettings,
    times: usize,
) -> reference::ErrorQuantiles {
    let bodies = rounded(&model.bodies(count));
    let found = run(gpu, &bodies, 0.02, settings, times).unwrap();
    let sample = || (0..count).step_by(count.div_ceil(256));
    let got: Vec<DVec3> =
        sample().map(|index| DVec3::from_slice(&found.rows[index][..3])).collect();
    let expected: Vec<DVec3> =
        sample().map(|index| reference::acceleration_of(&bodies, 0.02, index)).collect();
    reference::relative_errors(&got, &expected)
}

/// The bodies as the kernels see them.
pub fn rounded(bodies: &[Body]) -> Vec<Body> {
    let round = |b: &Body| Body {
        position: b.position.as_vec3().as_dvec3(),
        mass: f64::from(b.mass as f32),
        ..*b
    };
    bodies.iter().map(round).collect()
}
