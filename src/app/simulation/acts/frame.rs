//! A frame: results that have arrived, camera, tools, due steps, picture. Never waits for the GPU.

use std::sync::mpsc::TryRecvError;

use starshell::gpu::GpuError;
use starshell::session::Edit;
use starshell::snapshot::Checkpoint;
use starshell::words::t;

use crate::app::commands::Follow;
use crate::app::shell::{
    settings::Videos,
    state::{Request, Shell},
};
use crate::app::simulation::{
    acts::{
        collection, compare, edits, files, film, loading, members, preview, queue, series,
        timeline, trial, warnings,
    },
    desk::Desk,
    filming::Filming,
    interaction::Purpose,
    run::Run,
    stage::{Stage, course::copied as copied_now, frame::Arrived},
    undo,
    viewer::Viewer,
};
use crate::explained::explained;

/// Least and most seconds that the tour spends on a scene.
const TOUR: [f64; 2] = [15.0, 120.0];
/// A click picks a body within this many pixels.
const REACH: f32 = 24.0;

impl Desk {
    /// Takes what has arrived from the GPU and from threads.
    ///
    /// # Errors
    /// [`GpuError`] if the device is lost; lesser failures become notices.
    pub fn take_arrivals(&mut self, elapsed: f32) -> Result<(), GpuError> {
        self.receive();
        preview::receive_preview(&mut self.shell, &mut self.incoming);
        loading::receive_tuning(&mut self.shell, &mut self.run, &mut self.tuning);
        members::time_members(&mut self.shell, &mut self.run, &mut self.tuning);
        collection::follow_file(&mut self.shell, &mut self.run, elapsed);
        tour_on(&mut self.shell, &mut self.run, elapsed);
        collect(&mut self.shell, &mut self.run, &mut self.viewer)?;
        let (stage, mut around) = self.run.on_stage(&mut self.shell);
        series::follow(stage, &mut around, elapsed);
        Ok(())
    }

    /// Carries out everything due after `elapsed` seconds: camera, steps, picture. Never waits for
    /// the GPU.
    ///
    /// # Errors
    /// [`GpuError`] if the device is lost; lesser failures become notices.
    pub fn frame(&mut self, elapsed: f32) -> Result<(), GpuError> {
        trial::follow_trial(&mut self.shell, &mut self.run, &mut self.viewer, elapsed);
        series::stop_comoving(&mut self.shell, &mut self.run, &mut self.viewer);
        let moving = self.run.captures.seconds_to_move(elapsed);
        if timeline::follow_replay(&mut self.shell, &mut self.run, &mut self.viewer, moving) {
            compare::align_other_half(&mut self.shell, &mut self.run);
        }
        self.viewer.move_camera(&mut self.run.stage, moving);
        let (stage, mut around) = self.run.on_stage(&mut self.shell);
        let spares = self.viewer.spares_light;
        stage.preview.choose(&mut stage.session, stage.size, spares, elapsed);
        stage.fit_target(&mut around)?;
        if self.run.captures.filming.is_none() {
            self.viewer.keep_pace(&self.run.stage, elapsed);
        }
        keep_states(&mut self.run, elapsed);
        compare::aim(&mut self.run, &self.viewer);
        self.act(elapsed)?;
        self.act_beside(elapsed)?;
        queue::draw_next(&mut self.shell, &mut self.run);
        self.shell.gpu.poll().or_else(|error| self.shell.tell(error))?;
        self.run.stage.statistics.collect(&mut self.run.stage.session)?;
        warnings::warn_of_energy(&mut self.shell, &mut self.run, &mut self.viewer);
        // The time that a large picture takes says nothing about frames.
        if self.run.captures.queue.is_empty() {
            self.viewer.spare_light_if_slow(&self.run.stage, elapsed);
        }
        loading::suit_machine(&mut self.shell, &mut self.run, &self.viewer, elapsed);
        self.keep_for_rescue(elapsed);
        Ok(())
    }

