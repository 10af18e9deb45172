// uses: draw/diffuse, draw/film, draw/from_tile | draw/from_whole, draw/to_half_float | draw/to_rgba16 | draw/to_rgba8
// Turns light into a picture: glow, exposure, then film, then whatever the picture's format stores (`to_...`); `from_whole` or
// `from_tile` says where pixels are.

const SIDE: u32 = 8u;
const BRIGHTEST_LIGHT: f32 = 6e4;
/// 1: the picture has alpha instead of the sky's light.
const ALPHA: u32 = 0u;
/// 1: only the dome's circle shows anything.
const CIRCLE: u32 = 0u;

@group(0) @binding(0) var<uniform> tone_map_of: ToneMapParams;
@group(0) @binding(1) var light: texture_2d<f32>;
@group(0) @binding(2) var glow: texture_2d<f32>;
@group(0) @binding(3) var linear: sampler;
@group(0) @binding(5) var light_map: texture_2d<f32>;
/// The factor on all light.
@group(0) @binding(6) var<storage, read> exposed: array<f32>;

/// The film's range, in stops about a brightness of 1.
const DARKEST: f32 = -12.47393;
const BRIGHTEST: f32 = 4.026069;
/// Stops between which bright colours turn paler, and how pale the brightest are.
const VIVID: f32 = -2.0;
const GLARING: f32 = 5.0;
const PALENESS: f32 = 0.42;
/// How much glare is held back: that of any strength to the inverse root of this.
const DODGE: f32 = 0.04;

/// The film's response to a brightness, encoded for a display: the curve of AgX (Troy Sobotka; polynomial fit by Benjamin
/// Wrensch), a little deeper in the darks, which suits a night sky.
fn response(brightness: f32) -> f32 {
    let stops = log2(max(brightness, 1e-10));
    let x = clamp((stops - DARKEST) / (BRIGHTEST - DARKEST), 0.0, 1.0);
    let x2 = x * x;
    let x4 = x2 * x2;
    let curve = 15.5 * x4 * x2 - 40.14 * x4 * x + 31.96 * x4 - 6.868 * x2 * x + 0.4298 * x2 + 0.1191 * x - 0.00232;
    return pow(clamp(curve, 0.0, 1.0), 1.5);
}

/// Film keeps the hue: the brightest channel follows the response, the others keep their ratio to it. Glare turns paler, but
/// never white, so that the core of a galaxy stays amber.
fn filmed(light: vec3f) -> vec3f {
    let brightest = max(max(light.r, light.g), max(light.b, 1e-10));
    let pale = PALENESS * smoothstep(VIVID, GLARING, log2(brightest));
    let hue = mix(max(light, vec3f(0.0)) / brightest, vec3f(1.0), pale);
    // The response is encoded, and hues must be too: a root is close enough to the display's curve.
    return response(brightest) * sqrt(hue);
}

/// Light as film would get it through a paper mask: held back where the glow around it is stronger than white, so that the core of a
/// crowd keeps its stars.
fn dodged(light: vec3f, around: vec3f) -> vec3f {
    let glare = max(around.r, max(around.g, around.b));
    return light * inverseSqrt(1.0 + DODGE * glare * glare);
}

/// As ink on paper: light and dark change places, hues stay.
fn on_paper(color: vec3f) -> vec3f {
    let most = max(color.r, max(color.g, color.b));
    let least = min(color.r, min(color.g, color.b));
    return clamp(color + 1.0 - most - least, vec3f(0.0), vec3f(1.0));
}

/// Returns light as a display shows it, in 0 .. 1. The curve's output is already encoded.
fn developed(light: vec3f) -> vec3f {
    let film = filmed(light);
    // Not a branch: see draw/splat.wgsl.
    return select(film, on_paper(film), tone_map_of.negative == 1u);
}

/// The developed light as a colour with straight alpha, which a channel stores in this many steps. Over black it is the same as
/// without alpha (over white for bodies on paper), although light has no edge: alpha is the brightest channel, so that nothing
/// that glows hides more than it shows. `noise` is added before rounding, less where the light vanishes.
fn straight(light: vec3f, noise: f32, steps: f32) -> vec4f {
    let film = filmed(light);
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
    let spots = min(textureLoad(light, of_light(pixel.xy), 0).rgb, vec3f(BRIGHTEST_LIGHT));
    let sharp = spots + diffuse_at(place_of(pixel.xy));
    let glow_size = textureDimensions(glow);
    let soft = textureSampleLevel(glow, linear, bounded(center(pixel.xy, size, glow_size), glow_size), 0.0).rgb;
    var color = exposed[0] * mix(sharp, soft, tone_map_of.bloom) + select(tone_map_of.background, vec3f(0.0), ALPHA == 1u);
    if (CIRCLE == 1u) {
        color *= clamp(tone_map_of.radius - distance(place_of(pixel.xy), tone_map_of.middle) + 0.5, 0.0, 1.0);
    }
    // Without a glow, nothing is held back either.
    let glare = select(0.0, exposed[0], tone_map_of.bloom > 0.0) * soft;
    textureStore(picture, pixel.xy, stored(color, glare, place_of(pixel.xy)));
}
