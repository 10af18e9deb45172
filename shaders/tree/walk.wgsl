// Walks the tree once for each group of bodies that are neighbours in the sorted order. Cells far enough from the box around the
// group go to a list, near ones are replaced by their children, and the bodies of near leaves are staged. Whenever a chunk of
// either is full, it pulls on every body of the group. The order depends on the tree alone, so the result has the same bits in
// every run.
//
// The stack holds runs of siblings. A round takes nodes from the newest runs, one per thread; each adds at most one run. When the
// stack is nearly full, a round takes a single node, and so continues depth first, for which the reserve suffices: one run per
// level. So the stack cannot overflow.

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
/// Runs of siblings on the stack.
const STACK: u32 = 128u;

/// Boxes around parts of a group.
const BOXES: u32 = 8u;
/// Near bodies that tell a scattered group. Its boxes hold what its bodies are far from, so distances from the bodies decide.
const MANY: u32 = 2048u;

const GROUP: u32 = THREADS * BODIES;

@group(0) @binding(0) var<uniform> tree_of: TreeParams;
@group(0) @binding(1) var<storage, read_write> levels: TreeLevels;
@group(0) @binding(2) var<storage, read> nodes: array<vec4u>;
/// The finite bodies in sorted order.
@group(0) @binding(3) var<storage, read> sorted: array<vec4f>;
/// The index of each sorted body.
@group(0) @binding(4) var<storage, read> order: array<u32>;

/// The first node of a run times eight, plus the number of nodes minus one.
var<workgroup> stack: array<u32, STACK>;
/// The nodes of a round.
var<workgroup> round: array<u32, THREADS>;
/// Cells that are far enough.
var<workgroup> far: array<u32, CHUNK + THREADS>;
/// Leaves of a round that are too near: the first body, and the number of bodies.
var<workgroup> near: array<vec2u, THREADS>;
/// Bodies of such leaves.
var<workgroup> staged: array<vec4f, 2u * CHUNK>;

/// Boxes around consecutive bodies of the group: lowest corners, then highest corners.
var<workgroup> corners: array<vec3f, 2u * BOXES>;

/// The bodies of a thread.
struct Own {
    place: array<vec3f, BODIES>,
    sum: array<vec4f, BODIES>,
    /// Where the body itself is staged.
    at: array<u32, BODIES>,
}

/// Adds the pull of a chunk of staged bodies.
fn pull_bodies(own: ptr<function, Own>, first: u32) {
    // A separate sum per chunk keeps rounding errors small.
    var sum: array<vec4f, BODIES>;
    for (var k = 0u; k < CHUNK; k++) {
        let body = staged[first + k];
        for (var r = 0u; r < BODIES; r++) {
            let offset = body.xyz - (*own).place[r];
            let scale = inverse_distance(offset, tree_of.softening_squared, SOFTENED == 1u);
            sum[r] = vec4f(fma(offset, vec3f(body.w * (scale * scale * scale)), sum[r].xyz), sum[r].w);
            if (POTENTIAL == 1u) {
                sum[r].w -= select(0.0, body.w * scale, first + k != (*own).at[r]);
            }
        }
    }
    for (var r = 0u; r < BODIES; r++) {
        (*own).sum[r] += sum[r];
    }
}

/// Adds the pull of a chunk of far cells.
fn pull_cells(own: ptr<function, Own>, first: u32) {
    var sum: array<vec4f, BODIES>;
    for (var k = 0u; k < CHUNK; k++) {
        let cell = cell_of(far[first + k]);
        for (var r = 0u; r < BODIES; r++) {
            sum[r] = with_cell(sum[r], (*own).place[r], cell, tree_of.softening_squared);
        }
    }
    for (var r = 0u; r < BODIES; r++) {
        (*own).sum[r] += sum[r];
    }
}

