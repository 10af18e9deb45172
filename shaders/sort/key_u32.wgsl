/// Unsigned 32-bit integer keys.
alias Key = u32;
alias KeyQuad = vec4<u32>;

fn in_order(key: Key) -> Key {
    return key;
}
