/// Signed 32-bit integer keys: negative ones come first.
alias Key = u32;
alias KeyQuad = vec4<u32>;

fn in_order(key: Key) -> Key {
    return key ^ 0x80000000u;
}
