//! Files that are part of the program.

use starshell::scene::embedded;

/// The icon font.
pub const ICON_FONT: &[u8] = include_bytes!("../assets/fonts/Phosphor.ttf");
pub const REGULAR: &[u8] = include_bytes!("../assets/fonts/Inter-Regular.ttf");
/// For listings of code.
pub const CODE: &[u8] = include_bytes!("../assets/fonts/Hack-Regular.ttf");
pub const SEMI_BOLD: &[u8] = include_bytes!("../assets/fonts/Inter-SemiBold.ttf");

/// Height over width of a scene's picture.
pub const ASPECT: f32 = 0.625;

/// A small picture of a built-in scene, as PNG.
pub fn scene_picture(name: &str) -> Option<&'static [u8]> {
    embedded().iter().find(|scene| scene.name == name).map(|scene| scene.picture)
}
