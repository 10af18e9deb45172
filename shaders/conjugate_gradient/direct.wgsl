// uses: conjugate_gradient/state, grid, real_f32 | real_f64
// The next direction: the residual, and as much of the last direction as makes both conjugate.

const WORKGROUP: u32 = 256u;

struct SolverParams {
    /// Number of unknowns.
    unknowns: u32,
}

@group(0) @binding(0) var<uniform> solver: SolverParams;
/// Inverse of what the preconditioner divides by.
@group(0) @binding(1) var<storage, read> inverse: array<real>;
@group(0) @binding(2) var<storage, read> residual: array<real>;
@group(0) @binding(3) var<storage, read> state: array<real>;
@group(0) @binding(4) var<storage, read_write> direction: array<real>;

@compute @workgroup_size(WORKGROUP)
fn direct(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i < solver.unknowns && u32(state[STATUS]) == RUNNING) {
        direction[i] = inverse[i] * residual[i] + state[KEPT] * direction[i];
    }
}
