// uses: diagnostics/structure, grid, monoid/centroid
// Adds the first `count` members to the sums that give their centre. Each thread takes several members in a fixed order, which
// bounds the number of partial sums and makes the result the same in every run.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<uniform> structure_of: StructureParams;
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
@group(0) @binding(2) var<storage, read> members: array<u32>;
@group(0) @binding(3) var<storage, read> member_count: array<u32>;
@group(0) @binding(4) var<storage, read_write> sums: array<Centroid>;

@compute @workgroup_size(WORKGROUP)
fn centroid(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let thread = thread_index(group, groups, local, WORKGROUP);
    if (thread >= structure_of.threads) {
        return;
    }
    let count = min(member_count[0], structure_of.count);
    var sum = identity();
    for (var i = thread; i < count; i += structure_of.threads) {
        let body = position[min(members[i], structure_of.count - 1u)];
        sum = combine(sum, Centroid(vec4f(body.w * body.xyz, body.w), vec4f(body.xyz, 1.0)));
    }
    sums[thread] = sum;
}
