/// Numbers in single precision as keys, by their bits: -0 comes before +0, and what is no number comes last.
alias Key = u32;
alias KeyQuad = vec4<u32>;

fn in_order(key: Key) -> Key {
    let is_negative = key >> 31u == 1u;
    // Negative ones the other way round and before the positive ones; then all shifted down by as many as there are bits of no
    // number with a sign, which come to lie behind the others by that.
    return select(key | 0x80000000u, ~key, is_negative) - 0x007fffffu;
}
