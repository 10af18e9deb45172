// One thread per body, sources from global memory as a structure of arrays: one array per coordinate (Burtscher-COT, rung 2;
// CUDA-Handbook). `naive` does the same with an array of structures.

const WORKGROUP: u32 = 64u;
/// As in `tile`.
const TEST: u32 = 0u;

@group(0) @binding(0) var<uniform> all_pairs_of: AllPairsParams;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> y: array<f32>;
@group(0) @binding(3) var<storage, read> z: array<f32>;
@group(0) @binding(4) var<storage, read> mass: array<f32>;
@group(0) @binding(5) var<storage, read_write> partial: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn soa(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let unit = unit_index(all_pairs_of.first_unit, group, groups);
    if (unit >= all_pairs_of.end_unit) {
        return;
    }
    let block = unit % all_pairs_of.blocks;
    let share = unit / all_pairs_of.blocks;
    let i = block * WORKGROUP + thread;
    if (i >= all_pairs_of.count) {
        return;
    }
    let own = vec3f(x[i], y[i], z[i]);
    let begin = share * all_pairs_of.tiles_per_share * WORKGROUP;
    let end = min(begin + all_pairs_of.tiles_per_share * WORKGROUP, all_pairs_of.count);
    // With two loops, the first ends just before the body and the second starts just after it.
    let middle = select(end, clamp(i, begin, end), TEST == 2u);
    let behind = select(end, max(i + 1u, begin), TEST == 2u);
    var sum = vec4f();
    for (var j = begin; j < middle; j++) {
        if (TEST != 1u || j != i) {
            sum = pull(sum, own, vec4f(x[j], y[j], z[j], mass[j]), j != i, all_pairs_of.softening_squared);
        }
    }
    for (var j = behind; j < end; j++) {
        sum = pull(sum, own, vec4f(x[j], y[j], z[j], mass[j]), j != i, all_pairs_of.softening_squared);
    }
    partial[share * all_pairs_of.count + i] = sum;
}
