//! What can be measured of a tree, and its flags.

use super::bench::Bench;
use super::flag::{Flag, Place};
use super::measurement::{Entry, check_bodies, check_for_regions};
use super::tree::{self, TreeBench, TreeBodies};
use super::{LabError, Measurement, regions};
use crate::gpu::Gpu;
use crate::physics::{Opening, Precision, TreeSettings};

/// Flags of how trees are built and walked.
pub(super) const fn orders<B>(place: Place<B>) -> Flag<B> {
    let about = "Orders of the multipoles, separated by commas";
    Flag::list("order", "O,O,…", "quadrupole", about, place)
}

pub(super) const fn accuracies<B>(place: Place<B>) -> Flag<B> {
    let about = "Maximum errors per cell relative to the last acceleration, separated by commas";
    Flag::list("accuracy", "A,A,…", "0.002", about, place)
}

pub(super) const fn angles<B>(place: Place<B>) -> Flag<B> {
    let about = "Opening angles (radius of a cell over its distance) instead of accuracies, separated by commas";
    Flag::list("angle", "T,T,…", "", about, place).excluding("accuracy")
}

pub(super) const fn leaf<B>(place: Place<B>) -> Flag<B> {
    Flag::one("leaf", "N", "40", "Maximum number of bodies in a leaf, from 8 to 64", place)
}

pub(super) const fn group<B>(place: Place<B>) -> Flag<B> {
    Flag::one("group", "N", "32", "Number of bodies that share a walk: 32 or 64", place)
}

/// The place of an accuracy.
pub(super) fn accuracy(settings: &mut TreeSettings) -> &mut f64 {
    settings.opening = Opening::Accuracy(0.0);
    match &mut settings.opening {
        Opening::Accuracy(number) | Opening::Angle(number) => number,
    }
}

/// The place of an angle.
pub(super) fn angle(settings: &mut TreeSettings) -> &mut f64 {
    settings.opening = Opening::Angle(0.0);
    match &mut settings.opening {
        Opening::Accuracy(number) | Opening::Angle(number) => number,
    }
}

/// Building a tree and summing all accelerations, or whole steps in regions.
impl Bench for TreeBench {
    const NAME: &'static str = "tree";
    const ABOUT: &'static str =
        "Forces by a tree that is rebuilt each time: milliseconds by stage, work and errors";
    const FLAGS: &'static [Flag<Self>] = &[
        Flag::<Self>::list(
            "model",
            "M,M,…",
            "plummer",
            "Models of bodies, separated by commas (see below); or a scene, a scene file or a saved run",
            |bench| &mut bench.bodies,
        )
        .titled("Bodies"),
        Flag::<Self>::list(
            "count",
            "N,N,…",
            "16384 131072",
            "Numbers of bodies, separated by commas, for models; 2^14 is 16384",
            |bench| &mut bench.count,
        )
        .only_if(|bench| matches!(bench.bodies, TreeBodies::Model(_))),
        orders::<Self>(|bench| &mut bench.settings.order),
        accuracies::<Self>(|bench| accuracy(&mut bench.settings)),
        angles::<Self>(|bench| angle(&mut bench.settings)),
        leaf(|bench| &mut bench.settings.leaf),
        group(|bench| &mut bench.settings.group),
        Flag::<Self>::list("walk", "W,W,…", "shared", "How bodies walk the tree, separated by commas", |bench| {
            &mut bench.walk
        }),
        Flag::<Self>::switch(
            "adjust",
            "Adjust the accuracy to the errors first, as a run does, so that 99 of 100 are below 0.001 at 0.002",
            |bench| &mut bench.is_adjusted,
        ),
        Flag::<Self>::one(
            "regions",
            "N",
            "",
            "Whole steps in so many regions, whose trees share memory, instead of one tree of all bodies; `auto` for as few as hold them",
            |bench| &mut bench.regions,
        )
        .excluding("walk"),
    ];

    fn entry(&self) -> Entry {
        self.entry()
    }

    fn check(&self, gpu: &Gpu) -> Result<(), LabError> {
        self.settings.check()?;
        if matches!(self.bodies, TreeBodies::Scene(..)) {
            self.given()?;
        }
        match self.regions.0 {
            Some(_) => check_for_regions(self.entry().count),
            None => check_bodies(gpu, self.entry().count, Precision::Single),
        }
    }

    fn measure(&self, gpu: &Gpu) -> Result<Measurement, LabError> {
        match self.regions.0 {
            Some(number) => regions::measure(gpu, self, number),
            None => tree::measure(gpu, self),
        }
    }
}
