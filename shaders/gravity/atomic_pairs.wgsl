// Newton's third law by global atomics: each pair of bodies once, the pull on both added up where all threads add. The sums are
// in no fixed order. CUDA-Handbook, "atomic". A body meets the half of a circle that follows it, so that all have as much to do.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<uniform> all_pairs_of: AllPairs;
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
/// Four a body, cleared before.
@group(0) @binding(2) var<storage, read_write> sums: array<atomic<f32>>;

fn add(body: u32, term: vec4f) {
    atomicAdd(&sums[4u * body], term.x);
    atomicAdd(&sums[4u * body + 1u], term.y);
    atomicAdd(&sums[4u * body + 2u], term.z);
    if (POTENTIAL == 1u) {
        atomicAdd(&sums[4u * body + 3u], term.w);
    }
}

@compute @workgroup_size(WORKGROUP)
fn atomic_pairs(
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
    if (i >= count) {
        return;
    }
    let own = position[i];
    // Of an even number, those opposite each other meet once: the first half of them does it.
    let farthest = select((count - 1u) / 2u, count / 2u, i < count / 2u);
    // A share of the sum is one of the distances on the circle.
    let nearest = share * all_pairs_of.tiles_a_share + 1u;
    let end = min(nearest + all_pairs_of.tiles_a_share, farthest + 1u);
    var sum = vec4f();
    for (var distance = nearest; distance < end; distance++) {
        let beyond = i + distance;
        let j = select(beyond, beyond - count, beyond >= count);
        let body = position[j];
        sum = pull(sum, own.xyz, body, true, all_pairs_of.softening_squared);
        add(j, pull(vec4f(), body.xyz, own, true, all_pairs_of.softening_squared));
    }
    add(i, sum);
}
