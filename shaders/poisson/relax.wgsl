// uses: grid, poisson/level
// Relaxes every other point of a periodic plane, as on a checkerboard: each gets the value that satisfies its own equation.

const WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> level: LevelParams;
@group(0) @binding(1) var<storage, read> density: array<f32>;
@group(0) @binding(2) var<storage, read_write> solution: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn relax(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    let half = level.columns / 2u;
    let row = i / half;
    if (row >= level.rows) {
        return;
    }
    let column = 2u * (i % half) + (row + level.color) % 2u;
    let at = row * level.columns + column;
    let sum = neighbors(row, column) - density[at];
    solution[at] = sum / (2.0 * (level.along_rows + level.along_columns));
}
