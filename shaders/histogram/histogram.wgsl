// Counts how often each value occurs.
//
// A workgroup counts in its own memory first, in as many copies of the bins as fit. Neighbouring threads add to different copies, which
// are also in different banks: few additions collide, even if all values are equal.

const WORKGROUP: u32 = 256u;
/// Most counts in a workgroup's own memory. With more bins, threads rarely collide, so each value is counted globally at once.
const OWN: u32 = 4096u;

struct HistogramParams {
    /// Values that the buffer can hold.
    capacity: u32,
    /// Number of bins; bin 0 counts the value 0.
    bins: u32,
    /// Copies of the bins per workgroup, a power of two; 0 if not even one fits.
    copies: u32,
}

@group(0) @binding(0) var<uniform> histogram_of: HistogramParams;
/// Number of values that take part.
@group(0) @binding(1) var<storage, read> length: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<vec4u>;
/// Must be cleared first.
@group(0) @binding(3) var<storage, read_write> counts: array<atomic<u32>>;

var<workgroup> own: array<atomic<u32>, OWN>;

fn add(value: u32, copy: u32) {
    if (value >= histogram_of.bins) {
        return;
    }
    if (histogram_of.copies > 0u) {
        atomicAdd(&own[value * histogram_of.copies + copy], 1u);
    } else {
        atomicAdd(&counts[value], 1u);
    }
}

fn add_quad(quad: vec4u, copy: u32) {
    add(quad.x, copy);
    add(quad.y, copy);
    add(quad.z, copy);
    add(quad.w, copy);
}

@compute @workgroup_size(WORKGROUP)
fn histogram(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let copies = histogram_of.copies;
    for (var i = thread; i < histogram_of.bins * copies; i += WORKGROUP) {
        atomicStore(&own[i], 0u);
    }
    workgroupBarrier();
    let count = min(length[0], histogram_of.capacity);
    let copy = thread & (max(copies, 1u) - 1u);
    // Each workgroup counts a contiguous range of values.
    let round = 4u * WORKGROUP;
    let in_all = groups.x * groups.y;
    let rounds = (count / 4u / round + in_all) / in_all;
    let first = (group.y * groups.x + group.x) * rounds * round;
    for (var r = 0u; r < rounds; r++) {
        let at = first + r * round + thread;
        if (at + 3u * WORKGROUP < count / 4u) {
            // Keeps four loads in flight. Not an array, because drivers would spill it to memory.
            let a = values[at];
            let b = values[at + WORKGROUP];
            let c = values[at + 2u * WORKGROUP];
            let d = values[at + 3u * WORKGROUP];
            add_quad(a, copy);
            add_quad(b, copy);
            add_quad(c, copy);
            add_quad(d, copy);
        } else {
            for (var i = 0u; i < 4u; i++) {
                let quad = at + i * WORKGROUP;
                for (var j = 0u; j < 4u && 4u * quad + j < count; j++) {
                    add(values[quad][j], copy);
                }
            }
        }
    }
    workgroupBarrier();
    if (copies == 0u) {
        return;
    }
    for (var i = thread; i < histogram_of.bins; i += WORKGROUP) {
        var sum = 0u;
        for (var j = 0u; j < copies; j++) {
            // Neighbouring threads start at different copies, whose banks differ.
            sum += atomicLoad(&own[i * copies + ((i + j) & (copies - 1u))]);
        }
        if (sum > 0u) {
            atomicAdd(&counts[i], sum);
        }
    }
}
