//! The gallery: every scene by its picture, in groups, over the window.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{
    Align2, Id, Modal, Rect, RichText, Sense, Stroke, StrokeKind, TextStyle, Ui, pos2, vec2,
};
use starshell::name::Named;
use starshell::scene::{DEFAULT, Embedded, Group, embedded};
use starshell::words::{self, printable, t};

use crate::app::commands::{Command, Upkeep, View};
use crate::app::icons;
use crate::app::shell::{
    collection::{OwnScene, own_scenes},
    panels::files::recent_ui,
    state::Shell,
    theme, widgets,
};
use crate::app::simulation::{run::Run, thumbnails};

const CARD: f32 = 208.0;
/// Height of the two lines under a picture.
const LINES: f32 = 42.0;
/// Space between cards.
const GAP: f32 = 16.0;
/// Width of the outline of a chosen or hovered card.
const OUTLINE: f32 = 2.0;
/// Space that the window needs beside and above the cards.
const AROUND: [f32; 2] = [104.0, 160.0];
/// Seconds after which the folder of scenes of one's own is listed again.
const FRESH: f64 = 1.0;

/// A scene that can be chosen.
struct Card {
    opens: Opens,
    title: String,
    /// What is below the title.
    line: String,
    tip: String,
    picture: Option<egui::TextureId>,
}

/// What a click on a card opens.
enum Opens {
    Embedded(&'static Embedded),
    Own(PathBuf),
}

impl Card {
    fn new(ui: &Ui, scene: &'static Embedded) -> Self {
        let count = t!("gallery-bodies", count = words::grouped(scene.scene.count as u64));
        let line = match scene.twin() {
            Some(twin) => t!("gallery-twin", title = twin.scene.spoken_title()),
            None if scene.group == Group::Classics => format!("{} · {count}", scene.name),
            None => count,
        };
        Self {
            opens: Opens::Embedded(scene),
            title: scene.scene.spoken_title(),
            line,
            tip: scene.scene.spoken_description(),
            picture: thumbnails::texture(ui.ctx(), scene.name),
        }
    }

    fn of_own(ui: &Ui, scene: &OwnScene) -> Self {
        let name = scene.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Self {
            opens: Opens::Own(scene.path.clone()),
            title: printable(&scene.title).into_owned(),
            line: printable(&name).into_owned(),
            tip: printable(&scene.path.to_string_lossy()).into_owned(),
            picture: thumbnails::texture_of(ui.ctx(), &scene.picture()),
        }
    }

    /// What a favourite is remembered by.
    fn name(&self) -> String {
        match &self.opens {
            Opens::Embedded(scene) => scene.name.to_owned(),
            Opens::Own(path) => path.display().to_string(),
        }
    }

    fn embedded(&self) -> Option<&'static str> {
        if let Opens::Embedded(scene) = self.opens { Some(scene.name) } else { None }
    }
}

/// Draws the gallery, if open.
pub fn gallery_ui(ui: &Ui, shell: &mut Shell, run: &Run) {
    if shell.view != View::Gallery {
        return;
    }
    let room = ui.ctx().content_rect().size() - vec2(AROUND[0], AROUND[1]);
    let columns = ((room.x + GAP) / (CARD + GAP)).floor().clamp(1.0, 5.0) as usize;
    let shown = Modal::new(Id::unique("gallery")).show(ui.ctx(), |ui| {
        ui.spacing_mut().scroll = theme::bar();
        // The last gap is that to the scroll bar.
        ui.set_width(
            columns as f32 * (CARD + GAP) + OUTLINE + ui.spacing().scroll.allocated_width(),
        );
        if widgets::heading(ui, &t!("gallery-title"), "gallery-close") {
            shell.view = View::Simulation;
        }
        keep_ui(ui, shell, run);
        if !shell.is_simple()
            && let Some(path) = recent_ui(ui, &shell.settings.recent)
        {
            shell.ask(Command::Open(path));
            shell.view = View::Simulation;
        }
        ui.add_space(theme::GRID);
        let height = room.y.max(CARD);
        egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(
            ui,
            |ui| {
                ui.spacing_mut().item_spacing = vec2(GAP, GAP);
                for (key, cards) in sections(ui, shell) {
                    section_ui(ui, shell, run, &key, &cards, columns);
                }
            },
        );
    });
    if shown.backdrop_response.clicked() {
        shell.view = View::Simulation;
    }
}

/// Draws what the gallery is for, and the name and button that keep the scene.
fn keep_ui(ui: &mut Ui, shell: &mut Shell, run: &Run) {
    if shell.is_simple() {
        return widgets::note(ui, t!("gallery-note"));
    }
    let note = RichText::new(t!("gallery-note")).small().color(theme::palette(ui).muted);
    widgets::line_beside(ui, note, |ui| {
        let id = Id::unique("gallery-name");
        let mut name = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_default();
        if widgets::button(ui, icons::PLUS_CIRCLE, "gallery-keep", false).clicked() {
            shell.ask(Command::KeepScene(std::mem::take(&mut name)));
        }
        let hint = run.stage.session.scene().spoken_title();
        let field = egui::TextEdit::singleline(&mut name)
            .id_salt("gallery-name")
            .hint_text(hint)
            .desired_width(148.0);
        let field = ui.add(field);
        let text = t!("gallery-name");
        field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, &text));
        widgets::with_tip(field, "gallery-name");
        ui.data_mut(|data| data.insert_temp(id, name));
    });
}

