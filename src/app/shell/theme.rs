//! The visual language: colours, type, spacing, and shared marks. Dark and quiet, with one accent
//! colour.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{
    Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Margin, Stroke,
    TextStyle, Theme, vec2,
};

use crate::assets::{CODE, ICON_FONT, REGULAR, SEMI_BOLD};

/// The spacing grid in points: every distance is a multiple of it.
pub const GRID: f32 = 4.0;
/// Width of the side panels.
pub const SIDE: f32 = 288.0;
/// Height of the bar along the bottom.
pub const BAR: f32 = 44.0;
/// Height of the timeline above it.
pub const STRIP: f32 = 32.0;
/// Height of a row with one control.
pub const ROW: f32 = 24.0;
/// Side of an icon button.
pub const BUTTON: f32 = 32.0;

/// The type scale.
pub const SMALL: f32 = 11.0;
pub const BODY: f32 = 13.0;
pub const TITLE: f32 = 15.0;
pub const ICON: f32 = 17.0;
/// Magnification in projector mode, on top of the size that is set.
pub const PROJECTOR_ZOOM: f32 = 1.35;
/// The smallest type, in pixels, of what a class reads from a projector.
pub const LEGIBLE: f32 = 22.0;

/// The colours of one theme.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    /// Behind everything, and behind the picture before there is one.
    pub sky: Color32,
    /// Panels.
    pub panel: Color32,
    /// Fields, rails and buttons at rest.
    pub field: Color32,
    /// Fields, rails and buttons under the pointer.
    pub field_hovered: Color32,
    /// Separator lines.
    pub line: Color32,
    /// Text.
    pub text: Color32,
    /// Secondary text.
    pub muted: Color32,
    /// What is on, chosen, or being dragged.
    pub accent: Color32,
    /// Text on the accent colour.
    pub on_accent: Color32,
    /// Warnings.
    pub warning: Color32,
    /// Lines of plots, distinguishable by colour-blind viewers (Okabe and Ito).
    pub plot: [Color32; 6],
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

pub const DARK: Palette = Palette {
    sky: rgb(0x07080b),
    panel: rgb(0x101216),
    field: rgb(0x1c2027),
    field_hovered: rgb(0x272d37),
    line: rgb(0x23282f),
    text: rgb(0xdce1e8),
    muted: rgb(0x8b94a1),
    accent: rgb(0xf0b45c),
    on_accent: rgb(0x17120a),
    warning: rgb(0xf2765b),
    plot: [
        rgb(0xf0b45c),
        rgb(0x56b4e9),
        rgb(0x3ecf9f),
        rgb(0xe48fc0),
        rgb(0xe5dd5c),
        rgb(0xf2765b),
    ],
};

pub const LIGHT: Palette = Palette {
    sky: rgb(0x07080b),
    panel: rgb(0xf6f6f4),
    field: rgb(0xe6e6e2),
    field_hovered: rgb(0xd9d9d4),
    line: rgb(0xd6d6d0),
    text: rgb(0x1b1e23),
    muted: rgb(0x5c646f),
    accent: rgb(0x9a5b00),
    on_accent: rgb(0xffffff),
    warning: rgb(0xb3261e),
    plot: [
        rgb(0x9a5b00),
        rgb(0x0072b2),
        rgb(0x007a5a),
        rgb(0xa9417e),
        rgb(0x7d7300),
        rgb(0xb3261e),
    ],
};

/// The palette in use for `ui`.
pub fn palette(ui: &egui::Ui) -> Palette {
    if ui.visuals().dark_mode { DARK } else { LIGHT }
}

/// The size of titles in `ui`, which may be set smaller than [`TITLE`].
pub fn title_size(ui: &egui::Ui) -> f32 {
    TextStyle::Heading.resolve(ui.style()).size
}

/// This size, or the smallest that is legible where letters are large.
pub fn legible(context: &egui::Context, size: f32) -> f32 {
    size.max(TextStyle::Small.resolve(&context.global_style()).size)
}

