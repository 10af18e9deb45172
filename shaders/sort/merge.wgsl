// uses: sort/digits, sort/key_*, sort/ranks, sort/to_keys | sort/to_pairs
// Merges all sorted blocks in one pass, from the other buffer to the caller's. A key's place is the number of keys before it, counted in
// each block by binary search.

const WORKGROUP: u32 = 256u;
/// Keys per workgroup: neighbours, whose searches read the same memory. The eight threads of a key divide the blocks among them.
const KEYS: u32 = 32u;
/// Keys per block, a power of two.
const BLOCK: u32 = 512u;

@group(0) @binding(0) var<uniform> sort_of: SortParams;
@group(0) @binding(1) var<storage, read> length: array<u32>;
@group(0) @binding(2) var<storage, read_write> keys_own: array<Key>;
@group(0) @binding(3) var<storage, read> keys_other: array<Key>;

/// Where each key goes.
var<workgroup> places: array<atomic<u32>, KEYS>;

/// Whether the key at index `other` comes before one of this rank. Of equal keys, those of earlier blocks do.
fn comes_before(other: u32, rank: vec2u, kept: vec2u, is_earlier: bool, count: u32) -> bool {
    if (other >= count) {
        return false;
    }
    let other_rank = rank_of(keys_other[other], kept);
    return is_less(other_rank, rank) || (is_earlier && all(other_rank == rank));
}

@compute @workgroup_size(WORKGROUP)
fn merge(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let count = min(length[0], sort_of.capacity);
    let own = (group.y * groups.x + group.x) * KEYS + thread % KEYS;
    if (thread < KEYS) {
        atomicStore(&places[thread], own % BLOCK);
    }
    workgroupBarrier();
    var key = Key();
    if (own < count) {
        key = keys_other[own];
        let kept = kept_bits();
        let rank = rank_of(key, kept);
        let blocks = (count + BLOCK - 1u) / BLOCK;
        var before = 0u;
        for (var block = thread / KEYS; block < blocks; block += WORKGROUP / KEYS) {
            if (block == own / BLOCK) {
                continue;
            }
            var end = block * BLOCK;
            for (var stride = BLOCK / 2u; stride > 0u; stride /= 2u) {
                if (comes_before(end + stride - 1u, rank, kept, block < own / BLOCK, count)) {
                    end += stride;
                }
            }
            // The loop tests one key fewer than a block has.
            end += u32(comes_before(end, rank, kept, block < own / BLOCK, count));
            before += end - block * BLOCK;
        }
        atomicAdd(&places[thread % KEYS], before);
    }
    workgroupBarrier();
    if (thread < KEYS && own < count) {
        let place = atomicLoad(&places[thread]);
        keys_own[place] = key;
        if (HAS_VALUES == 1u) {
            store_own_value(place, load_other_value(own));
        }
    }
}
