// One pass of a radix sort: each key goes where its digit begins, behind those of the same digit before it. A workgroup ranks a
// tile of keys, brings them in order in its own memory, and writes runs of the same digit. Others say how keys are ranked, what
// comes before the tile, and what is carried along.

const SUBGROUPS: u32 = WORKGROUP / LANES;
const TILE: u32 = WORKGROUP * ITEMS;

/// Keys of each digit that each subgroup has; then where they begin in the tile.
var<workgroup> counts: array<u32, SUBGROUPS * DIGITS>;
/// Keys of each digit in the tile.
var<workgroup> totals: array<u32, DIGITS>;
/// The same summed up, in two halves that take turns.
var<workgroup> sums: array<u32, 2u * DIGITS>;
/// What is added to a key's place in the tile for its place in the other buffer.
var<workgroup> bases: array<u32, DIGITS>;
/// The tile in order.
var<workgroup> sorted: array<Key, TILE>;

fn load_key(index: u32, from_other: u32) -> Key {
    if (from_other == 1u) {
        return keys_other[index];
    }
    return keys_own[index];
}

/// A key at the end: what is not there may be anything.
fn load_rest(index: u32, count: u32, from_other: u32) -> Key {
    return load_key(min(index, count - 1u), from_other);
}

/// Digit and rank of a key. What is not there counts as the last digit, behind all that is.
fn ranked(key: Key, is_there: bool, subgroup: u32, lane: u32) -> u32 {
    let digit = select(DIGITS - 1u, digit_of(key, sort_of.turn), is_there);
    return (digit << 16u) | rank(digit, subgroup, lane);
}

/// Ranks four of a thread's keys, if it has as many.
fn rank_four(
    keys: ptr<function, array<Key, ITEMS>>,
    places: ptr<function, array<u32, ITEMS>>,
    first_item: u32,
    own: u32,
    count: u32,
    subgroup: u32,
    lane: u32,
) {
    if (first_item < ITEMS) {
        let at = own + first_item * LANES;
        (*places)[first_item] = ranked((*keys)[first_item], at < count, subgroup, lane);
        (*places)[first_item + 1u] = ranked((*keys)[first_item + 1u], at + LANES < count, subgroup, lane);
        (*places)[first_item + 2u] = ranked((*keys)[first_item + 2u], at + 2u * LANES < count, subgroup, lane);
        (*places)[first_item + 3u] = ranked((*keys)[first_item + 3u], at + 3u * LANES < count, subgroup, lane);
    }
}

/// Where a ranked key goes in the tile.
fn place_in_tile(ranked: u32, subgroup: u32) -> u32 {
    return counts[subgroup * DIGITS + (ranked >> 16u)] + (ranked & 0xffffu);
}

/// Writes a key of the tile in order, and says where.
fn write_key(place: u32, count: u32, from_other: u32) -> u32 {
    let key = sorted[place];
    let index = bases[digit_of(key, sort_of.turn)] + place;
    if (place < count) {
        if (from_other == 1u) {
            keys_own[index] = key;
        } else {
            keys_other[index] = key;
        }
    }
    return index;
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
    for (var i = thread; i < SUBGROUPS * DIGITS; i += WORKGROUP) {
        counts[i] = 0u;
    }
    let count = min(TILE, schedule_of.count - tile * TILE);
    let own = subgroup * LANES * ITEMS + lane;
    let first = tile * TILE + own;
    var keys: array<Key, ITEMS>;
    if (count < TILE) {
        for (var i = 0u; i < ITEMS; i++) {
            keys[i] = load_rest(first + i * LANES, schedule_of.count, turn.from_other);
        }
    } else if (turn.from_other == 1u) {
        for (var i = 0u; i < ITEMS; i++) {
            keys[i] = keys_other[first + i * LANES];
        }
    } else {
        for (var i = 0u; i < ITEMS; i++) {
            keys[i] = keys_own[first + i * LANES];
        }
    }
    workgroupBarrier();
    var places: array<u32, ITEMS>;
    // Not in a loop: drivers do not unroll one of such a body, and keep arrays in memory whose index is a loop's.
    rank_four(&keys, &places, 0u, own, count, subgroup, lane);
    rank_four(&keys, &places, 4u, own, count, subgroup, lane);
    rank_four(&keys, &places, 8u, own, count, subgroup, lane);
    rank_four(&keys, &places, 12u, own, count, subgroup, lane);
    rank_four(&keys, &places, 16u, own, count, subgroup, lane);
    rank_four(&keys, &places, 20u, own, count, subgroup, lane);
    rank_four(&keys, &places, 24u, own, count, subgroup, lane);
    rank_four(&keys, &places, 28u, own, count, subgroup, lane);
    workgroupBarrier();
    for (var digit = thread; digit < DIGITS; digit += WORKGROUP) {
        var sum = 0u;
        for (var s = 0u; s < SUBGROUPS; s++) {
            let before = sum;
            sum += counts[s * DIGITS + digit];
            counts[s * DIGITS + digit] = before;
        }
        sums[digit] = sum;
        totals[digit] = sum - select(0u, TILE - count, digit == DIGITS - 1u);
        publish(tile, digit, totals[digit], turn.half);
    }
    workgroupBarrier();
    var half = 0u;
    for (var stride = 1u; stride < DIGITS; stride *= 2u) {
        for (var digit = thread; digit < DIGITS; digit += WORKGROUP) {
            var sum = sums[half + digit];
            if (digit >= stride) {
                sum += sums[half + digit - stride];
            }
            sums[DIGITS - half + digit] = sum;
        }
        half = DIGITS - half;
        workgroupBarrier();
    }
    for (var digit = thread; digit < DIGITS; digit += WORKGROUP) {
        var start = 0u;
        if (digit > 0u) {
            start = sums[half + digit - 1u];
        }
        for (var s = 0u; s < SUBGROUPS; s++) {
            counts[s * DIGITS + digit] += start;
        }
        bases[digit] = place_of(tile, digit, totals[digit], turn) - start;
    }
    workgroupBarrier();
    for (var i = 0u; i < ITEMS; i++) {
        places[i] = place_in_tile(places[i], subgroup);
        sorted[places[i]] = keys[i];
    }
    workgroupBarrier();
    var targets: array<u32, ITEMS>;
    for (var i = 0u; i < ITEMS; i++) {
        targets[i] = write_key(i * WORKGROUP + thread, count, turn.from_other);
    }
    if (HAS_VALUES == 1u) {
        var values: array<u32, ITEMS>;
        let last = schedule_of.count - 1u;
        if (ARGSORT == 1u && turn.is_first == 1u) {
            for (var i = 0u; i < ITEMS; i++) {
                values[i] = first + i * LANES;
            }
        } else if (turn.from_other == 1u) {
            for (var i = 0u; i < ITEMS; i++) {
                values[i] = load_other_value(min(first + i * LANES, last));
            }
        } else {
            for (var i = 0u; i < ITEMS; i++) {
                values[i] = load_own_value(min(first + i * LANES, last));
            }
        }
        workgroupBarrier();
        for (var i = 0u; i < ITEMS; i++) {
            sorted[places[i]] = key_of_word(values[i]);
        }
        workgroupBarrier();
        for (var i = 0u; i < ITEMS; i++) {
            write_value(targets[i], i * WORKGROUP + thread, count, turn);
        }
    }
}

/// Writes the word of a place of the tile.
fn write_value(index: u32, place: u32, count: u32, turn: Turn) {
    if (place < count) {
        store_value(index, word_of_key(sorted[place]), turn);
    }
}
