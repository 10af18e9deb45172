// uses: tree/tree
/// Groups walk one after the other.
fn share_of(turn: u32) -> Share {
    return Share(turn, 0u, true);
}

fn note_effort(group: u32, work: vec4u) {}
