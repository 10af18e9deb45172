// uses: monoid/*
/// The sum.
fn identity() -> Element {
    return Element();
}

fn combine(a: Element, b: Element) -> Element {
    return a + b;
}
