/// The step that is being made, where steps follow the forces. Times come in two parts each, as `motion/state_pair` adds them.
struct StepState {
    /// Time since such steps began, to the end of this one.
    time: vec2f,
    step: vec2f,
    previous: vec2f,
    /// Bits of the largest acceleration since this step was chosen: of numbers that are not negative they have the same order.
    largest: atomic<u32>,
    padding: u32,
}
