// uses: draw/color, draw/light, draw/projection, draw/star, draw/trail_segment, monoid/spread
// Draws trails as a long exposure would: each segment is the light of a Gaussian spot that moves from one point to the next.
// Segments that meet add up to a smooth line without visible joints. The segments of few bodies are curves, drawn in pieces.

struct TrailParams {
    /// The first body with a trail, and the distance from one such body to the next.
    first: u32,
    stride: u32,
    /// Number of bodies with a trail.
    count: u32,
    /// Points per body in the ring, and the slot of the newest one.
    slots: u32,
    newest: u32,
    /// Straight pieces of a segment; above 1, the ring holds velocities too.
    pieces: u32,
    /// Light of a segment that has not faded per unit of time, relative to the light of a body.
    light: f32,
    /// Light along the centre of the line that does not depend on the body's speed.
    floor: f32,
    /// Replaces the bodies' own colour if w is 1.
    accent: vec4f,
    /// Width of a line, relative to a body's spot, and the share of it by which a trail narrows towards its end.
    width: f32,
    taper: f32,
    /// The power of what is left of a trail with which its light fades.
    fading: f32,
    padding_0: f32,
}

/// When a point was recorded, the newest first.
struct Moment {
    /// The share of the trail's length that has passed since.
    share: f32,
    /// Simulated time since the newest point, which is negative.
    time: f32,
}

// Storage, not uniforms: see draw/splat.wgsl.
@group(0) @binding(0) var<storage, read> view: ViewParams;
@group(0) @binding(1) var<uniform> palette: array<vec4f, 256>;
@group(0) @binding(2) var<storage, read> spread: Spread;
@group(0) @binding(3) var<storage, read> trail: TrailParams;
@group(0) @binding(4) var<storage, read> ring: array<vec4f>;
@group(0) @binding(5) var<storage, read> position: array<vec4f>;
@group(0) @binding(6) var<storage, read> velocity: array<vec4f>;
@group(0) @binding(7) var<storage, read> acceleration: array<vec4f>;
@group(0) @binding(8) var<storage, read> moments: array<Moment>;

struct Line {
    @builtin(position) clip: vec4f,
    /// Position along and across the segment, in sigmas of the spot; in the picture, if it shows directions.
    @location(0) place: vec2f,
    /// Length of the segment in sigmas, then the light left at its newer and at its older end.
    @location(1) @interpolate(flat) segment: vec3f,
    @location(2) @interpolate(flat) light: vec3f,
    /// If the picture shows directions: where the segment begins, and sigma as an angle; the direction along the segment.
    @location(3) @interpolate(flat) begin: vec4f,
    @location(4) @interpolate(flat) along: vec3f,
}

const ROOT_TAU: f32 = 2.5066283;

/// Share of the light that is left after a share of the trail's length.
fn faded(share: f32) -> f32 {
    return pow(clamp(1.0 - share, 0.0, 1.0), trail.fading);
}

/// Tangents are at most this many times as long as the segment: the velocity of a body that turned sharply says little.
const LONGEST_TANGENT: f32 = 2.0;

/// The place on a trail at a share of the way from point `next` of the ring back to the point `last` before it: on the cubic that
/// leaves and arrives with the body's velocities.
fn on_trail(next: u32, last: u32, duration: f32, share: f32) -> vec3f {
    if (trail.pieces == 1u) {
        return mix(ring[next].xyz, ring[last].xyz, share);
    }
    let a = ring[2u * next].xyz;
    let b = ring[2u * last].xyz;
    let longest = LONGEST_TANGENT * distance(a, b);
    let leave = shortened(-duration * ring[2u * next + 1u].xyz, longest);
    let arrive = shortened(-duration * ring[2u * last + 1u].xyz, longest);
    let left = 1.0 - share;
    return (left * left * (1.0 + 2.0 * share)) * a + (share * share * (3.0 - 2.0 * share)) * b
        + (share * left) * (left * leave - share * arrive);
}

fn shortened(tangent: vec3f, longest: f32) -> vec3f {
    return tangent * min(1.0, longest / max(length(tangent), 1e-30));
}

@vertex
fn vertex(@builtin(vertex_index) corner: u32, @builtin(instance_index) index: u32) -> Line {
    let piece = index % trail.pieces;
    let age = index / trail.pieces / trail.count;
    let i = index / trail.pieces % trail.count;
    let body = trail.first + i * trail.stride;
    let slot = trail.newest + trail.slots - age;
    let next = (slot % trail.slots) * trail.count + i;
    let last = ((slot - 1u) % trail.slots) * trail.count + i;
    let duration = max(moments[age].time - moments[age + 1u].time, 0.0);
    let ends = vec2f(f32(piece), f32(piece + 1u)) / f32(trail.pieces);
    let shares = mix(vec2f(moments[age].share), vec2f(moments[age + 1u].share), ends);
    let points = array(on_trail(next, last, duration, ends.x), on_trail(next, last, duration, ends.y));
    var drawn: Drawn;
    if (PROJECTION == 0u) {
        drawn = on_plane(corner, points[0], points[1], shares.x);
    } else {
        drawn = in_directions(corner, points[0], points[1], shares.x);
    }

    let v = velocity[body];
    let is_accent = trail.accent.w == 1.0;
    let own = color(body, position[body], v, acceleration[body]);
    // A segment spreads equal light per unit of time over its pixels, so slow ones are brighter per pixel.
    let square = drawn.sigma * drawn.sigma;
    let timed = trail.light * duration * view.flux * nearness_squared(drawn.depth) / (ROOT_TAU * square * drawn.length);
    let light = (timed + trail.floor * min(drawn.span / drawn.length, 1.0)) * select(luminosity(body), 1.0, is_accent);

    var line: Line;
    line.clip = vec4f(drawn.corner, 0.5, 1.0);
    if (!drawn.is_seen || (is_dark(v) && !is_accent)) {
        line.clip = vec4f(0.0, 0.0, 2.0, 1.0);
    }
    line.place = drawn.place;
    line.segment = vec3f(drawn.length, faded(shares.x), faded(shares.y));
    line.light = select(own, trail.accent.rgb, is_accent) * light;
    line.begin = drawn.begin;
    line.along = drawn.along;
    return line;
}

/// Share of a Gaussian's light below x sigmas, to within 2e-4. Page, Applied Statistics 26 (1977) 75.
fn below(x: f32) -> f32 {
    return 0.5 + 0.5 * tanh(clamp(0.7978846 * x * fma(0.044715, x * x, 1.0), -9.0, 9.0));
}

@fragment
fn fragment(line: Line) -> @location(0) vec4f {
    var place = line.place;
    if (PROJECTION != 0u) {
        let off = (shown(line.place) - line.begin.xyz) / line.begin.w;
        place = vec2f(dot(off, line.along), dot(off, normalize(cross(line.along, line.begin.xyz))));
    }
    let share = (below(place.x) - below(place.x - line.segment.x)) * exp(-0.5 * place.y * place.y);
    let left = mix(line.segment.y, line.segment.z, clamp(place.x / line.segment.x, 0.0, 1.0));
    return vec4f(line.light * share * left, 1.0);
}
