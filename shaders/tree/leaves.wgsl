// uses: tree/moments, tree/prefix, tree/tree
// Counts the children of nodes, and sums the bodies of leaves.

const WORKGROUP: u32 = 64u;
/// Threads per node, one per possible child, so that all children are read at the same time.
const LANES: u32 = 8u;
/// Bodies that each thread tests as the end of a leaf.
const LOOKS: u32 = 8u;

@group(0) @binding(0) var<storage, read> keys: array<vec2u>;
@group(0) @binding(1) var<storage, read> starts_of: array<u32>;
@group(0) @binding(2) var<storage, read> first_of: array<vec2u>;
@group(0) @binding(3) var<storage, read> sorted: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> levels: TreeLevels;
@group(0) @binding(5) var<storage, read_write> nodes: array<vec4u>;
@group(0) @binding(6) var<storage, read_write> moments: array<vec4f>;

/// Of each node: the number of its children, or the end of its bodies.
var<workgroup> ends: array<atomic<u32>, WORKGROUP / LANES>;
/// What each thread has summed: Σ m x and Σ m, then 3 S's diagonal and half the trace.
var<workgroup> sums_of: array<vec4f, WORKGROUP>;
/// Σ x, then the rest of 3 S, and the square of the radius.
var<workgroup> rests_of: array<vec4f, WORKGROUP>;

/// Whether the node in this place among the nodes from `child` on lies in the cell that begins with body `first`.
fn is_child(first: u32, child: u32, place: u32, bodies: u32) -> bool {
    // A node has at least two children, and the second one shares no more levels with the first than the node's own.
    if (place < 2u) {
        return true;
    }
    if (child + place >= levels.nodes) {
        return false;
    }
    let next = first_of[child + place].x;
    // Nodes of the next level begin with an earlier body.
    return next > first_of[child + place - 1u].x
        && shared_levels(first, next, bodies) >= shared_levels(first, first_of[child + 1u].x, bodies);
}

/// Where the next node begins: the end of the bodies of a leaf.
fn end_from(place: u32, kept: u32, bodies: u32) -> u32 {
    var end = place;
    while (end < bodies && (starts_of[end] & kept) == 0u) {
        end++;
    }
    return end;
}

@compute @workgroup_size(WORKGROUP)
fn leaves(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let nodes_per_group = WORKGROUP / LANES;
    let lane = local % LANES;
    let slot = local / LANES;
    let bodies = levels.bodies;
    // Only levels that were kept.
    let kept = (2u << levels.depth) - 1u;
    let stride = nodes_per_group * groups.x * groups.y;
    for (var begin = (group.y * groups.x + group.x) * nodes_per_group; begin < levels.nodes; begin += stride) {
        let node = begin + slot;
        let is_node = node < levels.nodes;
        var first = vec2u();
        if (is_node) {
            first = first_of[node];
        }
        let is_inner = first.y != 0u;
        if (lane == 0u) {
            atomicStore(&ends[slot], select(0xffffffffu, LANES, is_inner));
        }
        workgroupBarrier();
        if (is_inner) {
            if (!is_child(first.x, first.y, lane, bodies)) {
                atomicMin(&ends[slot], lane);
            }
        } else if (is_node) {
            var found = 0xffffffffu;
            for (var look = LOOKS; look > 0u; look--) {
                let place = first.x + 1u + lane + (look - 1u) * LANES;
                if (place >= bodies || (starts_of[min(place, bodies - 1u)] & kept) != 0u) {
                    found = min(place, bodies);
                }
            }
            atomicMin(&ends[slot], found);
        }
        workgroupBarrier();
        var end = atomicLoad(&ends[slot]);
        if (end == 0xffffffffu) {
            end = end_from(first.x + 1u + LOOKS * LANES, kept, bodies);
        }
        if (is_inner || !is_node) {
            end = 0u;
        }

        let origin = sorted[first.x].xyz;
        var moved = vec4f();
        var middle = vec3f();
        for (var i = first.x + lane; i < end; i += LANES) {
            let body = sorted[i];
            moved += vec4f(body.w * (body.xyz - origin), body.w);
            middle += body.xyz - origin;
        }
        sums_of[local] = moved;
        rests_of[local] = vec4f(middle, 0.0);
        workgroupBarrier();
        moved = vec4f();
        middle = vec3f();
        for (var i = 0u; i < LANES; i++) {
            moved += sums_of[slot * LANES + i];
            middle += rests_of[slot * LANES + i].xyz;
        }
        let center = origin + center_from(moved.xyz, moved.w, middle, f32(end - first.x));
        workgroupBarrier();
        var sums = Moments(vec4f(center, moved.w), 0.0, vec3f(), vec3f(), 0.0);
        for (var i = first.x + lane; i < end; i += LANES) {
            let body = sorted[i];
            sums = with_mass(sums, body.xyz - center, body.w, 0.0);
        }
        sums_of[local] = vec4f(sums.diagonal, sums.half_trace);
        rests_of[local] = vec4f(sums.mixed, sums.radius_squared);
        workgroupBarrier();
        if (lane == 0u && is_node) {
            if (is_inner) {
                nodes[node] = vec4u(first.y, atomicLoad(&ends[slot]) | INNER, 0u, 0u);
            } else {
                for (var i = 1u; i < LANES; i++) {
                    let part = sums_of[local + i];
                    let rest = rests_of[local + i];
                    sums.diagonal += part.xyz;
                    sums.half_trace += part.w;
                    sums.mixed += rest.xyz;
                    sums.radius_squared = max(sums.radius_squared, rest.w);
                }
                nodes[node] = vec4u(first.x, end - first.x, bitcast<u32>(sums.half_trace), bitcast<u32>(sums.radius_squared));
                store(node, sums);
            }
        }
        workgroupBarrier();
    }
}
