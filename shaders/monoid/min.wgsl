/// The smallest; none may be a NaN.
fn identity() -> Element {
    return highest();
}

fn combine(a: Element, b: Element) -> Element {
    return min(a, b);
}
