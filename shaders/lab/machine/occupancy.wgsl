// uses: grid
// Occupancy: a multiprocessor hides the latency of one subgroup's reads behind the work of others. How many it holds at a time
// depends on what each of them needs, here on workgroup memory.

const WORKGROUP: u32 = 64u;
/// Words of workgroup memory that a workgroup takes up, a multiple of 64. It hardly uses them.
const MEMORY: u32 = 256u;
const APART: u32 = MEMORY / WORKGROUP;

struct OccupancyParams {
    /// Number of threads.
    count: u32,
    /// Reads per thread, each of which must wait for the one before.
    steps: u32,
    /// Number of words in the chain, less one; all bits up to the highest are set.
    mask: u32,
}

@group(0) @binding(0) var<storage, read> params: OccupancyParams;
/// Where to read next.
@group(0) @binding(1) var<storage, read> chain: array<u32>;
@group(0) @binding(2) var<storage, read_write> results: array<u32>;

var<workgroup> ballast: array<u32, MEMORY>;

@compute @workgroup_size(WORKGROUP)
fn occupancy(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let index = thread_index(group, groups, thread, WORKGROUP);
    ballast[thread * APART] = index;
    workgroupBarrier();
    // 32 threads follow the same chain, so each read moves little memory: the latency alone counts.
    var at = ((index / 32u) * 0x9e3779b1u) & params.mask;
    for (var i = 0u; i < params.steps; i++) {
        at = chain[at];
    }
    // Without a use of the memory, a compiler would leave it out.
    let neighbour = ballast[((thread + 1u) % WORKGROUP) * APART];
    if (index < params.count) {
        results[index] = at ^ neighbour;
    }
}
