//! Files that are part of the program: fonts, and a small picture of each built-in scene, made with `starshell render`.

/// The icon font.
pub const ICON_FONT: &[u8] = include_bytes!("../assets/fonts/Phosphor.ttf");
pub const REGULAR: &[u8] = include_bytes!("../assets/fonts/Inter-Regular.ttf");
/// For listings of code.
pub const CODE: &[u8] = include_bytes!("../assets/fonts/Hack-Regular.ttf");
pub const SEMI_BOLD: &[u8] = include_bytes!("../assets/fonts/Inter-SemiBold.ttf");

/// Height over width of a scene's picture.
pub const ASPECT: f32 = 0.625;

/// A scene's picture as PNG.
pub fn scene_picture(name: &str) -> Option<&'static [u8]> {
    PICTURES.iter().find(|(scene, _)| *scene == name).map(|(_, bytes)| *bytes)
}

macro_rules! pictures {
    ($($name:literal,)*) => {
        &[$(($name, include_bytes!(concat!("../assets/scenes/pictures/", $name, ".png"))),)*]
    };
}

/// The pictures by scene name.
pub const PICTURES: &[(&str, &[u8])] = pictures![
    "shell",
    "random-ball",
    "expanding-ball",
    "cold-sphere",
    "plummer",
    "galaxy",
    "encounter",
    "grand-design",
    "cosmic-web",
    "kepler",
    "figure-8",
    "pythagorean",
    "solar-system",
    "inner-planets",
    "asteroid-flyby",
    "classic-0",
    "classic-1",
    "classic-2",
    "classic-3",
    "classic-4",
    "classic-5",
    "classic-6",
];
