// uses: sort/digits, sort/key_f32 | sort/key_i32 | sort/key_u32
// One-word keys.

/// Maps a key so that ascending integers are the requested direction.
fn directed(key: Key) -> Key {
    return select(in_order(key), ~in_order(key), DESCENDING == 1u);
}

/// The bits of a directed key from `shift` on, cut to the mask.
fn bits_of(key: Key, shift: u32, mask: u32) -> u32 {
    return (key >> shift) & mask;
}

const WORDS_OF_KEY: u32 = 1u;

fn low_word(key: Key) -> u32 {
    return key;
}

fn high_word(key: Key) -> u32 {
    return 0u;
}

fn key_of(low: u32, high: u32) -> Key {
    return low;
}
