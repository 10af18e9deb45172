// Radix sort of as many keys as a workgroup has threads, in workgroup memory: 32 stable partitions by one bit, the least
// significant first, each by a scan. Patterson & Hennessy, Computer Organization and Design, appendix B, section 8.

/// Threads in the one workgroup, each with a key.
const WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> digit: Digit;
@group(0) @binding(1) var<storage, read> source: array<u32>;

var<workgroup> keys: array<u32, WORKGROUP>;
/// The place where each key was at first, if it has a payload.
var<workgroup> origins: array<u32, WORKGROUP>;
/// Keys with the bit set, up to each: two rows, of which a round of the scan reads one and writes the other.
var<workgroup> ones: array<u32, 2u * WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn sort_one_block(@builtin(local_invocation_index) thread: u32) {
    // Past the last key stand the largest: being stable, the sort leaves them at the end.
    var key = 0xffffffffu;
    if (thread < digit.count) {
        key = source[thread];
    }
    var origin = thread;
    for (var bit = 0u; bit < 32u; bit++) {
        let one = (key >> bit) & 1u;
        var sum = one;
        var row = 0u;
        ones[thread] = sum;
        for (var distance = 1u; distance < WORKGROUP; distance *= 2u) {
            workgroupBarrier();
            if (thread >= distance) {
                sum += ones[row + thread - distance];
            }
            row = WORKGROUP - row;
            ones[row + thread] = sum;
        }
        workgroupBarrier();
        let zeros = WORKGROUP - ones[row + WORKGROUP - 1u];
        let place = select(thread - sum, zeros + sum - 1u, one == 1u);
        keys[place] = key;
        if (PAIRS) {
            origins[place] = origin;
        }
        workgroupBarrier();
        key = keys[thread];
        if (PAIRS) {
            origin = origins[thread];
        }
    }
    if (thread < digit.count) {
        keep(thread, key, origin);
    }
}
