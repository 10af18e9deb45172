// uses: grid, mesh/cells
// Multiplies a spectrum by that of the potential of a unit mass, which is real.

const WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> mesh: MeshParams;
@group(0) @binding(1) var<storage, read_write> spectrum: array<vec2f>;
@group(0) @binding(2) var<storage, read> unit_spectrum: array<vec2f>;

@compute @workgroup_size(WORKGROUP)
fn convolve(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i < mesh.elements) {
        spectrum[i] *= unit_spectrum[i].x;
    }
}
