//! The historical ladders of reductions, scans and sorts against serial loops, and threads of the processor against the same loops.
//! Deliberately wrong kernels, each by one replacement in the real WGSL, must be rejected by the same comparisons. Missing barriers
//! are not among them: on a CPU adapter one may change nothing.

mod common;

use std::sync::Arc;

use common::ladders::{LENGTHS, compare_reduce, compare_scan, compare_sort, lists, run};
use common::{Random, checked_gpu, gpu};
use starshell::gpu::{Gpu, GpuError, Kernel, KernelSource, Part, Tuning, compare_mirror};
use starshell::name::Named;
use starshell::primitives::historical::{
    Blocks, Compile, Digit, HistoricalReduce, HistoricalScan, HistoricalSort, KERNELS, MOST_FOR_SERIAL_SCAN, REDUCE_ATOMIC,
    REDUCE_TREE, ReduceLadder, Run, SCAN_ADD, SCAN_SERIAL, SCAN_WORK_EFFICIENT, SORT_ONE_BLOCK, SORT_SCATTER, ScanAdd,
    ScanExtent, ScanLadder, SortLadder,
};
use starshell::primitives::{reference, threaded};

/// Compiles kernels as they are.
fn as_it_is(gpu: &Gpu) -> impl Fn(&KernelSource, Tuning) -> Result<Arc<Kernel>, GpuError> {
    let gpu = gpu.clone();
    move |kernel, tuning| gpu.kernel(kernel, tuning)
}

/// Those that this formulation may be asked for here.
fn lengths(most: usize) -> Vec<usize> {
    LENGTHS.iter().copied().filter(|&count| count <= most).collect()
}

#[test]
fn every_reduction_agrees_with_the_loop() {
    for (gpu, most) in [(gpu(), usize::MAX), (checked_gpu(), 100_000)] {
        for &ladder in ReduceLadder::ALL {
            compare_reduce::<u32>(&gpu, ladder, &lengths(most), &as_it_is(&gpu)).unwrap();
            compare_reduce::<f32>(&gpu, ladder, &lengths(most), &as_it_is(&gpu)).unwrap();
        }
    }
}

#[test]
fn every_scan_agrees_with_the_loop() {
    for (gpu, most) in [(gpu(), usize::MAX), (checked_gpu(), 100_000)] {
        for &ladder in ScanLadder::ALL {
            compare_scan::<u32>(&gpu, ladder, &lengths(most), &as_it_is(&gpu)).unwrap();
            compare_scan::<f32>(&gpu, ladder, &lengths(most), &as_it_is(&gpu)).unwrap();
        }
    }
}

#[test]
fn every_sort_agrees_with_a_stable_one() {
    for (gpu, most) in [(gpu(), usize::MAX), (checked_gpu(), 10_000)] {
        for &ladder in SortLadder::ALL {
            // 32 scans of a million flags take a software adapter seconds.
            let most = most.min(ladder.most(&gpu)).min(if ladder == SortLadder::OneBit { 70_000 } else { usize::MAX });
            compare_sort(&gpu, ladder, &lengths(most), &as_it_is(&gpu)).unwrap();
        }
    }
}

/// An adapter with grids of so few workgroups in each direction.
fn limited(groups: u32) -> Gpu {
    Gpu::open_limited(|limits| limits.max_compute_workgroups_per_dimension = groups).unwrap()
}

#[test]
fn grids_of_several_rows_agree_too() {
    let gpu = limited(40);
    for &ladder in ReduceLadder::ALL {
        compare_reduce::<u32>(&gpu, ladder, &[5_120, 5_121, 65_537], &as_it_is(&gpu)).unwrap();
    }
    for &ladder in ScanLadder::ALL {
        compare_scan::<u32>(&gpu, ladder, &[5_120, 5_121, 65_537], &as_it_is(&gpu)).unwrap();
    }
    compare_sort(&gpu, SortLadder::OneBit, &[10_241], &as_it_is(&gpu)).unwrap();
    let gpu = limited(4);
    for ladder in [SortLadder::FourBits, SortLadder::EightBits] {
        compare_sort(&gpu, ladder, &[16_385, 40_000], &as_it_is(&gpu)).unwrap();
    }
}

