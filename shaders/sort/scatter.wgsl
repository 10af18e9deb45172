// uses: sort/digits, sort/from_table | sort/from_tiles, sort/in_order, sort/key_*
// One pass of a radix sort: each key goes to the range of its digit, after preceding keys with the same digit. A workgroup ranks
// a tile of keys, puts it in order in its own memory, and writes runs of equal digits (`in_order.wgsl`). Other files define how
// keys are ranked, how the counts of preceding tiles are found, and what values keys carry.

const SUBGROUPS: u32 = WORKGROUP / LANES;
const TILE: u32 = WORKGROUP * ITEMS;
/// Number of counts: one row of digits per subgroup.
const COUNTS: u32 = SUBGROUPS * DIGITS;

/// Digit and rank of a key. A missing key counts as the highest digit, after all real keys.
fn ranked(key: Key, is_there: bool, subgroup: u32, lane: u32) -> u32 {
    let digit = select(DIGITS - 1u, digit_of(key, sort_of.turn), is_there);
    return (digit << 16u) | rank(digit, subgroup, lane);
}

/// Ranks up to four of the thread's keys.
fn rank_four(
    keys: ptr<function, array<Key, ITEMS>>,
    places: ptr<function, array<u32, ITEMS>>,
    item: u32,
    own: u32,
    count: u32,
    subgroup: u32,
    lane: u32,
) {
    let at = own + item * LANES;
    if (item < ITEMS) {
        (*places)[item] = ranked((*keys)[item], at < count, subgroup, lane);
    }
    if (item + 1u < ITEMS) {
        (*places)[item + 1u] = ranked((*keys)[item + 1u], at + LANES < count, subgroup, lane);
    }
    if (item + 2u < ITEMS) {
        (*places)[item + 2u] = ranked((*keys)[item + 2u], at + 2u * LANES < count, subgroup, lane);
    }
    if (item + 3u < ITEMS) {
        (*places)[item + 3u] = ranked((*keys)[item + 3u], at + 3u * LANES < count, subgroup, lane);
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
    // Written out because drivers do not unroll a loop with a body this long, and then keep the array in memory.
    var places: array<u32, ITEMS>;
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
        keep_place(&places, i, words[subgroup * DIGITS + (places[i] >> 16u)] + (places[i] & 0xffffu));
    }
    write_in_order(&keys, &places, first, count, thread, turn);
}
