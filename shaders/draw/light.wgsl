// Shared by everything that draws bodies: the view, and the light of a body. A kernel that includes this file declares `view`.

struct ViewParams {
    /// To the camera's axes if the picture shows directions (`draw/projection`).
    clip_from_world: mat4x4f,
    /// The same for the whole picture, of which a tile is a part.
    whole_from_world: mat4x4f,
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
    /// Base-2 logarithms of the quantity at the two ends of the colour map. `fixed_ends` says whether none of them is used (0), the
    /// upper one (1) or both (2).
    range: vec2f,
    fixed_ends: u32,
    /// One bit for each component that emits no light.
    dark_components: u32,
    /// Largest radius of a spot in pixels: a larger one would fill the whole picture and only cost time.
    max_radius: f32,
    /// Bodies.
    count: u32,
    /// Share of the light of crowded bodies that is spread over their surroundings.
    diffuse: f32,
    /// Area that a unit of mass of dust shades.
    opacity: f32,
    /// Cells of the grid of diffuse light along each axis, margin included, and those of the picture alone.
    cells: vec2u,
    picture_cells: vec2f,
    /// Cells per unit of length at a distance of 1.
    cells_per_unit: f32,
    /// One bit for each component that absorbs light and emits none.
    dust_components: u32,
    /// Light of a spot's halo, relative to that in its middle; 0 for no halo.
    halo: f32,
    /// Half-width of a spot's quad in sigmas.
    reach: f32,
    /// Light of diffraction spikes, relative to that in the middle of their spot.
    spikes: f32,
    /// 1 if the bodies of the grid's cells are counted.
    measures_crowds: u32,
    /// Light of the sky behind the bodies.
    sky: f32,
    /// Height of the whole picture in pixels.
    height: f32,
    /// From the whole picture to the part that is drawn, of a picture that shows directions: factors, then what is added.
    part: vec4f,
    /// Half-sides of such a picture per radian.
    per_radian: vec2f,
    /// How far the eye is to the right of the camera.
    eye: f32,
    /// Components with colours of their own, at the beginning of the palette; 0 if colours show something else.
    own_colors: u32,
    /// The power of the mass by which the luminosity of stars goes, and the base-2 logarithm of its mean over all stars.
    star_light: vec2f,
    /// 1 if rows for pictures stand in place of accelerations: the share of a body's light, the number by which it keeps its
    /// brightness, 0, and its place on the colour map.
    painted: u32,
    padding: u32,
}

/// Place of `ColorBy::Population` among its members.
const POPULATION: u32 = 6u;

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

/// Inverse square law, bounded for bodies that touch the lens.
fn nearness_squared(depth: f32) -> f32 {
    let nearness = min(view.distance / max(depth, 1e-20), 8.0);
    return nearness * nearness;
}

/// Whether a body emits no light.
fn is_dark(velocity: vec4f) -> bool {
    return ((view.dark_components >> (u32(velocity.w) & 31u)) & 1u) == 1u;
}

/// Whether a body absorbs light.
fn is_dust(velocity: vec4f) -> bool {
    return ((view.dust_components >> (u32(velocity.w) & 31u)) & 1u) == 1u;
}

/// Whether a depth is in front of the lens; false for NaN.
fn is_seen(depth: f32) -> bool {
    return depth > 1e-3 * view.distance && depth < 1e30;
}
