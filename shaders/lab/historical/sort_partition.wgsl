// uses: grid, lab/historical/digit, lab/historical/to_keys | lab/historical/to_pairs
// The stable partition of all keys by one bit ("split"), from the scan of `sort_flags`. G. E. Blelloch, "Prefix Sums and Their
// Applications" (1990), section 1.3.

/// Threads per workgroup, one key each.
const WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> digit: DigitParams;
@group(0) @binding(1) var<storage, read> source: array<u32>;
/// For each key, the number of preceding keys whose bit is zero.
@group(0) @binding(2) var<storage, read> zeros: array<u32>;

fn bit(key: u32) -> u32 {
    return (key >> digit.shift) & 1u;
}

@compute @workgroup_size(WORKGROUP)
fn sort_partition(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let i = thread_index(group, groups, thread, WORKGROUP);
    if (i >= digit.count) {
        return;
    }
    let last = digit.count - 1u;
    let all_zeros = zeros[last] + 1u - bit(source[last]);
    let key = source[i];
    keep(select(zeros[i], all_zeros + i - zeros[i], bit(key) == 1u), key, i);
}
