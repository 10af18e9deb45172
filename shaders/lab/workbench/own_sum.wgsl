// A sum: each workgroup has a block of 1024 numbers.

const WORKGROUP: u32 = 256u; // threads per workgroup
const BLOCK: u32 = 1024u; // numbers per workgroup

struct Params {
    count: u32, // how many numbers there are
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> source: array<u32>;
@group(0) @binding(2) var<storage, read_write> total: u32; // 0 at first

var<workgroup> tree: array<u32, WORKGROUP>; // a place for each thread

@compute @workgroup_size(WORKGROUP)
fn own_sum(
    @builtin(workgroup_id) group: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    // Write your kernel here.
}
