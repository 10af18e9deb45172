//! The integrators, selected by name. The symplectic compositions form one table of kicks and
//! drifts.

use crate::named;

named! {
    /// A method that advances positions and velocities by one time step.
    #[derive(Default)]
    pub enum Integrator: "integrator" {
        /// First-order symplectic Euler, as in the classic CUDA demo: kick, damp, drift.
        SymplecticEuler = "symplectic-euler",
        /// Second-order leapfrog, kick-drift-kick: the default.
        #[default]
        LeapfrogKdk = "leapfrog-kdk",
        /// Second-order leapfrog, drift-kick-drift.
        LeapfrogDkd = "leapfrog-dkd",
        /// Fourth-order Forest-Ruth (1990): three force passes per step, one of its substeps
        /// backward.
        ForestRuth = "forest-ruth",
        /// Fourth-order PEFRL (Omelyan, Mryglod, Folk 2002): four force passes per step, far less
        /// error than Forest-Ruth.
        Pefrl = "pefrl",
        /// Sixth-order Yoshida (1990), solution A: seven force passes per step.
        Yoshida6 = "yoshida-6",
        /// Classical fourth-order Runge-Kutta: not symplectic, so the energy drifts.
        RungeKutta4 = "runge-kutta-4",
        /// Fourth-order Hermite (Makino, Aarseth 1992): one evaluation of the force and its rate of
        /// change (jerk) per step.
        Hermite4 = "hermite-4",
        /// The map of Wisdom and Holman (1991), for bodies about one that outweighs them: orbits
        /// are exact, and the others' pulls of second order. On the processor, in double precision.
        WisdomHolman = "wisdom-holman",
        /// The adaptive integrator of order 15 of Rein and Spiegel (2015), exact to rounding
        /// through close encounters. Divides each time step as it needs to. On the processor, in
        /// double precision.
        Ias15 = "ias15",
    }
}

/// One operation of a symplectic composition, in units of the time step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operation {
    /// velocity += acceleration · (coefficient · dt)
    Kick(f64),
    /// position += velocity · (coefficient · dt)
    Drift(f64),
    /// velocity *= damping, once per step
    Damp,
}

// Forest & Ruth, Physica D 43 (1990) 105: theta = 1 / (2 - 2^(1/3)).
const THETA: f64 = 1.351_207_191_959_657_8;
// Omelyan, Mryglod & Folk, Comput. Phys. Commun. 146 (2002) 188.
const XI: f64 = 0.178_617_895_844_809_1;
const LAMBDA: f64 = -0.212_341_831_062_605_4;
const CHI: f64 = -0.066_264_582_669_818_5;
// Yoshida, Phys. Lett. A 150 (1990) 262, sixth order, solution A.
const W1: f64 = -1.177_679_984_178_87;
const W2: f64 = 0.235_573_213_359_357;
const W3: f64 = 0.784_513_610_477_560;
const W0: f64 = 1.0 - 2.0 * (W1 + W2 + W3);

use Operation::{Damp, Drift, Kick};

impl Integrator {
    /// The operations of one step, for a symplectic composition; `None` for others.
    #[doc(hidden)]
    pub fn composition(self) -> Option<&'static [Operation]> {
        match self {
            Self::SymplecticEuler => Some(&[Kick(1.0), Damp, Drift(1.0)]),
            Self::LeapfrogKdk => Some(&[Kick(0.5), Drift(1.0), Kick(0.5), Damp]),
            Self::LeapfrogDkd => Some(&[Drift(0.5), Kick(1.0), Drift(0.5), Damp]),
            Self::ForestRuth => Some(&[
                Drift(THETA / 2.0),
                Kick(THETA),
                Drift((1.0 - THETA) / 2.0),
                Kick(1.0 - 2.0 * THETA),
                Drift((1.0 - THETA) / 2.0),
                Kick(THETA),
                Drift(THETA / 2.0),
                Damp,
            ]),
            Self::Pefrl => Some(&[
                Drift(XI),
                Kick((1.0 - 2.0 * LAMBDA) / 2.0),
                Drift(CHI),
                Kick(LAMBDA),
                Drift(1.0 - 2.0 * (CHI + XI)),
                Kick(LAMBDA),
                Drift(CHI),
                Kick((1.0 - 2.0 * LAMBDA) / 2.0),
                Drift(XI),
                Damp,
            ]),
            // Seven leapfrogs (drift-kick-drift) of these lengths, with adjacent half drifts
            // merged. On Kepler orbits, starting with a drift makes the error six times smaller
            // than starting with a kick.
            Self::Yoshida6 => Some(&[
                Drift(W3 / 2.0),
                Kick(W3),
                Drift((W3 + W2) / 2.0),
                Kick(W2),
                Drift((W2 + W1) / 2.0),
                Kick(W1),
                Drift((W1 + W0) / 2.0),
                Kick(W0),
                Drift((W0 + W1) / 2.0),
                Kick(W1),
                Drift((W1 + W2) / 2.0),
                Kick(W2),
                Drift((W2 + W3) / 2.0),
                Kick(W3),
                Drift(W3 / 2.0),
                Damp,
            ]),
            Self::RungeKutta4 | Self::Hermite4 | Self::WisdomHolman | Self::Ias15 => None,
        }
    }

    /// Whether the processor makes its steps, whole and in double precision.
    pub fn is_hosted(self) -> bool {
        matches!(self, Self::WisdomHolman | Self::Ias15)
    }

    /// Whether it needs direct sums: for the rates at which accelerations change, or because it
    /// computes them itself.
    pub fn needs_direct_sums(self) -> bool {
        self == Self::Hermite4 || self.is_hosted()
    }

    /// How many steps back the adaptive step is that mirrors the next one in time: their lengths
    /// follow from the accelerations halfway between them, at the end of a step or during it. 0 if
    /// steps are not symmetric in time.
    pub fn mirrored_step(self) -> u32 {
        match self.composition() {
            None => 0,
            Some(_) if self == Self::SymplecticEuler => 0,
            Some(operations) if matches!(operations[0], Kick(_)) => 1,
            Some(_) => 2,
        }
    }

    /// Order of convergence: halving the time step divides the error by 2^order.
    pub fn order(self) -> u32 {
        match self {
            Self::SymplecticEuler => 1,
            Self::LeapfrogKdk | Self::LeapfrogDkd | Self::WisdomHolman => 2,
            Self::ForestRuth | Self::Pefrl | Self::RungeKutta4 | Self::Hermite4 => 4,
            Self::Yoshida6 => 6,
            Self::Ias15 => 15,
        }
    }

    /// Force passes (accelerations of all bodies) per step of a long run; for
    /// [`Integrator::Ias15`], of a step that need not be divided.
    pub fn forces_per_step(self) -> u32 {
        match self.composition() {
            Some(operations) => {
                let kicks =
                    operations.iter().filter(|operation| matches!(operation, Kick(_))).count()
                        as u32;
                // A composition that starts and ends with a kick shares its last force pass with
                // the next step's first.
                if matches!(operations[0], Kick(_)) && kicks > 1 { kicks - 1 } else { kicks }
            }
            None => match self {
                Self::RungeKutta4 => 4,
                // Three rounds of seven, and both ends.
                Self::Ias15 => 23,
                _ => 1,
            },
        }
    }
}
