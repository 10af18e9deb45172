// uses: grid, lab/historical/digit
// Flags the keys whose bit is zero, or one, for the scan of a partition by that bit.

/// Threads per workgroup, one key each.
const WORKGROUP: u32 = 256u;
/// 1: flags ones in place of zeros.
const ONES: u32 = 0u;

@group(0) @binding(0) var<uniform> digit: DigitParams;
@group(0) @binding(1) var<storage, read> source: array<u32>;
@group(0) @binding(2) var<storage, read_write> flags: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn sort_flags(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let i = thread_index(group, groups, thread, WORKGROUP);
    if (i < digit.count) {
        flags[i] = (1u - ((source[i] >> digit.shift) & 1u)) ^ ONES;
    }
}
