// Bank conflicts: workgroup memory consists of banks, 32 on most GPUs; neighbouring words are in neighbouring banks. A bank gives
// out one word at a time. Threads of a subgroup that want different words of one bank wait for each other.

const WORKGROUP: u32 = 256u;
/// Words among which the threads' first reads lie; a power of two.
const SPAN: u32 = 2048u;
/// Words of the tile: the other reads of an iteration lie up to seven rows of 32 words behind the first.
const TILE: u32 = SPAN + 7u * 32u;
const MULTIPLIER: u32 = 0x9e3779b1u;

struct BankParams {
    /// Iterations, each of eight reads.
    steps: u32,
    /// How many words apart neighbouring threads read.
    stride: u32,
    /// Number of workgroups.
    groups: u32,
}

@group(0) @binding(0) var<storage, read> params: BankParams;
@group(0) @binding(1) var<storage, read_write> results: array<u32>;

var<workgroup> tile: array<u32, TILE>;

@compute @workgroup_size(WORKGROUP)
fn bank_conflicts(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let block = group.y * groups.x + group.x;
    if (block >= params.groups) {
        return;
    }
    for (var j = thread; j < TILE; j += WORKGROUP) {
        tile[j] = (block * TILE + j) * MULTIPLIER;
    }
    workgroupBarrier();
    var sum = 0u;
    for (var i = 0u; i < params.steps; i++) {
        // All eight words are in the same bank, so the iteration has the conflicts of its first read eight times. With few other
        // instructions beside them, the reads decide how long it takes.
        let at = (thread * params.stride + i) & (SPAN - 1u);
        sum += tile[at] + tile[at + 32u] + tile[at + 64u] + tile[at + 96u];
        sum += tile[at + 128u] + tile[at + 160u] + tile[at + 192u] + tile[at + 224u];
    }
    results[block * WORKGROUP + thread] = sum;
}
