//! Plans of the force pass are data: compared, remembered, and turned into kernels.

use std::collections::BTreeSet;

use starshell::gpu::Gpu;
use starshell::name::Named;
use starshell::physics::{ForceKernel, Plan, Precision, Shape, StoredPlan, Tuned};

fn gpu() -> Gpu {
    Gpu::noop().expect("wgpu is built with its noop backend")
}

#[test]
fn each_shape_has_one_label_in_every_precision() {
    let labels: BTreeSet<_> = Shape::ALL.iter().map(|shape| shape.label()).collect();
    assert_eq!(labels.len(), Shape::ALL.len());
    for shape in Shape::ALL {
        assert_eq!(shape.kernel(Precision::Single).unwrap().label, shape.label());
        assert_eq!(shape.kernel(Precision::Pair).unwrap().label, shape.label());
        assert!(shape.kernel(Precision::Double).is_none_or(|kernel| kernel.label == shape.label()));
    }
}

#[test]
fn a_plan_in_double_precision_is_its_own_counterpart() {
    let gpu = gpu();
    for count in [1, 100, 1000, 100_000] {
        let plans = ForceKernel::ALL.iter().filter_map(|kernel| kernel.plan(&gpu, count).ok());
        for plan in plans.chain(Plan::candidates(&gpu, count)) {
            let double = plan.in_precision(&gpu, count, Precision::Double);
            assert_eq!(double.in_precision(&gpu, count, Precision::Double), double);
            assert_eq!(plan.in_precision(&gpu, count, Precision::Pair), plan);
            let is_there = double.shape.kernel(Precision::Double).is_some();
            assert_eq!(double.precision == Precision::Double, is_there, "{plan:?}");
        }
    }
}

#[test]
fn a_remembered_plan_is_used_and_a_stale_one_is_ignored() {
    let gpu = gpu();
    let usual = Plan::for_count(&gpu, 1000);
    let other =
        *Plan::candidates(&gpu, 1000).iter().find(|plan| plan.tuning != usual.tuning).unwrap();
    let row = Tuned::new(&other, 1024, 1.0);
    gpu.findings().remember(Tuned::NAME, &[&row]).unwrap();
    assert_eq!(Plan::for_count(&gpu, 1000), other);
    assert_eq!(Plan::for_count(&gpu, 100_000), untuned(100_000), "no measurement is close");
    // Every plan is found again from what is stored, whatever the table says now.
    for plan in Plan::candidates(&gpu, 1000).into_iter().chain([usual, Plan::naive()]) {
        let stored: StoredPlan =
            toml::from_str(&toml::to_string(&StoredPlan::from(&plan)).unwrap()).unwrap();
        assert_eq!(stored.find(&gpu, 1000), Some(plan));
        assert_eq!(StoredPlan { shares: 12_345, ..stored }.find(&gpu, 1000), None);
    }
    // A tuning that no longer exists, a shape that no longer exists, and a table of an earlier
    // version.
    let mut stale = serde_json::to_value(&row).unwrap();
    stale["tuning"] = serde_json::json!({ "LANES": 7 });
    let mut unknown = serde_json::to_value(&row).unwrap();
    unknown["shape"] = "octree".into();
    let earlier = serde_json::json!({ "count": 1024, "kernel": "gravity/all_pairs", "tuning": {}, "shares": 1, "milliseconds": 1.0 });
    for row in [stale, unknown, earlier] {
        gpu.findings().remember(Tuned::NAME, &[row]).unwrap();
        assert_eq!(Plan::for_count(&gpu, 1000), usual);
    }
}

/// The plan if nothing is remembered.
fn untuned(count: u32) -> Plan {
    Plan::for_count(&gpu(), count)
}
