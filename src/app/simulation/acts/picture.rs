//! Saves pictures of the stage: at once if drawn in one piece, otherwise over several frames during
//! which the bodies do not move.

use std::time::Instant;

use starshell::capture::{CaptionError, Captions, CaptureError, Recipe};
use starshell::file::free_path_with;
use starshell::render::{ColorBy, Format, MAX_SAMPLES, MAX_SIDE, Print, Projection};
use starshell::words::t;

use crate::app::commands::Command;
use crate::app::shell::settings::{PictureFormat, size_by};
use crate::app::simulation::{
    desk::Desk,
    screenshot::{Drawing, Screenshot},
};

/// Why a picture with the trail of the selected body cannot be reproduced.
const TRAIL: &str = "it shows the trail of a body that was selected in the window";

impl Desk {
    /// Takes a picture according to the settings, without panels.
    pub fn take_picture(&mut self) {
        if self.captures.still.is_some() {
            return self.shell.notices.tell(t!("notice-picture-busy"));
        }
        if !self.can_take_picture() {
            return self.shell.ask(Command::Screenshot);
        }
        if let Err(error) = self.begin_picture() {
            self.shell.notices.warn(error.to_string());
        }
    }

    /// Whether the quantity that colours show is known, and nothing in flight would change the
    /// bodies of a picture in tiles.
    fn can_take_picture(&self) -> bool {
        let stage = &self.stage;
        let is_colored = stage.session.scene().look.color_by != ColorBy::Acceleration
            || stage.session.simulation().has_forces();
        let is_idle = stage.interaction.wanted.is_empty()
            && stage.interaction.under_way.is_empty()
            && stage.cursor.waiting.is_none();
        is_colored && (is_idle || !self.print().needs_tiles(&self.shell.gpu))
    }

    fn begin_picture(&mut self) -> anyhow::Result<()> {
        let print = self.print();
        let captions = self.captions()?;
        let steps = self.stage.session.simulation().steps();
        let name = format!("{}_{steps:06}", self.origin.name.unwrap_or("scene"));
        let ending = if print.format == Format::HalfFloat { "exr" } else { "png" };
        let path = free_path_with(&self.shell.folder, &name, ending, &[&format!("{ending}.toml")]);
        let has_body_trail = self.shell.settings.picture.body_trail;
        let screenshot =
            Screenshot { path, print, captions, recipe: Some(self.recipe(&print)), has_body_trail };
        if print.needs_tiles(&self.shell.gpu) {
            self.captures.still = Some(screenshot.begin(&self.shell.gpu, &self.stage.session)?);
        } else {
            self.captures.writing.push(screenshot.take(&self.shell.gpu, &mut self.stage.session)?);
        }
        Ok(())
    }

    /// Size, format and samples of a picture according to the settings.
    pub fn print(&self) -> Print {
        let settings = &self.shell.settings;
        let size = self.size_of_picture();
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
            eyes: self.eyes(),
        }
    }

    /// Width and height of one eye's picture, by the camera and the settings.
    fn size_of_picture(&self) -> [u32; 2] {
        let (picture, window) = (&self.shell.settings.picture, self.shell.window_size);
        let projection = self.stage.session.scene().camera.projection;
        // Sizes of dome masters are powers of two: 4K is 4096 x 4096.
        let for_dome = |side: u32| (u64::from(side) * 256 / 135) as u32;
        let side = if projection == Projection::Fisheye {
            picture.side.map(for_dome)
        } else {
            picture.side
        };
        size_by(projection, side, window).unwrap_or_else(|| picture.aspect.size(side, window))
    }

    /// How far the eyes of a pair are apart, in world units; 0 for one picture.
    pub fn eyes(&self) -> f32 {
        let distance = self.stage.session.scene().camera.distance;
        if self.shell.settings.picture.stereo { Print::EYES * distance } else { 0.0 }
    }

    /// Whether pictures can have captions: domes, spheres and pairs have no flat corners for them.
    pub fn has_captions(&self) -> bool {
        self.stage.session.scene().camera.projection == Projection::default()
            && !self.shell.settings.picture.stereo
    }

    /// Caption and credit of a picture according to the settings, if it has any.
    ///
    /// # Errors
    /// [`CaptionError`] if one cannot be filled in.
    pub fn captions(&self) -> Result<Captions, CaptionError> {
        if !self.has_captions() {
            return Ok(Captions::default());
        }
        let [caption, credit] =
            [&self.shell.settings.picture.caption, &self.shell.settings.picture.credit]
                .map(|text| Some(text.as_str()));
        Captions::new(caption, credit, self.stage.session.scene().look.negative)
    }

    /// The recipe of such a picture of the current state: a command line that draws the same
    /// picture.
    fn recipe(&self, print: &Print) -> Recipe {
        let settings = &self.shell.settings;
        let [width, height] = print.size_of_eye();
        let steps = match self.stage.session.simulation().steps() {
            0 => "--time=0".to_owned(),
            steps => format!("--steps-per-frame={steps}"),
        };
        let has_text = |text: &&str| !text.is_empty() && self.has_captions();
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
        let mut recipe = Recipe::new(
            &self.shell.gpu,
            &self.stage.session,
            options.into_iter().flatten().collect(),
        );
        // The camera is where it has followed to.
        recipe.scene.follow = None;
        let trail =
            self.stage.interaction.picked.filter(|_| settings.picture.body_trail).map(|_| TRAIL);
        recipe.altered = self.stage.altered.or(trail).map(str::to_owned);
        recipe
    }

    /// Cancels the picture that is being drawn.
    pub fn drop_picture(&mut self) {
        // It waits for the thread that writes, so another thread drops it.
        let still = self.captures.still.take();
        std::thread::spawn(move || drop(still));
    }

    /// Ends the drawing of a picture once all of it is drawn or a part has failed. A thread
    /// completes the file.
    pub fn follow_picture(&mut self, pictured: Result<(), CaptureError>) {
        if let Err(error) = pictured {
            self.drop_picture();
            return self.shell.notices.warn(error.to_string());
        }
        match self.captures.still.take_if(|still| still.is_drawn()).map(Drawing::end) {
            Some(Ok(writing)) => self.captures.writing.push(writing),
            Some(Err(error)) => self.shell.notices.warn(error.to_string()),
            None => {}
        }
    }

    /// Draws the rest of a picture without a window, until `end` at the latest.
    pub fn finish_picture(&mut self, end: Instant) {
        while let Some(still) = &mut self.captures.still
            && Instant::now() < end
        {
            let mut encoder = self.shell.gpu.encoder("picture");
            let recorded = still.record(&mut encoder, &self.stage.session);
            self.stage.session.submit(encoder);
            let done = recorded.and_then(|()| still.wait());
            self.follow_picture(done);
        }
        self.captures.still = None;
    }
}
