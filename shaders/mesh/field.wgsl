// uses: grid, mesh/cells
// The acceleration and the potential of each node, by differences over eight neighbours along each axis.

const WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> mesh: MeshParams;
@group(0) @binding(1) var<storage, read> potential: array<f32>;
/// Acceleration and potential of each node that may have mass, with the nodes' distance as the unit of length.
@group(0) @binding(2) var<storage, read_write> nodes: array<vec4f>;

/// How much the potential rises between the two nodes at this distance.
fn rise(node: vec3u, distance: u32) -> vec3f {
    let step = vec2u(distance, 0u);
    let back = vec2u(mesh.whole - distance, 0u);
    return vec3f(
        potential[node_index(node + step.xyy, mesh.whole)] - potential[node_index(node + back.xyy, mesh.whole)],
        potential[node_index(node + step.yxy, mesh.whole)] - potential[node_index(node + back.yxy, mesh.whole)],
        potential[node_index(node + step.yyx, mesh.whole)] - potential[node_index(node + back.yyx, mesh.whole)],
    );
}

@compute @workgroup_size(WORKGROUP)
fn field(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    let side = mesh.side;
    if (i < side * side * side) {
        let node = vec3u(i % side, i / side % side, i / side / side);
        let slope = 0.8 * rise(node, 1u) - 0.2 * rise(node, 2u) + 0.038095238 * rise(node, 3u) - 0.0035714286 * rise(node, 4u);
        nodes[i] = vec4f(-slope, potential[node_index(node, mesh.whole)]);
    }
}
