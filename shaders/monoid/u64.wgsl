/// Unsigned 64-bit integers.
alias Element = u64;

fn lowest() -> u64 {
    return 0lu;
}

fn highest() -> u64 {
    return 18446744073709551615lu;
}