/// The sections with their cards: scenes of one's own, favourites, the groups of built-in scenes
/// without these.
fn sections(ui: &Ui, shell: &Shell) -> Vec<(String, Vec<Card>)> {
    let is_simple = shell.is_simple();
    let own = if is_simple { Arc::default() } else { fresh(ui, shell) };
    let collection = &shell.settings.collection;
    let is_favourite = |card: &Card| collection.is_favourite(&card.name());
    let mut own: Vec<_> = own.iter().map(|scene| Card::of_own(ui, scene)).collect();
    own.sort_by_key(|card| !is_favourite(card));
    let (favourites, others): (Vec<_>, Vec<_>) =
        embedded().iter().map(|scene| Card::new(ui, scene)).partition(is_favourite);
    let mut sections =
        vec![("gallery-own".to_owned(), own), ("gallery-favourites".to_owned(), favourites)];
    sections
        .extend(Group::ALL.iter().map(|group| (format!("gallery-{}", group.name()), Vec::new())));
    for card in others {
        if let Opens::Embedded(scene) = card.opens {
            let group = Group::ALL.iter().position(|group| *group == scene.group).unwrap_or(0);
            sections[2 + group].1.push(card);
        }
    }
    sections.retain(|(_, cards)| !cards.is_empty());
    sections
}

/// The scenes of one's own, listed not long ago.
fn fresh(ui: &Ui, shell: &Shell) -> Arc<Vec<OwnScene>> {
    let (id, now) = (Id::unique("gallery-own"), ui.input(|input| input.time));
    let kept = ui.data(|data| data.get_temp::<(f64, Arc<Vec<OwnScene>>)>(id));
    if let Some((_, scenes)) = kept.filter(|(at, _)| now - at < FRESH) {
        return scenes;
    }
    let scenes = Arc::new(own_scenes(&shell.folder));
    ui.data_mut(|data| data.insert_temp(id, (now, Arc::clone(&scenes))));
    scenes
}

/// Draws the cards of a section below its name.
fn section_ui(
    ui: &mut Ui,
    shell: &mut Shell,
    run: &Run,
    key: &str,
    cards: &[Card],
    columns: usize,
) {
    ui.label(RichText::new(words::text(key, &[])).strong());
    for row in cards.chunks(columns) {
        ui.horizontal_top(|ui| {
            // Room for the outline of a chosen or hovered card.
            ui.add_space(OUTLINE);
            ui.spacing_mut().item_spacing.x = GAP;
            row.iter().for_each(|card| card_ui(ui, shell, run, card));
        });
    }
}

/// Draws one scene's card, with its star.
fn card_ui(ui: &mut Ui, shell: &mut Shell, run: &Run, card: &Card) {
    let size = vec2(CARD, CARD * crate::assets::ASPECT);
    let is_chosen = card.embedded().is_some() && card.embedded() == run.name();
    let (rect, response) = ui.allocate_exact_size(size + vec2(0.0, LINES), Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::Button, true, is_chosen, &card.title)
    });
    // Start keyboard navigation at the current scene.
    if is_chosen && ui.memory(|memory| memory.focused().is_none()) {
        response.request_focus();
    }
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    let picture = Rect::from_min_size(rect.min, size);
    let is_near = response.hovered() || response.has_focus();
    if ui.is_rect_visible(rect) {
        paint(ui, card, picture, is_chosen, is_near);
    }
    if response.on_hover_text(&card.tip).on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        match &card.opens {
            Opens::Embedded(scene) => shell.ask(Command::Scene(scene.name.to_owned())),
            Opens::Own(path) => shell.ask(Command::Open(path.clone())),
        }
        shell.view = View::Simulation;
    }
    star_ui(ui, shell, card, picture);
    if let Opens::Own(path) = &card.opens {
        upkeep_ui(ui, shell, card, path, picture);
    }
}

/// What the user is about to do to a scene of their own.
#[derive(Clone)]
enum Upkept {
    /// Give it this name.
    Naming(PathBuf, String),
    /// Delete it, if the next click says so.
    Deleting(PathBuf),
}

