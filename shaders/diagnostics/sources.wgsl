// uses: diagnostics/is_finite, diagnostics/system, grid, real_f32 | real_f64
// Copies the bodies as sources of the potential. A body that is not finite becomes one without mass at the origin; otherwise its
// NaN would spread to the potential of every other body.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<uniform> measure_of: MeasureParams;
@group(0) @binding(1) var<storage, read> position: array<real4>;
@group(0) @binding(2) var<storage, read> velocity: array<real4>;
@group(0) @binding(3) var<storage, read_write> source: array<real4>;

@compute @workgroup_size(WORKGROUP)
fn sources(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= measure_of.count) {
        return;
    }
    let body = position[i];
    source[i] = select(real4(), body, is_finite(shrunk(body.xyz)) && is_finite(shrunk(velocity[i].xyz)));
}
