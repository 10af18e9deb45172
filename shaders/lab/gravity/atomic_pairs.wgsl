// uses: gravity/share, lab/gravity/pull
// Newton's third law by global atomics: each pair is evaluated once, and both pulls are added atomically, in no fixed order.
// CUDA-Handbook, "atomic". On a circle of all bodies, each body meets the half that follows it, which balances the work.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<uniform> all_pairs_of: AllPairsParams;
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
/// Four per body; must be cleared first.
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
    // With an even count, opposite bodies must meet only once: the first half of the bodies does it.
    let farthest = select((count - 1u) / 2u, count / 2u, i < count / 2u);
    // A share is a range of distances on the circle.
    let nearest = share * all_pairs_of.tiles_per_share + 1u;
    let end = min(nearest + all_pairs_of.tiles_per_share, farthest + 1u);
    var sum = vec4f();
    for (var distance = nearest; distance < end; distance++) {
        let beyond = i + distance;
        let j = select(beyond, beyond - count, beyond >= count);
        let body = position[j];
        let offset = body.xyz - own.xyz;
        let inverse = inverse_length(offset, all_pairs_of.softening_squared);
        let per_mass = vec4f(offset * (inverse * inverse * inverse), -inverse);
        sum += body.w * per_mass;
        add(j, own.w * vec4f(-per_mass.xyz, per_mass.w));
    }
    add(i, sum);
}
