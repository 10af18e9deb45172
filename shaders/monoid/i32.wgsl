/// Whole numbers.
alias Element = i32;
alias Quad = vec4<i32>;

fn lowest() -> i32 {
    return -2147483647i - 1i;
}

fn highest() -> i32 {
    return 2147483647i;
}
