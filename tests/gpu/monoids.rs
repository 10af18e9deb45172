//! Reductions and scans of every monoid against loops on the host: awkward lengths, poisoned
//! memory, lengths on the GPU, in place, by key, run-time checks off and on, in a single pass with
//! stalled workgroups, and many times over.

use std::fmt::Debug;

use crate::common::breadth::{cases, is_thorough};
use crate::common::monoids::{COMPOSE, Case, LENGTHS, bits, bounds, compose, encode, last, small};
use crate::common::{checked_gpu, gpu};
use starshell::gpu::{Gpu, Tuning};
use starshell::primitives::*;

/// Lengths around the boundaries of a tile.
const CORNERS: &[usize] = &[0, 1, 33, 257, 4097, 8193];

/// Lengths for elements of this size: the longest lists are for numbers.
fn lengths<T>() -> &'static [usize] {
    if size_of::<T>() == 4 { LENGTHS } else { &LENGTHS[..LENGTHS.len() - 1] }
}

const BY_KEY_IN_PLACE: ScanForm = ScanForm { is_by_key: true, is_in_place: true };

/// The plans that suit this adapter: the reduction in order and in any order, the simplest scan and
/// the one with every feature. Software adapters take half a second to compile a kernel, which is
/// what makes the other plans slow.
fn agree<T: bytemuck::Pod + Debug>(case: &Case<T>) {
    // `u32` has all lengths by every plan.
    let lengths: Vec<usize> = cases(2, lengths::<T>().iter().copied()).collect();
    case.compare_reduce(&gpu(), ReducePlan::new(&gpu(), &case.monoid), &[("ORDERED", 1)], &lengths)
        .unwrap();
    case.compare_reduce(&gpu(), ReducePlan::on_gpus(&case.monoid), &[], &lengths).unwrap();
    for form in [ScanForm::PLAIN, BY_KEY_IN_PLACE] {
        let plan = ScanPlan::portable(&gpu(), &case.monoid, form);
        case.compare_scan(&gpu(), plan, form, &lengths).unwrap();
    }
}

/// The reduction in order and all scans, by the plans for this adapter and for others. The plans
/// for others and run-time checks are tried only with the simplest scan and the one with every
/// feature.
fn agree_in_order_by_every_plan<T: bytemuck::Pod + Debug>(case: &Case<T>) {
    let lengths = lengths::<T>();
    case.compare_reduce(&gpu(), ReducePlan::new(&gpu(), &case.monoid), &[("ORDERED", 1)], lengths)
        .unwrap();
    for plan in [ReducePlan::on_gpus(&case.monoid), ReducePlan::on_software(&case.monoid)] {
        case.compare_reduce(&checked_gpu(), plan, &[("ORDERED", 1)], CORNERS).unwrap();
    }
    for is_software in [true, false] {
        let is_own = is_software == gpu().is_software();
        let plan_for = if is_software { ScanPlan::on_software } else { ScanPlan::on_gpus };
        for [is_by_key, is_in_place] in
            cases(3, [[false, false], [false, true], [true, false], [true, true]])
        {
            let is_end = is_by_key == is_in_place;
            let form = ScanForm { is_by_key, is_in_place };
            let plan = plan_for(&case.monoid, form);
            if is_own {
                case.compare_scan(&gpu(), plan, form, lengths).unwrap();
            } else if is_end {
                case.compare_scan(&gpu(), plan, form, CORNERS).unwrap();
            }
            if is_own && is_end {
                case.compare_scan(&checked_gpu(), plan, form, CORNERS).unwrap();
                // Bands of few tiles.
                case.compare_scan(&gpu(), ScanPlan { band: 3, ..plan }, form, &[4096, 70_001])
                    .unwrap();
            }
        }
    }
}

/// The same for operators that commute and do not round, including the reduction in any order.
fn agree_by_every_plan<T: bytemuck::Pod + Debug>(case: &Case<T>) {
    agree_in_order_by_every_plan(case);
    for plan in [ReducePlan::on_gpus(&case.monoid), ReducePlan::on_software(&case.monoid)] {
        case.compare_reduce(&gpu(), plan, &[], LENGTHS).unwrap();
    }
    case.compare_reduce(
        &gpu(),
        ReducePlan { groups: 3, ..ReducePlan::on_gpus(&case.monoid) },
        &[],
        &[100_003],
    )
    .unwrap();
}

/// The reduction by subgroups. There is one for numbers on every adapter whose subgroups have one
/// of these sizes.
fn reduce_by_subgroups<T: bytemuck::Pod>(gpu: &Gpu, monoid: &Monoid<T>) -> Option<ReducePlan> {
    let plan = ReducePlan::by_subgroups(gpu, monoid);
    assert_eq!(
        plan.is_some(),
        [8, 16, 32, 64].map(Some).contains(&gpu.subgroup_size()),
        "{:?}",
        gpu.subgroup_size()
    );
    plan
}

