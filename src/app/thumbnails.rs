//! Small pictures of the scenes that the program carries, made with `starshell render` (see `assets/scenes/pictures`).

use egui::{Context, Id, TextureHandle, TextureId};

/// Height over width.
pub const ASPECT: f32 = 0.625;

/// The texture of a scene's picture, decoded when first asked for.
pub fn texture(context: &Context, name: &str) -> Option<TextureId> {
    let id = Id::unique("thumbnail").with(name);
    if let Some(handle) = context.data(|data| data.get_temp::<TextureHandle>(id)) {
        return Some(handle.id());
    }
    let (_, bytes) = PICTURES.iter().find(|(scene, _)| *scene == name)?;
    let image = decode(bytes)?;
    let handle = context.load_texture(name, image, egui::TextureOptions::LINEAR);
    context.data_mut(|data| data.insert_temp(id, handle.clone()));
    Some(handle.id())
}

fn decode(bytes: &[u8]) -> Option<egui::ColorImage> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().ok()?;
    let mut pixels = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut pixels).ok()?;
    let size = [info.width as usize, info.height as usize];
    (info.color_type == png::ColorType::Rgb).then(|| egui::ColorImage::from_rgb(size, &pixels[..info.buffer_size()]))
}

/// The pictures, by the names of their scenes.
const PICTURES: &[(&str, &[u8])] = &[];
