// Converts an array of structures to a structure of arrays, for `soa`.

const WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<storage, read> position: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
@group(0) @binding(3) var<storage, read_write> z: array<f32>;
@group(0) @binding(4) var<storage, read_write> mass: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn split(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= arrayLength(&position)) {
        return;
    }
    let body = position[i];
    x[i] = body.x;
    y[i] = body.y;
    z[i] = body.z;
    mass[i] = body.w;
}
