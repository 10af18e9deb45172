// uses: grid, mesh/cells, mesh/place
// The block of nodes in which each body is. Bodies are taken block by block, so that caches hold the nodes around them.

const WORKGROUP: u32 = 256u;
/// Blocks per side.
const BLOCKS: u32 = 32u;

@group(0) @binding(0) var<uniform> mesh: MeshParams;
/// Position and mass of each body.
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> block_of: array<u32>;
/// One: where the grid lies.
@group(0) @binding(7) var<storage, read> places: array<MeshPlace>;

@compute @workgroup_size(WORKGROUP)
fn blocks(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i < mesh.count) {
        let node = corner(position[i].xyz, mesh, places[0]).node % mesh.side;
        block_of[i] = node_index(node * BLOCKS / mesh.side, BLOCKS);
    }
}
