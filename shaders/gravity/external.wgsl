// uses: real_f32 | real_f64
/// The external field of a scene: `ExternalField` in Rust has the formulas. Each number has a second part for double precision.
struct ExternalParams {
    /// The uniform acceleration; the mass of the point.
    uniform_point: vec4f,
    uniform_point_low: vec4f,
    /// The halo's speed², core² and 1 / flattening²; the square of the point's softening.
    halo: vec4f,
    halo_low: vec4f,
    /// The disk's mass, length and height²; unused.
    disk: vec4f,
    disk_low: vec4f,
}

fn joined4(high: vec4f, low: vec4f) -> real4 {
    return real4(joined(high.x, low.x), joined(high.y, low.y), joined(high.z, low.z), joined(high.w, low.w));
}

/// The acceleration (x, y, z) and the potential (w) of the field at a place. Terms of strength 0 add nothing, wherever it is; they are
/// selected and not skipped, because lavapipe compiles kernels anew for each value in a uniform that decides where they branch.
fn field_at(place: real3, parts: ExternalParams) -> real4 {
    let steady = joined4(parts.uniform_point, parts.uniform_point_low);
    let halo = joined4(parts.halo, parts.halo_low);
    let disk = joined4(parts.disk, parts.disk_low);
    let sum = real4(steady.xyz, -dot(steady.xyz, place));
    return sum + of_point(place, steady.w, halo.w) + of_halo(place, halo.xyz) + of_disk(place, disk.xyz);
}

/// `term` times a strength, which may be 0 where the term is infinite.
fn times(strength: real, term: real4) -> real4 {
    return select(real4(), strength * term, strength > real());
}

fn of_point(place: real3, mass: real, softening_squared: real) -> real4 {
    let inverse = inverse_at(dot(place, place) + softening_squared);
    return times(mass, real4(-(inverse * inverse * inverse) * place, -inverse));
}

/// The halo of this speed², core² and 1 / flattening².
fn of_halo(place: real3, halo: real3) -> real4 {
    let way = place * real3(real(1.0), real(1.0), halo.z);
    let squared = fma(way.z, place.z, fma(place.y, place.y, fma(place.x, place.x, halo.y)));
    let inverse = inverse_at(squared);
    return times(halo.x, real4(-(inverse * inverse) * way, real(0.5) * log_of(squared)));
}

/// The disk of this mass, length and height².
fn of_disk(place: real3, disk: real3) -> real4 {
    let high = fma(place.z, place.z, disk.z);
    let inverse_height = inverse_at(high);
    let reach = disk.y + high * inverse_height;
    let inverse = inverse_at(fma(reach, reach, dot(place.xy, place.xy)));
    let way = real3(place.xy, place.z * reach * inverse_height);
    return times(disk.x, real4(-(inverse * inverse * inverse) * way, -inverse));
}

/// 1 / sqrt(x); 0 of 0, where no direction is preferred.
fn inverse_at(squared: real) -> real {
    return select(real(), inverse_root(max(squared, real(1.17549435e-38))), squared > real());
}