/// The single pass by subgroups. There is one on every adapter whose subgroups have one of these
/// sizes.
fn look_back_by_subgroups<T: bytemuck::Pod>(gpu: &Gpu, monoid: &Monoid<T>) -> Option<ScanPlan> {
    let plan = ScanPlan::look_back_by_subgroups(gpu, monoid);
    assert_eq!(
        plan.is_some(),
        [8, 16, 32, 64].map(Some).contains(&gpu.subgroup_size()),
        "{:?}",
        gpu.subgroup_size()
    );
    plan
}

/// The single pass, with and without subgroups, and with stalled workgroups. Only the first monoid
/// is tried with all tunings.
fn look_back<T: bytemuck::Pod + Debug>(case: &Case<T>) {
    const FEW: &[usize] = &[0, 1, 127, 129, 1000, 4097, 70_001];
    let by_subgroups = look_back_by_subgroups(&gpu(), &case.monoid);
    let lanes = by_subgroups.and_then(|plan| plan.tuning.iter().find(|(name, _)| *name == "LANES"));
    for plan in [ScanPlan::look_back(&case.monoid)].into_iter().chain(by_subgroups) {
        let is_stalled = |tuning: &Tuning| tuning.iter().any(|(name, _)| *name == "STALLED");
        let other_lanes = |tuning: &Tuning| {
            tuning.iter().any(|tunable| tunable.0 == "LANES" && Some(tunable) != lanes)
        };
        let runs_here = plan.scan.tunings.iter().filter(|tuning| !other_lanes(tuning));
        for &tuning in
            cases(4, runs_here.filter(|tuning| case.name == "SUM_U32" || is_stalled(tuning)))
        {
            case.compare_scan(&gpu(), ScanPlan { tuning, ..plan }, ScanForm::PLAIN, FEW).unwrap();
        }
        if case.name == "SUM_U32" {
            case.compare_scan(&gpu(), plan, ScanForm::PLAIN, LENGTHS).unwrap();
            case.compare_scan(&checked_gpu(), plan, ScanForm::PLAIN, CORNERS).unwrap();
        }
    }
}

/// Sum, minimum and maximum of numbers.
macro_rules! numbers {
    ($name:ident, $type:ty, $element:expr, $sum:expr, [$a:ident $b:ident $c:ident], $low:expr, $high:expr) => {
        fn $name() -> [Case<$type>; 3] {
            let case = |name, monoid, identity, combine: fn($type, $type) -> $type, poison| Case {
                name,
                monoid,
                identity,
                combine,
                element: $element,
                poison,
            };
            [
                case(stringify!($a), $a, <$type>::default(), $sum, $high),
                case(stringify!($b), $b, $high, |a, b| if b < a { b } else { a }, $low),
                case(stringify!($c), $c, $low, |a, b| if b > a { b } else { a }, $high),
            ]
        }
    };
}

numbers!(of_u32, u32, bits, u32::wrapping_add, [SUM_U32 MIN_U32 MAX_U32], 0, u32::MAX);
numbers!(of_i32, i32, |random| bits(random) as i32, i32::wrapping_add, [SUM_I32 MIN_I32 MAX_I32], i32::MIN, i32::MAX);
numbers!(of_f32, f32, |random| small(random) as f32, |a, b| a + b, [SUM_F32 MIN_F32 MAX_F32], f32::NEG_INFINITY, f32::INFINITY);
numbers!(of_u64, u64, |random| (u64::from(bits(random)) << 32) | u64::from(bits(random)), u64::wrapping_add, [SUM_U64 MIN_U64 MAX_U64], 0, u64::MAX);
numbers!(of_f64, f64, |random| small(random), |a, b| a + b, [SUM_F64 MIN_F64 MAX_F64], f64::NEG_INFINITY, f64::INFINITY);

/// Checks the sum with `agree`, minimum and maximum by one plan of each kind.
fn agree_as_numbers<T: bytemuck::Pod + Debug>(
    [sum, min, max]: &[Case<T>; 3],
    agree: impl Fn(&Case<T>),
) {
    agree(sum);
    for extreme in cases(2, [min, max]) {
        extreme.compare_reduce(&gpu(), ReducePlan::on_gpus(&extreme.monoid), &[], LENGTHS).unwrap();
        let plan = ScanPlan::portable(&gpu(), &extreme.monoid, ScanForm::PLAIN);
        extreme.compare_scan(&gpu(), plan, ScanForm::PLAIN, LENGTHS).unwrap();
    }
}

#[test]
fn u32_agree() {
    agree_as_numbers(&of_u32(), agree_by_every_plan);
}

#[test]
fn i32_agree() {
    agree_as_numbers(&of_i32(), agree);
}

