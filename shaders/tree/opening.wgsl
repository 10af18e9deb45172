// uses: tree/from_monopoles | tree/from_quadrupoles
/// Whether a cell with these moments may pull as a whole over this squared distance. If anything overflows, it may not.
fn is_far(second_moment: f32, radius_squared: f32, squared: f32, limit: f32) -> bool {
    let softened = squared + tree_of.softening_squared;
    let error = neglected(second_moment / softened, radius_squared / softened) / softened;
    let by_angle = radius_squared <= tree_of.theta_squared * squared;
    // Outside the sphere that holds its bodies: then none of them is in the group.
    return squared > radius_squared && select(by_angle, error <= limit, limit >= 0.0);
}
