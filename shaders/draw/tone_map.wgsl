// Turns light into a picture: glow, then the AgX tone map (Troy Sobotka; polynomial fit by Benjamin Wrensch), then whatever the
// picture's format stores (`to_...`); `from_whole` or `from_tile` says where pixels are. AgX fades bright saturated light through
// paler hues to white, as film does, where ACES keeps the hue and clips.

const SIDE: u32 = 8u;
const BRIGHTEST_LIGHT: f32 = 6e4;
/// 1: the picture has alpha instead of the sky's light.
const ALPHA: u32 = 0u;

struct ToneMapParams {
    background: vec3f,
    bloom: f32,
    /// 1: dark bodies on white paper.
    negative: u32,
    padding_0: u32,
    padding_1: u32,
    padding_2: u32,
}

@group(0) @binding(0) var<uniform> tone_map_of: ToneMapParams;
@group(0) @binding(1) var light: texture_2d<f32>;
@group(0) @binding(2) var glow: texture_2d<f32>;
@group(0) @binding(3) var linear: sampler;

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
/// The film's range, in stops below and above middle grey.
const DARKEST: f32 = -12.47393;
const BRIGHTEST: f32 = 4.026069;

fn agx(color: vec3f) -> vec3f {
    let stops = log2(max(INSET * color, vec3f(1e-10)));
    let x = clamp((stops - DARKEST) / (BRIGHTEST - DARKEST), vec3f(0.0), vec3f(1.0));
    let x2 = x * x;
    let x4 = x2 * x2;
    let curve = 15.5 * x4 * x2 - 40.14 * x4 * x + 31.96 * x4 - 6.868 * x2 * x + 0.4298 * x2 + 0.1191 * x - 0.00232;
    // AgX's "punchy" look at half strength: deeper darks and richer hues suit a night sky.
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

/// Returns light as a display shows it, in 0 .. 1. The curve's output is already encoded.
fn developed(light: vec3f) -> vec3f {
    let film = agx(light);
    // Not a branch: see draw/splat.wgsl.
    return select(film, on_paper(film), tone_map_of.negative == 1u);
}

/// The developed light as a colour with straight alpha, which a channel stores in this many steps. Over black it is the same as
/// without alpha (over white for bodies on paper), although light has no edge: alpha is the brightest channel, so that nothing
/// that glows hides more than it shows. `noise` is added before rounding, less where the light vanishes.
fn straight(light: vec3f, noise: f32, steps: f32) -> vec4f {
    let film = agx(light);
    let most = max(film.r, max(film.g, film.b));
    let least = min(film.r, min(film.g, film.b));
    let is_paper = tone_map_of.negative == 1u;
    let dither = noise * min(1.0, most * steps);
    // Premultiplied. See `on_paper`: what paper shows is 1 - alpha + this.
    let color = max(film + select(dither, -least, is_paper), vec3f(0.0));
    let alpha = round(clamp(most + select(dither, -dither, is_paper), 0.0, 1.0) * steps) / steps;
    if (alpha == 0.0) {
        return vec4f();
    }
    return vec4f(min(color / alpha, vec3f(1.0)), alpha);
}

@compute @workgroup_size(SIDE, SIDE)
fn tone_map(@builtin(global_invocation_id) pixel: vec3u) {
    let size = textureDimensions(picture);
    if (any(pixel.xy >= size)) {
        return;
    }
    // Half floats end at 65,504. Light beyond that is as bright as it gets, and must not spread as infinity.
    let sharp = min(textureLoad(light, of_light(pixel.xy), 0).rgb, vec3f(BRIGHTEST_LIGHT));
    let glow_size = textureDimensions(glow);
    let soft = textureSampleLevel(glow, linear, bounded(center(pixel.xy, size, glow_size), glow_size), 0.0).rgb;
    let color = mix(sharp, soft, tone_map_of.bloom) + select(tone_map_of.background, vec3f(0.0), ALPHA == 1u);
    textureStore(picture, pixel.xy, stored(color, place_of(pixel.xy)));
}
