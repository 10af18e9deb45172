/// What the kernels that measure a structure are told.
struct StructureOf {
    /// Shares of the mass whose radii are wanted.
    lagrangian: vec4f,
    /// Shares within the first and the last shell's outer bounds.
    shelled: vec2f,
    /// Bodies, those that are not finite among them.
    count: u32,
    /// Threads that take part in a sum.
    threads: u32,
    /// The least ratio of the last shell's outer bound to the first's.
    thinnest: f32,
    padding: u32,
    more_padding: vec2u,
}

const SHELLS: u32 = 32u;
const SPEED_BINS: u32 = 64u;

/// How a system is built, from its centre outwards.
struct Structure {
    /// Centre (x, y, z) and mass (w).
    center_mass: vec4f,
    /// Radii that hold shares of the mass.
    lagrangian: vec4f,
    /// Bodies that are finite.
    count: u32,
    /// The largest speed.
    speed_max: f32,
    padding: vec2u,
    /// Outer bound and mass of each shell, from the centre outwards.
    shells: array<vec2f, SHELLS>,
    /// Bodies by speed.
    speeds: array<u32, SPEED_BINS>,
}

/// Keys that are numbers are not negative, so that their bits have their order. What is no number comes behind infinity.
const INFINITY: u32 = 0x7f800000u;
const NO_NUMBER: u32 = 0x7fc00000u;

/// The length of a vector, of which a square might be beyond single precision: a body may have been thrown far out.
fn length_of(v: vec3f) -> f32 {
    let largest = max(max(abs(v.x), abs(v.y)), abs(v.z));
    if (largest == 0.0) {
        return 0.0;
    }
    return largest * length(v / largest);
}
