// Keys of one word.

/// A key whose order is that of whole numbers, in the direction that is asked for.
fn directed(key: Key) -> Key {
    return select(in_order(key), ~in_order(key), DESCENDING == 1u);
}

/// The bits of a directed key from bit `shift` on, as far as the mask goes.
fn bits_of(key: Key, shift: u32, mask: u32) -> u32 {
    return (key >> shift) & mask;
}

fn key_of_word(word: u32) -> Key {
    return word;
}

fn word_of_key(key: Key) -> u32 {
    return key;
}
