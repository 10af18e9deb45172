// uses: sort/digits, sort/from_table | sort/from_tiles, sort/in_order, sort/key_*, sort/to_keys | sort/to_pairs
// One pass of a radix sort: each key goes to the range of its digit, after preceding keys with the same digit. A workgroup ranks
// a tile of keys, puts it in order in its own memory, and writes runs of equal digits (`in_order.wgsl`). Other files define how
// keys are ranked, how the counts of preceding tiles are found, and what values keys carry.

const SUBGROUPS: u32 = WORKGROUP / LANES;
const TILE: u32 = WORKGROUP * ITEMS;
/// Number of counts: one row of digits per subgroup.
const COUNTS: u32 = SUBGROUPS * DIGITS;

/// Whether ranks are packed as places are, and digits computed again after the tile has learned from earlier ones: values that are
/// loaded meanwhile leave few registers free.
const ARE_RANKS_PACKED: bool = EARLY == 1u && ARE_PLACES_PACKED;

/// The digit of a key. A missing key counts as the highest digit, after all real keys.
fn digit_of_any(key: Key, is_there: bool) -> u32 {
    return select(DIGITS - 1u, digit_of(key, sort_of.turn), is_there);
}

/// Ranks a key among those of its digit, and keeps its rank, with its digit if there is room.
fn rank_one(
    keys: ptr<function, array<Key, ITEMS>>,
    places: ptr<function, array<u32, ITEMS>>,
    item: u32,
    own: u32,
    count: u32,
    subgroup: u32,
    lane: u32,
) {
    if (item >= ITEMS) {
        return;
    }
    let digit = digit_of_any((*keys)[item], own + item * LANES < count);
    let ranked = rank(digit, subgroup, lane);
    if (ARE_RANKS_PACKED) {
        keep_place(places, item, ranked);
    } else {
        (*places)[item] = (digit << 16u) | ranked;
    }
}

/// Where the keys of a digit start in the tile; valid after the scan of digits.
fn start_of(digit: u32) -> u32 {
    if (digit == 0u) {
        return 0u;
    }
    return words[COUNTS + digit - 1u];
}

fn scatter(group: u32, subgroup: u32, lane: u32) {
    let thread = subgroup * LANES + lane;
    let turn = schedule_of.turns[sort_of.turn];
    if (turn.is_active == 0u) {
        return;
    }
    let tile = next_tile(group, thread, turn.half);
    if (tile >= (schedule_of.count + TILE - 1u) / TILE) {
        return;
    }
    for (var i = thread; i < COUNTS; i += WORKGROUP) {
        words[i] = 0u;
    }
    let count = min(TILE, schedule_of.count - tile * TILE);
    let own = subgroup * LANES * ITEMS + lane;
    let first = tile * TILE + own;
    // Keys past the end are never used, so any value will do.
    let last = schedule_of.count - 1u;
    var keys: array<Key, ITEMS>;
    if (turn.from_other == 1u) {
        for (var i = 0u; i < ITEMS; i++) {
            keys[i] = keys_other[min(first + i * LANES, last)];
        }
    } else {
        for (var i = 0u; i < ITEMS; i++) {
            keys[i] = keys_own[min(first + i * LANES, last)];
        }
    }
    workgroupBarrier();
    // Drivers do not unroll a loop with a body this long, and then keep the array in memory.
    var places: array<u32, ITEMS>;
    // unrolled
    for (var item = 0u; item < 32u; item++) {
        rank_one(&keys, &places, item, own, count, subgroup, lane);
    }
    var values: array<u32, ITEMS>;
    if (HAS_VALUES == 1u && EARLY == 1u) {
        load_values(&values, first, turn);
    }
    workgroupBarrier();
    for (var digit = thread; digit < DIGITS; digit += WORKGROUP) {
        var sum = 0u;
        for (var s = 0u; s < SUBGROUPS; s++) {
            sum += words[s * DIGITS + digit];
        }
        words[COUNTS + digit] = sum;
        // In the last tile this includes missing keys, but no tile after it will ask.
        publish(tile, digit, sum, turn.half);
    }
    workgroupBarrier();
    scan_digits(subgroup, lane);
    for (var digit = thread; digit < DIGITS; digit += WORKGROUP) {
        let start = start_of(digit);
        var next = start;
        for (var s = 0u; s < SUBGROUPS; s++) {
            let begin = next;
            next += words[s * DIGITS + digit];
            words[s * DIGITS + digit] = begin;
        }
        bases[digit] = place_of(tile, digit, next - start, turn) - start;
    }
    workgroupBarrier();
    for (var i = 0u; i < ITEMS; i++) {
        if (ARE_RANKS_PACKED) {
            add_to_place(&places, i, words[subgroup * DIGITS + digit_of_any(keys[i], own + i * LANES < count)]);
        } else {
            keep_place(&places, i, words[subgroup * DIGITS + (places[i] >> 16u)] + (places[i] & 0xffffu));
        }
    }
    write_in_order(&keys, &places, &values, first, count, thread, turn);
}
