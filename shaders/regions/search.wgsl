// Finds where the curve is cut in the sorted keys of a region: a thread per cut searches for the first body with the key of the cut,
// and for the first one after it. The first cut is the least key of bodies that are not finite.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<storage, read> cuts: array<vec2u>;
@group(0) @binding(1) var<storage, read> keys: array<vec2u>;
@group(0) @binding(2) var<uniform> search_of: SearchParams;
@group(0) @binding(3) var<storage, read_write> ends: array<vec2u>;

struct SearchParams {
    /// Number of cuts.
    cuts: u32,
    /// Number of keys.
    keys: u32,
}

/// Whether a key comes before the place of the search.
fn is_before(key: vec2u, cut: vec2u, is_after: bool) -> bool {
    return key.y < cut.y || key.y == cut.y && (key.x < cut.x || is_after && key.x == cut.x);
}

/// Number of keys before the cut, or up to it.
fn first_after(cut: vec2u, is_after: bool) -> u32 {
    var first = 0u;
    var end = min(search_of.keys, arrayLength(&keys));
    while (first < end) {
        let middle = first + (end - first) / 2u;
        if (is_before(keys[middle], cut, is_after)) {
            first = middle + 1u;
        } else {
            end = middle;
        }
    }
    return first;
}

@compute @workgroup_size(WORKGROUP)
fn search(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
    let cut = group.x * WORKGROUP + local;
    if (cut >= min(search_of.cuts, arrayLength(&cuts))) {
        return;
    }
    ends[cut] = vec2u(first_after(cuts[cut], false), first_after(cuts[cut], true));
}