/// A scroll bar that is always seen and has its own space, to show that an overlay scrolls.
pub fn bar() -> egui::style::ScrollStyle {
    egui::style::ScrollStyle {
        bar_width: 8.0,
        bar_inner_margin: 4.0,
        bar_outer_margin: 0.0,
        foreground_color: true,
        ..egui::style::ScrollStyle::solid()
    }
}

/// The font family of headings.
pub fn strong() -> FontFamily {
    FontFamily::Name("strong".into())
}

/// Seconds for which a button may be held in a click.
const MAX_CLICK: f64 = 10.0;

/// Installs the fonts and both themes in a context.
pub fn install(context: &egui::Context) {
    context.set_fonts(fonts());
    // A click is as long as the frames between press and release, which take seconds on a slow
    // machine.
    context.options_mut(|options| {
        options.input_options.max_click_duration = MAX_CLICK;
        // The keys of the window's table set the size of the interface, which is kept.
        options.zoom_with_keyboard = false;
    });
    for (theme, palette) in [(Theme::Dark, DARK), (Theme::Light, LIGHT)] {
        context.set_style_of(theme, style(theme, &palette));
    }
}

/// Makes letters so large that a class can read them from a projector, or as large as usual, in
/// `ui` and in all that is drawn later.
pub fn set_type(ui: &mut egui::Ui, is_large: bool) {
    let sizes = text_styles(if is_large { LEGIBLE / PROJECTOR_ZOOM } else { 0.0 });
    if ui.ctx().global_style().text_styles != sizes {
        ui.ctx().all_styles_mut(|style| style.text_styles.clone_from(&sizes));
        ui.reset_style();
    }
}

/// The type scale, with a smallest size.
fn text_styles(least: f32) -> BTreeMap<TextStyle, FontId> {
    let sizes = [
        (TextStyle::Small, FontId::proportional(SMALL)),
        (TextStyle::Body, FontId::proportional(BODY)),
        (TextStyle::Button, FontId::proportional(BODY)),
        (TextStyle::Monospace, FontId::monospace(BODY)),
        (TextStyle::Heading, FontId::new(TITLE, strong())),
    ];
    sizes
        .into_iter()
        .map(|(style, font)| (style, FontId { size: font.size.max(least), ..font }))
        .collect()
}

/// Makes a context upload all its textures again, because the device that held them is gone.
pub fn renew(context: &egui::Context, number: u64) {
    let mut fonts = fonts();
    // egui uploads its glyphs again only if the fonts differ, and an unused family makes them
    // differ.
    let unused = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    fonts.families.insert(FontFamily::Name(format!("renewed {number}").into()), unused);
    context.set_fonts(fonts);
    context.data_mut(|data| data.remove_by_type::<egui::TextureHandle>());
}

fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::empty();
    for (name, bytes) in
        [("regular", REGULAR), ("semi-bold", SEMI_BOLD), ("icons", ICON_FONT), ("code", CODE)]
    {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
    }
    let family = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    // Figures are tabular in both weights, so numbers need no other typeface.
    // Signs of formulas that the typeface lacks are in that for code.
    fonts.families.insert(FontFamily::Proportional, family(&["regular", "icons", "code"]));
    fonts.families.insert(FontFamily::Monospace, family(&["code", "icons"]));
    fonts.families.insert(strong(), family(&["semi-bold", "icons"]));
    fonts
}

