// Shared by spots and trails: the view, and the light and colour of a body. A kernel that includes this file declares `view`,
// `palette` and `spread`.

struct ViewParams {
    clip_from_world: mat4x4f,
    /// The point that the camera looks at, and its distance from the camera.
    center: vec3f,
    distance: f32,
    /// Width and height of the picture in pixels.
    viewport: vec2f,
    /// Pixels per unit of length at a distance of 1.
    pixels_per_unit: f32,
    /// Radius of a body in world units.
    size: f32,
    /// Smallest radius of a spot in pixels.
    min_radius: f32,
    /// Light of a body at the camera's distance, summed over its pixels.
    flux: f32,
    /// Standard deviation of the natural logarithm of the luminosity.
    luminosity_spread: f32,
    color_by: u32,
    /// Base-2 logarithms of the quantity at the two ends of the colour map; used if `is_fixed` is 1.
    range: vec2f,
    is_fixed: u32,
    /// One bit for each component that emits no light.
    dark_components: u32,
    /// Largest radius of a spot in pixels: a larger one would fill the whole picture and only cost time.
    max_radius: f32,
    padding_0: u32,
    padding_1: u32,
    padding_2: u32,
}

/// Radius of the circle that holds half of a Gaussian's light, in sigmas: sqrt(2 ln 2).
const HALF_LIGHT: f32 = 1.17741;

/// Two numbers in 0 .. 1, a hash of a body's index. PCG: O'Neill, Jarzynski & Olano, JCGT 9 (2020) 3.
fn random(index: u32) -> vec2f {
    var state = index * 747796405u + 2891336453u;
    state = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    let a = (state >> 22u) ^ state;
    state = a * 747796405u + 2891336453u;
    state = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    let b = (state >> 22u) ^ state;
    return vec2f(vec2u(a, b) >> vec2u(8u)) / 16777216.0;
}

/// A body's place on the colour map, 0 to 1.
fn shade(position: vec4f, velocity: vec4f, acceleration: vec4f) -> f32 {
    if (view.color_by == 4u) {
        return (velocity.w + 0.5) / (spread.components + 1.0);
    }
    let q = quantity(view.color_by, position, velocity, acceleration, view.center);
    if (q <= 0.0) {
        return select(0.5, 0.0, view.color_by < 3u);
    }
    var range = view.range;
    if (view.is_fixed == 0u) {
        let mean = spread.sum / max(spread.count, 1.0);
        let deviation = sqrt(max(spread.sum_of_squares / max(spread.count, 1.0) - mean * mean, 0.0));
        // If all values are equal (such as masses), they map to the middle.
        range = vec2f(mean) + vec2f(-1.0, 1.0) * max(2.0 * deviation, 1e-3);
    }
    return (log2(q) - range.x) / (range.y - range.x);
}

/// Colour of a body in linear light.
fn color(position: vec4f, velocity: vec4f, acceleration: vec4f) -> vec3f {
    let at = clamp(shade(position, velocity, acceleration), 0.0, 1.0) * 255.0;
    let low = u32(at);
    return mix(palette[low].rgb, palette[min(low + 1u, 255u)].rgb, fract(at));
}

/// Luminosity of the body with this index, with a mean of 1 over all bodies: log-normal, by Box and Muller.
fn luminosity(index: u32) -> f32 {
    let u = random(index);
    let normal = sqrt(-2.0 * log(max(u.x, 1e-7))) * cos(6.2831853 * u.y);
    return exp(view.luminosity_spread * (normal - 0.5 * view.luminosity_spread));
}

/// Inverse square law, bounded for bodies that touch the lens.
fn nearness_squared(depth: f32) -> f32 {
    let nearness = min(view.distance / max(depth, 1e-20), 8.0);
    return nearness * nearness;
}

fn is_dark(velocity: vec4f) -> bool {
    return ((view.dark_components >> (u32(velocity.w) & 31u)) & 1u) == 1u;
}

/// Whether a depth is in front of the lens; false for NaN.
fn is_seen(depth: f32) -> bool {
    return depth > 1e-3 * view.distance && depth < 1e30;
}