/// Loads the bodies of this thread, and finds boxes around the group. Returns the largest error per cell; it is negative if the
/// angle decides.
fn begin_walk(own: ptr<function, Own>, first: u32, thread: u32, bodies: u32) -> f32 {
    var least = 0.0;
    var most = 0.0;
    for (var r = 0u; r < BODIES; r++) {
        let i = min(first + r * THREADS + thread, bodies - 1u);
        (*own).place[r] = sorted[i].xyz;
        (*own).at[r] = 0xffffffffu;
        let last = last_acceleration(order[i]);
        least = select(min(least, last), last, r == 0u);
        most = max(most, last);
    }
    staged[thread] = vec4f(least, most, 0.0, 0.0);
    for (var part = thread; part < BOXES; part += THREADS) {
        var low = sorted[min(first + part * (GROUP / BOXES), bodies - 1u)].xyz;
        var high = low;
        for (var k = 1u; k < GROUP / BOXES; k++) {
            let place = sorted[min(first + part * (GROUP / BOXES) + k, bodies - 1u)].xyz;
            low = min(low, place);
            high = max(high, place);
        }
        corners[2u * part] = low;
        corners[2u * part + 1u] = high;
    }
    workgroupBarrier();
    for (var other = 0u; other < THREADS; other++) {
        least = min(least, staged[other].x);
        most = max(most, staged[other].y);
    }
    workgroupBarrier();
    // A single body in balance would open every cell for its whole group, so the others set a floor.
    let usual = max(least, most / 16.0);
    return select(-1.0, tree_of.accuracy * usual, tree_of.is_relative == 1u && usual > 0.0);
}

/// Square of the least distance of a point from the boxes around the group.
fn distance_from_boxes(center: vec3f) -> f32 {
    var least = 3.4e38;
    for (var part = 0u; part < BOXES; part++) {
        let gap = max(max(corners[2u * part] - center, center - corners[2u * part + 1u]), vec3f());
        least = min(least, dot(gap, gap));
    }
    return least;
}

/// Square of the least distance of a point from the bodies of the group.
fn distance_from_bodies(center: vec3f, first: u32, bodies: u32) -> f32 {
    // From the first body on, so that a centre that is not finite has no distance that is.
    let from_first = sorted[first].xyz - center;
    var least = dot(from_first, from_first);
    for (var i = first + 1u; i < min(first + GROUP, bodies); i++) {
        let gap = sorted[i].xyz - center;
        least = min(least, dot(gap, gap));
    }
    return least;
}

/// Whether a cell with these moments may pull as a whole over this squared distance. If anything overflows, it may not.
fn is_far(second_moment: f32, radius_squared: f32, squared: f32, limit: f32) -> bool {
    let softened = squared + tree_of.softening_squared;
    let error = neglected(second_moment / softened, radius_squared / softened) / softened;
    let by_angle = radius_squared <= tree_of.theta_squared * squared;
    // Outside the sphere that holds its bodies: then none of them is in the group.
    return squared > radius_squared && select(by_angle, error <= limit, limit >= 0.0);
}

/// Takes nodes of the newest runs, at most one per thread: returns this thread's node, how many were taken, and whether this
/// thread's run is used up.
fn take_nodes(top: u32, thread: u32) -> vec3u {
    let run = stack[max(top, thread + 1u) - thread - 1u];
    let length = select(0u, (run & 7u) + 1u, thread < top);
    let wanted = clamp(STACK - LEVELS - min(top, STACK - LEVELS), 1u, THREADS);
    let rank = sum_before(thread, length);
    let taken = min(length, wanted - min(wanted, rank.x));
    for (var k = 0u; k < taken; k++) {
        round[rank.x + k] = (run >> 3u) + k;
    }
    if (taken > 0u && taken < length) {
        stack[top - thread - 1u] = (((run >> 3u) + taken) << 3u) | (length - taken - 1u);
    }
    workgroupBarrier();
    return vec3u(round[thread], min(rank.y, wanted), u32(taken == length && length > 0u));
}

