// Ending of a walk: adds to what the trees of other regions have given the bodies of a region. Meanwhile w holds the magnitude of the
// last acceleration or, where potentials are summed, their sum.
@group(0) @binding(8) var<storage, read_write> rows: array<vec4f>;

fn last_acceleration(body: u32) -> f32 {
    return rows[body].w;
}

fn finish(body: u32, sum: vec4f) {
    let before = rows[body];
    if (POTENTIAL == 1u) {
        rows[body] = vec4f(before.xyz, before.w + sum.w);
    } else {
        rows[body] = vec4f(before.xyz + sum.xyz, before.w);
    }
}

fn note_work(group: u32, thread: u32, work: vec4u, remotes: u32) {}
