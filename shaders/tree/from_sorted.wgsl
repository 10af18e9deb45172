/// Groups are of bodies that are neighbours in the sorted order.
fn place_of(i: u32) -> vec3f {
    return sorted[i].xyz;
}

fn body_of(i: u32) -> u32 {
    return order[i];
}

/// Number of bodies to walk for.
fn targets() -> u32 {
    return levels.bodies;
}

/// Where the tree has the body in this place.
fn source_of(i: u32) -> u32 {
    return i;
}
