// uses: opaque, tree/marks, tree/prefix, tree/tree
// Finds the levels at which nodes start with each body. A cell that holds more than `leaf` bodies has children; a cell without
// children is a leaf. A cell whose bodies all lie in one of its eighths is left out: its child takes its place, and starts at
// the level below the next larger cell.

/// Bodies per block; a block counts its nodes together.
const WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> tree_of: TreeParams;
@group(0) @binding(1) var<storage, read> keys: array<vec2u>;
/// One bit per level.
@group(0) @binding(2) var<storage, read_write> starts_of: array<u32>;
/// Nodes of each level in each block, and a last entry of 0.
@group(0) @binding(3) var<storage, read_write> table: array<u32>;
@group(0) @binding(4) var<storage, read_write> levels: TreeLevels;

/// The first body after `inside` that shares fewer than `wanted` levels with body i. Doubles its steps, then halves them. The first one
/// is about as long as what is inside already, because a cell has up to eight times the bodies of its part.
fn end_of(i: u32, inside: u32, wanted: u32, count: u32) -> u32 {
    var last = inside;
    var step = 1u << firstLeadingBit(inside - i);
    while (shared_levels(i, last + step, count) >= wanted) {
        last += step;
        step *= 2u;
    }
    while (step > 1u) {
        step /= 2u;
        if (shared_levels(i, last + step, count) >= wanted) {
            last += step;
        }
    }
    return last + 1u;
}

/// Whether the smallest cell that holds bodies i - 1 and i, at level `level` - 1, has more than `leaf` bodies.
fn has_children(i: u32, level: u32, leaf: u32, count: u32) -> bool {
    // The last of the bodies from i on in that cell, fewer than `leaf` away.
    var last = i;
    for (var step = 32u; step > 0u; step /= 2u) {
        if (last + step < i + leaf && shared_levels(i, last + step, count) >= level) {
            last += step;
        }
    }
    return last >= leaf && shared_levels(i, last - leaf, count) >= level;
}

/// The levels at which nodes start with body i.
fn levels_of(i: u32, leaf: u32, count: u32) -> u32 {
    if ((keys[i].y & 0x80000000u) != 0u) {
        return 0u;
    }
    var first = 0u;
    if (i > 0u) {
        first = shared_levels(i, i - 1u, count);
    }
    var level = shared_levels(i, i + leaf, count);
    if (level <= first) {
        // No cell that starts here has children, so at most a leaf does.
        let is_leaf = i == 0u || level == first || has_children(i, first, leaf, count);
        return select(0u, 1u << first, is_leaf);
    }
    var found = 1u << first;
    var end = i + leaf;
    while (level > first) {
        found |= 1u << level;
        end = end_of(i, end, level, count);
        level = shared_levels(i, end, count);
    }
    return found;
}

@compute @workgroup_size(WORKGROUP)
fn starts(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let block = group.y * groups.x + group.x;
    let i = block * WORKGROUP + thread;
    let count = opaque(tree_of.count, arrayLength(&keys));
    let blocks = (count + WORKGROUP - 1u) / WORKGROUP;
    if (block >= blocks) {
        return;
    }
    var found = 0u;
    if (i < count) {
        found = levels_of(i, tree_of.leaf, count);
        starts_of[i] = found;
        let is_body = (keys[i].y & 0x80000000u) == 0u;
        if (is_body && (i + 1u == count || (keys[i + 1u].y & 0x80000000u) != 0u)) {
            levels.bodies = i + 1u;
        }
        if (!is_body && i == 0u) {
            levels.bodies = 0u;
        }
    }
    mark(thread, found);
    if (thread < LEVELS) {
        table[thread * blocks + block] = marks_before(thread, WORKGROUP);
    }
}
