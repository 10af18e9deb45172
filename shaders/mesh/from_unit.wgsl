// uses: mesh/place
/// The spectrum of the potential of a unit mass, which is real, and what a softening adds to it, by its square in nodes.
@group(0) @binding(5) var<storage, read> unit_spectrum: array<vec2f>;
/// One: where the grid lies.
@group(0) @binding(7) var<storage, read> places: array<MeshPlace>;

/// What turns element i of a line of the spectrum of masses into that of the potential.
fn factor_of(line: u32, i: u32, stride: u32) -> f32 {
    let unit = unit_spectrum[i * stride + line];
    return unit.x + places[0].softness * unit.y;
}
