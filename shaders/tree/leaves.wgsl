// uses: grid, tree/moments, tree/prefix, tree/tree
// Counts the children of nodes, and sums the bodies of leaves.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<storage, read> keys: array<vec2u>;
@group(0) @binding(1) var<storage, read> starts_of: array<u32>;
@group(0) @binding(2) var<storage, read> first_of: array<vec2u>;
@group(0) @binding(3) var<storage, read> sorted: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> levels: TreeLevels;
@group(0) @binding(5) var<storage, read_write> nodes: array<vec4u>;
@group(0) @binding(6) var<storage, read_write> moments: array<vec4f>;

/// Number of children: the nodes from `child` on that lie in the same cell.
fn children(first: u32, child: u32, bodies: u32) -> u32 {
    // A node has at least two children, and the second one shares no more levels with the first than the node's own.
    let level = shared_levels(first, first_of[child + 1u].x, bodies);
    var number = 2u;
    var before = first_of[child + 1u].x;
    while (number < 8u && child + number < levels.nodes) {
        let next = first_of[child + number].x;
        // Nodes of the next level begin with an earlier body.
        if (next <= before || shared_levels(first, next, bodies) < level) {
            break;
        }
        before = next;
        number++;
    }
    return number;
}

/// The end of the bodies of a leaf: where the next node begins.
fn end_of(first: u32, bodies: u32) -> u32 {
    // Only levels that were kept.
    let kept = (2u << levels.depth) - 1u;
    var end = first + 1u;
    while (end < bodies && (starts_of[end] & kept) == 0u) {
        end++;
    }
    return end;
}

/// Sums over the bodies of a leaf.
fn sum_of(first: u32, end: u32) -> Moments {
    let origin = sorted[first].xyz;
    var mass = 0.0;
    var moved = vec3f();
    var middle = vec3f();
    for (var i = first; i < end; i++) {
        let body = sorted[i];
        mass += body.w;
        moved = fma(vec3f(body.w), body.xyz - origin, moved);
        middle += body.xyz - origin;
    }
    let center = origin + center_from(moved, mass, middle, f32(end - first));
    var sums = Moments(vec4f(center, mass), 0.0, vec3f(), vec3f(), 0.0);
    for (var i = first; i < end; i++) {
        let body = sorted[i];
        sums = with_mass(sums, body.xyz - center, body.w, 0.0);
    }
    return sums;
}

@compute @workgroup_size(WORKGROUP)
fn leaves(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let bodies = levels.bodies;
    for (var node = thread_index(group, groups, local, WORKGROUP); node < levels.nodes; node += WORKGROUP * groups.x * groups.y) {
        let first = first_of[node];
        if (first.y != 0u) {
            nodes[node] = vec4u(first.y, children(first.x, first.y, bodies) | INNER, 0u, 0u);
            continue;
        }
        let end = end_of(first.x, bodies);
        let sums = sum_of(first.x, end);
        nodes[node] = vec4u(first.x, end - first.x, bitcast<u32>(sums.half_trace), bitcast<u32>(sums.radius_squared));
        store(node, sums);
    }
}
