//! Words over the picture: in one corner bodies, time and frame rate, and the details of
//! performance if wanted; on the tour, what is seen.

use egui::{Color32, FontId, Rect, RichText, Ui, Vec2, vec2};
use starshell::physics::Gravity;
use starshell::scene::Dimension;
use starshell::words::{self, t};

use crate::app::shell::{state::Shell, theme};
use crate::app::simulation::{
    acts,
    panels::{guides, picture::Shown, transport::time_text},
    run::Run,
};

/// Floating-point operations per interaction, by the convention of the CUDA sample.
const FLOP: f64 = 20.0;

/// Draws the figures in the corner of the picture, below what would cover them.
pub fn hud_ui(ui: &mut Ui, shell: &Shell, run: &Run, picture: &Shown) {
    let rates = &run.stage.rates;
    let simulation = run.stage.session.simulation();
    let count = f64::from(simulation.bodies().count());
    let forces = f64::from(simulation.parameters().integrator.forces_per_step());
    let passes = rates.steps_per_second * forces;
    let work = match simulation.gravity() {
        Gravity::Tree(_) | Gravity::Mesh(_) => {
            vec![t!("hud-moved", rate = words::prefixed(passes * count))]
        }
        Gravity::Auto(_) | Gravity::Direct(_) => {
            let interactions = passes * count * count;
            let flops = t!("hud-flops", rate = words::prefixed(interactions * FLOP));
            vec![t!("hud-interactions", rate = words::prefixed(interactions)), flops]
        }
    };
    let lines = [
        t!("hud-bodies", count = words::grouped(count as u64)),
        time_text(run),
        t!("hud-frames", rate = format!("{:.1}", rates.frames_per_second)),
    ];
    let steps = match rates.steps_per_second {
        slow @ ..0.1 => words::number(slow),
        steps => format!("{steps:.1}"),
    };
    let details = std::iter::once(t!("hud-steps", rate = steps))
        .chain(work)
        .chain([acts::members::computing(shell, run)]);
    let details = details.filter(|_| shell.settings.guides.hud_details);
    let step = simulation.elapsed().step().filter(|_| simulation.parameters().adaptive.is_some());
    let step =
        step.map(|step| t!("hud-step", step = run.stage.numbers().text(Dimension::Time, step)));
    let lines: Vec<String> = lines.into_iter().chain(step).chain(details).collect();
    let most = (picture.rect.width() - 4.0 * theme::GRID).clamp(16.0, 260.0);
    let width = |line: &String| {
        ui.painter()
            .layout(line.clone(), FontId::proportional(theme::SMALL), Color32::WHITE, most)
            .size()
            .x
    };
    let width = lines.iter().map(width).fold(0.0, f32::max) + 3.0 * theme::GRID;
    // In a comparison, below the name of the half.
    let top = if run.other_view.is_some() { 9.0 } else { 3.0 };
    let corner = picture.rect.left_top() + theme::GRID * Vec2::new(4.0, top);
    let corner = guides::below(Rect::from_min_size(corner, vec2(width, 140.0)), &picture.above).min;
    let mut ui = ui
        .new_child(egui::UiBuilder::new().max_rect(Rect::from_min_size(corner, vec2(most, 140.0))));
    let palette = guides::on_picture(&run.stage);
    let frame = egui::Frame::new()
        .fill(guides::backing(&palette))
        .corner_radius(theme::GRID)
        .inner_margin(1.5 * theme::GRID);
    frame.show(&mut ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for line in lines {
            let text =
                RichText::new(line).size(theme::SMALL).color(palette.text.gamma_multiply(0.75));
            ui.add(egui::Label::new(text).selectable(false));
        }
    });
}

/// Most points that a caption is wide, and the sizes of its letters, in a window of this height. A
/// hall has larger windows.
const CAPTION: f32 = 640.0;
const LETTERS: [f32; 3] = [26.0, 18.0, 15.0];
const HEIGHT: f32 = 720.0;

/// Draws the caption of the tour in the lower left corner of the picture in `rect`: title, one
/// sentence, time.
pub fn caption_ui(ui: &Ui, run: &Run, rect: Rect) {
    if !run.is_tour() {
        return;
    }
    let palette = guides::on_picture(&run.stage);
    let inset = 4.0 * theme::GRID;
    let scale = (rect.height() / HEIGHT).clamp(0.6, 3.0);
    let width = (rect.width() - 4.0 * inset).clamp(96.0, scale * CAPTION);
    let [title, text, time] = LETTERS.map(|size| scale * size);
    let scene = &run.origin.scene;
    let description = scene.spoken_description();
    let sentence = description.split_inclusive(". ").next().unwrap_or_default().trim();
    let lines = [
        (scene.spoken_title(), FontId::new(title, theme::strong()), palette.text),
        (sentence.to_owned(), FontId::proportional(text), palette.text),
        (time_text(run), FontId::proportional(time), palette.text.gamma_multiply(0.75)),
    ];
    let painter = ui.painter();
    let galleys =
        lines.map(|(text, font, color)| (painter.layout(text, font, color, width), color));
    let size = galleys.iter().fold(vec2(0.0, -theme::GRID), |size, (galley, _)| {
        vec2(size.x.max(galley.size().x), size.y + galley.size().y + theme::GRID)
    });
    let corner = rect.left_bottom() + vec2(2.0 * inset, -2.0 * inset - size.y);
    painter.rect_filled(
        Rect::from_min_size(corner, size).expand(0.75 * inset),
        2.0 * theme::GRID,
        guides::backing(&palette),
    );
    let mut place = corner;
    for (galley, color) in galleys {
        let height = galley.size().y;
        painter.galley(place, galley, color);
        place.y += height + theme::GRID;
    }
}
