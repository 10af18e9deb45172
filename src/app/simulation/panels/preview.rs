//! The preview of bodies from a file: how many, how large, in which units, and how they will run.

use egui::{Align2, Color32, FontId, Id, Modal, RichText, Sense, Ui, pos2, vec2};
use starshell::exchange::{Measures, Moment, Question, Reading, Spread, usual_orders};
use starshell::scene::Scene;
use starshell::words::{self, t};

use crate::app::commands::Command;
use crate::app::icons;
use crate::app::shell::{state::Shell, theme, widgets};
use crate::app::simulation::{
    acts,
    preview::{Incoming, Outline, Preview},
};

/// Width of the dialogue.
const WIDTH: f32 = 440.0;
/// Side of a small picture, and how much of the radius of nine tenths of the bodies is from its
/// middle to its edge.
const PICTURE: f32 = 214.0;
const ROOM: f32 = 1.3;
/// Height of everything else, with every doubt.
const BELOW: f32 = 500.0;
/// Height of what is odd about the file.
const NOTES: f32 = 58.0;
/// Moments on offer in a long series, besides the first and the last.
const MAX_MOMENTS: usize = 64;

/// Draws the preview, if there is one.
pub fn preview_ui(ui: &Ui, shell: &mut Shell, incoming: &mut Option<Incoming>) {
    let (preview, is_being_read) = match incoming {
        Some(Incoming::Shown(preview)) => (preview, false),
        Some(Incoming::ReadAgain(preview, _)) => (preview, true),
        Some(Incoming::Read(Some(outline), _)) => return outline_ui(ui, shell, outline),
        Some(Incoming::Read(None, _)) | None => return,
    };
    let (mut answer, mut other) = (None, None);
    let shown = Modal::new(Id::unique("preview")).show(ui.ctx(), |ui| {
        ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 48.0));
        if widgets::heading(
            ui,
            &t!("preview-title", file = preview.imported.file),
            "preview-cancel",
        ) {
            answer = Some(false);
        }
        ui.add_space(theme::GRID);
        pictures_ui(ui, &preview.points);
        facts_ui(ui, preview);
        other = reading_ui(ui, preview);
        units_ui(ui, preview);
        match &preview.scene {
            Ok(scene) => widgets::note(ui, plan(scene)),
            Err(fault) => drop(ui.label(RichText::new(fault).color(theme::palette(ui).warning))),
        }
        ui.add_space(theme::GRID);
        ui.horizontal(|ui| {
            let is_ready = preview.scene.is_ok() && !is_being_read;
            let run = ui
                .add_enabled_ui(is_ready, |ui| {
                    widgets::button(ui, icons::PLAY, "preview-run", true)
                })
                .inner;
            if ui.memory(|memory| memory.focused().is_none()) {
                run.request_focus();
            }
            if run.clicked() {
                answer = Some(true);
            }
            if widgets::button(ui, icons::X, "preview-drop", false).clicked() {
                answer = Some(false);
            }
        });
    });
    if shown.backdrop_response.clicked() {
        answer = Some(false);
    }
    answer.into_iter().for_each(|is_wanted| shell.ask(Command::Import(is_wanted)));
    other.into_iter().for_each(|reading| acts::preview::import_again(incoming, reading));
}

/// Draws what is known of a file while the rest of it is read.
fn outline_ui(ui: &Ui, shell: &mut Shell, outline: &Outline) {
    let Outline { file, sketch, points } = outline;
    let shown = Modal::new(Id::unique("preview")).show(ui.ctx(), |ui| {
        ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 48.0));
        let mut is_left = widgets::heading(ui, &t!("preview-title", file = file), "preview-cancel");
        ui.add_space(theme::GRID);
        pictures_ui(ui, points);
        rows_ui(
            ui,
            [
                ("preview-format", sketch.format.clone()),
                ("preview-count", words::grouped(sketch.bodies)),
                ("preview-types", sketch.types.join(", ")),
            ],
        );
        ui.add_space(theme::GRID);
        ui.horizontal(|ui| {
            ui.spinner();
            ui.label(t!("preview-reading"));
            is_left |= widgets::button(ui, icons::X, "preview-drop", false).clicked();
        });
        is_left
    });
    if shown.inner || shown.backdrop_response.clicked() {
        shell.ask(Command::Import(false));
    }
}

/// Draws a row for each text that is not empty, under the name that its key stands for.
fn rows_ui<const N: usize>(ui: &mut Ui, rows: [(&str, String); N]) {
    for (key, text) in rows.into_iter().filter(|(_, text)| !text.is_empty()) {
        widgets::row_label(ui, key, |ui| ui.add(egui::Label::new(text).truncate()));
    }
}

/// Draws bodies from above and from the side.
fn pictures_ui(ui: &mut Ui, points: &[[f32; 3]]) {
    let palette = theme::palette(ui);
    // What stands below has to fit into a low window.
    let side = (ui.ctx().content_rect().height() - BELOW).clamp(0.4 * PICTURE, PICTURE);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let gap = (ui.available_width() - 2.0 * side).max(0.0);
        for (place, (across, up, name)) in [(0, 1, "x, y"), (0, 2, "x, z")].into_iter().enumerate()
        {
            if place > 0 {
                ui.add_space(gap);
            }
            let (rect, response) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, name));
            let painter = ui.painter().with_clip_rect(rect);
            painter.rect_filled(rect, 6.0, palette.sky);
            for point in points {
                let place = vec2(point[across], -point[up]) * (0.5 * side / ROOM);
                if place.length() < side {
                    let size = if points.len() > 64 { 0.8 } else { 2.0 };
                    painter.circle_filled(rect.center() + place, size, Color32::from_gray(220));
                }
            }
            let corner = pos2(rect.left() + 6.0, rect.bottom() - 4.0);
            painter.text(
                corner,
                Align2::LEFT_BOTTOM,
                name,
                FontId::proportional(12.0),
                Color32::from_gray(150),
            );
        }
    });
    ui.add_space(theme::GRID);
}

