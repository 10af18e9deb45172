// Where a pixel's neighbours are, in textures that each hold a whole picture.

/// The middle of `pixel`, one of `size`, in another texture over the same picture: 0 to 1 across it.
fn center(pixel: vec2u, size: vec2u, source: vec2u) -> vec2f {
    return (vec2f(pixel) + 0.5) / vec2f(size);
}

/// A place in the source, 0 to 1. The sampler keeps it within the picture.
fn bounded(uv: vec2f, source: vec2u) -> vec2f {
    return uv;
}

/// The pixel of the light that belongs to one of the picture.
fn of_light(pixel: vec2u) -> vec2u {
    return pixel;
}

/// The middle of a pixel in the picture, in pixels.
fn place_of(pixel: vec2u) -> vec2f {
    return vec2f(pixel) + 0.5;
}
