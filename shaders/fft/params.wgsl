/// Where lines are, and what a pass does with them. Element i of line l is at
/// `first + (l / inner) * outer_stride + (l % inner) * inner_stride + i * stride`, in elements of the buffer.
struct FftParams {
    /// Outer stride, inner stride, stride and first element of the source.
    source: vec4u,
    /// The same of the target.
    target_at: vec4u,
    /// Lines of all workgroups.
    lines: u32,
    /// Lines that are `inner_stride` apart.
    inner: u32,
    /// Complex elements of a line.
    length: u32,
    /// Elements that are stored of each line.
    kept: u32,
    /// The radices of the stages, four bits each, the first in the lowest bits.
    radices: u32,
    /// Lines per workgroup, where that is not a constant.
    group: u32,
    /// 1: inverse transform, which is the forward one with real and imaginary parts swapped before and after.
    is_inverse: u32,
    /// Factor of the results, in two parts.
    scale: f32,
    scale_low: f32,
    /// Lines per root of a split line, and its number of roots.
    root_each: u32,
    root_count: u32,
    padding: u32,
}

/// The first element of a line.
fn line_start(line: u32, inner: u32, strides: vec4u) -> u32 {
    return strides.w + (line / inner) * strides.x + (line % inner) * strides.y;
}
