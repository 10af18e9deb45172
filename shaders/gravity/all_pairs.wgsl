// uses: gravity/equal_mass, gravity/law, gravity/share, gravity/to_rows | gravity/to_sums | motion/to_motion,
//       real_f32 | real_f64
// Direct summation: every body attracts every other. A workgroup owns BLOCK bodies, held in the registers of LANES threads.
// It walks its share of the sources tile by tile; each of its SEGMENTS rows of threads handles part of every tile.
// The kernel's ending, `finish`, decides where the sums go.

/// Threads per row, each with its own bodies.
const LANES: u32 = 32u;
/// Rows of threads that own the same bodies and split the work of a tile.
const SEGMENTS: u32 = 8u;
/// Bodies per thread, held in registers.
const BODIES: u32 = 4u;
/// 1: softened, so a body's pull on itself is zero. 0: point masses, where a body must be kept from pulling on itself.
const SOFTENED: u32 = 1u;
/// 1: sum the potential (per unit mass, excluding the body itself) into w.
const POTENTIAL: u32 = 0u;
/// 1: all masses are equal and left out of the inner loop. Cannot be combined with POTENTIAL.
const EQUAL: u32 = 0u;

const WORKGROUP: u32 = LANES * SEGMENTS;
const BLOCK: u32 = LANES * BODIES;

@group(0) @binding(0) var<uniform> all_pairs_of: AllPairsParams;
@group(0) @binding(1) var<storage, read> position: array<real4>;

var<workgroup> tile: array<real4, WORKGROUP>;

/// A body as a source of gravity; past the end, one that exerts no pull.
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
    // With SEGMENTS = 1 this must fold to 0, so the compiler sees that all threads read the same place in the tile.
    let segment = select(0u, thread / LANES, SEGMENTS > 1u);
    let unit = unit_index(all_pairs_of.first_unit, group, groups);
    if (unit >= all_pairs_of.end_unit) {
        return;
    }
    let block = all_pairs_of.first_block + unit % all_pairs_of.blocks;
    let share = unit / all_pairs_of.blocks;
    let first = block * BLOCK + lane;
    var own: array<real3, BODIES>;
    var total: array<real4, BODIES>;
    for (var r = 0u; r < BODIES; r++) {
        own[r] = position[min(first + r * LANES, all_pairs_of.count - 1u)].xyz;
    }

    let softening_squared = joined(all_pairs_of.softening_squared, all_pairs_of.softening_squared_low);
    let tiles = (all_pairs_of.count + WORKGROUP - 1u) / WORKGROUP;
    let begin = share * all_pairs_of.tiles_per_share;
    let end = min(begin + all_pairs_of.tiles_per_share, tiles);
    // Prefetch: the next tile loads while this one is summed.
    var next = source(begin * WORKGROUP + thread);
    for (var t = begin; t < end; t++) {
        workgroupBarrier();
        tile[thread] = next;
        workgroupBarrier();
        next = source((t + 1u) * WORKGROUP + thread);
        // A separate sum per tile keeps the rounding error ten times below that of one running sum.
        var sum: array<real4, BODIES>;
        for (var k = 0u; k < LANES; k++) {
            // Adjacent rows of threads read adjacent entries, which workgroup memory serves at once.
            let j = k * SEGMENTS + segment;
            let body = tile[j];
            for (var r = 0u; r < BODIES; r++) {
                let offset = body.xyz - own[r];
                let law = pull_of(offset, softening_squared, SOFTENED == 1u);
                let pull = weighed(body.w, law.strength, EQUAL == 1u);
                sum[r] = real4(fma(offset, real3(pull), sum[r].xyz), sum[r].w);
                if (POTENTIAL == 1u) {
                    let other = t * WORKGROUP + j != first + r * LANES;
                    sum[r].w -= select(real(), body.w * law.depth, other);
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
