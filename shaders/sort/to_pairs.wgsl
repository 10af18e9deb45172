// uses: sort/digits
/// Each key carries a one-word value.
@group(0) @binding(6) var<storage, read_write> values_own: array<u32>;
@group(0) @binding(7) var<storage, read_write> values_other: array<u32>;

const HAS_VALUES: u32 = 1u;
/// 1: the value is the key's original index, whatever the buffer holds.
const ARGSORT: u32 = 0u;

fn load_own_value(index: u32) -> u32 {
    return values_own[index];
}

fn load_other_value(index: u32) -> u32 {
    return values_other[index];
}

fn store_own_value(index: u32, value: u32) {
    values_own[index] = value;
}

fn store_other_value(index: u32, value: u32) {
    values_other[index] = value;
}

fn load_value(index: u32, turn: Turn) -> u32 {
    if (ARGSORT == 1u && turn.is_first == 1u) {
        return index;
    }
    if (turn.from_other == 1u) {
        return load_other_value(index);
    }
    return load_own_value(index);
}

fn store_value(index: u32, value: u32, turn: Turn) {
    if (turn.from_other == 1u) {
        store_own_value(index, value);
    } else {
        store_other_value(index, value);
    }
}
