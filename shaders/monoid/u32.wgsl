/// Whole numbers without a sign.
alias Element = u32;
alias Quad = vec4<u32>;

fn lowest() -> u32 {
    return 0u;
}

fn highest() -> u32 {
    return 0xffffffffu;
}
