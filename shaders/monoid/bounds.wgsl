/// A box along the axes (x, y, z and w): its lowest and its highest corner.
struct Bounds {
    low: vec4f,
    high: vec4f,
}

alias Element = Bounds;

/// The box that holds nothing.
fn identity() -> Bounds {
    // WGSL has no constant infinity: it is made when the kernel runs.
    var bits = 0x7f800000u;
    let far = vec4f(bitcast<f32>(bits));
    return Bounds(far, -far);
}

fn combine(a: Bounds, b: Bounds) -> Bounds {
    return Bounds(min(a.low, b.low), max(a.high, b.high));
}
