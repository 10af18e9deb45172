// uses: gravity/law
/// Cells pull with their mass and their second moments.
@group(0) @binding(6) var<storage, read> moments: array<vec4f>;

struct Cell {
    center_mass: vec4f,
    /// xx, yy and zz of 3 S, and 3/2 tr(S): see moments.wgsl.
    diagonal: vec4f,
    /// xy, xz and yz of 3 S.
    mixed: vec4f,
}

fn cell_of(node: u32) -> Cell {
    return Cell(moments[3u * node], moments[3u * node + 1u], moments[3u * node + 2u]);
}

/// What is left out of a pull at distance 1, to leading order: the third moment is at most the second one times the radius.
fn neglected(second_moment: f32, radius_squared: f32) -> f32 {
    return second_moment * sqrt(radius_squared);
}

/// `sum` plus the pull of a cell on a body at `place`. With d the offset, s² = d² + softening² and n = d / s, it is
/// (m n + (5/2 n'(3 S) n n - 3/2 tr(S) n - 3 S n) / s²) / s²; the potential is -(m + (n'(3 S) n - tr(S)) / (2 s²)) / s. So nothing
/// overflows that a body's own pull would not.
fn with_cell(sum: vec4f, place: vec3f, cell: Cell, softening_squared: f32) -> vec4f {
    let offset = cell.center_mass.xyz - place;
    let scale = inverse_distance_to_cell(offset, softening_squared, SOFTENED == 1u);
    let way = offset * scale;
    let square = scale * scale;
    let turned = fma(cell.diagonal.xyz, way, fma(cell.mixed.xxy, way.yxx, cell.mixed.yzz * way.zzy));
    let bent = square * turned;
    let along = dot(bent, way);
    let strength = square * fma(2.5, along, fma(-square, cell.diagonal.w, cell.center_mass.w));
    let pull = fma(vec3f(-square), bent, fma(vec3f(strength), way, sum.xyz));
    if (POTENTIAL == 0u) {
        return vec4f(pull, sum.w);
    }
    let trace = cell.diagonal.w / 1.5;
    return vec4f(pull, fma(-scale, fma(0.5, fma(-square, trace, along), cell.center_mass.w), sum.w));
}
