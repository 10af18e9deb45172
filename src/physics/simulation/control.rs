//! Keeps the errors of a tree at what was asked for.

use std::sync::Arc;

use crate::gpu::{Buffer, Gpu, GpuError, Kernel, KernelSource};
use crate::physics::comparison::{ForceErrorParams, MAX_COMPARED, compare, images, is_possible};
use crate::physics::gravity::{ForcePass, Gravity, TreeLevels, TreeSettings};
use crate::physics::{Bodies, ExternalParams, Parameters, Softening};
use crate::{mirrored, wgsl};

mirrored! {
    /// Parameters of `tree/adjust`.
    pub struct AdjustParams {
        /// Bodies that were compared.
        pub sampled: u32,
        /// The error that 99 of 100 should be below.
        pub wanted: f32,
        /// The smallest accuracy.
        pub least: f32,
        /// The largest accuracy.
        pub most: f32,
        /// Bodies judged before that still count; none if the bodies judged now decide alone.
        pub memory: f32,
        /// Largest weight of the judged bodies when the accuracy is finer than it has to be. 0: it
        /// may only become finer.
        pub patience: f32,
    }
}

/// The part of what was asked for that 99 of 100 errors are kept below where all of so many bodies
/// are judged: from step to step, the few bodies that decide fall together or change places, and the
/// fewer they are, the more the quantile jumps.
fn aim_of_all(count: u32) -> f32 {
    (1.0 - 10.0 / (count as f32).sqrt()).max(0.5)
}

/// Adjusts the accuracy of a tree to the errors of its accelerations.
pub const TREE_ADJUST: KernelSource =
    KernelSource::trusted("tree/adjust", &[wgsl!("tree/adjust.wgsl")], &[&[]]);

/// Bodies judged in each of the force passes before the first step. The first pass has no
/// accelerations to open cells by, so it is not judged.
const BEFORE: [u32; 6] = [0, 1024, 4096, 8192, 8192, 8192];
/// The passes after which the accuracy may become coarser. The others only find out whether it is
/// fine enough.
const FREE: usize = 4;
/// Bodies that count together after that: chance then moves the quantile by some 3 %.
const MEMORY: f32 = 8192.0;
/// The part of what was asked for that 99 of 100 errors of a sample are kept below, because chance
/// moves the quantile.
const AIM: f32 = 0.98;
/// Largest weight, in eight steps, of the judged bodies when the accuracy is finer than it has to
/// be: of a sample of the bodies, and of all of them. Where errors jump from step to step, their
/// peaks then stay below what was asked for, not just their mean. A sample must not count less here
/// than one whose errors are too large by chance, or a steady run would become finer than asked
/// for.
const PATIENCE: f32 = 0.25;
const PATIENCE_WITH_ALL: f32 = 0.0625;
/// Errors are judged each time so many steps are done, by so many bodies. After the first steps a
/// hundredth of the work has to do.
const FIRST: (u64, u32) = (8, 2048);
const LATER: (u64, u32) = (32, 256);
/// In the first steps, so few bodies are all judged. Chance then has no part, so no bodies judged
/// before have to count, and the accuracy follows errors that rise.
const ALL: u32 = 8192;
/// The steps that are judged as the first ones.
const FEW_STEPS: u64 = 96;
/// The very first steps, in which what falls together is judged after every second one.
const VERY_FIRST: (u64, u64) = (8, 2);
/// Few bodies are judged more often, as long as that takes so many pulls per step.
const PULLS_PER_STEP: u64 = 1 << 24;
/// How far the accuracy may move, up and down.
pub(in crate::physics) const RANGE: f32 = 64.0;

/// Compares accelerations with direct sums, before the first step and after some of the steps, and
/// adjusts the accuracy by which the tree opens its cells. What computes the accelerations makes no
/// difference.
#[derive(Debug)]
pub(super) struct Control {
    adjust: Arc<Kernel>,
    errors: Buffer<[u32; 2]>,
    levels: Buffer<TreeLevels>,
    /// Of a space that is not periodic.
    images: Buffer<[f32; 4]>,
    settings: TreeSettings,
    bodies: Bodies,
    softening: Softening,
    /// The field that is part of the accelerations.
    external: Buffer<ExternalParams>,
    /// How far the accuracy may become finer.
    finest: f32,
    /// Force passes judged before the first step.
    passes: usize,
}