#[test]
fn adapters_of_small_workgroups_sort_fewer_keys_in_one_block() {
    let gpu = Gpu::open_limited(|limits| limits.max_compute_invocations_per_workgroup = 256).unwrap();
    assert_eq!(SortLadder::OneBlock.most(&gpu), 256);
    compare_sort(&gpu, SortLadder::OneBlock, &lengths(256), &as_it_is(&gpu)).unwrap();
}

/// The words of a refusal.
fn refusal<T: std::fmt::Debug>(result: Result<T, GpuError>) -> String {
    let error = result.unwrap_err();
    assert!(matches!(error, GpuError::Unsupported { .. }), "{error}");
    error.to_string()
}

#[test]
fn what_cannot_be_is_refused_by_name() {
    let gpu = gpu();
    let most = SortLadder::OneBlock.most(&gpu);
    let keys = gpu.storage::<u32>("keys", most + 1).unwrap();
    let error = refusal(HistoricalSort::new(&gpu, SortLadder::OneBlock, &keys, None));
    assert!(error.contains("one-block") && error.contains(&format!("{most} keys")) && error.contains("fewer keys"), "{error}");

    let many = gpu.storage::<u32>("many", MOST_FOR_SERIAL_SCAN + 1).unwrap();
    let error = refusal(HistoricalScan::new(&gpu, ScanLadder::Serial, ScanExtent::Inclusive, &many));
    assert!(error.contains("serial") && error.contains("fewer elements"), "{error}");

    let least = Gpu::open_without(wgpu::Features::SUBGROUP | wgpu::Features::SHADER_FLOAT32_ATOMIC).unwrap();
    let (whole, floats) = (least.storage::<u32>("whole", 5).unwrap(), least.storage::<f32>("floats", 5).unwrap());
    let error = refusal(HistoricalReduce::new(&least, ReduceLadder::Subgroups, &whole));
    assert!(error.contains("subgroups of one size"), "{error}");
    let error = refusal(HistoricalReduce::new(&least, ReduceLadder::Atomic, &floats));
    assert!(error.contains("atomic sums of floats"), "{error}");
    // All the others run there.
    for &ladder in ReduceLadder::ALL.iter().filter(|ladder| **ladder != ReduceLadder::Subgroups) {
        compare_reduce::<u32>(&least, ladder, &[4097], &as_it_is(&least)).unwrap();
    }
}

#[test]
#[should_panic(expected = "a payload for each key")]
fn a_payload_too_short_panics() {
    let gpu = gpu();
    let [keys, payload] = [5, 4].map(|count| gpu.storage::<u32>("test", count).unwrap());
    let _sort = HistoricalSort::new(&gpu, SortLadder::EightBits, &keys, Some(&payload));
}

#[test]
fn structs_are_the_same_in_both_languages() {
    for kernels in [&REDUCE_TREE, &REDUCE_ATOMIC, &SCAN_WORK_EFFICIENT] {
        compare_mirror::<Blocks>(&kernels.u32).unwrap();
    }
    compare_mirror::<Run>(&SCAN_SERIAL.f32).unwrap();
    compare_mirror::<ScanAdd>(&SCAN_ADD.f32).unwrap();
    compare_mirror::<Digit>(&SORT_ONE_BLOCK.keys).unwrap();
    compare_mirror::<Digit>(&SORT_SCATTER.pairs).unwrap();
}

