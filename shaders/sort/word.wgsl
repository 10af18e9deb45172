// Keys of one word.

/// A key whose order is that of whole numbers, in the direction that is asked for.
fn directed(key: Key) -> Key {
    return select(in_order(key), ~in_order(key), DESCENDING == 1u);
}

/// The bits of a directed key from bit `shift` on, as far as the mask goes.
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
