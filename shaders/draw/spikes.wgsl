// uses: draw/light
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
    return spike;
}

@fragment
fn fragment(spike: Spike) -> @location(0) vec4f {
    let along = 1.0 - abs(spike.place.x);
    let fall = 0.12 * along * along * along / (1.0 + 24.0 * abs(spike.place.x));
    return vec4f(spike.light * fall * exp(-0.5 * spike.place.y * spike.place.y), 1.0);
}
