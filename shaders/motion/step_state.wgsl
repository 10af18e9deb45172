/// The current step of a run with adaptive steps. Times have two parts each, added as in `motion/state_pair`.
struct StepState {
    /// Time from the first adaptive step to the end of this one.
    time: vec2f,
    step: vec2f,
    previous: vec2f,
    /// The largest acceleration since this step was chosen, as bits: non-negative floats and their bits have the same order.
    largest: atomic<u32>,
    padding: u32,
}
