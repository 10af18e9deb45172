/// Parameters of the kernels that measure a structure.
struct StructureParams {
    /// Shares of the mass whose radii are wanted.
    lagrangian: vec4f,
    /// Shares of the mass within the outer bounds of the first and the last shell.
    shelled: vec2f,
    /// Number of bodies, including those that are not finite.
    count: u32,
    /// Number of threads that take part in a sum.
    threads: u32,
    /// Smallest ratio of the last shell's outer bound to the first's.
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
    /// Radii that enclose shares of the mass.
    lagrangian: vec4f,
    /// Number of finite bodies.
    count: u32,
    /// The largest speed.
    speed_max: f32,
    padding: vec2u,
    /// Outer bound and mass of each shell, from the centre outwards.
    shells: array<vec2f, SHELLS>,
    /// Number of bodies per speed bin.
    speeds: array<u32, SPEED_BINS>,
}

/// Keys are non-negative floats or NaN, so their bits sort like the numbers themselves, and NaN sorts after infinity.
const INFINITY: u32 = 0x7f800000u;
const NO_NUMBER: u32 = 0x7fc00000u;
