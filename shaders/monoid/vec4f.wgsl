/// Vectors of four numbers.
alias Element = vec4f;
alias Quad = array<vec4f, 4>;
