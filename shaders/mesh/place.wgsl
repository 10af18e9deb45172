/// Where a grid lies, and the units of its masses.
struct MeshPlace {
    /// The first node, and nodes per unit of length.
    low: vec3f,
    scale: f32,
    /// The mass of one unit of the integers in which masses are summed, as its inverse and itself.
    units: f32,
    unit: f32,
    /// The square of the softening, in nodes, where pairs are corrected.
    softness: f32,
    padding: u32,
}
