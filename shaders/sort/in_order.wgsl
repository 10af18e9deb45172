// The memory of a workgroup that sorts a tile, and how the tile is brought in order there and written.
//
// How many workgroups run at once is a matter of this memory, and their number is what hides their waits. So one array is for
// counts first and for keys afterwards, and it holds a part of the tile at a time.

// A thread ranks 32 keys at most, and a place has 16 bits.
const_assert ITEMS <= 32u && ITEMS % PARTS == 0u && TILE <= 65536u;

/// Words of a key and what it carries.
const WORDS: u32 = WORDS_OF_KEY + HAS_VALUES;
/// Keys of a part of the tile, and those that a thread writes of it.
const PART: u32 = TILE / PARTS;
const ITEMS_OF_PART: u32 = ITEMS / PARTS;
/// Whether a register holds the places of two keys: where a key has several words, registers are short.
const ARE_PLACES_PACKED: bool = WORDS > 1u;

/// First how many keys of each digit each subgroup has, then where they begin in the tile; behind that, room to sum up the
/// digits. At last a part of the tile in order: all first words, all second ones.
var<workgroup> words: array<u32, max(COUNTS + 2u * DIGITS, PART * WORDS)>;
/// What is added to a key's place in the tile for its place in the other buffer.
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

/// The key at a place of the part, and where it goes.
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

/// Takes up what the thread's keys carry.
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

/// Writes the keys and what they carry, of which this thread has those from `first` on, at their `places` in the tile.
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
            // Places of earlier parts are as large as numbers get.
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
        // A loop for each case: drivers unroll them and have all stores of one under way at once.
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
