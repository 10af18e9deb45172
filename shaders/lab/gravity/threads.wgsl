// uses: gravity/share, lab/gravity/pull
// Several threads per body, which keeps a GPU busy when there are few bodies. Each thread sums over its part of every tile, and
// workgroup memory combines their sums. COD-B8, from Nyland, Harris & Prins, GPU Gems 3 (2007), chapter 31.

const WORKGROUP: u32 = 256u;
/// Threads per body.
const THREADS: u32 = 4u;

const BLOCK: u32 = WORKGROUP / THREADS;

@group(0) @binding(0) var<uniform> all_pairs_of: AllPairsParams;
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> partial: array<vec4f>;

/// The tile of sources; at the end, one sum per thread.
var<workgroup> shared_memory: array<vec4f, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn threads(
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
    let lane = thread % BLOCK;
    let part = thread / BLOCK;
    let i = block * BLOCK + lane;
    let own = position[min(i, count - 1u)].xyz;
    let tiles = (count + WORKGROUP - 1u) / WORKGROUP;
    let begin = share * all_pairs_of.tiles_per_share;
    let end = min(begin + all_pairs_of.tiles_per_share, tiles);
    var sum = vec4f();
    for (var t = begin; t < end; t++) {
        let j = t * WORKGROUP + thread;
        let body = position[min(j, count - 1u)];
        workgroupBarrier();
        shared_memory[thread] = select(vec4f(body.xyz, 0.0), body, j < count);
        workgroupBarrier();
        for (var k = part * BLOCK; k < (part + 1u) * BLOCK; k++) {
            sum = pull(sum, own, shared_memory[k], t * WORKGROUP + k != i, all_pairs_of.softening_squared);
        }
    }
    workgroupBarrier();
    shared_memory[thread] = sum;
    workgroupBarrier();
    if (part == 0u && i < count) {
        for (var p = 1u; p < THREADS; p++) {
            sum += shared_memory[p * BLOCK + lane];
        }
        partial[share * count + i] = sum;
    }
}
