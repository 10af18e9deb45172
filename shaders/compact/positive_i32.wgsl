/// Keeps integers above 0.
fn is_kept(word: u32) -> bool {
    return bitcast<i32>(word) > 0;
}
