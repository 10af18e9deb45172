/// Keeps floats above 0.
fn is_kept(word: u32) -> bool {
    return bitcast<f32>(word) > 0.0;
}
