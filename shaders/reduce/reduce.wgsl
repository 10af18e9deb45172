// uses: monoid/*, monoid/quads | monoid/vector_quads
// Combines each of `groups` equal runs of elements into one. Needs a monoid: Element, Quad, identity, combine.
// The order depends on the counts alone, so the result is the same in every run.

/// Threads per workgroup; a power of two.
const WORKGROUP: u32 = 256u;
/// Loads of four elements that each thread keeps in flight.
const QUADS: u32 = 4u;
/// 1: combine elements in order, for operators that do not commute. Memory access is then less coalesced.
const ORDERED: u32 = 0u;

struct ReduceParams {
    /// Elements that the buffer can hold.
    capacity: u32,
    /// Number of runs.
    groups: u32,
}

@group(0) @binding(0) var<uniform> reduce_of: ReduceParams;
/// Number of elements that take part.
@group(0) @binding(1) var<storage, read> length: array<u32>;
@group(0) @binding(2) var<storage, read> source: array<Quad>;
@group(0) @binding(3) var<storage, read_write> result: array<Element>;

var<workgroup> partial: array<Element, WORKGROUP>;

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

@compute @workgroup_size(WORKGROUP)
fn reduce(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let run = group.y * groups.x + group.x;
    let count = min(length[0], reduce_of.capacity);
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
    partial[thread] = value;
    for (var width = 1u; width < WORKGROUP; width *= 2u) {
        workgroupBarrier();
        if (thread % (2u * width) == 0u) {
            partial[thread] = combine(partial[thread], partial[thread + width]);
        }
    }
    if (thread == 0u && run < reduce_of.groups) {
        result[run] = partial[0];
    }
}
