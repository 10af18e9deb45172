//! Carries out what the simulation is asked for: one table of all its actions.

use starshell::physics::Parameters;
use starshell::physics::initial::InitialState;
use starshell::render::Camera;
use starshell::scene::{MAX_SEED, Scene, Setting, Units, Value};
use starshell::words::{self, t};

use crate::app::shell::state::Request;
use crate::app::simulation::{
    action::Action, desk::Desk, interaction::Purpose, stage::BY_HAND, tuning::Tuner,
};

impl Desk {
    /// Carries out one request.
    pub fn perform(&mut self, action: Action) {
        let before = self.panel_of(&action);
        let is_in_time =
            matches!(action, Action::LookBack(_) | Action::StepState(_) | Action::Newest);
        match action {
            Action::TogglePlay => self.toggle_play(),
            Action::Steps(steps) => self.step(steps),
            Action::Restart => self.reload(|_| ()),
            Action::Reverse => self.reverse(),
            Action::Speed(speed) => self.stage.transport.set_speed(speed),
            Action::ScaleSpeed(factor) => {
                self.stage.transport.set_speed(factor * self.stage.speed())
            }
            Action::StepsPerFrame(steps) => self.stage.transport.set_steps_per_frame(steps),
            Action::LookBack(time) => self.look_back(time),
            Action::StepState(by) => self.step_state(by),
            Action::Newest => self.return_to_newest(),
            Action::Branch(number) => self.switch_branch(number),
            Action::DiscardBranch(number) => self.discard_branch(number),
            Action::Compare(number) => self.compare(number),
            Action::CompareGravity => self.compare_gravity(),
            Action::ShowOtherView => self.give_focus(),
            Action::Scene(name) => self.open(&name),
            Action::Save(path) => self.save(path),
            Action::Import(is_wanted) => self.answer_preview(is_wanted),
            Action::KeepScene(title) => self.keep_scene(&title),
            Action::Rescue(is_wanted) => self.answer_rescue(is_wanted),
            Action::NextScene(by) => self.next_scene(by),
            Action::Bodies { count, seed, initial } => self.set_bodies(count, seed, initial),
            Action::Keep => self.keep_curve(),
            Action::Trial(other) => self.try_integrator(other),
            Action::Set(row, value) => self.change_setting(row, value),
            Action::Physics(parameters) => self.set_physics(parameters),
            Action::Units(units) => self.set_units(units.map(Units::bounded)),
            Action::Tune => self.toggle_tuning(),
            Action::ResetPhysics => self.set_physics(self.origin.scene.physics),
            Action::Camera(camera) => self.set_camera(&camera),
            Action::Look(look) => *self.stage.session.look_mut() = look.bounded(),
            Action::ResetView => self.reset_view(),
            Action::ToggleFly => self.toggle_fly(),
            Action::FullLight(is_full) => self.set_full_light(is_full),
            Action::ToggleRotation => self.stage.flight.rotates = !self.stage.flight.rotates,
            Action::NextColor => self.next_color(),
            Action::ToggleMark(mark) => self.toggle_mark(mark),
            Action::StoreBookmark(number) => self.store_bookmark(number),
            Action::RecallBookmark(number) => self.recall_bookmark(number),
            Action::Fit => self.stage.interaction.wanted.push(Purpose::Fit),
            Action::Follow(follow) => self.follow(follow),
            Action::SetKey => self.set_key(),
            Action::Path(path) => self.set_path(path),
            Action::SelectKey(key) => self.stage.travel.selected = key,
            Action::ToggleDrive => self.toggle_travel(false),
            Action::TogglePreview => self.toggle_travel(true),
            Action::Tool(tool) => self.take_tool(tool),
            Action::Pick { pixel, follow } => self.pick_at(pixel, follow),
            Action::Unpick => self.stage.pick(None),
            Action::DeletePicked => self.delete_picked(),
            Action::Throw(throw) => self.throw(throw),
            Action::ToggleOrbits => self.toggle_orbits(),
            Action::Edit(edit) => self.edit(edit),
            Action::Attract(attraction) => self.attract(attraction),
            Action::Undo => self.undo(false),
            Action::Redo => self.undo(true),
            Action::ToggleTour => self.toggle_tour(),
            Action::Screenshot => self.take_picture(),
            Action::DropPicture => self.drop_picture(),
            Action::Record => self.toggle_filming(),
            Action::CopyScene => self.copy_scene(),
        }
        if is_in_time {
            self.align_other_half();
        }
        before.into_iter().for_each(|before| self.mark_setting(before));
    }

