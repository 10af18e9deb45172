/// Groups are of bodies as they come, wherever they are, which shows what sorting them is worth. All have to be finite.
@group(0) @binding(9) var<storage, read> position: array<vec4f>;

fn place_of(i: u32) -> vec3f {
    return position[i].xyz;
}

fn body_of(i: u32) -> u32 {
    return i;
}

/// Number of bodies to walk for.
fn targets() -> u32 {
    return levels.bodies;
}

/// Where the tree has the body in this place.
fn source_of(i: u32) -> u32 {
    return i;
}
