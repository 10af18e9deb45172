//! Gadget's usual units: kpc/h, km/s and 1e10 solar masses/h, which yt assumes whatever a file
//! says.

use super::snapshot::Snapshot;
use crate::exchange::snapshots::gadget::usual_units;
use crate::exchange::snapshots::hdf5::dimensions::{self, Dimensions};
use crate::exchange::snapshots::header::{Column, Unit, Units};

/// A conversion from the units of a snapshot to the usual ones.
pub(super) struct Usual {
    from: Units,
    to: Units,
    /// The Hubble parameter h; 1 unless positions are comoving.
    pub hubble: f64,
    expansion: f64,
}

/// What a column is multiplied by, and what the number 1 in it then is in CGS, without powers of
/// the expansion factor and of h.
pub(super) struct Scale {
    pub factor: f64,
    pub to_cgs: f64,
    pub dimensions: Dimensions,
    pub a: f64,
    pub h: f64,
}

impl Usual {
    /// None if the snapshot does not give its units of length, velocity and mass.
    pub fn of(snapshot: &Snapshot) -> Option<Self> {
        let (from, moment) = (snapshot.units, &snapshot.moment);
        from.length.zip(from.velocity).zip(from.mass)?;
        let cosmology = moment.cosmology.filter(|_| moment.expansion.is_some());
        let hubble = cosmology.map_or(1.0, |cosmology| cosmology.hubble);
        let to = usual_units(hubble, moment.expansion.is_some());
        Some(Self { from, to, hubble, expansion: moment.expansion.unwrap_or(1.0) })
    }

    /// The scale for numbers with these dimensions and this unit.
    pub fn scale(&self, dimensions: Dimensions, from: Unit) -> Scale {
        let [l, m, t] = dimensions;
        // Lengths and densities are comoving, velocities over the root of a, all else is physical.
        let a = match (self.to.length.map_or(0.0, |unit| unit.expansion), dimensions) {
            (comoving, [1, 0, -1]) => 0.5 * comoving,
            (comoving, [l, _, 0]) if comoving > 0.0 => comoving * f64::from(l),
            _ => 0.0,
        };
        let to = made_of(&self.to, dimensions).map_or(1.0, |unit| unit.si);
        let factor = from.si / to * self.expansion.powf(from.expansion - a);
        let h = f64::from(-l - t - m);
        Scale {
            factor: if (factor - 1.0).abs() < 1e-12 { 1.0 } else { factor },
            to_cgs: to / self.hubble.powf(h) / dimensions::cgs(dimensions),
            dimensions,
            a,
            h,
        }
    }

    /// The factor for numbers with these dimensions in the snapshot's own units.
    pub fn factor(&self, dimensions: Dimensions) -> f64 {
        made_of(&self.from, dimensions).map_or(1.0, |from| self.scale(dimensions, from).factor)
    }

    /// The factor for a parameter.
    pub fn of_parameter(&self, name: &str) -> f64 {
        match name {
            "Softening" => self.factor([1, 0, 0]),
            "TimeStep" => self.factor([0, 0, 1]),
            "G" => self.factor([3, -1, -2]),
            _ => 1.0,
        }
    }
}

/// The scale with which a column is written; none if its unit is not known. Without `usual`, its
/// numbers stay.
pub(super) fn scale(usual: Option<&Usual>, column: &Column) -> Option<Scale> {
    let (dimensions, unit) = (dimensions::of(&column.name)?, column.si?);
    let plain = || {
        let (to_cgs, a) = (unit.si / dimensions::cgs(dimensions), unit.expansion);
        Scale { factor: 1.0, to_cgs, dimensions, a, h: 0.0 }
    };
    Some(usual.map_or_else(plain, |usual| usual.scale(dimensions, unit)))
}

/// The unit of these dimensions, derived from those of length, velocity and mass.
fn made_of(units: &Units, [l, m, t]: Dimensions) -> Option<Unit> {
    let (length, velocity, mass) = (units.length?, units.velocity?, units.mass?);
    let powers = [(length, l + t), (velocity, -t), (mass, m)];
    Some(Unit {
        si: powers.iter().map(|(unit, power)| unit.si.powi(*power)).product(),
        expansion: powers.iter().map(|(unit, power)| unit.expansion * f64::from(*power)).sum(),
    })
}
