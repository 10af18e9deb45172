//! What commands do in the classroom: cards are set up, answers are checked.

use std::time::{Duration, Instant};

use glam::{Vec2, Vec3};
use starshell::lab::{experiment, workbench::Ended};
use starshell::render::Camera;
use starshell::scene::Scene;
use starshell::words::{self, t};

use crate::app::commands::{Command, Tool, View};
use crate::app::lessons::{
    classroom::{Before, SetUp},
    room::Room,
};
use crate::app::simulation::{acts, aside::Aside, origin::Origin, stage::Stage};
use crate::app::workbench::Attempt;
use crate::explained::explained;
use crate::lesson::{Answer, Gauge, Overlay, Plot, Question, Setting};

/// Within which time Escape is pressed twice.
const ONCE_MORE: Duration = Duration::from_secs(4);
/// Maximum factor by which the camera moves back.
const MAX_BACK: f32 = 4.0;
/// Maximum factor by which the camera moves back where a card keeps all bodies in view, and the
/// share of the picture's width and height that they fill then.
const FARTHEST_BACK: f32 = 1e4;
const FILLED: f32 = 0.8;

impl Room<'_> {
    /// Begins a lesson where it was left.
    pub fn begin_lesson(&mut self, name: &str) {
        self.desk.shell.view = View::Classroom;
        if self.classroom.shelf.is_coming() {
            return self.desk.shell.ask(Command::BeginLesson(name.to_owned()));
        }
        if self.classroom.is_kiosk {
            self.forget_lesson(name);
        }
        if !self.classroom.begin(name) {
            self.desk.shell.notices.warn(t!("classroom-no-lesson", name = name));
        }
        if self.classroom.lesson.is_some() {
            self.clear_away();
        }
    }

    /// Forgets the answers to a lesson, and what was written in it on the workbench, for another
    /// class.
    pub fn forget_lesson(&mut self, name: &str) {
        self.classroom.progress.forget(name);
        let cards = self.classroom.shelf.lesson(name).into_iter().flat_map(|lesson| &lesson.cards);
        let benches = cards.filter_map(|card| card.setting.bench.as_deref());
        benches.for_each(|bench| self.workbench.forget(bench));
    }

    /// Puts away what was measured, kept and set before: it would tell answers, or hide what a card
    /// shows. It comes back after the lesson. No tool is selected: a click points.
    fn clear_away(&mut self) {
        let desk = &mut *self.desk;
        if desk.run.tour.take().is_some() {
            desk.viewer.flight.rotates = false;
        }
        if self.classroom.before.is_none() {
            self.classroom.before = Some(Before {
                viewer: desk.viewer.clone(),
                guides: desk.shell.settings.guides,
                kept: std::mem::take(&mut desk.run.trials.kept),
            });
            desk.keep_run();
        }
        desk.run.trials.kept.clear();
        acts::edits::take_tool(&mut desk.run, &mut desk.viewer, Tool::Look);
        desk.viewer.flight.flies = false;
        desk.viewer.transport.set_speed(1.0);
        self.laboratory.teach(true);
        self.set_overlays(&[]);
    }

    /// Draws over the bodies what is named, and nothing else.
    fn set_overlays(&mut self, overlays: &[Overlay]) {
        let has = |overlay: Overlay| overlays.contains(&overlay);
        let settings = &mut self.desk.shell.settings;
        (settings.guides.velocities, settings.guides.accelerations) =
            (has(Overlay::Velocities), has(Overlay::Accelerations));
        (settings.guides.center_of_mass, settings.guides.swept_areas) =
            (has(Overlay::Center), has(Overlay::Areas));
    }

    /// Ends the lesson, without what was said on the card: the run from which it was begun is shown as
    /// it was left or, without one, the list of lessons.
    pub fn end_lesson(&mut self) {
        self.desk.shell.notices.withdraw(&t!("classroom-once-more"));
        if let Some(name) = self.classroom.lesson.as_ref().map(|lesson| lesson.name.clone())
            && self.classroom.is_kiosk
        {
            self.forget_lesson(&name);
        }
        self.classroom.end();
        self.desk.run.stage.interaction.undo_stack.reopen();
        if self.classroom.lesson.is_some() {
            return self.clear_away();
        }
        self.laboratory.teach(false);
        if self.desk.aside.is_run() {
            self.desk.shell.view = View::Simulation;
        }
        self.give_back();
    }

    /// Gives the window back what it had before the lesson.
    pub fn give_back(&mut self) {
        let Some(Before { viewer, guides, kept }) = self.classroom.before.take() else { return };
        let desk = &mut *self.desk;
        desk.come_back();
        desk.viewer = viewer;
        desk.shell.settings.guides = guides;
        desk.run.trials.kept = kept;
    }

    /// Ends the lesson if Escape is pressed twice: once may be meant for a field or a list.
    pub fn escape_lesson(&mut self) {
        let before = self.classroom.reading.escaped.replace(Instant::now());
        if before.is_some_and(|before| before.elapsed() < ONCE_MORE) {
            return self.end_lesson();
        }
        self.desk.shell.notices.tell(t!("classroom-once-more"));
    }

    /// Turns to the next page of the card, or else the next card; back if negative. Going on waits
    /// for what the card waits for, unless somebody teaches, and an outcome that is still hidden
    /// comes first.
    pub fn turn_card(&mut self, by: i32) {
        let Some(lesson) = &self.classroom.lesson else { return };
        let last = lesson.cards.len() as i64 - 1;
        let place = self.classroom.place as i64 + i64::from(by);
        if self.classroom.reading.turn(by) {
            return;
        }
        if by > 0 && !self.classroom.is_taught() && !self.card_is_ready() {
            return self.desk.shell.notices.tell(t!("classroom-waits"));
        }
        if by > 0 && self.classroom.hides_outcome() {
            return self.classroom.reveal();
        }
        if place > last {
            return self.end_lesson();
        }
        self.classroom.shows_code = false;
        self.classroom.go_to(place.max(0) as usize);
        if by < 0 && place >= 0 {
            self.classroom.reading.page = usize::MAX;
        }
    }

    /// Whether the card may be left.
    pub fn card_is_ready(&self) -> bool {
        let time = self.desk.run.stage.session.simulation().time();
        let Some(verdict) = self.bench_of_card().map(|_| self.workbench.sheet().verdict.as_ref())
        else {
            let has_results =
                self.laboratory.results().is_some_and(|results| !results.outcomes.is_empty());
            return self.classroom.is_ready(time, has_results, None);
        };
        // What did not compile has no results.
        let has_run = verdict.is_some_and(|attempt| !matches!(attempt.ended, Ended::Faults(_)));
        self.classroom.is_ready(time, has_run, verdict.and_then(Attempt::speed_up))
    }

    /// The kernel of the workbench that the card shows, if it does.
    pub fn bench_of_card(&self) -> Option<&str> {
        self.classroom.card()?.setting.bench.as_deref()
    }

    /// Answers the question of the card.
    pub fn answer_card(&mut self, answer: &Answer) {
        self.classroom.answer(answer);
        if let Some(fault) = self.classroom.progress.fault.take() {
            self.desk.shell.notices.warn(fault);
        }
    }

    /// Writes all answers to a table.
    pub fn export_answers(&mut self) {
        let path = starshell::file::free_path(&self.desk.shell.folder, "answers", "csv");
        let written = std::fs::create_dir_all(&self.desk.shell.folder)
            .map_err(|error| explained(&error))
            .and_then(|()| {
                starshell::file::write(&path, self.classroom.progress.csv().as_bytes())
                    .map_err(|error| explained(&error))
            });
        match written {
            Ok(()) => {
                self.desk.shell.notices.tell_written(t!("notice-written", path = path.display()))
            }
            Err(error) => self.desk.shell.notices.warn(error),
        }
    }

    /// What the window measures of a quantity now.
    pub fn measured(&self, quantity: Gauge) -> Option<f64> {
        let simulation = self.desk.run.stage.session.simulation();
        let told = self.desk.run.stage.statistics.readout();
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

    /// The largest relative error of the energy since the start, as far as it was measured.
    pub fn largest_error(&self) -> Option<f64> {
        let errors = self.desk.run.stage.statistics.measurements().curve(Plot::Drift)?;
        errors.into_iter().map(|[_, error]| error).reduce(f64::max)
    }

    /// Sets up a card that has just been turned to, takes changed files, and keeps the picture in
    /// the room that the card leaves.
    pub fn frame(&mut self) {
        self.desk.shell.is_teaching = self.classroom.lesson.is_some();
        if self.desk.shell.view == View::Classroom {
            self.classroom.look();
            self.set_up_card();
        }
        self.classroom.ask_class();
        self.move_back();
    }

    /// Sets up a card that has just been turned to.
    fn set_up_card(&mut self) {
        if self.classroom.set_up == SetUp::Due {
            self.classroom.set_up = SetUp::UnderWay;
            if let Some(setting) = self.classroom.setting() {
                self.set_up(&setting);
            }
        }
        let is_made =
            self.desk.run.loading().is_none() && !self.desk.run.stage.interaction.is_waiting();
        if self.classroom.set_up == SetUp::UnderWay && is_made {
            self.classroom.set_up = SetUp::Done;
            // Undo takes back what learners do on this card, and nothing that was before.
            self.desk.run.stage.interaction.undo_stack.shut();
        }
    }

    /// Moves the camera back where a card leaves a picture that is narrower than high: what a
    /// square of its height would show is seen in the width. A camera's angle is that of the
    /// height, so that orbits would be cut at the sides. Moves it farther back where a card keeps
    /// all bodies in view.
    fn move_back(&mut self) {
        // The user's run keeps its camera.
        if matches!(self.desk.aside, Aside::Due) {
            return;
        }
        let stage = &self.desk.run.stage;
        let [width, height] = stage.size.map(|side| side as f32);
        let card = self.classroom.card().filter(|_| self.desk.shell.view == View::Classroom);
        let narrow = card.map_or(1.0, |_| (height / width).clamp(1.0, MAX_BACK));
        let keeps_all = card.is_some_and(|card| card.setting.in_view);
        let back = if keeps_all {
            narrow.max(back_to_all(stage, self.desk.viewer.zoom_out))
        } else {
            narrow
        };
        let before = std::mem::replace(&mut self.desk.viewer.zoom_out, back);
        if back != before {
            let camera = self.desk.run.stage.session.scene().camera;
            // Relative to what it was, so that the user's own zoom stays.
            self.desk
                .run
                .stage
                .session
                .viewing()
                .set_camera(&Camera { distance: back / before * camera.distance, ..camera });
        }
    }

    fn set_up(&mut self, setting: &Setting) {
        self.set_up_scene(setting);
        self.set_overlays(&setting.overlays);
        // Curves kept on an earlier card squeeze the plot of one that compares nothing.
        let compares = !setting.lock.iter().any(|key| key == "kept-keep");
        self.desk.run.trials.kept.iter_mut().for_each(|kept| kept.is_shown = compares);
        // Nobody sees what bodies do behind an experiment.
        let is_hidden = setting.experiment.is_some() || setting.bench.is_some();
        if let Some(is_playing) = setting.play.or(is_hidden.then_some(false)) {
            (self.desk.viewer.transport.is_playing, self.desk.viewer.transport.remaining) =
                (is_playing, 0);
        }
        if let Some(speed) = setting.speed {
            self.desk.viewer.transport.set_speed(speed);
        }
        if let Some(plot) = setting.plot {
            self.desk.viewer.show_plot(plot);
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
            for row in laboratory.measure_only(&setting.rows) {
                let title = shown.title().spoken();
                self.desk.shell.notices.warn(t!("classroom-no-row", experiment = title, row = row));
            }
        }
    }

    /// Shows a kernel as the card wants it. What was typed stays, unless a part is taken out.
    fn set_up_bench(&mut self, name: &str, setting: &Setting) {
        let workbench = &mut self.workbench;
        workbench.run = None;
        workbench.show(name);
        workbench.asked = setting.exercise.map(|number| number.saturating_sub(1));
        let sheet = workbench.sheet_mut();
        // Earlier results say nothing about this card, nor does what still runs.
        sheet.verdict = None;
        let number = sheet
            .bench
            .breaks
            .iter()
            .position(|broken| Some(broken.name) == setting.broken.as_deref());
        if let Some(number) = number {
            sheet.reset();
            sheet.take_out(number);
        }
    }

    /// Loads the card's scene with its physics, or changes the physics of the one on stage.
    fn set_up_scene(&mut self, setting: &Setting) {
        let set = |scene: &mut Scene| {
            for (row, value) in &setting.scene_settings {
                // Checked when the card was read.
                row.set(scene, *value).unwrap_or_else(|error| unreachable!("{error}"));
            }
        };
        if let Some((name, Ok(mut scene))) =
            setting.scene.as_deref().map(|name| (name, Scene::load(name)))
        {
            set(&mut scene);
            match setting.count {
                Some(count) => drop(scene.set_count(count)),
                None => {
                    scene =
                        acts::auto_count::suited(&mut self.desk.shell, &mut self.desk.run, scene)
                }
            }
            return acts::loading::load(
                &mut self.desk.shell,
                &mut self.desk.run,
                scene.clone(),
                Origin::called(name, scene),
            );
        }
        let mut scene = self.desk.run.stage.session.scene().clone();
        set(&mut scene);
        acts::perform::take_settings(
            &mut self.desk.shell,
            &mut self.desk.run,
            &mut self.desk.viewer,
            scene,
        );
    }

    /// The answer that is ready to be given: chosen, typed, or measured in the window.
    pub fn ready_answer(&self) -> Option<Answer> {
        let answer = match self.classroom.question()? {
            Question::Choose { .. } | Question::Predict { .. } => {
                self.classroom.draft.chosen.map(Answer::Option)
            }
            Question::Number { .. } => {
                words::parsed(&self.classroom.draft.typed).map(Answer::Number)
            }
            Question::Measure { quantity, .. } => self.measured(*quantity).map(Answer::Number),
        };
        // What is no number could not be kept.
        answer.filter(|answer| !matches!(answer, Answer::Number(number) if !number.is_finite()))
    }
}

/// How far back the camera of a stage sees all bodies, as a factor on its distance before it moved
/// back.
fn back_to_all(stage: &Stage, zoom_out: f32) -> f32 {
    let camera = stage.session.scene().camera;
    let [.., backward] = camera.axes();
    let middle = 0.5 * Vec2::from(stage.size.map(|side| side as f32));
    let distance = |place: Vec3| {
        let (pixel, depth) = camera.project(place, stage.size)?;
        let share = ((pixel - middle) / middle).abs().max_element() / FILLED;
        Some(share * depth + (place - camera.target).dot(backward))
    };
    let kept = || {
        stage
            .interaction
            .newest
            .system
            .iter()
            .flat_map(|system| system.snapshot.state.bodies())
            .collect()
    };
    // Those of the last frame or, if nothing over the picture needs them, of the last copy.
    let bodies = Some(stage.marks.bodies().to_vec())
        .filter(|bodies| !bodies.is_empty())
        .unwrap_or_else(kept);
    let farthest =
        bodies.iter().filter_map(|body| distance(body.position.as_vec3())).fold(0.0, f32::max);
    (zoom_out * farthest / camera.distance).clamp(1.0, FARTHEST_BACK)
}
