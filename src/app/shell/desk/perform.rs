//! Carries out requests: one table of all actions.

use starshell::physics::Parameters;
use starshell::physics::initial::InitialState;
use starshell::scene::{MOST_SEED, Units};
use starshell::words::{self, t};

use crate::app::shell::{
    action::Action,
    desk::{Desk, Request},
};
use crate::app::simulation::{
    hands::{Purpose, Tool},
    stage::{BY_HAND, MOST_STEPS},
    tuner::Tuner,
};

impl Desk {
    /// Carries out one request.
    pub fn perform(&mut self, action: Action) {
        if self.is_simple() && !action.is_simple() {
            // A click on the picture only asks for nothing.
            if !matches!(action, Action::Pick { .. }) {
                self.notices.tell(if self.is_locked { t!("notice-locked") } else { t!("notice-simple") });
            }
            return;
        }
        let setting = self.setting_of(&action);
        match action {
            Action::TogglePlay => self.toggle_play(),
            Action::Steps(steps) => self.step(steps),
            Action::Restart => self.reload(|_| ()),
            Action::Reverse => self.reverse(),
            Action::Speed(speed) => self.stage.transport.set_speed(speed),
            Action::ScaleSpeed(factor) => {
                let speed = self.stage.speed();
                self.stage.transport.set_speed(factor * speed);
            }
            Action::StepsPerFrame(steps) => {
                let transport = &mut self.stage.transport;
                (transport.speed, transport.steps_per_frame) = (None, steps.clamp(1, MOST_STEPS as u32));
            }
            Action::LookBack(time) => {
                self.look_back(time);
                self.align_other_half();
            }
            Action::StepState(by) => {
                self.step_state(by);
                self.align_other_half();
            }
            Action::Newest => {
                self.return_to_newest();
                self.align_other_half();
            }
            Action::Branch(number) => self.switch_branch(number),
            Action::DiscardBranch(number) => self.discard_branch(number),
            Action::Compare(number) => self.compare(number),
            Action::CompareGravity => self.compare_gravity(),
            Action::OtherHalf => self.swap_halves(),
            Action::Scene(name) => self.open(&name),
            Action::Open(path) => self.open_file(path),
            Action::Save(path) => self.save(path),
            Action::Files(intent) => self.show_files(intent),
            Action::Rescue(is_wanted) => self.answer_rescue(is_wanted),
            Action::NextScene(by) => self.next_scene(by),
            Action::Bodies { count, seed, initial } => self.set_bodies(count, seed, initial),
            Action::Keep => self.keep_curve(),
            Action::Trial(other) => self.try_integrator(other),
            Action::Physics(parameters) => self.set_physics(parameters),
            Action::Units(units) => self.set_units(units.map(Units::bounded)),
            Action::Tune => self.toggle_tuning(),
            Action::ResetPhysics => self.set_physics(self.origin.physics),
            Action::Camera(camera) => self.set_camera(&camera),
            Action::Look(look) => *self.stage.session.look_mut() = look.bounded(),
            Action::ResetView => self.reset_view(),
            Action::ToggleFly => {
                self.stage.flight.flies = !self.stage.flight.flies;
                self.stage.take_over();
            }
            Action::FullLight(is_full) => {
                self.stage.session.set_plain_light(!is_full);
                self.stage.slow_for = None;
            }
            Action::ToggleRotation => self.stage.flight.rotates = !self.stage.flight.rotates,
            Action::NextColor => self.next_color(),
            Action::ToggleMark(mark) => self.toggle_mark(mark),
            Action::StoreBookmark(number) => self.store_bookmark(number),
            Action::RecallBookmark(number) => self.recall_bookmark(number),
            Action::Fit => self.stage.hands.wanted.push(Purpose::Fit),
            Action::Follow(follow) => self.follow(follow),
            Action::SetKey => self.set_key(),
            Action::Path(path) => self.set_path(path),
            Action::SelectKey(key) => self.stage.travel.selected = key,
            Action::ToggleDrive => self.toggle_travel(false),
            Action::TogglePreview => self.toggle_travel(true),
            Action::Tool(tool) => self.take_tool(tool),
            Action::Pick { pixel, follow } => {
                let (camera, size) = (self.stage.session.scene().camera, self.stage.size);
                self.stage.hands.wanted.push(Purpose::Pick { camera, size, pixel, follow });
            }
            Action::Unpick => self.stage.pick(None),
            Action::DeletePicked => self.delete_picked(),
            Action::Throw(throw) => self.throw(throw),
            Action::Edit(edit) => self.edit(edit),
            Action::Attract(attraction) => self.attract(attraction),
            Action::Undo => self.undo(false),
            Action::Redo => self.undo(true),
            Action::Measure(names) => self.measure_experiments(&names),
            Action::StopMeasuring => self.stop_measuring(),
            Action::Export(kind) => self.export_results(kind),
            Action::CompareResults(path) => self.compare_results(path),
            Action::RunKernel => self.run_kernel(),
            Action::StopKernel => self.stop_kernel(),
            Action::SaveKernel => self.save_kernel(),
            Action::OpenKernel(path) => self.open_kernel(&path),
            Action::Lesson(name) => self.begin_lesson(&name),
            Action::EndLesson => self.end_lesson(),
            Action::FirstCard => self.classroom.go_to(0),
            Action::TurnCard(by) => self.turn_card(by),
            Action::Answer(answer) => self.answer_card(&answer),
            Action::ExportAnswers => self.export_answers(),
            Action::ToggleProjector => self.toggle_projector(),
            Action::ToggleLight => self.toggle_light(),
            Action::TogglePanels => self.panels_hidden = !self.panels_hidden,
            Action::ToggleView(view) => self.toggle_view(view),
            Action::ToggleHud => {
                let settings = &mut self.settings;
                (settings.guides.hud, settings.guides.hud_details) =
                    (!settings.guides.hud || !settings.guides.hud_details, settings.guides.hud && !settings.guides.hud_details);
            }
            Action::ToggleSimple => self.toggle_simple(),
            Action::ToggleFullscreen => self.requests.push(Request::ToggleFullscreen),
            Action::Adapter(name) => self.change_adapter(name),
            Action::ToggleTour => self.toggle_tour(),
            Action::Screenshot => self.take_picture(),
            Action::DropPicture => self.drop_picture(),
            Action::ShowFolder => self.show_folder(),
            Action::Record => self.toggle_filming(),
            Action::CopyScene => self.copy_scene(),
            Action::Escape => self.escape(),
            Action::Quit => self.requests.push(Request::Quit),
        }
        setting.into_iter().for_each(|before| self.mark_setting(before));
    }

