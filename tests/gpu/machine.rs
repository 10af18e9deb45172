//! The experiments that show how a GPU works: every row is right, stands on its axis, and says what
//! it should.

use crate::common::gpu;
use crate::common::laboratory::results;
use starshell::gpu::Gpu;
use starshell::lab::{Outcome, RateUnit, Topic, Verdict, experiment};

/// The rows of an experiment with this number. What this adapter cannot do is left out.
fn rows(gpu: &Gpu, name: &str, count: usize) -> Vec<Outcome> {
    assert_eq!(experiment(name).unwrap().topic, Topic::Machine);
    let results = results(gpu, name, count, |_| true);
    assert!(results.is_right(), "{name} of {count}: {:?}", results.outcomes);
    results.outcomes.into_iter().filter(|outcome| outcome.verdict == Verdict::Right).collect()
}

fn places(outcomes: &[Outcome]) -> Vec<f64> {
    outcomes.iter().filter_map(|outcome| outcome.at).collect()
}

#[test]
fn every_experiment_about_the_machine_is_right() {
    let gpu = gpu();
    let rows = |name, count| rows(&gpu, name, count);
    let paths = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0];
    assert_eq!(places(&rows("divergence", 1500)), [paths, paths].concat());
    let coalescing = rows("coalescing", 5000);
    assert!(coalescing.iter().all(|outcome| outcome.count == 4096), "the power of two below");
    assert_eq!(places(&coalescing), [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0]);
    assert_eq!(places(&rows("bank-conflicts", 300)), [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 33.0]);
    let sizes = places(&rows("workgroup-size", 300));
    assert!(sizes.starts_with(&[1.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0]), "{sizes:?}");
    assert_eq!(rows("block-scaling", 3).len(), 1);
    assert!(places(&rows("occupancy", 300)).starts_with(&[1.0, 2.0, 4.0, 8.0, 16.0]));
    assert!((6..=7).contains(&rows("atomics", 9000).len()), "without subgroups, one less");
}

#[test]
fn launches_and_copies_are_right() {
    let gpu = gpu();
    let launches = rows(&gpu, "launches", 3);
    assert_eq!(launches.len(), 4);
    assert!(launches.iter().all(|outcome| {
        outcome.timing.as_ref().unwrap().details[0].text.to_string().ends_with(" µs")
    }));
    let copies = rows(&gpu, "copies", 4097);
    assert!(
        copies.len() == 7 && copies.iter().all(|outcome| outcome.count == 4100),
        "whole words: {copies:?}"
    );
    let error = results(&gpu, "launches", 1 << 30, |_| true).outcomes.remove(0).verdict;
    assert!(
        matches!(&error, Verdict::Unsupported(reason) if reason.to_string().contains("fewer launches")),
        "{error:?}"
    );
}

#[test]
fn the_roof_stands_above_its_kernels() {
    let outcomes = rows(&gpu(), "roofline", 600);
    let timing = |outcome: &Outcome| outcome.timing.clone().unwrap();
    assert_eq!(
        (timing(&outcomes[0]).unit, timing(&outcomes[1]).unit),
        (RateUnit::Bytes, RateUnit::Operations)
    );
    assert_eq!(outcomes.len(), 10, "{outcomes:?}");
    for outcome in &outcomes[2..] {
        let timing = timing(outcome);
        assert!(
            outcome.at.is_some_and(|at| at > 0.0)
                && timing.unit == RateUnit::Operations
                && !outcome.note.is_empty(),
            "{outcome:?}"
        );
        assert!(timing.details.iter().any(|detail| detail.what == "roof"), "{timing:?}");
    }
    assert_eq!(places(&outcomes)[..4], [0.25, 0.125, 1.25, 320.0]);
}
