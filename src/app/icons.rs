//! Icons by name: glyphs of Phosphor (<https://phosphoricons.com>), of which `assets/fonts/Phosphor.ttf` holds these.

macro_rules! icons {
    ($($name:ident = $code:literal,)*) => {
        $(pub const $name: &str = $code;)*
        #[cfg(test)]
        pub const ALL: &[(&str, &str)] = &[$((stringify!($name), $name)),*];
    };
}

icons! {
    AIRPLANE_TILT = "\u{E5D6}",
    ARROWS_CLOCKWISE = "\u{E094}",
    ARROWS_OUT = "\u{E0A2}",
    ARROW_COUNTER_CLOCKWISE = "\u{E038}",
    ARROW_U_UP_LEFT = "\u{E08A}",
    ATOM = "\u{E5E4}",
    BOOKMARK_SIMPLE = "\u{E0EA}",
    CAMERA = "\u{E10E}",
    CARET_DOWN = "\u{E136}",
    CARET_LEFT = "\u{E138}",
    CARET_RIGHT = "\u{E13A}",
    CARET_UP = "\u{E13C}",
    CHART_LINE = "\u{E154}",
    CHART_LINE_UP = "\u{E156}",
    CHECK = "\u{E182}",
    CIRCLES_THREE = "\u{E192}",
    CLOCK = "\u{E19A}",
    COMPASS = "\u{E1C8}",
    COPY = "\u{E1CA}",
    CORNERS_OUT = "\u{E1D0}",
    CROSSHAIR = "\u{E1D6}",
    CURSOR = "\u{E1DC}",
    DICE_FIVE = "\u{E1EE}",
    DOWNLOAD_SIMPLE = "\u{E20C}",
    EYE = "\u{E220}",
    FAST_FORWARD = "\u{E6A6}",
    FOLDER_OPEN = "\u{E256}",
    FRAME_CORNERS = "\u{E626}",
    GAUGE = "\u{E628}",
    GEAR_SIX = "\u{E272}",
    GLOBE = "\u{E288}",
    GLOBE_HEMISPHERE_WEST = "\u{E28C}",
    GRAPHICS_CARD = "\u{E612}",
    GRID_FOUR = "\u{E296}",
    HAND_GRABBING = "\u{E57C}",
    HAND_POINTING = "\u{E29A}",
    IMAGES_SQUARE = "\u{E834}",
    INFO = "\u{E2CE}",
    KEYBOARD = "\u{E2D8}",
    LOCK_SIMPLE = "\u{E308}",
    MAGIC_WAND = "\u{E6B6}",
    MAGNET = "\u{E680}",
    MOON = "\u{E330}",
    NOTE_PENCIL = "\u{E34C}",
    PALETTE = "\u{E6C8}",
    PATH = "\u{E39C}",
    PAUSE = "\u{E39E}",
    PENCIL_SIMPLE = "\u{E3B4}",
    PLANET = "\u{E652}",
    PLAY = "\u{E3D0}",
    PLUS_CIRCLE = "\u{E3D6}",
    PROJECTOR_SCREEN = "\u{E658}",
    QUESTION = "\u{E3E8}",
    REPEAT = "\u{E3F6}",
    REWIND = "\u{E6A8}",
    RULER = "\u{E6B8}",
    SIDEBAR_SIMPLE = "\u{EC24}",
    SKIP_BACK = "\u{E5A4}",
    SKIP_FORWARD = "\u{E5A6}",
    SLIDERS_HORIZONTAL = "\u{E434}",
    SPARKLE = "\u{E6A2}",
    STAR_FOUR = "\u{E6A4}",
    STEPS = "\u{ECBE}",
    SUN = "\u{E472}",
    TARGET = "\u{E47C}",
    TRASH = "\u{E4A6}",
    VIDEO_CAMERA = "\u{E4DA}",
    WARNING = "\u{E4E0}",
    WAVE_SINE = "\u{EA9A}",
    X = "\u{E4F6}",
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_icon_is_in_the_font() {
        let font = ab_glyph::FontRef::try_from_slice(crate::app::theme::ICON_FONT).unwrap();
        for (name, icon) in super::ALL {
            let letter = icon.chars().next().unwrap();
            assert_ne!(ab_glyph::Font::glyph_id(&font, letter).0, 0, "{name}");
        }
    }
}
