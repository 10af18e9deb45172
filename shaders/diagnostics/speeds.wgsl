// uses: diagnostics/is_finite, diagnostics/length_of, diagnostics/structure, grid
// Lists all bodies with their speeds as sort keys. A body that is not finite gets NaN, which sorts last.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<uniform> structure_of: StructureParams;
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
@group(0) @binding(2) var<storage, read> velocity: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> keys: array<u32>;
@group(0) @binding(4) var<storage, read_write> members: array<u32>;
@group(0) @binding(5) var<storage, read_write> member_count: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn speeds(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= structure_of.count) {
        return;
    }
    let x = position[i];
    let v = velocity[i].xyz;
    let counts = is_finite(x.xyz) && is_finite(v) && is_finite(x.www);
    keys[i] = select(NO_NUMBER, bitcast<u32>(length_of(v)), counts);
    members[i] = i;
    if (i == 0u) {
        member_count[0] = structure_of.count;
    }
}
