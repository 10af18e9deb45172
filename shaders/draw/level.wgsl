// uses: draw/cells
// The size of a body's kernel, from the counts that `draw/crowd` has written. A kernel that includes this file declares `crowds`.

/// Area in cells of the kernel by which counts are spread and read, both linear along each axis: 4 pi times its variance of 1/3.
const KERNEL_AREA: f32 = 4.18879;

/// Binary logarithm of the number of bodies in a kernel of a level's width around a place.
fn neighbours(place: vec2f, level: u32, kind: u32) -> f32 {
    var count = 0.0;
    for (var i = 0u; i < 4u; i++) {
        let tap = tap_of(place, level, i);
        count += tap.share * f32(crowds[2u * tap.cell + kind]);
    }
    return log2(max(count * KERNEL_AREA / UNIT, 1e-6));
}

/// The level, with fractions, at which a kernel around a place holds 2^`wanted` bodies, and by how much bodies are denser there
/// than in a kernel four times as wide (a binary logarithm). Levels beyond the coarsest are extrapolated: such bodies are alone.
fn crowding(place: vec2f, kind: u32, wanted: f32) -> vec2f {
    var counts: array<f32, LEVELS>;
    for (var level = 0u; level < LEVELS; level++) {
        counts[level] = neighbours(place, level, kind);
    }
    var found = 0.0;
    var fine = counts[0];
    if (counts[0] < wanted) {
        // A level's cells have four times the area of the last one's.
        found = f32(LEVELS - 1u) + 0.5 * max(wanted - counts[LEVELS - 1u], 0.0);
        fine = min(wanted, counts[LEVELS - 1u]);
        for (var level = LEVELS - 1u; level > 0u; level--) {
            if (counts[level] >= wanted) {
                let rise = max(counts[level] - counts[level - 1u], 1e-3);
                found = f32(level - 1u) + clamp((wanted - counts[level - 1u]) / rise, 0.0, 1.0);
            }
        }
    }
    let at = min(found + 2.0, f32(LEVELS - 1u));
    let low = u32(at);
    let coarse = mix(counts[low], counts[min(low + 1u, LEVELS - 1u)], at - f32(low));
    return vec2f(found, fine - coarse + 2.0 * (at - min(found, f32(LEVELS - 1u))));
}
