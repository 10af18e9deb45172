/// What stands for the bodies of a cell: their sums about the centre of mass. The second moment S = Σ m x x' of their offsets x
/// is kept as 3 S, because that is what a pull needs. It is a sum, so moments of children add up.
struct Moments {
    /// Centre of mass, or the middle of bodies without mass (x, y, z), and mass (w).
    center_mass: vec4f,
    /// 3/2 tr(S).
    half_trace: f32,
    /// xx, yy and zz of 3 S.
    diagonal: vec3f,
    /// xy, xz and yz of 3 S.
    mixed: vec3f,
    /// Square of the largest distance of a body from the centre, or an upper bound.
    radius_squared: f32,
}

/// Keeps a bound above what rounding takes from it.
const MARGIN: f32 = 1.00001;

/// The centre relative to the origin of the sums Σ m x and Σ x.
fn center_from(moved: vec3f, mass: f32, middle: vec3f, number: f32) -> vec3f {
    return select(middle / number, moved / mass, mass > 0.0);
}

/// The sums with another mass of this radius at `offset` from the centre.
fn with_mass(sums: Moments, offset: vec3f, mass: f32, radius: f32) -> Moments {
    let weighed = mass * offset;
    let half = 1.5 * dot(weighed, offset);
    let reach = (length(offset) + radius) * MARGIN;
    return Moments(
        sums.center_mass,
        sums.half_trace + half,
        fma(3.0 * weighed, offset, sums.diagonal),
        fma(3.0 * weighed.xxy, offset.yzz, sums.mixed),
        max(sums.radius_squared, reach * reach)
    );
}

/// Stores the moments of a node in three vectors.
fn store(node: u32, sums: Moments) {
    moments[3u * node] = sums.center_mass;
    moments[3u * node + 1u] = vec4f(sums.diagonal, sums.half_trace);
    moments[3u * node + 2u] = vec4f(sums.mixed, 0.0);
}
