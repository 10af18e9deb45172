//! The experiments about floating point: every sum within its bound, the same bits where they are
//! promised, and products in sums that are fused or not.

use crate::common::laboratory::results;
use crate::common::{checked_gpu, gpu};
use starshell::gpu::Gpu;
use starshell::lab::{Outcome, Topic, Verdict, experiment};

/// The rows of an experiment with this number. What this adapter cannot do is left out.
fn rows(gpu: &Gpu, name: &str, count: usize) -> Vec<Outcome> {
    assert_eq!(experiment(name).unwrap().topic, Topic::FloatingPoint);
    let results = results(gpu, name, count, |_| true);
    assert!(results.is_right(), "{name} of {count}: {:?}", results.outcomes);
    results.outcomes.into_iter().filter(|outcome| outcome.verdict == Verdict::Right).collect()
}

fn detail(rows: &[Outcome], variant: &str, what: &str) -> String {
    let row = rows.iter().find(|row| row.variant == variant).unwrap();
    row.timing
        .as_ref()
        .unwrap()
        .details
        .iter()
        .find(|detail| detail.what == what)
        .unwrap()
        .text
        .to_string()
}

#[test]
fn every_order_of_a_sum_is_within_its_bound() {
    for (gpu, counts) in [(gpu(), &[20_000, 1][..]), (checked_gpu(), &[5000])] {
        for &count in counts {
            let rows = rows(&gpu, "one-sum", count);
            assert!(rows.len() >= 9 + 10, "{rows:?}");
            let bits = |variant| detail(&rows, variant, "bits");
            if gpu.is_software() {
                assert_eq!(bits("cpu: forward"), bits("one thread"));
                assert_eq!(detail(&rows, "one thread", "the processor's loop"), "the same bits");
            }
            assert_eq!(detail(&rows, "two floats", "runs"), "the same bits in 10");
            if count > 1 {
                assert_ne!(bits("cpu: forward"), bits("cpu: backward"));
                assert_ne!(bits("tree, halves"), bits("tree, neighbours"));
                for variant in ["cpu: double precision", "two floats"] {
                    let places: f64 = detail(&rows, variant, "off by")
                        .split(' ')
                        .next()
                        .unwrap()
                        .parse()
                        .unwrap();
                    assert!(places.abs() < 1e-3, "{variant}: {places}");
                }
            }
        }
    }
}

#[test]
fn products_in_sums_are_fused_or_not() {
    for gpu in [gpu(), checked_gpu()] {
        let rows = rows(&gpu, "fused", 1000);
        assert_eq!(rows.len(), 5);
        for (variant, what) in [
            ("cpu: product and sum", "fused"),
            ("product kept apart", "fused"),
            ("cpu: fused", "separate"),
        ] {
            assert_eq!(detail(&rows, variant, what), "0 of 1000", "{variant}");
        }
    }
}
