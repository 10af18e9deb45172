// uses: gravity/law, tree/from_monopoles | tree/from_quadrupoles
/// From here on, sums of moments and squared distances count as overflown.
const OVERFLOWN: f32 = 3e38;

/// Whether a cell with these moments may pull as a whole over this squared distance. If anything overflows, it may not.
fn is_far(second_moment: f32, radius_squared: f32, squared: f32, limit: f32) -> bool {
    let softened = squared + cell_length_squared(tree_of.softening_squared);
    let error = neglected(second_moment / softened, radius_squared / softened) / softened;
    let by_angle = radius_squared <= tree_of.theta_squared * squared;
    // Not a number is not less either. What the radius is then depends on the adapter's `max`.
    let is_held = second_moment + squared < OVERFLOWN;
    // Outside the sphere that holds its bodies: then none of them is in the group.
    return is_held && squared > least_squared(radius_squared, tree_of.softening_squared) && select(by_angle, error <= limit, limit >= 0.0);
}
