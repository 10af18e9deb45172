//! Two stages side by side: the same moment with other settings, or another branch. One camera
//! moves both, both advance by the same simulated time, and panels and keys act on the one that has
//! the focus.

use starshell::scene::Scene;
use std::sync::Arc;

use starshell::gpu::GpuError;
use starshell::physics::{Gravity, Parameters};
use starshell::render::Look;
use starshell::session::{Pace, Session, SessionError};
use starshell::words::{self, t};

use crate::app::commands::Command;
use crate::app::shell::state::Shell;
use crate::app::simulation::history::{Branch, Moment};
use crate::app::simulation::{
    acts::{perform, series, timeline},
    comparison::OtherView,
    desk::Desk,
    drafts::Drafts,
    interaction::Purpose,
    reel::Reel,
    run::Run,
    stage::{BUDGET, HistoryCursor, Stage, course::take_course, frame::Arrived},
    tuning::Tuning,
    viewer::Viewer,
};
use crate::explained::explained;

impl Desk {
    /// Begins a comparison with a branch or, without a number, with a copy of what is shown, which
    /// then gets the focus. Ends the comparison if it is under way already.
    pub fn compare(&mut self, number: Option<u32>) {
        let was_beside = self.run.other_view.as_ref().map(|beside| beside.stage.cursor.branch);
        if was_beside.is_some() && (number.is_none() || number == was_beside) {
            return end_comparison(&mut self.shell, &mut self.run, &mut self.drafts);
        }
        if number == Some(self.run.stage.cursor.branch)
            || !timeline::is_left(
                &mut self.shell,
                &mut self.run,
                &mut self.viewer,
                Command::Compare(number),
            )
        {
            return;
        }
        end_comparison(&mut self.shell, &mut self.run, &mut self.drafts);
        let Some((branch, moment)) =
            other_course(&mut self.shell, &mut self.run, &mut self.viewer, number)
        else {
            return;
        };
        match stage_at(&self.shell, &self.run, &self.tuning, branch, &moment) {
            Ok(mut stage) => {
                let before = stage.session.computing().setup();
                take_course(&mut stage, &moment, self.run.stage.course.altered(), &before);
                self.run.history.set_beside(Some(branch));
                self.run.other_view = Some(OtherView { stage, is_left: false, goal: None });
                share_budget(&mut self.run);
                if number.is_none() {
                    swap_halves(&mut self.run, &mut self.drafts);
                }
            }
            Err(error) => {
                if number.is_none() {
                    self.run.history.discard(branch);
                }
                self.shell.notices.warn(explained(&error));
            }
        }
    }

    /// Begins a comparison of a tree with the direct sum: the half that then has the focus sums
    /// directly.
    pub fn compare_gravity(&mut self) {
        if self.run.other_view.is_some()
            || !timeline::is_left(
                &mut self.shell,
                &mut self.run,
                &mut self.viewer,
                Command::CompareGravity,
            )
        {
            return;
        }
        self.compare(None);
        if self.run.other_view.is_some() {
            let physics = self.run.stage.session.scene().physics;
            perform::set_physics(
                &mut self.shell,
                &mut self.run,
                Parameters { gravity: Gravity::default(), ..physics },
            );
        }
    }

