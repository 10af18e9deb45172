// uses: draw/light, draw/projection
// Draws the diffraction spikes that a telescope's mirror mount gives its brightest stars: a cross of two lines of light for each.

@group(0) @binding(0) var<storage, read> view: ViewParams;
/// Indices of the brightest bodies.
@group(0) @binding(1) var<storage, read> giants: array<u32>;
@group(0) @binding(2) var<storage, read> position: array<vec4f>;
@group(0) @binding(3) var<storage, read> shine: array<vec4f>;

struct Spike {
    @builtin(position) clip: vec4f,
    /// Along the line, -1 to 1, and across it in sigmas.
    @location(0) place: vec2f,
    @location(1) @interpolate(flat) light: vec3f,
    /// If the picture shows directions, `place` is one in the picture: the direction of the star, and the line's half-length; the
    /// direction along the line, and sigma. Both are angles.
    @location(2) @interpolate(flat) middle: vec4f,
    @location(3) @interpolate(flat) along: vec4f,
}

/// Half-length of a line in heights of the picture, per root of the light of an average body.
const LENGTH: f32 = 0.0035;
const LONGEST: f32 = 0.06;
/// Half-width of the quad, and of the line, in sigmas of the narrowest spot.
const REACH: f32 = 2.5;
const WIDTH: f32 = 0.75;

@vertex
fn vertex(@builtin(vertex_index) corner: u32, @builtin(instance_index) index: u32) -> Spike {
    let body = giants[index / 2u];
    if (PROJECTION != 0u) {
        return spike_in(corner, index, sight(position[body].xyz), shine[body]);
    }
    let center = view.clip_from_world * vec4f(position[body].xyz, 1.0);
    let light = shine[body];
    let received = light.rgb * nearness_squared(center.w);
    let brightness = max(received.r, max(received.g, received.b));
    let sigma = WIDTH * view.min_radius / HALF_LIGHT;
    let half_length = min(LENGTH * sqrt(brightness), LONGEST) * view.height;
    let place = vec2f(vec2u(corner & 1u, corner >> 1u)) * 2.0 - 1.0;
    let offset = vec2f(place.x * half_length, place.y * REACH * sigma);
    let turned = select(offset, vec2f(-offset.y, offset.x), (index & 1u) == 1u);

    var spike: Spike;
    spike.clip = vec4f(center.xy + turned * 2.0 / view.viewport * center.w, center.zw);
    if (light.w == 0.0 || !is_seen(center.w)) {
        spike.clip = vec4f(0.0, 0.0, 2.0, 1.0);
    }
    spike.place = vec2f(place.x, place.y * REACH);
    spike.light = view.spikes * received * view.flux / (6.2831853 * sigma * sigma);
    spike.middle = vec4f();
    spike.along = vec4f();
    return spike;
}

/// A spike in a picture that shows directions.
fn spike_in(corner: u32, index: u32, seen: vec4f, light: vec4f) -> Spike {
    let received = light.rgb * nearness_squared(seen.w);
    let brightness = max(received.r, max(received.g, received.b));
    let sigma = WIDTH * view.min_radius / HALF_LIGHT;
    let half_length = min(LENGTH * sqrt(brightness), LONGEST) * view.height / view.pixels_per_unit;
    let place = corner_around(corner, seen.xyz, half_length);
    var spike: Spike;
    spike.clip = vec4f(place, 0.5, 1.0);
    if (light.w == 0.0 || !is_in_sight(seen)) {
        spike.clip = vec4f(0.0, 0.0, 2.0, 1.0);
    }
    spike.place = place;
    spike.light = view.spikes * received * view.flux / (6.2831853 * sigma * sigma);
    spike.middle = vec4f(seen.xyz, half_length);
    let axes = beside(seen.xyz);
    spike.along = vec4f(select(axes[0], axes[1], (index & 1u) == 1u), sigma / view.pixels_per_unit);
    return spike;
}

@fragment
fn fragment(spike: Spike) -> @location(0) vec4f {
    var place = spike.place;
    if (PROJECTION != 0u) {
        let off = shown(spike.place) - spike.middle.xyz;
        let across = cross(spike.along.xyz, spike.middle.xyz);
        place = vec2f(clamp(dot(off, spike.along.xyz) / spike.middle.w, -1.0, 1.0), dot(off, across) / spike.along.w);
    }
    let along = 1.0 - abs(place.x);
    let fall = 0.12 * along * along * along / (1.0 + 24.0 * abs(place.x));
    return vec4f(spike.light * fall * exp(-0.5 * place.y * place.y), 1.0);
}
