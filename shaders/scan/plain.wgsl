// uses: monoid/*
/// One scan over all elements, where a state is just an element.
alias State = Element;

fn start() -> State {
    return identity();
}

fn join(a: State, b: State) -> State {
    return combine(a, b);
}

fn state_of(element: Element, head: u32) -> State {
    return element;
}

fn value_of(state: State) -> Element {
    return state;
}

fn value_before(state: State, head: u32) -> Element {
    return state;
}

fn heads_of(quad: u32, count: u32) -> u32 {
    return 0u;
}
