/// Elements are whole numbers, whose sums wrap around.
alias Element = u32;
