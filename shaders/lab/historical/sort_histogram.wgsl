// uses: lab/historical/blocks, lab/historical/digit
// Counts the digits of each block of keys into a table with one row per digit and one column per block. Its scan gives the place
// of each block's first key of each digit. Zagha & Blelloch, "Radix Sort for Vector Multiprocessors" (1991).

/// Threads per workgroup; at least the number of digit values.
const WORKGROUP: u32 = 256u;
/// Bits per digit.
const BITS: u32 = 8u;
/// Keys per thread.
const CHUNKS: u32 = 16u;

const DIGITS: u32 = 1u << BITS;

@group(0) @binding(0) var<uniform> digit: DigitParams;
@group(0) @binding(1) var<storage, read> source: array<u32>;
@group(0) @binding(2) var<storage, read_write> table: array<u32>;

var<workgroup> counts: array<atomic<u32>, DIGITS>;

@compute @workgroup_size(WORKGROUP)
fn sort_histogram(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let block = block_index(group, groups);
    if (block >= digit.blocks) {
        return;
    }
    if (thread < DIGITS) {
        atomicStore(&counts[thread], 0u);
    }
    workgroupBarrier();
    for (var chunk = 0u; chunk < CHUNKS; chunk++) {
        let i = (block * CHUNKS + chunk) * WORKGROUP + thread;
        if (i < digit.count) {
            atomicAdd(&counts[(source[i] >> digit.shift) % DIGITS], 1u);
        }
    }
    workgroupBarrier();
    if (thread < DIGITS) {
        table[thread * digit.blocks + block] = atomicLoad(&counts[thread]);
    }
}
