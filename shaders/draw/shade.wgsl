// uses: draw/cells, draw/level, draw/light, draw/population, draw/projection, draw/star, grid, monoid/spread
// What each body shines in this picture: its colour and luminosity, less what dust in front of it absorbs. Where bodies crowd,
// part of that light is spread over the grid, by a kernel that holds a given number of neighbours; the rest stays a spot.

const WORKGROUP: u32 = 64u;
/// Binary logarithm of the number of bodies whose kernels overlap: 48.
const WANTED: f32 = 5.6;
/// Levels above that of its kernel at which a body's surroundings are compared with theirs, so that chance does not colour them.
const SMOOTHER: f32 = 1.0;
/// How far along an arm that is done, in cells of the level.
const STRIDE: f32 = 1.1;
/// Levels between which bodies are too lonely to spread their light.
const CROWDED: f32 = 2.6;
const ALONE: f32 = 4.6;
/// Units of light of all bodies together, if none is nearer than the point that the camera looks at.
const LIGHT_UNITS: f32 = 268435456.0;
/// Thickness of the layer of dust, relative to the distance of the camera.
const LAYER: f32 = 0.008;
/// Optical depths of dust in red, green and blue, relative to the mean: dust reddens.
const REDDENING = vec3f(0.72, 1.0, 1.42);

@group(0) @binding(0) var<storage, read> view: ViewParams;
@group(0) @binding(1) var<uniform> palette: array<vec4f, 256>;
@group(0) @binding(2) var<storage, read> spread: Spread;
@group(0) @binding(3) var<storage, read> position: array<vec4f>;
@group(0) @binding(4) var<storage, read> velocity: array<vec4f>;
@group(0) @binding(5) var<storage, read> acceleration: array<vec4f>;
@group(0) @binding(6) var<storage, read> crowds: array<u32>;
/// Four for each cell.
@group(0) @binding(7) var<storage, read_write> deposits: array<atomic<u32>>;
/// Light of each body's spot, and its size relative to other spots.
@group(0) @binding(8) var<storage, read_write> shine: array<vec4f>;
@group(0) @binding(9) var dust_map: texture_2d<f32>;
@group(0) @binding(10) var linear: sampler;

/// Share of the light that dust lets through: none behind it, all in front of it.
fn passed(place: vec3f) -> vec3f {
    let dust = textureSampleLevel(dust_map, linear, place.xy / vec2f(view.cells), 0.0);
    let behind = smoothstep(-1.0, 1.0, (place.z / view.distance - 1.0 - dust.y) / LAYER);
    return exp(-dust.x * behind * REDDENING);
}

/// The excess of density averaged along the way that a body takes round its galaxy: an arm goes on, a chance crowd does not.
fn along_arm(place: vec2f, at: vec3f, velocity: vec3f, pull: vec3f, found: Crowding) -> f32 {
    let inward = pull / max(length(pull), 1e-20);
    let round = velocity - dot(velocity, inward) * inward;
    let ahead = place_of_point(at + round * (0.01 * view.distance / max(length(round), 1e-20))).xy - place;
    let near = min(found.level + SMOOTHER, f32(LEVELS - 2u));
    let step = ahead / max(length(ahead), 1e-6) * (STRIDE * exp2(near));
    var sum = found.excess;
    for (var side = 1u; side <= 2u; side++) {
        sum += excess_at(place + f32(side) * step, 0u, near) + excess_at(place - f32(side) * step, 0u, near);
    }
    return sum / 5.0;
}

fn add(place: vec2f, level: f32, units: vec3f) {
    for (var i = 0u; i < 8u; i++) {
        let tap = tap_of(place, min(u32(level) + (i >> 2u), LEVELS - 1u), i & 3u);
        let part = vec3u(round(units * tap.share * select(1.0 - fract(level), fract(level), i >= 4u)));
        atomicAdd(&deposits[4u * tap.cell], part.r);
        atomicAdd(&deposits[4u * tap.cell + 1u], part.g);
        atomicAdd(&deposits[4u * tap.cell + 2u], part.b);
    }
}

@compute @workgroup_size(WORKGROUP)
fn shade(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let body = thread_index(group, groups, local, WORKGROUP);
    if (body >= view.count) {
        return;
    }
    let at = position[body];
    let v = velocity[body];
    let place = place_of_point(at.xyz);
    if (!is_seen(place.z) || is_dark(v) || is_dust(v)) {
        shine[body] = vec4f();
        return;
    }
    let is_inside = is_in_grid(place);
    var found = Crowding(f32(LEVELS), 0.0);
    var bulge = 0.0;
    if (is_inside && view.measures_crowds == 1u) {
        found = crowding(place.xy, 0u, WANTED, SMOOTHER);
        if (view.color_by == POPULATION) {
            bulge = part_of(place.xy, 2u, min(found.level + SMOOTHER, f32(LEVELS - 2u)));
            found.excess = along_arm(place.xy, at.xyz, v.xyz, acceleration[body].xyz, found);
        }
    }
    var number = body;
    var shown = 1.0;
    if (view.painted == 1u) {
        shown = acceleration[body].x;
        number = u32(acceleration[body].y);
    }
    let tinted = tint(number, at, v, acceleration[body], found, bulge);
    var light = tinted.rgb * shown;
    if (is_inside && view.opacity > 0.0) {
        light *= passed(place);
    }
    let luminous = luminosity(number);
    var hazy = light;
    var share = tinted.a * view.diffuse * (1.0 - smoothstep(CROWDED, ALONE, found.level));
    if (view.color_by == STARS) {
        // What is bright enough to be seen by itself is not part of the haze.
        share /= 1.0 + luminous * luminous;
        hazy *= luminous;
    }
    let size = palette[min(u32(v.w), 255u)].w;
    shine[body] = vec4f(light * (luminous * (1.0 - share) * size * size), size);
    if (share == 0.0) {
        return;
    }
    let level = min(found.level, f32(LEVELS - 1u));
    let units = hazy * share * nearness_squared(place.z) * (LIGHT_UNITS / f32(view.count));
    add(place.xy, level, units);
    if (PROJECTION == EQUIRECTANGULAR) {
        add(twin_of(place).xy, level, units);
    }
}
