//! The primitives on the CPU, in straight loops: what the GPU's results are compared with.

/// The combination of all of `elements` by `combine`, from `identity`.
pub fn reduce<T: Copy>(elements: &[T], identity: T, combine: impl Fn(T, T) -> T) -> T {
    elements.iter().fold(identity, |sum, &element| combine(sum, element))
}
