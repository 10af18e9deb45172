//! Members of a run: what computes forces in place of the adapter's own force pass.
//!
//! A force pass has targets, the bodies that are pulled, and sources, all that pull. A member gets the positions and masses of all
//! bodies and gives back the accelerations of its targets. Integrators, measurements and pictures stay on the adapter and do not know
//! who computed the sums.

mod exchange;
mod hosted;

use std::fmt::Debug;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::{Gravity, Output};
pub(super) use exchange::Exchange;
pub(super) use hosted::Hosted;

/// What a force pass computes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pull {
    /// The direct sum or a tree; never [`Gravity::Auto`].
    pub gravity: Gravity,
    /// Plummer softening length.
    pub softening: f64,
    /// Accelerations, or accelerations and jerks.
    pub output: Output,
}

/// All bodies, in rows of four numbers: what members are given.
#[derive(Clone, Debug, Default)]
pub struct Sources<R> {
    /// Positions, with masses in the last number.
    pub position: Vec<R>,
    /// Velocities; empty unless jerks are wanted.
    pub velocity: Vec<R>,
    /// The accelerations of the last force pass, by which a tree opens its cells; empty without a tree.
    pub acceleration: Vec<R>,
}

/// What members give back.
#[derive(Clone, Debug, Default)]
pub struct Sums<R> {
    /// The accelerations of the targets, in their order. The last number of a row is unused.
    pub acceleration: Vec<R>,
    /// Their jerks, if wanted.
    pub jerk: Vec<R>,
    /// Number of bodies that are finite, with a tree.
    pub finite: u32,
}

/// Computes forces for a run. Its results depend on what it is given alone: neither on earlier passes nor on how it divides its work.
pub trait Member: Debug + Send + Sync {
    /// Sums the pull of all bodies on those in `targets`, in single precision. With a tree, the targets are all bodies. Once `stop`
    /// is set, it may return early, and its sums are of no use.
    fn pull(&self, pull: &Pull, sources: &Sources<[f32; 4]>, targets: Range<usize>, sums: &mut Sums<[f32; 4]>, stop: &AtomicBool);

    /// The same in double precision, which no tree has.
    fn pull_in_double(
        &self,
        pull: &Pull,
        sources: &Sources<[f64; 4]>,
        targets: Range<usize>,
        sums: &mut Sums<[f64; 4]>,
        stop: &AtomicBool,
    );
}
