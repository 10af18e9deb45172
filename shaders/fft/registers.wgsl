// uses: fft/complex, fft/from_complex | fft/from_half | fft/from_target, fft/lanes, fft/params,
//       fft/to_complex | fft/to_half | fft/to_split
// Transforms lines of a power of two that fit into the registers of a workgroup.

@group(0) @binding(0) var<uniform> fft_of: FftParams;
/// The roots of each stage: exp(-2 pi i j r / (radix * span)) at r * span + j.
@group(0) @binding(1) var<storage, read> twiddles: array<complex>;

@compute @workgroup_size(LANES * LINES)
fn registers(
    @builtin(workgroup_id) group: vec3u,
    @builtin(num_workgroups) groups: vec3u,
    @builtin(local_invocation_index) thread: u32,
) {
    let lane = select(thread % LANES, thread / LINES, ACROSS == 1u);
    let own = select(thread / LANES, thread % LINES, ACROSS == 1u);
    let line = (group.y * groups.x + group.x) * LINES + own;
    let is_line = line < fft_of.lines;
    let is_inverse = fft_of.is_inverse == 1u;
    var x: array<complex, 16>;
    if (is_line) {
        let start = line_start(line, fft_of.inner, fft_of.source);
        // unrolled
        for (var m = 0u; m < 16u; m++) {
            let value = load(start, lane + LANES * m);
            x[m] = select(value, value.yx, is_inverse);
        }
    }
    transform(&x, lane, own);
    var mirror: array<complex, 16>;
    if (MIRRORED) {
        mirror = mirrored(&x, lane, own);
    }
    if (is_line) {
        let start = line_start(line, fft_of.inner, fft_of.target_at);
        // unrolled
        for (var m = 0u; m < 16u; m++) {
            store(start, line, lane + LANES * m, select(x[m], x[m].yx, is_inverse), mirror[m]);
        }
    }
}
