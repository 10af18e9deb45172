// uses: draw/light, draw/spots, draw/to_none | draw/to_wide, grid
// Adds spots of light to the picture's sums, as integers, so that their order does not matter: each to 3 x 3 pixels, with the
// quadratic B-spline, whose variance is a quarter of a pixel wherever the spot lies. `draw/soften` makes up what a spot is wider.
// Spots too wide for that are left to the ending (`to_...`).

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<storage, read> view: ViewParams;
@group(0) @binding(1) var<storage, read> spots: SpotParams;
@group(0) @binding(2) var<storage, read> position: array<vec4f>;
@group(0) @binding(3) var<storage, read> shine: array<vec4f>;
@group(0) @binding(4) var<storage, read> unit_of: array<f32, 2>;
/// Red, green and blue of each pixel. Must be cleared first.
@group(0) @binding(5) var<storage, read_write> sums: array<atomic<u32>>;

/// Weights of the pixels to the left, in the middle and to the right, for a spot this far from the middle of its pixel.
fn spline(offset: f32) -> vec3f {
    return vec3f(0.5 * (0.5 - offset) * (0.5 - offset), 0.75 - offset * offset, 0.5 * (0.5 + offset) * (0.5 + offset));
}

@compute @workgroup_size(WORKGROUP)
fn deposit(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let body = thread_index(group, groups, local, WORKGROUP);
    if (body >= view.count) {
        return;
    }
    let at = position[body];
    let shines = shine[body];
    let clip = view.clip_from_world * vec4f(at.xyz, 1.0);
    let radius = view.size * view.pixels_per_unit / max(clip.w, 1e-20);
    let is_wide = radius > view.min_radius && shines.w > 0.0 && is_seen(clip.w);
    hand_over(body, is_wide);
    let light = received(at, shines);
    let place = (clip.xy / clip.w * vec2f(0.5, -0.5) + 0.5) * view.viewport + f32(MARGIN);
    let is_inside = all(place >= vec2f(1.0)) && all(place < vec2f(spots.size) - 1.0);
    if (is_wide || !is_inside || max(light.r, max(light.g, light.b)) <= 0.0) {
        return;
    }
    let pixel = vec2u(place);
    let offset = place - vec2f(pixel) - 0.5;
    let across = spline(offset.x);
    let down = spline(offset.y);
    let whole = light * unit_of[0];
    // Rounding the light deposited so far, and not each part, keeps the light of the spot.
    var share = 0.0;
    var before = vec3u();
    for (var i = 0u; i < 9u; i++) {
        share += across[i % 3u] * down[i / 3u];
        let after = vec3u(round(whole * share));
        let part = after - before;
        let word = 3u * ((pixel.y + i / 3u - 1u) * spots.size.x + pixel.x + i % 3u - 1u);
        for (var channel = 0u; channel < 3u; channel++) {
            if (part[channel] > 0u) {
                atomicAdd(&sums[word + channel], part[channel]);
            }
        }
        before = after;
    }
}
