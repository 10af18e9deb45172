// The pull of a mass's images in a periodic space, from a table over an eighth of the cube of nearest offsets: see
// `physics/images.rs`.

/// Intervals of the table along half a period.
const INTERVALS: u32 = 32u;

/// The offset to the nearest image.
fn nearest(offset: vec3f, period: f32) -> vec3f {
    return offset - period * round(offset / period);
}

/// The pull of the other images of a unit mass, of which the nearest is at `offset`.
fn pull_of_images(offset: vec3f, period: f32) -> vec3f {
    let at = min(abs(offset) * (f32(2u * INTERVALS) / period), vec3f(f32(INTERVALS)));
    let cell = min(vec3u(at), vec3u(INTERVALS - 1u));
    let part = at - vec3f(cell);
    var sum = vec3f();
    for (var corner = 0u; corner < 8u; corner++) {
        let step = vec3u(corner & 1u, (corner >> 1u) & 1u, corner >> 2u);
        let shares = select(1.0 - part, part, step == vec3u(1u));
        let node = cell + step;
        sum += shares.x * shares.y * shares.z * images[(node.z * (INTERVALS + 1u) + node.y) * (INTERVALS + 1u) + node.x].xyz;
    }
    return sign(offset) * sum / (period * period);
}
