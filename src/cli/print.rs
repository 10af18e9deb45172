//! Size, format, sampling and eyes of pictures, from the options.

use std::path::Path;

use anyhow::anyhow;
use starshell::capture::{check_memory, check_print};
use starshell::gpu::Gpu;
use starshell::name::Named;
use starshell::render::{Camera, Format, Print, Projection};

use super::arguments::{self, PictureFormat};
use super::failure::{Failure, input};

/// Size, format and sampling of the pictures of `render`.
pub fn print(arguments: &arguments::Render, camera: &Camera) -> Result<Print, Failure> {
    let arguments::Pixels { depth, transparent, stereo, .. } = arguments.pixels;
    let format = format(arguments)?;
    if arguments.sheet.is_some() && (transparent || depth == Some(16)) {
        return Err(input(anyhow!(
            "a contact sheet has 8 bits per channel and a sky: leave out --transparent and --depth 16"
        )));
    }
    if arguments.sheet.is_some() && stereo.is_some() {
        return Err(input(anyhow!(
            "a contact sheet shows one picture per moment: leave out --stereo or --sheet"
        )));
    }
    print_of(&arguments.pixels, format, arguments.size, camera)
}

/// Pictures of `size` pixels per eye in a format.
pub fn print_of(
    pixels: &arguments::Pixels,
    format: PictureFormat,
    size: [u32; 2],
    camera: &Camera,
) -> Result<Print, Failure> {
    let arguments::Pixels { depth, transparent, samples, .. } = *pixels;
    let format = match (format, depth) {
        (PictureFormat::Exr, Some(_)) => {
            return Err(input(anyhow!(
                "--depth is for PNG files: leave it out, EXR files hold half floats"
            )));
        }
        (PictureFormat::Exr, None) => Format::HalfFloat,
        (PictureFormat::Png, Some(16)) => Format::Rgba16,
        (PictureFormat::Png, _) => Format::Rgba8,
    };
    let [width, height] = size;
    if let Some(aspect) = camera
        .projection
        .aspect()
        .filter(|aspect| u64::from(width) != u64::from(*aspect) * u64::from(height))
    {
        let (name, fitting) = (camera.projection.name(), height.saturating_mul(aspect));
        let (shape, usual) =
            if aspect == 1 { ("square", "4k-dome") } else { ("twice as wide as high", "4k-360") };
        return Err(input(anyhow!(
            "the size is {width}x{height}, but {name} pictures are {shape}: add --size {fitting}x{height}, or --size {usual}"
        )));
    }
    let eyes = eyes(pixels, camera)?;
    let size = if eyes == 0.0 { size } else { [width.saturating_mul(2), height] };
    let print = Print { size, format, has_alpha: transparent, samples, eyes };
    print.validate().map_err(input)?;
    Ok(print)
}

/// How far apart the eyes are; 0 for one picture.
fn eyes(pixels: &arguments::Pixels, camera: &Camera) -> Result<f32, Failure> {
    let (Some(arguments::Stereo::SideBySide), distance) = (pixels.stereo, camera.distance) else {
        return Ok(0.0);
    };
    let Some(apart) = pixels.eye_separation else { return Ok(Print::EYES * distance) };
    // Beyond this, the two pictures have nothing in common.
    if !(apart > 0.0 && apart <= f64::from(distance)) {
        return Err(input(anyhow!(
            "the eyes are {apart:?} apart, but --eye-separation must be above 0 and at most the camera's distance, {distance:?}"
        )));
    }
    Ok(apart as f32)
}

/// Checks that the pictures can have these texts.
pub fn check_texts(
    texts: &arguments::Texts,
    print: &Print,
    camera: &Camera,
) -> Result<(), Failure> {
    let is_flat = camera.projection == Projection::default() && print.eyes == 0.0;
    if is_flat || texts.caption.is_none() && texts.credit.is_none() {
        return Ok(());
    }
    Err(input(anyhow!(
        "captions lie flat in a corner, which domes, spheres and pairs lack: leave out --caption and --credit"
    )))
}

/// The format of the pictures: as requested, or by the extension of their name.
fn format(arguments: &arguments::Render) -> Result<PictureFormat, Failure> {
    let ending = ending(&arguments.out);
    match (ending, arguments.pixels.format) {
        (Some(ending), Some(format)) if ending != format && arguments.frames.is_none() => {
            Err(input(anyhow!(
                "{} does not end in .{}: give --out another ending, or leave --format out",
                arguments.out.display(),
                format.name()
            )))
        }
        (ending, format) => Ok(format.or(ending).unwrap_or(PictureFormat::Png)),
    }
}

/// The format that the extension of a name stands for.
pub fn ending(path: &Path) -> Option<PictureFormat> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    PictureFormat::ALL.iter().copied().find(|format| format.name() == ending)
}

/// Checks that the pictures held at once fit in memory.
pub fn check_room(
    gpu: &Gpu,
    arguments: &arguments::Render,
    print: &Print,
    frames: u32,
) -> Result<(), Failure> {
    if print.needs_tiles(gpu) {
        // A single file is written as its rows arrive.
        check_print(gpu, print, arguments.sheet.is_some() || arguments.frames.is_some())
            .map_err(input)?;
    }
    if arguments.sheet.is_some() || !print.needs_tiles(gpu) {
        check_memory(gpu, print.size, frames.into(), arguments.sheet).map_err(input)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domes_spheres_and_pairs_have_the_size_that_they_need() {
        let pixels = |stereo, eye_separation| arguments::Pixels {
            format: None,
            depth: None,
            transparent: false,
            samples: 1,
            stereo,
            eye_separation,
        };
        let print = |projection, size, pixels: &arguments::Pixels| {
            print_of(
                pixels,
                PictureFormat::Png,
                size,
                &Camera { projection, distance: 4.0, ..Camera::default() },
            )
        };
        let one = pixels(None, None);
        for (projection, wrong, right, word) in [
            (Projection::Fisheye, [1280, 720], [720, 720], "square"),
            (Projection::Equirectangular, [1280, 720], [1440, 720], "twice as wide"),
        ] {
            let told = format!("{:?}", print(projection, wrong, &one).unwrap_err());
            assert!(
                told.contains(word) && told.contains(&format!("--size {}x{}", right[0], right[1])),
                "{told}"
            );
            assert_eq!(print(projection, right, &one).unwrap().size, right);
        }
        let pair = pixels(Some(arguments::Stereo::SideBySide), Some(0.5));
        let both = print(Projection::Equirectangular, [960, 480], &pair).unwrap();
        assert_eq!((both.size, both.size_of_eye(), both.eyes), ([1920, 480], [960, 480], 0.5));
        let told = format!(
            "{:?}",
            print(Projection::Perspective, [64, 64], &pixels(pair.stereo, Some(-1.0))).unwrap_err()
        );
        assert!(told.contains("--eye-separation"), "{told}");
        assert_eq!(
            print(Projection::Perspective, [64, 64], &pixels(pair.stereo, None)).unwrap().eyes,
            4.0 * Print::EYES
        );

        let texts = arguments::Texts { caption: Some("{time}".to_owned()), credit: None };
        assert!(check_texts(&texts, &both, &Camera::default()).is_err());
        let flat = print(Projection::Perspective, [64, 64], &one).unwrap();
        assert!(check_texts(&texts, &flat, &Camera::default()).is_ok());
    }
}
