//! The historical ladders of reductions, scans and sorts, and CPU threads, against the same serial
//! loops: awkward lengths, poisoned results and scratch, run-time checks off and on, clear
//! refusals.

use crate::common::breadth::{cases, is_thorough};
use crate::common::ladders::{
    LENGTHS, compare_reduce, compare_reduce_in, compare_scan, compare_sort, lists,
};
use crate::common::{Random, checked_gpu, gpu};
use starshell::gpu::{Gpu, GpuError, compare_mirror};
use starshell::lab::historical::{
    HistoricalReduce, HistoricalScan, HistoricalSort, MAX_FOR_SERIAL_SCAN, ReduceLadder,
    ScanLadder, SortLadder,
};
use starshell::lab::kernels::{
    BlocksParams, DigitParams, REDUCE_ATOMIC, REDUCE_IN_STEP, REDUCE_TREE, SCAN_ADD, SCAN_IN_PLACE,
    SCAN_SERIAL, SCAN_WORK_EFFICIENT, SORT_IN_PLACE, SORT_ONE_BLOCK, SORT_PARTITION_BY_ONES,
    SORT_SCATTER, ScanAddParams, ScanSerialParams,
};
use starshell::name::Named;
use starshell::primitives::{ScanKind, reference, threaded};

/// Sums that need subgroups.
const IN_SUBGROUPS: [ReduceLadder; 4] = [
    ReduceLadder::LastWarpInStep,
    ReduceLadder::UnrolledInStep,
    ReduceLadder::ManyElementsInStep,
    ReduceLadder::Subgroups,
];

/// The lengths that this formulation supports here: every second one by `./test`, which are on both
/// sides of all powers of two.
fn lengths(most: usize) -> Vec<usize> {
    cases(2, LENGTHS.iter().copied()).filter(|&count| count <= most).collect()
}

#[test]
fn every_reduction_agrees_with_the_loop() {
    for (nth, gpu, most) in [(1, gpu(), usize::MAX), (3, checked_gpu(), 100_000)] {
        for &ladder in cases(nth, ReduceLadder::ALL) {
            compare_reduce::<u32>(&gpu, ladder, &lengths(most)).unwrap();
            compare_reduce::<f32>(&gpu, ladder, &lengths(most)).unwrap();
        }
    }
}

#[test]
fn reductions_by_workgroups_of_any_size_agree_with_the_loop() {
    let gpu = gpu();
    let free = |ladder: &&ReduceLadder| {
        use ReduceLadder::{CompletelyUnrolled, LastWarpUnrolled, ManyElements};
        ![LastWarpUnrolled, CompletelyUnrolled, ManyElements].contains(ladder)
    };
    for &ladder in ReduceLadder::ALL.iter().filter(free) {
        for threads in cases(2, [32, 256, 1024]) {
            compare_reduce_in(&gpu, ladder, threads, &[1, 513, 65_537]).unwrap();
        }
    }
    let source = gpu.storage::<u32>("source", 5).unwrap();
    let refused =
        |ladder, threads| refusal(HistoricalReduce::with_workgroup(&gpu, ladder, &source, threads));
    assert!(refused(ReduceLadder::Sequential, 48).contains("48 is not a power of two"));
    assert!(
        refused(ReduceLadder::CompletelyUnrolled, 64).contains("written out for workgroups of 128")
    );
    HistoricalReduce::with_workgroup(&gpu, ReduceLadder::CompletelyUnrolled, &source, 128).unwrap();
    let small =
        Gpu::open_with(None, |_, limits| limits.max_compute_invocations_per_workgroup = 256)
            .unwrap();
    let source = small.storage::<u32>("source", 5).unwrap();
    assert!(
        refusal(HistoricalReduce::with_workgroup(&small, ReduceLadder::Sequential, &source, 512))
            .contains("at most 256")
    );
}

#[test]
fn every_scan_agrees_with_the_loop() {
    for (nth, gpu, most) in [(1, gpu(), usize::MAX), (3, checked_gpu(), 100_000)] {
        for &ladder in cases(nth, ScanLadder::ALL) {
            compare_scan::<u32>(&gpu, ladder, &lengths(most)).unwrap();
            compare_scan::<f32>(&gpu, ladder, &lengths(most)).unwrap();
        }
    }
}

#[test]
fn every_sort_agrees_with_a_stable_one() {
    let most = if is_thorough() { 100_000 } else { 5_000 };
    for (nth, gpu, most) in [(1, gpu(), most), (3, checked_gpu(), 1_000)] {
        for &ladder in cases(nth, SortLadder::ALL) {
            // 32 scans of a million flags take seconds on a software adapter.
            let quick = match ladder {
                SortLadder::OneBit | SortLadder::OneBitByOnes => 10_000,
                _ => usize::MAX,
            };
            let most = most.min(ladder.most(&gpu)).min(quick);
            compare_sort(&gpu, ladder, &lengths(most)).unwrap();
        }
    }
}

