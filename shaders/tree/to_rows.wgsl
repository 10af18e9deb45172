// Ending of a walk: writes the accelerations, in the bodies' own order.

/// The accelerations of the last pass that moved the bodies.
@group(0) @binding(7) var<storage, read> last: array<vec4f>;
@group(0) @binding(8) var<storage, read_write> rows: array<vec4f>;

fn last_acceleration(body: u32) -> f32 {
    return length(last[body].xyz);
}

fn finish(body: u32, sum: vec4f) {
    rows[body] = sum;
}

fn note_work(group: u32, thread: u32, work: vec4u, remotes: u32) {}
