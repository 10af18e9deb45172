// uses: gravity/band, gravity/equal_mass, gravity/law, gravity/to_one_row | gravity/to_places, opaque,
//       real_f32 | real_f64
// Direct summation that evaluates each pair of bodies once, for both bodies (Newton's third law). A workgroup owns BLOCK
// bodies, held in the registers of its threads, and meets other blocks 32 bodies at a time. Each lane of a subgroup starts
// with its own source, then passes it to its neighbour together with the pull on it accumulated so far.
//
// Blocks pair up on a circle: block b meets the blocks at distances 1, 2 ... (blocks - 1) / 2 ahead of it, and is met by as
// many behind it. With an even number of blocks, the lower half also meets the opposite block. The kernel's ending, `keep`,
// decides where the sums go.

/// Threads per subgroup; the adapter must have a single subgroup size.
const LANES: u32 = 32u;
/// Subgroups per workgroup.
const SUBGROUPS: u32 = 4u;
/// Bodies per thread, held in registers.
const BODIES: u32 = 8u;
/// Sources per iteration of the inner loop: enough to amortise the loop overhead, few enough for the loop to fit the
/// instruction cache.
const STEPS: u32 = 8u;
/// As in `all_pairs`.
const SOFTENED: u32 = 1u;
/// As in `all_pairs`.
const POTENTIAL: u32 = 0u;
/// As in `all_pairs`.
const EQUAL: u32 = 0u;

const WORKGROUP: u32 = SUBGROUPS * LANES;
const BLOCK: u32 = WORKGROUP * BODIES;
const CHUNKS: u32 = BLOCK / LANES;

@group(0) @binding(0) var<uniform> symmetric_of: SymmetricParams;
@group(0) @binding(1) var<storage, read> position: array<real4>;

/// Each subgroup's current sources, stored twice in a row so that lane + k needs no wrapping.
var<workgroup> tile: array<real4, 2u * WORKGROUP>;
/// Each subgroup's pull on the current sources.
/// Double-buffered: one half is read while the other is written.
var<workgroup> pulls: array<real4, 2u * WORKGROUP>;

fn body_at(index: u32) -> real4 {
    let body = position[min(index, symmetric_of.count - 1u)];
    return select(nobody(body, EQUAL == 1u), body, index < symmetric_of.count);
}

@compute @workgroup_size(WORKGROUP)
fn symmetric(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_id) subgroup: u32,
) {
    let unit = symmetric_of.first_unit + group.y * groups.x + group.x;
    if (unit >= symmetric_of.end_unit) {
        return;
    }
    let thread = subgroup * LANES + lane;
    // Units of a band, in order: the runs of distances, the opposite blocks, each block with itself.
    let blocks = symmetric_of.blocks;
    let opposite = symmetric_of.runs * blocks;
    let alone = opposite + symmetric_of.opposites;
    let is_alone = unit >= alone;
    let is_opposite = unit >= opposite && !is_alone;
    let block = select(select(unit % blocks, unit - opposite, is_opposite), unit - alone, is_alone);
    let part = unit / blocks;
    var begin = symmetric_of.first_distance + part * symmetric_of.run;
    var end = min(begin + symmetric_of.run, symmetric_of.end_distance);
    var own_row = symmetric_of.first_row + part;
    var pull_row = symmetric_of.first_row + symmetric_of.runs + begin - symmetric_of.first_distance;
    if (is_opposite) {
        begin = blocks / 2u;
        end = begin + 1u;
        own_row = symmetric_of.opposite_row;
        pull_row = own_row;
    }
    if (is_alone) {
        begin = 0u;
        end = 1u;
        own_row = symmetric_of.alone_row;
    }

    let first = block * BLOCK + subgroup * LANES * BODIES + lane;
    var own: array<real4, BODIES>;
    for (var r = 0u; r < BODIES; r++) {
        own[r] = body_at(first + r * LANES);
    }
    var sum: array<real4, BODIES>;
    // The number of workgroups costs a GPU nothing, a buffer's length a load: 1 % at 16,384 bodies on an H200.
    let lanes = opaque(symmetric_of.lanes, groups.x * LANES);
    let mass = real(select(1.0, symmetric_of.mass, EQUAL == 1u));
    let softening_squared = joined(symmetric_of.softening_squared, symmetric_of.softening_squared_low);
    let next = (lane + 1u) % LANES;
    let row = subgroup * 2u * LANES + lane;
    for (var distance = begin; distance < end; distance++) {
        var other = block + distance;
        other -= select(0u, blocks, other >= blocks);
        let start = other * BLOCK + lane;
        var ahead = body_at(start);
        for (var c = 0u; c < CHUNKS; c++) {
            let j = start + c * LANES;
            tile[row] = ahead;
            tile[row + LANES] = ahead;
            subgroupBarrier();
            ahead = body_at(j + LANES);
            var pull = real4();
            for (var k = 0u; k < lanes; k += STEPS) {
                for (var step = 0u; step < STEPS; step++) {
                    let source = tile[row + k + step];
                    for (var r = 0u; r < BODIES; r++) {
                        let offset = source.xyz - own[r].xyz;
                        let law = pull_of(offset, softening_squared, SOFTENED == 1u);
                        sum[r] = real4(fma(offset, real3(weighed(source.w, law.strength, EQUAL == 1u)), sum[r].xyz), sum[r].w);
                        pull = real4(fma(offset, real3(-weighed(own[r].w, law.strength, EQUAL == 1u)), pull.xyz), pull.w);
                        if (POTENTIAL == 1u) {
                            let met = c * LANES + (lane + k + step) % LANES;
                            let is_self = is_alone && met == (subgroup * BODIES + r) * LANES + lane;
                            sum[r].w -= select(source.w * law.depth, real(), is_self);
                            pull.w -= own[r].w * law.depth;
                        }
                    }
                    // The pull moves along with its source, to the lane that meets it next.
                    if (POTENTIAL == 1u) {
                        pull = subgroupShuffle(pull, next);
                    } else {
                        pull = real4(subgroupShuffle(pull.xyz, next), real());
                    }
                }
            }
            let half = (c % 2u) * WORKGROUP;
            pulls[half + thread] = pull;
            workgroupBarrier();
            // Within a block both sides evaluate each pair, so the source's own lane already sums this pull.
            if (subgroup == c % SUBGROUPS && j < symmetric_of.count && !is_alone) {
                var total = pulls[half + lane];
                for (var s = 1u; s < SUBGROUPS; s++) {
                    total += pulls[half + lane + s * LANES];
                }
                keep(pull_row + distance - begin, j, total * mass);
            }
            subgroupBarrier();
        }
    }
    for (var r = 0u; r < BODIES; r++) {
        let i = first + r * LANES;
        if (i < symmetric_of.count) {
            keep(own_row, i, sum[r] * mass);
        }
    }
}
