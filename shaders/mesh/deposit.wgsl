// uses: grid, mesh/cells, mesh/cubic | mesh/linear, mesh/place
// Divides the mass of each body among the nodes around it. Sums are integers of 64 bits, so that their order does not matter.

const WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> mesh: MeshParams;
/// Position and mass of each body.
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
/// The bodies, block by block.
@group(0) @binding(2) var<storage, read> order: array<u32>;
/// Low and high words.
@group(0) @binding(3) var<storage, read_write> masses: array<atomic<u32>>;
/// One: where the grid lies.
@group(0) @binding(7) var<storage, read> places: array<MeshPlace>;

@compute @workgroup_size(WORKGROUP)
fn deposit(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let at = thread_index(group, groups, local, WORKGROUP);
    if (at >= mesh.count) {
        return;
    }
    let i = order[at];
    let body = position[i];
    let own = corner(body.xyz, mesh, places[0]);
    if (!own.is_inside) {
        return;
    }
    let x = shares_of(own.part.x);
    let y = shares_of(own.part.y);
    let z = shares_of(own.part.z);
    let first = own.node + vec3u(mesh.side - BEFORE);
    for (var k = 0u; k < ACROSS * ACROSS * ACROSS; k++) {
        let offset = vec3u(k % ACROSS, k / ACROSS % ACROSS, k / ACROSS / ACROSS);
        let units = max(x[offset.x] * y[offset.y] * z[offset.z] * body.w * places[0].units, 0.0);
        let high = u32(units * 2.3283064365386963e-10);
        let low = u32(units - f32(high) * 4294967296.0);
        let node = 2u * node_index(first + offset, mesh.side);
        let before = atomicAdd(&masses[node], low);
        let carried = high + u32(before > 0xffffffffu - low);
        if (carried > 0u) {
            atomicAdd(&masses[node + 1u], carried);
        }
    }
}
