// One pass of a radix sort: each key goes where its digit begins, behind those of the same digit before it. A workgroup ranks a
// tile of keys, brings them in order in its own memory, and writes runs of the same digit. Others say how keys are ranked, what
// comes before the tile, and what is carried along.

const SUBGROUPS: u32 = WORKGROUP / LANES;
const TILE: u32 = WORKGROUP * ITEMS;
/// Index of a thread's last key.
const LAST: u32 = ITEMS - 1u;

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
    if (ITEMS > 0u) {
        places[min(0u, LAST)] = ranked(keys[min(0u, LAST)], own + 0u * LANES < count, subgroup, lane);
        places[min(1u, LAST)] = ranked(keys[min(1u, LAST)], own + 1u * LANES < count, subgroup, lane);
        places[min(2u, LAST)] = ranked(keys[min(2u, LAST)], own + 2u * LANES < count, subgroup, lane);
        places[min(3u, LAST)] = ranked(keys[min(3u, LAST)], own + 3u * LANES < count, subgroup, lane);
    }
    if (ITEMS > 4u) {
        places[min(4u, LAST)] = ranked(keys[min(4u, LAST)], own + 4u * LANES < count, subgroup, lane);
        places[min(5u, LAST)] = ranked(keys[min(5u, LAST)], own + 5u * LANES < count, subgroup, lane);
        places[min(6u, LAST)] = ranked(keys[min(6u, LAST)], own + 6u * LANES < count, subgroup, lane);
        places[min(7u, LAST)] = ranked(keys[min(7u, LAST)], own + 7u * LANES < count, subgroup, lane);
    }
    if (ITEMS > 8u) {
        places[min(8u, LAST)] = ranked(keys[min(8u, LAST)], own + 8u * LANES < count, subgroup, lane);
        places[min(9u, LAST)] = ranked(keys[min(9u, LAST)], own + 9u * LANES < count, subgroup, lane);
        places[min(10u, LAST)] = ranked(keys[min(10u, LAST)], own + 10u * LANES < count, subgroup, lane);
        places[min(11u, LAST)] = ranked(keys[min(11u, LAST)], own + 11u * LANES < count, subgroup, lane);
    }
    if (ITEMS > 12u) {
        places[min(12u, LAST)] = ranked(keys[min(12u, LAST)], own + 12u * LANES < count, subgroup, lane);
        places[min(13u, LAST)] = ranked(keys[min(13u, LAST)], own + 13u * LANES < count, subgroup, lane);
        places[min(14u, LAST)] = ranked(keys[min(14u, LAST)], own + 14u * LANES < count, subgroup, lane);
        places[min(15u, LAST)] = ranked(keys[min(15u, LAST)], own + 15u * LANES < count, subgroup, lane);
    }
    if (ITEMS > 16u) {
        places[min(16u, LAST)] = ranked(keys[min(16u, LAST)], own + 16u * LANES < count, subgroup, lane);
        places[min(17u, LAST)] = ranked(keys[min(17u, LAST)], own + 17u * LANES < count, subgroup, lane);
        places[min(18u, LAST)] = ranked(keys[min(18u, LAST)], own + 18u * LANES < count, subgroup, lane);
        places[min(19u, LAST)] = ranked(keys[min(19u, LAST)], own + 19u * LANES < count, subgroup, lane);
    }
    if (ITEMS > 20u) {
        places[min(20u, LAST)] = ranked(keys[min(20u, LAST)], own + 20u * LANES < count, subgroup, lane);
        places[min(21u, LAST)] = ranked(keys[min(21u, LAST)], own + 21u * LANES < count, subgroup, lane);
        places[min(22u, LAST)] = ranked(keys[min(22u, LAST)], own + 22u * LANES < count, subgroup, lane);
        places[min(23u, LAST)] = ranked(keys[min(23u, LAST)], own + 23u * LANES < count, subgroup, lane);
    }
    if (ITEMS > 24u) {
        places[min(24u, LAST)] = ranked(keys[min(24u, LAST)], own + 24u * LANES < count, subgroup, lane);
        places[min(25u, LAST)] = ranked(keys[min(25u, LAST)], own + 25u * LANES < count, subgroup, lane);
        places[min(26u, LAST)] = ranked(keys[min(26u, LAST)], own + 26u * LANES < count, subgroup, lane);
        places[min(27u, LAST)] = ranked(keys[min(27u, LAST)], own + 27u * LANES < count, subgroup, lane);
    }
    if (ITEMS > 28u) {
        places[min(28u, LAST)] = ranked(keys[min(28u, LAST)], own + 28u * LANES < count, subgroup, lane);
        places[min(29u, LAST)] = ranked(keys[min(29u, LAST)], own + 29u * LANES < count, subgroup, lane);
        places[min(30u, LAST)] = ranked(keys[min(30u, LAST)], own + 30u * LANES < count, subgroup, lane);
        places[min(31u, LAST)] = ranked(keys[min(31u, LAST)], own + 31u * LANES < count, subgroup, lane);
    }
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
