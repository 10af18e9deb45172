// uses: draw/cells
// How bodies crowd around a place, from the counts that `draw/crowd` has written. A kernel that includes this file declares `crowds`.

/// Area in cells of the kernel by which counts are spread and read, both linear along each axis: 4 pi times its variance of 1/3.
const KERNEL_AREA: f32 = 4.18879;

/// Binary logarithm of the number of bodies in a kernel of a level's width around a place.
fn neighbours(place: vec2f, level: u32, kind: u32) -> f32 {
    var count = 0.0;
    for (var i = 0u; i < 4u; i++) {
        let tap = tap_of(place, level, i);
        count += tap.share * f32(crowds[KINDS * tap.cell + kind]);
    }
    return log2(max(count * KERNEL_AREA / UNIT, 1e-6));
}

/// How bodies crowd around a place.
struct Crowding {
    /// The level, with fractions, at which a kernel holds the wanted number of bodies. Levels beyond the coarsest are extrapolated:
    /// such bodies are alone.
    level: f32,
    /// By how much bodies are denser there than in a kernel four times as wide (a binary logarithm), both some levels coarser.
    excess: f32,
}

/// The level at which a kernel holds 2^`wanted` bodies, and the excess `coarser` levels above it.
fn crowding(place: vec2f, kind: u32, wanted: f32, coarser: f32) -> Crowding {
    var counts: array<f32, LEVELS>;
    for (var level = 0u; level < LEVELS; level++) {
        counts[level] = neighbours(place, level, kind);
    }
    var found = 0.0;
    if (counts[0] < wanted) {
        // A level's cells have four times the area of the last one's.
        found = f32(LEVELS - 1u) + 0.5 * max(wanted - counts[LEVELS - 1u], 0.0);
        for (var level = LEVELS - 1u; level > 0u; level--) {
            if (counts[level] >= wanted) {
                let rise = max(counts[level] - counts[level - 1u], 1e-3);
                found = f32(level - 1u) + clamp((wanted - counts[level - 1u]) / rise, 0.0, 1.0);
            }
        }
    }
    let near = min(found + coarser, f32(LEVELS - 2u));
    return Crowding(found, excess_of(counts, near));
}

/// How much denser, as a binary logarithm, bodies are in a kernel of a level than in one four times as wide.
fn excess_of(all: array<f32, LEVELS>, near: f32) -> f32 {
    var counts = all;
    let far = min(near + 2.0, f32(LEVELS - 1u));
    let ends = vec2u(vec2f(near, far));
    let at_near = mix(counts[ends.x], counts[min(ends.x + 1u, LEVELS - 1u)], fract(near));
    let at_far = mix(counts[ends.y], counts[min(ends.y + 1u, LEVELS - 1u)], fract(far));
    // As if it were four times as wide.
    return (at_near - at_far + 2.0 * (far - near)) * (2.0 / (far - near));
}

/// Which part of the bodies in a kernel of a level is of a kind.
fn part_of(place: vec2f, kind: u32, near: f32) -> f32 {
    let low = u32(near);
    let ends = vec2f(
        neighbours(place, low, kind) - neighbours(place, low, 0u),
        neighbours(place, min(low + 1u, LEVELS - 1u), kind) - neighbours(place, min(low + 1u, LEVELS - 1u), 0u),
    );
    return exp2(mix(ends.x, ends.y, fract(near)));
}

/// The excess at a place, for a kernel of a level from 0 to the last but one.
fn excess_at(place: vec2f, kind: u32, near: f32) -> f32 {
    var counts: array<f32, LEVELS>;
    for (var level = u32(near); level < min(u32(near) + 4u, LEVELS); level++) {
        counts[level] = neighbours(place, level, kind);
    }
    return excess_of(counts, near);
}
