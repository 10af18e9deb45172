//! What a run consists of, and what is done with it without the interpreter.

use std::time::{Duration, Instant};

use starshell::physics::{Body, Diagnostics, Parameters, Precision, Snapshot, State};
use starshell::scene::{SETTINGS, Scene};
use starshell::session::{Clock, Members, Pace, Session, whole_steps};
use starshell::snapshot::Checkpoint;
use starshell::wgpu::SubmissionIndex;

use crate::failure::{Failure, run, value};

/// Time of one submission, so that Python can answer Ctrl-C and no driver's watchdog fires.
const BATCH: Duration = Duration::from_millis(100);
/// Most steps per submission.
const STEPS: u32 = 1000;
/// A time step this near to the one of a setting is that one.
const ROUNDING: f64 = 1e-7;

/// What a run consists of.
pub struct Inner {
    pub session: Session,
    /// The last submission of steps that nobody has waited for.
    flying: Option<SubmissionIndex>,
    /// The time step of the setting, while another fills the time of a call.
    own_step: Option<f64>,
    /// What has been read or measured of the present moment.
    state: Option<State>,
    sums: Option<Diagnostics>,
    field: Option<Vec<[f64; 4]>>,
}

impl Inner {
    pub fn new(session: Session) -> Self {
        let (flying, own_step, state, sums, field) = Default::default();
        Self { session, flying, own_step, state, sums, field }
    }

    /// The time step of the setting, while another fills the time of a call.
    pub fn own_step(&self) -> Option<f64> {
        self.own_step
    }

    /// Forgets what was read, because something has changed.
    pub fn changed(&mut self) {
        (self.state, self.sums, self.field) = Default::default();
    }

    /// Takes the length of steps and the time of the next pause so that whole steps end there.
    pub fn aim(&mut self, until: f64) -> Result<(), Failure> {
        self.session.computing_mut().wait_for_time()?;
        let (time, physics) = (self.session.simulation().time(), self.session.scene().physics);
        let own = self.own_step.unwrap_or(physics.time_step);
        let interval = until - time;
        // What rounding has left of a time that has been reached is no step.
        if interval.is_nan() || interval < -ROUNDING * own {
            return Err(value(format!(
                "the run is at t = {time}, after t = {until}: give a later time, or reverse the velocities"
            )));
        }
        if interval <= ROUNDING * own {
            self.session.set_pace(Pace::default());
            return Ok(());
        }
        let step = match physics.adaptive {
            Some(_) => own,
            None => {
                let (_, step) = whole_steps(interval, own);
                if (step - own).abs() <= ROUNDING * own { own } else { step }
            }
        };
        self.set_step(step)?;
        self.own_step = Some(own);
        let (steps, pace) = (self.session.simulation().steps(), Pace::Interval(interval));
        let mut clock = Clock::from(steps, time, pace, step);
        clock.tick();
        self.session.set_clock(clock);
        Ok(())
    }

    fn set_step(&mut self, time_step: f64) -> Result<(), Failure> {
        let mut physics = self.session.scene().physics;
        if (physics.time_step - time_step).abs() > 1e-12 * time_step {
            physics.time_step = time_step;
            self.session.set_parameters(physics)?;
        }
        Ok(())
    }

    /// Goes on towards the pause for about so long; whether it is reached.
    pub fn proceed(&mut self, time: Duration) -> Result<bool, Failure> {
        let deadline = Instant::now() + time;
        while self.session.is_due() {
            self.changed();
            let mut encoder = self.session.gpu().encoder("steps");
            self.session.encode_within(&mut encoder, STEPS, BATCH)?;
            let submission = self.session.submit(encoder);
            // One batch runs while the next is recorded. More would only take memory.
            if let Some(last) = self.flying.replace(submission) {
                self.session.wait_for(last)?;
            }
            if Instant::now() >= deadline {
                break;
            }
        }
        let is_reached = !self.session.is_due();
        if is_reached {
            // Pictures take no steps.
            self.session.set_pace(Pace::default());
        }
        Ok(is_reached)
    }

    /// Ends a call: leaves out what it has not done, waits, and takes the time step of the setting again.
    pub fn end(&mut self) -> Result<(), Failure> {
        if self.session.is_due() {
            // Abandons a step in progress; the bodies are at the last whole one.
            self.session.set_parameters(self.session.scene().physics)?;
        }
        self.session.set_pace(Pace::default());
        self.wait()?;
        match self.own_step.take() {
            Some(own) => self.set_step(own),
            None => Ok(()),
        }
    }

