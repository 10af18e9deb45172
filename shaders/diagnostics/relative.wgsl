/// Where pulls cancel, errors are relative to this part of the sum of their magnitudes.
const LEAST: f32 = 0.03125;

/// The error of an acceleration, relative to what it should be (x, y, z), with the sum of the pulls' magnitudes (w), or to `least`.
fn relative_error(found: vec3f, sum: vec4f, least: f32) -> f32 {
    let off = length(found - sum.xyz);
    let size = max(max(length(sum.xyz), LEAST * sum.w), least);
    return select(off / size, 0.0, off == 0.0);
}
