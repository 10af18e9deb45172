// uses: sort/digits
/// Unsigned 64-bit integer keys: low word, high word.
alias Key = vec2u;
alias KeyQuad = array<vec2u, 4>;

/// Maps a key so that ascending integers are the requested direction.
fn directed(key: Key) -> Key {
    return select(key, ~key, DESCENDING == 1u);
}

/// The bits of a directed key from `shift` on, cut to a mask of at most eight bits.
fn bits_of(key: Key, shift: u32, mask: u32) -> u32 {
    if (shift >= 32u) {
        return (key.y >> (shift - 32u)) & mask;
    }
    // In two steps, because a shift by all 32 bits of a word is not allowed.
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
