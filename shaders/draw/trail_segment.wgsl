// uses: draw/light, draw/projection
// The outline of a trail's segment, in a plane picture or in one that shows directions. A kernel that includes this file
// declares `view` and `trail`.

/// Half-width of the line in sigmas: less than a hundredth of the light lies outside.
const REACH: f32 = 3.0;
/// Shorter segments are drawn at this length, because two equal points give no direction.
const SHORTEST: f32 = 0.05;

/// A segment as the picture shows it.
struct Drawn {
    /// Where the corner is in the part of the picture, and in sigmas along and across the segment.
    corner: vec2f,
    place: vec2f,
    begin: vec4f,
    along: vec3f,
    sigma: f32,
    depth: f32,
    /// Length of the segment in sigmas, and the length that is drawn.
    span: f32,
    length: f32,
    is_seen: bool,
}

/// Sigma in pixels of a line at this depth, for a share of the trail.
fn sigma_of(depth: f32, share: f32) -> f32 {
    let width = trail.width * (1.0 - trail.taper * clamp(share, 0.0, 1.0));
    let radius = clamp(
        width * view.size * view.pixels_per_unit / max(depth, 1e-20),
        view.min_radius,
        max(view.min_radius, view.max_radius),
    );
    return radius / HALF_LIGHT;
}

fn on_plane(corner: u32, newest: vec3f, oldest: vec3f, share: f32) -> Drawn {
    let newer = view.clip_from_world * vec4f(newest, 1.0);
    let older = view.clip_from_world * vec4f(oldest, 1.0);
    var drawn: Drawn;
    drawn.depth = 0.5 * (newer.w + older.w);
    let sigma = sigma_of(drawn.depth, share);
    // From here on in sigmas on the picture.
    let a = newer.xy / newer.w * 0.5 * view.viewport / sigma;
    let b = older.xy / older.w * 0.5 * view.viewport / sigma;
    let span = length(b - a);
    let along = select(vec2f(1.0, 0.0), (b - a) / span, span > 1e-6);
    drawn.sigma = sigma;
    drawn.span = span;
    drawn.length = max(span, SHORTEST);
    drawn.place = vec2f(
        mix(-REACH, drawn.length + REACH, f32(corner & 1u)),
        mix(-REACH, REACH, f32(corner >> 1u)),
    );
    let begin = 0.5 * (a + b) - 0.5 * drawn.length * along;
    let at = begin + along * drawn.place.x + vec2f(-along.y, along.x) * drawn.place.y;
    drawn.corner = at * sigma * 2.0 / view.viewport;
    drawn.is_seen = is_seen(newer.w) && is_seen(older.w) && span < 1e5;
    return drawn;
}

/// The same in a picture that shows directions.
fn in_directions(corner: u32, newest: vec3f, oldest: vec3f, share: f32) -> Drawn {
    let newer = sight(newest);
    let older = sight(oldest);
    var drawn: Drawn;
    drawn.depth = 0.5 * (newer.w + older.w);
    drawn.sigma = sigma_of(drawn.depth, share);
    let angle = drawn.sigma / view.pixels_per_unit;
    let span = distance(newer.xyz, older.xyz);
    let middle = normalize(newer.xyz + older.xyz);
    drawn.along = select(beside(middle)[0], (older.xyz - newer.xyz) / span, span > 1e-6 * angle);
    drawn.span = span / angle;
    drawn.length = max(drawn.span, SHORTEST);
    drawn.begin = vec4f(0.5 * (newer.xyz + older.xyz) - 0.5 * drawn.length * angle * drawn.along, angle);
    drawn.corner = corner_around(corner, middle, min(0.5 * span + 1.5 * REACH * angle, 1.5));
    drawn.place = drawn.corner;
    drawn.is_seen = is_in_sight(newer) && is_in_sight(older) && span < 1.5;
    return drawn;
}
