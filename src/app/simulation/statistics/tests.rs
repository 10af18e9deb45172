//! Measurements over time, alarms, and when they are taken.

use starshell::physics::Diagnostics;
use starshell::physics::{Gravity, TreeSettings};

use crate::app::simulation::statistics::*;

/// A reading at this step with this energy.
fn reading(steps: u64, energy: f64) -> Reading {
    let diagnostics =
        Diagnostics { kinetic: 1.0 + energy, potential: -1.0, ..Diagnostics::default() };
    Reading { time: steps as f64, steps, diagnostics }
}

fn encode_and_add(statistics: &mut Statistics, steps: u64, energy: f64) {
    statistics.recorded.under_way.push_back((steps, statistics.recorded.era));
    statistics.add(&reading(steps, energy));
}

fn drifts(statistics: &Statistics) -> Vec<Option<f64>> {
    statistics.surveys().iter().map(|sample| sample.value.drift).collect()
}

#[test]
fn the_too_many_bodies_hint_does_not_flicker() {
    let most = Some(1000);
    let first = TooMany::from_cost(1.2 * LONGEST, LONGEST, most, None);
    assert!(first.is_some() && TooMany::from_cost(0.99 * LONGEST, LONGEST, most, None).is_none());
    assert_eq!(TooMany::from_cost(0.9 * LONGEST, LONGEST, None, first), first);
    assert_eq!(TooMany::from_cost(0.6 * LONGEST, LONGEST, most, first), None);
    assert_ne!(TooMany::from_cost(3.0 * LONGEST, LONGEST, most, first), first);
}

#[test]
fn the_measured_count_stays_once_measurements_fit_the_time() {
    let mut reach = Reach::default();
    let direct = (Gravity::default(), Precision::Single);
    let tree = (Gravity::Tree(TreeSettings::default()), Precision::Single);
    assert_eq!(
        [(16_384, 8437), (16_384, 9214), (12_288, 7012)]
            .map(|(count, most)| reach.of(direct, count, most)),
        [8400; 3]
    );
    assert_eq!(reach.of(tree, 1_048_576, 262_144), 260_000);
    assert_eq!(reach.of(direct, 12_288, 11_000), 8400, "each way has its own");
    assert_eq!(reach.of(direct, 8192, 7999), 7900, "more than there are would contradict itself");
    let mut statistics = Statistics::assuming(1e9, true);
    statistics.limits.reach = reach;
    statistics.restart();
    assert_eq!(statistics.limits.reach.of(direct, 12_288, 11_000), 7900);
}

#[test]
fn an_alarm_comes_once_and_again_when_the_error_has_grown_tenfold() {
    let mut statistics = Statistics::assuming(1e9, true);
    let mut alarms = Vec::new();
    for (steps, energy) in [-1.0, -0.995, -0.98, -0.97, -0.79, -0.5, 9.0].into_iter().enumerate() {
        encode_and_add(&mut statistics, steps as u64, energy);
        alarms.extend(statistics.alarm().map(|error| (100.0 * error).round()));
    }
    assert_eq!(alarms, [2.0, 21.0, 1000.0]);
    // After an edit, it counts from there.
    statistics.rebase();
    encode_and_add(&mut statistics, 8, 1.0);
    encode_and_add(&mut statistics, 9, 1.02);
    assert_eq!(statistics.alarm().map(|error| (100.0 * error).round()), Some(2.0));
}

#[test]
fn a_break_counts_once_until_the_run_goes_back_to_before_it() {
    let mut statistics = Statistics::assuming(1e9, true);
    statistics.measured.breaks.is_constant = true;
    let found = |statistics: &mut Statistics, steps, energy| {
        encode_and_add(statistics, steps, energy);
        let found = statistics.breaks().take();
        found.into_iter().for_each(|found| statistics.breaks().tell(found));
        found.map(|found| (found.good, found.time))
    };
    // The parts at the start are 0.75 and 1.
    assert_eq!(
        [(0, -0.25), (1, 0.2)].map(|(steps, energy)| found(&mut statistics, steps, energy)),
        [None; 2]
    );
    assert_eq!(found(&mut statistics, 2, 1.5), Some((1.0, 2.0)));
    assert_eq!(
        (found(&mut statistics, 3, 9.0), statistics.told_break().map(|told| told.good)),
        (None, Some(1.0))
    );
    statistics.go_back(2.0, 2);
    assert_eq!(
        [(2, 1.5), (3, 9.0)].map(|(steps, energy)| found(&mut statistics, steps, energy)),
        [None; 2],
        "it goes on after it"
    );
    statistics.go_back(1.0, 1);
    assert_eq!((statistics.told_break(), found(&mut statistics, 1, 0.2)), (None, None));
    assert_eq!(found(&mut statistics, 2, 1.5), Some((1.0, 2.0)), "on this branch, it breaks anew");
}

#[test]
fn an_energy_that_nearly_cancels_has_no_relative_error() {
    let mut statistics = Statistics::assuming(1e9, true);
    for (steps, kinetic) in [(0, 0.2501), (1, 0.26)] {
        let diagnostics = Diagnostics { kinetic, potential: -0.25, ..Diagnostics::default() };
        statistics.recorded.under_way.push_back((steps, statistics.recorded.era));
        statistics.add(&Reading { time: 0.0, steps, diagnostics });
    }
    assert_eq!((drifts(&statistics), statistics.alarm()), (vec![None, None], None));
}

