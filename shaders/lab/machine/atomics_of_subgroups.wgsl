// As `atomics`, with one counter: a subgroup adds up its words in registers, and one of its threads adds the sum.

const WORKGROUP: u32 = 256u;
/// Words that each thread adds.
const WORDS: u32 = 16u;

struct AtomicsParams {
    /// Number of words.
    count: u32,
}

@group(0) @binding(0) var<storage, read> params: AtomicsParams;
@group(0) @binding(1) var<storage, read> source: array<u32>;
@group(0) @binding(2) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn atomics_of_subgroups(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
    @builtin(subgroup_invocation_id) lane: u32,
) {
    let block = (group.y * groups.x + group.x) * WORKGROUP;
    for (var k = 0u; k < WORDS; k++) {
        let index = block * WORDS + k * WORKGROUP + thread;
        // Threads past the last word take part with nothing, because all threads of a subgroup must.
        let word = select(0u, source[min(index, params.count - 1u)], index < params.count);
        let sum = subgroupAdd(word);
        if (lane == 0u) {
            atomicAdd(&counters[0], sum);
        }
    }
}
