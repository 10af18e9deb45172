// uses: sort/digits, sort/key_*, sort/key_u64 | sort/word, sort/scatter, sort/to_keys | sort/to_pairs
// The workgroup memory for sorting a tile, and how the tile is put in order there and written out.
//
// This memory limits how many workgroups run at once, and running many hides their latencies. So one array holds counts first
// and keys later, and only one part of the tile at a time.

// A thread ranks at most 32 keys, and a place must fit 16 bits.
const_assert ITEMS <= 32u && ITEMS % PARTS == 0u && TILE <= 65536u;

/// Words per key, including its value.
const WORDS: u32 = WORDS_OF_KEY + HAS_VALUES;
/// Keys per part of the tile, and how many of them each thread writes.
const PART: u32 = TILE / PARTS;
const ITEMS_OF_PART: u32 = ITEMS / PARTS;
/// Whether two places share one register: keys of several words leave few registers free.
const ARE_PLACES_PACKED: bool = WORDS > 1u;

/// First the number of keys per digit and subgroup, then where those keys start in the tile; after these, scratch space for
/// the scan of digits. Finally one part of the tile in order: all first words, then all second words.
var<workgroup> words: array<u32, max(COUNTS + 2u * DIGITS, PART * WORDS)>;
/// Offset from a key's place in the tile to its place in the target buffer, per digit.
var<workgroup> bases: array<u32, DIGITS>;

fn keep_place(places: ptr<function, array<u32, ITEMS>>, item: u32, place: u32) {
    if (!ARE_PLACES_PACKED) {
        (*places)[item] = place;
    } else if (item % 2u == 0u) {
        (*places)[item / 2u] = place;
    } else {
        (*places)[item / 2u] |= place << 16u;
    }
}

fn kept_place(places: ptr<function, array<u32, ITEMS>>, item: u32) -> u32 {
    if (!ARE_PLACES_PACKED) {
        return (*places)[item];
    }
    return extractBits((*places)[item / 2u], 16u * (item % 2u), 16u);
}

/// The key at a place of the current part.
fn key_at(at: u32) -> Key {
    var high = 0u;
    if (WORDS_OF_KEY == 2u) {
        high = words[PART + at];
    }
    return key_of(words[at], high);
}

fn target_of(key: Key, place: u32) -> u32 {
    return bases[digit_of(key, sort_of.turn)] + place;
}

fn store_own(begin: u32, at: u32) {
    let key = key_at(at);
    let index = target_of(key, begin + at);
    keys_own[index] = key;
    if (HAS_VALUES == 1u) {
        store_own_value(index, words[WORDS_OF_KEY * PART + at]);
    }
}

fn store_other(begin: u32, at: u32) {
    let key = key_at(at);
    let index = target_of(key, begin + at);
    keys_other[index] = key;
    if (HAS_VALUES == 1u) {
        store_other_value(index, words[WORDS_OF_KEY * PART + at]);
    }
}

/// Loads the values of the thread's keys.
fn load_values(values: ptr<function, array<u32, ITEMS>>, first: u32, turn: Turn) {
    let last = schedule_of.count - 1u;
    if (ARGSORT == 1u && turn.is_first == 1u) {
        for (var i = 0u; i < ITEMS; i++) {
            (*values)[i] = first + i * LANES;
        }
    } else if (turn.from_other == 1u) {
        for (var i = 0u; i < ITEMS; i++) {
            (*values)[i] = load_other_value(min(first + i * LANES, last));
        }
    } else {
        for (var i = 0u; i < ITEMS; i++) {
            (*values)[i] = load_own_value(min(first + i * LANES, last));
        }
    }
}

/// Writes the tile's keys and values in order. This thread holds those at `first`, `first` + LANES ..., and `places` says
/// where in the tile each one belongs.
fn write_in_order(
    keys: ptr<function, array<Key, ITEMS>>,
    places: ptr<function, array<u32, ITEMS>>,
    first: u32,
    count: u32,
    thread: u32,
    turn: Turn,
) {
    var values: array<u32, ITEMS>;
    if (HAS_VALUES == 1u) {
        load_values(&values, first, turn);
    }
    for (var begin = 0u; begin < TILE; begin += PART) {
        workgroupBarrier();
        for (var i = 0u; i < ITEMS; i++) {
            // Unsigned wrap-around: places in earlier parts become huge.
            let at = kept_place(places, i) - begin;
            if (at < PART) {
                words[at] = low_word((*keys)[i]);
                if (WORDS_OF_KEY == 2u) {
                    words[PART + at] = high_word((*keys)[i]);
                }
                if (HAS_VALUES == 1u) {
                    words[WORDS_OF_KEY * PART + at] = values[i];
                }
            }
        }
        workgroupBarrier();
        // One loop per case: drivers then unroll it and keep all its stores in flight.
        if (count < TILE) {
            for (var i = 0u; i < ITEMS_OF_PART; i++) {
                let at = i * WORKGROUP + thread;
                if (begin + at < count) {
                    if (turn.from_other == 1u) {
                        store_own(begin, at);
                    } else {
                        store_other(begin, at);
                    }
                }
            }
        } else if (turn.from_other == 1u) {
            for (var i = 0u; i < ITEMS_OF_PART; i++) {
                store_own(begin, i * WORKGROUP + thread);
            }
        } else {
            for (var i = 0u; i < ITEMS_OF_PART; i++) {
                store_other(begin, i * WORKGROUP + thread);
            }
        }
    }
}