    /// Everything that the GPU does for the stage in this frame, in one submission.
    fn act(&mut self, elapsed: f32) -> Result<(), GpuError> {
        let task = self.task(elapsed);
        let mut encoder = self.shell.gpu.encoder("frame");
        let (stage, mut around) = self.run.on_stage(&mut self.shell);
        stage.prepare(&mut around, &mut encoder, task)?;
        // Captures show the half with the focus.
        film::follow_film(&mut self.shell, &mut self.run, &self.viewer);
        let filming = self.run.captures.filming.as_mut();
        let drawn = self.run.stage.draw(encoder, &task, filming);
        self.viewer.transport.advance(self.run.stage.rates.done_last);
        let is_free =
            task.goal.is_none() && !task.is_held && !task.is_filmed && !self.shell.is_measuring;
        if is_free && self.run.stage.set_pace_ahead(self.viewer.transport.due()) {
            self.run.stage.session.begin_ahead().or_else(|error| self.shell.tell(error))?;
        }
        match drawn {
            Ok(filmed) => {
                if let Err(error) = filmed {
                    film::stop_filming(&mut self.shell, &mut self.run, &error);
                }
                if self.run.captures.filming.as_ref().is_some_and(Filming::is_complete) {
                    film::end_filming(&mut self.shell, &mut self.run);
                }
                Ok(())
            }
            Err(error) => self.shell.tell(error),
        }
    }
}

/// Begins with spared light and small videos, because the adapter is software. Sizes chosen
/// before stay.
pub fn begin_plain(shell: &mut Shell, viewer: &mut Viewer) {
    viewer.spares_light = true;
    let settings = &mut shell.settings;
    if !settings.hint_seen && settings.video == Videos::default() {
        settings.video = Videos::SMALL;
    }
}

/// Requests the copies of the whole state that are due. The halves of a comparison are copied
/// together when both have reached the same time, so that the timeline can show both as they
/// were then.
fn keep_states(run: &mut Run, elapsed: f32) {
    let is_due = run.stage.is_copy_due(elapsed, &run.history);
    let other = run.other_view.as_mut().map(|beside| &mut beside.stage);
    let is_other_due = other.is_some_and(|other| other.is_copy_due(elapsed, &run.history));
    if (is_due || is_other_due) && run.are_together() {
        let other = run.other_view.as_mut().map(|beside| &mut beside.stage);
        [&mut run.stage]
            .into_iter()
            .chain(other)
            .filter(|stage| stage.can_be_copied())
            .for_each(Stage::keep_state);
    }
}

/// Takes results that have arrived from the GPU and from threads.
pub fn collect(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer) -> Result<(), GpuError> {
    collect_stage(shell, run, viewer)?;
    files::collect_saving(shell, run)?;
    compare::receive_last_states(run)?;
    let notices = &mut shell.notices;
    run.captures.writing.retain(|writing| match writing.try_recv() {
        Ok(Ok(path)) => {
            notices.tell_written(t!("notice-written", path = path.display()));
            false
        }
        Ok(Err(error)) => {
            notices.warn(explained(&*error));
            false
        }
        Err(TryRecvError::Empty) => true,
        Err(TryRecvError::Disconnected) => false,
    });
    Ok(())
}

/// Takes what has arrived for the stage.
pub fn collect_stage(
    shell: &mut Shell,
    run: &mut Run,
    viewer: &mut Viewer,
) -> Result<(), GpuError> {
    while let Some(arrived) = run.stage.arrival()? {
        arrive(shell, run, viewer, arrived);
    }
    let (stage, mut around) = run.on_stage(shell);
    stage.collect(&mut around)
}

