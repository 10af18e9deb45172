// uses: fft/complex, fft/lanes, fft/params, fft/to_complex | fft/to_split, mesh/from_unit | poisson/from_operator
// Filters lines that lie side by side, in place: transforms them, multiplies their spectra by `factor_of`, and transforms them back,
// in one pass over memory. A line can also be the second half of a split one, whose element i has the wave number of the line and
// `root_count` times i more.

@group(0) @binding(0) var<uniform> fft_of: FftParams;
/// The roots of each stage: exp(-2 pi i j r / (radix * span)) at r * span + j.
@group(0) @binding(1) var<storage, read> twiddles: array<complex>;

@compute @workgroup_size(LANES * LINES)
fn filter_lines(
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
        // unrolled
        for (var m = 0u; m < 16u; m++) {
            x[m] = results[start + (lane + LANES * m) * fft_of.source.z];
        }
    }
    transform(&x, lane, own);
    let side = line % fft_of.inner;
    let wave = min(line, fft_of.lines - 1u) / fft_of.inner;
    // Swapped, because the way back is the way forth with real and imaginary parts swapped.
    // unrolled
    for (var m = 0u; m < 16u; m++) {
        x[m] = x[m].yx * factor_of(side, wave + fft_of.root_count * (lane + LANES * m), fft_of.inner);
    }
    workgroupBarrier();
    transform(&x, lane, own);
    if (is_line) {
        // unrolled
        for (var m = 0u; m < 16u; m++) {
            store(start, line, lane + LANES * m, x[m].yx, complex());
        }
    }
}