/// Bodies to judge: how many, from where on, how many judged before still count, the most that they
/// count for a coarser accuracy, and the part of what was asked for that is aimed at.
pub(in crate::physics) struct Judgement {
    pub(in crate::physics) sampled: u32,
    turn: u64,
    memory: f32,
    patience: f32,
    aim: f32,
}

impl Judgement {
    /// Whether force passes are left to judge before the first step.
    pub(in crate::physics) fn is_left_before(passes: usize) -> bool {
        passes < BEFORE.len()
    }

    /// That of the force pass of this number before the first step; `None` if it is not judged.
    pub(in crate::physics) fn before(passes: usize) -> Option<Self> {
        let sampled = BEFORE.get(passes).copied().filter(|sampled| *sampled > 0)?;
        let patience = if passes < FREE { 1.0 } else { 0.0 };
        Some(Self { sampled, turn: passes as u64, memory: 0.0, patience, aim: AIM })
    }

    /// That of `count` bodies after `done` steps.
    pub(in crate::physics) fn after(count: u32, done: u64) -> Self {
        let part = interval(count, done - 1) as f32 / FIRST.0 as f32;
        let (sampled, memory, patience, aim) = match done <= FEW_STEPS {
            true if count <= ALL => {
                (count, count as f32, PATIENCE_WITH_ALL * part, aim_of_all(count))
            }
            true => (FIRST.1, MEMORY, PATIENCE * part, AIM),
            false => (LATER.1, MEMORY, PATIENCE, AIM),
        };
        Self { sampled, turn: done + BEFORE.len() as u64, memory, patience, aim }
    }

    /// Steps from `done` steps on until the next judgement of `count` bodies.
    pub(in crate::physics) fn steps_left(count: u32, done: u64) -> u64 {
        let interval = interval(count, done);
        interval - done % interval
    }

    /// The first body of the sample: others each time, by the golden ratio.
    pub(in crate::physics) fn first(&self, count: u32) -> u32 {
        ((self.turn as f64 * 0.618_033_988_749_895).fract() * f64::from(count)) as u32
    }

    /// How the errors of `sampled` bodies adjust the accuracy of a tree with these settings, which may
    /// become finer by the factor `finest`. `None` if no accuracy decides which of its cells open.
    pub(in crate::physics) fn adjust(
        &self,
        settings: &TreeSettings,
        sampled: u32,
        finest: f32,
    ) -> Option<AdjustParams> {
        let wanted = settings.error().filter(|error| *error > 0.0)?;
        let accuracy = settings.levels().accuracy;
        Some(AdjustParams {
            sampled,
            wanted: self.aim * wanted as f32,
            least: accuracy / finest,
            most: accuracy * RANGE,
            memory: self.memory,
            patience: self.patience,
        })
    }
}

/// Steps from one judgement of `count` bodies to the next, `done` steps after the control began.
fn interval(count: u32, done: u64) -> u64 {
    let few = (u64::from(count).pow(2) / PULLS_PER_STEP).next_power_of_two();
    match done {
        _ if done < VERY_FIRST.0 => few.min(VERY_FIRST.1),
        _ if done < FEW_STEPS => few.min(FIRST.0),
        _ => LATER.0,
    }
}

impl Control {
    /// The control of a tree over these bodies. `None` if no accuracy decides which of its cells
    /// open, or there are more bodies than can be compared.
    pub(super) fn new(
        gpu: &Gpu,
        bodies: &Bodies,
        parameters: &Parameters,
        pass: &ForcePass,
        gravity: Gravity,
    ) -> Result<Option<Self>, GpuError> {
        let (Gravity::Tree(settings), Some(levels)) = (gravity, pass.levels()) else {
            return Ok(None);
        };
        if settings.error().is_none_or(|error| error <= 0.0) || !is_possible(gpu, bodies.count()) {
            return Ok(None);
        }
        // Cells open by the whole acceleration, of which the tree's part may be small.
        let finest = if parameters.external.is_some() { RANGE * RANGE } else { RANGE };
        let external = parameters.external.params(parameters.softening);
        let external = gpu.uniform("tree/external_of", &external)?;
        let softening = parameters.softened();
        // Compiled here, so that no step waits for them.
        for sampled in [MAX_COMPARED, LATER.1] {
            compare(gpu, softening, false, sampled.min(bodies.count()))?;
        }
        let adjust = gpu.kernel(&TREE_ADJUST, &[])?;
        let most = BEFORE.into_iter().fold(ALL, u32::max);
        let errors = gpu.storage("tree/errors", bodies.count().min(most) as usize + 1)?;
        let (bodies, levels, images) = (bodies.clone(), levels.clone(), images(gpu, false)?);
        Ok(Some(Self {
            adjust,
            errors,
            levels,
            images,
            settings,
            bodies,
            softening,
            external,
            finest,
            passes: 0,
        }))
    }

