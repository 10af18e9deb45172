/// Number of levels of cells, the root included, that bodies i and j share: 1 for the root alone. 0 if j is past the last body.
/// The levels of bodies with the same key halve their indices three times each, so that no cell is a body's last.
fn shared_levels(i: u32, j: u32, count: u32) -> u32 {
    // Without a branch, so that several reads overlap.
    let a = keys[i];
    let b = keys[min(j, max(count, 1u) - 1u)];
    // The highest bit: not finite.
    if (j >= count || ((a.y | b.y) & 0x80000000u) != 0u) {
        return 0u;
    }
    // 63 bits of a key, 30 of an index.
    if (a.y != b.y) {
        return 1u + (countLeadingZeros(a.y ^ b.y) - 1u) / 3u;
    }
    if (a.x != b.x) {
        return 1u + (countLeadingZeros(a.x ^ b.x) + 31u) / 3u;
    }
    return 22u + (countLeadingZeros(i ^ j) - 2u) / 3u;
}
