/// Groups walk in the order of their turns, unless a walk is recorded in slices, between which the order may change.
@group(0) @binding(9) var<storage, read_write> turns: Turns;

fn group_of(turn: u32) -> u32 {
    return select(turn, turns.groups[turn].x, tree_of.by_turns == 1u);
}

/// Notes how long the walk of a group took.
fn note_effort(group: u32, work: vec4u) {
    // In quarters of the time of a body's pull.
    let effort = (work.x + 2u * work.y + work.z) >> 2u;
    turns.groups[group].y = effort;
    atomicAdd(&turns.walks, 1u);
    atomicAdd(&turns.effort, effort);
}