    fn set_units(&mut self, units: Option<Units>) {
        self.stage.session.set_units(units);
        if let Some(beside) = &mut self.other_view {
            beside.stage.session.set_units(units);
        }
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
        self.stage.interaction.reverses = !self.stage.interaction.reverses;
        self.shell.notices.tell(t!("notice-reversed"));
    }

    /// Restarts with other bodies. If only their number changes, a classic scene keeps its total
    /// mass.
    fn set_bodies(&mut self, count: usize, seed: u64, initial: InitialState) {
        self.auto_count.choose();
        let (mut mass, before) = (None, self.stage.session.scene().count);
        self.reload(|scene| {
            scene.seed = seed.min(MAX_SEED);
            if scene.initial == initial {
                mass = scene.set_count(count);
            } else {
                (scene.count, scene.initial) = (count, initial);
            }
        });
        if let Some(mass) = mass {
            let (of, all) = (words::number(mass), words::number(mass * count as f64));
            self.shell.notices.tell(t!(
                "notice-mass",
                before = words::grouped(before as u64),
                of = of,
                all = all
            ));
        }
    }

    /// Changes a setting of the scene.
    fn change_setting(&mut self, row: &Setting, value: Value) {
        let mut scene = self.stage.session.scene().clone();
        if let Err(error) = row.set(&mut scene, value) {
            return self.shell.notices.warn(error.to_string());
        }
        let half = |camera: &Camera| (0.5 * camera.field_of_view.to_radians()).tan();
        if row.key == "camera.field_of_view" {
            // To keep the size of the picture, the camera moves back as the lens gets longer.
            scene.camera.distance *= half(&self.stage.session.scene().camera) / half(&scene.camera);
        }
        self.take_settings(scene);
    }

    /// Takes over the physics, the camera and the look of a scene.
    pub fn take_settings(&mut self, scene: Scene) {
        let now = self.stage.session.scene();
        let [has_physics, has_camera, has_look] =
            [scene.physics != now.physics, scene.camera != now.camera, scene.look != now.look];
        if has_physics {
            self.set_physics(scene.physics);
        }
        if has_camera {
            self.set_camera(&scene.camera);
        }
        if has_look {
            *self.stage.session.look_mut() = scene.look.bounded();
        }
    }

    pub fn set_physics(&mut self, parameters: Parameters) {
        let before = *self.stage.session.simulation().parameters();
        match self.stage.session.set_parameters(parameters) {
            // A change of precision rounds the bodies.
            Ok(())
                if self.has_begun() && parameters != before
                    || parameters.precision != before.precision =>
            {
                self.stage.altered = Some(BY_HAND);
            }
            Ok(()) => {}
            Err(error) => self.shell.notices.warn(error.to_string()),
        }
    }

    /// Plans the running simulation anew, by what was measured.
    pub fn replan(&mut self) {
        let before = *self.stage.session.simulation().plan();
        if let Err(error) = self.stage.session.replan() {
            self.shell.notices.warn(error.to_string());
        }
        // Other plans round differently.
        if self.has_begun() && *self.stage.session.simulation().plan() != before {
            self.stage.altered = Some(BY_HAND);
        }
    }

    /// Whether the run has left its start.
    pub fn has_begun(&self) -> bool {
        let simulation = self.stage.session.simulation();
        simulation.steps() > 0 || simulation.progress().is_some()
    }

    /// Starts or stops the search for the fastest kernels.
    fn toggle_tuning(&mut self) {
        self.tuning.search = match self.tuning.search.take() {
            Some(_) => None,
            None => Some(Tuner::begin(&self.shell.gpu, self.tuning.time)),
        };
    }

    /// Switches to another adapter, from a snapshot requested here.
    pub fn change_adapter(&mut self, name: Option<String>) {
        self.shell.settings.adapter = name;
        self.stage.interaction.wanted.push(Purpose::Reopen);
    }

    fn toggle_tour(&mut self) {
        self.tour = if self.tour.is_some() { None } else { Some(0.0) };
        self.stage.flight.rotates = self.tour.is_some();
        let text = if self.tour.is_some() { t!("notice-tour") } else { t!("notice-no-tour") };
        self.shell.notices.tell(text);
    }

    fn copy_scene(&mut self) {
        if self.has_no_scene_file() {
            return;
        }
        self.shell.requests.push(Request::Copy(self.stage.session.scene().to_toml()));
        self.shell.notices.tell(t!("notice-copied"));
    }
}
