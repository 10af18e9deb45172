//! Standard names of columns, and of types of bodies.

/// Positions, three components.
pub const POSITION: &str = "position";
/// Velocities, three components.
pub const VELOCITY: &str = "velocity";
/// Masses.
pub const MASS: &str = "mass";
/// Identity numbers.
pub const ID: &str = "id";
/// Gravitational softening lengths.
pub const SOFTENING: &str = "softening";
/// Gravitational potentials.
pub const POTENTIAL: &str = "potential";
/// Accelerations, three components.
pub const ACCELERATION: &str = "acceleration";
/// Densities.
pub const DENSITY: &str = "density";
/// Temperatures.
pub const TEMPERATURE: &str = "temperature";
/// Smoothing lengths of gas.
pub const SMOOTHING: &str = "smoothing";
/// Mass fractions of metals.
pub const METALLICITY: &str = "metallicity";
/// Times, or expansion factors, at which stars formed.
pub const FORMATION: &str = "formation time";
/// Internal energies per mass.
pub const ENERGY: &str = "internal energy";
/// Radii of bodies that collide.
pub const RADIUS: &str = "radius";

/// Names of Gadget's types 0 to 5.
pub const GADGET: [&str; 6] = ["gas", "dark", "disk", "bulge", "star", "boundary"];
