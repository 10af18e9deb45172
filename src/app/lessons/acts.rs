//! What lessons ask of the desk: cards are set up, answers are checked.

use std::time::{Duration, Instant};

use starshell::lab::experiment;
use starshell::physics::Parameters;
use starshell::render::Camera;
use starshell::scene::{Scene, embedded};
use starshell::words::{self, t};

use crate::app::shell::{action::Action, desk::Desk, view::View};
use crate::app::simulation::hands::Tool;
use crate::app::workbench::Attempt;
use crate::lesson::{Answer, Gauge, Overlay, Question, Setting};

/// Within which time Escape is pressed twice.
const ONCE_MORE: Duration = Duration::from_secs(4);
/// How far the camera moves back at most.
const MOST_BACK: f32 = 4.0;

impl Desk {
    /// Begins a lesson where it was left, with no tool selected: a click points.
    pub fn begin_lesson(&mut self, name: &str) {
        self.view = View::Classroom;
        // What an earlier class has switched on would tell this one its answers.
        self.set_overlays(&[]);
        self.take_tool(Tool::Look);
        self.stage.flight.flies = false;
        if self.tour.take().is_some() {
            self.stage.flight.rotates = false;
        }
        if self.classroom.shelf.is_coming() {
            return self.actions.push_back(Action::Lesson(name.to_owned()));
        }
        if !self.classroom.begin(name) {
            self.notices.warn(t!("classroom-no-lesson", name = name));
        }
    }

    /// Draws over the bodies what is named, and nothing else.
    fn set_overlays(&mut self, overlays: &[Overlay]) {
        let has = |overlay: Overlay| overlays.contains(&overlay);
        let settings = &mut self.settings;
        (settings.guides.velocities, settings.guides.accelerations) = (has(Overlay::Velocities), has(Overlay::Accelerations));
        (settings.guides.center_of_mass, settings.guides.swept_areas) = (has(Overlay::Center), has(Overlay::Areas));
    }

    /// Ends the lesson; the list of lessons is shown.
    pub fn end_lesson(&mut self) {
        self.set_overlays(&[]);
        self.classroom.end();
    }

    /// Ends the lesson if Escape is pressed twice: once may be meant for a field or a list.
    pub fn escape_lesson(&mut self) {
        let before = self.classroom.reading.escaped.replace(Instant::now());
        if before.is_some_and(|before| before.elapsed() < ONCE_MORE) {
            return self.end_lesson();
        }
        self.notices.tell(t!("classroom-once-more"));
    }

    /// Turns to the next page of the card, or else the next card; back if negative. Going on waits for what the card waits for,
    /// unless somebody teaches, and an outcome that is still hidden comes first.
    pub fn turn_card(&mut self, by: i32) {
        let Some(lesson) = &self.classroom.lesson else { return };
        let last = lesson.cards.len() as i64 - 1;
        let place = self.classroom.place as i64 + i64::from(by);
        if self.classroom.reading.turn(by) {
            return;
        }
        if by > 0 && !self.classroom.is_taught() && !self.card_is_ready() {
            return self.notices.tell(t!("classroom-waits"));
        }
        if by > 0 && self.classroom.hides_outcome() {
            return self.classroom.reveal();
        }
        if place > last {
            return self.end_lesson();
        }
        self.classroom.go_to(place.max(0) as usize);
        if by < 0 && place >= 0 {
            self.classroom.reading.page = usize::MAX;
        }
    }

    /// Whether the card may be left.
    pub fn card_is_ready(&self) -> bool {
        let time = self.stage.session.simulation().time();
        let Some(verdict) = self.bench_of_card().map(|_| self.workbench.sheet().verdict.as_ref()) else {
            let has_results = self.laboratory.results().is_some_and(|results| !results.outcomes.is_empty());
            return self.classroom.is_ready(time, has_results, None);
        };
        self.classroom.is_ready(time, verdict.is_some(), verdict.and_then(Attempt::speed_up))
    }

    /// The kernel of the workbench that the card shows, if it does.
    pub fn bench_of_card(&self) -> Option<&str> {
        self.classroom.card()?.setting.bench.as_deref()
    }

    /// Answers the question of the card.
    pub fn answer_card(&mut self, answer: &Answer) {
        self.classroom.answer(answer);
        if let Some(fault) = self.classroom.progress.fault.take() {
            self.notices.warn(fault);
        }
    }

    /// Writes all answers to a table.
    pub fn export_answers(&mut self) {
        let path = self.folder.join("answers.csv");
        let written = std::fs::create_dir_all(&self.folder).map_err(|error| error.to_string()).and_then(|()| {
            starshell::file::write(&path, self.classroom.progress.csv().as_bytes()).map_err(|error| error.to_string())
        });
        match written {
            Ok(()) => self.notices.tell_written(t!("notice-written", path = path.display())),
            Err(error) => self.notices.warn(error),
        }
    }

