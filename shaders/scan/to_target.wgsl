// uses: monoid/*, monoid/quads | monoid/vector_quads
/// Elements come from one buffer, results go to another.
@group(0) @binding(2) var<storage, read> source: array<Quad>;
@group(0) @binding(3) var<storage, read_write> scanned: array<Quad>;

fn put(quad: u32, value: Quad) {
    scanned[quad] = value;
}

fn put_one(quad: u32, i: u32, value: Element) {
    scanned[quad][i] = value;
}
