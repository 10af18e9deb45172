// uses: monoid/quads | monoid/vector_quads, scan/access, scan/block, scan/from_keys | scan/plain, scan/quad
// Combines the elements of each tile in a band.

/// Threads per workgroup.
const WORKGROUP: u32 = 256u;
/// Quads of elements per thread.
const QUADS: u32 = 8u;

@group(0) @binding(0) var<uniform> scan_of: ScanParams;
@group(0) @binding(1) var<storage, read> length: array<u32>;
@group(0) @binding(4) var<storage, read_write> total: array<State>;

var<workgroup> quads: array<State, QUADS * WORKGROUP + QUADS * WORKGROUP / 32u>;

fn place(quad: u32) -> u32 {
    return quad + quad / 32u;
}

@compute @workgroup_size(WORKGROUP)
fn totals(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    // A grid of several rows may have more workgroups than the band has tiles: stop at the end of this band.
    let end = 4u * WORKGROUP * QUADS * (scan_of.first_tile + scan_of.tiles);
    let count = min(min(length[0], scan_of.capacity), end);
    let index = group.y * groups.x + group.x;
    let first = (scan_of.first_tile + index) * WORKGROUP * QUADS;
    if (4u * first >= count) {
        return;
    }
    var loaded: array<Quad, QUADS>;
    if (4u * (first + WORKGROUP * QUADS) <= count) {
        for (var i = 0u; i < QUADS; i++) {
            loaded[i] = load(first + i * WORKGROUP + thread);
        }
    } else {
        for (var i = 0u; i < QUADS; i++) {
            loaded[i] = load_rest(first + i * WORKGROUP + thread, count);
        }
    }
    for (var i = 0u; i < QUADS; i++) {
        let heads = heads_of(first + i * WORKGROUP + thread, count);
        quads[place(i * WORKGROUP + thread)] = state_of_quad(loaded[i], heads);
    }
    workgroupBarrier();
    var own = start();
    for (var i = 0u; i < QUADS; i++) {
        own = join(own, quads[place(thread * QUADS + i)]);
    }
    let block = scan_block(thread, own);
    if (thread == 0u) {
        total[index] = block.all;
    }
}
