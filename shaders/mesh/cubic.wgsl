/// Nodes along each axis among which a body is divided, by a cubic spline, and how many of them lie before the one below it.
const ACROSS: u32 = 4u;
const BEFORE: u32 = 1u;

/// The share of each.
fn shares_of(part: f32) -> vec4f {
    let rest = 1.0 - part;
    let squares = vec2f(rest * rest, part * part);
    let outer = squares * vec2f(rest, part) / 6.0;
    let inner = vec2f(2.0 / 3.0) + squares.yx * (0.5 * vec2f(part, rest) - 1.0);
    return vec4f(outer.x, inner, outer.y);
}