    /// Goes on where `before` was, if it has adjusted the same tree.
    pub(super) fn continued(self, before: &Self) -> Self {
        let passes = if self.levels.raw() == before.levels.raw() { before.passes } else { 0 };
        Self { passes, ..self }
    }

    /// Begins anew, as for a new run.
    pub(super) fn reset(&mut self, gpu: &Gpu) {
        self.passes = 0;
        gpu.write(&self.levels, &[self.settings.levels()]);
    }

    /// The errors of the bodies judged last.
    pub(super) fn errors(&self) -> &Buffer<[u32; 2]> {
        &self.errors
    }

    /// Force passes judged before the first step.
    pub(super) fn passes(&self) -> usize {
        self.passes
    }

    /// Goes on after so many.
    pub(super) fn set_passes(&mut self, passes: usize) {
        self.passes = passes;
    }

    /// Whether force passes are left to judge before the first step.
    pub(super) fn has_passes_left(&self) -> bool {
        Judgement::is_left_before(self.passes)
    }

    /// Encodes the judgement of a force pass before the first step.
    pub(super) fn encode_before(
        &mut self,
        gpu: &Gpu,
        pass: &mut wgpu::ComputePass,
    ) -> Result<(), GpuError> {
        if !self.has_passes_left() {
            return Ok(());
        }
        let judgement = Judgement::before(self.passes);
        self.passes += 1;
        judgement.map_or(Ok(()), |judgement| self.judge(gpu, pass, &judgement))
    }

    /// Steps until the next judgement.
    pub(super) fn steps_left(&self, done: u64) -> u64 {
        Judgement::steps_left(self.bodies.count(), done)
    }

    /// Encodes a judgement after `done` steps, which have left the accelerations of the current
    /// positions.
    pub(super) fn encode(
        &self,
        gpu: &Gpu,
        pass: &mut wgpu::ComputePass,
        done: u64,
    ) -> Result<(), GpuError> {
        self.judge(gpu, pass, &Judgement::after(self.bodies.count(), done))
    }

    fn judge(
        &self,
        gpu: &Gpu,
        pass: &mut wgpu::ComputePass,
        judgement: &Judgement,
    ) -> Result<(), GpuError> {
        let count = self.bodies.count();
        let sampled = judgement.sampled.min(count);
        let Some(adjust) = judgement.adjust(&self.settings, sampled, self.finest) else {
            return Ok(());
        };
        let params = ForceErrorParams {
            count,
            sampled,
            first: judgement.first(count),
            stride: (count / sampled).max(1),
            softening_squared: self.softening.squared() as f32,
            period: 0.0,
        };
        let (uniform, acceleration) =
            (gpu.uniform("tree/errors_of", &params)?, self.bodies.acceleration().raw());
        let errors = ("errors", self.errors.raw());
        let levels = ("levels", self.levels.raw());
        let position = ("position", self.bodies.position().raw());
        let images = ("images", self.images.raw());
        let buffers = [
            ("errors_of", uniform.raw()),
            position,
            ("found", acceleration),
            levels,
            errors,
            images,
            ("external_of", self.external.raw()),
        ];
        let (kernel, groups) = compare(gpu, self.softening, false, sampled)?;
        kernel.bind(gpu.device(), &buffers)?.dispatch_groups(pass, groups);
        let uniform = gpu.uniform("tree/adjust_of", &adjust)?;
        self.adjust
            .bind(gpu.device(), &[("adjust_of", uniform.raw()), errors, levels])?
            .dispatch_groups(pass, 1);
        Ok(())
    }
}