#[test]
fn f32_agree() {
    agree_as_numbers(&of_f32(), agree);
}

#[test]
fn u64_agree() {
    agree_as_numbers(&of_u64(), agree);
}

#[test]
fn f64_agree() {
    agree_as_numbers(&of_f64(), agree);
}

#[test]
fn reductions_by_subgroups_agree() {
    let [sum, ..] = of_u32();
    if let Some(plan) = reduce_by_subgroups(&gpu(), &sum.monoid) {
        sum.compare_reduce(&gpu(), plan, &[], LENGTHS).unwrap();
        sum.compare_reduce(&gpu(), ReducePlan { groups: 3, ..plan }, &[], &[100_003]).unwrap();
        sum.compare_reduce(&checked_gpu(), plan, &[], CORNERS).unwrap();
    }
    if let Some(plan) = reduce_by_subgroups(&gpu(), &last().monoid) {
        last().compare_reduce(&gpu(), plan, &[("ORDERED", 1)], LENGTHS).unwrap();
    }
    // Other elements stay in core WGSL.
    assert!(ReducePlan::by_subgroups(&gpu(), &vectors().monoid).is_none());
}

#[test]
fn scans_in_a_single_pass_agree() {
    cases(3, &of_u32()).for_each(look_back);
    // The order of the elements does not depend on the operator.
    if is_thorough() {
        look_back(&of_i32()[0]);
    }
    look_back(&of_f32()[0]);
}

#[test]
#[ignore = "compiles for a minute and adds little to `u32_agree`: ./test nightly"]
fn other_numbers_agree_by_every_plan() {
    agree_by_every_plan(&of_i32()[0]);
    agree_by_every_plan(&of_f32()[0]);
    agree_by_every_plan(&of_u64()[0]);
    agree_by_every_plan(&of_f64()[0]);
}

#[test]
fn workgroups_in_several_rows_agree() {
    // Full rows of eight and others, with more workgroups than tiles: they must not touch the next
    // band.
    let gpu =
        Gpu::open_with(None, |_, limits| limits.max_compute_workgroups_per_dimension = 8).unwrap();
    let case = Case {
        name: "SUM_U32",
        monoid: SUM_U32,
        identity: 0,
        combine: u32::wrapping_add,
        element: bits,
        poison: u32::MAX,
    };
    let lengths = |tile: usize| [8 * tile, 8 * tile + 1, 10 * tile + 3, 19 * tile];
    for is_in_place in [false, true] {
        let form = ScanForm { is_in_place, ..ScanForm::PLAIN };
        let portable = ScanPlan::portable(&gpu, &case.monoid, form);
        for band in [u32::MAX, 11] {
            let plan = ScanPlan { band, ..portable };
            case.compare_scan(&gpu, plan, form, &lengths(plan.tile())).unwrap();
        }
    }
    let by_subgroups = look_back_by_subgroups(&gpu, &case.monoid);
    for plan in [ScanPlan::look_back(&case.monoid)].into_iter().chain(by_subgroups) {
        case.compare_scan(&gpu, plan, ScanForm::PLAIN, &lengths(plan.tile())).unwrap();
    }
    let plan = ReducePlan {
        tuning: &[("WORKGROUP", 8), ("QUADS", 1)],
        ..ReducePlan::on_gpus(&case.monoid)
    };
    case.compare_reduce(&gpu, plan, &[], &lengths(32)).unwrap();
}

fn vectors() -> Case<[f32; 4]> {
    Case {
        name: "SUM_VEC4F",
        monoid: SUM_VEC4F,
        identity: [0.0; 4],
        combine: |a, b| std::array::from_fn(|i| a[i] + b[i]),
        element: |random| std::array::from_fn(|_| small(random) as f32),
        poison: [f32::INFINITY; 4],
    }
}

#[test]
fn vectors_and_boxes_agree() {
    agree(&vectors());
    agree(&bounds(JOIN_BOUNDS));
}

#[test]
#[ignore = "compiles for a minute and adds little to `u32_agree`: ./test nightly"]
fn vectors_and_boxes_agree_by_every_plan() {
    agree_by_every_plan(&vectors());
    agree_by_every_plan(&bounds(JOIN_BOUNDS));
}

#[test]
fn a_users_operator_that_does_not_commute_agrees() {
    agree_in_order_by_every_plan(&compose());
    let (gpu, case) = (gpu(), compose());
    let list = case.list(10_000);
    let source = gpu.storage_from("source", &list).unwrap();
    let reduce = Reduce::new(&gpu, &COMPOSE, &source).unwrap();
    encode(&gpu, |pass| reduce.encode(pass));
    let expected = list.iter().fold(case.identity, |a, &b| (case.combine)(a, b));
    assert_eq!(gpu.read(reduce.result()).unwrap()[0], expected);
}
