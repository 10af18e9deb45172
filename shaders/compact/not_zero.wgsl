/// Keeps whatever is not 0.
fn is_kept(word: u32) -> bool {
    return word != 0u;
}
