// uses: grid, motion/no_external | another, real_f32 | real_f64
// Adds an acceleration of the caller's to the first row of a force pass's sums. The caller's WGSL declares
// `fn external_acceleration(position: real3, velocity: real3, mass: real) -> real3`.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<storage, read> position: array<real4>;
@group(0) @binding(1) var<storage, read> velocity: array<real4>;
/// The first row alone, one vector per body.
@group(0) @binding(2) var<storage, read_write> partial: array<real4>;

@compute @workgroup_size(WORKGROUP)
fn add_external(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= arrayLength(&partial)) {
        return;
    }
    let body = position[i];
    partial[i] += real4(external_acceleration(body.xyz, velocity[i].xyz, body.w), real());
}
