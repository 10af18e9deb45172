//! Members of a run: what computes forces in place of the adapter's own force pass.
//!
//! A force pass has targets, the bodies that are pulled, and sources, all that pull. A member gets
//! the positions and masses of all bodies and gives back what its portion of the pass adds to their
//! accelerations. Integrators, measurements and pictures stay on the adapter and do not know who
//! computed the sums.
//!
//! Use it to compute forces by something else than the adapter that moves the bodies: by the
//! [processor](crate::cpu::Processor), by [further adapters](AdapterMember), by a [team](Team) of
//! these, or by your own [`Member`].
//!
//! ```
//! use std::sync::Arc;
//! use starshell::cpu::{Hardware, Processor};
//! use starshell::gpu::Gpu;
//! use starshell::physics::initial::InitialState;
//! use starshell::physics::{AdapterMember, Integrator, Member, Parameters, Simulation, Team};
//!
//! let gpu = Gpu::open(None)?;
//! let processor: Arc<dyn Member> = Arc::new(Processor::new(Hardware::best())?);
//! let adapter: Arc<dyn Member> = Arc::new(AdapterMember::new(gpu.clone()));
//! // The processor takes a quarter of each force pass.
//! let team = Team::new(vec![(processor, 1.0), (adapter, 3.0)]);
//! let bodies = InitialState::named("plummer")?.bodies(500, 1)?;
//! let mut simulation = Simulation::new(&gpu, &bodies, Parameters::new(Integrator::LeapfrogKdk, 0.01, 0.05))?;
//! simulation.set_member(Some(Arc::new(team)))?;
//! simulation.advance(3)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adapter;
mod exchange;
mod home;
mod hosted;
mod team;

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{Gravity, Output, Plan, Portion, Precision, Softening};
use crate::gpu::{Gpu, GpuError};
use crate::words::Text;
pub use adapter::AdapterMember;
pub(super) use exchange::{Exchange, next_pass};
use home::Home;
pub(super) use hosted::Hosted;
pub use team::{HostThreads, Team, TeamMember};

/// What a force pass computes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pull {
    /// The direct sum or a tree; never [`Gravity::Auto`].
    pub gravity: Gravity,
    /// The law of pairs and its length.
    pub softening: Softening,
    /// Accelerations, or accelerations and jerks.
    pub output: Output,
    /// The mass of each body, if all have the same.
    pub mass: Option<f32>,
    /// If set, a direct sum is divided by pairs of bodies, each of which is evaluated once, with
    /// this plan. Otherwise it is divided by targets.
    pub pairs: Option<Plan>,
}

/// All bodies, in rows of four numbers: what members are given.
#[derive(Clone, Debug, Default)]
pub struct Sources<R> {
    /// Identifies the rows, so that a member need not send them twice: two sources with the same
    /// number have the same rows, unless it is 0.
    pub pass: u64,
    /// Positions, with masses in the last number.
    pub position: Vec<R>,
    /// Velocities; empty unless jerks are wanted.
    pub velocity: Vec<R>,
    /// The accelerations of the last force pass, by which a tree opens its cells; empty without a
    /// tree.
    pub acceleration: Vec<R>,
    /// The accuracy by which a tree opens its cells in this pass, which the run adjusts; `None` if
    /// it is that of the pull.
    pub accuracy: Option<f32>,
    /// The bodies on the device of the run, if a member computes there.
    home: Option<Arc<Home>>,
}

/// Bodies that are on their way to the host.
#[derive(Clone, Debug)]
pub struct Arriving {
    /// As [`Sources::pass`] of the rows that arrive.
    pub pass: u64,
    /// Number of bodies.
    pub count: u32,
    /// The precision of their rows.
    pub precision: Precision,
    /// The bodies on the device of the run, if a member computes there.
    home: Option<Arc<Home>>,
}

/// What members give back: sums for consecutive bodies, none from a member that leaves them on the
/// device of the run. Those of the members of a team are added up.
#[derive(Clone, Debug, Default)]
pub struct Sums<R> {
    /// The body that the first row belongs to.
    pub first: usize,
    /// The accelerations, in the order of the bodies. The last number of a row is unused.
    pub acceleration: Vec<R>,
    /// Their jerks, if wanted.
    pub jerk: Vec<R>,
    /// Number of bodies that are finite, with a tree.
    pub finite: u32,
}

