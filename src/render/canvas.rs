//! A canvas: everything that pictures in one target need, including their own parameters.

use super::drawing::Drawing;
use super::film::Film;
use super::framing::Framing;
use super::part::AfterPart;
use super::trails::Trails;
use super::{Camera, ColorBy, Look, Projection, SpotPath, Target, TargetError};
use crate::gpu::{Gpu, GpuError};
use crate::physics::Bodies;

/// Draws pictures of a [`Renderer`](super::Renderer)'s bodies into one target.
#[derive(Debug)]
pub struct Canvas {
    gpu: Gpu,
    drawing: Drawing,
    film: Film,
    /// What shows the pictures of both eyes, which the film makes one after the other.
    pair: Option<Target>,
    is_plain: bool,
}

impl Canvas {
    pub(super) fn new(gpu: &Gpu, bodies: &Bodies, target: &Target) -> Result<Self, GpuError> {
        let (one, pair) = of_one_eye(gpu, target)?;
        let drawing = Drawing::new(gpu, bodies, one.size(), Projection::default())?;
        let film =
            Film::new(gpu, &one, drawing.light_map(), drawing.parameters(), Projection::default())?;
        Ok(Self { gpu: gpu.clone(), drawing, film, pair, is_plain: false })
    }

    /// The target that pictures are drawn into.
    pub fn target(&self) -> &Target {
        self.pair.as_ref().unwrap_or_else(|| self.film.target())
    }

    /// Draws into another target from now on.
    ///
    /// # Errors
    /// [`GpuError`] if a shader does not compile or memory runs out; the canvas then keeps its
    /// target.
    pub(crate) fn set_target(&mut self, target: &Target) -> Result<(), GpuError> {
        if self.target() != target {
            let (one, pair) = of_one_eye(&self.gpu, target)?;
            if self.film.target().size() != one.size() {
                self.drawing.set_size(one.size())?;
            }
            self.film = self.film_for(&one)?;
            self.pair = pair;
        }
        Ok(())
    }

    /// A film for pictures of one eye.
    fn film_for(&self, one: &Target) -> Result<Film, GpuError> {
        let Self { gpu, drawing, .. } = self;
        Film::new(gpu, one, drawing.light_map(), drawing.parameters(), drawing.projection())
    }

    /// Draws the [trail of one body](super::Renderer::set_body_trail) from now on, or leaves it
    /// out.
    pub fn set_body_trail(&mut self, is_drawn: bool) {
        self.drawing.set_body_trail(is_drawn);
    }

    /// Suits slow machines from now on: pictures leave out diffuse light, dust, spikes and the sky,
    /// whatever the look, and on software adapters their glow has fewer samples.
    pub fn set_plain(&mut self, is_plain: bool) {
        self.is_plain = is_plain;
    }

    /// Adds up spots in this way from now on. Pictures look the same.
    #[doc(hidden)]
    pub fn set_spot_path(&mut self, path: SpotPath) {
        self.drawing.set_spot_path(path);
    }

    /// Shows other bodies from now on. The target stays.
    pub(super) fn set_bodies(&mut self, bodies: &Bodies) -> Result<(), GpuError> {
        let before = self.drawing.light_map().clone();
        self.drawing.set_bodies(bodies)?;
        if *self.drawing.light_map() != before {
            self.film = self.film_for(&self.film.target().clone())?;
        }
        Ok(())
    }

    /// Whether the colour range of a picture has not arrived yet at [`Canvas::color_range`].
    pub fn awaits_color_range(&self) -> bool {
        self.drawing.spread().is_pending()
    }

    /// The values at the two ends of the colour map: the look's own, or else those measured in the
    /// newest picture that has arrived. `None` if no measurement has arrived, and for components
    /// and uniform colours. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn color_range(&mut self, look: &Look) -> Result<Option<[f64; 2]>, GpuError> {
        let measured = self.drawing.spread_mut().range(look.color_by)?;
        // A fixed range needs no measurement.
        let ends = measured
            .or(look.color_range.map(|range| range.map(f64::from)))
            .map(|measured| look.color_ends(measured));
        Ok(if look.color_by == ColorBy::Component { None } else { ends })
    }

    pub(super) fn encode(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        camera: &Camera,
        look: &Look,
        trails: &Trails,
        after: AfterPart,
    ) -> Result<(), GpuError> {
        if self.drawing.projection() != camera.projection {
            self.drawing.set_projection(camera.projection)?;
            self.film = self.film_for(&self.film.target().clone())?;
        }
        let plain = self.is_plain.then(|| look.with_plain_light());
        let look = plain.as_ref().unwrap_or(look);
        self.film.set_plain(self.is_plain);
        let Self { drawing, film, pair, .. } = self;
        let eyes: &[f32] = if pair.is_some() { &[-0.5, 0.5] } else { &[0.0] };
        for (place, side) in eyes.iter().enumerate() {
            let eye = side * pair.as_ref().map_or(0.0, Target::eyes);
            let framing = Framing { eye, ..Framing::whole(film.target().size()) };
            drawing.prepare(encoder, camera, look, trails, &framing, true, after)?;
            drawing.encode(encoder, look, trails, film.light(), after)?;
            film.encode(encoder, after);
            if let Some(pair) = pair {
                let (mut to, one) = (pair.texture().as_image_copy(), film.target());
                to.origin.x = place as u32 * one.size()[0];
                encoder.copy_texture_to_texture(
                    one.texture().as_image_copy(),
                    to,
                    one.texture().size(),
                );
            }
        }
        Ok(())
    }
}

/// The target for pictures of one eye, and that of both if they are two.
fn of_one_eye(gpu: &Gpu, target: &Target) -> Result<(Target, Option<Target>), GpuError> {
    if target.eyes() == 0.0 {
        return Ok((target.clone(), None));
    }
    let one =
        Target::new(gpu, target.size_of_eye(), target.format()).map_err(|error| match error {
            TargetError::Gpu(error) => error,
            other => GpuError::Driver(other.to_string()),
        })?;
    Ok((if target.has_alpha() { one.with_alpha() } else { one }, Some(target.clone())))
}
