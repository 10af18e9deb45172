// uses: grid
// Each thread adds up some numbers, and adds their sum to the total by compare and exchange: whoever comes first, comes first. So
// the order of these additions is not the same in every run.

const WORKGROUP: u32 = 64u;
/// Numbers per thread.
const NUMBERS: u32 = 16u;

struct ExchangeSumParams {
    /// Number of numbers.
    count: u32,
}

@group(0) @binding(0) var<storage, read> params: ExchangeSumParams;
@group(0) @binding(1) var<storage, read> source: array<f32>;
/// The bits of the total.
@group(0) @binding(2) var<storage, read_write> total: atomic<u32>;

@compute @workgroup_size(WORKGROUP)
fn exchange_sum(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let first = thread_index(group, groups, thread, WORKGROUP) * NUMBERS;
    if (first >= params.count) {
        return;
    }
    var sum = 0.0;
    for (var i = first; i < min(first + NUMBERS, params.count); i++) {
        sum += source[i];
    }
    var before = atomicLoad(&total);
    var is_added = false;
    while (!is_added) {
        let found = atomicCompareExchangeWeak(&total, before, bitcast<u32>(bitcast<f32>(before) + sum));
        before = found.old_value;
        is_added = found.exchanged;
    }
}
