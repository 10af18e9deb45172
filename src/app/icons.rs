//! Icons by name: the glyphs of Phosphor (<https://phosphoricons.com>) in
//! `assets/fonts/Phosphor.ttf`.

macro_rules! icons {
    ($($name:ident = $code:literal,)*) => {
        $(pub const $name: &str = $code;)*
        #[cfg(test)]
        pub const ALL: &[(&str, &str)] = &[$((stringify!($name), $name)),*];
    };
}

/// For what has no icon.
pub const NONE: &str = "";

icons! {
    ARROWS_LEFT_RIGHT = "\u{E0A0}",
    ARROWS_OUT = "\u{E0A2}",
    ARROW_COUNTER_CLOCKWISE = "\u{E038}",
    ARROW_UP = "\u{E08E}",
    ARROW_U_UP_LEFT = "\u{E08A}",
    ARROW_U_UP_RIGHT = "\u{E08C}",
    CALENDAR = "\u{E10A}",
    CAMERA = "\u{E10E}",
    CARET_DOWN = "\u{E136}",
    CARET_LEFT = "\u{E138}",
    CARET_RIGHT = "\u{E13A}",
    CHALKBOARD = "\u{E5FC}",
    CHART_LINE = "\u{E154}",
    CHECK = "\u{E182}",
    CIRCLES_THREE = "\u{E192}",
    COPY = "\u{E1CA}",
    CORNERS_OUT = "\u{E1D0}",
    CROSSHAIR = "\u{E1D6}",
    CURSOR = "\u{E1DC}",
    DICE_FIVE = "\u{E1EE}",
    CHECK_CIRCLE = "\u{E184}",
    CIRCLE = "\u{E18A}",
    DOWNLOAD_SIMPLE = "\u{E20C}",
    EYE = "\u{E220}",
    EYE_SLASH = "\u{E224}",
    FAST_FORWARD = "\u{E6A6}",
    FILE = "\u{E230}",
    FLASK = "\u{E79E}",
    FLOPPY_DISK = "\u{E248}",
    FOLDER = "\u{E24A}",
    FOLDER_OPEN = "\u{E256}",
    FRAME_CORNERS = "\u{E626}",
    GRADUATION_CAP = "\u{E62C}",
    IMAGES_SQUARE = "\u{E834}",
    INFO = "\u{E2CE}",
    KEYBOARD = "\u{E2D8}",
    LIGHTBULB = "\u{E2DC}",
    LINK_BREAK = "\u{E2E4}",
    MAGNET = "\u{E680}",
    MAGNIFYING_GLASS = "\u{E30C}",
    PALETTE = "\u{E6C8}",
    PATH = "\u{E39C}",
    PAUSE = "\u{E39E}",
    PENCIL_SIMPLE = "\u{E3B4}",
    PLANET = "\u{E652}",
    PLAY = "\u{E3D0}",
    PLUS_CIRCLE = "\u{E3D6}",
    PROJECTOR_SCREEN = "\u{E658}",
    PUSH_PIN = "\u{E3E2}",
    RECORD = "\u{E3EE}",
    REWIND = "\u{E6A8}",
    RULER = "\u{E6B8}",
    SIDEBAR_SIMPLE = "\u{EC24}",
    SKIP_BACK = "\u{E5A4}",
    SKIP_FORWARD = "\u{E5A6}",
    SLIDERS_HORIZONTAL = "\u{E434}",
    SPLIT_HORIZONTAL = "\u{E872}",
    STAR = "\u{E46A}",
    STEPS = "\u{ECBE}",
    STOP = "\u{E46C}",
    TRASH = "\u{E4A6}",
    VIDEO_CAMERA = "\u{E4DA}",
    WARNING = "\u{E4E0}",
    WRENCH = "\u{E5D4}",
    X = "\u{E4F6}",
    X_CIRCLE = "\u{E4F8}",
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_icon_is_in_the_font() {
        let font = ab_glyph::FontRef::try_from_slice(crate::assets::ICON_FONT).unwrap();
        for (name, icon) in super::ALL {
            let letter = icon.chars().next().unwrap();
            assert_ne!(ab_glyph::Font::glyph_id(&font, letter).0, 0, "{name}");
        }
    }
}
