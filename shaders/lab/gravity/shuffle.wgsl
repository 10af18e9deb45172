// uses: gravity/share, lab/gravity/pull
// Subgroup shuffles in place of workgroup memory: each lane loads one source, and all lanes read it from that lane's registers
// in turn. One thread per body. CUDA-Handbook, "shuffle".

const WORKGROUP: u32 = 128u;
/// Threads per subgroup; the adapter must have a single subgroup size.
const LANES: u32 = 32u;

@group(0) @binding(0) var<uniform> all_pairs_of: AllPairsParams;
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> partial: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn shuffle(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
    @builtin(subgroup_invocation_id) lane: u32,
) {
    let count = all_pairs_of.count;
    let unit = unit_index(all_pairs_of.first_unit, group, groups);
    if (unit >= all_pairs_of.end_unit) {
        return;
    }
    let block = unit % all_pairs_of.blocks;
    let share = unit / all_pairs_of.blocks;
    let i = block * WORKGROUP + thread;
    let own = position[min(i, count - 1u)].xyz;
    let begin = share * all_pairs_of.tiles_per_share * WORKGROUP;
    let end = min(begin + all_pairs_of.tiles_per_share * WORKGROUP, count);
    var sum = vec4f();
    // Lanes past the last body must stay active: the others read their sources.
    for (var j = begin; j < end; j += LANES) {
        let body = position[min(j + lane, count - 1u)];
        let source = select(vec4f(body.xyz, 0.0), body, j + lane < count);
        for (var k = 0u; k < LANES; k++) {
            let other = j + k != i;
            sum = pull(sum, own, subgroupShuffle(source, k), other, all_pairs_of.softening_squared);
        }
    }
    if (i < count) {
        partial[share * count + i] = sum;
    }
}
