// uses: conjugate_gradient/state, grid, real_f32 | real_f64
// Starts from the solution 0: the residual is the right-hand side.

const WORKGROUP: u32 = 256u;

struct SolverParams {
    /// Number of unknowns.
    unknowns: u32,
}

@group(0) @binding(0) var<uniform> solver: SolverParams;
@group(0) @binding(1) var<storage, read> right_side: array<real>;
/// Inverse of what the preconditioner divides by.
@group(0) @binding(2) var<storage, read> inverse: array<real>;
@group(0) @binding(3) var<storage, read_write> solution: array<real>;
@group(0) @binding(4) var<storage, read_write> residual: array<real>;
@group(0) @binding(5) var<storage, read_write> direction: array<real>;
@group(0) @binding(6) var<storage, read_write> products: array<real>;
@group(0) @binding(7) var<storage, read_write> state: array<real>;

@compute @workgroup_size(WORKGROUP)
fn start(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i == 0u) {
        state[STATUS] = real(STARTED);
    }
    if (i >= solver.unknowns) {
        return;
    }
    let right = right_side[i];
    solution[i] = real();
    residual[i] = right;
    direction[i] = inverse[i] * right;
    products[i] = right * inverse[i] * right;
}
