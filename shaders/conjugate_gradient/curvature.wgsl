// uses: grid, real_f32 | real_f64
// The products whose sum is the curvature along the direction.

const WORKGROUP: u32 = 256u;

struct SolverParams {
    /// Number of unknowns.
    unknowns: u32,
}

@group(0) @binding(0) var<uniform> solver: SolverParams;
@group(0) @binding(1) var<storage, read> direction: array<real>;
/// Product of the matrix and the direction.
@group(0) @binding(2) var<storage, read> image: array<real>;
@group(0) @binding(3) var<storage, read_write> products: array<real>;

@compute @workgroup_size(WORKGROUP)
fn curvature(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i < solver.unknowns) {
        products[i] = direction[i] * image[i];
    }
}
