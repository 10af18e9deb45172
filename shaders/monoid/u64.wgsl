/// Whole numbers without a sign, of 64 bits.
alias Element = u64;
alias Quad = vec4<u64>;

fn lowest() -> u64 {
    return 0lu;
}

fn highest() -> u64 {
    return 18446744073709551615lu;
}