    /// Waits until everything has run.
    pub fn wait(&mut self) -> Result<(), Failure> {
        if let Some(last) = self.flying.take() {
            self.session.wait_for(last)?;
        }
        Ok(self.session.computing_mut().wait_for_time()?)
    }

    /// The bodies now.
    pub fn state(&mut self) -> Result<State, Failure> {
        if self.state.is_none() {
            self.wait()?;
            self.state = Some(self.absolute(self.session.simulation().state()?)?);
        }
        Ok(self.state.clone().unwrap_or_default())
    }

    /// The bodies in the coordinates in which they were given.
    fn absolute(&self, state: State) -> Result<State, Failure> {
        let (frame, time) =
            (self.session.scene().initial.frame(), self.session.simulation().time());
        if frame.is_file() {
            return Ok(state);
        }
        let absolute = State::exact(state.bodies().map(|body| frame.absolute(&body, time)));
        Ok(absolute.to_precision(Precision::Double))
    }

    /// The sums over all bodies now.
    pub fn sums(&mut self) -> Result<Diagnostics, Failure> {
        if let Some(sums) = self.sums {
            return Ok(sums);
        }
        self.wait()?;
        loop {
            let mut encoder = self.session.gpu().encoder("survey");
            let is_complete = self.session.measuring().encode_survey_within(&mut encoder, BATCH)?;
            let submission = self.session.submit(encoder);
            self.session.wait_for(submission)?;
            if is_complete {
                break;
            }
        }
        let mut last = None;
        while let Some(reading) = self.session.measuring().last_reading()? {
            last = Some(reading.diagnostics);
        }
        let sums = last.ok_or_else(|| run("the measurement did not arrive"))?;
        self.sums = Some(sums);
        Ok(sums)
    }

    /// Puts other bodies in place of the present ones, in the coordinates in which they were given.
    pub fn put(&mut self, state: &State) -> Result<(), Failure> {
        self.wait()?;
        let simulation = self.session.simulation();
        let (time, steps) = (simulation.time(), simulation.steps());
        let frame = self.session.scene().initial.frame();
        let relative: Vec<Body> =
            state.bodies().map(|body| frame.relative_at(&body, time)).collect();
        let precision = self.session.scene().physics.precision;
        let state = State::new(&relative, precision).map_err(value)?;
        self.session.restore(&Snapshot { time, steps, state })?;
        self.changed();
        Ok(())
    }

    pub fn checkpoint(&mut self) -> Result<Checkpoint, Failure> {
        self.wait()?;
        Ok(self.session.checkpoint()?)
    }
}

impl Inner {
    /// Takes physics, look and camera of a changed copy of the scene.
    pub fn replace(&mut self, scene: Scene) -> Result<(), Failure> {
        let now = self.session.scene();
        let is_other =
            SETTINGS.iter().any(|row| row.table() == "physics" && row.get(now) != row.get(&scene))
                || now.physics.gravity != scene.physics.gravity;
        if is_other {
            scene.physics.validate().map_err(value)?;
            // Another time step than that of the call is the setting from now on.
            let own = self.own_step.filter(|_| now.physics.time_step == scene.physics.time_step);
            self.wait()?;
            self.time_members(&self.session.computing().members(), &scene.physics)?;
            self.session.set_parameters(scene.physics)?;
            self.own_step = own;
            self.changed();
        }
        self.session.viewing().set_camera(&scene.camera);
        *self.session.viewing().look_mut() = scene.look;
        Ok(())
    }

    /// Measures who is faster for such physics, if nobody is chosen and that is not known.
    fn time_members(&self, members: &Members, physics: &Parameters) -> Result<(), Failure> {
        if *members == Members::Auto {
            let count = self.session.simulation().bodies().count() as usize;
            Members::time(self.session.gpu(), physics, count)?;
        }
        Ok(())
    }

    /// Lets these compute the forces.
    pub fn set_members(&mut self, members: Members) -> Result<(), Failure> {
        self.time_members(&members, &self.session.scene().physics)?;
        Ok(self.session.computing_mut().set_members(members)?)
    }

    pub fn field(&mut self) -> Result<Vec<[f64; 4]>, Failure> {
        if self.field.is_none() {
            self.wait()?;
            let (gpu, simulation) = (self.session.gpu(), self.session.simulation());
            self.field = Some(starshell::physics::field(gpu, simulation)?);
        }
        Ok(self.field.clone().unwrap_or_default())
    }
}
