// uses: gravity/law, gravity/share, real_f32 | real_f64
// Acceleration and its time derivative (jerk) by direct summation, for the Hermite integrator. Makino & Aarseth, PASJ 44
// (1992) 141, equations 1 and 2. One thread per body; the tile carries velocities too.

const WORKGROUP: u32 = 128u;
/// As in `all_pairs`.
const SOFTENED: u32 = 1u;

@group(0) @binding(0) var<uniform> all_pairs_of: AllPairsParams;
@group(0) @binding(1) var<storage, read> position: array<real4>;
@group(0) @binding(2) var<storage, read> velocity: array<real4>;
@group(0) @binding(3) var<storage, read_write> partial: array<real4>;
@group(0) @binding(4) var<storage, read_write> partial_jerk: array<real4>;

var<workgroup> tile: array<real4, WORKGROUP>;
var<workgroup> tile_velocity: array<real3, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn all_pairs_jerk(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let count = all_pairs_of.count;
    let unit = unit_index(all_pairs_of.first_unit, group, groups);
    if (unit >= all_pairs_of.end_unit) {
        return;
    }
    let block = all_pairs_of.first_block + unit % all_pairs_of.blocks;
    let share = unit / all_pairs_of.blocks;
    let i = block * WORKGROUP + thread;
    let own = position[min(i, count - 1u)].xyz;
    let own_velocity = velocity[min(i, count - 1u)].xyz;
    let softening_squared = joined(all_pairs_of.softening_squared, all_pairs_of.softening_squared_low);
    let tiles = (count + WORKGROUP - 1u) / WORKGROUP;
    let begin = share * all_pairs_of.tiles_per_share;
    let end = min(begin + all_pairs_of.tiles_per_share, tiles);
    var total = real3();
    var total_jerk = real3();
    for (var t = begin; t < end; t++) {
        let j = t * WORKGROUP + thread;
        let body = position[min(j, count - 1u)];
        workgroupBarrier();
        tile[thread] = select(real4(body.xyz, real()), body, j < count);
        tile_velocity[thread] = velocity[min(j, count - 1u)].xyz;
        workgroupBarrier();
        var sum = real3();
        var sum_jerk = real3();
        for (var k = 0u; k < WORKGROUP; k++) {
            let source = tile[k];
            let offset = source.xyz - own;
            let approach = tile_velocity[k] - own_velocity;
            let tide = tide_of(source.w, offset, approach, softening_squared, SOFTENED == 1u);
            sum = fma(offset, real3(tide.strength), sum);
            sum_jerk = fma(fma(offset, real3(tide.rate), approach), real3(tide.strength), sum_jerk);
        }
        total += sum;
        total_jerk += sum_jerk;
    }
    if (i < count) {
        partial[share * count + i] = real4(total, real());
        partial_jerk[share * count + i] = real4(total_jerk, real());
    }
}
