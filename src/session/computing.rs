//! A simulation that frames advance: what computes its forces, and how fast.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::course::Setup;
use super::members::Members;
use super::meter::{Meter, Speed};
use crate::gpu::{Gpu, GpuError};
use crate::physics::{
    Carried, Gravity, Member, Parameters, Plan, Simulation, SimulationError, Team,
};

/// How long to wait for a member at a time, so that the caller can be interrupted.
pub(super) const WAIT: Duration = Duration::from_millis(100);
/// Time for the steps between two pictures, as a multiple of that for the picture, and its maximum.
const STEPS_PER_PICTURE: u32 = 3;
const LONGEST_BATCH: Duration = Duration::from_millis(250);

/// The simulation of a session: what computes its forces, and how fast. See
/// [`Session::computing`](super::Session::computing).
#[derive(Debug)]
pub struct Computing {
    pub(super) gpu: Gpu,
    pub(super) simulation: Simulation,
    /// What was chosen to compute the forces.
    pub(super) chosen: Members,
    /// What that stands for at present.
    pub(super) present: Members,
    /// The team, if it is one.
    pub(super) team: Option<Arc<Team>>,
    /// Measures the speed of the adapter.
    pub(super) meter: Meter,
    /// The speed of the member that computes the forces, if one does.
    speed_of_member: Speed,
    /// The last speeds of direct sums, trees and grids, for forecasts.
    speeds: [Option<f64>; 3],
    /// When a member's last batch of steps began.
    begun: Option<Instant>,
    /// What was left of the time to the batch after it.
    rest: Duration,
}

impl Computing {
    pub(super) fn new(gpu: &Gpu, simulation: Simulation) -> Self {
        Self {
            gpu: gpu.clone(),
            simulation,
            chosen: Members::Gpu,
            present: Members::Gpu,
            team: None,
            meter: Meter::new(gpu),
            speed_of_member: Speed::default(),
            speeds: [None; 3],
            begun: None,
            rest: Duration::ZERO,
        }
    }

    /// Lets `member` compute the forces from the last whole step on, or the adapter if it is
    /// `None`. A step in progress starts again.
    ///
    /// # Errors
    /// As [`Simulation::set_member`].
    pub fn set_member(&mut self, member: Option<Arc<dyn Member>>) -> Result<(), GpuError> {
        self.simulation.set_member(member)?;
        self.speeds = [None; 3];
        self.forget_speed();
        self.meter.set_timed(self.simulation.is_hosted());
        Ok(())
    }

    /// Plans direct sums again, because different ones may now be best.
    ///
    /// # Errors
    /// As [`Simulation::set_plan`].
    pub fn replan(&mut self) -> Result<(), GpuError> {
        self.simulation.replan()?;
        self.forget_speed();
        Ok(())
    }

    /// What computes the run now, and how: for [`Course::add`](super::Course::add), before an edit.
    #[doc(hidden)]
    pub fn setup(&self) -> Setup {
        let simulation = &self.simulation;
        Setup {
            physics: *simulation.parameters(),
            plan: simulation.plan().into(),
            members: self.present(),
        }
    }

    /// Changes the plan of direct sums from the last whole step on, for example to that of a stored
    /// picture.
    ///
    /// # Errors
    /// As [`Simulation::set_plan`].
    #[doc(hidden)]
    pub fn set_plan(&mut self, plan: Plan) -> Result<(), GpuError> {
        self.simulation.set_plan(plan)?;
        self.forget_speed();
        Ok(())
    }

    /// Goes on with what a saved run carried, after a change of what computes the forces. Returns
    /// whether it fits; nothing changes otherwise.
    #[doc(hidden)]
    pub fn carry_on(&mut self, carried: &Carried) -> bool {
        self.simulation.carry_on(carried)
    }

    /// Changes the parameters as [`Simulation::set_parameters`] does. Returns whether the gravity
    /// is another.
    pub(super) fn set_parameters(
        &mut self,
        parameters: Parameters,
    ) -> Result<bool, SimulationError> {
        let (gravity, before) = (self.simulation.gravity(), *self.simulation.parameters());
        let now = self.work_per_second();
        let speed = &mut self.speeds[method(gravity)];
        *speed = now.or(*speed);
        self.simulation.set_parameters(parameters)?;
        let has_other_gravity = self.simulation.gravity() != gravity;
        if has_other_gravity
            || parameters.integrator != before.integrator
            || parameters.precision != before.precision
        {
            self.forget_speed();
        }
        Ok(has_other_gravity)
    }

    /// The speed of the simulation as [work](crate::physics::ForcePass::work) per second, measured
    /// in frames with a budget; `None` before the first measurement has arrived.
    pub fn work_per_second(&self) -> Option<f64> {
        self.speed().work_per_second()
    }

