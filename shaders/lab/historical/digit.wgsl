/// One pass of a radix sort, least significant digit first.
struct DigitParams {
    /// Number of keys.
    count: u32,
    /// Number of blocks of keys, one per workgroup.
    blocks: u32,
    /// Number of bits below the digit.
    shift: u32,
}
