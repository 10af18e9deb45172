//! What measures a session, created when it is first asked for.

use super::prepared::Prepared;
use crate::physics::{ForceErrors, ProfileSurvey, Survey};

#[derive(Debug, Default)]
pub(super) struct Instruments {
    /// Created with the first measurement, because it takes as much memory as the simulation
    /// itself.
    pub energies: Prepared<Survey>,
    /// Step number of the last measurement of it that was recorded in slices.
    pub begun_at: Option<u64>,
    /// Created with the first profile.
    pub profiles: Prepared<ProfileSurvey>,
    /// Created with the first check of a tree's forces.
    pub errors: Option<ForceErrors>,
}

impl Instruments {
    /// Drops what measured with another softening, gravity or bodies.
    pub fn forget_energies(&mut self) {
        (self.energies, self.errors) = (Prepared::Missing, None);
    }
}
