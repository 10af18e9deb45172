// uses: lab/historical/digit, lab/historical/to_keys | lab/historical/to_pairs
// Radix sort in workgroup memory, one key per thread: 32 stable partitions by one bit, least significant first, each by a scan.
// Patterson & Hennessy, Computer Organization and Design, appendix B, section 8.

/// Threads in the only workgroup, one key each.
const WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> digit: DigitParams;
@group(0) @binding(1) var<storage, read> source: array<u32>;

var<workgroup> keys: array<u32, WORKGROUP>;
/// Each key's original index, if keys have payloads.
var<workgroup> origins: array<u32, WORKGROUP>;
/// Number of keys with the bit set, up to each key. Two rows: each round of the scan reads one and writes the other.
var<workgroup> ones: array<u32, 2u * WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn sort_one_block(@builtin(local_invocation_index) thread: u32) {
    // Missing keys become the largest ones: the sort is stable, so it leaves them at the end.
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
