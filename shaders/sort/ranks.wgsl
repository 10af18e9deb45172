// uses: sort/key_*, sort/key_u64 | sort/word
/// How keys compare: by their significant bits in the requested direction, as a low and a high word.
fn rank_of(key: Key, kept: vec2u) -> vec2u {
    let bits = directed(key);
    return vec2u(low_word(bits), high_word(bits)) & kept;
}

/// The significant bits of both words.
fn kept_bits() -> vec2u {
    let words = vec2u(0u, 32u);
    let end = max(vec2u(sort_of.end_bit), words) - words;
    let first = max(vec2u(sort_of.first_bit), words) - words;
    return lowest(end) & ~lowest(first);
}

/// Masks of the lowest bits of two words, `count` of each.
fn lowest(count: vec2u) -> vec2u {
    return select((vec2u(1u) << (count & vec2u(31u))) - vec2u(1u), vec2u(0xffffffffu), count >= vec2u(32u));
}

fn is_less(left: vec2u, right: vec2u) -> bool {
    return left.y < right.y || (left.y == right.y && left.x < right.x);
}
