//! Radix sorts by every plan that runs here, against a stable sort on the host: kinds of keys,
//! awkward lengths, bits, lengths on the GPU, run-time checks off and on, workgroups that publish
//! nothing, and many times over. Also random scans and sorts.

use crate::common::breadth::{cases, is_thorough};
use crate::common::monoids::{compose, encode};
use crate::common::sorts::{
    Data, KINDS, Key, Load, Prepared, Variant, agree, plans, small_blocks, small_plans,
};
use crate::common::{Random, checked_gpu, gpu};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use starshell::gpu::{Gpu, KernelSource, Part, Tuning};
use starshell::primitives::*;
use wgpu::naga::AddressSpace;

/// Lengths around those of a subgroup and a workgroup.
const LENGTHS: &[usize] = &[0, 1, 33, 257, 4097];

/// Arbitrary keys, and keys with one active digit, whose result is in the other buffer.
const FEW: &[Data] = &[Data::Varying(u64::MAX), Data::Varying(0xff), Data::Corners];

/// Some kinds of keys at all lengths, and all kinds at some lengths.
#[track_caller]
fn agree_in_all_lengths<K: Key>(gpu: &Gpu, plan: SortPlan, variant: &Variant) {
    let tile = plan.tile();
    agree::<K>(gpu, plan, variant, FEW, &[LENGTHS, &[tile - 1, tile, tile + 1]].concat());
    agree::<K>(gpu, plan, variant, KINDS, &[33, 9001]);
}

/// Plans with their variants: sorts by runs, whose kernels compile quickly, with all variants, the
/// others each with the next one.
fn with_variants<K: Key>(
    plans: impl Fn(bool) -> Vec<SortPlan>,
    first: usize,
) -> Vec<(SortPlan, Variant)> {
    let of_load = |has_values| {
        let is_such = |variant: &Variant| (variant.load != Load::Nothing) == has_values;
        let all: Vec<_> = Variant::all::<K>().into_iter().filter(is_such).collect();
        let of = move |(index, plan): (usize, SortPlan)| {
            let chosen = if plan.path == SortPath::Runs {
                all.clone()
            } else {
                vec![all[(first + index) % all.len()].clone()]
            };
            chosen.into_iter().map(move |variant| (plan, variant))
        };
        plans(has_values).into_iter().enumerate().flat_map(of)
    };
    [false, true].into_iter().flat_map(of_load).collect()
}

/// Every plan that runs here.
fn combinations<K: Key>(gpu: &Gpu, first: usize) -> Vec<(SortPlan, Variant)> {
    with_variants::<K>(|has_values| plans::<K>(gpu, has_values), first)
}

/// Every way of sorting in tiles of few keys.
fn small_combinations<K: Key>(gpu: &Gpu, first: usize) -> Vec<(SortPlan, Variant)> {
    with_variants::<K>(|has_values| small_plans::<K>(gpu, has_values), first)
}

/// Whether workgroups publish nothing.
fn is_stalled(plan: &SortPlan) -> bool {
    plan.tuning.iter().any(|(name, _)| *name == "STALLED")
}

#[test]
fn the_order_of_keys_is_that_of_numbers() {
    let numbers = [
        f32::NEG_INFINITY,
        f32::MIN,
        -1.0,
        -f32::MIN_POSITIVE,
        -f32::from_bits(1),
        -0.0,
        0.0,
        f32::from_bits(1),
        f32::MIN_POSITIVE,
        1.0,
        f32::MAX,
        f32::INFINITY,
        f32::NAN,
    ];
    assert_eq!(numbers[0].rank(), 0);
    assert!(numbers.is_sorted_by(|a, b| a.rank() < b.rank()));
    assert!((-f32::NAN).rank() > f32::INFINITY.rank());
    assert!([i32::MIN, -1, 0, 1, i32::MAX].is_sorted_by(|a, b| a.rank() < b.rank()));
    fn is_undone<K: Key>() -> bool {
        K::CORNERS
            .iter()
            .all(|key| bytemuck::bytes_of(&K::of_rank(key.rank())) == bytemuck::bytes_of(key))
    }
    assert!(is_undone::<u32>() && is_undone::<i32>() && is_undone::<f32>() && is_undone::<u64>());
}

#[test]
fn every_plan_agrees() {
    for (plan, variant) in cases(2, combinations::<u32>(&gpu(), 0)) {
        agree_in_all_lengths::<u32>(&gpu(), plan, &variant);
    }
}

#[test]
fn small_tiles_agree_with_checks() {
    let gpu = checked_gpu();
    for (plan, variant) in cases(4, small_combinations::<u32>(&gpu, 3)) {
        agree_in_all_lengths::<u32>(&gpu, plan, &variant);
    }
}

