// uses: opaque, tree/tree
/// Groups walk in the order of their turns, unless a walk is recorded in slices, between which the order may change.
@group(0) @binding(9) var<storage, read_write> turns: Turns;

fn share_of(turn: u32) -> Share {
    if (tree_of.by_turns == 0u) {
        return Share(turn, 0u, true);
    }
    var shared_walks = 0u;
    if (PARTS > 1u) {
        shared_walks = min(atomicLoad(&turns.first), tree_of.shared_walks);
    }
    if (turn < shared_walks * PARTS) {
        return Share(turns.groups[turn / PARTS].x, turn % PARTS, false);
    }
    let own_turn = turn - shared_walks * (PARTS - 1u);
    if (own_turn >= opaque(tree_of.end_group, arrayLength(&turns.groups))) {
        return Share(own_turn, 0u, true);
    }
    return Share(turns.groups[own_turn].x, 0u, true);
}

/// Notes how long the walk of a group took.
fn note_effort(group: u32, work: vec4u) {
    // In quarters of the time of a body's pull.
    let effort = (work.x + 2u * work.y + work.z) >> 2u;
    turns.groups[group].y = effort;
    atomicAdd(&turns.walks, 1u);
    atomicAdd(&turns.effort, effort);
}
