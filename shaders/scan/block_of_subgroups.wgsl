// uses: scan/plain
/// One state per subgroup.
var<workgroup> subgroup_states: array<State, WORKGROUP / LANES>;

struct Block {
    /// Join of the states of all preceding threads.
    before: State,
    /// Join of the states of all threads.
    all: State,
}

/// Scans one state per thread, in thread order. Every thread of the workgroup must call it.
fn scan_block(thread: u32, state: State) -> Block {
    let lane = thread % LANES;
    var sum = state;
    for (var stride = 1u; stride < LANES; stride *= 2u) {
        let other = subgroupShuffleUp(sum, stride);
        if (lane >= stride) {
            sum = join(other, sum);
        }
    }
    // Other threads may still be reading the results of the last scan.
    workgroupBarrier();
    if (lane == LANES - 1u) {
        subgroup_states[thread / LANES] = sum;
    }
    workgroupBarrier();
    let in_subgroup = subgroupShuffleUp(sum, 1u);
    var before = start();
    var all = start();
    for (var i = 0u; i < WORKGROUP / LANES; i++) {
        if (i == thread / LANES) {
            before = all;
        }
        all = join(all, subgroup_states[i]);
    }
    if (lane > 0u) {
        before = join(before, in_subgroup);
    }
    return Block(before, all);
}
