//! Measurements of a running session: recorded into its frames, collected when they arrive.

use std::time::Duration;

use super::Session;
use super::computing::Computing;
use super::instruments::Instruments;
use super::meter::Meter;
use crate::gpu::{Gpu, GpuError};
use crate::physics::initial::InitialState;
use crate::physics::{
    ForceErrorReading, ForceErrors, Measured, ProfileReading, ProfileSurvey, Reading, Simulation,
    Survey,
};

/// The instruments of a session: they measure its state, and wait for nothing but the driver's
/// compiler. See [`Session::measuring`].
#[derive(Debug)]
pub struct Measuring<'a> {
    gpu: &'a Gpu,
    simulation: &'a mut Simulation,
    meter: &'a mut Meter,
    instruments: &'a mut Instruments,
    initial: &'a InitialState,
}

impl Session {
    /// What measures the bodies.
    pub fn measuring(&mut self) -> Measuring<'_> {
        let Self { scene, computing, instruments, .. } = self;
        let Computing { gpu, simulation, meter, .. } = computing;
        Measuring { gpu, simulation, meter, instruments, initial: &scene.initial }
    }
}

impl Measuring<'_> {
    /// Prepares [`Measuring::encode_survey`] in a thread, because drivers may take a second to
    /// compile its kernels. Returns whether it is ready. Without this call, the first measurement
    /// waits for the compiler.
    ///
    /// # Errors
    /// [`GpuError`] if a kernel does not compile or memory runs out.
    pub fn prepare_survey(&mut self) -> Result<bool, GpuError> {
        let run = Measured::new(self.simulation);
        self.instruments.energies.prepare(self.gpu, move |gpu| Survey::from_measured(gpu, &run))
    }

    /// Prepares [`Measuring::encode_profile`] in the same way.
    ///
    /// # Errors
    /// As [`Measuring::prepare_survey`].
    pub fn prepare_profile(&mut self) -> Result<bool, GpuError> {
        let bodies = self.simulation.bodies().clone();
        self.instruments.profiles.prepare(self.gpu, move |gpu| ProfileSurvey::new(gpu, &bodies))
    }

    /// Encodes a measurement of the current state.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub fn encode_survey(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        self.simulation.elapsed_mut().encode(encoder)?;
        self.instruments
            .energies
            .get(|| Survey::new(self.gpu, self.simulation))?
            .encode(encoder, self.simulation)
    }

    /// Encodes as much of a measurement as the GPU can do within `budget`, and returns whether it
    /// is complete. Until then, call it again before any steps are recorded: a measurement
    /// interrupted by a whole step starts again.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out, or the first failure that the driver reported.
    pub fn encode_survey_within(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        budget: Duration,
    ) -> Result<bool, GpuError> {
        self.gpu.poll()?;
        self.meter.collect()?;
        let steps = self.simulation.steps();
        let survey = self.instruments.energies.get(|| Survey::new(self.gpu, self.simulation))?;
        if self.instruments.begun_at.replace(steps) != Some(steps) {
            survey.restart();
        }
        let mut pass = self.meter.begin(encoder)?;
        let (recorded, is_complete) =
            survey.encode_slice(&mut pass, self.simulation, self.meter.speed().fitting(budget))?;
        drop(pass);
        self.meter.end(encoder, recorded)?;
        if is_complete {
            survey.encode_result(encoder, self.simulation)?;
            self.simulation.elapsed_mut().encode(encoder)?;
        }
        Ok(is_complete)
    }

    /// Encodes a measurement of the system's current structure: one submission, however many bodies
    /// there are.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out.
    pub fn encode_profile(&mut self, encoder: &mut wgpu::CommandEncoder) -> Result<(), GpuError> {
        if let Some(survey) = self.instruments.profiles.ready() {
            survey.restart();
        }
        self.encode_profile_part(encoder, 1.0).map(drop)
    }

    /// Encodes this share of a measurement, from 0 to 1, and returns whether it is complete. It
    /// shows the state at its first part; steps may follow at once, and other parts in any later
    /// frame.
    ///
    /// # Errors
    /// As [`Measuring::encode_profile`].
    pub fn encode_profile_part(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        share: f64,
    ) -> Result<bool, GpuError> {
        let (time, steps) = (self.simulation.time(), self.simulation.steps());
        let make = || ProfileSurvey::new(self.gpu, self.simulation.bodies());
        let survey = self.instruments.profiles.get(make)?;
        if !survey.is_begun() {
            self.simulation.elapsed_mut().encode(encoder)?;
        }
        survey.encode_part(encoder, time, steps, share)
    }

    /// Encodes a comparison of the tree's forces on up to `most` bodies with direct sums; nothing
    /// if the forces are direct sums. No step may be in progress.
    ///
    /// # Errors
    /// [`GpuError`] if a kernel does not compile or memory runs out.
    pub fn encode_force_errors(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        most: u32,
    ) -> Result<(), GpuError> {
        if !self.instruments.errors.as_ref().is_some_and(|errors| errors.is_of(self.simulation)) {
            self.instruments.errors = ForceErrors::new(self.gpu, self.simulation)?;
        }
        self.instruments
            .errors
            .as_mut()
            .map_or(Ok(()), |errors| errors.encode(encoder, self.simulation, most))
    }

    /// The next comparison that has arrived, in the order of recording. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    #[doc(hidden)]
    pub fn force_errors(&mut self) -> Result<Option<ForceErrorReading>, GpuError> {
        self.instruments.errors.as_mut().map_or(Ok(None), ForceErrors::collect)
    }

    /// The next profile that has arrived, in the order of recording. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn profile(&mut self) -> Result<Option<ProfileReading>, GpuError> {
        self.simulation.elapsed_mut().collect()?;
        let reading = self.instruments.profiles.ready().map_or(Ok(None), ProfileSurvey::collect)?;
        Ok(reading.map(|reading| ProfileReading {
            time: self.simulation.elapsed().at(reading.steps).unwrap_or(reading.time),
            ..reading
        }))
    }

    /// The next measurement that has arrived, in the order of recording. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn reading(&mut self) -> Result<Option<Reading>, GpuError> {
        self.simulation.elapsed_mut().collect()?;
        let reading = self.instruments.energies.ready().map_or(Ok(None), Survey::collect)?;
        Ok(reading.map(|reading| self.timed(reading)))
    }

    /// The reading with its time, if the GPU has reported it since.
    fn timed(&self, reading: Reading) -> Reading {
        let time = self.simulation.elapsed().at(reading.steps).unwrap_or(reading.time);
        Reading {
            time,
            diagnostics: self.initial.frame().absolute_sums(&reading.diagnostics, time),
            ..reading
        }
    }

    /// The next measurement that was recorded before [`Gpu::wait`](crate::gpu::Gpu::wait); `None`
    /// after the last.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn last_reading(&mut self) -> Result<Option<Reading>, GpuError> {
        self.simulation.elapsed_mut().collect()?;
        let reading = self.instruments.energies.ready().map_or(Ok(None), Survey::wait)?;
        Ok(reading.map(|reading| self.timed(reading)))
    }
}
