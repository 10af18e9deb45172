//! Deliberately wrong radix sorts, each made by one replacement in the real WGSL. The comparison
//! that the real kernels pass (`tests/gpu/sorts.rs`) must reject all of them. Run-time checks are
//! on, because a wrong kernel may index anywhere. Missing barriers are left out, because they may
//! change nothing on a CPU adapter, as is workgroup memory that is not cleared, because it starts
//! as zero with the checks.

use crate::common::checked_gpu;
use crate::common::mutation::{self, Mutation};
use crate::common::sorts::{KINDS, Key, Load, Variant, compare_sort, plans, small_blocks};
use starshell::gpu::Gpu;
use starshell::primitives::SortPlan;

/// Lengths that show mistakes, the short ones first.
const FEW: &[usize] = &[2, 257, 5003];

/// Every mutation must be rejected in at least one of the variants, and the real kernels accepted.
/// Mutations apply to the kernel with this label or, without a label, to every kernel that has the
/// text.
#[track_caller]
fn reject<K: Key>(
    gpu: &Gpu,
    plan: SortPlan,
    variants: &[Variant],
    label: Option<&'static str>,
    mutations: &[Mutation],
) {
    mutation::reject(gpu, label, mutations, |gpu| {
        variants.iter().try_for_each(|variant| compare_sort::<K>(gpu, plan, variant, KINDS, FEW))
    });
}

fn whole<K>(load: Load) -> [Variant; 1] {
    [Variant::whole::<K>(load, false)]
}

/// Tiles of few keys and more than one subgroup, ranked by masks and placed by the table.
fn by_table() -> SortPlan {
    SortPlan {
        tuning: &[("WORKGROUP", 64), ("ITEMS", 4), ("LANES", 32)],
        ..SortPlan::masks::<u32>(16 << 10, false)
    }
}

/// The same in one sweep, ranked by ballots if the adapter can; some workgroups publish nothing.
fn in_one_sweep(gpu: &Gpu) -> SortPlan {
    let is_stalled = |plan: &SortPlan| plan.tuning.iter().any(|(name, _)| *name == "STALLED");
    plans::<u32>(gpu, false).into_iter().rfind(is_stalled).unwrap()
}

