//! The timeline: looking back in the history of the run, and continuing from any moment of it.

use std::sync::Arc;

use starshell::name::Named;
use starshell::physics::{Parameters, Snapshot};
use starshell::scene::Dimension;
use starshell::words::{self, t};

use crate::app::commands::Command;
use crate::app::shell::{numbers::Numbers, state::Shell};
use crate::app::simulation::history::{Branch, Moment};
use crate::app::simulation::{run::Run, stage::Stage, viewer::Viewer};

/// Pauses, and returns whether the history holds the present, so that `command` can leave it: see
/// [`Stage::is_left`].
pub fn is_left(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer, command: Command) -> bool {
    viewer.pause();
    let (stage, mut around) = run.on_stage(shell);
    stage.is_left(&mut around, command)
}

/// Shows the stored state nearest to `time`.
pub fn look_back(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer, time: f64) {
    viewer.pause();
    viewer.end_replay();
    let (stage, mut around) = run.on_stage(shell);
    stage.look_back(&mut around, time);
}

/// Shows the stored state `by` places later or, if negative, earlier; of a film, the snapshot after
/// or before what is shown.
pub fn step_state(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer, by: i32) {
    if run.stage.cursor.shown.is_none() && by >= 0
        || !is_left(shell, run, viewer, Command::StepState(by))
    {
        return;
    }
    let (line, reel) = (run.history.branch(run.stage.cursor.branch), &mut run.stage.reel);
    if reel.beyond(by).is_some_and(|time| reel.show(line, time)) {
        return;
    }
    let Some(line) = run.line() else { return };
    let last = line.moments().len() - 1;
    let place = match &run.stage.cursor.shown {
        // If it has been thinned out meanwhile, start from the nearest that is left.
        Some(shown) => {
            line.place(shown).or_else(|| line.place(line.nearest(shown.time())?)).unwrap_or(last)
        }
        None => last,
    };
    let place = (place as i64 + i64::from(by)).clamp(0, last as i64) as usize;
    let moment = line.moments()[place].clone();
    let (stage, mut around) = run.on_stage(shell);
    stage.go_to(&mut around, moment);
}

/// Goes on to the next stored state if they are shown one after the other, or to the next moment of
/// a film, and stops at the end. Returns whether another moment of a film is to be shown.
pub fn follow_replay(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer, elapsed: f32) -> bool {
    let line = run.history.branch(run.stage.cursor.branch);
    if let (Some(now), Some([start, _])) = (run.stage.reel.time, run.stage.reel.span()) {
        let passed = viewer.passed(&run.stage, elapsed);
        // A video may have no room for the next frame.
        let Some(passed) = passed.filter(|passed| *passed != 0.0) else { return false };
        let end = run.stage.reel.end(line).unwrap_or(now);
        let time = (now + passed).clamp(start.min(now), end.max(now));
        if time != now {
            return run.stage.reel.show(line, time);
        }
        let follows = line.and_then(Branch::newest).is_some_and(|last| last.time() > now);
        match passed > 0.0 && follows {
            true => shell.ask(Command::StepState(1)),
            false => viewer.end_replay(),
        }
        return false;
    }
    let Some(by) = viewer.replayed(elapsed) else { return false };
    let is_end = match (&run.stage.cursor.shown, run.line()) {
        (Some(shown), Some(line)) => {
            let last = if by < 0 { line.moments().first() } else { line.moments().last() };
            last.is_none_or(|last| last.time() == shown.time())
        }
        // In the present, only the past is left.
        (None, Some(_)) => by > 0,
        (_, None) => true,
    };
    if is_end {
        viewer.end_replay();
    } else {
        shell.ask(Command::StepState(by));
    }
    false
}

/// Returns from the past to the newest state of this branch.
pub fn return_to_newest(shell: &mut Shell, run: &mut Run) {
    if run.stage.cursor.shown.is_some()
        && let Some(newest) = run.line().and_then(Branch::newest).cloned()
    {
        let (stage, mut around) = run.on_stage(shell);
        stage.show(&mut around, newest);
    }
}

/// Discards a branch that is not on stage.
pub fn discard_branch(shell: &mut Shell, run: &mut Run, number: u32) {
    let name = run.history.branch(number).map(|branch| branch_name(branch, &run.stage));
    if let (Some(name), true) = (name, run.history.discard(number)) {
        shell.notices.tell(t!("notice-discarded", name = name));
    }
}

