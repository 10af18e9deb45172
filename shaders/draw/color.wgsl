// uses: draw/quantity, draw/star
// The colour of a body. A kernel that includes this file declares `view`, `palette` and `spread`, and includes draw/light.

/// Place of `ColorBy::Column` among its members.
const COLUMN: u32 = 9u;

/// A body's place on the colour map, 0 to 1.
fn map_place(position: vec4f, velocity: vec4f, acceleration: vec4f) -> f32 {
    if (view.color_by == 4u) {
        return (velocity.w + 0.5) / (spread.components + 1.0);
    }
    if (view.color_by == COLUMN) {
        return acceleration.w;
    }
    let q = quantity(view.color_by, position, velocity, acceleration, view.center);
    if (q <= 0.0) {
        return select(0.5, 0.0, view.color_by < 3u || view.color_by == 7u);
    }
    var range = view.range;
    if (view.fixed_ends < 2u) {
        let mean = spread.sum / max(spread.count, 1.0);
        let deviation = sqrt(max(spread.sum_of_squares / max(spread.count, 1.0) - mean * mean, 0.0));
        // If all values are equal (such as masses), they map to the middle.
        range = vec2f(mean) + vec2f(-1.0, 1.0) * max(2.0 * deviation, 1e-3);
    }
    if (view.fixed_ends == 1u) {
        // Wherever the end is, the map has colours below it.
        range = vec2f(min(range.x, view.range.y - 1.0), view.range.y);
    }
    return (log2(q) - range.x) / (range.y - range.x);
}

/// Colour of a body in linear light.
fn color(body: u32, position: vec4f, velocity: vec4f, acceleration: vec4f) -> vec3f {
    if (view.own_colors > 0u) {
        return palette[min(u32(velocity.w), view.own_colors - 1u)].rgb;
    }
    var place = 0.0;
    if (view.color_by == STARS) {
        place = star_place(body);
    } else {
        place = map_place(position, velocity, acceleration);
    }
    let at = clamp(place, 0.0, 1.0) * 255.0;
    // NaN becomes no certain number.
    let low = min(u32(at), 255u);
    return mix(palette[low].rgb, palette[min(low + 1u, 255u)].rgb, fract(at));
}
