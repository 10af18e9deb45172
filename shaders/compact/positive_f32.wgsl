/// Keeps floats above 0: as words, those up to infinity follow 0. Compared as floats, subnormal ones may count as 0.
fn is_kept(word: u32) -> bool {
    return word - 1u < 0x7f800000u;
}
