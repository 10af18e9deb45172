// uses: scan/from_keys | scan/plain
/// One state per thread, double-buffered.
var<workgroup> block_states: array<State, 2u * WORKGROUP>;

struct Block {
    /// Join of the states of all preceding threads.
    before: State,
    /// Join of the states of all threads.
    all: State,
}

/// Scans one state per thread, in thread order. Every thread of the workgroup must call it.
fn scan_block(thread: u32, state: State) -> Block {
    // Other threads may still be reading the results of the last scan.
    workgroupBarrier();
    var half = 0u;
    block_states[thread] = state;
    workgroupBarrier();
    for (var stride = 1u; stride < WORKGROUP; stride *= 2u) {
        var sum = block_states[half + thread];
        if (thread >= stride) {
            sum = join(block_states[half + thread - stride], sum);
        }
        half = WORKGROUP - half;
        block_states[half + thread] = sum;
        workgroupBarrier();
    }
    var before = start();
    if (thread > 0u) {
        before = block_states[half + thread - 1u];
    }
    return Block(before, block_states[half + WORKGROUP - 1u]);
}
