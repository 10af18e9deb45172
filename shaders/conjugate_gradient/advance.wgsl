// uses: conjugate_gradient/state, grid, real_f32 | real_f64
// Moves the solution along the direction to where the error is smallest, and updates the residual. Once the solver has
// stopped, nothing changes.

const WORKGROUP: u32 = 256u;

struct SolverParams {
    /// Number of unknowns.
    unknowns: u32,
}

@group(0) @binding(0) var<uniform> solver: SolverParams;
/// Inverse of what the preconditioner divides by.
@group(0) @binding(1) var<storage, read> inverse: array<real>;
@group(0) @binding(2) var<storage, read> direction: array<real>;
/// Product of the matrix and the direction.
@group(0) @binding(3) var<storage, read> image: array<real>;
/// Curvature along the direction.
@group(0) @binding(4) var<storage, read> curvatures: array<real>;
@group(0) @binding(5) var<storage, read> state: array<real>;
@group(0) @binding(6) var<storage, read_write> solution: array<real>;
@group(0) @binding(7) var<storage, read_write> residual: array<real>;
@group(0) @binding(8) var<storage, read_write> products: array<real>;

@compute @workgroup_size(WORKGROUP)
fn advance(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    let curvature = curvatures[0];
    if (i >= solver.unknowns || u32(state[STATUS]) != RUNNING || !(curvature > real())) {
        return;
    }
    let length = state[SQUARE] / curvature;
    solution[i] += length * direction[i];
    let left = residual[i] - length * image[i];
    residual[i] = left;
    products[i] = left * inverse[i] * left;
}
