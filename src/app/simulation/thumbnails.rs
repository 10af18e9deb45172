//! Textures of the small pictures of scenes.

use std::path::Path;

use egui::{Context, Id, TextureHandle, TextureId};

use crate::assets::scene_picture;

/// The texture of a scene's picture, decoded on first use.
pub fn texture(context: &Context, name: &str) -> Option<TextureId> {
    kept(context, name, || decode(scene_picture(name)?))
}

/// The texture of a picture in a file, decoded on first use.
pub fn texture_of(context: &Context, path: &Path) -> Option<TextureId> {
    // Many files have none, and nothing about that is kept.
    path.is_file()
        .then(|| {
            kept(context, &path.to_string_lossy(), || decode(&starshell::file::read(path).ok()?))
        })
        .flatten()
}

fn kept(
    context: &Context,
    name: &str,
    decoded: impl FnOnce() -> Option<egui::ColorImage>,
) -> Option<TextureId> {
    let id = Id::unique("thumbnail").with(name);
    if let Some(handle) = context.data(|data| data.get_temp::<TextureHandle>(id)) {
        return Some(handle.id());
    }
    let handle = context.load_texture(name, decoded()?, egui::TextureOptions::LINEAR);
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
    let pixels = &pixels[..info.buffer_size()];
    match (info.color_type, info.bit_depth) {
        (png::ColorType::Rgb, png::BitDepth::Eight) => {
            Some(egui::ColorImage::from_rgb(size, pixels))
        }
        (png::ColorType::Rgba, png::BitDepth::Eight) => {
            Some(egui::ColorImage::from_rgba_unmultiplied(size, pixels))
        }
        _ => None,
    }
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
            let brightest =
                image.pixels.iter().map(|pixel| pixel.r().max(pixel.g()).max(pixel.b())).max();
            assert!(brightest > Some(200), "{name} is dark");
            assert!(picture.len() < 45_000, "{name} has {} bytes", picture.len());
        }
        assert!(embedded().iter().map(|scene| scene.picture.len()).sum::<usize>() < 500_000);
    }
}
