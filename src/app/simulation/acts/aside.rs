//! A lesson's scenes come beside the user's run, which waits as it was left.

use starshell::gpu::Gpu;
use starshell::session::{Session, SessionError};
use starshell::words::t;

use crate::app::simulation::{
    acts::{film, loading::session_on, view},
    aside::Aside,
    desk::Desk,
    drafts::Drafts,
    flight::Travel,
    origin::Origin,
    run::Run,
    stage::{ELSEWHERE, Stage, first_target},
    statistics::Statistics,
};
use crate::explained::explained;

impl Desk {
    /// Keeps the run on stage for the end of a lesson, if it is the user's: neither just a scene's
    /// beginning nor what an earlier lesson has left.
    pub fn keep_run(&mut self) {
        let stage = &self.run.stage;
        let is_past = stage.cursor.shown.is_some();
        let has_begun = stage.has_begun() || stage.course.is_edited() || is_past;
        if has_begun && !self.run.is_of_lesson {
            self.aside = Aside::Due;
            self.viewer.travel = Travel::default();
        }
    }

    /// Puts `session` on a stage beside the user's run, which waits from now on.
    ///
    /// # Errors
    /// [`SessionError`] if the GPU has no room for a picture.
    pub fn lay_aside(&mut self, session: Session, origin: Origin) -> Result<(), SessionError> {
        film::end_filming(&mut self.shell, &mut self.run);
        if let Some(projector) = &self.shell.projector {
            *self.run.stage.session.viewing().look_mut() = projector.look.clone();
        }
        let mut stage = Stage::from_session(&self.shell.gpu, session)?;
        stage.size = self.run.stage.size;
        let mut run = Run::new(stage, origin, self.shell.settings.history_bytes());
        run.auto_count = self.run.auto_count.clone();
        std::mem::swap(&mut run.captures, &mut self.run.captures);
        self.aside = Aside::Run(Box::new(std::mem::replace(&mut self.run, run)));
        Ok(())
    }

    /// Puts the run that waits back on stage, if there is one.
    pub fn come_back(&mut self) {
        self.run.loading = None;
        let Aside::Run(run) = std::mem::take(&mut self.aside) else { return };
        film::end_filming(&mut self.shell, &mut self.run);
        let mut lesson = std::mem::replace(&mut self.run, *run);
        std::mem::swap(&mut lesson.captures, &mut self.run.captures);
        self.run.auto_count.chosen = lesson.auto_count.chosen;
        view::project_anew(&mut self.shell, &mut self.run);
        self.drafts = Drafts::new(self.run.stage.session.scene());
    }

    /// Takes the run that waits to another device, if it can go on there.
    pub fn recover_aside(&mut self, gpu: &Gpu) {
        let Aside::Run(mut run) = std::mem::take(&mut self.aside) else { return };
        match renew(gpu, &mut run) {
            Ok(()) => self.aside = Aside::Run(run),
            Err(error) => {
                let title = run.origin.scene.spoken_title();
                let cause = explained(&error);
                self.shell.notices.warn(t!("notice-aside-lost", title = title, cause = cause));
            }
        }
    }
}

/// Goes on with a run on another device, from its last copy.
fn renew(gpu: &Gpu, run: &mut Run) -> Result<(), SessionError> {
    run.other_view = None;
    run.leaving.clear();
    run.history.set_beside(None);
    run.stage.session = session_on(gpu, run)?;
    run.stage.statistics = Statistics::new(gpu);
    run.stage.target = first_target(gpu)?;
    run.stage.interaction.let_go();
    run.stage.marks.restart();
    (run.stage.cursor.waiting, run.stage.cursor.is_stored) = (None, false);
    run.stage.course.alter(ELSEWHERE);
    Ok(())
}
