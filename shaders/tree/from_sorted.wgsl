/// Groups are of bodies that are neighbours in the sorted order.
fn place_of(i: u32) -> vec3f {
    return sorted[i].xyz;
}

fn body_of(i: u32) -> u32 {
    return order[i];
}
