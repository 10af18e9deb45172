/// Whole numbers of 64 bits as keys: low word, high word.
alias Key = vec2u;
alias KeyQuad = array<vec2u, 4>;

/// A key whose order is that of whole numbers, in the direction that is asked for.
fn directed(key: Key) -> Key {
    return select(key, ~key, DESCENDING == 1u);
}

/// The bits of a directed key from bit `shift` on, as far as the mask of eight bits at most goes.
fn bits_of(key: Key, shift: u32, mask: u32) -> u32 {
    if (shift >= 32u) {
        return (key.y >> (shift - 32u)) & mask;
    }
    // In two steps, since a word cannot be shifted by all its bits.
    return ((key.x >> shift) | ((key.y << (31u - shift)) << 1u)) & mask;
}

const WORDS_OF_KEY: u32 = 2u;

fn low_word(key: Key) -> u32 {
    return key.x;
}

fn high_word(key: Key) -> u32 {
    return key.y;
}

fn key_of(low: u32, high: u32) -> Key {
    return vec2u(low, high);
}
