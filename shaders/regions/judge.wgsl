// uses: diagnostics/is_finite, diagnostics/relative, grid, opaque
// The errors of the accelerations of a sample of all bodies, once the pulls of all regions have been added up.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<uniform> judge_of: JudgeParams;
/// Of each sampled body its place, and its acceleration.
@group(0) @binding(1) var<storage, read> chosen: array<vec4f>;
@group(0) @binding(2) var<storage, read> sums_of: array<vec4f>;
/// From the second on, of each sampled body its number in the sample, and the bits of its error, which is negative if it has none.
@group(0) @binding(3) var<storage, read_write> errors: array<vec2u>;

struct JudgeParams {
    sampled: u32,
}

@compute @workgroup_size(WORKGROUP)
fn judge(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let k = thread_index(group, groups, local, WORKGROUP);
    if (k >= opaque(judge_of.sampled, arrayLength(&sums_of))) {
        return;
    }
    let sum = sums_of[k];
    let is_body = is_finite(chosen[2u * k].xyz) && is_finite(sum.xyz);
    let error = relative_error(chosen[2u * k + 1u].xyz, sum, 0.0);
    errors[k + 1u] = vec2u(k, bitcast<u32>(select(-1.0, error, is_body)));
}
