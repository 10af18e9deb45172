// Direct summation: every body feels every other. A workgroup owns BLOCK bodies, in the registers of LANES threads;
// it passes over its share of all bodies tile by tile, and each of its SEGMENTS rows of threads takes a part of each tile.
// What becomes of the sums is said by the kernel's ending, `finish`.

/// Threads side by side, each with its own bodies.
const LANES: u32 = 32u;
/// Rows of threads that own the same bodies and share the work of a tile.
const SEGMENTS: u32 = 8u;
/// Bodies that a thread keeps in registers.
const BODIES: u32 = 4u;
/// 1: softened, where a body's pull on itself is zero by itself. 0: bare point masses, where it must be kept out.
const SOFTENED: u32 = 1u;
/// 1: the potential (per unit mass, without the body's own) is summed into w.
const POTENTIAL: u32 = 0u;
/// 1: all masses are equal, and left out of the inner loop. Not with the potential.
const EQUAL: u32 = 0u;

const WORKGROUP: u32 = LANES * SEGMENTS;
const BLOCK: u32 = LANES * BODIES;

@group(0) @binding(0) var<uniform> all_pairs_of: AllPairs;
@group(0) @binding(1) var<storage, read> position: array<real4>;

var<workgroup> tile: array<real4, WORKGROUP>;

/// A body as a source of gravity; past the end, one that does not pull.
fn source(index: u32) -> real4 {
    let body = position[min(index, all_pairs_of.count - 1u)];
    return select(nobody(body, EQUAL == 1u), body, index < all_pairs_of.count);
}

@compute @workgroup_size(WORKGROUP)
fn all_pairs(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let lane = thread % LANES;
    // Written so that a compiler sees the one row of SEGMENTS = 1: its reads of the tile are then the same for all threads.
    let segment = select(0u, thread / LANES, SEGMENTS > 1u);
    let unit = unit_index(all_pairs_of.first_unit, group, groups);
    if (unit >= all_pairs_of.end_unit) {
        return;
    }
    let block = unit % all_pairs_of.blocks;
    let share = unit / all_pairs_of.blocks;
    let first = block * BLOCK + lane;
    var own: array<real3, BODIES>;
    var total: array<real4, BODIES>;
    for (var r = 0u; r < BODIES; r++) {
        own[r] = position[min(first + r * LANES, all_pairs_of.count - 1u)].xyz;
    }

    let softening_squared = joined(all_pairs_of.softening_squared, all_pairs_of.softening_squared_low);
    let tiles = (all_pairs_of.count + WORKGROUP - 1u) / WORKGROUP;
    let begin = share * all_pairs_of.tiles_a_share;
    let end = min(begin + all_pairs_of.tiles_a_share, tiles);
    // The next tile travels from memory while this one is summed.
    var next = source(begin * WORKGROUP + thread);
    for (var t = begin; t < end; t++) {
        workgroupBarrier();
        tile[thread] = next;
        workgroupBarrier();
        next = source((t + 1u) * WORKGROUP + thread);
        // A sum of its own for each tile keeps the rounding error ten times below that of one running sum.
        var sum: array<real4, BODIES>;
        for (var k = 0u; k < LANES; k++) {
            // Neighbouring rows of threads read neighbouring places, which workgroup memory serves at once.
            let j = k * SEGMENTS + segment;
            let body = tile[j];
            for (var r = 0u; r < BODIES; r++) {
                let offset = body.xyz - own[r];
                let scale = inverse_distance(offset, softening_squared, SOFTENED == 1u);
                let pull = weighed(body.w, scale * scale * scale, EQUAL == 1u);
                sum[r] = real4(fma(offset, real3(pull), sum[r].xyz), sum[r].w);
                if (POTENTIAL == 1u) {
                    let other = t * WORKGROUP + j != first + r * LANES;
                    sum[r].w -= select(real(), body.w * scale, other);
                }
            }
        }
        for (var r = 0u; r < BODIES; r++) {
            total[r] += sum[r];
        }
    }

    for (var r = 0u; r < BODIES; r++) {
        let i = first + r * LANES;
        if (SEGMENTS > 1u) {
            workgroupBarrier();
            tile[thread] = total[r];
            workgroupBarrier();
        }
        if (segment == 0u && i < all_pairs_of.count) {
            for (var s = 1u; s < SEGMENTS; s++) {
                total[r] += tile[thread + s * LANES];
            }
            finish(share, i, total[r] * real(select(1.0, all_pairs_of.mass, EQUAL == 1u)));
        }
    }
}