#[test]
fn small_tiles_agree_for_other_keys() {
    let gpu = gpu();
    // A part of them: they differ from those of `u32` in the bits of a key only.
    for (plan, variant) in cases(8, small_combinations::<u64>(&gpu, 0)) {
        agree_in_all_lengths::<u64>(&gpu, plan, &variant);
    }
    // These differ from `u32` only in their order.
    for (plan, variant) in cases(2, small_combinations::<f32>(&gpu, 0)) {
        if plan.path == SortPath::Runs || plan.path.is_by_ballots() {
            agree_in_all_lengths::<f32>(&gpu, plan, &variant);
        }
    }
    for (plan, variant) in cases(2, small_combinations::<i32>(&gpu, 0)) {
        if plan.path == SortPath::Runs || is_stalled(&plan) {
            agree_in_all_lengths::<i32>(&gpu, plan, &variant);
        }
    }
}

#[test]
#[ignore = "compiles for minutes and adds little to small tiles with checks and whole tiles without: ./test nightly"]
fn every_plan_agrees_with_checks() {
    let gpu = checked_gpu();
    for (plan, variant) in combinations::<u32>(&gpu, 3) {
        agree_in_all_lengths::<u32>(&gpu, plan, &variant);
    }
}

#[test]
#[ignore = "compiles for minutes and adds little to small tiles of other keys and whole tiles of `u32`: ./test nightly"]
fn every_plan_agrees_for_other_keys() {
    let gpu = gpu();
    for (plan, variant) in combinations::<u64>(&gpu, 0) {
        agree_in_all_lengths::<u64>(&gpu, plan, &variant);
        for bits in [28..36, 5..17, 3..4, 56..64, 1..64] {
            agree::<u64>(&gpu, plan, &Variant { bits, ..variant.clone() }, KINDS, &[2000]);
        }
    }
    for (plan, variant) in combinations::<f32>(&gpu, 0) {
        if plan.path.is_by_ballots() {
            agree_in_all_lengths::<f32>(&gpu, plan, &variant);
        }
    }
}

#[test]
fn some_bits_agree() {
    for (plan, variant) in cases(3, combinations::<u32>(&gpu(), 0)) {
        for bits in [0..8, 5..17, 8..32, 24..32, 3..4] {
            agree::<u32>(&gpu(), plan, &Variant { bits, ..variant.clone() }, KINDS, &[2000]);
        }
    }
    // The bits of an `f32` encode its rank.
    for variant in Variant::all::<f32>() {
        for bits in [0..8, 5..17, 23..32] {
            agree::<f32>(
                &gpu(),
                SortPlan::runs(0),
                &Variant { bits, ..variant.clone() },
                KINDS,
                &[2000],
            );
        }
    }
    for (plan, variant) in cases(3, small_combinations::<u64>(&gpu(), 0)) {
        for bits in [28..36, 5..17, 3..4, 56..64, 1..64] {
            agree::<u64>(&gpu(), plan, &Variant { bits, ..variant.clone() }, KINDS, &[2000]);
        }
    }
}

#[test]
fn long_lists_agree() {
    let gpu = gpu();
    for (plan, variant) in cases(2, combinations::<u32>(&gpu, 0)) {
        if is_stalled(&plan) || plan.path == SortPath::Blocks {
            // Tiles of workgroups that publish nothing are counted key by key, and keys of blocks
            // are compared with all blocks.
            agree::<u32>(&gpu, plan, &variant, FEW, &[20_011]);
        } else if plan.path != SortPath::Runs || variant.load == Load::Words {
            agree::<u32>(&gpu, plan, &variant, FEW, &[65_537]);
            let sort = Prepared::<u32>::new(&gpu, plan, &variant, 300_007);
            sort.compare(&KINDS[0].keys(300_007), 300_007).unwrap();
        }
    }
}

#[test]
fn a_sort_in_one_sweep_is_right_many_times() {
    let gpu = gpu();
    let mut random = Random::new(1);
    let sweeps: Vec<_> = combinations::<u32>(&gpu, 0)
        .into_iter()
        .filter(|(plan, _)| plan.path.is_one_sweep())
        .collect();
    assert!(sweeps.len() >= 4, "{sweeps:?}");
    for (plan, variant) in sweeps {
        let sort = Prepared::<u32>::new(&gpu, plan, &variant, 10_007);
        for round in 0..if is_thorough() { 30 } else { 8 } {
            let list = KINDS[round % KINDS.len()].keys(10_007);
            sort.compare(&list, (random.number() * 12_000.0) as usize).unwrap();
        }
    }
}