fn style(theme: Theme, palette: &Palette) -> egui::Style {
    let mut style = theme.default_style();
    style.text_styles = text_styles(0.0);

    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(2.0 * GRID, 1.5 * GRID);
    spacing.button_padding = vec2(2.0 * GRID, GRID);
    spacing.interact_size = vec2(32.0, ROW);
    spacing.window_margin = Margin::same(16);
    spacing.menu_margin = Margin::same(8);
    spacing.slider_rail_height = 4.0;
    spacing.combo_width = 148.0;
    spacing.indent = 12.0;
    spacing.tooltip_width = 300.0;
    // Over the margin, so that nothing moves when it appears.
    spacing.scroll = egui::style::ScrollStyle {
        floating_width: 3.0,
        bar_width: 6.0,
        ..egui::style::ScrollStyle::floating()
    };

    let visuals = &mut style.visuals;
    let round = CornerRadius::same(6);
    visuals.panel_fill = palette.panel;
    visuals.window_fill = palette.panel;
    visuals.window_stroke = Stroke::new(1.0, palette.line);
    visuals.window_corner_radius = CornerRadius::same(10);
    visuals.menu_corner_radius = CornerRadius::same(8);
    visuals.extreme_bg_color = palette.field;
    visuals.text_edit_bg_color = Some(palette.field);
    visuals.faint_bg_color = palette.field;
    visuals.hyperlink_color = palette.accent;
    visuals.warn_fg_color = palette.warning;
    visuals.error_fg_color = palette.warning;
    visuals.weak_text_color = Some(palette.muted);
    visuals.selection.bg_fill = palette.accent;
    visuals.selection.stroke = Stroke::new(1.0, palette.on_accent);
    visuals.slider_trailing_fill = true;
    visuals.handle_shape = egui::style::HandleShape::Circle;
    visuals.interact_cursor = Some(egui::CursorIcon::PointingHand);
    let widgets = &mut visuals.widgets;
    let states = [
        (&mut widgets.noninteractive, palette.panel, palette.text, Stroke::new(1.0, palette.line)),
        (&mut widgets.inactive, palette.field, palette.text, Stroke::NONE),
        (&mut widgets.hovered, palette.field_hovered, palette.text, Stroke::NONE),
        (&mut widgets.active, palette.field_hovered, palette.accent, Stroke::NONE),
        (&mut widgets.open, palette.field_hovered, palette.text, Stroke::NONE),
    ];
    for (widget, fill, text, line) in states {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = line;
        widget.fg_stroke = Stroke::new(1.0, text);
        widget.corner_radius = round;
        widget.expansion = 0.0;
    }
    style
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance (WCAG 2.2).
    fn luminance(color: Color32) -> f64 {
        let linear = |byte: u8| {
            let value = f64::from(byte) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(color.r()) + 0.7152 * linear(color.g()) + 0.0722 * linear(color.b())
    }

    fn contrast(a: Color32, b: Color32) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_letter_of_the_words_is_in_both_weights() {
        for bytes in [REGULAR, SEMI_BOLD] {
            let font = ab_glyph::FontRef::try_from_slice(bytes).unwrap();
            for language in starshell::words::LANGUAGES {
                let letters = language.tables.iter().flat_map(|table| table.chars());
                for letter in letters.filter(|letter| !letter.is_whitespace()) {
                    assert_ne!(
                        ab_glyph::Font::glyph_id(&font, letter).0,
                        0,
                        "{}: {letter:?} is not in the font",
                        language.code
                    );
                }
            }
        }
    }

    #[test]
    fn every_letter_of_the_lessons_can_be_set() {
        let [regular, code] =
            [REGULAR, CODE].map(|bytes| ab_glyph::FontRef::try_from_slice(bytes).unwrap());
        let is_known = |letter: char| {
            [&regular, &code].iter().any(|font| ab_glyph::Font::glyph_id(*font, letter).0 != 0)
        };
        let files = crate::lesson::EMBEDDED.iter().flat_map(|(_, files)| *files);
        let texts = files.map(|(name, text)| (*name, (*text).to_owned()));
        for (name, text) in texts.chain([("formulas", crate::lesson::formula::signs())]) {
            for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
                assert!(is_known(letter), "{name}: {letter:?} is in no font");
            }
        }
    }

    #[test]
    fn text_can_be_read_in_both_themes() {
        for palette in [DARK, LIGHT] {
            for ground in [palette.panel, palette.field] {
                assert!(contrast(palette.text, ground) >= 7.0);
                assert!(
                    contrast(palette.muted, ground) >= 4.5,
                    "{}",
                    contrast(palette.muted, ground)
                );
            }
            assert!(contrast(palette.on_accent, palette.accent) >= 4.5);
            assert!(contrast(palette.accent, palette.panel) >= 4.5);
        }
    }
}
