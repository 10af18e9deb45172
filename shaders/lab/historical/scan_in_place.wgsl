// uses: lab/historical/blocks, monoid/f32 | monoid/u32
// Hillis and Steele's scan of a block, to the letter of Patterson & Hennessy, Computer Organization and Design, appendix B,
// section 8: one row of sums, which each round reads and then overwrites, so it takes two barriers per round.

/// Threads per workgroup, one element each.
const WORKGROUP: u32 = 256u;
/// 1: each result leaves out its own element.
const EXCLUSIVE: u32 = 0u;

@group(0) @binding(0) var<uniform> blocks_of: BlocksParams;
@group(0) @binding(1) var<storage, read> source: array<Element>;
@group(0) @binding(2) var<storage, read_write> result: array<Element>;
@group(0) @binding(3) var<storage, read_write> totals: array<Element>;

var<workgroup> sums: array<Element, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn scan_in_place(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let block = block_index(group, groups);
    if (block >= blocks_of.blocks) {
        return;
    }
    let i = block * WORKGROUP + thread;
    sums[thread] = Element();
    if (i < blocks_of.count) {
        sums[thread] = source[i];
    }
    workgroupBarrier();
    for (var distance = 1u; distance < WORKGROUP; distance *= 2u) {
        var before = Element();
        if (thread >= distance) {
            before = sums[thread - distance];
        }
        workgroupBarrier();
        if (thread >= distance) {
            sums[thread] = before + sums[thread];
        }
        workgroupBarrier();
    }
    var sum = sums[thread];
    if (EXCLUSIVE == 1u) {
        sum = Element();
        if (thread > 0u) {
            sum = sums[thread - 1u];
        }
    }
    if (i < blocks_of.count) {
        result[i] = sum;
    }
    if (thread == 0u) {
        totals[block] = sums[WORKGROUP - 1u];
    }
}
