// uses: gravity/inverse_distance, gravity/law/cut_off, gravity/law/plummer, gravity/law/spline
// How a pair of bodies attracts each other: by one of the laws in `law/`, whose numbers are those of `ForceLaw` in Rust. Each law gets
// the square of the length at which it sets in, and whether there is any.

/// 0: Plummer's. 1: the cubic spline. 2: none within the length.
const LAW: u32 = 0u;

/// What a unit mass does to a body at some offset: the pull, as a multiple of the offset, and by how much it lowers the potential.
struct Pull {
    strength: real,
    depth: real,
}

/// The pull of a mass as a multiple of the offset, and its relative change per unit of time.
struct Tide {
    strength: real,
    rate: real,
}

fn pull_of(offset: real3, length_squared: real, softened: bool) -> Pull {
    if (LAW == 1u && softened) {
        return spline(offset, length_squared);
    }
    if (LAW == 2u && softened) {
        return cut_off(offset, length_squared);
    }
    return plummer(offset, length_squared, softened);
}

/// The tide of a mass whose offset changes at the rate `approach`.
fn tide_of(mass: real, offset: real3, approach: real3, length_squared: real, softened: bool) -> Tide {
    if (LAW == 1u && softened) {
        return spline_tide(mass, offset, approach, length_squared);
    }
    if (LAW == 2u && softened) {
        return cut_off_tide(mass, offset, approach, length_squared);
    }
    return plummer_tide(mass, offset, approach, length_squared, softened);
}

/// The square of the length that softens the moments of far cells: Plummer's law is the same at every distance, and with the others, far
/// cells are farther than their length.
fn cell_length_squared(length_squared: real) -> real {
    return select(real(), length_squared, LAW == 0u);
}

/// 1 / distance to a far cell, as its moments need it.
fn inverse_distance_to_cell(offset: real3, length_squared: real, softened: bool) -> real {
    return inverse_distance(offset, cell_length_squared(length_squared), softened && LAW == 0u);
}

/// The square of the distance from which on a cell of this radius pulls as a whole: what it holds has to be where the law is Newton's.
fn least_squared(radius_squared: f32, length_squared: f32) -> f32 {
    let apart = sqrt(radius_squared) + sqrt(length_squared);
    return select(apart * apart, radius_squared, LAW == 0u);
}
