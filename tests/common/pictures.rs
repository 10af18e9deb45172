//! Pictures in tests: drawn in memory, read and written as PNG, and compared with tolerance for
//! differences between drivers.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use starshell::capture::{CaptureError, FrameSink, Headless, Note, Picture, Pixels, Recorder};
use starshell::gpu::Gpu;
use starshell::physics::{Bodies, Body};
use starshell::render::{Camera, Format, Look, Renderer, Target};
use starshell::scene::Scene;
use starshell::session::{Pace, Session};

/// Keeps pictures in memory by their numbers. The encoding threads pass them on in any order, so
/// that the last to arrive need not be the last frame.
#[derive(Default)]
pub struct Kept(Mutex<BTreeMap<u64, Picture>>);

impl FrameSink for Kept {
    fn keep(&self, frame: u64, picture: Picture, _notes: &[Note]) -> Result<(), CaptureError> {
        self.0.lock().unwrap().insert(frame, picture);
        Ok(())
    }

    fn finish(&self) -> Result<PathBuf, CaptureError> {
        Ok(PathBuf::new())
    }
}

impl Kept {
    /// The pictures in the order of their numbers.
    pub fn take_all(&self) -> Vec<Picture> {
        std::mem::take(&mut *self.0.lock().unwrap()).into_values().collect()
    }

    /// The picture of the last frame.
    pub fn take_last(&self) -> Picture {
        self.take_all().pop().expect("a picture was recorded")
    }
}

/// The first picture of a scene, drawn as the program does.
pub fn of_scene(gpu: &Gpu, scene: Scene, size: [u32; 2]) -> Picture {
    of_session(gpu, Session::new(gpu, scene, Pace::StepsPerFrame(1)).unwrap(), 1, size)
}

/// The last of `frames` frames of a session.
pub fn of_session(gpu: &Gpu, mut session: Session, frames: u32, size: [u32; 2]) -> Picture {
    // The camera stays where the scene has it.
    session.viewing().set_follow(None);
    let kept = Arc::new(Kept::default());
    let target = Target::new(gpu, size, Format::default()).unwrap();
    let mut headless = Headless::new(gpu, session, target, kept.clone()).unwrap();
    for _ in 0..frames {
        assert!(headless.frame(&mut |_| true).unwrap());
    }
    headless.finish(|_| {}).unwrap();
    kept.take_last()
}

/// The picture of bodies as given, without computing forces.
pub fn of_bodies(
    gpu: &Gpu,
    bodies: &[Body],
    camera: &Camera,
    look: &Look,
    size: [u32; 2],
) -> Picture {
    let kept = Arc::new(Kept::default());
    let renderer = Renderer::new(gpu, &Bodies::new(gpu, bodies).unwrap());
    let target = Target::new(gpu, size, Format::default()).unwrap();
    let mut recorder = Recorder::new(gpu, &target, kept.clone()).unwrap();
    let mut encoder = gpu.encoder("test");
    renderer.encode(&mut encoder, &mut renderer.canvas(&target).unwrap(), camera, look).unwrap();
    recorder.encode(&mut encoder, Vec::new()).unwrap();
    gpu.submit(encoder);
    recorder.finish().unwrap();
    kept.take_last()
}

pub fn read(path: &Path) -> Option<Picture> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path).ok()?)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    Some(Picture {
        width: reader.info().width,
        height: reader.info().height,
        pixels: Pixels::Rgb8(pixels),
    })
}

pub fn write(path: &Path, picture: &Picture) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    picture.write_png(File::create(path).unwrap(), &[], true).unwrap();
}

/// Compares a picture with the one stored in `tests/pictures`. If they differ, or none is stored,
/// writes it to `target/pictures/NAME.png`, with both and their difference beside it.
///
/// # Errors
/// A sentence about the difference.
pub fn compare_with_stored(name: &str, got: &Picture) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let stored = read(&root.join(format!("tests/pictures/{name}.png")));
    let off = stored.as_ref().map(|stored| difference(got, stored));
    if off.is_some_and(|off| off.is_small()) {
        return Ok(());
    }
    let folder = root.join("target/pictures");
    write(&folder.join(format!("{name}.png")), got);
    if let Some(stored) = &stored {
        write(&folder.join(format!("differences/{name}.stored.png")), stored);
        write(
            &folder.join(format!("differences/{name}.difference.png")),
            &picture_of_difference(got, stored),
        );
    }
    Err(format!(
        "{name}: {off:?}; look at target/pictures, and if it is as intended: cp target/pictures/*.png tests/pictures"
    ))
}

/// The bytes of an 8-bit picture.
pub fn bytes(picture: &Picture) -> &[u8] {
    picture.rgb8().unwrap()
}

/// The difference between two pictures, in steps of 1/255.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Mean absolute difference over all channels.
    pub mean: f64,
    /// Largest difference between means of 7 by 7 pixels. Single pixels may differ, because spots
    /// can fall on either side of a pixel's edge.
    pub local: f64,
}

