/// Whole numbers of 32 bits as keys.
alias Key = u32;
alias KeyQuad = vec4<u32>;

fn in_order(key: Key) -> Key {
    return key;
}
