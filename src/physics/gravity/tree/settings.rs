//! What a tree can be asked for.

use super::super::levels::TreeLevels;
use super::super::method::Output;
use crate::gpu::GpuError;
use crate::named;
use crate::words::{Text, say};

/// Which cells are near, so that their children or bodies pull in their place. The radius of a cell
/// is the distance from its centre of mass to its farthest body; its distance is that of its centre
/// of mass from the box around a group of bodies. A cell that is nearer than its radius always
/// opens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Opening {
    /// Cells open whose radius divided by their distance is larger than this, from 0 (all open)
    /// to 1.
    Angle(f64),
    /// Cells open whose pull would err by more than this, relative to the last acceleration of the
    /// bodies that are pulled. The error is estimated from the first moment that is left out.
    /// Without a last acceleration, cells open by an angle of [`Opening::FIRST`]. At the same error
    /// this takes about two thirds of the time that an angle takes. A
    /// [`Simulation`](crate::physics::Simulation) begins with this accuracy and adjusts it: see
    /// [`TreeSettings::error`].
    Accuracy(f64),
}

impl std::fmt::Display for Opening {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Angle(angle) => write!(f, "an angle of {angle}"),
            Self::Accuracy(accuracy) => write!(f, "an accuracy of {accuracy}"),
        }
    }
}

impl Opening {
    /// The angle by which cells open before there is an acceleration to compare with.
    pub const FIRST: f64 = 0.5;

    /// What is given.
    fn text(self) -> Text {
        match self {
            Self::Angle(angle) => say!("error-tree-angle", angle),
            Self::Accuracy(accuracy) => say!("error-tree-accuracy", accuracy),
        }
    }
}

named! {
    /// With which moments far cells pull.
    #[derive(Default)]
    pub enum Multipoles: "order of multipoles" {
        /// The mass alone: faster, for errors of a percent.
        Monopole = "monopole",
        /// The mass and its second moments: for errors of a thousandth and less.
        #[default]
        Quadrupole = "quadrupole",
    }
}

/// The error of 99 of 100 accelerations at an accuracy of 1/512, and the power of the accuracy by
/// which it rises, for monopoles and for quadrupoles.
const ERRORS: [[f64; 2]; 2] = [[3e-3, 0.67], [1e-3, 0.6]];

/// How a tree is built and walked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeSettings {
    /// Which cells open.
    pub opening: Opening,
    /// With which moments cells pull.
    pub order: Multipoles,
    /// Most bodies in a cell without children, from 8 to 64.
    pub leaf: u32,
    /// Bodies that share a walk: 32 or 64.
    pub group: u32,
}

impl TreeSettings {
    /// Quadrupoles, opened by this accuracy.
    pub const fn with_accuracy(accuracy: f64) -> Self {
        Self {
            opening: Opening::Accuracy(accuracy),
            order: Multipoles::Quadrupole,
            leaf: 40,
            group: 32,
        }
    }

    /// Quadrupoles, opened by this angle.
    pub const fn with_angle(angle: f64) -> Self {
        Self { opening: Opening::Angle(angle), ..Self::with_accuracy(0.0) }
    }

    /// Rejects settings that no tree can have.
    ///
    /// # Errors
    /// [`TreeError`], except [`TreeError::Gpu`].
    pub fn check(&self) -> Result<(), TreeError> {
        let is_opening = match self.opening {
            Opening::Angle(angle) => (0.0..=1.0).contains(&angle),
            Opening::Accuracy(accuracy) => (0.0..=1.0).contains(&accuracy),
        };
        match self {
            _ if !is_opening => Err(TreeError::Opening(self.opening)),
            _ if !(8..=64).contains(&self.leaf) => Err(TreeError::Leaf(self.leaf)),
            _ if ![32, 64].contains(&self.group) => Err(TreeError::Group(self.group)),
            _ => Ok(()),
        }
    }

    /// The error that 99 of 100 accelerations of a run stay below, if an accuracy decides which
    /// cells open; `None` for an angle. As measured with a fixed accuracy for Plummer models, disks
    /// and uniform balls (docs/tries/promise.md); a [`Simulation`](crate::physics::Simulation)
    /// adjusts the accuracy for others. Relative to the acceleration or, where pulls cancel, to
    /// 1/32 of the sum of their magnitudes.
    pub fn error(&self) -> Option<f64> {
        let [error, power] = ERRORS[usize::from(self.order == Multipoles::Quadrupole)];
        match self.opening {
            Opening::Accuracy(accuracy) => Some(error * (512.0 * accuracy).powf(power)),
            Opening::Angle(_) => None,
        }
    }

    /// These settings, opened by the accuracy with which 99 of 100 accelerations of a run stay
    /// below this relative error: see [`TreeSettings::error`].
    #[must_use]
    pub fn within(self, error: f64) -> Self {
        let [usual, power] = ERRORS[usize::from(self.order == Multipoles::Quadrupole)];
        Self { opening: Opening::Accuracy((error / usual).powf(1.0 / power) / 512.0), ..self }
    }

    /// The settings for an output of a run with these settings. Potentials are measured at any
    /// time, so they must not depend on the last accelerations or on an accuracy that the run
    /// adjusts: an angle decides which cells open, as in the first pass.
    #[must_use]
    pub(in crate::physics) fn of_output(self, output: Output) -> Self {
        match self.opening {
            Opening::Accuracy(accuracy) if output == Output::Potential => {
                // The errors of both are then in proportion.
                Self {
                    opening: Opening::Angle(
                        (Opening::FIRST * (512.0 * accuracy).powf(0.2)).min(1.0),
                    ),
                    ..self
                }
            }
            _ => self,
        }
    }

    /// What a tree with these settings knows before it is built.
    pub(in crate::physics) fn levels(&self) -> TreeLevels {
        TreeLevels { accuracy: self.criterion().1, ..bytemuck::Zeroable::zeroed() }
    }

    /// Place of the walk with these moments among the kernels.
    pub(super) fn kernel(&self) -> usize {
        usize::from(self.order == Multipoles::Quadrupole)
    }

    /// The square of the opening angle and the accuracy, and whether the accuracy decides.
    pub(super) fn criterion(&self) -> (f32, f32, bool) {
        match self.opening {
            Opening::Angle(angle) => ((angle * angle) as f32, 0.0, false),
            // Without any error, all cells open from the beginning.
            Opening::Accuracy(0.0) => (0.0, 0.0, true),
            Opening::Accuracy(accuracy) => {
                ((Opening::FIRST * Opening::FIRST) as f32, accuracy as f32, true)
            }
        }
    }
}

impl Default for TreeSettings {
    fn default() -> Self {
        Self::with_accuracy(1.0 / 512.0)
    }
}

/// Why there is no tree.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub enum TreeError {
    /// The opening is out of range.
    Opening(Opening),
    /// The size of leaves is out of range.
    Leaf(u32),
    /// The size of groups is out of range.
    Group(u32),
    /// The GPU cannot do it.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

impl TreeError {
    /// The sentence, in whatever language it is shown.
    pub fn text(&self) -> Text {
        match self {
            Self::Opening(opening) => say!("error-tree-opening", opening = opening.text()),
            Self::Leaf(count) => say!("error-tree-leaf", count),
            Self::Group(count) => say!("error-tree-group", count),
            Self::Gpu(error) => error.text(),
        }
    }
}
