// uses: opaque, tree/expansion, tree/from_monopoles | tree/from_quadrupoles, tree/from_no_turns | tree/from_turns,
//       tree/from_region | tree/from_sorted | tree/from_unsorted, tree/opening, tree/pulls, tree/ranks | tree/ranks_by_subgroups, tree/reach,
//       tree/stack, tree/to_region | tree/to_rows | tree/to_work, tree/tree
// Walks the tree once for each group of bodies that are neighbours in the sorted order. Cells far enough from the box around the
// group go to a list, near ones are replaced by their children, and the bodies of near leaves are staged. Whenever a chunk of
// either is full, it pulls on every body of the group. Which come when depends on the tree alone, so the result has the same bits
// in every run.

/// Threads per group.
const THREADS: u32 = 32u;
/// Bodies per thread.
const BODIES: u32 = 1u;
/// As in `all_pairs`.
const SOFTENED: u32 = 1u;
/// 1: sum the potential (per unit mass, excluding the body itself) into w.
const POTENTIAL: u32 = 0u;
/// Cells or bodies that pull at once; at least as many as threads.
const CHUNK: u32 = 32u;
/// Workgroups that share a long walk: each walks for all bodies of the group, but lets the pulls act on some of them only. Needs
/// one body per thread.
const PARTS: u32 = 1u;

/// 1: distant cells pull on the centre of the group. Few bodies have few such cells, and registers are scarce.
const EXPAND: u32 = 1u;

const GROUP: u32 = THREADS * BODIES;

@group(0) @binding(0) var<uniform> tree_of: TreeParams;
@group(0) @binding(1) var<storage, read_write> levels: TreeLevels;
@group(0) @binding(2) var<storage, read> nodes: array<vec4u>;
/// The finite bodies in sorted order.
@group(0) @binding(3) var<storage, read> sorted: array<vec4f>;
/// The index of each sorted body; of a region, those of its own bodies.
@group(0) @binding(4) var<storage, read> order: array<u32>;

