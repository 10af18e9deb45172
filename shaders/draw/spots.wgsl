// uses: draw/light
// Shared by the kernels that sum spots as integers. A kernel that includes this file declares `view`, and includes draw/light.

struct SpotParams {
    /// Columns and rows of the sums, margin included.
    size: vec2u,
    /// Pixels to each side over which `draw/soften` spreads light.
    reach: u32,
    padding: u32,
    /// What a pixel at each distance along an axis receives of it, from 0 up.
    weights: array<vec4f, 4>,
}

/// Pixels of the sums between the edge of the picture and their own: light spreads into the picture from there.
const MARGIN: u32 = 13u;

/// The light of a spot relative to that of a body at the camera's distance; black for bodies far outside the picture, behind the
/// lens, or with a NaN.
fn received(position: vec4f, shine: vec4f) -> vec3f {
    let clip = view.whole_from_world * vec4f(position.xyz, 1.0);
    let light = shine.rgb * nearness_squared(clip.w);
    let is_seen_here = shine.w > 0.0 && is_seen(clip.w) && all(abs(clip.xy) <= vec2f(2.0 * clip.w));
    return select(vec3f(), light, is_seen_here && all(light >= vec3f(0.0)) && all(light < vec3f(1e24)));
}
