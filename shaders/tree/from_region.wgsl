// uses: tree/tree
/// Groups are of the bodies of a region, neighbours in its own sorted order, whose tree or another region's is walked.
@group(0) @binding(7) var<storage, read> ends: array<vec2u>;
@group(0) @binding(9) var<storage, read> position: array<vec4f>;

fn place_of(i: u32) -> vec3f {
    return position[order[i]].xyz;
}

fn body_of(i: u32) -> u32 {
    return order[i];
}

/// Number of bodies to walk for: the finite ones, unless the tree holds nobody.
fn targets() -> u32 {
    return select(0u, ends[0].x, levels.bodies > 0u);
}

/// Where the tree has the body in this place; another region's tree does not have it.
fn source_of(i: u32) -> u32 {
    return select(0xffffffffu, i, tree_of.is_own == 1u);
}