@compute @workgroup_size(THREADS)
fn walk(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let share = share_of(tree_of.first_group + group.y * groups.x + group.x);
    let index = share.group;
    if (index >= opaque(tree_of.end_group, arrayLength(&order))) {
        return;
    }
    let bodies = targets();
    let first = index * GROUP;
    var own: Own;
    var expansion: Expansion;
    var work = vec4u();
    var remotes = 0u;
    if (first < bodies) {
        let limit = begin_walk(&own, first, share, thread, bodies);
        if (thread == 0u) {
            stack[0] = 0u;
        }
        var top = 1u;
        var cells = 0u;
        var expanded = 0u;
        var waiting = 0u;
        workgroupBarrier();
        while (top > 0u) {
            let taken = take_nodes(top, thread);
            // `round` is about to hold leaves.
            workgroupBarrier();
            let is_taken = thread < taken.y;
            let node = select(0u, taken.x, is_taken);
            let found = nodes[node];
            let center_mass = cell_of(node).center_mass;
            let center = center_mass.xyz;
            var squared = 0.0;
            if (work.x < MANY) {
                squared = distance_from_boxes(center);
            } else {
                squared = distance_from_bodies(center, first, bodies);
            }
            let is_cell = is_far(bitcast<f32>(found.z), bitcast<f32>(found.w), squared, limit);
            let is_inner = (found.y & INNER) != 0u;
            let is_expanded = EXPAND == 1u && is_taken && is_cell
                && is_remote(bitcast<f32>(found.z), bitcast<f32>(found.w), center_mass.w, distance(center, group_of.center), limit);
            let accepted = is_taken && is_cell && !is_expanded;
            let opened = is_taken && !is_cell && is_inner;
            let is_leaf = is_taken && !is_cell && !is_inner;
            let flags = u32(accepted) | (u32(opened) << 6u) | (u32(is_leaf) << 12u) | (taken.z << 18u) | (u32(is_expanded) << 24u);
            let rank = sum_before(thread, flags);
            let before = (vec3u(rank.x) >> vec3u(0u, 6u, 12u)) & vec3u(63u);
            let all = (vec4u(rank.y) >> vec4u(0u, 6u, 12u, 18u)) & vec4u(63u);
            let remote = rank.y >> 24u;
            top -= all.w;
            if (accepted) {
                far[cells + before.x] = node;
            }
            if (is_expanded) {
                far[LISTED - 1u - expanded - (rank.x >> 24u)] = node;
            }
            if (opened) {
                stack[top + before.y] = (found.x << 3u) | ((found.y & ~INNER) - 1u);
            }
            if (is_leaf) {
                round[before.z] = node;
            }
            top += all.y;
            cells += all.x;
            expanded += remote;
            remotes += remote;
            work += vec4u(0u, all.x, taken.y, 0u);
            work.w = max(work.w, top);
            workgroupBarrier();
            if (cells >= CHUNK) {
                cells -= CHUNK;
                pull_cells(&own, cells, share, thread);
            }
            if (EXPAND == 1u && expanded >= CHUNK) {
                expanded -= CHUNK;
                expand_cells(&expansion, expanded, thread);
            }
            for (var leaf = 0u; leaf < all.z; leaf++) {
                let leaf_of = nodes[round[leaf]].xy;
                let begin = leaf_of.x;
                let number = leaf_of.y;
                work.x += number;
                for (var done = 0u; done < number;) {
                    let part = min(number - done, CHUNK - waiting);
                    for (var k = thread; k < part; k += THREADS) {
                        staged[waiting + k] = sorted[begin + done + k];
                    }
                    for (var r = 0u; r < BODIES; r++) {
                        let place = source_of(first + member(r, share, thread)) - (begin + done);
                        own.at[r] = select(own.at[r], waiting + place, place < part);
                    }
                    waiting += part;
                    done += part;
                    if (waiting == CHUNK) {
                        waiting = 0u;
                        workgroupBarrier();
                        pull_bodies(&own, share, thread);
                        workgroupBarrier();
                        for (var r = 0u; r < BODIES; r++) {
                            own.at[r] = 0xffffffffu;
                        }
                    }
                }
            }
            workgroupBarrier();
        }
        // The rest, filled up with cells and bodies that pull with no force: see `Nobody` in walk.rs.
        for (var k = thread; k < CHUNK; k += THREADS) {
            if (k >= cells) {
                far[k] = tree_of.capacity;
            }
            if (k >= expanded) {
                far[LISTED - 1u - k] = tree_of.capacity;
            }
            if (k >= waiting) {
                staged[k] = vec4f(vec3f(1e18), 0.0);
            }
        }
        workgroupBarrier();
        pull_cells(&own, 0u, share, thread);
        if (EXPAND == 1u) {
            expand_cells(&expansion, 0u, thread);
        }
        pull_bodies(&own, share, thread);
        if (EXPAND == 1u && remotes > 0u) {
            expansion = whole_expansion(expansion, thread);
        }
        if (top > 0u && thread == 0u && share.number == 0u) {
            atomicAdd(&levels.unfinished, 1u);
        }
    }
    for (var r = 0u; r < BODIES; r++) {
        let i = first + member(r, share, thread);
        var sum = total(&own, r, share, thread);
        if (EXPAND == 1u && remotes > 0u) {
            sum = with_expansion(sum, own.place[r], expansion);
        }
        let is_first = share.is_whole || part_of(thread) == 0u;
        if (is_first && i < opaque(tree_of.count, arrayLength(&order))) {
            // A group may end with bodies that are not finite.
            finish(body_of(i), select(vec4f(), sum, i < bodies));
        }
    }
    note_work(index, thread, work, remotes);
    if (thread == 0u && share.number == 0u) {
        note_effort(index, work);
    }
}