    /// What the window measures of a quantity now.
    pub fn measured(&self, quantity: Gauge) -> Option<f64> {
        let simulation = self.stage.session.simulation();
        let told = self.stage.statistics.told();
        match quantity {
            Gauge::Time => Some(simulation.time()),
            Gauge::VirialRatio => told.measured.map(|now| now.diagnostics.virial_ratio()),
            Gauge::EnergyError => told.measured.and_then(|now| now.drift),
            Gauge::HalfMassRadius => told.half_mass_radius,
            Gauge::Bodies => Some(f64::from(simulation.bodies().count())),
            Gauge::Softening => Some(simulation.parameters().softening),
            Gauge::TimeStep => Some(simulation.parameters().time_step),
        }
    }

    /// Sets up a card that has just been turned to, and takes changed files.
    pub fn follow_lesson(&mut self) {
        if self.view != View::Classroom {
            return;
        }
        self.classroom.look();
        if !std::mem::take(&mut self.classroom.is_new) {
            return;
        }
        if let Some(setting) = self.classroom.setting() {
            self.set_up(&setting);
        }
    }

    /// Moves the camera back where a card leaves a picture that is narrower than high: what a square of its height would show is
    /// seen in the width. A camera's angle is that of the height, so that orbits would be cut at the sides.
    pub fn move_back(&mut self) {
        let [width, height] = self.stage.size.map(|side| side as f32);
        let is_given = self.view == View::Classroom && self.classroom.lesson.is_some();
        let back = if is_given { (height / width).clamp(1.0, MOST_BACK) } else { 1.0 };
        let before = std::mem::replace(&mut self.stage.back, back);
        if back != before {
            let camera = self.stage.session.scene().camera;
            // Relative to what it was, so that the user's own zoom stays.
            self.stage.session.set_camera(&Camera { distance: back / before * camera.distance, ..camera });
        }
    }

    fn set_up(&mut self, setting: &Setting) {
        self.set_up_scene(setting);
        self.set_overlays(&setting.overlays);
        if let Some(is_playing) = setting.play {
            (self.stage.transport.is_playing, self.stage.transport.remaining) = (is_playing, 0);
        }
        if let Some(speed) = setting.speed {
            self.stage.transport.set_speed(speed);
        }
        if let Some(plot) = setting.plot {
            self.stage.statistics.shown = plot;
        }
        self.workbench.asked = None;
        if let Some(name) = &setting.bench {
            self.set_up_bench(name, setting);
        }
        if let Some(shown) = setting.experiment.as_deref().and_then(experiment) {
            let laboratory = &mut self.laboratory;
            laboratory.show(shown);
            laboratory.showing = Default::default();
            laboratory.showing.drawing = setting.drawing.unwrap_or(1).saturating_sub(1);
            laboratory.showing.size = setting.size;
            if let Some(page) = setting.page {
                laboratory.page = page;
            }
        }
    }

    /// Shows a kernel as the card wants it. What was typed stays, unless a part is taken out.
    fn set_up_bench(&mut self, name: &str, setting: &Setting) {
        let workbench = &mut self.workbench;
        workbench.show(name);
        workbench.asked = setting.exercise.map(|number| number.saturating_sub(1));
        let sheet = workbench.sheet_mut();
        // Earlier results say nothing about this card.
        sheet.verdict = None;
        let number = sheet.bench.breaks.iter().position(|broken| Some(broken.name) == setting.broken.as_deref());
        if let Some(number) = number {
            sheet.reset();
            sheet.take_out(number);
        }
    }

    /// Loads the card's scene with its physics, or changes the physics of the one on stage.
    fn set_up_scene(&mut self, setting: &Setting) {
        let changed = |physics: Parameters| Parameters {
            time_step: setting.time_step.unwrap_or(physics.time_step),
            softening: setting.softening.unwrap_or(physics.softening),
            damping: setting.damping.unwrap_or(physics.damping),
            integrator: setting.integrator.unwrap_or(physics.integrator),
            ..physics
        };
        if let Some(Ok(mut scene)) = setting.scene.as_deref().map(Scene::load) {
            let name =
                embedded().iter().find(|embedded| Some(embedded.name) == setting.scene.as_deref()).map(|embedded| embedded.name);
            scene.physics = changed(scene.physics);
            match setting.count {
                Some(count) => drop(scene.set_count(count)),
                None => scene = self.suited(scene),
            }
            scene.look.trails = setting.trails.map_or(scene.look.trails, |trails| trails as f32);
            return self.load(scene.clone(), scene, name);
        }
        let physics = self.stage.session.scene().physics;
        if changed(physics) != physics {
            self.set_physics(changed(physics));
        }
        if let Some(trails) = setting.trails {
            self.stage.session.look_mut().trails = trails as f32;
        }
    }

    /// The answer that is ready to be given: chosen, typed, or measured in the window.
    pub fn ready_answer(&self) -> Option<Answer> {
        let answer = match self.classroom.question()? {
            Question::Choose { .. } | Question::Predict { .. } => self.classroom.chosen.map(Answer::Option),
            Question::Number { .. } => words::parsed(&self.classroom.typed).map(Answer::Number),
            Question::Measure { quantity, .. } => self.measured(*quantity).map(Answer::Number),
        };
        // What is no number could not be kept.
        answer.filter(|answer| !matches!(answer, Answer::Number(number) if !number.is_finite()))
    }
}
