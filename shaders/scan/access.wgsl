// uses: monoid/*, monoid/quads | monoid/vector_quads, scan/to_source | scan/to_target
fn load(quad: u32) -> Quad {
    return source[quad];
}

/// The last quad, with the identity in place of the elements past the end.
fn load_rest(quad: u32, count: u32) -> Quad {
    var loaded: Quad;
    for (var i = 0u; i < 4u; i++) {
        loaded[i] = identity();
        if (4u * quad + i < count) {
            loaded[i] = source[quad][i];
        }
    }
    return loaded;
}

fn store(quad: u32, value: Quad, count: u32) {
    if (4u * quad + 4u <= count) {
        put(quad, value);
        return;
    }
    for (var i = 0u; i < 4u && 4u * quad + i < count; i++) {
        put_one(quad, i, value[i]);
    }
}
