// uses: draw/light, draw/spots, grid
// Counts spots by the exponent of their brightness, from which `draw/unit` finds a unit of light in which no sum overflows.

const WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<storage, read> view: ViewParams;
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
@group(0) @binding(2) var<storage, read> shine: array<vec4f>;
/// Must be cleared first.
@group(0) @binding(3) var<storage, read_write> exponents: array<atomic<u32>, WORKGROUP>;

var<workgroup> own: array<atomic<u32>, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn brightness(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    atomicStore(&own[local], 0u);
    workgroupBarrier();
    let body = thread_index(group, groups, local, WORKGROUP);
    if (body < view.count) {
        let light = received(position[body], shine[body]);
        let most = max(light.r, max(light.g, light.b));
        if (most > 0.0) {
            atomicAdd(&own[(bitcast<u32>(most) >> 23u) & 255u], 1u);
        }
    }
    workgroupBarrier();
    let count = atomicLoad(&own[local]);
    if (count > 0u) {
        atomicAdd(&exponents[local], count);
    }
}
