// uses: grid, lab/historical/digit, lab/historical/to_keys | lab/historical/to_pairs
// The stable partition of all keys by one bit, by an inclusive scan of the ones, as in Patterson & Hennessy, Computer Organization
// and Design, appendix B, section 8.

/// Threads per workgroup, one key each.
const WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> digit: DigitParams;
@group(0) @binding(1) var<storage, read> source: array<u32>;
/// For each key, the number of keys up to and with it whose bit is one.
@group(0) @binding(2) var<storage, read> ones: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn sort_partition_by_ones(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let i = thread_index(group, groups, thread, WORKGROUP);
    if (i >= digit.count) {
        return;
    }
    let zeros = digit.count - ones[digit.count - 1u];
    let key = source[i];
    let one = (key >> digit.shift) & 1u;
    keep(select(i - ones[i], zeros + ones[i] - 1u, one == 1u), key, i);
}
