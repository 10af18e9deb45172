// uses: monoid/*
/// A segmented scan: a segment starts wherever a key differs from the preceding one.
@group(0) @binding(6) var<storage, read> keys: array<u32>;

/// The combination of a run of elements, counted from the run's last segment start.
struct State {
    value: Element,
    /// 1 if a segment starts within the run.
    head: u32,
}

fn start() -> State {
    return State(identity(), 0u);
}

fn join(a: State, b: State) -> State {
    if (b.head == 1u) {
        return b;
    }
    return State(combine(a.value, b.value), a.head);
}

fn state_of(element: Element, head: u32) -> State {
    return State(element, head);
}

fn value_of(state: State) -> Element {
    return state.value;
}

fn value_before(state: State, head: u32) -> Element {
    if (head == 1u) {
        return identity();
    }
    return state.value;
}

/// Bit i is set if a segment starts at element i of the quad.
fn heads_of(quad: u32, count: u32) -> u32 {
    var heads = 0u;
    for (var i = 0u; i < 4u; i++) {
        let at = 4u * quad + i;
        if (at > 0u && at < count && keys[at] != keys[at - 1u]) {
            heads |= 1u << i;
        }
    }
    return heads;
}
