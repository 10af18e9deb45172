// uses: grid, poisson/level
// Adds a correction that was found on every other point of every other row, interpolated linearly between them.

const WORKGROUP: u32 = 256u;

/// The fine plane.
@group(0) @binding(0) var<uniform> level: LevelParams;
@group(0) @binding(1) var<storage, read_write> solution: array<f32>;
@group(0) @binding(2) var<storage, read> coarse_solution: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn prolong(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= level.rows * level.columns) {
        return;
    }
    let row = i / level.columns;
    let column = i % level.columns;
    let columns = level.columns / 2u;
    let near = vec2u(row / 2u, column / 2u);
    // The next point for odd ones, the same for even ones.
    let far = (near + vec2u(row, column) % 2u) % vec2u(level.rows / 2u, columns);
    let upper = coarse_solution[near.x * columns + near.y] + coarse_solution[near.x * columns + far.y];
    let lower = coarse_solution[far.x * columns + near.y] + coarse_solution[far.x * columns + far.y];
    solution[i] += 0.25 * (upper + lower);
}
