//! Right-hand side, solution and error of Poisson's equation, as pictures side by side.

use egui::{Color32, ColorImage, RichText, TextureHandle, TextureOptions, Ui, Vec2, vec2};
use starshell::lab::{PoissonBench, PoissonFields, PoissonKernel};
use starshell::words::{self, t};

use crate::app::laboratory::Laboratory;
use crate::app::shell::{theme, widgets};
use crate::explained::explained;

/// Methods to choose from.
pub const METHODS: [(PoissonKernel, &str); 4] = [
    (PoissonKernel::Auto, "transforms"),
    (PoissonKernel::Multigrid, "multigrid"),
    (PoissonKernel::ConjugateGradient, "conjugate-gradients"),
    (PoissonKernel::CpuThreaded, "processor"),
];
/// Points per side to choose from.
const SIDES: [usize; 5] = [16, 32, 64, 128, 256];
/// Width of the choices.
const CHOICES: f32 = 320.0;
/// Total height of the lines above and below a picture.
const LINES: f32 = 44.0;
/// Smallest side of a picture.
const LEAST: f32 = 120.0;

/// The pictures of what was computed last.
#[derive(Clone)]
struct Pictures {
    of: PoissonBench,
    textures: [TextureHandle; 3],
}

/// Draws the controls and the pictures.
pub fn fields_ui(ui: &mut Ui, laboratory: &mut Laboratory) {
    let Laboratory { fields, gpu, .. } = laboratory;
    ui.allocate_ui(vec2(CHOICES, 0.0), |ui| {
        widgets::choose(ui, "fields-method", "fields-by", &mut fields.bench.kernel, &METHODS);
        let sides = SIDES.iter().map(|side| (*side, format!("{side} x {side}"), None)).collect();
        if let Some(side) = widgets::choice_of(ui, "fields-points", &fields.bench.side, sides) {
            fields.bench.side = side;
        }
    });
    if fields.update(gpu) {
        ui.ctx().request_repaint_after(std::time::Duration::from_millis(30));
    }
    ui.add_space(theme::GRID);
    match &fields.found {
        Some((Ok(found), of)) => {
            pictures_ui(ui, found, *of);
            let [most, root] = found.errors.map(|error| words::number(error).trim().to_owned());
            widgets::note(ui, t!("fields-errors", most = most, root = root));
        }
        Some((Err(error), _)) => {
            ui.label(explained(error));
        }
        None => widgets::note(ui, t!("fields-computing")),
    }
}

/// The three pictures, each with its name above and its range of values below.
fn pictures_ui(ui: &mut Ui, found: &PoissonFields, of: PoissonBench) {
    let palette = theme::palette(ui);
    let all = [&found.density, &found.solution, &found.error];
    let most = all.map(|field| field.iter().fold(0.0, |most: f64, value| most.max(value.abs())));
    let id = ui.make_persistent_id("fields");
    let known: Option<Pictures> =
        ui.data(|data| data.get_temp(id)).filter(|pictures: &Pictures| pictures.of == of);
    let pictures = known.unwrap_or_else(|| {
        let texture = |place: usize| {
            let image = picture(all[place], found.side, most[place]);
            ui.ctx().load_texture(format!("field-{place}"), image, TextureOptions::NEAREST)
        };
        let pictures = Pictures { of, textures: [texture(0), texture(1), texture(2)] };
        ui.data_mut(|data| data.insert_temp(id, pictures.clone()));
        pictures
    });
    let gap = 2.0 * theme::GRID;
    let room = ui.available_size() - vec2(2.0 * gap, LINES);
    let side = (room.x / 3.0).min(room.y).max(LEAST);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        for (place, key) in
            ["fields-density", "fields-solution", "fields-error"].into_iter().enumerate()
        {
            ui.vertical(|ui| {
                ui.set_width(side);
                let name = words::text(key, &[]);
                ui.label(RichText::new(&name).color(palette.text));
                let response = ui.image((pictures.textures[place].id(), Vec2::splat(side)));
                response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &name));
                let value = starshell::words::short(most[place]);
                ui.label(RichText::new(t!("fields-range", value = value)).color(palette.muted));
            });
        }
    });
}

/// A field as colours: amber above zero, blue below. Brightness grows with distance from zero, up
/// to `most`.
fn picture(field: &[f64], side: usize, most: f64) -> ColorImage {
    let [zero, above, below] = [[12.0, 13.0, 17.0], [255.0, 206.0, 120.0], [104.0, 178.0, 255.0]];
    let color = |value: &f64| {
        let share = if most > 0.0 { (value / most).clamp(-1.0, 1.0) } else { 0.0 };
        let end = if share < 0.0 { below } else { above };
        let mix = |part: usize| (zero[part] + (end[part] - zero[part]) * share.abs().sqrt()) as u8;
        Color32::from_rgb(mix(0), mix(1), mix(2))
    };
    ColorImage::new([side, side], field.iter().map(color).collect())
}
