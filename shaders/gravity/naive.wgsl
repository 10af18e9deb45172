// uses: gravity/law, gravity/share, real_f32 | real_f64
// Direct summation in its simplest form: one thread per body, every source read from global memory.

const WORKGROUP: u32 = 64u;
/// As in `all_pairs`.
const SOFTENED: u32 = 1u;
/// As in `all_pairs`.
const POTENTIAL: u32 = 0u;

@group(0) @binding(0) var<uniform> all_pairs_of: AllPairsParams;
@group(0) @binding(1) var<storage, read> position: array<real4>;
@group(0) @binding(2) var<storage, read_write> partial: array<real4>;

@compute @workgroup_size(WORKGROUP)
fn naive(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let unit = unit_index(all_pairs_of.first_unit, group, groups);
    if (unit >= all_pairs_of.end_unit) {
        return;
    }
    let block = all_pairs_of.first_block + unit % all_pairs_of.blocks;
    let share = unit / all_pairs_of.blocks;
    let i = block * WORKGROUP + thread;
    if (i >= all_pairs_of.count) {
        return;
    }
    let own = position[i].xyz;
    let begin = share * all_pairs_of.tiles_per_share * WORKGROUP;
    let end = min(begin + all_pairs_of.tiles_per_share * WORKGROUP, all_pairs_of.count);
    let softening_squared = joined(all_pairs_of.softening_squared, all_pairs_of.softening_squared_low);
    var sum = real4();
    for (var j = begin; j < end; j++) {
        let body = position[j];
        let offset = body.xyz - own;
        let law = pull_of(offset, softening_squared, SOFTENED == 1u);
        sum = real4(fma(offset, real3(body.w * law.strength), sum.xyz), sum.w);
        if (POTENTIAL == 1u) {
            sum.w -= select(real(), body.w * law.depth, i != j);
        }
    }
    partial[share * all_pairs_of.count + i] = sum;
}
