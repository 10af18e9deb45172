//! Two stages side by side: the same moment with other settings, or another branch. One camera
//! moves both, both advance by the same simulated time, and panels and keys act on the one that has
//! the focus.

use std::sync::Arc;

use starshell::gpu::GpuError;
use starshell::physics::{Gravity, Parameters};
use starshell::render::Look;
use starshell::scene::Dimension;
use starshell::session::{Branch, Moment, Pace, Session, SessionError};
use starshell::words::{self, t};

use crate::app::commands::Command;
use crate::app::simulation::{
    comparison::OtherView,
    desk::Desk,
    drafts::Drafts,
    interaction::Purpose,
    stage::{BUDGET, BY_HAND, HistoryCursor, Stage},
};

impl Desk {
    /// Begins a comparison with a branch or, without a number, with a copy of what is shown, which
    /// then gets the focus. Ends the comparison if it is under way already.
    pub fn compare(&mut self, number: Option<u32>) {
        let was_beside = self.other_view.as_ref().map(|beside| beside.stage.cursor.branch);
        if was_beside.is_some() && (number.is_none() || number == was_beside) {
            return self.end_comparison();
        }
        if number == Some(self.stage.cursor.branch) || !self.is_left(Command::Compare(number)) {
            return;
        }
        self.end_comparison();
        let Some((branch, moment)) = self.other_course(number) else { return };
        match self.stage_at(branch, &moment) {
            Ok(mut stage) => {
                stage.altered = if number.is_some() { Some(BY_HAND) } else { self.stage.altered };
                self.history.set_beside(Some(branch));
                self.other_view = Some(OtherView { stage, is_left: false, goal: None });
                self.share_budget();
                if number.is_none() {
                    self.swap_halves();
                }
            }
            Err(error) => {
                if number.is_none() {
                    self.history.discard(branch);
                }
                self.shell.notices.warn(error.to_string());
            }
        }
    }

    /// Begins a comparison of a tree with the direct sum: the half that then has the focus sums
    /// directly.
    pub fn compare_gravity(&mut self) {
        if self.other_view.is_some() || !self.is_left(Command::CompareGravity) {
            return;
        }
        self.compare(None);
        if self.other_view.is_some() {
            let physics = self.stage.session.scene().physics;
            self.set_physics(Parameters { gravity: Gravity::default(), ..physics });
        }
    }

    /// The branch and the moment for the other half: on another branch, the moment nearest in time
    /// (this half goes back to the end of that branch if it is ahead); otherwise a new branch at
    /// what is shown.
    fn other_course(&mut self, number: Option<u32>) -> Option<(u32, Arc<Moment>)> {
        if let Some(number) = number {
            let newest = self.history.branch(number)?.newest()?.time();
            if newest < self.stage.session.simulation().time() {
                self.look_back(newest);
            }
            let time = self.stage.session.simulation().time();
            return Some((number, self.history.branch(number)?.nearest(time)?.clone()));
        }
        let shown = self.stage.cursor.shown.clone();
        let moment = shown.or_else(|| self.line()?.newest().cloned())?;
        Some((self.history.double(self.stage.cursor.branch, &moment)?, moment))
    }

    /// A stage that shows a moment of a branch.
    fn stage_at(&self, branch: u32, moment: &Arc<Moment>) -> Result<Stage, SessionError> {
        let mut scene = self.stage.session.scene().clone();
        let precision = scene.physics.precision;
        scene.physics = *moment.physics();
        if !scene.physics.precision.is_supported(&self.shell.gpu) {
            scene.physics.precision = precision;
        }
        let mut session =
            Session::resume(&self.shell.gpu, scene, &moment.snapshot(), Pace::StepsPerFrame(0))?;
        session.set_members(self.tuning.members.clone())?;
        let is_newest = self
            .history
            .branch(branch)
            .and_then(|line| line.newest())
            .is_some_and(|newest| Arc::ptr_eq(newest, moment));
        let mut stage = Stage::of(&self.shell.gpu, session)?;
        stage.size = self.stage.size;
        stage.statistics.share_reach(&self.stage.statistics);
        stage.session.set_plain_light(self.stage.session.has_plain_light());
        stage.cursor = HistoryCursor {
            branch,
            shown: (!is_newest).then(|| moment.clone()),
            is_stored: true,
            is_beside: true,
            ..HistoryCursor::default()
        };
        Ok(stage)
    }