/// An adapter whose grids have at most this many workgroups in each direction.
fn limited(groups: u32) -> Gpu {
    Gpu::open_with(None, |_, limits| limits.max_compute_workgroups_per_dimension = groups).unwrap()
}

#[test]
fn grids_of_several_rows_agree_too() {
    let gpu = limited(40);
    for &ladder in ReduceLadder::ALL {
        compare_reduce::<u32>(&gpu, ladder, &[5_120, 5_121, 65_537]).unwrap();
    }
    for &ladder in ScanLadder::ALL {
        compare_scan::<u32>(&gpu, ladder, &[5_120, 5_121, 65_537]).unwrap();
    }
    compare_sort(&gpu, SortLadder::OneBit, &[10_241]).unwrap();
    let gpu = limited(4);
    for ladder in [SortLadder::FourBits, SortLadder::EightBits] {
        compare_sort(&gpu, ladder, &[16_385, 40_000]).unwrap();
    }
}

#[test]
fn adapters_of_small_workgroups_sort_fewer_keys_in_one_block() {
    let gpu = Gpu::open_with(None, |_, limits| limits.max_compute_invocations_per_workgroup = 256)
        .unwrap();
    assert_eq!(SortLadder::OneBlock.most(&gpu), 256);
    compare_sort(&gpu, SortLadder::OneBlock, &lengths(256)).unwrap();
}

/// The text of a refusal.
fn refusal<T: std::fmt::Debug>(result: Result<T, GpuError>) -> String {
    let error = result.unwrap_err();
    assert!(matches!(error, GpuError::Unsupported { .. }), "{error}");
    error.to_string()
}

#[test]
fn an_impossible_variant_is_refused_by_name() {
    let gpu = gpu();
    let most = SortLadder::OneBlock.most(&gpu);
    let keys = gpu.storage::<u32>("keys", most + 1).unwrap();
    let error = refusal(HistoricalSort::new(&gpu, SortLadder::OneBlock, &keys, None));
    assert!(
        error.contains("one-block")
            && error.contains(&format!("{most} keys"))
            && error.contains("fewer keys"),
        "{error}"
    );

    let many = gpu.storage::<u32>("many", MAX_FOR_SERIAL_SCAN + 1).unwrap();
    let error = refusal(HistoricalScan::new(&gpu, ScanLadder::Serial, ScanKind::Inclusive, &many));
    assert!(error.contains("serial") && error.contains("fewer elements"), "{error}");

    let least = Gpu::open_with(None, |features, _| {
        features.remove(wgpu::Features::SUBGROUP | wgpu::Features::SHADER_FLOAT32_ATOMIC)
    })
    .unwrap();
    let (whole, floats) =
        (least.storage::<u32>("whole", 5).unwrap(), least.storage::<f32>("floats", 5).unwrap());
    for ladder in IN_SUBGROUPS {
        let error = refusal(HistoricalReduce::new(&least, ladder, &whole));
        assert!(
            error.contains("subgroups of one size") && error.contains(ladder.name()),
            "{error}"
        );
    }
    let error = refusal(HistoricalReduce::new(&least, ReduceLadder::Atomic, &floats));
    assert!(error.contains("atomic sums of floats"), "{error}");
    // All others run there.
    for &ladder in ReduceLadder::ALL.iter().filter(|ladder| !IN_SUBGROUPS.contains(ladder)) {
        compare_reduce::<u32>(&least, ladder, &[4097]).unwrap();
    }
}

#[test]
fn structs_are_the_same_in_both_languages() {
    for kernels in
        [&REDUCE_TREE, &REDUCE_ATOMIC, &REDUCE_IN_STEP, &SCAN_WORK_EFFICIENT, &SCAN_IN_PLACE]
    {
        compare_mirror::<BlocksParams>(&kernels.u32).unwrap();
    }
    compare_mirror::<ScanSerialParams>(&SCAN_SERIAL.f32).unwrap();
    compare_mirror::<ScanAddParams>(&SCAN_ADD.f32).unwrap();
    for kernels in [&SORT_ONE_BLOCK, &SORT_IN_PLACE, &SORT_PARTITION_BY_ONES, &SORT_SCATTER] {
        compare_mirror::<DigitParams>(&kernels.keys).unwrap();
        compare_mirror::<DigitParams>(&kernels.pairs).unwrap();
    }
}

