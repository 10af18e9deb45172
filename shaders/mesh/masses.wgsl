// uses: grid, mesh/cells, mesh/place
// The mass of each node as a float, zero where there is none, and zeros for the next deposit.

const WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> mesh: MeshParams;
/// Low and high words.
@group(0) @binding(1) var<storage, read_write> words: array<vec2u>;
@group(0) @binding(2) var<storage, read_write> values: array<f32>;
/// One: where the grid lies.
@group(0) @binding(7) var<storage, read> places: array<MeshPlace>;

@compute @workgroup_size(WORKGROUP)
fn masses(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    let whole = mesh.whole;
    if (i >= whole * whole * whole) {
        return;
    }
    var at = i;
    var is_inside = true;
    // Divisions take longer than the memory, so a periodic grid does without.
    if (mesh.side < whole) {
        let node = vec3u(i % whole, i / whole % whole, i / whole / whole);
        at = (node.z * mesh.side + node.y) * mesh.side + node.x;
        is_inside = all(node < vec3u(mesh.side));
    }
    var mass = 0.0;
    if (is_inside) {
        mass = (f32(words[at].y) * 4294967296.0 + f32(words[at].x)) * places[0].unit;
        words[at] = vec2u();
    }
    values[i] = mass;
}
