// uses: gravity/share, lab/gravity/pull
// Newton's third law in square tiles: a subgroup meets as many bodies as it has lanes with as many others, and evaluates each pair
// once. Each lane keeps its own body; the other one goes round from lane to lane, together with the pull on it. So only whole tiles
// end with atomic additions. Blocks of a subgroup's bodies pair up on a circle, as in `symmetric`.

/// Threads per subgroup; the adapter must have a single subgroup size.
const LANES: u32 = 32u;
/// One subgroup: a tile per workgroup.
const WORKGROUP: u32 = LANES;

@group(0) @binding(0) var<uniform> all_pairs_of: AllPairsParams;
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
/// Four per body; must be cleared first.
@group(0) @binding(2) var<storage, read_write> sums: array<atomic<f32>>;

/// A body, or one without mass past the last.
fn body_at(index: u32) -> vec4f {
    let body = position[min(index, all_pairs_of.count - 1u)];
    return select(vec4f(body.xyz, 0.0), body, index < all_pairs_of.count);
}

fn add(body: u32, term: vec4f) {
    if (body >= all_pairs_of.count) {
        return;
    }
    atomicAdd(&sums[4u * body], term.x);
    atomicAdd(&sums[4u * body + 1u], term.y);
    atomicAdd(&sums[4u * body + 2u], term.z);
    if (POTENTIAL == 1u) {
        atomicAdd(&sums[4u * body + 3u], term.w);
    }
}

@compute @workgroup_size(WORKGROUP)
fn subgroup_tiles(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(subgroup_invocation_id) lane: u32,
) {
    let unit = unit_index(all_pairs_of.first_unit, group, groups);
    if (unit >= all_pairs_of.end_unit) {
        return;
    }
    // A share is a distance on the circle; with an even number of blocks, only the lower half meets the opposite one.
    let blocks = all_pairs_of.blocks;
    let block = unit % blocks;
    let distance = unit / blocks;
    if (2u * distance == blocks && block >= distance) {
        return;
    }
    let i = block * LANES + lane;
    let own = body_at(i);
    var sum = vec4f();
    if (distance == 0u) {
        for (var k = 0u; k < LANES; k++) {
            sum = pull(sum, own.xyz, subgroupShuffle(own, k), k != lane, all_pairs_of.softening_squared);
        }
        add(i, sum);
        return;
    }
    let j = (block + distance) % blocks * LANES + lane;
    let next = (lane + 1u) % LANES;
    var other = body_at(j);
    var others_sum = vec4f();
    for (var k = 0u; k < LANES; k++) {
        let offset = other.xyz - own.xyz;
        let inverse = inverse_length(offset, all_pairs_of.softening_squared);
        let per_mass = vec4f(offset * (inverse * inverse * inverse), -inverse);
        sum += other.w * per_mass;
        others_sum += own.w * vec4f(-per_mass.xyz, per_mass.w);
        // After the last round, everyone is home again.
        other = subgroupShuffle(other, next);
        others_sum = subgroupShuffle(others_sum, next);
    }
    add(i, sum);
    add(j, others_sum);
}
