// uses: gravity/law, tree/from_monopoles | tree/from_quadrupoles, tree/pulls,
//       tree/ranks | tree/ranks_by_subgroups, tree/reach
// Cells that are far from a whole group pull on its centre, once, instead of on each of its bodies: by a local expansion, as in
// fast multipole codes (Dehnen, J. Comput. Phys. 179 (2002) 27). It holds the acceleration at the centre and its first and second
// derivatives, which each body evaluates at the end of the walk. Each thread takes a cell, so a round of cells takes about as long
// as three that pull directly.
//
// Orders of cell and group add up: monopoles have two derivatives, quadrupoles none. Lengths within the group are in units of
// its radius, so that nothing overflows that a body's own pull would not.

/// Sums of pulls at the centre of the group, and their derivatives times its radius.
struct Expansion {
    /// Acceleration, and the potential.
    center: vec4f,
    /// First derivatives: xx, yy, zz; xy, yz, zx.
    slope: vec3f,
    slope_mixed: vec3f,
    /// Second derivatives: xxx, yyy, zzz; xxy, yyz, zzx; xxz, yyx, zzy; xyz.
    bend: vec3f,
    bend_next: vec3f,
    bend_last: vec3f,
    bend_mixed: f32,
}

/// What is left out of the pull of the second moments, as a multiple of second moment times ratio, and of the monopole's third derivative.
/// Both are larger than a single cell needs: neighbours err in the same direction. With a quarter of each, the 99th
/// percentile of the errors is 1.4 times as large, and the walk takes 8 % less (1,048,576 bodies on an H200).
const LEFT_OF_MOMENTS: f32 = 16.0;
const LEFT_OF_MASS: f32 = 64.0;

/// Whether a cell that may pull as a whole may pull on the centre of the group, at this distance. The error is estimated at the
/// nearest place of the group from the first terms that are left out: those of the cell, those of both, and the third derivative of
/// the monopole.
fn is_remote(second_moment: f32, radius_squared: f32, mass: f32, distance: f32, limit: f32) -> bool {
    let reach = group_of.radius;
    let gap = distance - reach;
    let softened = fma(gap, gap, cell_length_squared(tree_of.softening_squared));
    let ratio = reach * inverseSqrt(softened);
    let moment = second_moment / softened;
    let own = neglected(moment, radius_squared / softened);
    let error = (own + ratio * fma(LEFT_OF_MASS * mass, ratio * ratio, LEFT_OF_MOMENTS * moment)) / softened;
    let size = sqrt(radius_squared) + reach;
    let by_angle = size <= sqrt(tree_of.theta_squared) * distance;
    let by_error = error <= limit;
    return distance > size && select(by_angle, by_error, limit >= 0.0);
}

/// Adds a chunk of cells to this thread's part of the expansion.
fn expand_cells(expansion: ptr<function, Expansion>, first: u32, thread: u32) {
    for (var k = thread; k < CHUNK; k += THREADS) {
        let cell = cell_of(far[LISTED - 1u - first - k]);
        let offset = cell.center_mass.xyz - group_of.center;
        let scale = inverse_distance_to_cell(offset, tree_of.softening_squared, SOFTENED == 1u);
        let way = offset * scale;
        let ratio = group_of.radius * scale;
        let strength = cell.center_mass.w * scale * scale * ratio;
        let curved = 3.0 * strength;
        let twisted = curved * ratio;
        let squares = way * way;
        let weighed = fma(vec3f(5.0 * twisted), squares, vec3f(-twisted));
        (*expansion).center = with_cell((*expansion).center, group_of.center, cell, tree_of.softening_squared);
        (*expansion).slope += fma(vec3f(curved), squares, vec3f(-strength));
        (*expansion).slope_mixed = fma(curved * way, way.yzx, (*expansion).slope_mixed);
        (*expansion).bend = fma(weighed - 2.0 * twisted, way, (*expansion).bend);
        (*expansion).bend_next = fma(weighed, way.yzx, (*expansion).bend_next);
        (*expansion).bend_last = fma(weighed, way.zxy, (*expansion).bend_last);
        (*expansion).bend_mixed = fma(5.0 * twisted * way.x, way.y * way.z, (*expansion).bend_mixed);
    }
}

/// The sum of the parts of all threads.
fn whole_expansion(part: Expansion, thread: u32) -> Expansion {
    let first = sum_of(thread, vec4f(part.slope, part.bend_mixed));
    return Expansion(
        sum_of(thread, part.center),
        first.xyz,
        sum_of(thread, vec4f(part.slope_mixed, 0.0)).xyz,
        sum_of(thread, vec4f(part.bend, 0.0)).xyz,
        sum_of(thread, vec4f(part.bend_next, 0.0)).xyz,
        sum_of(thread, vec4f(part.bend_last, 0.0)).xyz,
        first.w
    );
}

/// `sum` plus the expansion at a place.
fn with_expansion(sum: vec4f, place: vec3f, at: Expansion) -> vec4f {
    let offset = (place - group_of.center) * group_of.inverse_radius;
    let squares = offset * offset;
    let mixed = offset * offset.yzx;
    let linear = at.slope * offset + at.slope_mixed * offset.yzx + at.slope_mixed.zxy * offset.zxy;
    let diagonal = at.bend * squares + at.bend_last.yzx * squares.yzx + at.bend_next.zxy * squares.zxy;
    let square = 0.5 * diagonal + at.bend_next * mixed + at.bend_last * mixed.zxy + at.bend_mixed * mixed.yzx;
    let pull = at.center.xyz + linear + square;
    if (POTENTIAL == 0u) {
        return vec4f(sum.xyz + pull, sum.w);
    }
    let along = dot(offset, at.center.xyz + 0.5 * linear + square / 3.0);
    return sum + vec4f(pull, fma(-group_of.radius, along, at.center.w));
}
