//! The rungs of the ladder: what each changes in the kernel before.

use egui::{Frame, RichText, ScrollArea, Ui};
use starshell::lab::{Change, Rung, difference};
use starshell::name::Named;
use starshell::words::t;

use crate::app::laboratory::Laboratory;
use crate::app::shell::{sides, theme};

/// Draws the rung that is chosen: its number is the drawing's step. In a lesson, learners count
/// its operations themselves.
pub fn kernels_ui(ui: &mut Ui, laboratory: &mut Laboratory, is_in_class: bool) {
    let palette = theme::palette(ui);
    let showing = &mut laboratory.showing;
    showing.step = showing.step.min(Rung::ALL.len() - 1);
    ui.horizontal_wrapped(|ui| {
        for rung in Rung::ALL {
            let tab = ui.selectable_label(showing.step == rung.number(), rung.number().to_string());
            let name = format!("{}: {}", rung.name(), rung.title().spoken());
            tab.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
            if tab.on_hover_text(rung.title().spoken()).clicked() {
                showing.step = rung.number();
            }
        }
    });
    let rung = Rung::ALL[showing.step];
    ui.label(
        RichText::new(rung.title().spoken())
            .size(theme::title_size(ui))
            .family(theme::strong())
            .color(palette.text),
    );
    ui.label(RichText::new(rung.change().spoken()).color(palette.text));
    let Some(after) = rung.wgsl() else { return };
    if !is_in_class {
        let counts = rung.counts();
        let text = t!(
            "laboratory-counts",
            operations = counts.operations,
            global = counts.global_reads,
            workgroup = counts.workgroup_reads
        );
        ui.label(RichText::new(text).color(palette.muted));
    }
    let before =
        showing.step.checked_sub(1).and_then(|before| Rung::ALL[before].wgsl()).unwrap_or(after);
    Frame::new().fill(palette.panel).corner_radius(8).inner_margin(12).show(ui, |ui| {
        ScrollArea::both().id_salt(showing.step).auto_shrink(false).show(ui, |ui| {
            sides::scroll_by_keys(ui);
            ui.spacing_mut().item_spacing.y = 1.0;
            for (change, line) in difference(before, after) {
                let (sign, color) = match change {
                    Change::Same => (' ', palette.text),
                    Change::Removed => ('−', palette.warning),
                    Change::Added => ('+', palette.plot[2]),
                };
                let fill = if change == Change::Same {
                    egui::Color32::TRANSPARENT
                } else {
                    color.gamma_multiply(0.12)
                };
                Frame::new().fill(fill).show(ui, |ui| {
                    let code = RichText::new(format!("{sign} {line}")).monospace().color(color);
                    ui.add(egui::Label::new(code).extend());
                });
            }
        });
    });
}
