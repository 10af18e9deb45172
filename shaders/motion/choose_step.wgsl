// uses: motion/state_pair, motion/step_state, opaque
// Chooses the length of the next step from the largest acceleration: eta sqrt(softening / acceleration), at most the time step.
// Symmetric in time, if the integrator is: the inverse lengths of this step and of the one on the other side of that acceleration
// have the mean 1 / (that length), as in Huang and Leimkuhler's adaptive Verlet method (1997). So the energy does not drift.
// Writes it where the step's kernels read their times, each of which is a multiple of this step or of the preceding one.

const WORKGROUP: u32 = 1u;
/// How far a step may be from the length that the acceleration asks for. Beyond it, the step takes that length and the symmetry
/// restarts: another body has the largest acceleration, and steps would alternate between long and short.
const LEEWAY: f32 = 0.125;

struct ChooseStepParams {
    /// The longest step allowed, in two parts.
    time_step: vec2f,
    /// eta sqrt(softening).
    factor: f32,
    /// Number of times to write.
    count: u32,
    zero: u32,
    /// How many steps back that other step is; 0 for lengths without symmetry.
    mirrored: u32,
}

struct StepTime {
    /// Multiple of the step, in two parts.
    coefficient: vec2f,
    /// Index among the times, in pairs of words.
    place: u32,
    is_previous: u32,
}

@group(0) @binding(0) var<uniform> choose_of: ChooseStepParams;
@group(0) @binding(1) var<storage, read> step_times: array<StepTime>;
@group(0) @binding(2) var<storage, read_write> state: StepState;
/// The parameters of all kernels of the step.
@group(0) @binding(3) var<storage, read_write> times_set: array<vec2f>;

/// A number in two parts, as a vector of which only the first component is used.
fn number(parts: vec2f) -> Vector {
    return Vector(vec3f(parts.x, 0.0, 0.0), vec3f(parts.y, 0.0, 0.0));
}

@compute @workgroup_size(WORKGROUP)
fn choose_step() {
    protect_rounding(choose_of.zero);
    let acceleration = bitcast<f32>(atomicLoad(&state.largest));
    let wanted = min(choose_of.factor * inverseSqrt(max(acceleration, 1e-37)), choose_of.time_step.x);
    let other = select(state.step.x, state.previous.x, choose_of.mirrored == 2u);
    var step = wanted;
    // There is none at the start and after a change from outside.
    if (choose_of.mirrored > 0u && other > 0.0 && abs(1.0 - wanted / other) <= LEEWAY) {
        step = wanted / (2.0 - wanted / other);
    }
    let is_short = step < choose_of.time_step.x;
    state.previous = state.step;
    state.step = select(choose_of.time_step, vec2f(step, 0.0), is_short);
    atomicStore(&state.largest, 0u);
    let time = settled(plus(number(state.time), number(state.step)));
    state.time = vec2f(time.high.x, time.low.x);
    let count = opaque(choose_of.count, arrayLength(&step_times));
    for (var i = 0u; i < count; i++) {
        let entry = step_times[i];
        let unit = select(state.step, state.previous, entry.is_previous == 1u);
        let product = times(number(entry.coefficient), unit);
        times_set[entry.place] = vec2f(product.high.x, product.low.x);
    }
}
