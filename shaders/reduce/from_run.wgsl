// uses: monoid/*, monoid/quads | monoid/vector_quads
/// What each thread combines: its part of a workgroup's run of elements. The order depends on the counts alone, so the result is the
/// same in every run.
struct ReduceParams {
    /// Elements that the buffer can hold.
    capacity: u32,
    /// Number of runs.
    groups: u32,
    /// 1: all of them take part, and nobody waits for a length from memory.
    is_whole: u32,
}

@group(0) @binding(0) var<uniform> reduce_of: ReduceParams;
/// Number of elements that take part.
@group(0) @binding(1) var<storage, read> length: array<u32>;
@group(0) @binding(2) var<storage, read> source: array<Quad>;
@group(0) @binding(3) var<storage, read_write> result: array<Element>;

fn whole(quad: Quad) -> Element {
    return combine(combine(quad[0], quad[1]), combine(quad[2], quad[3]));
}

/// Combines those elements of a quad that take part.
fn rest(quad: u32, count: u32) -> Element {
    if (quad < count / 4u) {
        return whole(source[quad]);
    }
    var value = identity();
    for (var i = 0u; i < 4u && 4u * quad + i < count; i++) {
        value = combine(value, source[quad][i]);
    }
    return value;
}

fn rounded_up(a: u32, b: u32) -> u32 {
    return (a + b - 1u) / b;
}

fn number_of_elements() -> u32 {
    if (reduce_of.is_whole == 1u) {
        return reduce_of.capacity;
    }
    return min(length[0], reduce_of.capacity);
}

/// Combines the thread's part of a run: neighbouring threads read neighbouring quads, or if ORDERED, each thread its own stretch.
fn part_of_run(run: u32, thread: u32) -> Element {
    let count = number_of_elements();
    let quads = count / 4u + min(count % 4u, 1u);
    let rounds = rounded_up(rounded_up(quads, WORKGROUP * QUADS), reduce_of.groups);
    let stride = select(WORKGROUP, 1u, ORDERED == 1u);
    let first = run * rounds * WORKGROUP * QUADS + thread * select(1u, rounds * QUADS, ORDERED == 1u);
    var value = identity();
    for (var round = 0u; round < rounds; round++) {
        let at = first + round * QUADS * stride;
        if (at + (QUADS - 1u) * stride < count / 4u) {
            var loaded: array<Quad, QUADS>;
            for (var i = 0u; i < QUADS; i++) {
                loaded[i] = source[at + i * stride];
            }
            for (var i = 0u; i < QUADS; i++) {
                value = combine(value, whole(loaded[i]));
            }
        } else {
            for (var i = 0u; i < QUADS; i++) {
                value = combine(value, rest(at + i * stride, count));
            }
        }
    }
    return value;
}
