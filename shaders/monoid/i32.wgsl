/// Signed 32-bit integers.
alias Element = i32;

fn lowest() -> i32 {
    return -2147483647i - 1i;
}

fn highest() -> i32 {
    return 2147483647i;
}
