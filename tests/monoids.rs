//! Reductions and scans of every monoid against loops on the host: awkward lengths, poisoned memory, lengths on the GPU, in place,
//! by key, run-time checks off and on, in a single pass with workgroups that stand still, and many times over.

mod common;

use common::monoids::{COMPOSE, Case, LENGTHS, bits, bounds, compose, record, small};
use common::{checked_gpu, gpu};
use starshell::primitives::*;

/// The reduction and all scans of a case.
fn agree<T: bytemuck::Pod + std::fmt::Debug>(case: &Case<T>) {
    // The longest lists are for numbers, the checks for the corners of a tile.
    let lengths = if size_of::<T>() == 4 { LENGTHS } else { &LENGTHS[..LENGTHS.len() - 1] };
    for (gpu, lengths) in [(gpu(), lengths), (checked_gpu(), &[0, 1, 33, 257, 4097, 8193])] {
        let plan = ReducePlan::new(&case.monoid);
        case.compare_reduce(&gpu, plan, &[("ORDERED", 1)], lengths).unwrap();
        for is_software in [true, false] {
            for variant in [[false, false], [false, true], [true, false], [true, true]] {
                let plan = ScanPlan::portable(is_software, &case.monoid, variant[0], variant[1]);
                // Bands of all, and of few tiles.
                let last = if is_software == gpu.is_software() { lengths.len() } else { lengths.len() - 2 };
                case.compare_scan(&gpu, plan, variant, &lengths[..last]).unwrap();
                case.compare_scan(&gpu, ScanPlan { band: 3, ..plan }, variant, &[4096, 70_001]).unwrap();
            }
        }
    }
}

/// The same of operators that commute and round nothing, and with them the single pass.
fn agree_in_any_order<T: bytemuck::Pod + std::fmt::Debug>(case: &Case<T>) {
    agree(case);
    case.compare_reduce(&gpu(), ReducePlan::new(&case.monoid), &[], LENGTHS).unwrap();
    case.compare_reduce(&gpu(), ReducePlan { groups: 3, ..ReducePlan::new(&case.monoid) }, &[], &[100_003]).unwrap();
}

fn look_back<T: bytemuck::Pod + std::fmt::Debug>(case: &Case<T>) {
    let plan = ScanPlan::look_back(&case.monoid);
    case.compare_scan(&gpu(), plan, [false; 2], LENGTHS).unwrap();
    let by_subgroups = ScanPlan::look_back_by_subgroups(&gpu(), &case.monoid);
    if let Some(plan) = by_subgroups {
        case.compare_scan(&gpu(), plan, [false; 2], LENGTHS).unwrap();
        // Those for subgroups of other sizes cannot run here.
        let lanes = plan.tuning.iter().find(|(name, _)| *name == "LANES");
        for &tuning in plan.scan.tunings.iter().filter(|tuning| tuning.iter().any(|tunable| Some(tunable) == lanes)) {
            case.compare_scan(&gpu(), ScanPlan { tuning, ..plan }, [false; 2], &[0, 1, 127, 129, 1000, 4097, 70_001]).unwrap();
        }
    }
    for &tuning in plan.scan.tunings {
        for gpu in [gpu(), checked_gpu()] {
            case.compare_scan(&gpu, ScanPlan { tuning, ..plan }, [false; 2], &[0, 1, 127, 129, 1000, 4097, 70_001]).unwrap();
        }
    }
}

macro_rules! numbers {
    ($name:ident, $type:ty, $element:expr, $sum:expr, [$a:ident $b:ident $c:ident], $low:expr, $high:expr $(, $look_back:ident)?) => {
        #[test]
        fn $name() {
            let case = |name, monoid, identity, combine: fn($type, $type) -> $type, poison| {
                Case { name, monoid, identity, combine, element: $element, poison }
            };
            let zero = <$type>::default();
            let sum = case(stringify!($a), $a, zero, $sum, $high);
            let min = case(stringify!($b), $b, $high, |a, b| if b < a { b } else { a }, $low);
            let max = case(stringify!($c), $c, $low, |a, b| if b > a { b } else { a }, $high);
            agree_in_any_order(&sum);
            for extreme in [&min, &max] {
                extreme.compare_reduce(&gpu(), ReducePlan::new(&extreme.monoid), &[], LENGTHS).unwrap();
                let plan = ScanPlan::portable(gpu().is_software(), &extreme.monoid, false, false);
                extreme.compare_scan(&gpu(), plan, [false; 2], LENGTHS).unwrap();
            }
            $(for case in [&sum, &min, &max] {
                $look_back(case);
            })?
        }
    };
}

numbers!(u32_agree, u32, bits, u32::wrapping_add, [SUM_U32 MIN_U32 MAX_U32], 0, u32::MAX, look_back);
numbers!(i32_agree, i32, |random| bits(random) as i32, i32::wrapping_add, [SUM_I32 MIN_I32 MAX_I32], i32::MIN, i32::MAX, look_back);
numbers!(f32_agree, f32, |random| small(random) as f32, |a, b| a + b, [SUM_F32 MIN_F32 MAX_F32], f32::NEG_INFINITY, f32::INFINITY, look_back);
numbers!(u64_agree, u64, |random| (u64::from(bits(random)) << 32) | u64::from(bits(random)), u64::wrapping_add, [SUM_U64 MIN_U64 MAX_U64], 0, u64::MAX);
numbers!(f64_agree, f64, |random| small(random), |a, b| a + b, [SUM_F64 MIN_F64 MAX_F64], f64::NEG_INFINITY, f64::INFINITY);

#[test]
fn vectors_and_boxes_agree() {
    agree_in_any_order(&Case {
        name: "SUM_VEC4F",
        monoid: SUM_VEC4F,
        identity: [0.0; 4],
        combine: |a, b| std::array::from_fn(|i| a[i] + b[i]),
        element: |random| std::array::from_fn(|_| small(random) as f32),
        poison: [f32::INFINITY; 4],
    });
    agree_in_any_order(&bounds(JOIN_BOUNDS));
}

#[test]
fn an_operator_of_ones_own_that_does_not_commute_agrees() {
    agree(&compose());
    let (gpu, case) = (gpu(), compose());
    let list = case.list(10_000);
    let source = gpu.storage_from("source", &list).unwrap();
    let reduce = Reduce::new(&gpu, &COMPOSE, &source).unwrap();
    record(&gpu, |pass| reduce.record(pass));
    let expected = list.iter().fold(case.identity, |a, &b| (case.combine)(a, b));
    assert_eq!(gpu.read(reduce.result()).unwrap()[0], expected);
}
