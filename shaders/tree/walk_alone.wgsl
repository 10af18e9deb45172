// uses: gravity/law, grid, opaque, tree/from_monopoles | tree/from_quadrupoles,
//       tree/from_sorted | tree/from_unsorted, tree/opening, tree/to_rows | tree/to_work, tree/tree
// Walks the tree once per body, one thread each, as the first tree codes on GPUs did: a thread has a stack of its own and reads
// every node by itself. Shows what it is worth that groups of bodies share a walk.

const WORKGROUP: u32 = 64u;
/// As in `all_pairs`.
const SOFTENED: u32 = 1u;
/// Potentials are left to the walks that are shared.
const POTENTIAL: u32 = 0u;
/// Runs of siblings on the stack: one per level.
const STACK: u32 = 40u;

@group(0) @binding(0) var<uniform> tree_of: TreeParams;
@group(0) @binding(1) var<storage, read_write> levels: TreeLevels;
@group(0) @binding(2) var<storage, read> nodes: array<vec4u>;
@group(0) @binding(3) var<storage, read> sorted: array<vec4f>;
@group(0) @binding(4) var<storage, read> order: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn walk_alone(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= opaque(tree_of.count, arrayLength(&order))) {
        return;
    }
    var total = vec4f();
    var work = vec4u();
    if (i < levels.bodies) {
        let place = place_of(i);
        let last = last_acceleration(body_of(i));
        let limit = select(-1.0, levels.accuracy * last, tree_of.is_relative == 1u && last > 0.0);
        var stack: array<u32, STACK>;
        stack[0] = 0u;
        var top = 1u;
        while (top > 0u) {
            let run = stack[top - 1u];
            let node = run >> 3u;
            if ((run & 7u) == 0u) {
                top -= 1u;
            } else {
                stack[top - 1u] = ((node + 1u) << 3u) | ((run & 7u) - 1u);
            }
            work.z += 1u;
            let found = nodes[node];
            let cell = cell_of(node);
            let offset = cell.center_mass.xyz - place;
            if (is_far(bitcast<f32>(found.z), bitcast<f32>(found.w), dot(offset, offset), limit)) {
                total = with_cell(total, place, cell, tree_of.softening_squared);
                work.y += 1u;
            } else if ((found.y & INNER) != 0u) {
                stack[min(top, STACK - 1u)] = (found.x << 3u) | ((found.y & ~INNER) - 1u);
                top = min(top + 1u, STACK);
                work.w = max(work.w, top);
            } else {
                for (var k = found.x; k < found.x + found.y; k++) {
                    let body = sorted[k];
                    let way = body.xyz - place;
                    let law = pull_of(way, tree_of.softening_squared, SOFTENED == 1u);
                    total = vec4f(fma(way, vec3f(body.w * law.strength), total.xyz), 0.0);
                }
                work.x += found.y;
            }
        }
        if (top > 0u) {
            atomicAdd(&levels.unfinished, 1u);
        }
    }
    finish(body_of(i), total);
    note_work(i, 0u, work, 0u);
}