impl Difference {
    /// Whether both show the same, as far as drivers agree on rounding.
    pub fn is_small(&self) -> bool {
        self.mean < 1.0 && self.local < 4.0
    }
}

const BLUR: u32 = 7;

pub fn difference(a: &Picture, b: &Picture) -> Difference {
    assert_eq!((a.width, a.height), (b.width, b.height), "the pictures differ in size");
    let off: Vec<f64> =
        bytes(a).iter().zip(bytes(b)).map(|(a, b)| f64::from(*a) - f64::from(*b)).collect();
    let mean = off.iter().map(|off| off.abs()).sum::<f64>() / off.len() as f64;
    let mut local: f64 = 0.0;
    for y in 0..=a.height - BLUR {
        for x in 0..=a.width - BLUR {
            for channel in 0..3 {
                let at = |row: u32, column: u32| {
                    3 * ((y + row) * a.width + x + column) as usize + channel
                };
                let sum: f64 = (0..BLUR)
                    .flat_map(|row| (0..BLUR).map(move |column| (row, column)))
                    .map(|(r, c)| off[at(r, c)])
                    .sum();
                local = local.max(sum.abs() / f64::from(BLUR * BLUR));
            }
        }
    }
    Difference { mean, local }
}

/// The absolute differences times eight, for viewing.
pub fn picture_of_difference(a: &Picture, b: &Picture) -> Picture {
    let pixels =
        bytes(a).iter().zip(bytes(b)).map(|(a, b)| a.abs_diff(*b).saturating_mul(8)).collect();
    Picture { pixels: Pixels::Rgb8(pixels), ..*a }
}

/// Maps a picture pixel by pixel; `pixel` gets the index and the colour.
pub fn map(picture: &Picture, pixel: impl Fn(usize, [u8; 3]) -> [u8; 3]) -> Picture {
    let colors = bytes(picture).chunks_exact(3).enumerate();
    let pixels = colors.flat_map(|(at, color)| pixel(at, [color[0], color[1], color[2]])).collect();
    Picture { pixels: Pixels::Rgb8(pixels), ..*picture }
}

/// The picture shifted to the right by `by` pixels.
pub fn shifted(picture: &Picture, by: usize) -> Picture {
    let at = |index: usize| {
        [0, 1, 2].map(|channel| bytes(picture)[3 * index.saturating_sub(by) + channel])
    };
    map(picture, |index, _| at(index))
}

fn linear(byte: u8) -> f64 {
    let encoded = f64::from(byte) / 255.0;
    if encoded <= 0.04045 { encoded / 12.92 } else { ((encoded + 0.055) / 1.055).powf(2.4) }
}

fn encoded(linear: f64) -> u8 {
    let encoded =
        if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
    (255.0 * encoded).round() as u8
}

/// Averages each 2 by 2 pixels into one, in linear light.
pub fn halved(picture: &Picture) -> Picture {
    let (width, height) = (picture.width / 2, picture.height / 2);
    let mut half = Vec::new();
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        for channel in 0..3 {
            let at = |row: u32, column: u32| {
                3 * ((2 * y + row) * picture.width + 2 * x + column) as usize + channel
            };
            let sum: f64 = [at(0, 0), at(0, 1), at(1, 0), at(1, 1)]
                .map(|at| linear(bytes(picture)[at]))
                .iter()
                .sum();
            half.push(encoded(sum / 4.0));
        }
    }
    Picture { width, height, pixels: Pixels::Rgb8(half) }
}

/// Luminance of each pixel in linear light, 0 to 1.
pub fn luminance(picture: &Picture) -> Vec<f64> {
    let of = |color: &[u8]| {
        0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2])
    };
    bytes(picture).chunks_exact(3).map(of).collect()
}

/// Mean of [`luminance`].
pub fn brightness(picture: &Picture) -> f64 {
    let all = luminance(picture);
    all.iter().sum::<f64>() / all.len() as f64
}

/// The centroid of the light above the darkest tenth of the picture, in pixels from the centre:
/// right and up.
pub fn middle_of_light(picture: &Picture) -> [f64; 2] {
    let all = luminance(picture);
    let mut sorted = all.clone();
    sorted.sort_by(f64::total_cmp);
    // Well above the dither of an empty sky.
    let floor = sorted[sorted.len() / 10] + 0.01;
    let (mut x, mut y, mut sum) = (0.0, 0.0, 0.0);
    for (index, light) in all.iter().enumerate() {
        let light = (light - floor).max(0.0);
        x += light
            * ((index % picture.width as usize) as f64 + 0.5 - f64::from(picture.width) / 2.0);
        y -= light
            * ((index / picture.width as usize) as f64 + 0.5 - f64::from(picture.height) / 2.0);
        sum += light;
    }
    assert!(sum > 0.0, "the picture is dark");
    [x / sum, y / sum]
}
