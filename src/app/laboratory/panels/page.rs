//! The page of an experiment: title, controls, and one of its pages.

use egui::{Popup, RichText, ScrollArea, TextEdit, Ui};
use starshell::lab::{Extent, Turn};
use starshell::words::{self, Text, t};

use crate::app::commands::{Command, Export, Intent, View};
use crate::app::icons;
use crate::app::laboratory::{
    Laboratory,
    panels::{chart, drawing, fields, kernels, plane_tree, table},
};
use crate::app::shell::{sides, state::Shell, theme, widgets};
use crate::lesson::Page;

/// Longest line of running text in points.
const COLUMN: f32 = 720.0;

/// Draws the page.
pub fn page_ui(ui: &mut Ui, shell: &mut Shell, laboratory: &mut Laboratory) {
    head_ui(ui, shell, laboratory);
    ui.add_space(theme::GRID);
    tabs_ui(ui, shell, laboratory);
    ui.add_space(2.0 * theme::GRID);
    ui.spacing_mut().scroll = theme::bar();
    let is_in_class = shell.view == View::Classroom;
    match laboratory.page {
        Page::About => about_ui(ui, laboratory, is_in_class),
        Page::Chart => chart::chart_ui(ui, laboratory),
        // Before the first rows.
        Page::Table if laboratory.results().is_none() && laboratory.under_way().is_some() => {
            chart::chart_ui(ui, laboratory);
        }
        Page::Table => table::table_ui(ui, laboratory, is_in_class),
        Page::Drawing if laboratory.has_walk() => plane_tree::walk_ui(ui, laboratory),
        Page::Drawing if laboratory.has_fields() => fields::fields_ui(ui, laboratory),
        Page::Drawing => drawing::drawing_ui(ui, laboratory),
        Page::Kernels => kernels::kernels_ui(ui, laboratory, is_in_class),
    }
}

/// The title, and the button that measures, or how far it has come.
fn head_ui(ui: &mut Ui, shell: &mut Shell, laboratory: &Laboratory) {
    let palette = theme::palette(ui);
    let shown = laboratory.shown;
    let title = RichText::new(shown.title().spoken())
        .size(1.4 * theme::title_size(ui))
        .family(theme::strong())
        .color(palette.text);
    widgets::line_beside(ui, title, |ui| match &laboratory.measuring {
        None => widgets::button_of(ui, shell, "laboratory-run", true),
        Some(measuring) => {
            let is_stopping = measuring.is_stopping();
            let stop = ui.add_enabled_ui(!is_stopping, |ui| {
                widgets::button(ui, icons::STOP, "laboratory-stop", false)
            });
            if stop.inner.clicked() {
                shell.ask(Command::StopMeasuring);
            }
        }
    });
    match laboratory.measuring.as_ref() {
        Some(measuring) => {
            let (share, text) = match measuring.at() {
                None => (0.0, t!("laboratory-begins")),
                Some(at) => {
                    let (number, all, count) =
                        (at.number + 1, at.all, words::grouped(at.count as u64));
                    let variant = Text::named("variant", at.variant.clone()).spoken();
                    let case = t!(
                        "laboratory-at",
                        number = number,
                        all = all,
                        variant = variant,
                        count = count
                    );
                    let text = match at.round {
                        _ if measuring.is_stopping() => t!("laboratory-stopping"),
                        0 => t!("laboratory-warming-up", case = case),
                        round => t!(
                            "laboratory-round",
                            round = round,
                            rounds = Turn::ROUNDS,
                            case = case
                        ),
                    };
                    (at.share, text)
                }
            };
            let line =
                ui.add(egui::Label::new(RichText::new(&text).color(palette.muted)).truncate()).rect;
            // Below the line, so that nothing moves when measurements begin and end.
            let whole = egui::Rect::from_x_y_ranges(
                ui.max_rect().x_range(),
                line.bottom() + 1.0..=line.bottom() + 4.0,
            );
            ui.painter().rect_filled(whole, 2.0, palette.line);
            ui.painter().rect_filled(
                whole.with_max_x(egui::lerp(whole.x_range(), share)),
                2.0,
                palette.accent,
            );
            let progress = ui.interact(whole, ui.scope_id().with("progress"), egui::Sense::hover());
            progress.widget_info(|| {
                egui::WidgetInfo::labeled(egui::Role::ProgressIndicator, true, &text)
            });
        }
        None => {
            ui.add(egui::Label::new(RichText::new(shown.source).color(palette.muted)).truncate());
        }
    }
}

