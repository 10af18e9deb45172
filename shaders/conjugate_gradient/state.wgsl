/// Places in the state of a solver.
/// Square of the residual, in the norm of the preconditioner.
const SQUARE: u32 = 0u;
/// The same of the right-hand side.
const FIRST: u32 = 1u;
/// How much of the last direction the next one keeps.
const KEPT: u32 = 2u;
const ITERATIONS: u32 = 3u;
const STATUS: u32 = 4u;
/// Square of the tolerance, relative to the right-hand side.
const TOLERANCE: u32 = 5u;

/// Values of the status. They are small whole numbers, which floats hold exactly.
const STARTED: u32 = 0u;
const RUNNING: u32 = 1u;
const CONVERGED: u32 = 2u;
/// The curvature along a direction is not positive.
const BROKEN: u32 = 3u;
