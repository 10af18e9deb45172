//! What the window begins with.

use starshell::gpu::Gpu;
use starshell::scene::Scene;
use starshell::session::{Clock, Members, Pace, Session, SessionError};
use starshell::snapshot::Checkpoint;

use crate::app::shell::{
    settings::Settings,
    state::{Mode, Shell},
};
use crate::app::simulation::history::Moment;
use crate::app::simulation::{
    acts::{loading, series, view},
    aside::Aside,
    auto_count::AutoCount,
    desk::Desk,
    drafts::Drafts,
    loading::SAVED,
    origin::Origin,
    reel::Reel,
    run::Run,
    stage::Stage,
    tuning::Tuning,
    viewer::Viewer,
};
use crate::class::Class;

/// The lesson to give.
#[derive(Clone, Debug)]
pub struct LessonStart {
    pub name: String,
    /// Whether it starts over when it ends.
    pub starts_over: bool,
    /// The order of its options, if it is not any.
    pub seed: Option<u32>,
    /// The class that answers on its phones, if one does.
    pub class: Option<Class>,
}

/// Options at the start.
#[derive(Debug, Default)]
pub struct Start {
    pub is_projector: bool,
    pub is_kiosk: bool,
    /// What computes the forces, if not what the settings say.
    pub members: Option<Members>,
    /// The saved run to continue.
    pub saved: Option<Box<Checkpoint>>,
    /// The film to show in place of a run, if there is one.
    pub film: Reel,
    /// The simple mode, which cannot be left.
    pub is_locked: bool,
    /// The simple mode.
    pub is_simple: bool,
    /// The lesson to give.
    pub lesson: Option<LessonStart>,
    /// Whether scenes that are too slow for this machine begin with fewer bodies, until the user
    /// chooses how many.
    pub suits_machine: bool,
}

impl Desk {
    /// A desk for `scene`, playing.
    ///
    /// # Errors
    /// [`SessionError`] if the scene cannot be built.
    pub fn new(
        gpu: &Gpu,
        scene: Scene,
        settings: Settings,
        start: &Start,
    ) -> Result<Self, SessionError> {
        let (mut stage, scene) = match &start.saved {
            Some(run) => {
                let clock = Clock::after(
                    run.snapshot.steps,
                    Pace::StepsPerFrame(1),
                    scene.physics.time_step,
                );
                let mut stage = Stage::from_session(gpu, Session::reopen(gpu, run, clock)?)?;
                stage.course.alter(SAVED);
                run.curves.clone().into_iter().for_each(|curves| stage.reopen_curves(curves));
                (stage, run.origin.clone())
            }
            None => {
                let session = start.film.session(gpu, scene.clone(), Pace::StepsPerFrame(1))?;
                (Stage::from_session(gpu, session)?, scene)
            }
        };
        let mut shell = Shell::new(gpu, settings);
        shell.panels_hidden = start.is_kiosk;
        match start {
            Start { is_locked: true, .. } => shell.mode = Mode::Locked,
            Start { is_simple: true, .. } => shell.mode = Mode::Simple,
            _ => {}
        }
        let mut desk = Self {
            drafts: Drafts::new(stage.session.scene()),
            viewer: Viewer::new(&mut stage),
            run: Run {
                auto_count: AutoCount::new(start.suits_machine),
                tour: start.is_kiosk.then_some(0.0),
                ..Run::new(stage, Origin::new(scene), shell.settings.history_bytes())
            },
            aside: Aside::default(),
            shell,
            tuning: Tuning::default(),
            incoming: None,
            rescue: None,
        };
        desk.tuning.members =
            start.members.clone().unwrap_or_else(|| desk.shell.settings.members.clone());
        desk.run.stage.session.computing_mut().set_members(desk.tuning.members.clone())?;
        desk.viewer.flight.rotates = start.is_kiosk;
        if let Some(run) = &start.saved {
            let moments = run.timeline.iter().cloned();
            let moments = moments.map(|(snapshot, physics)| Moment::new(snapshot, physics));
            desk.run.stage.recall(&mut desk.run.history, moments);
        }
        if start.film.about().is_some() {
            series::begin(&mut desk.run.stage, &mut desk.run.history, start.film.beside());
            desk.viewer.replay(i32::from(start.is_kiosk));
        }
        start
            .saved
            .as_ref()
            .and_then(|run| run.window)
            .into_iter()
            .for_each(|window| loading::restore_window(&mut desk.shell, &mut desk.viewer, window));
        if start.is_projector {
            view::toggle_projector(&mut desk.shell, &mut desk.run);
        }
        Ok(desk)
    }
}