#[test]
fn the_error_of_the_energy_counts_from_the_first_reading_and_from_a_change() {
    let mut statistics = Statistics::assuming(1e9, true);
    encode_and_add(&mut statistics, 0, -0.25);
    encode_and_add(&mut statistics, 1, -0.5);
    // One is in flight when the bodies are edited, and has the old energy.
    statistics.recorded.under_way.push_back((2, statistics.recorded.era));
    statistics.recorded.now = (2.0, 2);
    statistics.rebase();
    statistics.add(&reading(2, -0.5));
    encode_and_add(&mut statistics, 2, -1.0);
    encode_and_add(&mut statistics, 3, -0.5);
    assert_eq!(drifts(&statistics), [Some(0.0), Some(-1.0), None, Some(0.0), Some(0.5)]);
    assert_eq!(statistics.marks(), [2.0]);
}

#[test]
fn a_restart_forgets_what_was_measured() {
    let mut statistics = Statistics::assuming(1e9, true);
    encode_and_add(&mut statistics, 5, -0.25);
    statistics.rebase();
    statistics.restart();
    assert!(
        statistics.surveys().is_empty()
            && statistics.marks().is_empty()
            && !statistics.is_waiting()
    );
    assert_eq!(statistics.measurements().run, 1);
}

#[test]
fn numbers_of_the_table_stand_long_enough_to_be_read() {
    let mut statistics = Statistics::assuming(1e9, true);
    let energy = |statistics: &Statistics| {
        statistics.readout().measured.map(|measured| measured.diagnostics.energy())
    };
    encode_and_add(&mut statistics, 0, -0.25);
    statistics.table.show(&statistics.measured);
    encode_and_add(&mut statistics, 1, -0.5);
    statistics.table.show(&statistics.measured);
    assert_eq!(energy(&statistics), Some(-0.25));
    assert!(statistics.is_waiting());
    statistics.table.since = readout::INTERVAL;
    statistics.table.show(&statistics.measured);
    assert_eq!(energy(&statistics), Some(-0.5));
    assert!(!statistics.is_waiting());
}

/// A session that can be measured.
fn prepared() -> (Gpu, Session) {
    let gpu = Gpu::open_with(None, |_, _| ())
        .expect("the tests need an adapter: ./test installs a software one");
    let scene =
        starshell::scene::Scene { count: 200, ..starshell::scene::Scene::load("plummer").unwrap() };
    let mut session =
        Session::new(&gpu, scene, starshell::session::Pace::StepsPerFrame(1)).unwrap();
    while !(session.measuring().prepare_survey().unwrap()
        && session.measuring().prepare_profile().unwrap())
    {}
    (gpu, session)
}

#[test]
fn short_frames_record_a_profile_in_parts_while_steps_go_on() {
    let (gpu, mut session) = prepared();
    let mut statistics = Statistics::assuming(1e9, false);
    let mut frames = 0;
    while frames == 0 || statistics.profiles.is_begun() {
        let mut encoder = gpu.encoder("test");
        statistics.encode(&mut session, &mut encoder, 0.002).unwrap();
        assert!(
            statistics.recorded.surveyed.is_some()
                && statistics.recorded.profiled == statistics.recorded.surveyed
                && statistics.is_waiting()
        );
        session.encode_steps(&mut encoder, 1).unwrap();
        session.submit(encoder);
        frames += 1;
    }
    assert!((4..20).contains(&frames), "{frames}");
    while statistics.profile().is_none() {
        gpu.wait().unwrap();
        statistics.collect(&mut session).unwrap();
    }
    // Both show the state before the first step, and stand in one row of the table.
    assert_eq!(
        (statistics.radii()[0].steps, statistics.surveys()[0].steps, statistics.radii().len()),
        (0, 0, 1)
    );
}

#[test]
fn without_a_worker_the_gpu_measures_radii_and_the_profile() {
    let (gpu, mut session) = prepared();
    let mut statistics = Statistics::assuming(1e9, false);
    let record = |session: &mut Session, statistics: &mut Statistics| {
        let mut encoder = gpu.encoder("test");
        assert!(!statistics.encode(session, &mut encoder, 1.0).unwrap(), "no snapshot is wanted");
        session.encode_steps(&mut encoder, 1).unwrap();
        session.submit(encoder);
    };
    record(&mut session, &mut statistics);
    // The next is not recorded before this one has arrived.
    record(&mut session, &mut statistics);
    while statistics.profile().is_none() {
        gpu.wait().unwrap();
        statistics.collect(&mut session).unwrap();
    }
    assert_eq!(statistics.profile().map(|profile| profile.count), Some(200));
    assert!(
        !statistics.profiles.is_coming()
            && statistics.radii().len() == 1
            && statistics.radii()[0].steps == 0
    );
    record(&mut session, &mut statistics);
    assert!(statistics.profiles.is_coming() && statistics.is_waiting());
    statistics.let_go();
    assert!(!statistics.profiles.is_coming() && statistics.recorded.under_way.is_empty());
}
