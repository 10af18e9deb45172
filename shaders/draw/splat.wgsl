// Draws bodies as round spots of light and adds them up. A body's total light depends neither on the size of its spot nor on
// the picture's resolution.

// Not a uniform: if a uniform decides a branch or a trip count, lavapipe (Mesa 22.3) recompiles the shader each time it is
// bound, and never frees the old ones.
@group(0) @binding(0) var<storage, read> view: ViewParams;
@group(0) @binding(1) var<uniform> palette: array<vec4f, 256>;
@group(0) @binding(2) var<storage, read> spread: Spread;

struct Spot {
    @builtin(position) clip: vec4f,
    /// Position in the spot, in sigmas of the Gaussian.
    @location(0) place: vec2f,
    @location(1) @interpolate(flat) light: vec3f,
}

/// Half-width of the quad in sigmas: less than a thousandth of the light lies outside.
const REACH: f32 = 3.4;

@vertex
fn vertex(
    @builtin(vertex_index) corner: u32,
    @builtin(instance_index) index: u32,
    @location(0) position: vec4f,
    @location(1) velocity: vec4f,
    @location(2) acceleration: vec4f,
) -> Spot {
    let center = view.clip_from_world * vec4f(position.xyz, 1.0);
    let depth = center.w;
    let radius = clamp(view.size * view.pixels_per_unit / max(depth, 1e-20), view.min_radius, max(view.min_radius, view.max_radius));
    let sigma = radius / HALF_LIGHT;
    let place = (vec2f(vec2u(corner & 1u, corner >> 1u)) * 2.0 - 1.0) * REACH;
    let offset = place * sigma * 2.0 / view.viewport * depth;

    let brightness = view.flux * luminosity(index) * nearness_squared(depth) / (6.2831853 * sigma * sigma);

    var spot: Spot;
    spot.clip = vec4f(center.xy + offset, center.zw);
    // Moves dark bodies, bodies behind the lens and NaN outside every picture.
    if (is_dark(velocity) || !is_seen(depth)) {
        spot.clip = vec4f(0.0, 0.0, 2.0, 1.0);
    }
    spot.place = place;
    spot.light = color(position, velocity, acceleration) * brightness;
    return spot;
}

@fragment
fn fragment(spot: Spot) -> @location(0) vec4f {
    return vec4f(spot.light * exp(-0.5 * dot(spot.place, spot.place)), 1.0);
}