    fn set_units(&mut self, units: Option<Units>) {
        self.stage.session.set_units(units);
        if let Some(beside) = &mut self.beside {
            beside.stage.session.set_units(units);
        }
    }

    fn toggle_simple(&mut self) {
        if self.is_locked {
            return self.notices.tell(t!("notice-locked"));
        }
        self.simple = !self.simple;
        self.settings.panels.simple = self.simple;
        // What has no control there must not stay on.
        self.take_tool(Tool::Look);
        self.stage.flight.flies = false;
        self.end_comparison();
    }

    fn toggle_play(&mut self) {
        self.stage.transport.is_playing = !self.stage.transport.is_playing;
        self.stage.transport.remaining = 0;
    }

    fn step(&mut self, steps: u32) {
        self.stage.transport.is_playing = false;
        self.stage.transport.remaining = self.stage.transport.remaining.saturating_add(steps);
    }

    fn reverse(&mut self) {
        self.stage.hands.reverses = !self.stage.hands.reverses;
        self.notices.tell(t!("notice-reversed"));
    }

    /// Restarts with other bodies. If only their number changes, a classic scene keeps its total mass.
    fn set_bodies(&mut self, count: usize, seed: u64, initial: InitialState) {
        self.suit.choose();
        let (mut mass, before) = (None, self.stage.session.scene().count);
        self.reload(|scene| {
            scene.seed = seed.min(MOST_SEED);
            if scene.initial == initial {
                mass = scene.set_count(count);
            } else {
                (scene.count, scene.initial) = (count, initial);
            }
        });
        if let Some(mass) = mass {
            let (of, all) = (words::number(mass), words::number(mass * count as f64));
            self.notices.tell(t!("notice-mass", before = words::grouped(before as u64), of = of, all = all));
        }
    }

    pub fn set_physics(&mut self, parameters: Parameters) {
        let before = *self.stage.session.simulation().parameters();
        match self.stage.session.set_parameters(parameters) {
            // A change of precision rounds the bodies.
            Ok(()) if self.has_begun() && parameters != before || parameters.precision != before.precision => {
                self.stage.altered = Some(BY_HAND);
            }
            Ok(()) => {}
            Err(error) => self.notices.warn(error.to_string()),
        }
    }

    /// Plans the running simulation anew, by what was measured.
    pub fn plan_anew(&mut self) {
        let before = *self.stage.session.simulation().plan();
        if let Err(error) = self.stage.session.plan_anew() {
            self.notices.warn(error.to_string());
        }
        // Other plans round differently.
        if self.has_begun() && *self.stage.session.simulation().plan() != before {
            self.stage.altered = Some(BY_HAND);
        }
    }

    /// Whether the run has left its start.
    fn has_begun(&self) -> bool {
        let simulation = self.stage.session.simulation();
        simulation.steps() > 0 || simulation.progress().is_some()
    }

    /// Starts or stops the search for the fastest kernels.
    fn toggle_tuning(&mut self) {
        self.tuner = match self.tuner.take() {
            Some(_) => None,
            None => Some(Tuner::begin(&self.gpu, self.tuning_time)),
        };
    }

    /// Switches to another adapter, from a snapshot requested here.
    fn change_adapter(&mut self, name: Option<String>) {
        self.settings.adapter = name;
        self.stage.hands.wanted.push(Purpose::Reopen);
    }

    fn toggle_tour(&mut self) {
        self.tour = if self.tour.is_some() { None } else { Some(0.0) };
        self.stage.flight.rotates = self.tour.is_some();
        let text = if self.tour.is_some() { t!("notice-tour") } else { t!("notice-no-tour") };
        self.notices.tell(text);
    }

    fn copy_scene(&mut self) {
        self.requests.push(Request::Copy(self.stage.session.scene().to_toml()));
        self.notices.tell(t!("notice-copied"));
    }
}
