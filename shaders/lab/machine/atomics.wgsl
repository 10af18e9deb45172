// Atomic additions: those to one address wait for each other; those to different addresses do not. What can be added up before,
// in registers or in workgroup memory, need not wait.

const WORKGROUP: u32 = 256u;
/// Words that each thread adds.
const WORDS: u32 = 16u;
/// Number of counters; a word's upper bits say to which it is added. 0: each thread has one of its own.
const COUNTERS: u32 = 1u;
/// 0: every word is added to its counter. 1: a workgroup first adds up in counters of its own. 2: a thread first adds up its
/// words, if there is one counter.
const COLLECT: u32 = 0u;
/// A workgroup's own counters.
const OWN: u32 = max(COUNTERS, 1u);

struct AtomicsParams {
    /// Number of words.
    count: u32,
}

@group(0) @binding(0) var<storage, read> params: AtomicsParams;
@group(0) @binding(1) var<storage, read> source: array<u32>;
@group(0) @binding(2) var<storage, read_write> counters: array<atomic<u32>>;

var<workgroup> own: array<atomic<u32>, OWN>;

@compute @workgroup_size(WORKGROUP)
fn atomics(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let block = (group.y * groups.x + group.x) * WORKGROUP;
    if (COLLECT == 1u) {
        for (var i = thread; i < OWN; i += WORKGROUP) {
            atomicStore(&own[i], 0u);
        }
        workgroupBarrier();
    }
    var sum = 0u;
    for (var k = 0u; k < WORDS; k++) {
        let index = block * WORDS + k * WORKGROUP + thread;
        if (index < params.count) {
            let word = source[index];
            let counter = (word >> 24u) % OWN;
            if (COUNTERS == 0u) {
                atomicAdd(&counters[block + thread], word);
            } else if (COLLECT == 0u) {
                atomicAdd(&counters[counter], word);
            } else if (COLLECT == 1u) {
                atomicAdd(&own[counter], word);
            } else {
                sum += word;
            }
        }
    }
    if (COLLECT == 1u) {
        workgroupBarrier();
        for (var i = thread; i < OWN; i += WORKGROUP) {
            atomicAdd(&counters[i], atomicLoad(&own[i]));
        }
    }
    if (COLLECT == 2u) {
        atomicAdd(&counters[0], sum);
    }
}
