// uses: grid
// Coalescing: memory moves in lines. Where neighbouring threads read neighbouring words, a subgroup needs a few lines and uses all
// of them; where their words are far apart, it needs a line per thread and uses one word of each.

const WORKGROUP: u32 = 256u;
/// Words that each thread reads.
const READS: u32 = 16u;
/// 1: in an order that looks random, in place of the stride.
const RANDOM: u32 = 0u;

struct CoalescingParams {
    /// The logarithm to base 2 of the number of words.
    word_bits: u32,
    /// The same of the stride: neighbouring threads read words this far apart.
    stride_bits: u32,
}

@group(0) @binding(0) var<storage, read> params: CoalescingParams;
@group(0) @binding(1) var<storage, read> source: array<u32>;
@group(0) @binding(2) var<storage, read_write> results: array<u32>;

/// The word to be read as number `number`. All words have their turn, each once, whatever the order.
fn place(number: u32, bits: u32, stride: u32) -> u32 {
    let mask = (1u << bits) - 1u;
    if (RANDOM == 1u) {
        var x = (number * 0x9e3779b1u) & mask;
        x = ((x ^ (x >> (bits / 2u))) * 0x85ebca6bu) & mask;
        return x ^ (x >> (bits / 2u));
    }
    // Its bits, rotated: first every word whose index is a multiple of the stride, then their neighbours.
    return ((number << stride) & mask) | (number >> (bits - stride));
}

@compute @workgroup_size(WORKGROUP)
fn coalescing(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let index = thread_index(group, groups, thread, WORKGROUP);
    let threads = (1u << params.word_bits) / READS;
    if (index >= threads) {
        return;
    }
    var sum = 0u;
    for (var k = 0u; k < READS; k++) {
        // The factor makes the sum depend on the order, so that the host can tell.
        sum = sum * 3u + source[place(k * threads + index, params.word_bits, params.stride_bits)];
    }
    results[index] = sum;
}
