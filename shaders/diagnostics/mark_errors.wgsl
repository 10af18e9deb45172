// uses: diagnostics/force_error
// Notes the error of each compared body beside its acceleration, where colours find it. Integrators leave it there.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<uniform> errors_of: ForceErrorParams;
/// As `diagnostics/force_errors` writes them, from the second on.
@group(0) @binding(1) var<storage, read> errors: array<vec2u>;
@group(0) @binding(2) var<storage, read_write> acceleration: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn mark_errors(@builtin(global_invocation_id) thread: vec3u) {
    if (thread.x < errors_of.sampled) {
        let found = errors[thread.x + 1u];
        acceleration[found.x].w = bitcast<f32>(found.y);
    }
}
