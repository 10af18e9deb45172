// uses: motion/step_state
// Copies the state of adaptive steps. A step that is spread over several submissions works on the copy.

const WORKGROUP: u32 = 1u;

@group(0) @binding(0) var<storage, read_write> state: StepState;
@group(0) @binding(1) var<storage, read_write> state_copy: StepState;

@compute @workgroup_size(WORKGROUP)
fn copy_step() {
    state_copy.time = state.time;
    state_copy.step = state.step;
    state_copy.previous = state.previous;
    atomicStore(&state_copy.largest, atomicLoad(&state.largest));
}