/// Draws the buttons that rename, edit and delete a scene of one's own in the lower left corner of its
/// picture, or the field for its new name.
fn upkeep_ui(ui: &mut Ui, shell: &mut Shell, card: &Card, path: &Path, picture: Rect) {
    let id = Id::unique("upkept");
    let mut upkept = ui.data(|data| data.get_temp::<Option<Upkept>>(id)).flatten();
    let of_it = upkept.clone().filter(|upkept| match upkept {
        Upkept::Naming(other, _) | Upkept::Deleting(other) => other == path,
    });
    let row = Rect::from_min_max(
        picture.left_bottom() - vec2(0.0, theme::BUTTON),
        picture.right_bottom() - vec2(theme::BUTTON, 0.0),
    );
    let place = egui::UiBuilder::new()
        .max_rect(row)
        .id_salt((path, "upkeep"))
        .layout(egui::Layout::left_to_right(egui::Align::Center));
    ui.scope_builder(place, |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        if let Some(Upkept::Naming(_, mut name)) = of_it.clone() {
            let field = egui::TextEdit::singleline(&mut name).id_salt("gallery-new-name");
            let field = ui.add(field.desired_width(row.width() - 2.0 * theme::GRID));
            let text = t!("gallery-new-name");
            field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, &text));
            field.request_focus();
            upkept = Some(Upkept::Naming(path.to_owned(), name.clone()));
            if ui.input(|input| input.key_pressed(egui::Key::Enter)) {
                shell.ask(Command::Upkeep(path.to_owned(), Upkeep::Rename(name)));
                upkept = None;
            }
            return;
        }
        ui.visuals_mut().override_text_color = Some(egui::Color32::from_gray(200));
        let what = Some(card.title.as_str());
        if widgets::icon_button_for(ui, icons::PENCIL_SIMPLE, "gallery-rename", what).clicked() {
            upkept = Some(Upkept::Naming(path.to_owned(), card.title.clone()));
        }
        if widgets::icon_button_for(ui, icons::FILE, "gallery-edit", what).clicked() {
            shell.ask(Command::Upkeep(path.to_owned(), Upkeep::Edit));
        }
        if matches!(of_it, Some(Upkept::Deleting(_))) {
            if widgets::button(ui, icons::TRASH, "gallery-delete-sure", true).clicked() {
                shell.ask(Command::Upkeep(path.to_owned(), Upkeep::Delete));
                upkept = None;
            }
        } else if widgets::icon_button_for(ui, icons::TRASH, "gallery-delete", what).clicked() {
            upkept = Some(Upkept::Deleting(path.to_owned()));
        }
    });
    ui.data_mut(|data| data.insert_temp(id, upkept));
}

/// Draws the star of a favourite in the corner of the picture.
fn star_ui(ui: &mut Ui, shell: &mut Shell, card: &Card, picture: Rect) {
    let (name, side) = (card.name(), theme::BUTTON);
    let is_favourite = shell.settings.collection.is_favourite(&name);
    let corner =
        Rect::from_min_max(picture.right_bottom() - vec2(side, side), picture.right_bottom());
    ui.scope_builder(egui::UiBuilder::new().max_rect(corner).id_salt(&name), |ui| {
        // White on the sky of the picture, whatever the panels are.
        ui.visuals_mut().override_text_color =
            (!is_favourite).then_some(egui::Color32::from_gray(150));
        if widgets::icon_button_for(ui, icons::STAR, "gallery-favourite", Some(&card.title))
            .clicked()
        {
            shell.settings.collection.toggle_favourite(&name);
        }
    });
}

/// Paints a card: its picture, whether it is on stage, whether to start here, and the lines below.
fn paint(ui: &Ui, card: &Card, picture: Rect, is_chosen: bool, is_near: bool) {
    let (palette, painter) = (theme::palette(ui), ui.painter());
    painter.rect_filled(picture, 8.0, palette.sky);
    if let Some(texture) = card.picture {
        egui::Image::new((texture, picture.size())).corner_radius(8).paint_at(ui, picture);
    }
    if is_chosen || is_near {
        let stroke = Stroke::new(if is_near { 2.0 } else { 1.0 }, palette.accent);
        painter.rect_stroke(picture, 8.0, stroke, StrokeKind::Outside);
    }
    let small = TextStyle::Small.resolve(ui.style());
    if is_chosen {
        let center = picture.right_top() + vec2(-16.0, 16.0);
        painter.circle_filled(center, 10.0, palette.accent);
        let font = egui::FontId::proportional(theme::BODY);
        painter.text(center, Align2::CENTER_CENTER, icons::CHECK, font, palette.on_accent);
    }
    if card.embedded() == Some(DEFAULT) {
        let text = painter.layout_no_wrap(t!("gallery-start"), small.clone(), palette.on_accent);
        let place = picture.left_top() + vec2(14.0, 11.0);
        painter.rect_filled(
            Rect::from_min_size(place, text.size()).expand2(vec2(8.0, 4.0)),
            10.0,
            palette.accent,
        );
        painter.galley(place, text, palette.on_accent);
    }
    let line = pos2(picture.left(), picture.bottom() + 6.0);
    let color = if is_chosen { palette.accent } else { palette.text };
    let title = elided(ui, &card.title, TextStyle::Body.resolve(ui.style()), color);
    let below = line + vec2(0.0, title.size().y + 2.0);
    painter.galley(line, title, color);
    painter.galley(below, elided(ui, &card.line, small, palette.muted), palette.muted);
}

/// A line as wide as a card, with an ellipsis where there is more.
fn elided(ui: &Ui, text: &str, font: egui::FontId, color: egui::Color32) -> Arc<egui::Galley> {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(CARD);
    ui.painter().layout_job(job)
}