/// Handles a snapshot according to its purpose.
pub fn arrive(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer, arrived: Arrived) {
    let Arrived { snapshot, purpose, carried, copied } = arrived;
    let is_left =
        matches!(purpose, Purpose::Edit(_) | Purpose::Leave | Purpose::Undo(_) | Purpose::Replace);
    run.stage.remember(&mut run.history, &snapshot, &copied, is_left);
    let look = &run.stage.session.scene().look;
    let is_measured = matches!(purpose, Purpose::Measure);
    match purpose {
        Purpose::Keep | Purpose::Measure => {}
        Purpose::Pick { camera, size, pixel, follow } => {
            let picked = camera
                .pick(look, size, pixel, snapshot.state.bodies(), REACH)
                .map(|index| index as u32);
            run.stage.pick(picked);
            if follow && picked.is_some() {
                viewer.follow = Follow::Picked;
            }
        }
        Purpose::Fit => {
            let camera =
                run.stage.session.scene().camera.fit(look, run.stage.size, snapshot.state.bodies());
            viewer.take_over();
            viewer.flight.go_to(camera);
        }
        Purpose::Leave => {
            let (stage, mut around) = run.on_stage(shell);
            run.stored_for = stage.leave(&mut around, snapshot);
            return;
        }
        Purpose::Save(path) => {
            let saved = files::run_of(shell, run, viewer, snapshot.clone());
            let saved = Checkpoint { carried: carried.clone(), ..saved };
            files::take_saving(shell, run, &path, saved);
        }
        Purpose::Reopen => shell.requests.push(Request::Reopen),
        Purpose::Mark => {
            let before = run.past_of(snapshot.clone());
            run.stage.interaction.undo_stack.mark(before, "tool-attract");
        }
        Purpose::Undo(is_redo) => return edits::exchange(shell, run, viewer, snapshot, is_redo),
        Purpose::Replace => edits::leave_run(run, snapshot.clone()),
        Purpose::Edit(_) if run.stage.reel.is_comoving() => {
            return shell.notices.tell_long(t!("notice-comoving"));
        }
        Purpose::Edit(edit) => {
            let before = run.past_of(snapshot.clone());
            let mut after = snapshot;
            let key = undo::key(&edit);
            let picked = match &edit {
                Edit::Delete(_) => None,
                // A thrown body is picked, so that its trail shows where it goes.
                Edit::Add(bodies) if bodies.len() == 1 => Some(after.state.len() as u32),
                _ => run.stage.interaction.picked,
            };
            match edit.apply(&mut after.state) {
                Ok(true) => {}
                Ok(false) => return shell.notices.warn(t!("notice-last-body")),
                Err(error) => return shell.notices.warn(explained(&error)),
            }
            let left = match &edit {
                Edit::Delete(index) => {
                    before.snapshot.state.bodies().nth(*index as usize).map(|body| body.component)
                }
                _ => None,
            };
            let is_met = matches!(edit, Edit::Add(_) | Edit::Replace(..));
            let guest = run.stage.interaction.guest.take_if(|_| is_met);
            let (stage, mut around) = run.on_stage(shell);
            if stage.resume(&mut around, &after, picked, edit) {
                stage.session.viewing().meet(guest, left);
                stage.branch_off(&mut around);
                let now = copied_now(stage);
                stage.remember(around.history, &after, &now, true);
                stage.cursor.is_stored = true;
                stage.interaction.undo_stack.mark(before, key);
            }
            return;
        }
    }
    if is_measured {
        run.stage.statistics.take_snapshot(snapshot.clone());
    }
    run.stage.interaction.newest.keep(snapshot);
    run.stage.interaction.newest.carried = carried;
}

/// Goes on to the next scene once the scene's duration has been shown at its pace.
pub fn tour_on(shell: &mut Shell, run: &mut Run, elapsed: f32) {
    let Some(seconds) = &mut run.tour else { return };
    *seconds += elapsed;
    let scene = run.stage.session.scene();
    if f64::from(*seconds) > (scene.duration / scene.pace).clamp(TOUR[0], TOUR[1])
        && run.loading.is_none()
    {
        *seconds = 0.0;
        loading::next_scene(shell, run, 1);
    }
}
