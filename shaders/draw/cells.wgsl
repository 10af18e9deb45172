// uses: draw/light, draw/projection
// The grid of diffuse light: cells over the whole picture and a margin around it, in levels, each half as fine as the last. A
// kernel that includes this file declares `view`, and includes draw/light.

/// Levels of the grid. A body's kernel is about as wide as the cells of the level that it is spread in.
const LEVELS: u32 = 5u;
/// Cells of level 0 between the edge of the picture and that of the grid.
const MARGIN: f32 = 32.0;
/// What is counted in each cell: bodies that shine, bodies of dust, and (if colours show populations) those of bulges.
const KINDS: u32 = 3u;
/// Units of one body in counts of bodies.
const UNIT: f32 = 256.0;

/// Cells along each axis of a level.
fn cells_of(level: u32) -> vec2u {
    return view.cells >> vec2u(level);
}

/// Index of a level's first cell: the sum of the cells of all finer levels, which is a geometric series.
fn first_of(level: u32) -> u32 {
    let four = 4u * view.cells.x * view.cells.y;
    return (four - (four >> (2u * level))) / 3u;
}

/// Where a point lies in the grid, in cells of level 0, and its depth.
fn place_of_point(point: vec3f) -> vec3f {
    if (PROJECTION != 0u) {
        let seen = sight(point);
        return vec3f((image(seen.xyz) * vec2f(0.5, -0.5) + 0.5) * view.picture_cells + MARGIN, seen.w);
    }
    let clip = view.whole_from_world * vec4f(point, 1.0);
    let at = (clip.xy / clip.w * vec2f(0.5, -0.5) + 0.5) * view.picture_cells + MARGIN;
    return vec3f(at, clip.w);
}

/// The same direction beyond the other edge of the whole sphere.
fn twin_of(place: vec3f) -> vec3f {
    let turn = PI * view.per_radian.x * view.picture_cells.x;
    return vec3f(place.x + select(turn, -turn, place.x > 0.5 * f32(view.cells.x)), place.yz);
}

/// Whether a place is in the grid and in front of the lens; false for NaN.
fn is_in_grid(place: vec3f) -> bool {
    return is_seen(place.z) && all(place.xy > vec2f(0.0)) && all(place.xy < vec2f(view.cells));
}

/// One of the four cells around a place (`tap` from 0 to 3): its index, and its share of what is at the place. Cells outside the
/// grid have no share.
struct Tap {
    cell: u32,
    share: f32,
}

fn tap_of(place: vec2f, level: u32, tap: u32) -> Tap {
    let cells = vec2i(cells_of(level));
    let corner = place / f32(1u << level) - 0.5;
    let side = vec2u(tap & 1u, tap >> 1u);
    let cell = vec2i(floor(corner)) + vec2i(side);
    let part = select(1.0 - fract(corner), fract(corner), side == vec2u(1u));
    let is_inside = all(cell >= vec2i(0)) && all(cell < cells);
    let held = vec2u(clamp(cell, vec2i(0), cells - 1));
    return Tap(first_of(level) + held.y * u32(cells.x) + held.x, select(0.0, part.x * part.y, is_inside));
}
