// uses: diagnostics/is_finite, grid, monoid/bounds, opaque, tree/tree
// Computes Morton keys: which eighth of the cube around all bodies holds a body, which eighth of that eighth, and so on, 21 times
// three bits. A body that is not finite gets the largest key, which sorts last.

const WORKGROUP: u32 = 64u;
/// Cells along an edge of the cube.
const CELLS: f32 = 2097152.0;

@group(0) @binding(0) var<uniform> tree_of: TreeParams;
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
/// A single entry: the box around all finite bodies.
@group(0) @binding(2) var<storage, read> extent: array<Bounds>;
@group(0) @binding(3) var<storage, read_write> keys: array<vec2u>;

/// Moves the lowest seven bits three places apart.
fn spread(x: u32) -> u32 {
    var bits = x & 127u;
    bits = (bits | (bits << 8u)) & 0x0000700fu;
    bits = (bits | (bits << 4u)) & 0x000430c3u;
    return (bits | (bits << 2u)) & 0x00049249u;
}

/// Seven levels of a key: of each coordinate the lowest seven bits after `shift`.
fn digits(cell: vec3u, shift: u32) -> u32 {
    let part = cell >> vec3u(shift);
    return (spread(part.x) << 2u) | (spread(part.y) << 1u) | spread(part.z);
}

@compute @workgroup_size(WORKGROUP)
fn cell_keys(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= opaque(tree_of.count, arrayLength(&position))) {
        return;
    }
    let body = position[i];
    // Half of everything, because the whole width may overflow.
    let low = 0.5 * extent[0].low.xyz;
    let sides = 0.5 * extent[0].high.xyz - low;
    let side = max(sides.x, max(sides.y, sides.z));
    let place = select(vec3f(), (0.5 * body.xyz - low) / side, side > 0.0);
    let cell = vec3u(clamp(place * CELLS, vec3f(), vec3f(CELLS - 1.0)));
    let lowest = digits(cell, 0u);
    let middle = digits(cell, 7u);
    let key = vec2u(lowest | (middle << 21u), (middle >> 11u) | (digits(cell, 14u) << 10u));
    keys[i] = select(vec2u(0xffffffffu), key, is_finite(body.xyz) && is_finite(body.www));
}