#[test]
fn wrong_counts_of_all_digits_are_rejected() {
    let gpu = checked_gpu();
    let histogram: &[Mutation] = &[
        ("last keys left out", "4u * quad + j < count", "4u * quad + j + 1u < count"),
        ("keys past the end", "4u * quad + j < count", "4u * quad < count"),
        (
            "repeated digits lost",
            "add(turn, digits.x, copy, 4u);",
            "add(turn, digits.x, copy, 1u);",
        ),
        ("a key of a quad left out", "add(turn, digits.w, copy, 1u);", ""),
        (
            "length ignored",
            "min(length[0], sort_of.capacity)",
            "max(min(length[0], 1u), sort_of.capacity)",
        ),
        ("capacity ignored", "min(length[0], sort_of.capacity)", "length[0]"),
        ("only one copy", "copy < COPIES; copy++", "copy < 1u; copy++"),
        ("one digit for all", "digit_of(quad[1], turn)", "digit_of(quad[1], 0u)"),
        (
            "workgroups count the same",
            "(group.y * groups.x + group.x) * rounds * round",
            "rounds * 0u",
        ),
        ("only the first digit", "i < sort_of.turns * DIGITS", "i < DIGITS"),
    ];
    let sweep = in_one_sweep(&gpu);
    reject::<u32>(&gpu, sweep, &whole::<u32>(Load::Nothing), Some("sort/histogram"), histogram);
    let from_histograms: &[Mutation] = &[
        ("histograms not cleared", "histograms[turn * DIGITS + thread] = 0u;", ""),
        ("tiles numbered on in later passes", "next_tiles[turn] = 0u;", "next_tiles[0] = 0u;"),
        (
            "scan stops early",
            "stride < WORKGROUP; stride *= 2u",
            "stride < WORKGROUP / 2u; stride *= 2u",
        ),
        ("each digit behind itself", "sums[half + thread] - own;", "sums[half + thread];"),
        (
            "one row for all digits",
            "schedule_of.starts[turn * DIGITS + thread]",
            "schedule_of.starts[thread]",
        ),
        ("constant except for one key", "return own == count;", "return own + 1u >= count;"),
        ("the same half in all passes", "half ^= is_active;", ""),
        ("the half forgotten", "schedule_of.half = half;", ""),
    ];
    reject::<u32>(
        &gpu,
        sweep,
        &whole::<u32>(Load::Nothing),
        Some("sort/schedule"),
        from_histograms,
    );
    let bits: &[Mutation] = &[
        ("no bit is one", "ones |= key;", "ones &= key;"),
        ("no bit is zero", "zeros |= ~key;", "zeros &= ~key;"),
        ("last key left out", "i < count; i += stride", "i + 1u < count; i += stride"),
        (
            "both in one place",
            "shared_bits[2u * turn + 1u], bits_of",
            "shared_bits[2u * turn], bits_of",
        ),
        ("one digit for all", "return sort_of.first_bit + 8u * turn;", "return sort_of.first_bit;"),
    ];
    reject::<u32>(&gpu, SortPlan::runs(0), &whole::<u32>(Load::Nothing), Some("sort/bits"), bits);
    let schedule: &[Mutation] = &[
        (
            "one digit for all",
            "seen_bits[2u * turn] & seen_bits[2u * turn + 1u]",
            "seen_bits[0] & seen_bits[1]",
        ),
        ("the lowest bit left out", "return varies == 0u;", "return varies <= 1u;"),
        ("buffers not exchanged", "from_other ^= is_active;", ""),
        ("every pass is the first", "is_first &= 1u - is_active;", ""),
        ("two keys left alone", "count < 2u", "count < 3u"),
        ("no pass taken for one", "1u - is_first;", "1u;"),
        ("the result forgotten", "schedule_of.result_in_other = from_other;", ""),
        ("length ignored", "schedule_of.count = count;", "schedule_of.count = sort_of.capacity;"),
    ];
    let variants = [
        Variant::whole::<u32>(Load::Indices, false),
        Variant { bits: 3..4, ..Variant::whole::<u32>(Load::Words, false) },
    ];
    reject::<u32>(&gpu, SortPlan::runs(0), &variants, Some("sort/schedule"), schedule);
}