#[test]
fn every_plan_for_the_adapter_sorts() {
    let gpu = gpu();
    let list: Vec<f32> = Data::Corners.keys(5000);
    let mut expected = list.clone();
    expected.sort_by_key(|key| key.rank());
    for is_portable in [false, true] {
        let keys = gpu.storage_from("keys", &list).unwrap();
        let request = SortRequest::new(&keys);
        let sort =
            RadixSort::new(&gpu, &if is_portable { request.portable() } else { request }).unwrap();
        assert!(sort.scratch_bytes() > keys.bytes(), "at least another buffer of keys");
        encode(&gpu, |pass| sort.encode(pass));
        assert_eq!(
            bytemuck::cast_slice::<f32, u32>(&gpu.read(&keys).unwrap()),
            bytemuck::cast_slice::<f32, u32>(&expected)
        );
    }
}

/// Compares the plan's statement of its memory with the kernel's declaration.
#[track_caller]
fn check_bytes<K: Key>(plan: SortPlan, has_values: bool) {
    let source = if has_values {
        include_str!("../../shaders/sort/to_pairs.wgsl")
    } else {
        include_str!("../../shaders/sort/to_keys.wgsl")
    };
    let payload = Part { path: "shaders/sort/to_either.wgsl", source };
    let parts = plan.kernel.parts().chain(K::PARTS.iter().copied()).chain([payload]);
    let parts: Vec<_> = parts.collect();
    let (module, _) =
        KernelSource::new("test/bytes", parts.leak(), &[]).parse(plan.tuning).unwrap();
    let shared = module
        .global_variables
        .iter()
        .filter(|(_, variable)| variable.space == AddressSpace::WorkGroup);
    let declared: u32 = shared
        .map(|(_, variable)| {
            module.types[variable.ty].inner.size(module.to_ctx()).next_multiple_of(16)
        })
        .sum();
    // Only a single sweep stores the number of the tile.
    let one_word = if plan.path.is_one_sweep() { 0 } else { 16 };
    assert_eq!(
        plan.bytes::<K>(has_values),
        declared + one_word,
        "{:?}, values: {has_values}",
        plan.tuning
    );
}

#[test]
fn tiles_fit_the_memory_of_a_workgroup() {
    fn check<K: Key>(memory: u32, form: fn(SortPlan) -> SortPlan) {
        for has_values in [false, true] {
            let plan = form(SortPlan::masks::<K>(memory, has_values));
            assert!(
                (memory / 2..=memory).contains(&plan.bytes::<K>(has_values)),
                "{:?} in {memory} bytes",
                plan.tuning
            );
            let ballots = SortPlan::ballots::<K>(&gpu(), has_values).map(form);
            for plan in [plan].into_iter().chain(ballots) {
                for &tuning in plan.kernel.tunings {
                    check_bytes::<K>(SortPlan { tuning, ..plan }, has_values);
                }
            }
        }
    }
    for form in [|plan: SortPlan| plan, SortPlan::in_one_sweep] {
        for memory in [16 << 10, 24 << 10] {
            check::<u32>(memory, form);
            check::<u64>(memory, form);
        }
    }
}

#[test]
fn ballots_are_refused_where_no_tile_fits() {
    let Some(plan) = SortPlan::ballots::<u32>(&gpu(), false) else {
        assert!(
            ![8, 16, 32].map(Some).contains(&gpu().subgroup_size()),
            "subgroups of {:?}",
            gpu().subgroup_size()
        );
        return;
    };
    let bytes = plan.bytes::<u32>(false);
    assert_eq!(plan.in_one_sweep().bytes::<u32>(false), bytes);
    let ballots = |bytes| {
        let gpu =
            Gpu::open_with(None, |_, limits| limits.max_compute_workgroup_storage_size = bytes)
                .unwrap();
        SortPlan::ballots::<u32>(&gpu, false)
    };
    assert!(ballots(bytes).is_some_and(|found| found.tuning == plan.tuning));
    assert!(ballots(bytes - 1).is_none());
    let narrow =
        Gpu::open_with(None, |_, limits| limits.max_compute_invocations_per_workgroup = 32)
            .unwrap();
    assert!(SortPlan::ballots::<u32>(&narrow, false).is_none());
}

