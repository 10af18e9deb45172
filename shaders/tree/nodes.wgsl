// uses: opaque, tree/marks, tree/tree
// Gives each node its place, and notes its first body and its first child. Nodes are ordered by level, then by body, so that the
// children of a node are neighbours. Also gives each group its turn to walk: in no fixed order, which changes no result.

/// Bodies per block, as in `starts`.
const WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> tree_of: TreeParams;
@group(0) @binding(1) var<storage, read> starts_of: array<u32>;
@group(0) @binding(2) var<storage, read> scanned: array<u32>;
@group(0) @binding(3) var<storage, read_write> levels: TreeLevels;
/// The first body and the first child of each node; a leaf has the child 0.
@group(0) @binding(4) var<storage, read_write> first_of: array<vec2u>;
@group(0) @binding(5) var<storage, read_write> turns: Turns;

@compute @workgroup_size(WORKGROUP)
fn nodes(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let block = group.y * groups.x + group.x;
    let i = block * WORKGROUP + thread;
    let count = opaque(tree_of.count, arrayLength(&starts_of));
    let blocks = (count + WORKGROUP - 1u) / WORKGROUP;
    if (block >= blocks) {
        return;
    }
    let walking = opaque(tree_of.end_group, arrayLength(&turns.groups));
    if (i < walking) {
        if (turns.groups[i].y > turns.long) {
            turns.groups[atomicAdd(&turns.first, 1u)].x = i;
        } else {
            turns.groups[walking - 1u - atomicAdd(&turns.later, 1u)].x = i;
        }
    }
    var left = 0u;
    if (i < count) {
        left = starts_of[i];
    }
    mark(thread, left);
    // From the deepest node that starts with this body to the largest.
    var child = 0u;
    while (left != 0u) {
        let level = firstLeadingBit(left);
        left ^= 1u << level;
        if (level <= levels.depth) {
            let node = scanned[level * blocks + block] + marks_before(level, thread);
            first_of[node] = vec2u(i, child);
            child = node;
        }
    }
}
