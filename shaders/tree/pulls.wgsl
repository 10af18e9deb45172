// The pull of bodies and of cells, a chunk at a time, on the bodies of a group.

/// Cells that are far enough.
var<workgroup> far: array<u32, CHUNK + THREADS>;
/// Bodies of near leaves, until they pull.
var<workgroup> staged: array<vec4f, CHUNK>;

/// The bodies of a thread.
struct Own {
    place: array<vec3f, BODIES>,
    sum: array<vec4f, BODIES>,
    /// Where the body itself is staged.
    at: array<u32, BODIES>,
}

/// Adds the pull of a chunk of staged bodies.
fn pull_bodies(own: ptr<function, Own>, first: u32) {
    // A separate sum per chunk keeps rounding errors small.
    var sum: array<vec4f, BODIES>;
    for (var k = 0u; k < CHUNK; k++) {
        let body = staged[first + k];
        for (var r = 0u; r < BODIES; r++) {
            let offset = body.xyz - (*own).place[r];
            let scale = inverse_distance(offset, tree_of.softening_squared, SOFTENED == 1u);
            sum[r] = vec4f(fma(offset, vec3f(body.w * (scale * scale * scale)), sum[r].xyz), sum[r].w);
            if (POTENTIAL == 1u) {
                sum[r].w -= select(0.0, body.w * scale, first + k != (*own).at[r]);
            }
        }
    }
    for (var r = 0u; r < BODIES; r++) {
        (*own).sum[r] += sum[r];
    }
}

/// Adds the pull of a chunk of far cells.
fn pull_cells(own: ptr<function, Own>, first: u32) {
    var sum: array<vec4f, BODIES>;
    for (var k = 0u; k < CHUNK; k++) {
        let cell = cell_of(far[first + k]);
        for (var r = 0u; r < BODIES; r++) {
            sum[r] = with_cell(sum[r], (*own).place[r], cell, tree_of.softening_squared);
        }
    }
    for (var r = 0u; r < BODIES; r++) {
        (*own).sum[r] += sum[r];
    }
}
