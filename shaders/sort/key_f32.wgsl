/// Single-precision keys, ordered by their bits: -0 comes before +0, and NaN comes last.
alias Key = u32;
alias KeyQuad = vec4<u32>;

fn in_order(key: Key) -> Key {
    let is_negative = key >> 31u == 1u;
    // Reverses the negative numbers and puts them before the positive ones. The subtraction then wraps NaNs with a sign round to
    // the end.
    return select(key | 0x80000000u, ~key, is_negative) - 0x007fffffu;
}
