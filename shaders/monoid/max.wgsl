// uses: monoid/*
/// The largest element; none may be NaN.
fn identity() -> Element {
    return lowest();
}

fn combine(a: Element, b: Element) -> Element {
    return max(a, b);
}
