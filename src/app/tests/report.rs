//! What the window reports without painting it: the state of the run, what has been measured and
//! stored, and what is under way. And how a test makes a machine slow or a history small. No other
//! test knows where the window keeps these.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use starshell::capture::Captions;
use starshell::capture::video::VideoSettings;
use starshell::physics::{Body, Parameters, Snapshot};
use starshell::render::{Camera, CameraPath, Look, Print};
use starshell::scene::Scene;
use starshell::session::Session;
use starshell::words::Text;

use crate::app::commands::{Command, Follow, Tool, View};
use crate::app::shell::{files::Files, notices::Notices, settings::Settings, state::Shell};
use crate::app::simulation::history::{History, Moment};
use crate::app::simulation::{
    acts,
    drafts::Drafts,
    filming::Filming,
    interaction::{Interaction, System},
    marks::Marks,
    offline::Offline,
    rescue::Rescue,
    run::Run,
    screenshot::Drawing,
    stage::Stage,
    statistics::{Figures, Kept, Measured, Sample, Statistics},
    transport::Transport,
    trial::Trial,
    undo::Change,
    viewer::Viewer,
};
use crate::app::window::app::App;

/// The run: its scene as it is now, and its bodies.
impl App {
    pub(super) fn run(&self) -> &Run {
        &self.desk.run
    }

    pub(super) fn stage(&self) -> &Stage {
        &self.desk.run.stage
    }

    pub(super) fn session(&self) -> &Session {
        &self.stage().session
    }

    /// The scene with the physics, camera and look of this moment.
    pub(super) fn scene(&self) -> &Scene {
        self.session().scene()
    }

    pub(super) fn physics(&self) -> Parameters {
        *self.session().simulation().parameters()
    }

    /// The numbers at the ends of the colour map, if they are known.
    pub(super) fn color_range(&mut self) -> Option<[f64; 2]> {
        self.desk.run.stage.session.color_range().unwrap()
    }

    pub(super) fn look(&self) -> &Look {
        &self.scene().look
    }

    pub(super) fn camera(&self) -> Camera {
        self.scene().camera
    }

    /// The camera's path, which there has to be.
    pub(super) fn path(&self) -> &CameraPath {
        self.scene().path.as_ref().expect("there is a path")
    }

    pub(super) fn steps(&self) -> u64 {
        self.session().simulation().steps()
    }

    pub(super) fn time(&self) -> f64 {
        self.session().simulation().time()
    }

    /// The number of bodies.
    pub(super) fn count(&self) -> u32 {
        self.session().simulation().bodies().count()
    }

    /// The state on the GPU.
    pub(super) fn state(&self) -> Snapshot {
        let state = self.session().simulation().state().unwrap();
        Snapshot { time: self.time(), steps: self.steps(), state }
    }

    pub(super) fn bodies(&self) -> Vec<Body> {
        self.state().state.bodies().collect()
    }

    /// Whether the run and the picture, which panels show, cannot be made again.
    pub(super) fn is_altered(&self) -> bool {
        self.stage().course.is_edited()
    }

    /// The scene as it was loaded, and its name if it is built in.
    pub(super) fn origin(&self) -> &Scene {
        &self.desk.run.origin.scene
    }

    pub(super) fn scene_name(&self) -> Option<&str> {
        self.desk.run.origin.name
    }

    /// Whether a run is on its way to the window.
    pub(super) fn is_loading(&self) -> bool {
        self.desk.run.loading.is_some()
    }

    /// Both halves of a comparison, that with the focus first.
    pub(super) fn halves(&self) -> Option<[&Stage; 2]> {
        let [Some(stage), Some(beside)] = self.desk.run.stages() else { return None };
        Some([stage, beside])
    }
}

/// Measurements.
impl App {
    pub(super) fn statistics(&self) -> &Statistics {
        &self.stage().statistics
    }

    pub(super) fn surveys(&self) -> &[Sample<Measured>] {
        self.statistics().surveys()
    }

    /// What was measured of the present state.
    pub(super) fn measured(&self) -> Option<Measured> {
        self.statistics().readout().measured
    }

    /// The error of the energy, as measured last.
    pub(super) fn drift(&self) -> Option<f64> {
        self.surveys().last()?.value.drift
    }

    /// The errors of a tree or a grid.
    pub(super) fn errors(&self) -> Option<Figures> {
        self.statistics().errors.figures()
    }

    pub(super) fn drafts(&self) -> &Drafts {
        &self.desk.drafts
    }

    /// Milliseconds that a step of this many bodies takes, if it is known.
    pub(super) fn forecast(&self, count: usize) -> Option<f64> {
        self.stage().forecast().of(count)
    }

    pub(super) fn smooth_count(&self) -> Option<usize> {
        self.stage().forecast().smooth_count()
    }

