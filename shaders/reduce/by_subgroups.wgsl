// uses: monoid/f32 | monoid/u32, monoid/max | monoid/sum, reduce/from_run
// The same as `reduce`, but threads exchange what they have combined by subgroup shuffles. For 32-bit elements, and adapters with a
// single subgroup size.

/// Threads per workgroup; a multiple of LANES.
const WORKGROUP: u32 = 256u;
/// Threads per subgroup.
const LANES: u32 = 32u;
/// Loads of four elements that each thread keeps in flight.
const QUADS: u32 = 4u;
/// 1: combine elements in order, for operators that do not commute. Memory access is then less coalesced.
const ORDERED: u32 = 0u;

const SUBGROUPS: u32 = WORKGROUP / LANES;

/// What each subgroup has combined.
var<workgroup> partial: array<Element, SUBGROUPS>;

@compute @workgroup_size(WORKGROUP)
fn by_subgroups(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(subgroup_id) subgroup: u32,
    @builtin(subgroup_invocation_id) lane: u32,
) {
    let run = group.y * groups.x + group.x;
    var value = part_of_run(run, subgroup * LANES + lane);
    // The first lane ends with all lanes in order. What others get from past the last lane does not reach it.
    for (var width = 1u; width < LANES; width *= 2u) {
        value = combine(value, subgroupShuffleDown(value, width));
    }
    if (lane == 0u) {
        partial[subgroup] = value;
    }
    workgroupBarrier();
    if (subgroup + lane == 0u && run < reduce_of.groups) {
        for (var i = 1u; i < SUBGROUPS; i++) {
            value = combine(value, partial[i]);
        }
        result[run] = value;
    }
}
