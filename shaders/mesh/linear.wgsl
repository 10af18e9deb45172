/// Nodes along each axis among which a body is divided (cloud in cell), and how many of them lie before the one below it.
const ACROSS: u32 = 2u;
const BEFORE: u32 = 0u;

/// The share of each.
fn shares_of(part: f32) -> vec4f {
    return vec4f(1.0 - part, part, 0.0, 0.0);
}
