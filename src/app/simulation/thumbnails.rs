//! Textures of the small pictures of built-in scenes.

use egui::{Context, Id, TextureHandle, TextureId};

use crate::assets::scene_picture;

/// The texture of a scene's picture, decoded on first use.
pub fn texture(context: &Context, name: &str) -> Option<TextureId> {
    let id = Id::unique("thumbnail").with(name);
    if let Some(handle) = context.data(|data| data.get_temp::<TextureHandle>(id)) {
        return Some(handle.id());
    }
    let image = decode(scene_picture(name)?)?;
    let handle = context.load_texture(name, image, egui::TextureOptions::LINEAR);
    context.data_mut(|data| data.insert_temp(id, handle.clone()));
    Some(handle.id())
}

fn decode(bytes: &[u8]) -> Option<egui::ColorImage> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    // The files use palettes.
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().ok()?;
    let mut pixels = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut pixels).ok()?;
    let size = [info.width as usize, info.height as usize];
    (info.color_type == png::ColorType::Rgb).then(|| egui::ColorImage::from_rgb(size, &pixels[..info.buffer_size()]))
}

#[cfg(test)]
mod tests {
    use starshell::scene::{Embedded, embedded};

    use super::*;
    use crate::assets::ASPECT;

    #[test]
    fn pictures_are_bright_and_together_they_are_small() {
        for Embedded { name, picture, .. } in embedded() {
            let image = decode(picture).unwrap_or_else(|| panic!("{name} cannot be decoded"));
            assert_eq!(image.size, [320, 200], "{name}");
            assert_eq!(image.size[1] as f32 / image.size[0] as f32, ASPECT);
            let brightest = image.pixels.iter().map(|pixel| pixel.r().max(pixel.g()).max(pixel.b())).max();
            assert!(brightest > Some(200), "{name} is dark");
            assert!(picture.len() < 45_000, "{name} has {} bytes", picture.len());
        }
        assert!(embedded().iter().map(|scene| scene.picture.len()).sum::<usize>() < 500_000);
    }
}
