//! What a frame is to do.

use crate::app::simulation::{
    aside::Aside, desk::Desk, run::Run, stage::task::Task, viewer::Viewer,
};

impl Desk {
    /// What the stages are to do in this frame.
    pub fn task(&self, elapsed: f32) -> Task {
        let Self { run, viewer, tuning, aside, .. } = self;
        // A run that is about to wait for a lesson stays where it is.
        let is_leaving = matches!(aside, Aside::Due) && run.loading.is_some();
        Task {
            transport: viewer.transport,
            elapsed,
            moving: run.captures.seconds_to_move(elapsed),
            is_held: tuning.search.is_some() || is_leaving,
            is_filmed: run.captures.filming.is_some(),
            goal: run
                .other_view
                .as_ref()
                .map(|beside| beside.goal)
                .or_else(|| trial_goal(run, viewer).map(Some)),
        }
    }
}

/// The time to which a run of the trial advances in this frame, at most its end.
fn trial_goal(run: &Run, viewer: &Viewer) -> Option<f64> {
    let (trial, due) = (run.trials.under_way?, viewer.transport.due());
    let simulation = run.stage.session.simulation();
    let step = simulation.elapsed().step().unwrap_or(simulation.parameters().time_step);
    let statistics = &run.stage.statistics;
    let is_start_awaited =
        simulation.steps() == 0 && statistics.surveys().is_empty() && !statistics.is_refused();
    let ahead = if is_start_awaited { 0.0 } else { step * f64::from(due) };
    (due > 0 && run.loading.is_none()).then(|| trial.until.min(simulation.time() + ahead))
}
