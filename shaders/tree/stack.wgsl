// uses: tree/ranks | tree/ranks_by_subgroups, tree/tree
// The nodes that a walk has yet to look at. The stack holds runs of siblings. A round takes nodes from the newest runs, one per
// thread; each adds at most one run. When the stack is nearly full, a round takes a single node, and so continues depth first, for
// which the reserve suffices: one run per level. So the stack cannot overflow.

/// Runs of siblings on the stack. More fit rounds better, but leave room for fewer workgroups.
const STACK: u32 = 192u;

/// The first node of a run times eight, plus the number of nodes minus one.
var<workgroup> stack: array<u32, STACK>;
/// The nodes of a round; then those of them that are leaves too near to pull as a whole.
var<workgroup> round: array<u32, THREADS>;

/// Takes nodes of the newest runs, at most one per thread: returns this thread's node, how many were taken, and whether this
/// thread's run is used up.
fn take_nodes(top: u32, thread: u32) -> vec3u {
    let run = stack[max(top, thread + 1u) - thread - 1u];
    let length = select(0u, (run & 7u) + 1u, thread < top);
    let wanted = clamp(STACK - LEVELS - min(top, STACK - LEVELS), 1u, THREADS);
    let rank = sum_before(thread, length);
    let taken = min(length, wanted - min(wanted, rank.x));
    for (var k = 0u; k < taken; k++) {
        round[rank.x + k] = (run >> 3u) + k;
    }
    if (taken > 0u && taken < length) {
        stack[top - thread - 1u] = (((run >> 3u) + taken) << 3u) | (length - taken - 1u);
    }
    workgroupBarrier();
    return vec3u(round[thread], min(rank.y, wanted), u32(taken == length && length > 0u));
}
