/// States of the threads of a workgroup, in two halves that take turns.
var<workgroup> block_states: array<State, 2u * WORKGROUP>;

struct Block {
    /// What the threads before this one join to.
    before: State,
    /// What all join to.
    all: State,
}

/// Scans one state of each thread, in the order of the threads. All threads of the workgroup take part.
fn scan_block(thread: u32, state: State) -> Block {
    // Someone may still be reading what the last scan left.
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
