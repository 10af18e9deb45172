/// An axis-aligned box in x, y, z and w: its lowest and its highest corner.
struct Bounds {
    low: vec4f,
    high: vec4f,
}

alias Element = Bounds;

/// The empty box.
fn identity() -> Bounds {
    // WGSL has no infinity constants, so this one is built at run time.
    var bits = 0x7f800000u;
    let far = vec4f(bitcast<f32>(bits));
    return Bounds(far, -far);
}

fn combine(a: Bounds, b: Bounds) -> Bounds {
    return Bounds(min(a.low, b.low), max(a.high, b.high));
}
