/// Whether the largest keys come first.
const DESCENDING: u32 = 0u;
/// Values that a digit of eight bits has.
const DIGITS: u32 = 256u;

struct SortOf {
    /// Keys that the buffer holds.
    capacity: u32,
    /// Tiles of so many.
    tiles: u32,
    /// The bits of a key that count.
    first_bit: u32,
    end_bit: u32,
    /// Digit of this pass, from the lowest.
    turn: u32,
    /// Digits in all.
    turns: u32,
}

/// One pass over the keys, by one digit.
struct Turn {
    /// 0 where all keys have the same digit.
    is_active: u32,
    /// Where keys are before: 0 is the caller's buffer, 1 the other.
    from_other: u32,
    /// Whether no pass before was active.
    is_first: u32,
    /// Which half of the states of tiles it uses.
    half: u32,
}

struct Schedule {
    /// Keys that take part.
    count: u32,
    /// Where keys are at the end, as `from_other`.
    result_in_other: u32,
    /// Whether any pass is active.
    is_any: u32,
    /// The half of the states that is all zero when a sort begins.
    half: u32,
    turns: array<Turn, 8>,
    /// Where each digit's first key goes, a row a pass.
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
