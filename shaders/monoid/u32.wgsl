/// Unsigned 32-bit integers.
alias Element = u32;

fn lowest() -> u32 {
    return 0u;
}

fn highest() -> u32 {
    return 0xffffffffu;
}
