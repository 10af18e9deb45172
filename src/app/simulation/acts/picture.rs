//! Saves pictures of the stage: at once if drawn in one piece, otherwise by the queue.

use starshell::capture::{Captions, Recipe};
use starshell::file::free_path_with;
use starshell::name::Named;
use starshell::render::{Camera, ColorBy, Format, MAX_SAMPLES, MAX_SIDE, Print, Projection};
use starshell::words::{self, Text, t};

use crate::app::commands::Command;
use crate::app::shell::{
    settings::{Aspect, PictureFormat, size_by},
    state::Shell,
};
use crate::app::simulation::{
    acts::{queue, view},
    run::Run,
    screenshot::{Screenshot, TRAIL},
    viewer::Viewer,
};
use crate::explained::explained;

/// Takes a picture according to the settings, without panels.
pub fn take_picture(shell: &mut Shell, run: &mut Run) {
    if let Some(why) = full(shell, run) {
        return shell.notices.tell(words::text(why, &[]));
    }
    // The quantity that colours show becomes known with the next frame.
    let stage = &run.stage;
    if stage.session.scene().look.color_by == ColorBy::Acceleration
        && !stage.session.simulation().has_forces()
    {
        return shell.ask(Command::Screenshot);
    }
    if let Err(error) = begin_picture(shell, run) {
        shell.notices.warn(explained(&*error));
    }
}

/// Why no further picture can be taken now, if so: the key of a sentence.
pub fn full(shell: &Shell, run: &Run) -> Option<&'static str> {
    let waits = print(shell, run).needs_tiles(&shell.gpu);
    waits.then(|| queue::full(run)).flatten()
}

fn begin_picture(shell: &Shell, run: &mut Run) -> anyhow::Result<()> {
    let print = print(shell, run);
    let captions = captions(shell, run)?;
    let name = run.capture_name();
    let ending = if print.format == Format::HalfFloat { "exr" } else { "png" };
    let path = free_path_with(&shell.folder, &name, ending, &[&format!("{ending}.toml")]);
    let has_body_trail = shell.settings.picture.body_trail;
    let recipe = Some(recipe(shell, run, &print));
    let screenshot = Screenshot { path, print, captions, recipe, has_body_trail };
    let (session, captures) = (&mut run.stage.session, &mut run.captures);
    if print.needs_tiles(&shell.gpu) {
        captures.queue.push_back(screenshot.keep(&shell.gpu, session)?);
    } else {
        captures.writing.push(screenshot.take(&shell.gpu, session)?);
    }
    Ok(())
}

/// Size, format and samples of a picture according to the settings.
pub fn print(shell: &Shell, run: &Run) -> Print {
    let settings = &shell.settings;
    let size = size_of_picture(shell, run);
    // If the size is too large, shrink both sides to keep the aspect ratio.
    let pictures = settings.picture.across();
    let longest = size[0].saturating_mul(pictures).max(size[1]).max(1);
    let fits = |side: u32| {
        (u64::from(side) * u64::from(MAX_SIDE.min(longest)) / u64::from(longest)).max(1) as u32
    };
    let [width, height] = size.map(fits);
    let format = match settings.picture.format {
        PictureFormat::Png8 => Format::Rgba8,
        PictureFormat::Png16 => Format::Rgba16,
        PictureFormat::Exr => Format::HalfFloat,
    };
    Print {
        size: [width * pictures, height],
        format,
        has_alpha: settings.picture.transparent,
        samples: settings.picture.samples.clamp(1, MAX_SAMPLES),
        eyes: eyes(shell, run),
    }
}

/// Width and height of one eye's picture, by the camera and the settings.
fn size_of_picture(shell: &Shell, run: &Run) -> [u32; 2] {
    let (picture, window) = (&shell.settings.picture, shell.window_size);
    let projection = run.stage.session.scene().camera.projection;
    // Sizes of dome masters are powers of two: 4K is 4096 x 4096.
    let for_dome = |side: u32| (u64::from(side) * 256 / 135) as u32;
    let side =
        if projection == Projection::Fisheye { picture.side.map(for_dome) } else { picture.side };
    size_by(projection, side, window).unwrap_or_else(|| picture.aspect.size(side, window))
}

