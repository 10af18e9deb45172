// uses: monoid/*, monoid/quads | monoid/vector_quads
/// Results replace the elements in place.
@group(0) @binding(3) var<storage, read_write> source: array<Quad>;

fn put(quad: u32, value: Quad) {
    source[quad] = value;
}

fn put_one(quad: u32, i: u32, value: Element) {
    source[quad][i] = value;
}
