// uses: diagnostics/length_of, diagnostics/structure, grid, monoid/centroid
// Computes the distances of members from the centre, as sort keys.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<uniform> structure_of: StructureParams;
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
@group(0) @binding(2) var<storage, read> members: array<u32>;
@group(0) @binding(3) var<storage, read> member_count: array<u32>;
/// A single entry: the sums that give the centre of all members.
@group(0) @binding(4) var<storage, read> sums: array<Centroid>;
@group(0) @binding(5) var<storage, read_write> keys: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn distances(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= min(member_count[0], structure_of.count)) {
        return;
    }
    keys[i] = length_of(position[min(members[i], structure_of.count - 1u)].xyz - center_of(sums[0]));
}
