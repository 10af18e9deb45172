// uses: compact/from_flags | compact/from_predicate, grid
// Moves the kept elements together, to the places that a scan of their marks has found.

const WORKGROUP: u32 = 256u;
/// Words per element.
const WORDS: u32 = 1u;

struct CompactParams {
    capacity: u32,
}

@group(0) @binding(0) var<uniform> compact_of: CompactParams;
/// Number of elements that take part.
@group(0) @binding(1) var<storage, read> length: array<u32>;
/// Number of kept elements before each element.
@group(0) @binding(4) var<storage, read> places: array<u32>;
@group(0) @binding(5) var<storage, read_write> kept: array<u32>;
/// Number of kept elements.
@group(0) @binding(6) var<storage, read_write> number: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn compact(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    let count = min(length[0], compact_of.capacity);
    if (i == 0u && count == 0u) {
        number[0] = 0u;
    }
    if (i >= count) {
        return;
    }
    let is_one = is_kept_at(i);
    if (is_one) {
        for (var word = 0u; word < WORDS; word++) {
            kept[places[i] * WORDS + word] = source[i * WORDS + word];
        }
    }
    if (i + 1u == count) {
        number[0] = places[i] + u32(is_one);
    }
}
