//! Which measurement a plot shows.

/// What a plot shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Plot {
    #[default]
    Energies,
    Drift,
    Momentum,
    AngularMomentum,
    Virial,
    Radii,
    Density,
    Speeds,
}

impl Plot {
    /// Every plot, with its text key.
    pub const ALL: [(Self, &str); 8] = [
        (Self::Energies, "science-energies"),
        (Self::Drift, "science-drift"),
        (Self::Momentum, "science-momentum"),
        (Self::AngularMomentum, "science-angular-momentum"),
        (Self::Virial, "science-virial"),
        (Self::Radii, "science-radii"),
        (Self::Density, "science-density"),
        (Self::Speeds, "science-speeds"),
    ];

    /// Its text key.
    pub fn key(self) -> &'static str {
        Self::ALL.iter().find(|(plot, _)| *plot == self).map_or("", |(_, key)| key)
    }
}