/// What goes to a member and comes back, in single or in double precision.
#[derive(Debug)]
pub enum Exchanged<'a> {
    /// In single precision.
    Single(&'a Sources<[f32; 4]>, &'a mut Sums<[f32; 4]>),
    /// In double precision, which no tree has.
    Double(&'a Sources<[f64; 4]>, &'a mut Sums<[f64; 4]>),
}

/// Rows in one of the precisions of [`Exchanged`].
pub trait Row: bytemuck::Pod + Default + Send + Sync + 'static {
    /// The precision.
    const PRECISION: Precision;

    /// Rows as they are exchanged.
    fn exchanged<'a>(sources: &'a Sources<Self>, sums: &'a mut Sums<Self>) -> Exchanged<'a>;

    /// Adds a row to this one.
    fn add(&mut self, other: &Self);
}

impl Row for [f32; 4] {
    const PRECISION: Precision = Precision::Single;

    fn exchanged<'a>(sources: &'a Sources<Self>, sums: &'a mut Sums<Self>) -> Exchanged<'a> {
        Exchanged::Single(sources, sums)
    }

    fn add(&mut self, other: &Self) {
        self.iter_mut().zip(other).for_each(|(a, b)| *a += b);
    }
}

impl Row for [f64; 4] {
    const PRECISION: Precision = Precision::Double;

    fn exchanged<'a>(sources: &'a Sources<Self>, sums: &'a mut Sums<Self>) -> Exchanged<'a> {
        Exchanged::Double(sources, sums)
    }

    fn add(&mut self, other: &Self) {
        self.iter_mut().zip(other).for_each(|(a, b)| *a += b);
    }
}

/// A force pass that has begun; call it to wait for its sums.
pub type Begun<'a> = Box<dyn FnOnce() -> Result<(), GpuError> + 'a>;

/// Computes forces for a run. Its sums depend on what it is given alone: neither on earlier passes
/// nor on how it divides its work.
pub trait Member: Debug + Send + Sync {
    /// What users call it.
    fn name(&self) -> String;

    /// Begins a portion of a force pass: the pull of all bodies of the sources that this portion
    /// stands for. Once `stop` is set, it may end early, and its sums are of no use.
    ///
    /// A direct sum is divided by targets, or by the distances between blocks of bodies if
    /// [`Pull::pairs`] is set; a tree by the groups of bodies that walk together, in the order of
    /// the tree.
    ///
    /// # Errors
    /// [`GpuError`] if it can compute no more; a [`Team`] then goes on without it.
    fn begin<'a>(
        &'a self,
        pull: &'a Pull,
        portion: Portion,
        exchanged: Exchanged<'a>,
        stop: &'a AtomicBool,
    ) -> Result<Begun<'a>, GpuError>;

    /// Begins what needs no rows from the host, while these are on their way.
    /// [`begin`](Self::begin) follows, and goes on with it if the portion is the same.
    fn begin_ahead(&self, _pull: &Pull, _portion: Portion, _arriving: &Arriving) {}

    /// The plan by which it would evaluate each pair of `count` bodies once, if it has one.
    fn pairs(&self, _count: u32, _output: Output, _precision: Precision) -> Option<Plan> {
        None
    }

    /// Whether it can compute this. A member that cannot is left out of a team's pass.
    fn can(&self, _pull: &Pull, _count: u32, _precision: Precision) -> bool {
        true
    }

    /// Whether it computes on this device, so that it needs no copies of a run's bodies there.
    fn is_on(&self, _gpu: &Gpu) -> bool {
        false
    }

    /// Members that sort bodies in the same order have the same key here. Only these can share a
    /// tree.
    fn tree_order(&self) -> String;

    /// What users should know, such as the loss of a member. Each text is returned once.
    fn notices(&self) -> Vec<Text> {
        Vec::new()
    }
}
