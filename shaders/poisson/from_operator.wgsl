// uses: real_f32 | real_f64
/// The factors of second derivatives along rows and columns, by wave number. Both are 0 for the mean.
@group(0) @binding(5) var<storage, read> along_rows: array<real>;
@group(0) @binding(6) var<storage, read> along_columns: array<real>;

/// What turns element i of the spectrum of a column into that of the solution.
fn factor_of(line: u32, i: u32, stride: u32) -> real {
    let factor = along_rows[line] + along_columns[i];
    if (factor == real()) {
        return real();
    }
    return real(1.0) / factor;
}
