/// Elements are numbers in single precision.
alias Element = f32;
