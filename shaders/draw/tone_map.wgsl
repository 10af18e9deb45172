// Light onto film: glow, then the AgX tone map (Troy Sobotka; polynomial fit by Benjamin Wrensch), then sRGB with dither.
// AgX takes bright saturated light to white by way of paler hues, as film does, where ACES keeps hues and clips them.

const SIDE: u32 = 8u;
const BRIGHTEST_LIGHT: f32 = 6e4;

struct ToneMap {
    background: vec3f,
    bloom: f32,
    /// 1: dark bodies on white paper.
    negative: u32,
    padding_0: u32,
    padding_1: u32,
    padding_2: u32,
}

@group(0) @binding(0) var<uniform> tone_map_of: ToneMap;
@group(0) @binding(1) var light: texture_2d<f32>;
@group(0) @binding(2) var glow: texture_2d<f32>;
@group(0) @binding(3) var linear: sampler;
@group(0) @binding(4) var picture: texture_storage_2d<rgba8unorm, write>;

const INSET = mat3x3f(
    0.842479062253094, 0.0423282422610123, 0.0423756549057051,
    0.0784335999999992, 0.878468636469772, 0.0784336,
    0.0792237451477643, 0.0791661274605434, 0.879142973793104,
);
const OUTSET = mat3x3f(
    1.19687900512017, -0.0528968517574562, -0.0529716355144438,
    -0.0980208811401368, 1.15190312990417, -0.0980434501171241,
    -0.0990297440797205, -0.0989611768448433, 1.15107367264116,
);
/// Stops below and above middle grey that the film holds.
const DARKEST: f32 = -12.47393;
const BRIGHTEST: f32 = 4.026069;

fn agx(color: vec3f) -> vec3f {
    let stops = log2(max(INSET * color, vec3f(1e-10)));
    let x = clamp((stops - DARKEST) / (BRIGHTEST - DARKEST), vec3f(0.0), vec3f(1.0));
    let x2 = x * x;
    let x4 = x2 * x2;
    let curve = 15.5 * x4 * x2 - 40.14 * x4 * x + 31.96 * x4 - 6.868 * x2 * x + 0.4298 * x2 + 0.1191 * x - 0.00232;
    // The "punchy" look of AgX, half as strong: deeper darks and richer hues, for a night sky.
    let display = pow(clamp(OUTSET * curve, vec3f(0.0), vec3f(1.0)), vec3f(1.15));
    let grey = dot(display, vec3f(0.2126, 0.7152, 0.0722));
    return clamp(mix(vec3f(grey), display, 1.3), vec3f(0.0), vec3f(1.0));
}

/// As ink on paper: light and dark change places, hues stay.
fn on_paper(color: vec3f) -> vec3f {
    let most = max(color.r, max(color.g, color.b));
    let least = min(color.r, min(color.g, color.b));
    return clamp(color + 1.0 - most - least, vec3f(0.0), vec3f(1.0));
}

/// Noise of a pixel's place in -1 .. 1, triangular, so that dark gradients have no steps. Jimenez's gradient noise.
fn dither(pixel: vec2f) -> f32 {
    let a = fract(52.9829189 * fract(dot(pixel, vec2f(0.06711056, 0.00583715))));
    let b = fract(52.9829189 * fract(dot(pixel + vec2f(47.0, 17.0), vec2f(0.06711056, 0.00583715))));
    return a - b;
}

@compute @workgroup_size(SIDE, SIDE)
fn tone_map(@builtin(global_invocation_id) pixel: vec3u) {
    let size = textureDimensions(picture);
    if (any(pixel.xy >= size)) {
        return;
    }
    let place = vec2f(pixel.xy) + 0.5;
    // Half floats end at 65,504: what is beyond is as bright as light can be, and must not spread as infinity.
    let sharp = min(textureLoad(light, pixel.xy, 0).rgb, vec3f(BRIGHTEST_LIGHT));
    let soft = textureSampleLevel(glow, linear, place / vec2f(size), 0.0).rgb;
    let color = mix(sharp, soft, tone_map_of.bloom) + tone_map_of.background;
    // The curve's result is encoded for a display already.
    var display = agx(color);
    if (tone_map_of.negative == 1u) {
        display = on_paper(display);
    }
    textureStore(picture, pixel.xy, vec4f(display + dither(place) / 255.0, 1.0));
}
