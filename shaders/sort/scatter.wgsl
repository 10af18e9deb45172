// One pass of a radix sort: each key goes where its digit begins, behind those of the same digit before it. A workgroup ranks a
// tile of keys, brings them in order in its own memory, and writes runs of the same digit. Others say how keys are ranked, what
// comes before the tile, and what is carried along.

const SUBGROUPS: u32 = WORKGROUP / LANES;
const TILE: u32 = WORKGROUP * ITEMS;

/// Keys of each digit that each subgroup has; then where they begin in the tile.
var<workgroup> counts: array<atomic<u32>, SUBGROUPS * DIGITS>;
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
        atomicStore(&counts[i], 0u);
    }
    let count = min(TILE, schedule_of.count - tile * TILE);
    let own = subgroup * LANES * ITEMS + lane;
    let first = tile * TILE + own;
    var keys: array<Key, ITEMS>;
    if (count < TILE) {
        for (var i = 0u; i < ITEMS; i++) {
            if (own + i * LANES < count) {
                keys[i] = load_key(first + i * LANES, turn.from_other);
            }
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
    // What is not there counts as the last digit, behind all that is.
    var places: array<u32, ITEMS>;
    for (var i = 0u; i < ITEMS; i++) {
        let digit = select(DIGITS - 1u, digit_of(keys[i], sort_of.turn), own + i * LANES < count);
        places[i] = (digit << 16u) | rank(digit, subgroup, lane);
    }
    workgroupBarrier();
    for (var digit = thread; digit < DIGITS; digit += WORKGROUP) {
        var sum = 0u;
        for (var s = 0u; s < SUBGROUPS; s++) {
            let before = sum;
            sum += atomicLoad(&counts[s * DIGITS + digit]);
            atomicStore(&counts[s * DIGITS + digit], before);
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
            let at = s * DIGITS + digit;
            atomicStore(&counts[at], atomicLoad(&counts[at]) + start);
        }
        bases[digit] = place_of(tile, digit, totals[digit], turn) - start;
    }
    workgroupBarrier();
    for (var i = 0u; i < ITEMS; i++) {
        places[i] = atomicLoad(&counts[subgroup * DIGITS + (places[i] >> 16u)]) + (places[i] & 0xffffu);
        sorted[places[i]] = keys[i];
    }
    workgroupBarrier();
    var targets: array<u32, ITEMS>;
    for (var i = 0u; i < ITEMS; i++) {
        let place = i * WORKGROUP + thread;
        let key = sorted[place];
        targets[i] = bases[digit_of(key, sort_of.turn)] + place;
        if (place < count) {
            if (turn.from_other == 1u) {
                keys_own[targets[i]] = key;
            } else {
                keys_other[targets[i]] = key;
            }
        }
    }
    if (HAS_VALUES == 1u) {
        workgroupBarrier();
        for (var i = 0u; i < ITEMS; i++) {
            if (own + i * LANES < count) {
                sorted[places[i]] = key_of_word(load_value(first + i * LANES, turn));
            }
        }
        workgroupBarrier();
        for (var i = 0u; i < ITEMS; i++) {
            let place = i * WORKGROUP + thread;
            if (place < count) {
                store_value(targets[i], word_of_key(sorted[place]), turn);
            }
        }
    }
}
