/// Sums over points that give their centre of mass, or their mean if they have no mass.
struct Centroid {
    /// Σ m x (x, y, z) and Σ m (w).
    mass_position: vec4f,
    /// Σ x (x, y, z) and the number of points (w).
    position: vec4f,
}

alias Element = Centroid;

fn identity() -> Centroid {
    return Centroid();
}

fn combine(a: Centroid, b: Centroid) -> Centroid {
    return Centroid(a.mass_position + b.mass_position, a.position + b.position);
}

/// The centre of mass; without mass, the mean; without points, the origin.
fn center_of(sums: Centroid) -> vec3f {
    if (sums.mass_position.w > 0.0) {
        return sums.mass_position.xyz / sums.mass_position.w;
    }
    return sums.position.xyz / max(sums.position.w, 1.0);
}
