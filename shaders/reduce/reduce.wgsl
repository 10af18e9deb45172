// uses: monoid/*, reduce/from_run
// Combines each of `groups` equal runs of elements into one. Needs a monoid: Element, Quad, identity, combine.

/// Threads per workgroup; a power of two.
const WORKGROUP: u32 = 256u;
/// Loads of four elements that each thread keeps in flight.
const QUADS: u32 = 4u;
/// 1: combine elements in order, for operators that do not commute. Memory access is then less coalesced.
const ORDERED: u32 = 0u;

var<workgroup> partial: array<Element, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn reduce(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let run = group.y * groups.x + group.x;
    partial[thread] = part_of_run(run, thread);
    for (var width = 1u; width < WORKGROUP; width *= 2u) {
        workgroupBarrier();
        if (thread % (2u * width) == 0u) {
            partial[thread] = combine(partial[thread], partial[thread + width]);
        }
    }
    if (thread == 0u && run < reduce_of.groups) {
        result[run] = partial[0];
    }
}
