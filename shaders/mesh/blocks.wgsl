// uses: grid, mesh/cells, mesh/place
// The block of nodes in which each body is. Bodies are taken block by block, so that caches hold the nodes around them.

const WORKGROUP: u32 = 256u;

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
        let own = corner(position[i].xyz, mesh, places[0]);
        let block = node_index(own.node % mesh.side * mesh.blocks / mesh.side, mesh.blocks);
        // Those that take no part come last.
        block_of[i] = select(mesh.blocks * mesh.blocks * mesh.blocks, block, own.is_inside);
    }
}