#[test]
fn wrong_runs_are_rejected() {
    let gpu = checked_gpu();
    let counts: &[Mutation] = &[
        ("only the caller's keys", "turn.from_other == 1u", "turn.from_other == 2u"),
        (
            "length ignored",
            "min((run + 1u) * ITEMS, schedule_of.count)",
            "min((run + 1u) * ITEMS, sort_of.capacity)",
        ),
        (
            "one thread for all",
            "run] = counts[digit * WORKGROUP + thread];",
            "run] = counts[digit * WORKGROUP];",
        ),
        ("last key of a run left out", "min((run + 1u) * ITEMS,", "min((run + 1u) * ITEMS - 1u,"),
        (
            "rows and columns swapped",
            "table[digit * sort_of.tiles + run]",
            "table[run * DIGITS + digit]",
        ),
    ];
    reject::<u32>(
        &gpu,
        SortPlan::runs(0),
        &whole::<u32>(Load::Words),
        Some("sort/run_counts"),
        counts,
    );
    let runs: &[Mutation] = &[
        ("one place for all", "places[at] = place + 1u;", ""),
        (
            "only the caller's keys",
            "if (turn.from_other == 1u) {\n            key =",
            "if (turn.from_other == 2u) {\n            key =",
        ),
        (
            "only to the caller's keys",
            "if (turn.from_other == 1u) {\n            keys",
            "if (turn.from_other < 2u) {\n            keys",
        ),
        ("another word", "load_value(i, turn)", "load_value(place, turn)"),
        ("a word elsewhere", "store_value(place, load", "store_value(i, load"),
        (
            "length ignored",
            "min((run + 1u) * ITEMS, schedule_of.count)",
            "min((run + 1u) * ITEMS, sort_of.capacity)",
        ),
        (
            "the first run's places",
            "table[digit * sort_of.tiles + run]",
            "table[digit * sort_of.tiles]",
        ),
    ];
    reject::<u32>(&gpu, SortPlan::runs(0), &whole::<u32>(Load::Words), Some("sort/by_runs"), runs);
    let finish: &[Mutation] = &[
        (
            "nothing copied",
            "schedule_of.result_in_other == 1u",
            "schedule_of.result_in_other == 2u",
        ),
        (
            "length ignored",
            "i < schedule_of.count; i += stride) {\n            keys_own",
            "i < arrayLength(&keys_own); i += stride) {\n            keys_own",
        ),
        (
            "last key not copied",
            "i < schedule_of.count; i += stride) {\n            keys_own",
            "i + 1u < schedule_of.count; i += stride) {\n            keys_own",
        ),
        (
            "words not copied",
            "if (HAS_VALUES == 1u) {\n                store",
            "if (HAS_VALUES == 2u) {\n                store",
        ),
        ("no numbers where nothing moved", "Turn(1u, 0u, 1u, 0u)", "Turn(1u, 0u, 0u, 0u)"),
        (
            "numbers everywhere",
            "load_value(i, Turn(1u, 1u, 0u, 0u))",
            "load_value(i, Turn(1u, 1u, 1u, 0u))",
        ),
    ];
    reject::<u32>(
        &gpu,
        SortPlan::runs(0),
        &whole::<u32>(Load::Indices),
        Some("sort/finish"),
        finish,
    );
    let pairs: &[Mutation] = &[
        (
            "new numbers in each pass",
            "ARGSORT == 1u && turn.is_first == 1u) {\n        return index",
            "ARGSORT == 1u) {\n        return index",
        ),
        (
            "words instead of numbers",
            "if (ARGSORT == 1u && turn.is_first == 1u) {\n        return index",
            "if (ARGSORT == 2u) {\n        return index",
        ),
    ];
    reject::<u32>(&gpu, SortPlan::runs(0), &whole::<u32>(Load::Indices), None, pairs);
}

#[test]
fn wrong_blocks_are_rejected() {
    let gpu = checked_gpu();
    let plan = small_blocks();
    let variants =
        [Variant::whole::<u32>(Load::Words, true), Variant::whole::<u32>(Load::Indices, false)];
    let blocks: &[Mutation] = &[
        (
            "length ignored",
            "min(length[0], sort_of.capacity)",
            "max(min(length[0], 1u), sort_of.capacity)",
        ),
        ("the filling in front", "Item(vec2u(0xffffffffu), i)", "Item(vec2u(), i)"),
        ("equal keys turned round", "other.place < one.place", "one.place < other.place"),
        ("only halves of blocks", "size <= BLOCK; size *= 2u", "size < BLOCK; size *= 2u"),
        ("neighbours never exchanged", "arrange(&c, &d, is_ascending);", ""),
        ("one step of three left out", "one_step(thread, size, stride);\n", ""),
        (
            "always ascending",
            "let is_ascending = (first & size) == 0u;",
            "let is_ascending = true;",
        ),
        ("two items in one slot", "((i >> 5u) & 3u) * 5u", "((i >> 5u) & 3u) * 37u"),
        ("one block for all", "(group.y * groups.x + group.x) * BLOCK", "0u * BLOCK"),
        ("another word", "load_own_value(source)", "load_own_value(first + i)"),
        ("numbers within the block", "var value = source;", "var value = places[slot(i)];"),
        (
            "words in one place",
            "store_other_value(first + i, value);",
            "store_other_value(first, value);",
        ),
    ];
    reject::<u32>(&gpu, plan, &variants, Some("sort/blocks"), blocks);
    let merge: &[Mutation] = &[
        (
            "length ignored",
            "min(length[0], sort_of.capacity)",
            "max(min(length[0], 1u), sort_of.capacity)",
        ),
        (
            "a key of each block left out",
            "end += u32(comes_before(end, rank, kept, block < own / BLOCK, count));",
            "",
        ),
        ("few blocks", "block < blocks; block +=", "block < min(blocks, 8u); block +="),
        ("later blocks first", "is_earlier && all", "!is_earlier && all"),
        ("equal keys in one place", " || (is_earlier && all(other_rank == rank))", ""),
        ("its own block again", "if (block == own / BLOCK) {", "if (block > blocks) {"),
        ("past the end", "if (other >= count) {", "if (other > 0xfffffff0u) {"),
        (
            "one thread's blocks alone",
            "atomicAdd(&places[thread % KEYS], before)",
            "atomicMax(&places[thread % KEYS], before)",
        ),
        ("a word elsewhere", "store_own_value(place, load", "store_own_value(own, load"),
    ];
    reject::<u32>(&gpu, plan, &variants, Some("sort/merge"), merge);
    let part = Variant { bits: 5..17, ..Variant::whole::<u32>(Load::Words, true) };
    let ranks: &[Mutation] = &[
        ("up to the highest bit", "lowest(end) &", ""),
        ("from the lowest bit", "& ~lowest(first)", ""),
        ("never descending", "let bits = directed(key);", "let bits = key;"),
    ];
    reject::<u32>(&gpu, plan, &[part], None, ranks);
    let part = |bits| Variant { bits, ..Variant::whole::<u64>(Load::Words, false) };
    let wide: &[Mutation] = &[
        (
            "no high words",
            "left.y < right.y || (left.y == right.y && left.x < right.x)",
            "left.x < right.x",
        ),
        ("no low words", "(left.y == right.y && left.x < right.x)", "false"),
        ("one word for both", "high_word(bits)) & kept", "high_word(bits)) & kept.xx"),
        ("a whole word cut", "count >= vec2u(32u)", "count > vec2u(32u)"),
    ];
    reject::<u64>(&gpu, small_blocks(), &[part(0..64), part(28..36)], None, wide);
}

