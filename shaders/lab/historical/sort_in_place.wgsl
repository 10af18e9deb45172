// uses: lab/historical/digit, lab/historical/to_keys | lab/historical/to_pairs
// Radix sort in workgroup memory, to the letter of Patterson & Hennessy, Computer Organization and Design, appendix B, section 8:
// a single row holds the keys, then their bits, whose ones are scanned in place and inclusively, then the keys again.

/// Threads in the only workgroup, one key each.
const WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> digit: DigitParams;
@group(0) @binding(1) var<storage, read> source: array<u32>;

var<workgroup> values: array<u32, WORKGROUP>;
/// Each key's original index, if keys have payloads.
var<workgroup> origins: array<u32, WORKGROUP>;

/// Replaces each value by the sum up to it, and returns this thread's.
fn plus_scan(thread: u32) -> u32 {
    for (var distance = 1u; distance < WORKGROUP; distance *= 2u) {
        var before = 0u;
        if (thread >= distance) {
            before = values[thread - distance];
        }
        workgroupBarrier();
        if (thread >= distance) {
            values[thread] = before + values[thread];
        }
        workgroupBarrier();
    }
    return values[thread];
}

/// Moves all keys whose bit is zero before those whose bit is one.
fn partition_by_bit(thread: u32, bit: u32) {
    let key = values[thread];
    let origin = origins[thread];
    let one = (key >> bit) & 1u;
    values[thread] = one;
    workgroupBarrier();
    let ones = plus_scan(thread);
    let zeros = WORKGROUP - values[WORKGROUP - 1u];
    workgroupBarrier();
    let place = select(thread - ones, zeros + ones - 1u, one == 1u);
    values[place] = key;
    if (PAIRS) {
        origins[place] = origin;
    }
}

@compute @workgroup_size(WORKGROUP)
fn sort_in_place(@builtin(local_invocation_index) thread: u32) {
    // Missing keys become the largest ones: the sort is stable, so it leaves them at the end.
    values[thread] = 0xffffffffu;
    if (thread < digit.count) {
        values[thread] = source[thread];
    }
    origins[thread] = thread;
    for (var bit = 0u; bit < 32u; bit++) {
        partition_by_bit(thread, bit);
        workgroupBarrier();
    }
    if (thread < digit.count) {
        keep(thread, values[thread], origins[thread]);
    }
}
