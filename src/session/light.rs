//! Where the light of a running session is: measured in its frames, collected when it arrives.

use std::time::{Duration, Instant};

use super::Session;
use crate::gpu::GpuError;
use crate::physics::Sample;
use crate::render::Extent;

/// Minimum time between measurements. The camera takes about a second to follow, and each
/// evaluation costs the host 0.2 ms.
const INTERVAL: Duration = Duration::from_millis(25);

impl Session {
    /// Measures where the light is from the next frame on, at most 40 times per second, for
    /// [`Session::light`], or ends it.
    pub fn watch_light(&mut self, is_on: bool) {
        if is_on != self.copies.watches_light {
            (self.copies.watches_light, self.copies.light, self.copies.light_at) =
                (is_on, None, None);
        }
    }

    /// The sphere that holds 90 % of the light in the newest frame that has arrived since the last
    /// call. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn light(&mut self) -> Result<Option<Extent>, GpuError> {
        let sampled = self.copies.light.as_mut().map_or(Ok(None), Sample::collect)?;
        Ok(sampled.and_then(|sampled| Extent::of_light(&self.scene.look, sampled)))
    }

    /// Whether a measurement of the light in the current state is in flight to [`Session::light`],
    /// or still to be made.
    pub fn awaits_light(&self) -> bool {
        self.copies
            .light
            .as_ref()
            .is_some_and(|sample| sample.is_pending() || !sample.has(self.simulation.steps()))
    }

    /// Encodes the bodies for [`Session::light`], if it is watched.
    pub(super) fn encode_light(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<(), GpuError> {
        let is_early = self.copies.light_at.is_some_and(|at| at.elapsed() < INTERVAL);
        if !self.copies.watches_light || is_early {
            return Ok(());
        }
        self.copies.light_at = Some(Instant::now());
        let sample = match &mut self.copies.light {
            Some(sample) => sample,
            none => none.insert(Sample::new(&self.gpu, self.simulation.bodies())?),
        };
        sample.encode(encoder, self.simulation.steps())
    }

    /// Where the light is in the current state.
    pub(super) fn wait_for_light(&mut self) -> Result<Option<Extent>, GpuError> {
        let mut sample = Sample::new(&self.gpu, self.simulation.bodies())?;
        let mut encoder = self.gpu.encoder("light");
        sample.encode(&mut encoder, self.simulation.steps())?;
        let submission = self.submit(encoder);
        self.wait_for(submission)?;
        let sampled = sample.wait()?;
        Ok(sampled.and_then(|sampled| Extent::of_light(&self.scene.look, sampled)))
    }
}