#[test]
fn wrong_keys_are_rejected() {
    let gpu = checked_gpu();
    let both =
        [Variant::whole::<f32>(Load::Nothing, false), Variant::whole::<f32>(Load::Nothing, true)];
    let floats: &[Mutation] = &[
        ("some NaNs first", " - 0x007fffffu", ""),
        ("one NaN first", " - 0x007fffffu", " - 0x007ffffeu"),
        ("negative numbers reversed", "~key, is_negative)", "key & 0x7fffffffu, is_negative)"),
        ("positive numbers first", "key | 0x80000000u, ~key,", "key, ~key | 0x80000000u,"),
    ];
    reject::<f32>(&gpu, SortPlan::runs(0), &both, None, floats);
    reject::<i32>(
        &gpu,
        SortPlan::runs(0),
        &both,
        None,
        &[("sign ignored", "key ^ 0x80000000u", "key")],
    );
    let part = |bits, load| Variant { bits, ..Variant::whole::<u32>(load, true) };
    let words: &[Mutation] = &[
        (
            "never descending",
            "select(in_order(key), ~in_order(key), DESCENDING == 1u)",
            "in_order(key)",
        ),
        (
            "only the sign turned round",
            "~in_order(key), DESCENDING",
            "in_order(key) ^ 0x80000000u, DESCENDING",
        ),
        ("digits too wide", "return (key >> shift) & mask;", "return (key >> shift) & 255u;"),
        ("too many bits", "min(8u, sort_of.end_bit - shift_of(turn))", "8u"),
        ("from the lowest bit", "return sort_of.first_bit + 8u * turn;", "return 8u * turn;"),
        (
            "digits overlap",
            "return sort_of.first_bit + 8u * turn;",
            "return sort_of.first_bit + 7u * turn;",
        ),
    ];
    let variants = [Variant::whole::<u32>(Load::Words, true), part(5..17, Load::Words)];
    reject::<u32>(&gpu, SortPlan::runs(0), &variants, None, words);
    let part =
        |bits, is_descending| Variant { bits, ..Variant::whole::<u64>(Load::Words, is_descending) };
    let wide: &[Mutation] = &[
        ("never descending", "select(key, ~key, DESCENDING == 1u)", "key"),
        ("high words mixed up", "if (shift >= 32u)", "if (shift > 32u)"),
        ("low words for high ones", "(key.y >> (shift - 32u))", "(key.x >> (shift - 32u))"),
        ("a digit ends with its word", " | ((key.y << (31u - shift)) << 1u)", ""),
        ("a digit begins too low", "((key.x >> shift)", "((key.x >> (shift / 2u))"),
    ];
    reject::<u64>(&gpu, SortPlan::runs(0), &[part(0..64, true), part(28..36, false)], None, wide);
}

