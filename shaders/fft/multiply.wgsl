// uses: fft/complex, grid, mesh/from_unit | poisson/from_operator
// Multiplies the spectra of lines that lie side by side by `factor_of`.

const WORKGROUP: u32 = 256u;

struct MultiplyParams {
    /// Lines, and the distance between the elements of one.
    lines: u32,
    /// Elements of all lines.
    count: u32,
}

@group(0) @binding(0) var<uniform> multiply_of: MultiplyParams;
@group(0) @binding(1) var<storage, read_write> spectrum: array<complex>;

@compute @workgroup_size(WORKGROUP)
fn multiply(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i < multiply_of.count) {
        spectrum[i] *= factor_of(i % multiply_of.lines, i / multiply_of.lines, multiply_of.lines);
    }
}
