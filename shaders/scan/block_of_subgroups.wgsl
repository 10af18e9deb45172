/// States of whole subgroups.
var<workgroup> subgroup_states: array<State, WORKGROUP / LANES>;

struct Block {
    /// What the threads before this one join to.
    before: State,
    /// What all join to.
    all: State,
}

/// Scans one state of each thread, in the order of the threads. All threads of the workgroup take part.
fn scan_block(thread: u32, state: State) -> Block {
    let lane = thread % LANES;
    var sum = state;
    for (var stride = 1u; stride < LANES; stride *= 2u) {
        let other = subgroupShuffleUp(sum, stride);
        if (lane >= stride) {
            sum = join(other, sum);
        }
    }
    // Someone may still be reading what the last scan left.
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
