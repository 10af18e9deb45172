// uses: lab/historical/blocks, lab/historical/digit, lab/historical/to_keys | lab/historical/to_pairs
// Moves each key to its place by one digit. Keys of a block with equal digits keep their order: each thread sets its own bit in
// the mask of its key's digit, and counts the bits below it.

/// Threads per workgroup; at least the number of digit values, and a multiple of 32.
const WORKGROUP: u32 = 256u;
/// Bits per digit.
const BITS: u32 = 8u;
/// Keys per thread.
const CHUNKS: u32 = 16u;

const DIGITS: u32 = 1u << BITS;
/// Words per mask.
const WORDS: u32 = WORKGROUP / 32u;

@group(0) @binding(0) var<uniform> digit: DigitParams;
@group(0) @binding(1) var<storage, read> source: array<u32>;
/// Place of each block's first key of each digit; one row per digit.
@group(0) @binding(2) var<storage, read> table: array<u32>;

/// For each digit, a mask of the threads whose key has it. Words of one digit lie DIGITS apart, which spreads them over the
/// memory's banks.
var<workgroup> masks: array<atomic<u32>, DIGITS * WORDS>;
/// Place of the next key of each digit.
var<workgroup> places: array<u32, DIGITS>;

@compute @workgroup_size(WORKGROUP)
fn sort_scatter(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let block = block_index(group, groups);
    if (block >= digit.blocks) {
        return;
    }
    if (thread < DIGITS) {
        places[thread] = table[thread * digit.blocks + block];
    }
    let own_word = thread / 32u;
    let own_bit = 1u << (thread % 32u);
    for (var chunk = 0u; chunk < CHUNKS; chunk++) {
        for (var word = thread; word < DIGITS * WORDS; word += WORKGROUP) {
            atomicStore(&masks[word], 0u);
        }
        workgroupBarrier();
        let i = (block * CHUNKS + chunk) * WORKGROUP + thread;
        var key = 0u;
        if (i < digit.count) {
            key = source[i];
        }
        let own = (key >> digit.shift) % DIGITS;
        if (i < digit.count) {
            atomicOr(&masks[own_word * DIGITS + own], own_bit);
        }
        workgroupBarrier();
        if (i < digit.count) {
            var place = places[own] + countOneBits(atomicLoad(&masks[own_word * DIGITS + own]) & (own_bit - 1u));
            for (var word = 0u; word < own_word; word++) {
                place += countOneBits(atomicLoad(&masks[word * DIGITS + own]));
            }
            keep(place, key, i);
        }
        workgroupBarrier();
        if (thread < DIGITS) {
            for (var word = 0u; word < WORDS; word++) {
                places[thread] += countOneBits(atomicLoad(&masks[word * DIGITS + thread]));
            }
        }
        // All threads must have read the masks before others clear them.
        workgroupBarrier();
    }
}
