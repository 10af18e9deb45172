// uses: diagnostics/is_finite, grid, monoid/bounds, opaque, tree/tree
// Computes boxes that together enclose all finite bodies. Needs the monoid of boxes.

const WORKGROUP: u32 = 64u;
/// Loads that each thread keeps in flight.
const LOADS: u32 = 4u;

@group(0) @binding(0) var<uniform> tree_of: TreeParams;
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> boxes: array<Bounds>;

@compute @workgroup_size(WORKGROUP)
fn extent(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    let count = opaque(tree_of.count, arrayLength(&position));
    let stride = opaque(tree_of.boxes, arrayLength(&boxes));
    if (i >= stride) {
        return;
    }
    var bounds = identity();
    for (var first = i; first < count; first += LOADS * stride) {
        var loaded: array<vec4f, LOADS>;
        for (var k = 0u; k < LOADS; k++) {
            loaded[k] = position[min(first + k * stride, count - 1u)];
        }
        for (var k = 0u; k < LOADS; k++) {
            if (is_finite(loaded[k].xyz) && is_finite(loaded[k].www)) {
                bounds = combine(bounds, Bounds(loaded[k], loaded[k]));
            }
        }
    }
    boxes[i] = bounds;
}
