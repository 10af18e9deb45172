// uses: gravity/law
/// Cells pull with their mass alone.
@group(0) @binding(6) var<storage, read> moments: array<vec4f>;

struct Cell {
    center_mass: vec4f,
}

fn cell_of(node: u32) -> Cell {
    return Cell(moments[3u * node]);
}

/// What is left out of a pull at distance 1, to leading order.
fn neglected(second_moment: f32, radius_squared: f32) -> f32 {
    return second_moment;
}

/// `sum` plus the pull of a cell on a body at `place`.
fn with_cell(sum: vec4f, place: vec3f, cell: Cell, softening_squared: f32) -> vec4f {
    let offset = cell.center_mass.xyz - place;
    let scale = inverse_distance_to_cell(offset, softening_squared, SOFTENED == 1u);
    let strength = cell.center_mass.w * scale;
    let potential = select(sum.w, fma(-cell.center_mass.w, scale, sum.w), POTENTIAL == 1u);
    return vec4f(fma(offset, vec3f(strength * scale * scale), sum.xyz), potential);
}
