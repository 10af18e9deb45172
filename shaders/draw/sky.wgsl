// uses: draw/light, draw/projection
// Draws the sky behind the bodies: distant stars and galaxies in fixed directions, which follow from their numbers. They have
// nothing to do with the bodies.

@group(0) @binding(0) var<storage, read> view: ViewParams;

struct Source {
    @builtin(position) clip: vec4f,
    /// Place in the source, in sigmas.
    @location(0) place: vec2f,
    @location(1) @interpolate(flat) light: vec3f,
    /// 1 for a galaxy: its light falls exponentially.
    @location(2) @interpolate(flat) is_galaxy: f32,
    /// If the picture shows directions, `place` is one in the picture: the direction of the source, and sigma as an angle; the
    /// direction along the source, and how flat it is.
    @location(3) @interpolate(flat) middle: vec4f,
    @location(4) @interpolate(flat) along: vec4f,
}

/// Sources with higher numbers are galaxies (`STARS` in render/sky.rs).
const STARS: u32 = 5000u;
/// Light of a star of average brightness, relative to the light that fills a pixel of a picture 1,080 pixels high.
const STAR: f32 = 0.4;
const GALAXY: f32 = 1.8;
/// Half-widths of the quads in sigmas.
const REACH_STAR: f32 = 3.4;
const REACH_GALAXY: f32 = 5.0;

@vertex
fn vertex(@builtin(vertex_index) corner: u32, @builtin(instance_index) index: u32) -> Source {
    let a = random(index * 3u + 0x51ed270bu);
    let b = random(index * 3u + 0x51ed270cu);
    let c = random(index * 3u + 0x51ed270du);
    let up = 2.0 * a.x - 1.0;
    let around = 6.2831853 * a.y;
    let direction = vec3f(sqrt(1.0 - up * up) * vec2f(cos(around), sin(around)), up);
    // Any direction across it, so that it turns with the sky.
    let across = normalize(cross(direction, vec3f(cos(6.2831853 * c.x), sin(6.2831853 * c.x), 0.3)));

    let is_galaxy = index >= STARS;
    let clip = view.clip_from_world * vec4f(direction, 0.0);
    let beside = view.clip_from_world * vec4f(direction + 1e-3 * across, 0.0);
    let turn = (beside.xy / beside.w - clip.xy / clip.w) * view.viewport;
    let axis = select(vec2f(1.0, 0.0), normalize(turn), dot(turn, turn) > 1e-12);

    let narrowest = view.min_radius / HALF_LIGHT;
    // Few are large.
    let size = narrowest * select(0.85, 0.8 + 1.6 * c.y * c.y * c.y * c.y, is_galaxy);
    let flat_by = select(1.0, 0.3 + 0.7 * b.y, is_galaxy);
    let reach = select(REACH_STAR, REACH_GALAXY, is_galaxy);
    let place = (vec2f(vec2u(corner & 1u, corner >> 1u)) * 2.0 - 1.0) * reach;
    let offset = size * (axis * place.x + vec2f(-axis.y, axis.x) * place.y * flat_by);

    // Counts of stars rise as the power -3/2 of their light.
    let bright = min(pow(max(b.x, 1e-4), -0.667), 60.0);
    let light = select(STAR * bright, GALAXY * (0.3 + c.y), is_galaxy);
    let warm = mix(vec3f(1.0, 0.72, 0.48), vec3f(0.62, 0.78, 1.0), select(b.y, 0.45 * b.x, is_galaxy));

    var source: Source;
    source.clip = vec4f(clip.xy + offset * 2.0 / view.viewport * clip.w, 0.5 * clip.w, clip.w);
    if (!(clip.w > 1e-3)) {
        source.clip = vec4f(0.0, 0.0, 2.0, 1.0);
    }
    source.place = place;
    source.light = view.sky * warm * light;
    source.is_galaxy = select(0.0, 1.0, is_galaxy);
    source.middle = vec4f();
    source.along = vec4f();
    if (PROJECTION != 0u) {
        let seen = (view.clip_from_world * vec4f(direction, 0.0)).xyz;
        let angle = size / view.pixels_per_unit;
        source.place = corner_around(corner, seen, reach * angle);
        source.clip = vec4f(source.place, 0.5, 1.0);
        if (!is_in_sight(vec4f(seen, view.distance))) {
            source.clip = vec4f(0.0, 0.0, 2.0, 1.0);
        }
        source.middle = vec4f(seen, angle);
        source.along = vec4f((view.clip_from_world * vec4f(across, 0.0)).xyz, flat_by);
    }
    return source;
}

@fragment
fn fragment(source: Source) -> @location(0) vec4f {
    var place = source.place;
    if (PROJECTION != 0u) {
        let off = (shown(source.place) - source.middle.xyz) / source.middle.w;
        let across = cross(source.along.xyz, source.middle.xyz) / source.along.w;
        place = vec2f(dot(off, source.along.xyz), dot(off, across));
    }
    let square = dot(place, place);
    let star = exp(-0.5 * square);
    let galaxy = max(exp(-1.6 * sqrt(square)) - 3.4e-4, 0.0);
    return vec4f(source.light * select(star, galaxy, source.is_galaxy == 1.0), 1.0);
}