/// What shape pictures have, if not that of the window: the projection, two of them, and their
/// pixels.
pub fn shape(shell: &Shell, run: &Run) -> Option<String> {
    let projection = run.stage.session.scene().camera.projection;
    let [width, height] = print(shell, run).size;
    let is_flat = projection == Projection::default();
    if is_flat && [width, height] == shell.window_size {
        return None;
    }
    let projection =
        (!is_flat).then(|| words::text(&format!("projection-{}", projection.name()), &[]));
    let pair = shell.settings.picture.stereo.then(|| t!("pictures-stereo"));
    let [width, height] = [width, height].map(|side| words::grouped(side.into()));
    let pixels = t!("pictures-pixels", width = width, height = height);
    Some([projection, pair, Some(pixels)].into_iter().flatten().collect::<Vec<_>>().join(", "))
}

/// Gives pictures and videos the shape of the window.
pub fn take_screen(shell: &mut Shell, run: &mut Run, viewer: &mut Viewer) {
    let camera = run.stage.session.scene().camera;
    if run.captures.filming.is_none() && camera.projection != Projection::default() {
        view::set_camera(run, viewer, &Camera { projection: Projection::default(), ..camera });
    }
    let picture = &mut shell.settings.picture;
    (picture.side, picture.aspect, picture.stereo) = (None, Aspect::Window, false);
}

/// How far the eyes of a pair are apart, in world units; 0 for one picture.
pub fn eyes(shell: &Shell, run: &Run) -> f32 {
    let distance = run.stage.session.scene().camera.distance;
    if shell.settings.picture.stereo { Print::EYES * distance } else { 0.0 }
}

/// Whether pictures can have captions: domes, spheres and pairs have no flat corners for them.
pub fn has_captions(shell: &Shell, run: &Run) -> bool {
    run.stage.session.scene().camera.projection == Projection::default()
        && !shell.settings.picture.stereo
}

/// Caption and credit of a picture according to the settings, if it has any.
///
/// # Errors
/// A sentence if one cannot be filled in.
pub fn captions(shell: &Shell, run: &Run) -> Result<Captions, Text> {
    if !has_captions(shell, run) {
        return Ok(Captions::default());
    }
    let [caption, credit] = [&shell.settings.picture.caption, &shell.settings.picture.credit]
        .map(|text| Some(text.as_str()));
    Captions::new(caption, credit, run.stage.session.scene().look.negative)
}

/// The recipe of such a picture of the current state: a command line that draws the same
/// picture.
fn recipe(shell: &Shell, run: &Run, print: &Print) -> Recipe {
    let settings = &shell.settings;
    let [width, height] = print.size_of_eye();
    let steps = match run.stage.session.simulation().steps() {
        0 => "--time=0".to_owned(),
        steps => format!("--steps-per-frame={steps}"),
    };
    let has_text = |text: &&str| !text.is_empty() && has_captions(shell, run);
    let text = |name: &str, text: &str| {
        Some(text.trim()).filter(has_text).map(|text| format!("--{name}={text}"))
    };
    let is_pair = print.eyes != 0.0;
    // In the order in which the command line lists them.
    let options = [
        Some("render".to_owned()),
        Some(format!("--size={width}x{height}")),
        (print.format == Format::Rgba16).then(|| "--depth=16".to_owned()),
        print.has_alpha.then(|| "--transparent".to_owned()),
        (print.samples > 1).then(|| format!("--samples={}", print.samples)),
        is_pair.then(|| "--stereo=side-by-side".to_owned()),
        is_pair.then(|| format!("--eye-separation={}", print.eyes)),
        text("caption", &settings.picture.caption),
        text("credit", &settings.picture.credit),
        Some(steps),
    ];
    let command = options.into_iter().flatten().collect();
    let mut recipe = Recipe::new(&shell.gpu, &run.stage.session, command).after(&run.stage.course);
    // The camera is where it has followed to.
    recipe.scene.follow = None;
    let trail = run.stage.interaction.picked.filter(|_| settings.picture.body_trail).map(|_| TRAIL);
    recipe.altered = recipe.altered.or(trail.map(str::to_owned));
    recipe
}
