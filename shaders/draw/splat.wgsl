// uses: draw/light, draw/projection
// Draws bodies as round spots of light and adds them up. A body's total light depends neither on the size of its spot nor on
// the picture's resolution. `from_rows` or `from_list` says which bodies.

// Not a uniform: if a uniform decides a branch or a trip count, lavapipe (Mesa 22.3) recompiles the shader each time it is
// bound, and never frees the old ones.
@group(0) @binding(0) var<storage, read> view: ViewParams;

struct Spot {
    @builtin(position) clip: vec4f,
    /// Position in the spot, in sigmas of the Gaussian; in the picture, if it shows directions.
    @location(0) place: vec2f,
    @location(1) @interpolate(flat) light: vec3f,
    /// Light of the halo, and the half-width of the quad in sigmas.
    @location(2) @interpolate(flat) halo: vec2f,
    /// The direction of its middle, and sigma as an angle, if the picture shows directions.
    @location(3) @interpolate(flat) middle: vec4f,
}

fn spot_of(corner: u32, position: vec4f, shine: vec4f) -> Spot {
    if (PROJECTION != 0u) {
        return round_spot_of(corner, position, shine);
    }
    let center = view.clip_from_world * vec4f(position.xyz, 1.0);
    let depth = center.w;
    let sigma = sigma_at(depth) * shine.w;
    let place = (vec2f(vec2u(corner & 1u, corner >> 1u)) * 2.0 - 1.0) * view.reach;
    let offset = place * sigma * 2.0 / view.viewport * depth;

    var spot: Spot;
    spot.clip = vec4f(center.xy + offset, center.zw);
    // Moves bodies that do not shine, bodies behind the lens and NaN outside every picture.
    if (shine.w == 0.0 || !is_seen(depth)) {
        spot.clip = vec4f(0.0, 0.0, 2.0, 1.0);
    }
    spot.place = place;
    spot.light = shine.rgb * view.flux * nearness_squared(depth) / (6.2831853 * sigma * sigma);
    spot.halo = vec2f(view.halo, view.reach);
    spot.middle = vec4f();
    return spot;
}

/// Sigma in pixels of a spot at this depth.
fn sigma_at(depth: f32) -> f32 {
    let radius = view.size * view.pixels_per_unit / max(depth, 1e-20);
    return clamp(radius, view.min_radius, max(view.min_radius, view.max_radius)) / HALF_LIGHT;
}

/// A spot that is round to who looks in its direction, whatever the picture makes of it.
fn round_spot_of(corner: u32, position: vec4f, shine: vec4f) -> Spot {
    let seen = sight(position.xyz);
    let sigma = sigma_at(seen.w) * shine.w;
    let angle = sigma / view.pixels_per_unit;
    let place = corner_around(corner, seen.xyz, view.reach * angle);
    var spot: Spot;
    spot.clip = vec4f(place, 0.5, 1.0);
    if (shine.w == 0.0 || !is_in_sight(seen)) {
        spot.clip = vec4f(0.0, 0.0, 2.0, 1.0);
    }
    spot.place = place;
    spot.light = shine.rgb * view.flux * nearness_squared(seen.w) / (6.2831853 * sigma * sigma);
    spot.halo = vec2f(view.halo, view.reach);
    spot.middle = vec4f(seen.xyz, angle);
    return spot;
}

@fragment
fn fragment(spot: Spot) -> @location(0) vec4f {
    var place = vec3f(spot.place, 0.0);
    if (PROJECTION != 0u) {
        place = (shown(spot.place) - spot.middle.xyz) / spot.middle.w;
    }
    let square = dot(place, place);
    let core = exp(-0.5 * square);
    // Falls to zero at the edge of the quad.
    let edge = max(1.0 - square / (spot.halo.y * spot.halo.y), 0.0);
    let wide = spot.halo.x * edge * edge / (1.0 + square);
    // The middle of a spot with a halo is hot: nearly white.
    let white = max(spot.light.r, max(spot.light.g, spot.light.b));
    let hot = mix(spot.light, vec3f(white), select(0.0, 0.7 * core, spot.halo.x > 0.0));
    return vec4f(hot * core + spot.light * wide, 1.0);
}
