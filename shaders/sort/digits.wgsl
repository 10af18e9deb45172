// uses: sort/key_*, sort/key_u64 | sort/word
/// 1: sort the largest keys first.
const DESCENDING: u32 = 0u;
/// Number of values of an eight-bit digit.
const DIGITS: u32 = 256u;

struct SortParams {
    /// Keys that the buffer can hold.
    capacity: u32,
    /// Tiles needed for that many keys.
    tiles: u32,
    /// The range of bits to sort by.
    first_bit: u32,
    end_bit: u32,
    /// This pass's digit, counted from the lowest.
    turn: u32,
    /// Number of digits.
    turns: u32,
}

/// One pass over the keys, for one digit.
struct Turn {
    /// 0 if all keys have the same digit, so that the pass can be skipped.
    is_active: u32,
    /// Where the pass reads keys: 0 is the caller's buffer, 1 the other one.
    from_other: u32,
    /// 1 if no earlier pass was active.
    is_first: u32,
    /// Which half of the tile states the pass uses.
    half: u32,
}

struct Schedule {
    /// Number of keys to sort.
    count: u32,
    /// Where the sorted keys end up, coded as `from_other`.
    result_in_other: u32,
    /// 1 if any pass is active.
    is_any: u32,
    /// The half of the tile states that is all zero when a sort starts.
    half: u32,
    turns: array<Turn, 8>,
    /// Where the first key of each digit goes; one row per pass.
    starts: array<u32, 8u * DIGITS>,
}

fn shift_of(turn: u32) -> u32 {
    return sort_of.first_bit + 8u * turn;
}

fn mask_of(turn: u32) -> u32 {
    return (1u << min(8u, sort_of.end_bit - shift_of(turn))) - 1u;
}

fn digit_of(key: Key, turn: u32) -> u32 {
    return bits_of(directed(key), shift_of(turn), mask_of(turn));
}
