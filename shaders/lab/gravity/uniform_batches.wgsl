// uses: gravity/share, lab/gravity/pull
// One thread per body, sources from a uniform buffer. GPUs read uniforms through a cache that serves a whole subgroup at once
// (CUDA's constant memory). It holds 64 KiB, so a pass takes one dispatch per batch of sources. CUDA-Handbook, "const".

const WORKGROUP: u32 = 64u;
/// Sources per batch.
const BATCH: u32 = 4096u;

struct BatchParams {
    /// Index of the batch's first source.
    begin: u32,
    /// Number of sources in the batch.
    len: u32,
    is_first: u32,
    is_last: u32,
}

@group(0) @binding(0) var<uniform> all_pairs_of: AllPairsParams;
@group(0) @binding(1) var<uniform> batch_of: BatchParams;
@group(0) @binding(2) var<uniform> sources: array<vec4f, BATCH>;
@group(0) @binding(3) var<storage, read> position: array<vec4f>;
/// Sums over the preceding batches.
@group(0) @binding(4) var<storage, read_write> sums: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> partial: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn uniform_batches(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let unit = unit_index(all_pairs_of.first_unit, group, groups);
    if (unit >= all_pairs_of.end_unit) {
        return;
    }
    let i = (unit % all_pairs_of.blocks) * WORKGROUP + thread;
    if (i >= all_pairs_of.count) {
        return;
    }
    let own = position[i].xyz;
    var sum = vec4f();
    for (var k = 0u; k < batch_of.len; k++) {
        sum = pull(sum, own, sources[k], batch_of.begin + k != i, all_pairs_of.softening_squared);
    }
    if (batch_of.is_first == 0u) {
        sum += sums[i];
    }
    if (batch_of.is_last == 1u) {
        partial[i] = sum;
    } else {
        sums[i] = sum;
    }
}
