// uses: tree/tree
/// One bit per level and body of a block: whether a node starts there.
var<workgroup> marked: array<atomic<u32>, LEVELS * WORKGROUP / 32u>;

/// Notes the levels at which nodes start with the body of each thread.
fn mark(thread: u32, found: u32) {
    const WORDS = WORKGROUP / 32u;
    for (var word = thread; word < LEVELS * WORDS; word += WORKGROUP) {
        atomicStore(&marked[word], 0u);
    }
    workgroupBarrier();
    var left = found;
    while (left != 0u) {
        let level = firstTrailingBit(left);
        left &= left - 1u;
        atomicOr(&marked[level * WORDS + thread / 32u], 1u << (thread % 32u));
    }
    workgroupBarrier();
}

/// Number of nodes of a level that start with the first `bodies` bodies of the block.
fn marks_before(level: u32, bodies: u32) -> u32 {
    const WORDS = WORKGROUP / 32u;
    var sum = 0u;
    for (var word = 0u; word < WORDS; word++) {
        let inside = select(0u, bodies - 32u * word, bodies > 32u * word);
        let mask = select((1u << (inside % 32u)) - 1u, 0xffffffffu, inside >= 32u);
        sum += countOneBits(atomicLoad(&marked[level * WORDS + word]) & mask);
    }
    return sum;
}