    /// Ends the comparison: the half with the focus stays on stage, and the other stays a branch.
    pub fn end_comparison(&mut self) {
        // A copy that led nowhere goes, even if it has the focus.
        let is_untouched = |stage: &Stage| {
            stage.cursor.is_stored && self.history.branch(stage.cursor.branch).is_some_and(is_new)
        };
        if is_untouched(&self.stage)
            && self.other_view.as_ref().is_some_and(|beside| !is_untouched(&beside.stage))
        {
            self.swap_halves();
        }
        let Some(beside) = self.other_view.take() else { return };
        self.history.set_beside(None);
        let number = beside.stage.cursor.branch;
        self.share_budget();
        if !beside.stage.cursor.is_stored && beside.stage.cursor.shown.is_none() {
            self.leave_stage(beside.stage);
        } else if self.history.branch(number).is_some_and(is_new) {
            self.history.discard(number);
        }
    }

    /// Keeps a stage that has ended until the copy of its last state arrives.
    fn leave_stage(&mut self, mut stage: Stage) {
        let mut encoder = self.shell.gpu.encoder("last state");
        let recorded = stage.session.record_snapshot(&mut encoder);
        stage.session.submit(encoder);
        match recorded {
            Ok(_) => self.leaving.push(stage),
            Err(error) => self.shell.notices.warn(error.to_string()),
        }
    }

