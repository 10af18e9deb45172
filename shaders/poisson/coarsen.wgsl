// uses: grid, poisson/level
// The residual of a plane, averaged over the 3 x 3 neighbours of every other point of every other row; clears the solution there.

const WORKGROUP: u32 = 256u;

/// The fine plane.
@group(0) @binding(0) var<uniform> level: LevelParams;
@group(0) @binding(1) var<storage, read> density: array<f32>;
@group(0) @binding(2) var<storage, read> solution: array<f32>;
@group(0) @binding(3) var<storage, read_write> coarse_density: array<f32>;
@group(0) @binding(4) var<storage, read_write> coarse_solution: array<f32>;

fn residual(row: u32, column: u32) -> f32 {
    let at = row * level.columns + column;
    return density[at] - neighbors(row, column) + 2.0 * (level.along_rows + level.along_columns) * solution[at];
}

@compute @workgroup_size(WORKGROUP)
fn coarsen(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    let columns = level.columns / 2u;
    if (i >= columns * (level.rows / 2u)) {
        return;
    }
    let row = 2u * (i / columns);
    let column = 2u * (i % columns);
    let above = select(row, level.rows, row == 0u) - 1u;
    let left = select(column, level.columns, column == 0u) - 1u;
    let corners = residual(above, left) + residual(above, column + 1u) + residual(row + 1u, left) + residual(row + 1u, column + 1u);
    let edges = residual(above, column) + residual(row, left) + residual(row, column + 1u) + residual(row + 1u, column);
    coarse_density[i] = 0.0625 * corners + 0.125 * edges + 0.25 * residual(row, column);
    coarse_solution[i] = 0.0;
}
