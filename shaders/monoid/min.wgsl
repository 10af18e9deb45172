// uses: monoid/*
/// The smallest element; none may be NaN.
fn identity() -> Element {
    return highest();
}

fn combine(a: Element, b: Element) -> Element {
    return min(a, b);
}
