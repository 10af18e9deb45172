// uses: gravity/share, lab/gravity/pull
// The classical tile, one thread per body: the workgroup loads one source per thread into workgroup memory, then every thread
// sums over them. Nyland, Harris & Prins, GPU Gems 3 (2007), chapter 31.

const WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> all_pairs_of: AllPairsParams;
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> partial: array<vec4f>;

var<workgroup> sources: array<vec4f, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn tile(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
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
    let tiles = (count + WORKGROUP - 1u) / WORKGROUP;
    let begin = share * all_pairs_of.tiles_per_share;
    let end = min(begin + all_pairs_of.tiles_per_share, tiles);
    var sum = vec4f();
    for (var t = begin; t < end; t++) {
        let j = t * WORKGROUP + thread;
        let body = position[min(j, count - 1u)];
        workgroupBarrier();
        // Past the end, a source without mass.
        sources[thread] = select(vec4f(body.xyz, 0.0), body, j < count);
        workgroupBarrier();
        for (var k = 0u; k < WORKGROUP; k++) {
            sum = pull(sum, own, sources[k], t * WORKGROUP + k != i, all_pairs_of.softening_squared);
        }
    }
    if (i < count) {
        partial[share * count + i] = sum;
    }
}