#[test]
fn wrong_tiles_are_rejected() {
    let gpu = checked_gpu();
    let counts: &[Mutation] = &[
        ("only one copy", "copy < COPIES; copy++", "copy < 1u; copy++"),
        ("length ignored", "at < schedule_of.count", "at < sort_of.capacity"),
        (
            "rows and columns swapped",
            "table[digit * sort_of.tiles + tile]",
            "table[tile * DIGITS + digit]",
        ),
        ("only the caller's keys", "turn.from_other == 1u", "turn.from_other == 2u"),
        ("a key of a thread left out", "i < ITEMS; i++", "i + 1u < ITEMS; i++"),
        ("threads count their neighbours' keys", "first + i * WORKGROUP;", "first + i;"),
    ];
    reject::<u32>(&gpu, by_table(), &whole::<u32>(Load::Nothing), Some("sort/tile_counts"), counts);
    let keys: &[Mutation] = &[
        (
            "the first tile's place",
            "table[digit * sort_of.tiles + tile]",
            "table[digit * sort_of.tiles]",
        ),
        (
            "lanes in one place",
            "return before + countOneBits(extractBits(peers, 0u, lane));",
            "return before;",
        ),
        (
            "the last lane counts",
            "extractBits(peers, 0u, lane)",
            "extractBits(peers, 0u, lane + 1u)",
        ),
        ("masks not cleared", "atomicStore(&masks[at], 0u);", ""),
        ("peers counted as one", "before + countOneBits(peers);", "before + 1u;"),
        ("one mask for all subgroups", "let at = subgroup * DIGITS + digit;", "let at = digit;"),
        (
            "subgroups not summed",
            "sum += words[s * DIGITS + digit];",
            "sum = words[s * DIGITS + digit];",
        ),
        (
            "subgroups in one place",
            "words[s * DIGITS + digit] = begin;",
            "words[s * DIGITS + digit] = start;",
        ),
        ("absent keys first", "select(DIGITS - 1u, digit_of", "select(0u, digit_of"),
        ("scan stops early", "stride < DIGITS; stride *= 2u", "stride < DIGITS / 2u; stride *= 2u"),
        (
            "each digit behind itself",
            "return words[COUNTS + digit - 1u];",
            "return words[COUNTS + digit];",
        ),
        ("the tile's own start twice", "turn) - start;", "turn);"),
        ("always from the caller's keys", "keys[i] = keys_other[", "keys[i] = keys_own["),
        (
            "keys of a neighbour",
            "keys[i] = keys_own[min(first + i * LANES, last)]",
            "keys[i] = keys_own[min(first + i, last)]",
        ),
        ("one part for all", "kept_place(places, i) - begin;", "kept_place(places, i) % PART;"),
        ("only the first part", "begin < TILE; begin += PART", "begin < PART; begin += PART"),
        (
            "parts in one place",
            "return bases[digit_of(key, sort_of.turn)] + place;",
            "return bases[digit_of(key, sort_of.turn)] + place % PART;",
        ),
        ("absent keys written", "begin + at < count", "begin + at < TILE"),
    ];
    reject::<u32>(&gpu, by_table(), &whole::<u32>(Load::Nothing), Some("sort/by_masks"), keys);
    let words: &[Mutation] = &[
        (
            "subgroups in the other order",
            "let own = subgroup * LANES * ITEMS + lane;",
            "let own = (SUBGROUPS - 1u - subgroup) * LANES * ITEMS + lane;",
        ),
        (
            "a neighbour's word",
            "load_own_value(min(first + i * LANES, last))",
            "load_own_value(min(first + i, last))",
        ),
        ("words of another key", "= values[i];", "= values[i / 2u];"),
        ("words of the first pass", "load_other_value(min(first", "load_own_value(min(first"),
        ("two places in one", "place << 16u;", "place;"),
        ("words instead of keys", "words[WORDS_OF_KEY * PART + at] =", "words[at] ="),
        (
            "another word",
            "store_other_value(index, words[WORDS_OF_KEY * PART + at]);",
            "store_other_value(index, words[at]);",
        ),
    ];
    reject::<u32>(&gpu, by_table(), &whole::<u32>(Load::Words), Some("sort/by_masks"), words);
    let indices: &[Mutation] = &[
        (
            "no indices",
            "if (ARGSORT == 1u && turn.is_first == 1u) {\n        for",
            "if (ARGSORT == 2u) {\n        for",
        ),
        (
            "new indices in each pass",
            "if (ARGSORT == 1u && turn.is_first == 1u) {\n        for",
            "if (ARGSORT == 1u) {\n        for",
        ),
    ];
    reject::<u32>(&gpu, by_table(), &whole::<u32>(Load::Indices), Some("sort/by_masks"), indices);
    let wide: &[Mutation] = &[
        ("high words lost", "words[PART + at] = high_word((*keys)[i]);", "words[PART + at] = 0u;"),
        ("low words for high ones", "high = words[PART + at];", "high = words[at];"),
    ];
    let by_table =
        SortPlan { tuning: by_table().tuning, ..SortPlan::masks::<u64>(16 << 10, false) };
    reject::<u64>(&gpu, by_table, &whole::<u64>(Load::Nothing), Some("sort/by_masks"), wide);
}

