// uses: monoid/*
/// Four elements of a type that has a WGSL vector, read and written at once.
alias Quad = vec4<Element>;
