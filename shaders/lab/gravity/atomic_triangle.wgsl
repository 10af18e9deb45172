// uses: gravity/share, lab/gravity/pull
// Newton's third law by global atomics, to the letter: each pair is evaluated once, by the thread of the body with the higher
// number, so the pairs form a triangle and the last threads work longest. A thread sums its own body's pulls in registers and adds
// the opposite of each to the other body. CUDA-Handbook, "atomic".

const WORKGROUP: u32 = 256u;

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
fn atomic_triangle(
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
    // A share is a range of the other bodies; the text has one share.
    let first = share * all_pairs_of.tiles_per_share;
    let end = min(first + all_pairs_of.tiles_per_share, i);
    var sum = vec4f();
    for (var j = first; j < end; j++) {
        let body = position[j];
        let offset = body.xyz - own.xyz;
        let inverse = inverse_length(offset, all_pairs_of.softening_squared);
        let per_mass = vec4f(offset * (inverse * inverse * inverse), -inverse);
        sum += body.w * per_mass;
        add(j, own.w * vec4f(-per_mass.xyz, per_mass.w));
    }
    add(i, sum);
}
