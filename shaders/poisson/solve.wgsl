// uses: fft/complex, fft/lanes, fft/params, real_f32
// Solves Poisson's equation for each wave number along the rows: transforms a column, divides by the operator's factors, and
// transforms back, in one pass over memory.

@group(0) @binding(0) var<uniform> fft_of: FftParams;
/// The roots of each stage: exp(-2 pi i j r / (radix * span)) at r * span + j.
@group(0) @binding(1) var<storage, read> twiddles: array<complex>;
@group(0) @binding(2) var<storage, read_write> results: array<complex>;
/// The factors of second derivatives along rows and columns, by wave number. Both are 0 for the mean.
@group(0) @binding(3) var<storage, read> along_rows: array<real>;
@group(0) @binding(4) var<storage, read> along_columns: array<real>;

@compute @workgroup_size(LANES * LINES)
fn solve(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let lane = select(thread % LANES, thread / LINES, ACROSS == 1u);
    let own = select(thread / LANES, thread % LINES, ACROSS == 1u);
    let line = (group.y * groups.x + group.x) * LINES + own;
    let is_line = line < fft_of.lines;
    let start = line_start(line, fft_of.inner, fft_of.source);
    var x: array<complex, 16>;
    if (is_line) {
        for (var m = 0u; m < 16u; m++) {
            x[m] = results[start + (lane + LANES * m) * fft_of.source.z];
        }
    }
    transform(&x, lane, own);
    let along_row = along_rows[min(line, fft_of.lines - 1u)];
    for (var m = 0u; m < 16u; m++) {
        let factor = along_row + along_columns[lane + LANES * m];
        // Swapped, because the way back is the way forth with real and imaginary parts swapped.
        x[m] = select(x[m].yx * (fft_of.scale / factor), complex(), factor == 0.0);
    }
    workgroupBarrier();
    transform(&x, lane, own);
    if (is_line) {
        for (var m = 0u; m < 16u; m++) {
            results[start + (lane + LANES * m) * fft_of.source.z] = x[m].yx;
        }
    }
}