    /// Speed of measurements as [work](crate::physics::ForcePass::work) per second. The adapter
    /// makes them even if another computes the forces.
    pub fn measuring_per_second(&self) -> Option<f64> {
        self.meter.speed().work_per_second()
    }

    /// Whether the speed of this gravity's method has been measured in this session.
    pub fn has_timed(&self, gravity: Gravity) -> bool {
        let is_now = method(gravity) == method(self.simulation.gravity());
        self.speeds[method(gravity)].is_some() || is_now && self.work_per_second().is_some()
    }

    /// The speed at which this gravity would be summed: measured while the session used its method,
    /// or else the present speed.
    pub fn work_per_second_by(&self, gravity: Gravity) -> Option<f64> {
        let now = self.work_per_second();
        let by = method(gravity);
        let is_now = by == method(self.simulation.gravity());
        self.speeds[by].filter(|_| !is_now || now.is_none()).or(now)
    }

    /// The speed of whatever computes the forces.
    fn speed(&self) -> &Speed {
        if self.simulation.is_hosted() { &self.speed_of_member } else { self.meter.speed() }
    }

    /// Forgets the speed, because other forces are computed from here on.
    fn forget_speed(&mut self) {
        self.meter.reset();
        self.speed_of_member = Speed::default();
    }

    /// Work that fits into `budget`. A member's batch of steps takes several times as long as the
    /// picture that was drawn before the last one, because on a software adapter both take the same
    /// processors.
    pub(super) fn fitting(&self, budget: Duration) -> f64 {
        let batch = (STEPS_PER_PICTURE * self.rest).min(LONGEST_BATCH);
        self.speed().fitting(if self.simulation.is_hosted() { budget.max(batch) } else { budget })
    }

    /// On a software adapter, times a small slice of a force pass by itself at intervals. There,
    /// GPU timestamps miss compute passes (Mesa 22.3), host times include the picture, and waiting
    /// costs nothing because the host does the work anyway.
    pub(super) fn probe(&mut self) -> Result<(), GpuError> {
        while self.gpu.is_software()
            && !self.simulation.is_hosted()
            && self.simulation.engine().progress().is_none()
        {
            let Some(work) = self.meter.probe() else { break };
            self.gpu.wait()?;
            let mut encoder = self.gpu.encoder("probe");
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                label: Some("probe"),
                timestamp_writes: None,
            });
            let recorded = self.simulation.engine_mut().encode_probe(&mut pass, work)?;
            drop(pass);
            let begin = Instant::now();
            let submission = self.gpu.submit(encoder);
            self.gpu.wait_for(submission)?;
            self.meter.probed(recorded, begin.elapsed());
        }
        Ok(())
    }

    /// Submits `encoder` and times what is recorded in it. If steps begin there whose forces come
    /// from a member, it starts.
    pub(super) fn submit(&mut self, encoder: wgpu::CommandEncoder) -> wgpu::SubmissionIndex {
        let submission = self.gpu.submit(encoder);
        self.meter.submitted();
        self.start_member();
        submission
    }

    /// Sends off the steps that have begun, if a member computes their forces, and notes how long
    /// the last ones took.
    pub(super) fn start_member(&mut self) {
        let timed = self.simulation.engine_mut().take_timed();
        if let Some((work, time)) = timed {
            self.speed_of_member.add(work, time.as_secs_f64());
        }
        if self.simulation.engine_mut().start_member()
            && let (Some(begun), Some((_, last))) = (self.begun.replace(Instant::now()), timed)
        {
            self.rest = begun.elapsed().saturating_sub(last);
        }
    }

    /// Waits until a submission has run and, for a tenth of a second at most, until steps that are
    /// on their way are done.
    pub(super) fn wait_for(&mut self, submission: wgpu::SubmissionIndex) -> Result<(), GpuError> {
        self.gpu.wait_for(submission)?;
        self.simulation.engine_mut().wait_for_member(WAIT);
        self.meter.waited();
        self.simulation.elapsed_mut().collect()
    }

    /// Waits until the time of the current state is known. Only adaptive steps need this.
    ///
    /// # Errors
    /// The first failure that the driver reported since the last call.
    pub fn wait_for_time(&mut self) -> Result<(), GpuError> {
        if self.simulation.elapsed().is_known() {
            return Ok(());
        }
        let mut encoder = self.gpu.encoder("time");
        self.simulation.elapsed_mut().encode(&mut encoder)?;
        let submission = self.submit(encoder);
        self.wait_for(submission)?;
        self.simulation.elapsed_mut().wait()
    }
}

/// The place of a method among the speeds.
fn method(gravity: Gravity) -> usize {
    match gravity {
        Gravity::Auto(_) | Gravity::Direct(_) => 0,
        Gravity::Tree(_) => 1,
        Gravity::Mesh(_) => 2,
    }
}
