// Combines the elements of each of `groups` equal runs into one. Together with a monoid: Element, Quad, identity, combine.
// The order is fixed by the counts alone, so that the result is the same in every run.

/// Threads in a workgroup; a power of two.
const WORKGROUP: u32 = 256u;
/// Loads that a thread has under way at once, of four elements each.
const QUADS: u32 = 4u;
/// Whether elements are combined in their order, for operators whose operands do not commute: memory is then read less evenly.
const ORDERED: u32 = 0u;

struct ReduceOf {
    /// Elements that the buffer holds.
    capacity: u32,
    /// Runs in all.
    groups: u32,
}

@group(0) @binding(0) var<uniform> reduce_of: ReduceOf;
/// How many of the elements take part.
@group(0) @binding(1) var<storage, read> length: array<u32>;
@group(0) @binding(2) var<storage, read> source: array<Quad>;
@group(0) @binding(3) var<storage, read_write> result: array<Element>;

var<workgroup> partial: array<Element, WORKGROUP>;

fn whole(quad: Quad) -> Element {
    return combine(combine(quad[0], quad[1]), combine(quad[2], quad[3]));
}

/// What the elements of a quad that take part combine to.
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
