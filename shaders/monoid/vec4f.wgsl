/// Vectors of four single-precision numbers.
alias Element = vec4f;
