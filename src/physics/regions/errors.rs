//! The errors of the accelerations, judged against direct sums over all regions.

use super::judges::Judges;
use super::kernels::{ChooseParams, JudgeParams, REGION_JUDGE};
use super::run::Regions;
use crate::gpu::GpuError;
use crate::physics::Output;
use crate::physics::comparison::{FORCE_SUMS, ForceErrorParams, with_sample};
use crate::physics::simulation::{Judgement, RANGE, TREE_ADJUST};

impl Regions {
    /// Keeps the accuracy as it is from now on.
    pub fn leave_accuracy(&mut self) {
        if let Some(judges) = &mut self.judges {
            judges.is_adjusting = false;
        }
    }

    /// Whether errors adjust the accuracy.
    fn is_adjusting(&self) -> bool {
        self.judges.as_ref().is_some_and(|judges| judges.is_adjusting)
    }

    /// Steps until errors are judged the next time.
    pub(super) fn steps_until_judged(&self) -> u32 {
        if !self.is_adjusting() {
            return u32::MAX;
        }
        Judgement::steps_left(self.number as u32, self.steps) as u32
    }

    /// Finds the accuracy by the force passes before the first step.
    pub(super) fn judge_before(&mut self) -> Result<(), GpuError> {
        while self.is_adjusting()
            && let Some(judges) =
                self.judges.as_mut().filter(|judges| Judgement::is_left_before(judges.passes))
        {
            let judgement = Judgement::before(judges.passes);
            judges.passes += 1;
            self.sum(Output::Acceleration, None)?;
            self.is_current = true;
            if let Some(judgement) = judgement {
                self.judge(&judgement)?;
            }
            self.gpu.wait()?;
        }
        Ok(())
    }

    /// Judges the accelerations, which are those of the current positions, and adjusts the accuracy.
    pub(super) fn judge(&mut self, judgement: &Judgement) -> Result<(), GpuError> {
        let Some(judges) = self.judges.as_ref().filter(|judges| judges.is_adjusting) else {
            return Ok(());
        };
        let count: u32 = self.counts().iter().sum();
        let sampled = judgement.sampled.min(count).min(judges.sums.len() as u32);
        let Some(adjust) = judgement.adjust(&self.settings, sampled, RANGE).filter(|_| sampled > 0)
        else {
            return Ok(());
        };
        self.compare(judges, sampled, judgement.first(count))?;
        let adjust_of = self.gpu.uniform("regions/adjust_of", &adjust)?;
        let buffers = [
            ("adjust_of", adjust_of.raw()),
            ("errors", judges.errors.raw()),
            ("levels", self.trees.levels().raw()),
        ];
        let adjust = self.gpu.kernel(&TREE_ADJUST, &[])?.bind(self.gpu.device(), &buffers)?;
        let mut encoder = self.gpu.encoder("regions/adjust");
        adjust.dispatch_groups(
            &mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()),
            1,
        );
        self.gpu.submit(encoder);
        Ok(())
    }

    /// Submits the comparison of this many of the bodies with direct sums, evenly spaced along the
    /// curve from the body `first` on.
    fn compare(&self, judges: &Judges, sampled: u32, first: u32) -> Result<(), GpuError> {
        let (gpu, all) = (&self.gpu, self.counts().iter().sum::<u32>());
        let stride = (all / sampled).max(1);
        let mut encoder = gpu.encoder("regions/compare");
        encoder.clear_buffer(judges.sums.raw(), 0, None);
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        let mut begin = 0;
        for region in &self.regions {
            let count = region.count;
            let params = ChooseParams { sampled, all, first, stride, begin, count };
            region.encode_choice(gpu, &mut pass, &params, &judges.chosen)?;
            begin += count;
        }
        drop(pass);
        gpu.submit(encoder);
        let softening = self.parameters.softened();
        let (kernel, groups) = with_sample(gpu, &FORCE_SUMS, softening, false, sampled)?;
        for region in &self.regions {
            let params = ForceErrorParams {
                count: region.capacity(),
                sampled,
                first,
                stride,
                softening_squared: softening.squared() as f32,
                period: 0.0,
            };
            let errors_of = gpu.uniform("regions/errors_of", &params)?;
            let buffers = [
                ("errors_of", errors_of.raw()),
                ("position", region.position.raw()),
                ("chosen", judges.chosen.raw()),
                ("sums_of", judges.sums.raw()),
                ("images", judges.images.raw()),
            ];
            let mut encoder = gpu.encoder("regions/compare");
            kernel.bind(gpu.device(), &buffers)?.dispatch_groups(
                &mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()),
                groups,
            );
            gpu.submit(encoder);
        }
        let judge_of = gpu.uniform("regions/judge_of", &JudgeParams { sampled })?;
        let buffers = [
            ("judge_of", judge_of.raw()),
            ("chosen", judges.chosen.raw()),
            ("sums_of", judges.sums.raw()),
            ("errors", judges.errors.raw()),
        ];
        let mut encoder = gpu.encoder("regions/judge");
        gpu.kernel(&REGION_JUDGE, &[])?.bind(gpu.device(), &buffers)?.dispatch_threads(
            &mut encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()),
            sampled,
        );
        gpu.submit(encoder);
        Ok(())
    }

    /// The relative errors of the accelerations at the current positions, of up to `most` bodies
    /// evenly spaced along the curve, in ascending order: relative to the direct sum or, where pulls
    /// cancel, to 1/32 of the sum of their magnitudes. `None` if there are too many bodies in a region
    /// for direct sums on this adapter. Waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn errors(&mut self, most: u32) -> Result<Option<Vec<f32>>, GpuError> {
        self.forces()?;
        if !self.is_ordered {
            let mut encoder = self.gpu.encoder("regions/order");
            self.encode_orders(&mut encoder, |_, _| ());
            self.gpu.submit(encoder);
            self.is_ordered = true;
        }
        let Some(judges) = &self.judges else { return Ok(None) };
        let all: u32 = self.counts().iter().sum();
        let sampled = most.min(all).min(judges.sums.len() as u32);
        if sampled == 0 {
            return Ok(Some(Vec::new()));
        }
        self.compare(judges, sampled, 0)?;
        let rows = self.gpu.read(&judges.errors)?;
        let errors = rows[1..=sampled as usize].iter().map(|[_, bits]| f32::from_bits(*bits));
        let mut errors: Vec<f32> = errors.filter(|error| error.is_nan() || *error >= 0.0).collect();
        errors.sort_by(f32::total_cmp);
        Ok(Some(errors))
    }

    /// The accuracy by which cells open. Waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn accuracy(&self) -> Result<f32, GpuError> {
        Ok(self.gpu.read(self.trees.levels())?[0].accuracy)
    }
}
