//! Bodies on the host, and why they cannot be moved.

use glam::DVec3;

use crate::gpu::GpuError;
use crate::physics::{Body, ExternalField, Softening};
use crate::words::{Text, say};

/// Bodies on the host.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct System {
    /// Positions.
    pub position: Vec<DVec3>,
    /// Velocities.
    pub velocity: Vec<DVec3>,
    /// Masses.
    pub mass: Vec<f64>,
    /// The law of pairs and its length.
    pub softening: Softening,
    /// What pulls besides the bodies.
    pub external: ExternalField,
}

/// Why a step could not be made. The bodies are where they were before it.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.text())]
pub(crate) enum Stop {
    /// Two bodies collide. Their numbers, from 0.
    Collision {
        /// The first of them.
        one: usize,
        /// The second.
        other: usize,
    },
    /// The step was called off.
    CalledOff,
    /// Whoever sums the accelerations has failed.
    #[error(transparent)]
    Sums(#[from] GpuError),
}

impl Stop {
    /// The sentence, in whatever language it is shown.
    pub(crate) fn text(&self) -> Text {
        match self {
            Self::Collision { one, other } => {
                say!("error-collision", first = one + 1, second = other + 1)
            }
            Self::CalledOff => say!("error-called-off"),
            Self::Sums(error) => error.text(),
        }
    }
}

impl System {
    /// These bodies, by themselves.
    pub fn new(bodies: &[Body], softening: impl Into<Softening>) -> Self {
        Self {
            position: bodies.iter().map(|body| body.position).collect(),
            velocity: bodies.iter().map(|body| body.velocity).collect(),
            mass: bodies.iter().map(|body| body.mass).collect(),
            softening: softening.into(),
            external: ExternalField::NONE,
        }
    }

    /// These bodies in a field.
    #[must_use]
    pub fn within(self, external: ExternalField) -> Self {
        Self { external, ..self }
    }

    /// Moves `bodies` to where these are.
    pub fn place(&self, bodies: &mut [Body]) {
        for (body, (position, velocity)) in
            bodies.iter_mut().zip(self.position.iter().zip(&self.velocity))
        {
            (body.position, body.velocity) = (*position, *velocity);
        }
    }

    /// Number of bodies.
    pub fn len(&self) -> usize {
        self.mass.len()
    }
}