    pub(super) fn marks(&self) -> &Marks {
        &self.stage().marks
    }

    pub(super) fn kept(&self) -> &[Kept] {
        &self.desk.run.trials.kept
    }

    /// The comparison of integrators that is under way.
    pub(super) fn trial(&self) -> Option<Trial> {
        self.desk.run.trials.under_way
    }
}

/// The history.
impl App {
    pub(super) fn history(&self) -> &History {
        &self.desk.run.history
    }

    /// The states that are stored of the present branch.
    pub(super) fn moments(&self) -> &[Arc<Moment>] {
        self.desk.run.line().map_or(&[], |line| line.moments())
    }

    /// The states that are stored of this branch.
    pub(super) fn moments_of(&self, branch: u32) -> &[Arc<Moment>] {
        self.history().branch(branch).map_or(&[], |branch| branch.moments())
    }

    pub(super) fn branch(&self) -> u32 {
        self.stage().cursor.branch
    }

    /// Whether a past state is shown.
    pub(super) fn is_past(&self) -> bool {
        self.stage().cursor.shown.is_some()
    }

    /// The change that undo takes back next.
    pub(super) fn next_undo(&self) -> Option<&Change> {
        self.interaction().undo_stack.next(false)
    }
}

/// What the user does, and how the run is looked at.
impl App {
    pub(super) fn interaction(&self) -> &Interaction {
        &self.stage().interaction
    }

    pub(super) fn picked(&self) -> Option<u32> {
        self.interaction().picked
    }

    /// Whether the values of the selected body are known.
    pub(super) fn is_watched(&self) -> bool {
        self.interaction().watched.is_some()
    }

    /// The newest copy of the state that has arrived.
    pub(super) fn newest(&self) -> Option<&Snapshot> {
        self.interaction().newest.kept.as_ref()
    }

    /// The summary of such a copy.
    pub(super) fn system(&self) -> Option<&System> {
        self.interaction().newest.system.as_ref()
    }

    pub(super) fn viewer(&self) -> &Viewer {
        &self.desk.viewer
    }

    pub(super) fn transport(&self) -> Transport {
        self.desk.viewer.transport
    }

    /// The multiple of the scene's pace that is wanted.
    pub(super) fn speed(&self) -> f64 {
        self.viewer().speed(self.stage())
    }

    pub(super) fn followed(&self) -> Follow {
        self.viewer().follow
    }

    pub(super) fn tool(&self) -> Tool {
        self.viewer().tool
    }

    pub(super) fn shell(&self) -> &Shell {
        &self.desk.shell
    }

    pub(super) fn view(&self) -> View {
        self.shell().view
    }

    pub(super) fn settings(&self) -> &Settings {
        &self.shell().settings
    }

    /// The dialogue for files, if it is open.
    pub(super) fn dialogue(&self) -> Option<&Files> {
        self.shell().files.as_ref()
    }

    pub(super) fn notices(&self) -> &Notices {
        &self.shell().notices
    }

    /// The newest notice.
    pub(super) fn notice(&self) -> Option<&str> {
        self.notices().iter().last().map(|notice| notice.text.as_str())
    }

    /// Whether a notice has this part.
    pub(super) fn tells(&self, part: &str) -> bool {
        self.notices().iter().any(|notice| notice.text.contains(part))
    }

    /// The number of warnings with this part.
    pub(super) fn warnings(&self, part: &str) -> usize {
        let is_it = |text: &str| text.contains(part);
        self.notices().iter().filter(|notice| notice.is_warning && is_it(&notice.text)).count()
    }
}

/// Captures.
impl App {
    /// The size of the picture in the window, in pixels.
    pub(super) fn size(&self) -> [u32; 2] {
        self.stage().size
    }

    /// A picture as it would be taken now.
    pub(super) fn print(&self) -> Print {
        acts::picture::print(self.shell(), self.run())
    }

    pub(super) fn captions(&self) -> Result<Captions, Text> {
        acts::picture::captions(self.shell(), self.run())
    }

    /// A video as it would be recorded now.
    pub(super) fn video(&self) -> VideoSettings {
        acts::film::video_settings(self.shell(), self.run())
    }

    /// The names of the large pictures that are drawn or wait.
    pub(super) fn queue(&self) -> Vec<String> {
        let name = |drawing: &Drawing| drawing.path().file_name().unwrap().to_string_lossy().into();
        self.desk.run.captures.queue.iter().map(name).collect()
    }

    /// The picture that is being drawn.
    pub(super) fn still(&self) -> Option<&Drawing> {
        self.desk.run.captures.queue.front()
    }

    /// The videos that are drawn in the background, or wait.
    pub(super) fn films(&self) -> &VecDeque<Offline> {
        &self.desk.run.captures.films
    }