#[test]
fn members_are_found_by_their_names() {
    assert_eq!(ReduceLadder::named("sequential").unwrap(), ReduceLadder::Sequential);
    assert!(
        ReduceLadder::named("sequenti")
            .unwrap_err()
            .to_string()
            .contains("did you mean `sequential`")
    );
    assert_eq!(ReduceLadder::ALL.len(), 13);
    assert_eq!(
        ScanLadder::ALL.map_names(),
        ["serial", "hillis-steele", "hillis-steele-in-place", "work-efficient"]
    );
    let sorts = [
        "one-block",
        "one-block-in-place",
        "one-bit",
        "one-bit-by-ones",
        "four-bits",
        "eight-bits",
    ];
    assert_eq!(SortLadder::ALL.map_names(), sorts);
    assert!(ReduceLadder::ALL.iter().all(|ladder| ladder.about().ends_with('.')));
}

trait MapNames {
    fn map_names(&self) -> Vec<&'static str>;
}

impl<T: Named> MapNames for [T] {
    fn map_names(&self) -> Vec<&'static str> {
        self.iter().map(|member| member.name()).collect()
    }
}

#[test]
fn the_serial_loops_match_the_textbooks() {
    // Patterson & Hennessy, appendix B, section 8.
    let example = [3, 1, 7, 0, 4, 1, 6, 3];
    let add = |a, b| a + b;
    assert_eq!(reference::inclusive_scan(&example, 0, add), [3, 4, 11, 11, 15, 16, 22, 25]);
    assert_eq!(reference::exclusive_scan(&example, 0, add), [0, 3, 4, 11, 11, 15, 16, 22]);
    assert_eq!(reference::reduce(&example, 0, add), 25);
    let keys = [7, 7, 2, 7, 7, 7, 0, 0];
    assert_eq!(
        reference::segmented_inclusive_scan(&keys, &example, 0, add),
        [3, 4, 7, 0, 4, 5, 6, 9]
    );
    assert_eq!(
        reference::segmented_exclusive_scan(&keys, &example, 0, add),
        [0, 3, 0, 0, 0, 4, 0, 6]
    );
    assert!(
        reference::segmented_inclusive_scan::<u32, u32>(&[], &[], 0, u32::wrapping_add).is_empty()
    );
    assert_eq!(reference::argsort(&example), [3, 1, 5, 0, 7, 4, 6, 2]);
    for &count in LENGTHS {
        for (kind, list) in lists(count) {
            let mut sorted = list.clone();
            sorted.sort_unstable();
            assert_eq!(reference::radix_sort(&list), sorted, "{count}, {kind}");
            let pairs: Vec<(u32, u32)> = list.iter().copied().zip(0..).collect();
            let order: Vec<u32> =
                reference::radix_sort_pairs(&pairs).iter().map(|pair| pair.1).collect();
            assert_eq!(order, reference::argsort(&list), "{count}, {kind}");
        }
    }
}

/// The maps x -> a x + b, composed: an operator whose order matters.
fn compose([a, b]: [u32; 2], [c, d]: [u32; 2]) -> [u32; 2] {
    [c.wrapping_mul(a), c.wrapping_mul(b).wrapping_add(d)]
}

#[test]
fn threads_match_the_serial_loops() {
    for threads in [1, 2, 3, 16] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            for &count in LENGTHS {
                for (kind, list) in lists(count) {
                    let what = format!("{threads} threads, {count}, {kind}");
                    let maps: Vec<[u32; 2]> = list.iter().map(|&key| [key | 1, key]).collect();
                    assert!(
                        threaded::reduce(&maps, [1, 0], compose)
                            == reference::reduce(&maps, [1, 0], compose),
                        "{what}"
                    );
                    let scans = [
                        threaded::inclusive_scan(&maps, [1, 0], compose),
                        threaded::exclusive_scan(&maps, [1, 0], compose),
                    ];
                    assert!(
                        scans[0] == reference::inclusive_scan(&maps, [1, 0], compose),
                        "{what}"
                    );
                    assert!(
                        scans[1] == reference::exclusive_scan(&maps, [1, 0], compose),
                        "{what}"
                    );
                    assert!(threaded::radix_sort(&list) == reference::radix_sort(&list), "{what}");
                    let pairs: Vec<(u32, u32)> = list.iter().copied().zip(0..).collect();
                    assert!(
                        threaded::radix_sort_pairs(&pairs) == reference::radix_sort_pairs(&pairs),
                        "{what}"
                    );
                }
            }
        });
    }
}

#[test]
fn sums_of_floats_are_the_same_bits_with_any_number_of_threads() {
    let mut random = Random::new(7);
    let list: Vec<f32> = (0..1_000_003).map(|_| random.number() as f32 - 0.4).collect();
    let results = [1, 2, 5].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            (
                threaded::reduce(&list, 0.0, |a, b| a + b),
                threaded::inclusive_scan(&list, 0.0, |a, b| a + b),
            )
        })
    });
    assert!(results[0] == results[1] && results[0] == results[2]);
    let expected: f64 = list.iter().copied().map(f64::from).sum();
    assert!(
        (f64::from(results[0].0) - expected).abs() < 1.0
            && (results[0].1[1_000_002] - results[0].0).abs() < 1.0
    );
}
