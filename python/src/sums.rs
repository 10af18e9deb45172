//! What is measured of all bodies together.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use starshell::glam::DVec3;
use starshell::physics::reference::field_at;
use starshell::physics::{Body, Diagnostics, LAGRANGIAN, Profile, lagrangian_radii};
use starshell::scene::{Dimension, Units};

use crate::failure::{Failure, value};
use crate::inner::Inner;

/// The sums, by name.
pub fn of_diagnostics<'py>(py: Python<'py>, sums: &Diagnostics) -> PyResult<Bound<'py, PyDict>> {
    let by_name = PyDict::new(py);
    by_name.set_item("mass", sums.mass)?;
    by_name.set_item("kinetic", sums.kinetic)?;
    by_name.set_item("potential", sums.potential)?;
    by_name.set_item("momentum", sums.momentum.to_array())?;
    by_name.set_item("angular_momentum", sums.angular_momentum.to_array())?;
    by_name.set_item("center_of_mass", sums.center_of_mass.to_array())?;
    by_name.set_item("radius_max", sums.radius_max)?;
    by_name.set_item("speed_max", sums.speed_max)?;
    by_name.set_item("invalid", sums.invalid)?;
    Ok(by_name)
}

/// What each of the scene's units is in the world, with its symbol.
pub fn of_units<'py>(py: Python<'py>, units: &Units) -> PyResult<Bound<'py, PyDict>> {
    let by_name = PyDict::new(py);
    for (name, dimension) in [
        ("length", Dimension::Length),
        ("time", Dimension::Time),
        ("mass", Dimension::Mass),
        ("speed", Dimension::Speed),
        ("acceleration", Dimension::Acceleration),
        ("density", Dimension::Density),
        ("energy", Dimension::Energy),
        ("momentum", Dimension::Momentum),
        ("angular_momentum", Dimension::AngularMomentum),
    ] {
        by_name.set_item(name, (units.factor(dimension), units.symbol(dimension)))?;
    }
    Ok(by_name)
}

/// The structure, by name.
pub fn of_profile<'py>(py: Python<'py>, profile: &Profile) -> PyResult<Bound<'py, PyDict>> {
    let by_name = PyDict::new(py);
    let (radii, densities): (Vec<f64>, Vec<f64>) = profile.density.iter().copied().unzip();
    by_name.set_item("center", profile.center.to_array())?;
    by_name.set_item("count", profile.count)?;
    by_name.set_item("mass", profile.mass)?;
    by_name.set_item("shares", LAGRANGIAN)?;
    by_name.set_item("lagrangian", profile.lagrangian)?;
    by_name.set_item("radii", radii)?;
    by_name.set_item("densities", densities)?;
    by_name.set_item("speed_max", profile.speed_max)?;
    by_name.set_item("speeds", profile.speeds.clone())?;
    Ok(by_name)
}

impl Inner {
    /// The structure of the system now.
    pub fn profile(&mut self) -> Result<Profile, Failure> {
        Ok(Profile::new(self.state()?.bodies()))
    }

    /// Radii about the centre of mass that hold these shares of the mass.
    pub fn lagrangian_radii(&mut self, shares: &[f64]) -> Result<Vec<f64>, Failure> {
        if let Some(share) = shares.iter().find(|share| !(0.0..=1.0).contains(*share)) {
            return Err(value(format!("shares are from 0 to 1, but one is {share}")));
        }
        let bodies: Vec<Body> = self.state()?.bodies().collect();
        Ok(shares.iter().map(|share| lagrangian_radii(&bodies, [*share])[0]).collect())
    }

    /// Accelerations and potentials at points, as direct sums in double precision with the run's
    /// softening and its external field.
    pub fn field_at(&mut self, points: &[DVec3]) -> Result<Vec<[f64; 4]>, Failure> {
        let physics = self.session.scene().physics;
        if physics.gravity.period().is_some() {
            return Err(value(
                "space is periodic here, and the field at points is that of bodies without images: leave out the period",
            ));
        }
        let state = self.state()?;
        let row = |point: &DVec3| {
            let (own, within) = field_at(&state, physics.softened(), *point);
            let (outer, without) = physics.external.at(*point, physics.softening);
            (own + outer).extend(within + without).to_array()
        };
        Ok(points.par_iter().map(row).collect())
    }
}