/// Continues the run from `snapshot`, one of its other states, on the branch that has it.
pub fn go_back_to(shell: &mut Shell, run: &mut Run, snapshot: Snapshot) {
    let moment = Moment::new(snapshot, run.stage.session.scene().physics);
    let moment = Arc::new(moment.after(run.stage.course.clone()));
    let is_it = |known: &&Arc<Moment>| {
        known.time() == moment.time() && known.snapshot() == moment.snapshot()
    };
    let beside = run.other_view.as_ref().map(|beside| beside.stage.cursor.branch);
    let others = run.history.branches().iter().filter(|branch| Some(branch.number()) != beside);
    let known =
        run.line().into_iter().chain(others).find_map(|branch| {
            Some((branch.number(), branch.moments().iter().find(is_it)?.clone()))
        });
    let (stage, mut around) = run.on_stage(shell);
    if let Some((number, _)) = known {
        stage.set_branch(around.history, number);
    }
    stage.cursor.shown = Some(known.map_or(moment, |(_, moment)| moment));
    stage.branch_off(&mut around);
}

/// Name of a branch: its number, and the parameters that differ from the moment at which it forked.
pub fn branch_name(branch: &Branch, stage: &Stage) -> String {
    let number = branch.number();
    let Some((fork, newest)) = branch.fork().zip(branch.newest()) else {
        return t!("timeline-branch", number = number);
    };
    let is_present = stage.cursor.branch == number && stage.cursor.shown.is_none();
    let physics = if is_present { stage.session.scene().physics } else { *newest.physics() };
    let mut changes = changes(fork.physics(), &physics, stage.numbers());
    if newest.count() != fork.count() {
        changes.push(t!("timeline-bodies", count = words::grouped(newest.count() as u64)));
    }
    match changes.is_empty() {
        true => t!("timeline-branch", number = number),
        false => t!("timeline-branch-changed", number = number, changes = changes.join(", ")),
    }
}

/// Name of a half of a comparison: the number of its branch, and the parameters that differ from
/// those of the other half.
pub fn half_name(branch: &Branch, stage: &Stage, other: &Stage) -> String {
    let [before, now] = [other, stage].map(|stage| stage.session.scene().physics);
    let changes = changes(&before, &now, stage.numbers());
    match changes.is_empty() {
        true => branch_name(branch, stage),
        false => {
            t!("timeline-branch-changed", number = branch.number(), changes = changes.join(", "))
        }
    }
}

/// The parameters of `now` that differ from those of `before`, in words.
fn changes(before: &Parameters, now: &Parameters, numbers: Numbers) -> Vec<String> {
    let mut changes = Vec::new();
    if now.softening != before.softening {
        changes.push(t!(
            "timeline-softening",
            value = numbers.short(Dimension::Length, now.softening)
        ));
    }
    if now.law != before.law {
        changes.push(words::text(&format!("law-{}", now.law.name()), &[]));
    }
    if now.time_step != before.time_step {
        changes.push(t!("timeline-step", value = numbers.short(Dimension::Time, now.time_step)));
    }
    if now.integrator != before.integrator {
        changes.push(words::text(&format!("integrator-{}", now.integrator.name()), &[]));
    }
    if now.damping != before.damping {
        changes.push(t!("timeline-damping", value = format!("{}", now.damping)));
    }
    if now.drag != before.drag {
        changes.push(t!("timeline-drag", value = numbers.short(Dimension::Rate, now.drag)));
    }
    if now.precision != before.precision {
        changes.push(now.precision.name().to_owned());
    }
    if now.gravity.method() != before.gravity.method() {
        changes.push(words::text(&format!("gravity-by-{}", now.gravity.method().name()), &[]));
    } else if now.gravity != before.gravity {
        // The direct sum by another kernel has no name of its own here.
        let tree = now
            .gravity
            .accuracy()
            .map(|accuracy| t!("timeline-tree", value = words::short(accuracy)));
        changes.extend(
            tree.or_else(|| now.gravity.tree().map(|_| words::text("gravity-by-tree", &[]))),
        );
    }
    match now.adaptive {
        _ if now.adaptive == before.adaptive => {}
        Some(eta) => changes.push(t!("timeline-adaptive", value = words::short(eta))),
        None => changes.push(t!("timeline-fixed")),
    }
    changes
}
