// uses: conjugate_gradient/state, real_f32 | real_f64
// Compares the new residual with the limit, and decides how much of the last direction to keep. One thread.

const WORKGROUP: u32 = 1u;

/// Curvature along the last direction.
@group(0) @binding(0) var<storage, read> curvatures: array<real>;
/// Square of the residual.
@group(0) @binding(1) var<storage, read> squares: array<real>;
@group(0) @binding(2) var<storage, read_write> state: array<real>;

@compute @workgroup_size(WORKGROUP)
fn turn() {
    let status = u32(state[STATUS]);
    let square = squares[0];
    if (status == STARTED) {
        state[FIRST] = square;
        state[ITERATIONS] = real();
        state[SQUARE] = square;
        state[STATUS] = real(select(RUNNING, CONVERGED, square == real()));
    } else if (status == RUNNING) {
        if (curvatures[0] > real()) {
            state[KEPT] = square / state[SQUARE];
            state[ITERATIONS] += real(1);
            state[SQUARE] = square;
            state[STATUS] = real(select(RUNNING, CONVERGED, square <= state[TOLERANCE] * state[FIRST]));
        } else {
            state[STATUS] = real(BROKEN);
        }
    }
}