/// The pages to choose from and, on the right, what is measured and where results go.
fn tabs_ui(ui: &mut Ui, shell: &mut Shell, laboratory: &mut Laboratory) {
    ui.horizontal_wrapped(|ui| {
        for page in laboratory.pages() {
            let key = laboratory.key_of(page);
            let tab = ui.selectable_label(laboratory.page == page, words::text(&key, &[]));
            if widgets::with_tip(tab, &key).clicked() {
                laboratory.page = page;
            }
        }
        ui.add_space(4.0 * theme::GRID);
        let hint = t!("laboratory-count-own");
        let label = ui.label(RichText::new(t!("laboratory-count")).color(theme::palette(ui).muted));
        let field = TextEdit::singleline(&mut laboratory.count)
            .id_salt("laboratory-count")
            .hint_text(hint)
            .desired_width(132.0 * theme::title_size(ui) / theme::TITLE);
        widgets::with_tip(ui.add(field).labelled_by(label.id), "laboratory-count");
        variants_ui(ui, laboratory);
        export_ui(ui, shell, laboratory);
        compare_ui(ui, shell, laboratory);
    });
}

/// Which variants are measured.
fn variants_ui(ui: &mut Ui, laboratory: &mut Laboratory) {
    let gpu = laboratory.gpu.clone();
    let Laboratory { shown, left_out, .. } = laboratory;
    let menu = ui.menu_button(t!("laboratory-variants"), |ui| {
        ui.set_min_width(240.0);
        ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
            let mut known: Vec<String> = Vec::new();
            for case in shown.cases(&gpu, &Extent::default()) {
                if known.contains(&case.variant) {
                    continue;
                }
                let mut is_in = !left_out.contains(&case.variant);
                if ui
                    .checkbox(&mut is_in, Text::named("variant", case.variant.clone()).spoken())
                    .changed()
                {
                    if is_in {
                        left_out.remove(&case.variant);
                    } else {
                        left_out.insert(case.variant.clone());
                    }
                }
                known.push(case.variant);
            }
        });
    });
    widgets::with_tip(menu.response, "laboratory-variants");
}

fn export_ui(ui: &mut Ui, shell: &mut Shell, laboratory: &Laboratory) {
    // Without a scope of its own, which would not go to the next line as a whole.
    let has_results = laboratory.results().is_some();
    let button = ui.add_enabled(has_results, egui::Button::new(t!("laboratory-export")));
    let button = widgets::with_tip(button, "laboratory-export");
    Popup::menu(&button).show(|ui| {
        for (kind, name) in Export::ALL {
            let key = format!("laboratory-export-{name}");
            if widgets::with_tip(ui.button(words::text(&key, &[])), &key).clicked() {
                shell.ask(Command::ExportResults(kind));
            }
        }
    });
}

fn compare_ui(ui: &mut Ui, shell: &mut Shell, laboratory: &Laboratory) {
    match laboratory.other.as_ref().map(|other| other.adapter.clone()) {
        None => {
            if widgets::with_tip(ui.button(t!("laboratory-compare")), "laboratory-compare")
                .clicked()
            {
                shell.ask(Command::Files(Some(Intent::Compare)));
            }
        }
        Some(adapter) => {
            let text = format!("{}  {adapter}", icons::X);
            let button = ui.add(egui::Button::new(text).truncate());
            button.widget_info(|| {
                egui::WidgetInfo::labeled(egui::Role::Button, true, t!("laboratory-compare-end"))
            });
            if widgets::with_tip(button, "laboratory-compare-end").clicked() {
                shell.ask(Command::CompareResults(None));
            }
        }
    }
}

/// What the experiment measures, what comes out, and what differs from the text. In a lesson, what
/// comes out is left to its cards.
fn about_ui(ui: &mut Ui, laboratory: &Laboratory, is_in_class: bool) {
    let palette = theme::palette(ui);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        sides::scroll_by_keys(ui);
        ui.set_max_width(COLUMN.min(ui.available_width()));
        let shown = laboratory.shown;
        let found = shown.found();
        let leaves_out = is_in_class && found.is_some();
        let about = shown.about().and(found.filter(|_| !is_in_class)).spoken();
        ui.label(RichText::new(about).size(theme::title_size(ui)).color(palette.text));
        ui.add_space(3.0 * theme::GRID);
        heading(ui, &t!("laboratory-source"));
        ui.label(RichText::new(shown.source).color(palette.text));
        let differences = shown.differences();
        if !leaves_out && !differences.is_empty() {
            ui.add_space(3.0 * theme::GRID);
            heading(ui, &t!("laboratory-differences"));
            for difference in differences {
                ui.horizontal_top(|ui| {
                    ui.label(RichText::new("–").color(palette.muted));
                    ui.add(
                        egui::Label::new(RichText::new(difference.spoken()).color(palette.text))
                            .wrap(),
                    );
                });
            }
        }
        ui.add_space(3.0 * theme::GRID);
        heading(ui, &t!("laboratory-machine"));
        let report = &laboratory.report;
        ui.label(
            RichText::new(format!("{} ({})", report.adapter, report.driver)).color(palette.text),
        );
        ui.label(RichText::new(&report.processor).color(palette.text));
    });
}

fn heading(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).family(theme::strong()).color(theme::palette(ui).accent));
}