    /// The video that is being recorded.
    pub(super) fn film(&self) -> Option<&Filming> {
        self.desk.run.captures.filming.as_ref()
    }
}

/// What tests set that no control does: what was kept from earlier runs of the program, and what
/// the machine can do.
impl App {
    pub(super) fn settings_mut(&mut self) -> &mut Settings {
        &mut self.desk.shell.settings
    }

    pub(super) fn shell_mut(&mut self) -> &mut Shell {
        &mut self.desk.shell
    }

    /// The same app with its files in this folder.
    pub(super) fn writing_into(mut self, folder: &Path) -> Self {
        folder.clone_into(&mut self.desk.shell.folder);
        // A search would keep the CPU busy for all tests.
        self.desk.tuning.time = Duration::ZERO;
        self
    }

    pub(super) fn pause(&mut self) {
        self.desk.viewer.transport.is_playing = false;
    }

    /// Plays this many steps in each frame.
    pub(super) fn play_by(&mut self, steps_per_frame: u32) {
        self.desk.viewer.transport.set_steps_per_frame(steps_per_frame);
        self.desk.viewer.transport.is_playing = true;
    }

    /// Shows a view at once, whatever has the focus.
    pub(super) fn show(&mut self, view: View) {
        self.desk.shell.view = view;
    }

    /// Changes the physics as a panel does.
    pub(super) fn set_physics(&mut self, change: impl FnOnce(&mut Parameters)) {
        let mut physics = self.physics();
        change(&mut physics);
        self.ask(Command::Physics(physics));
    }

    /// Changes the look as a panel does.
    pub(super) fn set_look(&mut self, change: impl FnOnce(&mut Look)) {
        let mut look = self.look().clone();
        change(&mut look);
        self.ask(Command::Look(Box::new(look)));
    }

    /// Moves the camera as the pointer does.
    pub(super) fn set_camera(&mut self, change: impl FnOnce(&mut Camera)) {
        let mut camera = self.camera();
        change(&mut camera);
        self.ask(Command::Camera(camera));
    }

    /// Plays the same bodies in another number.
    pub(super) fn set_count(&mut self, count: usize) {
        self.ask(Command::Bodies(count, 1, self.scene().initial.clone()));
    }

    pub(super) fn drafts_mut(&mut self) -> &mut Drafts {
        &mut self.desk.drafts
    }

    /// How long steps may take per frame.
    pub(super) fn set_budget(&mut self, budget: Option<Duration>) {
        self.desk.run.stage.session.set_budget(budget);
    }

    /// The longest measurement that is made, and the longest slice of one.
    pub(super) fn set_longest_measurement(&mut self, seconds: f64) {
        self.desk.run.stage.statistics.pacing.longest = seconds;
    }

    pub(super) fn slice_measurements(&mut self) {
        self.desk.run.stage.statistics.pacing.slice = Duration::ZERO;
    }

    /// How long each integrator of a comparison runs.
    pub(super) fn set_trial_time(&mut self, seconds: u64) {
        self.desk.run.trials.time = Duration::from_secs(seconds);
    }

    /// The bytes that the history may take.
    pub(super) fn set_history_budget(&mut self, bytes: u64) {
        self.desk.run.history.set_budget(bytes);
    }

    /// Keeps a copy of the run in this folder, as the program does; without one, the program ends
    /// as in a crash.
    pub(super) fn keep_rescue(&mut self, folder: Option<&Path>) {
        self.desk.rescue = folder.and_then(Rescue::begin);
    }

    /// Whether what stands over the picture has to be drawn again, as the window does then; draws for
    /// pictures that are there from now on.
    pub(super) fn draws_again(&mut self) -> bool {
        let is_wrong = self.desk.run.was_foretold_wrongly();
        self.desk.run.note_drawn(is_wrong);
        is_wrong
    }

    /// Closes the window as far as the run is concerned.
    pub(super) fn end_rescue(&mut self) {
        let desk = &mut self.desk;
        desk.shell.settings.collection.left_off = acts::files::left_off(&desk.run);
        let rescue = desk.rescue.take().unwrap();
        acts::files::end(&desk.shell, &mut desk.run, &desk.viewer, rescue);
    }

    /// Shows the first stored state in the half without the focus alone.
    pub(super) fn show_start_beside(&mut self) {
        let (beside, mut around) = self.desk.run.on_other_view(&mut self.desk.shell).unwrap();
        let first = beside.stage.line(around.history).unwrap().moments()[0].clone();
        beside.stage.go_to(&mut around, first);
    }

    /// Draws the picture in this size, whatever the panels leave.
    pub(super) fn set_size(&mut self, size: [u32; 2]) {
        self.desk.run.stage.size = size;
    }
}
