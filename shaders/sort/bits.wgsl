// uses: sort/digits, sort/key_*, sort/key_u64 | sort/word
// Finds the bits in which keys differ: for each digit, the bits that are 1 in every key, and those that are 0 in every key.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<uniform> sort_of: SortParams;
@group(0) @binding(1) var<storage, read> length: array<u32>;
@group(0) @binding(2) var<storage, read> keys: array<Key>;
/// One word of each kind per digit, stored as its complement so that it can start at zero.
@group(0) @binding(3) var<storage, read_write> seen_bits: array<atomic<u32>>;

var<workgroup> shared_bits: array<atomic<u32>, 16>;

@compute @workgroup_size(WORKGROUP)
fn bits(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    for (var i = thread; i < 16u; i += WORKGROUP) {
        atomicStore(&shared_bits[i], 0u);
    }
    workgroupBarrier();
    let count = min(length[0], sort_of.capacity);
    var ones = Key();
    var zeros = Key();
    let stride = groups.x * groups.y * WORKGROUP;
    for (var i = (group.y * groups.x + group.x) * WORKGROUP + thread; i < count; i += stride) {
        let key = directed(keys[i]);
        ones |= key;
        zeros |= ~key;
    }
    for (var turn = 0u; turn < sort_of.turns; turn++) {
        atomicOr(&shared_bits[2u * turn], bits_of(ones, shift_of(turn), mask_of(turn)));
        atomicOr(&shared_bits[2u * turn + 1u], bits_of(zeros, shift_of(turn), mask_of(turn)));
    }
    workgroupBarrier();
    for (var i = thread; i < 2u * sort_of.turns; i += WORKGROUP) {
        atomicOr(&seen_bits[i], atomicLoad(&shared_bits[i]));
    }
}