    /// Runs the frame of the other half.
    ///
    /// # Errors
    /// As [`Desk::frame`].
    pub fn act_beside(&mut self, elapsed: f32) -> Result<(), GpuError> {
        if self.run.other_view.is_none() {
            return Ok(());
        }
        let task = self.task(elapsed);
        let scene = self.run.stage.session.scene().clone();
        let range = self.run.stage.color_range.map(|range| range.map(|end| end as f32));
        let spares = self.viewer.spares_light;
        let Some((OtherView { stage, .. }, mut around)) = self.run.on_other_view(&mut self.shell)
        else {
            return Ok(());
        };
        stage.session.viewing().set_camera(&scene.camera);
        // The same colour means the same value in both halves.
        let color_range = scene.look.color_range.or(range);
        *stage.session.viewing().look_mut() = Look { color_range, ..scene.look };
        stage.preview.choose(&mut stage.session, stage.size, spares, elapsed);
        while let Some(Arrived { snapshot, purpose, copied, .. }) = stage.arrival()? {
            let is_left = matches!(purpose, Purpose::Leave);
            stage.remember(around.history, &snapshot, &copied, is_left);
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
        series::follow(stage, &mut around, elapsed);
        stage.fit_target(&mut around)?;
        let mut encoder = around.shell.gpu.encoder("frame");
        stage.prepare(&mut around, &mut encoder, task)?;
        stage.draw(encoder, &task, None).map(drop).or_else(|error| around.shell.tell(error))?;
        stage.statistics.collect(&mut stage.session)
    }

    /// Switches to the newest state of another branch.
    pub fn switch_branch(&mut self, number: u32) {
        if self.run.other_view.as_ref().is_some_and(|beside| beside.stage.cursor.branch == number) {
            return give_focus(&mut self.shell, &mut self.run, &mut self.drafts);
        }
        if number == self.run.stage.cursor.branch
            || self.run.history.branch(number).is_none()
            || !timeline::is_left(
                &mut self.shell,
                &mut self.run,
                &mut self.viewer,
                Command::Branch(number),
            )
        {
            return;
        }
        let Some(newest) = self.run.history.branch(number).and_then(Branch::newest).cloned() else {
            return;
        };
        let (stage, mut around) = self.run.on_stage(&mut self.shell);
        stage.set_branch(around.history, number);
        stage.cursor.shown = None;
        stage.interaction.undo_stack.clear();
        stage.show(&mut around, newest);
        stage.statistics.restart();
    }
}

/// The branch and the moment for the other half: on another branch, the moment nearest in time
/// (this half goes back to the end of that branch if it is ahead); otherwise a new branch at
/// what is shown.
fn other_course(
    shell: &mut Shell,
    run: &mut Run,
    viewer: &mut Viewer,
    number: Option<u32>,
) -> Option<(u32, Arc<Moment>)> {
    if let Some(number) = number {
        let newest = run.history.branch(number)?.newest()?.time();
        if newest < run.stage.session.simulation().time() {
            timeline::look_back(shell, run, viewer, newest);
        }
        let time = run.stage.session.simulation().time();
        return Some((number, run.history.branch(number)?.nearest(time)?.clone()));
    }
    let shown = run.stage.cursor.shown.clone();
    let moment = shown.or_else(|| run.line()?.newest().cloned())?;
    Some((run.history.double(run.stage.cursor.branch, &moment)?, moment))
}

/// A stage that shows a moment of a branch.
fn stage_at(
    shell: &Shell,
    run: &Run,
    tuning: &Tuning,
    branch: u32,
    moment: &Arc<Moment>,
) -> Result<Stage, SessionError> {
    let mut scene = run.stage.session.scene().clone();
    let precision = scene.physics.precision;
    scene.physics = *moment.physics();
    if !scene.physics.precision.is_supported(&shell.gpu) {
        scene.physics.precision = precision;
    }
    let mut session =
        Session::resume(&shell.gpu, scene, &moment.snapshot(), Pace::StepsPerFrame(0))?;
    session.computing_mut().set_members(tuning.members.clone())?;
    let is_newest = run
        .history
        .branch(branch)
        .and_then(|line| line.newest())
        .is_some_and(|newest| Arc::ptr_eq(newest, moment));
    let mut stage = Stage::from_session(&shell.gpu, session)?;
    stage.size = run.stage.size;
    stage.statistics.share_reach(&run.stage.statistics);
    stage.reel = run.stage.reel.beside();
    stage.cursor = HistoryCursor {
        branch,
        shown: (!is_newest || moment.is_given()).then(|| moment.clone()),
        is_stored: true,
        is_beside: true,
        ..HistoryCursor::default()
    };
    if moment.is_given() {
        stage.reel.show(run.history.branch(branch), run.times()[1]);
    }
    Ok(stage)
}

/// Ends the comparison: the half with the focus stays on stage, and the other stays a branch.
pub fn end_comparison(shell: &mut Shell, run: &mut Run, drafts: &mut Drafts) {
    // A copy that led nowhere goes, even if it has the focus.
    let is_untouched = |stage: &Stage| {
        stage.cursor.is_stored && run.history.branch(stage.cursor.branch).is_some_and(is_new)
    };
    if is_untouched(&run.stage)
        && run.other_view.as_ref().is_some_and(|beside| !is_untouched(&beside.stage))
    {
        swap_halves(run, drafts);
    }
    let Some(beside) = run.other_view.take() else { return };
    run.history.set_beside(None);
    let number = beside.stage.cursor.branch;
    share_budget(run);
    if !beside.stage.cursor.is_stored && beside.stage.cursor.shown.is_none() {
        leave_stage(shell, run, beside.stage);
    } else if run.history.branch(number).is_some_and(is_new) {
        run.history.discard(number);
    }
}

/// Keeps a stage that has ended until the copy of its last state arrives.
fn leave_stage(shell: &mut Shell, run: &mut Run, mut stage: Stage) {
    let mut encoder = shell.gpu.encoder("last state");
    let recorded = stage.session.encode_snapshot(&mut encoder);
    stage.session.submit(encoder);
    match recorded {
        Ok(_) => run.leaving.push(stage),
        Err(error) => shell.notices.warn(explained(&error)),
    }
}

/// Takes the last states of stages that have ended.
///
/// # Errors
/// [`GpuError::Lost`].
pub fn receive_last_states(run: &mut Run) -> Result<(), GpuError> {
    for mut stage in std::mem::take(&mut run.leaving) {
        let steps = stage.session.simulation().steps();
        let mut last = None;
        while last.is_none()
            && let Some((_, snapshot)) = stage.session.snapshot()?
        {
            last = Some(snapshot).filter(|snapshot| snapshot.steps == steps);
        }
        match last {
            Some(snapshot) => {
                let moment = Moment::new(snapshot, stage.session.scene().physics);
                run.history.record(stage.cursor.branch, moment.after(stage.course));
            }
            None => run.leaving.push(stage),
        }
    }
    Ok(())
}

/// Splits the time budget per frame between the halves.
fn share_budget(run: &mut Run) {
    let budget = if run.other_view.is_some() { BUDGET / 2 } else { BUDGET };
    let other = run.other_view.as_mut().map(|beside| &mut beside.stage);
    for stage in other.into_iter().chain([&mut run.stage]) {
        stage.session.set_budget(Some(budget));
    }
}

/// Gives the focus to the other half, once nothing is under way that belongs to this one.
pub fn give_focus(shell: &mut Shell, run: &mut Run, drafts: &mut Drafts) {
    if run.other_view.is_some() && run.stage.interaction.is_asked() {
        return shell.ask(Command::ShowOtherView);
    }
    swap_halves(run, drafts);
}

/// Gives the focus to the other half.
fn swap_halves(run: &mut Run, drafts: &mut Drafts) {
    let Some(beside) = &mut run.other_view else { return };
    std::mem::swap(&mut run.stage, &mut beside.stage);
    beside.is_left = !beside.is_left;
    (run.stage.cursor.is_beside, beside.stage.cursor.is_beside) = (false, true);
    let (new, old) = (&mut run.stage, &mut beside.stage);
    // Actions that wait for the old half would now affect the new one.
    old.cursor.waiting.take_if(|action| !matches!(action, Command::LookBack(_)));
    new.session.viewing().set_path(old.session.scene().path.clone());
    // While beside, the half had a copy of the look with a fixed colour range.
    new.session.viewing().look_mut().clone_from(&old.session.scene().look);
    new.session.viewing().set_camera(&old.session.scene().camera);
    (old.interaction.throw, old.interaction.attraction) = (None, None);
    run.history.switch(new.cursor.branch);
    run.history.set_beside(Some(old.cursor.branch));
    *drafts = Drafts::new(run.stage.session.scene());
}

/// Makes the other half show the same time as this one.
pub fn align_other_half(shell: &mut Shell, run: &mut Run) {
    let time = run.stage.time();
    let is_waiting = run.stage.cursor.waiting.is_some();
    let Some((beside, mut around)) = run.on_other_view(shell) else { return };
    beside.goal = None;
    if !is_waiting && time != beside.stage.time() {
        beside.stage.look_back(&mut around, time);
    }
}

/// Sets the next time that both halves advance to, once both have reached the last one.
pub fn aim(run: &mut Run, viewer: &Viewer) {
    let Some(beside) = &mut run.other_view else { return };
    let (stage, other) = (&run.stage, &mut beside.stage);
    let due = viewer.transport.due();
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
    let step = stage
        .session
        .simulation()
        .elapsed()
        .step()
        .unwrap_or(stage.session.scene().physics.time_step);
    beside.goal = Some(if are_there { goal + step * f64::from(due) } else { goal });
}

/// Names of the half with the focus and of the other one: time and branch. Where they look back
/// at different times, because each has stored others, the step too.
pub fn half_names(run: &Run) -> [String; 2] {
    let tells_step = run.stage.cursor.shown.is_some() && !run.are_together();
    let named = |stage: &Stage, name: String| {
        let simulation = stage.session.simulation();
        let moment = stage.reel.moment(simulation.time(), stage.numbers());
        match tells_step {
            true => t!(
                "compare-half-step",
                name = name,
                moment = moment,
                step = words::grouped(simulation.steps())
            ),
            false => t!("compare-half", name = name, moment = moment),
        }
    };
    let [own, others] = branch_names(run);
    let other =
        run.other_view.as_ref().map_or_else(String::new, |beside| named(&beside.stage, others));
    [named(&run.stage, own), other]
}

/// Names of the branch with the focus and of the other one.
pub fn branch_names(run: &Run) -> [String; 2] {
    let name = |stage: &Stage, other: Option<&Stage>| {
        let branch = run.history.branch(stage.cursor.branch);
        branch.map_or_else(String::new, |branch| match other {
            Some(other) => crate::app::simulation::acts::timeline::half_name(branch, stage, other),
            None => crate::app::simulation::acts::timeline::branch_name(branch, stage),
        })
    };
    let other = run.other_view.as_ref().map(|beside| &beside.stage);
    [name(&run.stage, other), other.map_or_else(String::new, |other| name(other, Some(&run.stage)))]
}

/// Prepares the history for a session that starts `scene`. If it has the same bodies as the
/// current one, the run so far stays as a branch.
pub fn begin_history(shell: &mut Shell, run: &mut Run, drafts: &mut Drafts, scene: &Scene) {
    end_comparison(shell, run, drafts);
    let present = run.stage.session.scene();
    let has_same_bodies = (scene.count, scene.seed, &scene.initial)
        == (present.count, present.seed, &present.initial);
    let cursor = std::mem::take(&mut run.stage.cursor);
    let start = run.history.branch(cursor.branch).and_then(|line| line.moments().first());
    match start.filter(|start| has_same_bodies && start.steps() == 0).cloned() {
        Some(start) => {
            let number = run.history.continue_from(cursor.branch, &start).unwrap_or_default();
            run.stage.set_branch(&mut run.history, number);
        }
        None => {
            run.leaving.clear();
            run.history.clear();
            run.stage.reel = Reel::default();
        }
    }
}

/// Whether a branch has only the moment at which it forked.
fn is_new(branch: &Branch) -> bool {
    matches!((branch.fork(), branch.newest()), (Some(fork), Some(newest)) if Arc::ptr_eq(fork, newest))
}
