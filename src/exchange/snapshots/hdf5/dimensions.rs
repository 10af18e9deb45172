//! Standard names of datasets, and what their values measure.

use crate::exchange::snapshots::expression;
use crate::exchange::snapshots::names;

/// Powers of length, mass and time.
pub(in crate::exchange::snapshots) type Dimensions = [i32; 3];

/// Names of datasets in Gadget, Arepo and SWIFT.
const NAMES: &[(&str, &str)] = &[
    ("Coordinates", names::POSITION),
    ("Velocities", names::VELOCITY),
    ("Velocity", names::VELOCITY),
    ("Masses", names::MASS),
    ("Mass", names::MASS),
    ("DynamicalMasses", names::MASS),
    ("ParticleIDs", names::ID),
    ("Softenings", names::SOFTENING),
    ("SofteningLength", names::SOFTENING),
    ("Potential", names::POTENTIAL),
    ("Potentials", names::POTENTIAL),
    ("Acceleration", names::ACCELERATION),
    ("Accelerations", names::ACCELERATION),
    ("Density", names::DENSITY),
    ("Densities", names::DENSITY),
    ("Temperature", names::TEMPERATURE),
    ("Temperatures", names::TEMPERATURE),
    ("SmoothingLength", names::SMOOTHING),
    ("SmoothingLengths", names::SMOOTHING),
    ("Metallicity", names::METALLICITY),
    ("GFM_Metallicity", names::METALLICITY),
    ("MetalMassFractions", names::METALLICITY),
    ("StellarFormationTime", names::FORMATION),
    ("GFM_StellarFormationTime", names::FORMATION),
    ("BirthScaleFactors", names::FORMATION),
    ("BirthTimes", names::FORMATION),
    ("InternalEnergy", names::ENERGY),
    ("InternalEnergies", names::ENERGY),
];

/// The standard name of a dataset with so many numbers a row, else its own: GIZMO's metals, for
/// one, are a list of elements.
pub(super) fn standard(name: &str, width: usize) -> &str {
    let fits = |standard| match standard {
        // Positions of another width are an error, which needs their name.
        names::POSITION => true,
        names::VELOCITY | names::ACCELERATION => width == 3,
        _ => width == 1,
    };
    let known = NAMES.iter().find(|entry| entry.0 == name);
    known.filter(|entry| fits(entry.1)).map_or(name, |entry| entry.1)
}

/// The name of the dataset of a standard column, as Gadget-4 has it.
pub(in crate::exchange::snapshots) fn dataset_name(column: &str) -> Option<&'static str> {
    NAMES.iter().find(|entry| entry.1 == column).map(|entry| entry.0)
}

/// What a standard column measures.
pub(in crate::exchange::snapshots) fn of(column: &str) -> Option<Dimensions> {
    Some(match column {
        names::POSITION | names::SOFTENING | names::SMOOTHING | names::RADIUS => [1, 0, 0],
        names::VELOCITY => [1, 0, -1],
        names::MASS => [0, 1, 0],
        names::POTENTIAL | names::ENERGY => [2, 0, -2],
        names::ACCELERATION => [1, 0, -2],
        names::DENSITY => [-3, 1, 0],
        names::TEMPERATURE => [0, 0, 0],
        _ => return None,
    })
}

/// What one CGS unit is in SI.
pub(in crate::exchange::snapshots) fn cgs([length, mass, _]: Dimensions) -> f64 {
    1e-2_f64.powi(length) * 1e-3_f64.powi(mass)
}

/// What the CGS unit in the brackets of SWIFT's texts is in SI, as `[ g cm^-3 ]`.
pub(super) fn bracketed(text: &str) -> Option<f64> {
    let (_, rest) = text.split_once('[')?;
    let (unit, _) = rest.split_once(']')?;
    match unit.trim() {
        "-" | "" => Some(1.0),
        unit => expression::parse(unit),
    }
}
