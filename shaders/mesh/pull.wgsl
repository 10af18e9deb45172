// uses: grid, mesh/cells, mesh/linear, mesh/place
// The acceleration of each body: differences of the potential at the eight nodes around it, by the shares of its mass there. The
// same shares both ways make forces between bodies equal and opposite.

const WORKGROUP: u32 = 128u;

@group(0) @binding(0) var<uniform> mesh: MeshParams;
/// Position and mass of each body.
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
/// The bodies, block by block.
@group(0) @binding(2) var<storage, read> order: array<u32>;
@group(0) @binding(3) var<storage, read> potential: array<f32>;
/// Acceleration and potential of each body.
@group(0) @binding(4) var<storage, read_write> acceleration: array<vec4f>;
/// One: where the grid lies.
@group(0) @binding(7) var<storage, read> places: array<MeshPlace>;

fn at_node(node: vec3u) -> f32 {
    return potential[node_index(node, mesh.whole)];
}

/// The potential that a unit mass has for itself on a grid that is alone, in nodes: that between the eight nodes around it, by their
/// shares. Along each axis, two of its shares lie on one node or on neighbours.
fn own_potential(part: vec3f) -> f32 {
    let together = part * part + (1.0 - part) * (1.0 - part);
    let apart = 2.0 * part * (1.0 - part);
    let next = vec3f(apart.x * together.y * together.z, together.x * apart.y * together.z, together.x * together.y * apart.z);
    let diagonal = vec3f(together.x * apart.y * apart.z, apart.x * together.y * apart.z, apart.x * apart.y * together.z);
    return -2.0 * together.x * together.y * together.z - dot(next, vec3f(1.0)) - 0.70710678 * dot(diagonal, vec3f(1.0))
        - 0.57735027 * apart.x * apart.y * apart.z;
}

@compute @workgroup_size(WORKGROUP)
fn pull(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let at = thread_index(group, groups, local, WORKGROUP);
    if (at >= mesh.count) {
        return;
    }
    let i = order[at];
    let own = corner(position[i].xyz, mesh, places[0]);
    var sum = vec4f();
    if (own.is_inside) {
        let step = vec2u(1u, 0u);
        let back = vec2u(mesh.whole - 1u, 0u);
        let x = shares_of(own.part.x);
        let y = shares_of(own.part.y);
        let z = shares_of(own.part.z);
        for (var k = 0u; k < ACROSS * ACROSS * ACROSS; k++) {
            let offset = vec3u(k % ACROSS, k / ACROSS % ACROSS, k / ACROSS / ACROSS);
            let node = own.node + offset;
            let rise = vec3f(
                at_node(node + step.xyy) - at_node(node + back.xyy),
                at_node(node + step.yxy) - at_node(node + back.yxy),
                at_node(node + step.yyx) - at_node(node + back.yyx),
            );
            sum += x[offset.x] * y[offset.y] * z[offset.z] * vec4f(-0.5 * rise, at_node(node));
        }
        if (mesh.is_without_own == 1u) {
            sum.w -= position[i].w * own_potential(own.part);
        }
        // The grid knows distances in nodes.
        let scale = places[0].scale;
        sum *= vec4f(vec3f(scale * scale), scale);
    }
    acceleration[i] = sum;
}
