// uses: grid, opaque, tree/moments, tree/tree
// Sums the children of nodes, deeper levels first. The first of several dispatches takes the levels below the wide ones, each of
// the next ones a level, and the last one those that are left. The first and the last are one workgroup.

const WORKGROUP: u32 = 256u;

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

/// The sums over nodes first .. end.
fn sum_of(first: u32, end: u32) -> Moments {
    let origin = moments[3u * first].xyz;
    var mass = 0.0;
    var moved = vec3f();
    var middle = vec3f();
    for (var child = first; child < end; child++) {
        let center_mass = moments[3u * child];
        mass += center_mass.w;
        moved = fma(vec3f(center_mass.w), center_mass.xyz - origin, moved);
        middle += center_mass.xyz - origin;
    }
    let center = origin + center_from(moved, mass, middle, f32(end - first));
    var sums = Moments(vec4f(center, mass), 0.0, vec3f(), vec3f(), 0.0);
    for (var child = first; child < end; child++) {
        let center_mass = moments[3u * child];
        let radius = sqrt(bitcast<f32>(nodes[child].w));
        sums = with_mass(sums, center_mass.xyz - center, center_mass.w, radius);
        let diagonal = moments[3u * child + 1u];
        sums.diagonal += diagonal.xyz;
        sums.half_trace += diagonal.w;
        sums.mixed += moments[3u * child + 2u].xyz;
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
    for (; above > highest; above--) {
        let end = levels.begins[above];
        let begin = levels.begins[above - 1u] + thread_index(group, groups, local, WORKGROUP);
        for (var node = begin; node < end; node += WORKGROUP * groups.x * groups.y) {
            let found = nodes[node];
            if ((found.y & INNER) == 0u) {
                continue;
            }
            let sums = sum_of(found.x, found.x + (found.y & ~INNER));
            nodes[node] = vec4u(found.xy, bitcast<u32>(sums.half_trace), bitcast<u32>(sums.radius_squared));
            store(node, sums);
        }
        // Parents read what other threads of the workgroup have summed.
        storageBarrier();
    }
}
