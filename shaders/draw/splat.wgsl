// Bodies as round spots of light, added up. The light of a body does not depend on the size of its spot, nor on the
// number of pixels in the picture.

// Not a uniform: lavapipe (Mesa 22.3) compiles a vertex shader anew for each draw whose branches a uniform decides, and
// never frees what it compiled.
@group(0) @binding(0) var<storage, read> view: View;
@group(0) @binding(1) var<uniform> palette: array<vec4f, 256>;
@group(0) @binding(2) var<storage, read> spread: Spread;

struct Spot {
    @builtin(position) clip: vec4f,
    /// Place in the spot, in units of the Gaussian's sigma.
    @location(0) place: vec2f,
    @location(1) @interpolate(flat) light: vec3f,
}

/// Half-width of the quad in sigmas: what lies outside is less than one thousandth of the light.
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
    // A spot larger than this is all of the picture, and would only cost time.
    let radius = clamp(view.size * view.pixels_a_unit / max(depth, 1e-20), view.min_radius, max(view.min_radius, 0.25 * view.viewport.y));
    let sigma = radius / HALF_LIGHT;
    let place = (vec2f(vec2u(corner & 1u, corner >> 1u)) * 2.0 - 1.0) * REACH;
    let offset = place * sigma * 2.0 / view.viewport * depth;

    let brightness = view.flux * luminosity(index) * nearness_squared(depth) / (6.2831853 * sigma * sigma);

    var spot: Spot;
    spot.clip = vec4f(center.xy + offset, center.zw);
    // Dark, behind the lens, or not a number: outside of every picture.
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
