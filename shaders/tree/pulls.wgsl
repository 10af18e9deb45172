// uses: gravity/law, tree/from_monopoles | tree/from_quadrupoles, tree/tree
// The pull of bodies and of cells, a chunk at a time, on the bodies of a group. Of each `PARTS` pulls in a row, number p belongs to
// sum p. A thread takes all sums of its bodies one after the other; if workgroups share the walk, it takes one sum of one body. So
// the bits are the same either way: products that are added are written as `fma`, because compilers may fuse them in one place and
// not in another.

/// Cells that are far enough: from the first on, those that pull on each body; from the last back, those that pull on the centre of
/// the group. A round adds at most one per thread, and each list that has a chunk is then used.
var<workgroup> far: array<u32, LISTED>;
const LISTED: u32 = 2u * CHUNK + THREADS;
/// Bodies of near leaves, until they pull.
var<workgroup> staged: array<vec4f, CHUNK>;

/// The bodies of a thread.
struct Own {
    place: array<vec3f, BODIES>,
    /// Sums 0 of all bodies, then sums 1, and so on.
    sum: array<vec4f, BODIES * PARTS>,
    /// Where the body itself is staged.
    at: array<u32, BODIES>,
}

/// Adds to sums `to` the pull of every `PARTS`th staged body of a chunk.
fn add_bodies(own: ptr<function, Own>, first: u32, to: u32) {
    // A separate sum per chunk keeps rounding errors small.
    var sum: array<vec4f, BODIES>;
    for (var k = 0u; k < CHUNK; k += PARTS) {
        let body = staged[first + k];
        for (var r = 0u; r < BODIES; r++) {
            let offset = body.xyz - (*own).place[r];
            let law = pull_of(offset, tree_of.softening_squared, SOFTENED == 1u);
            sum[r] = vec4f(fma(offset, vec3f(body.w * law.strength), sum[r].xyz), sum[r].w);
            if (POTENTIAL == 1u) {
                sum[r].w = fma(-select(0.0, body.w, first + k != (*own).at[r]), law.depth, sum[r].w);
            }
        }
    }
    for (var r = 0u; r < BODIES; r++) {
        (*own).sum[to * BODIES + r] += sum[r];
    }
}

/// Adds to sums `to` the pull of every `PARTS`th far cell of a chunk.
fn add_cells(own: ptr<function, Own>, first: u32, to: u32) {
    var sum: array<vec4f, BODIES>;
    for (var k = 0u; k < CHUNK; k += PARTS) {
        let cell = cell_of(far[first + k]);
        for (var r = 0u; r < BODIES; r++) {
            sum[r] = with_cell(sum[r], (*own).place[r], cell, tree_of.softening_squared);
        }
    }
    for (var r = 0u; r < BODIES; r++) {
        (*own).sum[to * BODIES + r] += sum[r];
    }
}

/// Adds the pull of the chunk of staged bodies.
fn pull_bodies(own: ptr<function, Own>, share: Share, thread: u32) {
    if (share.is_whole) {
        for (var part = 0u; part < PARTS; part++) {
            add_bodies(own, part, part);
        }
    } else {
        add_bodies(own, part_of(thread), 0u);
    }
}

/// Adds the pull of a chunk of far cells.
fn pull_cells(own: ptr<function, Own>, first: u32, share: Share, thread: u32) {
    if (share.is_whole) {
        for (var part = 0u; part < PARTS; part++) {
            add_cells(own, first + part, part);
        }
    } else {
        add_cells(own, first + part_of(thread), 0u);
    }
}

/// Of a shared walk: the part of the pulls that this thread takes.
fn part_of(thread: u32) -> u32 {
    return thread / (THREADS / PARTS);
}

/// The body r of this thread, counted from the first of the group.
fn member(r: u32, share: Share, thread: u32) -> u32 {
    const EACH = THREADS / PARTS;
    return select(share.number * EACH + thread % EACH, r * THREADS + thread, share.is_whole);
}

/// All parts of the sum of body r. Of a shared walk, the first threads get those of their bodies.
fn total(own: ptr<function, Own>, r: u32, share: Share, thread: u32) -> vec4f {
    if (share.is_whole) {
        var sum = (*own).sum[r];
        for (var part = 1u; part < PARTS; part++) {
            sum += (*own).sum[part * BODIES + r];
        }
        return sum;
    }
    workgroupBarrier();
    staged[thread] = (*own).sum[0];
    workgroupBarrier();
    const EACH = THREADS / PARTS;
    var sum = staged[thread % EACH];
    for (var part = 1u; part < PARTS; part++) {
        sum += staged[part * EACH + thread % EACH];
    }
    return sum;
}
