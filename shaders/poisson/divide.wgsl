// uses: fft/complex, grid, real_f32 | real_f64
// Divides a spectrum by the operator's factors.

const WORKGROUP: u32 = 256u;

struct DivideParams {
    /// Elements of a row of the spectrum.
    columns: u32,
    /// Elements of all rows.
    count: u32,
}

@group(0) @binding(0) var<uniform> divide_of: DivideParams;
@group(0) @binding(1) var<storage, read_write> spectrum: array<complex>;
/// The factors of second derivatives along rows and columns, by wave number. Both are 0 for the mean.
@group(0) @binding(2) var<storage, read> along_rows: array<real>;
@group(0) @binding(3) var<storage, read> along_columns: array<real>;

@compute @workgroup_size(WORKGROUP)
fn divide(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = thread_index(group, groups, local, WORKGROUP);
    if (i >= divide_of.count) {
        return;
    }
    let factor = along_rows[i % divide_of.columns] + along_columns[i / divide_of.columns];
    if (factor == real()) {
        spectrum[i] = complex();
    } else {
        spectrum[i] *= real(1.0) / factor;
    }
}
