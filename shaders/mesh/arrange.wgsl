// uses: grid, mesh/cells, opaque
// Puts the bodies into the order of their blocks, and finds where each block begins.

const WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> mesh: MeshParams;
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
/// The bodies and their blocks, block by block.
@group(0) @binding(2) var<storage, read> order: array<u32>;
@group(0) @binding(3) var<storage, read> block_of: array<u32>;
@group(0) @binding(4) var<storage, read_write> sorted: array<vec4f>;
/// The first body of each block, and at last that of those without a block.
@group(0) @binding(5) var<storage, read_write> starts: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn arrange(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i < mesh.count) {
        sorted[i] = position[order[i]];
    }
    if (i <= mesh.blocks * mesh.blocks * mesh.blocks) {
        var low = 0u;
        var high = opaque(mesh.count, arrayLength(&sorted));
        while (low < high) {
            let middle = low + (high - low) / 2u;
            if (block_of[middle] < i) {
                low = middle + 1u;
            } else {
                high = middle;
            }
        }
        starts[i] = low;
    }
}