#[test]
fn tiles_in_several_rows_of_workgroups_are_sorted() {
    // Full rows of sixteen and others, with more workgroups than tiles.
    let gpu =
        Gpu::open_with(None, |_, limits| limits.max_compute_workgroups_per_dimension = 16).unwrap();
    for mut plan in cases(2, plans::<u32>(&gpu, true)) {
        // Tiles so small that few keys fill many of them.
        let (tuning, tiles_per_group): (Tuning, _) = match plan.kernel.entry() {
            "by_runs" => (&[("WORKGROUP", 8), ("ITEMS", 32)], 8),
            "blocks" => (small_blocks().tuning, 1),
            "by_masks" if !is_stalled(&plan) => {
                (&[("WORKGROUP", 64), ("ITEMS", 4), ("LANES", 32)], 1)
            }
            "by_ballots" if !is_stalled(&plan) && gpu.is_software() => {
                (&[("WORKGROUP", 32), ("ITEMS", 4), ("LANES", 8)], 1)
            }
            _ => (plan.tuning, 1),
        };
        plan.tuning = tuning;
        let keys = tiles_per_group * plan.tile();
        let lengths = [16 * keys, 16 * keys + 1, 18 * keys + 7, 35 * keys + 3];
        agree::<u32>(&gpu, plan, &Variant::whole::<u32>(Load::Words, false), KINDS, &lengths);
    }
}

/// The same cases in every run; `PROPTEST_RNG_SEED` tries others.
fn runner(cases: u32) -> TestRunner {
    let given = Config::default();
    let rng_seed =
        if given.rng_seed == RngSeed::Random { RngSeed::Fixed(1) } else { given.rng_seed };
    TestRunner::new(Config {
        cases,
        max_shrink_iters: 200,
        failure_persistence: None,
        rng_seed,
        ..given
    })
}

#[test]
fn random_sorts_match_the_reference() {
    let gpu = gpu();
    let all = combinations::<u32>(&gpu, 0);
    let cases = (
        0..all.len(),
        prop::collection::vec(any::<u32>(), 0..5000),
        any::<u32>(),
        0..32_u32,
        1..33_u32,
        0..6000_usize,
    );
    let result = runner(150).run(&cases, |(which, mut list, mask, start, width, length)| {
        list.iter_mut().for_each(|key| *key &= mask);
        let (plan, variant) = &all[which];
        let variant = Variant { bits: start..(start + width).min(32), ..variant.clone() };
        let sort = Prepared::<u32>::new(&gpu, *plan, &variant, list.len());
        sort.compare(&list, length).map_err(TestCaseError::fail)
    });
    result.unwrap();
}

#[test]
fn random_scans_match_the_reference() {
    let (gpu, case) = (gpu(), compose());
    let element = || any::<[u32; 2]>();
    let segment = (element(), 1..400_usize);
    let cases = (
        prop::collection::vec(segment, 0..60),
        any::<u32>(),
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
    );
    let result =
        runner(100).run(&cases, |(segments, seed, is_inclusive, is_by_key, is_in_place)| {
            let mut random = Random::new(seed.into());
            let keys: Vec<u32> = segments
                .iter()
                .enumerate()
                .flat_map(|(key, (_, count))| vec![key as u32; *count])
                .collect();
            let list: Vec<[u32; 2]> =
                segments.iter().flat_map(|(first, count)| (0..*count).map(|_| *first)).collect();
            let list: Vec<_> = list
                .into_iter()
                .map(|first| [first[0] | 1, (case.element)(&mut random)[1]])
                .collect();
            let expected = match (is_inclusive, is_by_key) {
                (true, true) => {
                    reference::segmented_inclusive_scan(&keys, &list, case.identity, case.combine)
                }
                (true, false) => reference::inclusive_scan(&list, case.identity, case.combine),
                (false, true) => {
                    reference::segmented_exclusive_scan(&keys, &list, case.identity, case.combine)
                }
                (false, false) => reference::exclusive_scan(&list, case.identity, case.combine),
            };
            let source = gpu.storage_from("source", &list).unwrap();
            let other = gpu.storage_from("other", &vec![case.poison; list.len()]).unwrap();
            let keys = gpu.storage_from("keys", &keys).unwrap();
            let target = if is_in_place { &source } else { &other };
            let kind = if is_inclusive { ScanKind::Inclusive } else { ScanKind::Exclusive };
            let request = ScanRequest::new(kind, &source, target);
            let request = if is_by_key { request.by_key(&keys) } else { request };
            // Tiles of 64 elements and bands of three tiles, whose kernels compile quickly.
            let plan = ScanPlan::on_software(&case.monoid, ScanForm { is_by_key, is_in_place });
            let plan = ScanPlan { tuning: &[("WORKGROUP", 8), ("QUADS", 2)], band: 3, ..plan };
            let scan = Scan::with_plan(&gpu, plan, request).unwrap();
            encode(&gpu, |pass| scan.encode(pass));
            prop_assert_eq!(gpu.read(target).unwrap(), expected);
            Ok(())
        });
    result.unwrap();
}
