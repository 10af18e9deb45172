//! What commands do to the physics, the bodies and the pace of the run.

use starshell::physics::Parameters;
use starshell::physics::initial::InitialState;
use starshell::render::Camera;
use starshell::scene::{MAX_SEED, Scene, Setting, Units, Value};
use starshell::words::{self, t};

use crate::app::shell::state::Request;
use crate::app::simulation::{desk::Desk, interaction::Purpose, stage::BY_HAND, tuning::Tuner};

impl Desk {
    pub fn set_units(&mut self, units: Option<Units>) {
        let units = units.map(Units::bounded);
        self.stage.session.set_units(units);
        if let Some(beside) = &mut self.other_view {
            beside.stage.session.set_units(units);
        }
    }

    pub fn toggle_play(&mut self) {
        self.viewer.transport.is_playing = !self.viewer.transport.is_playing;
        self.viewer.transport.remaining = 0;
    }

    pub fn step(&mut self, steps: u32) {
        self.viewer.transport.is_playing = false;
        self.viewer.transport.remaining = self.viewer.transport.remaining.saturating_add(steps);
    }

    pub fn reverse(&mut self) {
        self.stage.interaction.reverses = !self.stage.interaction.reverses;
        self.shell.notices.tell(t!("notice-reversed"));
    }

    /// Restarts with other bodies. If only their number changes, a classic scene keeps its total
    /// mass.
    pub fn set_bodies(&mut self, count: usize, seed: u64, initial: InitialState) {
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
    pub fn change_setting(&mut self, row: &Setting, value: Value) {
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

    pub fn reset_physics(&mut self) {
        self.set_physics(self.origin.scene.physics);
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
    pub fn toggle_tuning(&mut self) {
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

    pub fn toggle_tour(&mut self) {
        self.tour = if self.tour.is_some() { None } else { Some(0.0) };
        self.viewer.flight.rotates = self.tour.is_some();
        let text = if self.tour.is_some() { t!("notice-tour") } else { t!("notice-no-tour") };
        self.shell.notices.tell(text);
    }

    pub fn copy_scene(&mut self) {
        if self.has_no_scene_file() {
            return;
        }
        self.shell.requests.push(Request::Copy(self.stage.session.scene().to_toml()));
        self.shell.notices.tell(t!("notice-copied"));
    }
}
