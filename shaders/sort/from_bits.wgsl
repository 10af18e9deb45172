/// A digit is constant if each of its bits is 1 in every key or 0 in every key. Resets the words to zero for the next sort.
@group(0) @binding(3) var<storage, read_write> seen_bits: array<u32>;

fn has_constant_digit(turn: u32, thread: u32, count: u32) -> bool {
    if (thread > 0u) {
        return false;
    }
    let varies = seen_bits[2u * turn] & seen_bits[2u * turn + 1u];
    seen_bits[2u * turn] = 0u;
    seen_bits[2u * turn + 1u] = 0u;
    return varies == 0u;
}
