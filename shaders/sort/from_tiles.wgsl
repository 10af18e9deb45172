/// What comes before a tile is known from what earlier tiles have published so far. Where one has not published for a while, its
/// keys are counted here: nobody waits for another workgroup for ever, whether it makes progress or not.
@group(0) @binding(4) var<storage, read_write> next_tiles: array<atomic<u32>>;
/// A word for each tile and digit, in two halves. Each pass uses one and leaves the other all zero.
@group(0) @binding(5) var<storage, read_write> states: array<atomic<u32>>;

/// How often a word is read before what it should say is counted.
const PATIENCE: u32 = 64u;
/// Words that are read at once.
const REACH: u32 = 4u;
/// For tests: each so many-th tile publishes nothing, as if it stood still; 0 is none.
const STALLED: u32 = 0u;

/// So many keys of the digit are in the tile.
const TOTAL: u32 = 1u << 30u;
/// So many are in all tiles up to this one.
const PREFIX: u32 = 2u << 30u;
const NUMBER: u32 = TOTAL - 1u;

var<workgroup> shared_tile: u32;

fn next_tile(group: u32, thread: u32, half: u32) -> u32 {
    if (thread == 0u) {
        shared_tile = atomicAdd(&next_tiles[sort_of.turn], 1u);
    }
    let tile = workgroupUniformLoad(&shared_tile);
    // A grid of several rows may have more workgroups than there are tiles.
    if (tile < sort_of.tiles) {
        for (var digit = thread; digit < DIGITS; digit += WORKGROUP) {
            atomicStore(&states[((1u - half) * sort_of.tiles + tile) * DIGITS + digit], 0u);
        }
    }
    return tile;
}

fn is_stalled(tile: u32) -> bool {
    return STALLED > 0u && tile % max(STALLED, 1u) == STALLED - 1u;
}

fn publish(tile: u32, digit: u32, total: u32, half: u32) {
    if (!is_stalled(tile)) {
        atomicMax(&states[(half * sort_of.tiles + tile) * DIGITS + digit], TOTAL | total);
    }
}

/// Where the tile's first key of a digit goes.
fn place_of(tile: u32, digit: u32, total: u32, turn: Turn) -> u32 {
    let row = turn.half * sort_of.tiles;
    var sum = 0u;
    var end = tile;
    var tries = 0u;
    while (end > 0u) {
        var found: array<u32, REACH>;
        for (var i = 0u; i < REACH; i++) {
            found[i] = atomicLoad(&states[(row + max(end, i + 1u) - i - 1u) * DIGITS + digit]);
        }
        // Of what was read at once, all that is there: up to a prefix, or to a tile that has published nothing.
        var is_open = true;
        let begin = end;
        for (var i = 0u; i < REACH; i++) {
            is_open = is_open && i < begin && found[i] >= TOTAL;
            if (is_open) {
                sum += found[i] & NUMBER;
                end = select(begin - i - 1u, 0u, found[i] >= PREFIX);
                is_open = end > 0u;
            }
        }
        tries = select(tries + 1u, 0u, end < begin);
        if (tries > PATIENCE) {
            end -= 1u;
            let missing = counted(end, digit, turn.from_other);
            atomicMax(&states[(row + end) * DIGITS + digit], TOTAL | missing);
            sum += missing;
            tries = 0u;
        }
    }
    if (!is_stalled(tile)) {
        atomicMax(&states[(row + tile) * DIGITS + digit], PREFIX | (sum + total));
    }
    return schedule_of.starts[sort_of.turn * DIGITS + digit] + sum;
}

fn load_key(index: u32, from_other: u32) -> Key {
    if (from_other == 1u) {
        return keys_other[index];
    }
    return keys_own[index];
}

/// Keys of a digit in another tile, which is a whole one.
fn counted(tile: u32, digit: u32, from_other: u32) -> u32 {
    var sum = 0u;
    for (var i = 0u; i < TILE; i++) {
        sum += u32(digit_of(load_key(tile * TILE + i, from_other), sort_of.turn) == digit);
    }
    return sum;
}
