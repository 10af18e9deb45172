// uses: grid
// Gathers where evenly spaced bodies are, each with its component, to be copied to the host.

const WORKGROUP: u32 = 64u;

struct SampleParams {
    /// Distance from one body of the sample to the next.
    stride: u32,
    /// Number of bodies in the sample.
    count: u32,
    padding_0: u32,
    padding_1: u32,
}

@group(0) @binding(0) var<uniform> sample_of: SampleParams;
@group(0) @binding(1) var<storage, read> position: array<vec4f>;
@group(0) @binding(2) var<storage, read> velocity: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> sampled: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn sample(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= sample_of.count) {
        return;
    }
    let body = i * sample_of.stride;
    sampled[i] = vec4f(position[body].xyz, velocity[body].w);
}
