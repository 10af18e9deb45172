// One pass of a radix sort: each key goes where its digit begins, behind those of the same digit before it. A workgroup ranks a
// tile of keys, brings them in order in its own memory, and writes runs of the same digit. Others say how keys are ranked, what
// comes before the tile, and what is carried along.
//
// What a thread holds are arrays of fours, each done without a loop: drivers keep arrays in memory whose index is a loop's.

const SUBGROUPS: u32 = WORKGROUP / LANES;
const TILE: u32 = WORKGROUP * ITEMS;
/// Fours of keys that a thread holds.
const FOURS: u32 = ITEMS / 4u;

struct Four {
    a: Key,
    b: Key,
    c: Key,
    d: Key,
}

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
    return atomicLoad(&counts[subgroup * DIGITS + (ranked >> 16u)]) + (ranked & 0xffffu);
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
        atomicStore(&counts[i], 0u);
    }
    let count = min(TILE, schedule_of.count - tile * TILE);
    let own = subgroup * LANES * ITEMS + lane;
    let first = tile * TILE + own;
    var keys: array<Four, FOURS>;
    if (count < TILE) {
        let all = schedule_of.count;
        for (var f = 0u; f < FOURS; f++) {
            let at = first + 4u * f * LANES;
            keys[f].a = load_rest(at, all, turn.from_other);
            keys[f].b = load_rest(at + LANES, all, turn.from_other);
            keys[f].c = load_rest(at + 2u * LANES, all, turn.from_other);
            keys[f].d = load_rest(at + 3u * LANES, all, turn.from_other);
        }
    } else if (turn.from_other == 1u) {
        for (var f = 0u; f < FOURS; f++) {
            let at = first + 4u * f * LANES;
            keys[f] = Four(keys_other[at], keys_other[at + LANES], keys_other[at + 2u * LANES], keys_other[at + 3u * LANES]);
        }
    } else {
        for (var f = 0u; f < FOURS; f++) {
            let at = first + 4u * f * LANES;
            keys[f] = Four(keys_own[at], keys_own[at + LANES], keys_own[at + 2u * LANES], keys_own[at + 3u * LANES]);
        }
    }
    workgroupBarrier();
    var places: array<vec4u, FOURS>;
    for (var f = 0u; f < FOURS; f++) {
        let at = own + 4u * f * LANES;
        let four = keys[f];
        let a = ranked(four.a, at < count, subgroup, lane);
        let b = ranked(four.b, at + LANES < count, subgroup, lane);
        let c = ranked(four.c, at + 2u * LANES < count, subgroup, lane);
        let d = ranked(four.d, at + 3u * LANES < count, subgroup, lane);
        places[f] = vec4u(a, b, c, d);
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
    for (var f = 0u; f < FOURS; f++) {
        let four = keys[f];
        let ranks = places[f];
        let a = place_in_tile(ranks.x, subgroup);
        let b = place_in_tile(ranks.y, subgroup);
        let c = place_in_tile(ranks.z, subgroup);
        let d = place_in_tile(ranks.w, subgroup);
        sorted[a] = four.a;
        sorted[b] = four.b;
        sorted[c] = four.c;
        sorted[d] = four.d;
        places[f] = vec4u(a, b, c, d);
    }
    workgroupBarrier();
    var targets: array<vec4u, FOURS>;
    for (var f = 0u; f < FOURS; f++) {
        let place = 4u * f * WORKGROUP + thread;
        let a = write_key(place, count, turn.from_other);
        let b = write_key(place + WORKGROUP, count, turn.from_other);
        let c = write_key(place + 2u * WORKGROUP, count, turn.from_other);
        let d = write_key(place + 3u * WORKGROUP, count, turn.from_other);
        targets[f] = vec4u(a, b, c, d);
    }
    if (HAS_VALUES == 1u) {
        var values: array<vec4u, FOURS>;
        let last = schedule_of.count - 1u;
        for (var f = 0u; f < FOURS; f++) {
            let at = vec4u(first) + (vec4u(0u, 1u, 2u, 3u) + 4u * f) * LANES;
            values[f] = load_values(min(at, vec4u(last)), turn);
        }
        workgroupBarrier();
        for (var f = 0u; f < FOURS; f++) {
            let places_of = places[f];
            let words = values[f];
            sorted[places_of.x] = key_of_word(words.x);
            sorted[places_of.y] = key_of_word(words.y);
            sorted[places_of.z] = key_of_word(words.z);
            sorted[places_of.w] = key_of_word(words.w);
        }
        workgroupBarrier();
        for (var f = 0u; f < FOURS; f++) {
            let place = 4u * f * WORKGROUP + thread;
            let at = targets[f];
            write_value(at.x, place, count, turn);
            write_value(at.y, place + WORKGROUP, count, turn);
            write_value(at.z, place + 2u * WORKGROUP, count, turn);
            write_value(at.w, place + 3u * WORKGROUP, count, turn);
        }
    }
}

/// Writes the word of a place of the tile.
fn write_value(index: u32, place: u32, count: u32, turn: Turn) {
    if (place < count) {
        store_value(index, word_of_key(sorted[place]), turn);
    }
}