#[test]
fn members_are_told_by_their_names() {
    assert_eq!(ReduceLadder::named("sequential").unwrap(), ReduceLadder::Sequential);
    assert!(ReduceLadder::named("sequentail").unwrap_err().to_string().contains("did you mean `sequential`"));
    assert_eq!(ReduceLadder::ALL.len(), 10);
    assert_eq!(ScanLadder::ALL.map_names(), ["serial", "hillis-steele", "work-efficient"]);
    assert_eq!(SortLadder::ALL.map_names(), ["one-block", "one-bit", "four-bits", "eight-bits"]);
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
fn the_serial_loops_do_what_the_books_say() {
    // Patterson & Hennessy, appendix B, section 8.
    let example = [3, 1, 7, 0, 4, 1, 6, 3];
    let add = |a, b| a + b;
    assert_eq!(reference::inclusive_scan(&example, 0, add), [3, 4, 11, 11, 15, 16, 22, 25]);
    assert_eq!(reference::exclusive_scan(&example, 0, add), [0, 3, 4, 11, 11, 15, 16, 22]);
    assert_eq!(reference::reduce(&example, 0, add), 25);
    let keys = [7, 7, 2, 7, 7, 7, 0, 0];
    assert_eq!(reference::segmented_inclusive_scan(&keys, &example, 0, add), [3, 4, 7, 0, 4, 5, 6, 9]);
    assert_eq!(reference::segmented_exclusive_scan(&keys, &example, 0, add), [0, 3, 0, 0, 0, 4, 0, 6]);
    assert!(reference::segmented_inclusive_scan::<u32, u32>(&[], &[], 0, u32::wrapping_add).is_empty());
    assert_eq!(reference::argsort(&example), [3, 1, 5, 0, 7, 4, 6, 2]);
    for &count in LENGTHS {
        for (kind, list) in lists(count) {
            let mut sorted = list.clone();
            sorted.sort_unstable();
            assert_eq!(reference::radix_sort(&list), sorted, "{count}, {kind}");
            let pairs: Vec<(u32, u32)> = list.iter().copied().zip(0..).collect();
            let order: Vec<u32> = reference::radix_sort_pairs(&pairs).iter().map(|pair| pair.1).collect();
            assert_eq!(order, reference::argsort(&list), "{count}, {kind}");
        }
    }
}

/// The maps x -> a x + b one after the other: an operator whose order matters.
fn compose([a, b]: [u32; 2], [c, d]: [u32; 2]) -> [u32; 2] {
    [c.wrapping_mul(a), c.wrapping_mul(b).wrapping_add(d)]
}

#[test]
fn threads_do_what_the_serial_loops_do() {
    for threads in [1, 2, 3, 16] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            for &count in LENGTHS {
                for (kind, list) in lists(count) {
                    let what = format!("{threads} threads, {count}, {kind}");
                    let maps: Vec<[u32; 2]> = list.iter().map(|&key| [key | 1, key]).collect();
                    assert!(threaded::reduce(&maps, [1, 0], compose) == reference::reduce(&maps, [1, 0], compose), "{what}");
                    let scans =
                        [threaded::inclusive_scan(&maps, [1, 0], compose), threaded::exclusive_scan(&maps, [1, 0], compose)];
                    assert!(scans[0] == reference::inclusive_scan(&maps, [1, 0], compose), "{what}");
                    assert!(scans[1] == reference::exclusive_scan(&maps, [1, 0], compose), "{what}");
                    assert!(threaded::radix_sort(&list) == reference::radix_sort(&list), "{what}");
                    let pairs: Vec<(u32, u32)> = list.iter().copied().zip(0..).collect();
                    assert!(threaded::radix_sort_pairs(&pairs) == reference::radix_sort_pairs(&pairs), "{what}");
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
        pool.install(|| (threaded::reduce(&list, 0.0, |a, b| a + b), threaded::inclusive_scan(&list, 0.0, |a, b| a + b)))
    });
    assert!(results[0] == results[1] && results[0] == results[2]);
    let expected: f64 = list.iter().copied().map(f64::from).sum();
    assert!((f64::from(results[0].0) - expected).abs() < 1.0 && (results[0].1[1_000_002] - results[0].0).abs() < 1.0);
}

#[test]
#[ignore = "a measurement: prints milliseconds, and takes a minute"]
fn threads_against_the_serial_loops() {
    let best = |run: &dyn Fn()| {
        let mut times: Vec<f64> = (0..15).map(|_| (std::time::Instant::now(), run()).0.elapsed().as_secs_f64() * 1e3).collect();
        times.sort_by(f64::total_cmp);
        times[0]
    };
    let add = u32::wrapping_add;
    for count in [1 << 20, 1 << 22, 1 << 24] {
        let mut random = Random::new(count);
        let keys: Vec<u32> = (0..count).map(|_| (random.number() * f64::from(u32::MAX)) as u32).collect();
        let pairs: Vec<(u32, u32)> = keys.iter().copied().zip(0..).collect();
        let black_box = |result: &[u32]| {
            std::hint::black_box(result.last());
        };
        let table: [(&str, &dyn Fn(), &dyn Fn()); 4] = [
            ("reduce", &|| black_box(&[reference::reduce(&keys, 0, add)]), &|| black_box(&[threaded::reduce(&keys, 0, add)])),
            ("scan", &|| black_box(&reference::inclusive_scan(&keys, 0, add)), &|| {
                black_box(&threaded::inclusive_scan(&keys, 0, add));
            }),
            ("sort", &|| black_box(&reference::radix_sort(&keys)), &|| black_box(&threaded::radix_sort(&keys))),
            ("pairs", &|| black_box(&[reference::radix_sort_pairs(&pairs)[0].1]), &|| {
                black_box(&[threaded::radix_sort_pairs(&pairs)[0].1]);
            }),
        ];
        for (what, serial, threaded) in table {
            let (serial, threaded) = (best(serial), best(threaded));
            println!("{what:>6} {count:>9}: serial {serial:8.2} ms, threaded {threaded:8.2} ms, {:.2} times", serial / threaded);
        }
    }
}

#[test]
#[ignore = "a measurement: prints milliseconds"]
fn every_formulation_on_this_adapter() {
    let gpu = gpu();
    let sync = gpu.storage::<u32>("sync", 1).unwrap();
    let milliseconds = |record: &dyn Fn(&mut wgpu::ComputePass)| {
        let once = || {
            let start = std::time::Instant::now();
            run(&gpu, record);
            gpu.read(&sync).unwrap();
            start.elapsed().as_secs_f64() * 1e3
        };
        let mut times: Vec<f64> = (0..6).map(|_| once()).collect();
        times.remove(0);
        times.sort_by(f64::total_cmp);
        times[2]
    };
    println!("{}", gpu.adapter_name());
    for count in [1 << 20, 1 << 22] {
        let mut random = Random::new(count);
        let keys: Vec<u32> = (0..count).map(|_| (random.number() * f64::from(u32::MAX)) as u32).collect();
        let keys = gpu.storage_from("keys", &keys).unwrap();
        for &ladder in ReduceLadder::ALL {
            let reduce = HistoricalReduce::new(&gpu, ladder, &keys).unwrap();
            println!("{:>22} {count:>9}: {:8.3} ms", ladder.name(), milliseconds(&|pass| reduce.record(pass)));
        }
        for &ladder in ScanLadder::ALL {
            let scan = HistoricalScan::new(&gpu, ladder, ScanExtent::Inclusive, &keys).unwrap();
            println!("{:>22} {count:>9}: {:8.3} ms", ladder.name(), milliseconds(&|pass| scan.record(pass)));
        }
        for ladder in [SortLadder::OneBit, SortLadder::FourBits, SortLadder::EightBits] {
            for payload in [None, Some(&keys)] {
                let sort = HistoricalSort::new(&gpu, ladder, &keys, payload).unwrap();
                let pairs = if payload.is_some() { "pairs" } else { "keys" };
                println!("{:>16} {pairs:>5} {count:>9}: {:8.3} ms", ladder.name(), milliseconds(&|pass| sort.record(pass)));
            }
        }
    }
}

/// What is wrong, the text in the WGSL, what stands there instead.
type Mutation = (&'static str, &'static str, &'static str);

/// Compiles kernels as they are but for the one of this label, with the run-time checks: a wrong kernel may index anywhere.
fn wrong(
    label: &'static str,
    (name, text, replacement): Mutation,
) -> impl Fn(&KernelSource, Tuning) -> Result<Arc<Kernel>, GpuError> {
    move |kernel, tuning| {
        if kernel.label != label {
            return checked_gpu().kernel(kernel, tuning);
        }
        let all: String = kernel.parts.iter().map(|part| part.source).collect();
        assert_eq!(all.matches(text).count(), 1, "{name}: `{text}` must stand once in the WGSL of {label}");
        let mutate = |part: &Part| Part { path: part.path, source: part.source.replace(text, replacement).leak() };
        let parts: Vec<Part> = kernel.parts.iter().map(mutate).collect();
        checked_gpu().kernel(&kernel.with_parts(parts.leak()), tuning)
    }
}

type WithKernels<'a> = &'a dyn Fn(Compile) -> Result<(), String>;

/// Every mutation of the kernel must be rejected, by the comparison that the kernel itself passes in the tests above. Guards against
/// reading past the end are not among them: with the run-time checks such reads may well give zeros.
#[track_caller]
fn reject(label: &'static str, mutations: &[Mutation], compare: WithKernels) {
    assert!(KERNELS.iter().any(|kernel| kernel.label == label), "no kernel is called {label}");
    for &mutation in mutations {
        assert!(compare(&wrong(label, mutation)).is_err(), "{label} passes although wrong: {}", mutation.0);
    }
}

/// Lengths that show what is wrong, the short ones first.
const FEW: &[usize] = &[1, 257, 4097, 65_537];

fn reduces(ladder: ReduceLadder) -> impl Fn(Compile) -> Result<(), String> {
    move |compile| compare_reduce::<u32>(&checked_gpu(), ladder, FEW, compile)
}

fn scans(ladder: ScanLadder) -> impl Fn(Compile) -> Result<(), String> {
    move |compile| compare_scan::<u32>(&checked_gpu(), ladder, FEW, compile)
}

fn sorts(ladder: SortLadder) -> impl Fn(Compile) -> Result<(), String> {
    move |compile| {
        compare_sort(
            &checked_gpu(),
            ladder,
            &[1, 257, 513, 4097, 9_001][..if ladder == SortLadder::OneBlock { 3 } else { 5 }],
            compile,
        )
    }
}

#[test]
fn wrong_trees_are_rejected() {
    let label = "historical/reduce_tree";
    let all: &[Mutation] = &[
        ("last element left out", "if (index < blocks_of.count) {", "if (index + 1u < blocks_of.count) {"),
        ("blocks overlap", "block * WORKGROUP * LOADS + thread", "block * (WORKGROUP * LOADS - 1u) + thread"),
        ("last block left out", "if (block >= blocks_of.blocks)", "if (block + 1u >= blocks_of.blocks)"),
        ("another place of the tree", "totals[block] = sums[0];", "totals[block] = sums[1];"),
        ("one total for all blocks", "totals[block] = sums[0];", "totals[0] = sums[0];"),
    ];
    reject(label, all, &reduces(ReduceLadder::InterleavedDivergent));
    reject(label, all, &reduces(ReduceLadder::FirstAdd));
    reject(
        label,
        &[
            (
                "a level too few",
                "if (ADDRESSING == 0u) {\n        for (var stride = 1u;",
                "if (ADDRESSING == 0u) {\n        for (var stride = 2u;",
            ),
            ("the wrong ones add", "thread % (2u * stride) == 0u", "thread % (2u * stride) == stride"),
        ],
        &reduces(ReduceLadder::InterleavedDivergent),
    );
    reject(
        label,
        &[
            ("threads one too far", "let index = 2u * stride * thread;", "let index = 2u * stride * (thread + 1u);"),
            ("neighbour for the stride", "sums[index] += sums[index + stride];", "sums[index] += sums[index + 1u];"),
        ],
        &reduces(ReduceLadder::InterleavedStrided),
    );
    reject(
        label,
        &[
            ("last level left out", "stride > 0u; stride /= 2u", "stride > 1u; stride /= 2u"),
            ("half of a half", "for (var stride = WORKGROUP / 2u;", "for (var stride = WORKGROUP / 4u;"),
            ("too few add", "if (thread < stride) {", "if (thread + 1u < stride) {"),
        ],
        &reduces(ReduceLadder::Sequential),
    );
    reject(
        label,
        &[("second load is the first", "sum += element(first + WORKGROUP);", "sum += element(first);")],
        &reduces(ReduceLadder::FirstAdd),
    );
}

#[test]
fn wrong_unrolled_trees_are_rejected() {
    let label = "historical/reduce_unrolled";
    let all: &[Mutation] = &[
        ("a step left out", "    level(thread, 8u);\n", ""),
        ("the last step left out", "    level(thread, 1u);\n", ""),
        ("a step twice", "level(thread, 2u);", "level(thread, 2u); level(thread, 2u);"),
        ("too few add", "if (thread < stride) {", "if (thread + 1u < stride) {"),
        ("second load is the first", "element(first) + element(first + WORKGROUP)", "element(first) + element(first)"),
        ("blocks of one load", "let first = block * 2u * WORKGROUP", "let first = block * WORKGROUP"),
    ];
    for ladder in [ReduceLadder::LastWarpUnrolled, ReduceLadder::CompletelyUnrolled, ReduceLadder::ManyElements] {
        reject(label, all, &reduces(ladder));
    }
    let loops = &[("no loop above the last warp", "stride > UNROLLED;", "stride > 64u;")];
    reject(label, loops, &reduces(ReduceLadder::LastWarpUnrolled));
    let written = &[("the first step left out", "        level(thread, 64u);\n", "")];
    reject(label, written, &reduces(ReduceLadder::CompletelyUnrolled));
    // Only where there are more elements than the grid takes at once.
    let cascades: &[Mutation] = &[
        ("one turn only", "if (CASCADED == 1u) {", "if (CASCADED == 2u) {"),
        ("turns overlap", "blocks_of.blocks * 2u * WORKGROUP;", "blocks_of.blocks * WORKGROUP;"),
        ("second load left out", "source[i] + element(i + WORKGROUP)", "source[i]"),
    ];
    let many = |compile: starshell::primitives::historical::Compile| {
        compare_reduce::<u32>(&checked_gpu(), ReduceLadder::ManyElements, &[1_000_003], compile)
    };
    reject(label, cascades, &many);
}

#[test]
fn wrong_vectors_are_rejected() {
    let shared: &[Mutation] = &[
        ("no elements past the last quad", "if (block == 0u && thread < count % 4u) {", "if (false) {"),
        ("those in every block", "if (block == 0u && thread < count % 4u) {", "if (thread < count % 4u) {"),
        ("the wrong elements past it", "element(4u * quads + thread)", "element(thread)"),
        ("a load left out", "(a + b) + (c + d)", "(a + b) + c"),
        ("a load twice", "quad(i + 3u * workgroup, quads)", "quad(i + 2u * workgroup, quads)"),
        ("a component left out", "(sums.x + sums.y) + (sums.z + sums.w)", "(sums.x + sums.y) + sums.z"),
        ("blocks overlap", "block * 4u * workgroup + thread", "block * workgroup + thread"),
    ];
    for (label, ladder) in
        [("historical/reduce_vectors", ReduceLadder::Vectors), ("historical/reduce_subgroups", ReduceLadder::Subgroups)]
    {
        reject(label, shared, &reduces(ladder));
    }
    let tree = &[("last level left out", "stride > 0u; stride /= 2u", "stride > 1u; stride /= 2u")];
    reject("historical/reduce_vectors", tree, &reduces(ReduceLadder::Vectors));
    let subgroups: &[Mutation] = &[
        ("one subgroup for all", "let total = subgroupAdd(rest);", "let total = sum;"),
        ("one lane for its subgroup", "let sum = subgroupAdd(", "let sum = ("),
        ("not all subgroups", "i < WORKGROUP / lanes;", "i < WORKGROUP / lanes - 1u;"),
        ("all in one place", "sums[subgroup] = sum;", "sums[0] = sum;"),
    ];
    reject("historical/reduce_subgroups", subgroups, &reduces(ReduceLadder::Subgroups));
}

#[test]
fn wrong_atomic_sums_are_rejected() {
    let mutations: &[Mutation] = &[
        ("stored, not added", "atomicAdd(&total[0], sums[0]);", "atomicStore(&total[0], sums[0]);"),
        ("every thread adds", "if (thread == 0u) {", "if (true) {"),
        ("no tail", "if (i < blocks_of.count) {", "if (i < blocks_of.count - 1u) {"),
        ("last level left out", "stride > 0u; stride /= 2u", "stride > 1u; stride /= 2u"),
        ("last block left out", "if (block >= blocks_of.blocks)", "if (block + 1u >= blocks_of.blocks)"),
    ];
    reject("historical/reduce_atomic", mutations, &reduces(ReduceLadder::Atomic));
    // The sum is not cleared.
    let not_cleared = &[("nothing is cleared", "totals[block] = sums[0];", "totals[block] += sums[0];")];
    reject("historical/reduce_tree", not_cleared, &reduces(ReduceLadder::Atomic));
}

#[test]
fn wrong_scans_are_rejected() {
    let serial: &[Mutation] = &[
        ("runs apart", "sum = result[run.begin - 1u];", "sum = Element();"),
        ("an element lost between runs", "sum += source[run.begin - 1u];", ""),
        ("last element left out", "i < run.end;", "i + 1u < run.end;"),
        ("exclusive is inclusive", "result[i] = sum;", "result[i] = next + Element();"),
    ];
    let long = |compile: starshell::primitives::historical::Compile| {
        compare_scan::<u32>(&checked_gpu(), ScanLadder::Serial, &[33, 65_537], compile)
    };
    reject("historical/scan_serial", &serial[2..], &long);
    // Where drivers do not end long loops, there is one run only.
    if checked_gpu().loop_limit() < 65_537 {
        reject("historical/scan_serial", &serial[..2], &long);
    }
    let hillis_steele: &[Mutation] = &[
        ("distances not doubled", "distance *= 2u", "distance *= 4u"),
        ("last round left out", "distance < WORKGROUP;", "distance < WORKGROUP / 2u;"),
        ("one too few add", "if (thread >= distance) {", "if (thread > distance) {"),
        ("rows mixed up", "sums[row + thread - distance]", "sums[thread - distance]"),
        ("exclusive is inclusive", "sum = sums[row + thread - 1u];", "sum = sums[row + thread];"),
        ("first of a block", "sum = Element();\n        if (thread", "sum += Element();\n        if (thread"),
        ("total without the last", "totals[block] = sums[row + WORKGROUP - 1u];", "totals[block] = sums[row + WORKGROUP - 2u];"),
        ("totals in one place", "totals[block] =", "totals[0] ="),
        (
            "tail is summed",
            "if (i < blocks_of.count) {\n        sum = source[i];",
            "if (i + 1u < blocks_of.count) {\n        sum = source[i];",
        ),
    ];
    reject("historical/scan_hillis_steele", hillis_steele, &scans(ScanLadder::HillisSteele));
    let work_efficient: &[Mutation] = &[
        ("up not to the top", "pairs > 0u;", "pairs > 1u;"),
        ("down not to the ground", "pairs <= WORKGROUP;", "pairs < WORKGROUP;"),
        ("no sum of the left", "sums[left + length] += sum;", "sums[left + length] = sum;"),
        ("left not handed down", "sums[left] = sums[left + length];", ""),
        ("root not cleared", "sums[BLOCK - 1u] = Element();", ""),
        ("total lost", "totals[block] = sums[BLOCK - 1u];", "totals[block] = sums[BLOCK - 2u];"),
        ("inclusive is exclusive", "result[index] = before + value;", "result[index] = before + Element();"),
        ("exclusive is inclusive", "result[index] = before;", "result[index] = value + before;"),
        ("second half lost", "keep(i + WORKGROUP, sums[thread + WORKGROUP], high);", ""),
        ("halves mixed up", "sums[thread + WORKGROUP] = high;", "sums[thread + WORKGROUP] = low;"),
    ];
    reject("historical/scan_work_efficient", work_efficient, &scans(ScanLadder::WorkEfficient));
    let add: &[Mutation] = &[
        ("offset alone", "offsets[i / scan_add_of.block] + result[i]", "offsets[i / scan_add_of.block]"),
        ("no offset", "offsets[i / scan_add_of.block] + result[i]", "result[i] + 0u * offsets[0]"),
        ("offset of the next block", "offsets[i / scan_add_of.block]", "offsets[(i + 1u) / scan_add_of.block]"),
        ("last element left out", "if (i < scan_add_of.count) {", "if (i + 1u < scan_add_of.count) {"),
    ];
    reject("historical/scan_add", add, &scans(ScanLadder::HillisSteele));
    reject("historical/scan_add", add, &scans(ScanLadder::WorkEfficient));
}

#[test]
fn wrong_partitions_are_rejected() {
    let one_block: &[Mutation] = &[
        ("a bit too few", "bit < 32u;", "bit < 31u;"),
        ("the sign first", "(key >> bit) & 1u", "(key >> (31u - bit)) & 1u"),
        ("descending", "one == 1u);", "one == 0u);"),
        ("zeros and ones overlap", "zeros + sum - 1u", "zeros + sum - 2u"),
        ("payload left behind", "origin = origins[thread];", ""),
        ("small keys past the end", "var key = 0xffffffffu;", "var key = 0u;"),
        ("last key left out", "if (thread < digit.count) {\n        keep", "if (thread + 1u < digit.count) {\n        keep"),
        ("last round left out", "distance < WORKGROUP;", "distance < WORKGROUP / 2u;"),
    ];
    reject("historical/sort_one_block", one_block, &sorts(SortLadder::OneBlock));
    let flags: &[Mutation] = &[
        ("ones are flagged", "1u - ((source[i] >> digit.shift) & 1u)", "(source[i] >> digit.shift) & 1u"),
        ("the lowest bit in all passes", "source[i] >> digit.shift", "source[i]"),
        ("last but one not flagged", "if (i < digit.count) {", "if (i + 2u < digit.count) {"),
    ];
    reject("historical/sort_flags", flags, &sorts(SortLadder::OneBit));
    let partition: &[Mutation] = &[
        ("last key not counted", "zeros[last] + 1u - bit(source[last])", "zeros[last]"),
        ("descending", "bit(key) == 1u), key, i);", "bit(key) == 0u), key, i);"),
        ("ones in reverse", "all_zeros + i - zeros[i]", "digit.count - 1u - (i - zeros[i])"),
        ("another's payload", "bit(key) == 1u), key, i);", "bit(key) == 1u), key, last - i);"),
        ("last key left out", "if (i >= digit.count) {", "if (i + 1u >= digit.count) {"),
    ];
    reject("historical/sort_partition", partition, &sorts(SortLadder::OneBit));
}

#[test]
fn wrong_digits_are_rejected() {
    let histogram: &[Mutation] = &[
        ("the lowest digit in all passes", "source[i] >> digit.shift", "source[i]"),
        ("a row a block", "table[thread * digit.blocks + block]", "table[block * DIGITS + thread]"),
        ("no tail", "if (i < digit.count) {", "if (i + 1u < digit.count) {"),
        ("a chunk left out", "chunk < CHUNKS;", "chunk < CHUNKS - 1u;"),
        ("chunks overlap", "(block * CHUNKS + chunk) * WORKGROUP", "(block + chunk) * WORKGROUP"),
        ("counts not cleared", "atomicStore(&counts[thread], 0u);", "atomicStore(&counts[thread], 1u);"),
    ];
    let scatter: &[Mutation] = &[
        ("a row a block", "table[thread * digit.blocks + block]", "table[block * DIGITS + thread]"),
        ("equal keys in reverse", "& (own_bit - 1u)", "& ~(own_bit | (own_bit - 1u))"),
        ("itself counted", "& (own_bit - 1u)", "& (own_bit | (own_bit - 1u))"),
        ("words below left out", "word < own_word; word++", "word < own_word; word += 2u"),
        ("chunks not counted", "places[thread] += countOneBits", "places[thread] += 0u * countOneBits"),
        ("masks not cleared", "atomicStore(&masks[word], 0u);", "atomicAdd(&masks[word], 0u);"),
        ("another's payload", "keep(place, key, i);", "keep(place, key, digit.count - 1u - i);"),
        ("the lowest digit in all passes", "key >> digit.shift", "key"),
        ("last chunk left out", "chunk < CHUNKS;", "chunk < CHUNKS - 1u;"),
    ];
    for ladder in [SortLadder::FourBits, SortLadder::EightBits] {
        reject("historical/sort_histogram", histogram, &sorts(ladder));
        reject("historical/sort_scatter", scatter, &sorts(ladder));
    }
    let endings: &[Mutation] =
        &[("payload not moved", "sorted_payload[place] = payload[origin];", "sorted_payload[origin] = payload[origin];")];
    let pairs = |compile: starshell::primitives::historical::Compile| {
        let only_pairs = |kernel: &KernelSource, tuning: Tuning| {
            if kernel.parts.iter().any(|part| part.path.ends_with("to_keys.wgsl")) {
                checked_gpu().kernel(kernel, tuning)
            } else {
                compile(kernel, tuning)
            }
        };
        compare_sort(&checked_gpu(), SortLadder::EightBits, &[257], &only_pairs)
    };
    reject("historical/sort_scatter", endings, &pairs);
}