@compute @workgroup_size(THREADS)
fn walk(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let index = tree_of.first_group + group.y * groups.x + group.x;
    if (index >= opaque(tree_of.end_group, arrayLength(&order))) {
        return;
    }
    let bodies = levels.bodies;
    let first = index * GROUP;
    var own: Own;
    var work = vec4u();
    if (first < bodies) {
        let limit = begin_walk(&own, first, thread, bodies);
        if (thread == 0u) {
            stack[0] = 0u;
        }
        var top = 1u;
        var cells = 0u;
        var waiting = 0u;
        workgroupBarrier();
        while (top > 0u) {
            let taken = take_nodes(top, thread);
            let is_taken = thread < taken.y;
            let node = select(0u, taken.x, is_taken);
            let found = nodes[node];
            let center = cell_of(node).center_mass.xyz;
            var squared = 0.0;
            if (work.x < MANY) {
                squared = distance_from_boxes(center);
            } else {
                squared = distance_from_bodies(center, first, bodies);
            }
            let is_cell = is_far(bitcast<f32>(found.z), bitcast<f32>(found.w), squared, limit);
            let is_inner = (found.y & INNER) != 0u;
            let accepted = is_taken && is_cell;
            let opened = is_taken && !is_cell && is_inner;
            let is_leaf = is_taken && !is_cell && !is_inner;
            let flags = u32(accepted) | (u32(opened) << 7u) | (u32(is_leaf) << 14u) | (taken.z << 21u);
            let rank = sum_before(thread, flags);
            let before = (vec3u(rank.x) >> vec3u(0u, 7u, 14u)) & vec3u(127u);
            let all = (vec4u(rank.y) >> vec4u(0u, 7u, 14u, 21u)) & vec4u(127u);
            top -= all.w;
            if (accepted) {
                far[cells + before.x] = node;
            }
            if (opened) {
                stack[top + before.y] = (found.x << 3u) | ((found.y & ~INNER) - 1u);
            }
            if (is_leaf) {
                near[before.z] = found.xy;
            }
            top += all.y;
            cells += all.x;
            work += vec4u(0u, all.x, taken.y, 0u);
            work.w = max(work.w, top);
            workgroupBarrier();
            if (cells >= CHUNK) {
                cells -= CHUNK;
                pull_cells(&own, cells);
            }
            for (var leaf = 0u; leaf < all.z; leaf++) {
                let begin = near[leaf].x;
                let number = near[leaf].y;
                work.x += number;
                // A leaf is larger than a chunk only if memory ran out.
                for (var done = 0u; done < number; done += CHUNK) {
                    let part = min(number - done, CHUNK);
                    for (var k = thread; k < part; k += THREADS) {
                        staged[waiting + k] = sorted[begin + done + k];
                    }
                    for (var r = 0u; r < BODIES; r++) {
                        let place = first + r * THREADS + thread - (begin + done);
                        own.at[r] = select(own.at[r], waiting + place, place < part);
                    }
                    waiting += part;
                    if (waiting >= CHUNK) {
                        waiting -= CHUNK;
                        workgroupBarrier();
                        pull_bodies(&own, waiting);
                        workgroupBarrier();
                        for (var r = 0u; r < BODIES; r++) {
                            own.at[r] = select(own.at[r], 0xffffffffu, own.at[r] >= waiting);
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
            if (k >= waiting) {
                staged[k] = vec4f(vec3f(1e18), 0.0);
            }
        }
        workgroupBarrier();
        pull_cells(&own, 0u);
        pull_bodies(&own, 0u);
        if (top > 0u && thread == 0u) {
            atomicAdd(&levels.unfinished, 1u);
        }
    }
    for (var r = 0u; r < BODIES; r++) {
        let i = first + r * THREADS + thread;
        if (i < opaque(tree_of.count, arrayLength(&order))) {
            // A group may end with bodies that are not finite.
            finish(order[i], select(vec4f(), own.sum[r], i < bodies));
        }
    }
    note_work(index, thread, work);
}
