// uses: opaque, tree/moments, tree/tree
// Sums the children of nodes, deeper levels first. The first of several dispatches takes the levels below the wide ones, each of
// the next ones a level, and the last one those that are left. The first and the last are one workgroup.

const WORKGROUP: u32 = 256u;
/// Threads per node, one per possible child, so that all children are read at the same time.
const LANES: u32 = 8u;

struct CellsParams {
    /// Number of this dispatch.
    dispatch: u32,
    /// Number of the last one.
    last: u32,
}

@group(0) @binding(0) var<uniform> cells_of: CellsParams;
@group(0) @binding(1) var<storage, read_write> levels: TreeLevels;
@group(0) @binding(2) var<storage, read_write> nodes: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> moments: array<vec4f>;

/// Where the nodes of each level begin.
var<workgroup> begins: array<u32, LEVELS + 1u>;
/// Centre and mass of the children of this workgroup's nodes.
var<workgroup> centers: array<vec4f, WORKGROUP>;
/// What each child adds to the moments of its parent: xx, yy, zz and half the trace; xy, xz, yz and the square of the radius.
var<workgroup> diagonals: array<vec4f, WORKGROUP>;
var<workgroup> others: array<vec4f, WORKGROUP>;

/// A child, but for its centre.
struct Child {
    diagonal: vec4f,
    mixed: vec3f,
    radius_squared: f32,
}

/// Centre and mass of the children in places first .. end.
fn center_of(first: u32, end: u32) -> vec4f {
    let origin = centers[first].xyz;
    var mass = 0.0;
    var moved = vec3f();
    var middle = vec3f();
    for (var place = first; place < end; place++) {
        let child = centers[place];
        mass += child.w;
        moved = fma(vec3f(child.w), child.xyz - origin, moved);
        middle += child.xyz - origin;
    }
    return vec4f(origin + center_from(moved, mass, middle, f32(end - first)), mass);
}

/// Notes what the child in this place adds.
fn add_child(place: u32, child: Child, center: vec3f) {
    let center_mass = centers[place];
    let own = Moments(vec4f(), child.diagonal.w, child.diagonal.xyz, child.mixed, 0.0);
    let moved = with_mass(own, center_mass.xyz - center, center_mass.w, sqrt(child.radius_squared));
    diagonals[place] = vec4f(moved.diagonal, moved.half_trace);
    others[place] = vec4f(moved.mixed, moved.radius_squared);
}

/// The sums of all children in places first .. end.
fn sum_of(first: u32, end: u32, center_mass: vec4f) -> Moments {
    var sums = Moments(center_mass, 0.0, vec3f(), vec3f(), 0.0);
    for (var place = first; place < end; place++) {
        sums.diagonal += diagonals[place].xyz;
        sums.half_trace += diagonals[place].w;
        sums.mixed += others[place].xyz;
        sums.radius_squared = max(sums.radius_squared, others[place].w);
    }
    return sums;
}

@compute @workgroup_size(WORKGROUP)
fn cells(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let dispatch = opaque(cells_of.dispatch, arrayLength(&moments));
    let last = opaque(cells_of.last, arrayLength(&moments));
    // One more than the first level of this dispatch.
    var above = levels.depth + 1u;
    var highest = levels.wide + 1u;
    if (dispatch > 0u) {
        above = max(levels.wide + 1u, dispatch - 1u) - (dispatch - 1u);
        highest = select(max(above, 1u) - 1u, 0u, dispatch == last);
    }
    for (var level = local; level <= LEVELS; level += WORKGROUP) {
        begins[level] = levels.begins[level];
    }
    workgroupBarrier();
    let nodes_per_group = WORKGROUP / LANES;
    let lane = local % LANES;
    for (; above > highest; above--) {
        let end = begins[above];
        let begin = begins[above - 1u] + (group.y * groups.x + group.x) * nodes_per_group;
        for (var first = begin; first < end; first += nodes_per_group * groups.x * groups.y) {
            let node = first + local / LANES;
            var found = vec4u();
            if (node < end) {
                found = nodes[node];
            }
            var children = 0u;
            if ((found.y & INNER) != 0u) {
                children = found.y & ~INNER;
            }
            var child: Child;
            if (lane < children) {
                let at = found.x + lane;
                centers[local] = moments[3u * at];
                child = Child(moments[3u * at + 1u], moments[3u * at + 2u].xyz, bitcast<f32>(nodes[at].w));
            }
            workgroupBarrier();
            let place = local - lane;
            let center_mass = center_of(place, place + children);
            if (lane < children) {
                add_child(local, child, center_mass.xyz);
            }
            workgroupBarrier();
            if (lane == 0u && children > 0u) {
                let sums = sum_of(place, place + children, center_mass);
                nodes[node] = vec4u(found.xy, bitcast<u32>(sums.half_trace), bitcast<u32>(sums.radius_squared));
                store(node, sums);
            }
        }
        // Parents read what other threads of the workgroup have summed.
        storageBarrier();
    }
}