    /// Takes the last states of stages that have ended.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn receive_last_states(&mut self) -> Result<(), GpuError> {
        for mut stage in std::mem::take(&mut self.leaving) {
            let steps = stage.session.simulation().steps();
            let mut last = None;
            while last.is_none()
                && let Some((_, snapshot)) = stage.session.snapshot()?
            {
                last = Some(snapshot).filter(|snapshot| snapshot.steps == steps);
            }
            match last {
                Some(snapshot) => {
                    self.history.record(
                        stage.cursor.branch,
                        Moment::new(snapshot, stage.session.scene().physics),
                    );
                }
                None => self.leaving.push(stage),
            }
        }
        Ok(())
    }

    /// Splits the time budget per frame between the halves.
    fn share_budget(&mut self) {
        let budget = if self.other_view.is_some() { BUDGET / 2 } else { BUDGET };
        let other = self.other_view.as_mut().map(|beside| &mut beside.stage);
        for stage in other.into_iter().chain([&mut self.stage]) {
            stage.session.set_budget(Some(budget));
        }
    }

    /// Gives the focus to the other half, once nothing is under way that belongs to this one.
    pub fn give_focus(&mut self) {
        if self.other_view.is_some() && self.stage.interaction.is_asked() {
            return self.ask(Command::ShowOtherView);
        }
        self.swap_halves();
    }

    /// Gives the focus to the other half.
    fn swap_halves(&mut self) {
        let Some(beside) = &mut self.other_view else { return };
        std::mem::swap(&mut self.stage, &mut beside.stage);
        beside.is_left = !beside.is_left;
        (self.stage.cursor.is_beside, beside.stage.cursor.is_beside) = (false, true);
        let (new, old) = (&mut self.stage, &mut beside.stage);
        // Actions that wait for the old half would now affect the new one.
        old.cursor.waiting.take_if(|action| !matches!(action, Command::LookBack(_)));
        new.session.set_path(old.session.scene().path.clone());
        // While beside, the half had a copy of the look with a fixed colour range.
        new.session.look_mut().clone_from(&old.session.scene().look);
        new.session.set_camera(&old.session.scene().camera);
        (old.interaction.throw, old.interaction.attraction) = (None, None);
        self.history.switch(new.cursor.branch);
        self.history.set_beside(Some(old.cursor.branch));
        self.drafts = Drafts::of(self.stage.session.scene());
    }

    /// Makes the other half show the same time as this one.
    pub fn align_other_half(&mut self) {
        let time = self.stage.session.simulation().time();
        let is_waiting = self.stage.cursor.waiting.is_some();
        let Some((beside, mut around)) = self.on_other_view() else { return };
        beside.goal = None;
        if !is_waiting && time != beside.stage.session.simulation().time() {
            beside.stage.look_back(&mut around, time);
        }
    }

    /// Whether both halves show the same time, to within half a step of each; true without a
    /// comparison.
    pub fn are_together(&self) -> bool {
        let stages = || self.other_view.iter().map(|beside| &beside.stage).chain([&self.stage]);
        let latest =
            stages().map(|stage| stage.session.simulation().time()).fold(f64::MIN, f64::max);
        self.other_view.is_none() || stages().all(|stage| stage.is_at(latest))
    }

    /// Sets the next time that both halves advance to, once both have reached the last one.
    pub fn aim(&mut self) {
        let Some(beside) = &mut self.other_view else { return };
        let (stage, other) = (&self.stage, &mut beside.stage);
        let due = self.viewer.transport.due();
        if due == 0 && beside.goal.is_none() {
            return;
        }
        let goal = beside.goal.unwrap_or_else(|| {
            [stage, other]
                .map(|stage| stage.session.simulation().time())
                .into_iter()
                .fold(f64::MIN, f64::max)
        });
        let are_there = [stage, other].iter().all(|stage| stage.is_at(goal));
        let step =
            stage.session.simulation().step().unwrap_or(stage.session.scene().physics.time_step);
        beside.goal = Some(if are_there { goal + step * f64::from(due) } else { goal });
    }

    /// Runs the frame of the other half.
    ///
    /// # Errors
    /// As [`Desk::frame`].
    pub fn act_beside(&mut self, elapsed: f32) -> Result<(), GpuError> {
        if self.other_view.is_none() {
            return Ok(());
        }
        let task = self.task(elapsed);
        let scene = self.stage.session.scene().clone();
        let range = self.stage.color_range.map(|range| range.map(|end| end as f32));
        let has_plain_light = self.stage.session.has_plain_light();
        let Some((OtherView { stage, .. }, mut around)) = self.on_other_view() else {
            return Ok(());
        };
        stage.session.set_camera(&scene.camera);
        // The same colour means the same value in both halves.
        let color_range = scene.look.color_range.or(range);
        *stage.session.look_mut() = Look { color_range, ..scene.look };
        stage.session.set_plain_light(has_plain_light);
        while let Some((snapshot, purpose)) = stage.arrival()? {
            let is_left = matches!(purpose, Purpose::Leave);
            stage.remember(around.history, &snapshot, is_left);
            if is_left {
                if let Some(Command::LookBack(time)) = stage.leave(&mut around, snapshot) {
                    stage.look_back(&mut around, time);
                }
                continue;
            }
            if matches!(purpose, Purpose::Measure) {
                stage.statistics.take_snapshot(snapshot.clone());
            }
            stage.interaction.newest.keep(snapshot);
        }
        stage.collect(&mut around)?;
        stage.fit_target(&mut around)?;
        let mut encoder = around.shell.gpu.encoder("frame");
        stage.prepare(&mut around, &mut encoder, task)?;
        stage
            .draw(encoder, &task, None, None)
            .map(drop)
            .or_else(|error| around.shell.tell(error))?;
        stage.statistics.collect(&mut stage.session)
    }

    /// Names of the half with the focus and of the other one: time and branch. Where they look back
    /// at different times, because each has stored others, the step too.
    pub fn half_names(&self) -> [String; 2] {
        let tells_step = self.stage.cursor.shown.is_some() && !self.are_together();
        let named = |stage: &Stage, name: String| {
            let simulation = stage.session.simulation();
            let time = stage.numbers().text(Dimension::Time, simulation.time());
            match tells_step {
                true => t!(
                    "compare-half-step",
                    name = name,
                    time = time,
                    step = words::grouped(simulation.steps())
                ),
                false => t!("compare-half", name = name, time = time),
            }
        };
        let [own, others] = self.branch_names();
        let other = self
            .other_view
            .as_ref()
            .map_or_else(String::new, |beside| named(&beside.stage, others));
        [named(&self.stage, own), other]
    }

    /// Names of the branch with the focus and of the other one.
    pub fn branch_names(&self) -> [String; 2] {
        let name = |stage: &Stage, other: Option<&Stage>| {
            let branch = self.history.branch(stage.cursor.branch);
            branch.map_or_else(String::new, |branch| match other {
                Some(other) => {
                    crate::app::simulation::acts::timeline::half_name(branch, stage, other)
                }
                None => crate::app::simulation::acts::timeline::branch_name(branch, stage),
            })
        };
        let other = self.other_view.as_ref().map(|beside| &beside.stage);
        [
            name(&self.stage, other),
            other.map_or_else(String::new, |other| name(other, Some(&self.stage))),
        ]
    }
}

/// Whether a branch has only the moment at which it forked.
fn is_new(branch: &Branch) -> bool {
    matches!((branch.fork(), branch.newest()), (Some(fork), Some(newest)) if Arc::ptr_eq(fork, newest))
}
