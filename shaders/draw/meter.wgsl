// uses: draw/film
// Meters the light of a picture as a photographer does who exposes for the subject: the brightness of the places where light is,
// weighted by their light, so that neither an empty sky nor a single star decides. It works on a coarse level of the glow.

const WORKGROUP: u32 = 256u;
/// Brightness that the subject is given.
const AIM: f32 = 0.55;
/// Share of a difference, in stops, that the meter makes up for.
const FOLLOWED: f32 = 0.85;
/// Least and largest factor.
const MIN: f32 = 0.002;
const MAX: f32 = 64.0;

@group(0) @binding(0) var<uniform> tone_map_of: ToneMapParams;
@group(0) @binding(1) var light: texture_2d<f32>;
/// The factor on all light: the gain, times the meter's factor if it is metered.
@group(0) @binding(2) var<storage, read_write> exposed: array<f32>;

/// Sums of light, and of light to the power 3/2.
var<workgroup> sums: array<vec2f, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn meter(@builtin(local_invocation_index) local: u32) {
    let size = textureDimensions(light);
    var sum = vec2f();
    for (var y = local / 32u; y < size.y; y += WORKGROUP / 32u) {
        for (var x = local % 32u; x < size.x; x += 32u) {
            let here = dot(min(textureLoad(light, vec2u(x, y), 0).rgb, vec3f(6e4)), vec3f(0.2126, 0.7152, 0.0722));
            sum += vec2f(here, here * sqrt(here));
        }
    }
    sums[local] = sum;
    for (var half = WORKGROUP / 2u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if (local < half) {
            sums[local] += sums[local + half];
        }
    }
    if (local == 0u) {
        let weighted = sums[0].y / max(sums[0].x, 1e-20);
        let subject = max(weighted * weighted, 1e-12);
        let factor = clamp(pow(AIM / subject, FOLLOWED), MIN, MAX);
        exposed[0] = tone_map_of.gain * select(1.0, factor, tone_map_of.metered == 1u);
    }
}
