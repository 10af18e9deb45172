// Ending of a walk: writes nothing but how much work each group takes.

/// The accelerations of the last pass that moved the bodies.
@group(0) @binding(7) var<storage, read> last: array<vec4f>;
/// Of each group: bodies and cells that pull on each of its bodies, nodes that were looked at, the most entries of the stack, and cells
/// that pull on the centre of the group.
@group(0) @binding(8) var<storage, read_write> work_of: array<array<u32, 5>>;

fn last_acceleration(body: u32) -> f32 {
    return length(last[body].xyz);
}

fn finish(body: u32, sum: vec4f) {}

fn note_work(group: u32, thread: u32, work: vec4u, remotes: u32) {
    if (thread == 0u) {
        work_of[group] = array<u32, 5>(work.x, work.y, work.z, work.w, remotes);
    }
}
