/// Whole numbers of 64 bits as keys: low word, high word.
alias Key = vec2u;
alias KeyQuad = array<vec2u, 4>;

/// A key whose order is that of whole numbers, in the direction that is asked for.
fn directed(key: Key) -> Key {
    return select(key, ~key, DESCENDING == 1u);
}

/// So many bits of a directed key, from bit `shift` on.
fn bits_of(key: Key, shift: u32, width: u32) -> u32 {
    if (shift >= 32u) {
        return extractBits(key.y, shift - 32u, width);
    }
    var bits = key.x >> shift;
    if (shift > 0u) {
        bits |= key.y << (32u - shift);
    }
    return extractBits(bits, 0u, width);
}

fn key_of_word(word: u32) -> Key {
    return vec2u(word, 0u);
}

fn word_of_key(key: Key) -> u32 {
    return key.x;
}
