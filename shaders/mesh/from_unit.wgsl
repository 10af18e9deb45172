/// The spectrum of the potential of a unit mass, which is real.
@group(0) @binding(5) var<storage, read> unit_spectrum: array<vec2f>;

/// What turns element i of a line of the spectrum of masses into that of the potential.
fn factor_of(line: u32, i: u32, stride: u32) -> f32 {
    return unit_spectrum[i * stride + line].x;
}
