// Where a pixel's neighbours are, in textures that each hold a tile of a larger picture, with a margin.

struct TileParams {
    /// Where the first pixel of the result lies in the whole picture at the result's scale, and the size of that picture.
    result_origin: vec2i,
    result_whole: vec2i,
    /// The same for the source.
    source_origin: vec2i,
    source_whole: vec2i,
    /// Margin of the light around the picture.
    margin: u32,
    padding_0: u32,
    padding_1: u32,
    padding_2: u32,
}

@group(0) @binding(7) var<uniform> tile: TileParams;

/// The middle of `pixel` in the source: 0 to 1 across the source's texture of this size.
fn center(pixel: vec2u, size: vec2u, source: vec2u) -> vec2f {
    let whole = (vec2f(vec2i(pixel) + tile.result_origin) + 0.5) / vec2f(tile.result_whole);
    return (whole * vec2f(tile.source_whole) - vec2f(tile.source_origin)) / vec2f(source);
}

/// A place in the source's texture, kept within the whole picture as a sampler would.
fn bounded(uv: vec2f, source: vec2u) -> vec2f {
    let first = vec2f(-tile.source_origin) + 0.5;
    let last = vec2f(tile.source_whole - tile.source_origin) - 0.5;
    return clamp(uv, first / vec2f(source), last / vec2f(source));
}

/// The pixel of the light that belongs to one of the picture.
fn of_light(pixel: vec2u) -> vec2u {
    return pixel + tile.margin;
}

/// The middle of a pixel in the whole picture, in pixels.
fn place_of(pixel: vec2u) -> vec2f {
    return vec2f(vec2i(pixel) + tile.result_origin) + 0.5;
}
