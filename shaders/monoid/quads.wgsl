// uses: monoid/*
/// Four elements of a type that has no WGSL vector.
alias Quad = array<Element, 4>;