/// Draws counts and sizes, in the file's numbers.
fn facts_ui(ui: &mut Ui, preview: &Preview) {
    let Spread { radii: [half, most, all], mass, .. } = preview.spread;
    let [mean, highest] = preview.speeds;
    let names =
        preview.measures.as_ref().map_or_else(Default::default, |measures| measures.names.clone());
    let with =
        |number: f64, unit: &str| format!("{} {unit}", words::number(number)).trim().to_owned();
    let [length, speed, heavy] = names.each_ref().map(String::as_str);
    let unused = &preview.imported.unused;
    let facts = [
        ("preview-format", preview.imported.format.clone().unwrap_or_default()),
        ("preview-count", words::grouped(preview.imported.state.len() as u64)),
        ("preview-types", preview.imported.types.join(", ")),
        ("preview-unused", unused.join(", ")),
        ("preview-radii", [half, most].map(words::number).join(" · ") + " · " + &with(all, length)),
        ("preview-speeds", words::number(mean) + " · " + &with(highest, speed)),
        ("preview-mass", with(mass, heavy)),
    ];
    rows_ui(ui, facts);
    // A file may have much that is odd, and what stands below has to fit into a low window.
    egui::ScrollArea::vertical().max_height(NOTES).show(ui, |ui| {
        preview.imported.notes.iter().for_each(|note| widgets::note(ui, sentence(note)));
    });
}

/// Draws the choices of columns and of a moment. Returns another way to read the file, if one is
/// chosen.
fn reading_ui(ui: &mut Ui, preview: &Preview) -> Option<Reading> {
    let mut other = None;
    let Reading { columns: given, .. } = &preview.reading;
    let now = preview.imported.columns.clone();
    let usual = usual_orders(now.len())
        .into_iter()
        .map(|order| order.into_iter().map(str::to_owned).collect());
    let mut orders: Vec<Vec<String>> = [now.clone()].into_iter().chain(usual).collect();
    orders.extend(given.iter().cloned());
    let mut known: Vec<Vec<String>> = Vec::new();
    orders.retain(|order| {
        !known.contains(order) && {
            known.push(order.clone());
            true
        }
    });
    let choices = orders.into_iter().map(|order| (order.clone(), order.join(", "), None)).collect();
    if preview.imported.format.is_none()
        && let Some(order) =
            widgets::choice_of(ui, "preview-columns", given.as_ref().unwrap_or(&now), choices)
    {
        // Moments are told by columns.
        let reading = preview.reading.clone();
        other = Some(Reading { columns: Some(order), moment: None, ..reading });
    }
    doubt_ui(ui, preview, Question::Columns);
    let taken = preview.imported.taken;
    if let Some(count) = preview.imported.moments {
        let numbers = (1..=count)
            .filter(|number| *number == count || (number - 1) % count.div_ceil(MAX_MOMENTS) == 0);
        let moment = |taken: Option<usize>| taken.map_or(Moment::All, Moment::Number);
        let text = |number: usize| t!("preview-moment-number", number = number, count = count);
        // Every line of a table may be a body.
        let all = Some((Moment::All, t!("preview-moment-all"), None));
        let choices = all
            .filter(|_| preview.imported.format.is_none())
            .into_iter()
            .chain(numbers.map(|number| (Moment::Number(number), text(number), None)))
            .collect();
        if let Some(moment) = widgets::choice_of(ui, "preview-moment", &moment(taken), choices) {
            other = Some(Reading { moment: Some(moment), ..preview.reading.clone() });
        }
        doubt_ui(ui, preview, Question::Moment);
    }
    other
}

/// Draws why something is in doubt, if it is.
fn doubt_ui(ui: &mut Ui, preview: &Preview, question: Question) {
    for doubt in preview.imported.doubts.iter().filter(|doubt| doubt.question == question) {
        let reason = doubt.reason.spoken();
        ui.label(RichText::new(sentence(&reason)).color(theme::palette(ui).warning));
    }
}

/// Makes a sentence of a clause: a capital at the start and a full stop.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).chain(['.']).collect()
}

/// Draws the choice of units.
fn units_ui(ui: &mut Ui, preview: &mut Preview) {
    let of_file = preview.imported.measures.iter();
    let first: Vec<Option<Measures>> = of_file.chain(&preview.fitting).cloned().map(Some).collect();
    let usual = Measures::usual().map(Some).filter(|units| !first.contains(units));
    let all: Vec<Option<Measures>> = first.iter().cloned().chain([None]).chain(usual).collect();
    let text = |measures: &Option<Measures>| {
        measures.as_ref().map_or_else(|| t!("preview-units-none"), |units| units.names.join(", "))
    };
    let choices =
        all.into_iter().map(|measures| (measures.clone(), text(&measures), None)).collect();
    if let Some(measures) = widgets::choice_of(ui, "preview-units", &preview.measures, choices) {
        preview.set_measures(measures);
    }
    if preview.measures.is_none() {
        doubt_ui(ui, preview, Question::Units);
    }
}

/// How the bodies are going to run.
fn plan(scene: &Scene) -> String {
    let (step, softening) =
        (words::number(scene.physics.time_step), words::number(scene.physics.softening));
    t!("preview-plan", step = step, softening = softening)
}
