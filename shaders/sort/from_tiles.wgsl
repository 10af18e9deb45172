// uses: sort/digits, sort/key_*, sort/scatter
/// Counts of preceding tiles, looked up in what those tiles have published so far. If a tile stays silent too long, this
/// workgroup counts its keys itself, so no workgroup waits for ever, whether or not others make progress.
@group(0) @binding(4) var<storage, read_write> next_tiles: array<atomic<u32>>;
/// One word per tile and digit, in two halves. Each pass uses one half and resets the other to zero.
@group(0) @binding(5) var<storage, read_write> states: array<atomic<u32>>;

/// How often to poll a word before computing it here.
const PATIENCE: u32 = 64u;
/// Words to poll at once.
const REACH: u32 = 4u;
/// For tests: every n-th tile publishes nothing, as if it were stalled; 0 is none.
const STALLED: u32 = 0u;

/// Flag: the number is the count of the digit in this tile alone.
const TOTAL: u32 = 1u << 30u;
/// Flag: the number is the count in all tiles up to and including this one.
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
        // Use what is there, up to a prefix, or up to a tile that has published nothing.
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

/// Counts the keys with a digit in another tile, which must be full.
fn counted(tile: u32, digit: u32, from_other: u32) -> u32 {
    var sum = 0u;
    for (var i = 0u; i < TILE; i++) {
        sum += u32(digit_of(load_key(tile * TILE + i, from_other), sort_of.turn) == digit);
    }
    return sum;
}
