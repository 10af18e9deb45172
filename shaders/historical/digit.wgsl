/// One pass of a sort by digits, the least significant first.
struct Digit {
    /// Keys in all.
    count: u32,
    /// Blocks of keys, a workgroup each.
    blocks: u32,
    /// Bits of a key below the digit.
    shift: u32,
}