#[test]
fn wrong_sweeps_are_rejected() {
    let gpu = checked_gpu();
    let plan = in_one_sweep(&gpu);
    assert!(plan.path.is_one_sweep());
    let mutations: &[Mutation] = &[
        ("a tile's own keys not in its prefix", "PREFIX | (sum + total)", "PREFIX | sum"),
        ("the missing tile's neighbour counted", "counted(end, digit,", "counted(end + 1u, digit,"),
        ("counts lost", "sum += missing;", ""),
        (
            "the caller's keys counted",
            "counted(end, digit, turn.from_other)",
            "counted(end, digit, 0u)",
        ),
        ("last key not counted", "i < TILE; i++", "i + 1u < TILE; i++"),
        ("never a prefix", "select(begin - i - 1u, 0u, found[i] >= PREFIX)", "begin - i - 1u"),
        (
            "states not cleared",
            "atomicStore(&states[((1u - half) * sort_of.tiles + tile) * DIGITS + digit], 0u);",
            "",
        ),
        ("one half for reading", "let row = turn.half * sort_of.tiles;", "let row = 0u;"),
        (
            "the first digit's starts",
            "schedule_of.starts[sort_of.turn * DIGITS + digit]",
            "schedule_of.starts[digit]",
        ),
        ("tiles numbered on", "next_tiles[sort_of.turn]", "next_tiles[0]"),
        (
            "missing tiles skipped",
            "end -= 1u;\n            let",
            "end -= min(end, 2u);\n            let",
        ),
    ];
    reject::<u32>(&gpu, plan, &whole::<u32>(Load::Nothing), Some(plan.kernel.label), mutations);
    if plan.path.is_by_ballots() {
        let ballots: &[Mutation] = &[
            ("one bit too few", " & agree(digit, 128u)", ""),
            ("zeros no bits", " ^ select(0xffffffffu, 0u, is_set)", ""),
            ("each item by itself", "let before = words[at];", "let before = 0u;"),
            ("lanes in one place", "return before + before_lane;", "return before;"),
            (
                "one count for all subgroups",
                "let at = subgroup * DIGITS + digit;",
                "let at = digit;",
            ),
        ];
        reject::<u32>(&gpu, plan, &whole::<u32>(Load::Nothing), Some("sort/by_ballots"), ballots);
    }
}
