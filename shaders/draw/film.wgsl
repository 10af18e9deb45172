// Parameters of the kernels that turn light into a picture.

struct ToneMapParams {
    background: vec3f,
    bloom: f32,
    /// 1: dark bodies on white paper.
    negative: u32,
    /// What a pixel receives of a cell's diffuse light.
    diffuse: f32,
    /// Cells of the map of diffuse light per pixel.
    cells_per_pixel: f32,
    /// Factor on all light: two to the power of the exposure.
    gain: f32,
    /// 1 to multiply that by the meter's factor.
    metered: u32,
    /// Radius of a dome's circle in pixels.
    radius: f32,
    /// Middle of the whole picture in pixels.
    middle: vec2f,
}
