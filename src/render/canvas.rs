//! A canvas: everything that pictures in one target need, including their own parameters.

use super::drawing::Drawing;
use super::film::Film;
use super::framing::Framing;
use super::part::AfterPart;
use super::trails::Trails;
use super::{Camera, ColorBy, Look, SpotPath, Target};
use crate::gpu::{Gpu, GpuError};
use crate::physics::Bodies;

/// Draws pictures of a [`Renderer`](super::Renderer)'s bodies into one target.
#[derive(Debug)]
pub struct Canvas {
    gpu: Gpu,
    drawing: Drawing,
    film: Film,
    is_plain: bool,
}

impl Canvas {
    pub(super) fn new(gpu: &Gpu, bodies: &Bodies, target: &Target) -> Result<Self, GpuError> {
        let drawing = Drawing::new(gpu, bodies, target.size())?;
        let film = Film::new(gpu, target, drawing.light_map(), drawing.parameters())?;
        Ok(Self { gpu: gpu.clone(), drawing, film, is_plain: false })
    }

    /// The target that pictures are drawn into.
    pub fn target(&self) -> &Target {
        self.film.target()
    }

    /// Draws into another target from now on.
    ///
    /// # Errors
    /// [`GpuError`] if a shader does not compile or memory runs out; the canvas then keeps its target.
    pub(crate) fn set_target(&mut self, target: &Target) -> Result<(), GpuError> {
        if self.target() != target {
            if self.target().size() != target.size() {
                self.drawing.set_size(target.size())?;
            }
            self.film = Film::new(&self.gpu, target, self.drawing.light_map(), self.drawing.parameters())?;
        }
        Ok(())
    }

    /// Draws the [trail of one body](super::Renderer::set_body_trail) from now on, or leaves it out.
    pub fn set_body_trail(&mut self, is_drawn: bool) {
        self.drawing.set_body_trail(is_drawn);
    }

    /// Suits slow machines from now on: pictures leave out diffuse light, dust, spikes and the sky, whatever the look, and on
    /// software adapters their glow has fewer samples.
    pub fn set_plain(&mut self, is_plain: bool) {
        self.is_plain = is_plain;
    }

    /// Adds up spots in this way from now on. Pictures look the same.
    pub fn set_spot_path(&mut self, path: SpotPath) {
        self.drawing.set_spot_path(path);
    }

    /// Shows other bodies from now on. Film and target stay.
    pub(super) fn set_bodies(&mut self, bodies: &Bodies) -> Result<(), GpuError> {
        self.drawing.set_bodies(bodies)
    }

    /// Whether the colour range of a picture has not arrived yet at [`Canvas::color_range`].
    pub fn awaits_color_range(&self) -> bool {
        self.drawing.spread().is_pending()
    }

    /// The values at the two ends of the colour map: the look's own, or else those measured in the newest picture that has
    /// arrived. `None` if no measurement has arrived, and for components and uniform colours. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn color_range(&mut self, look: &Look) -> Result<Option<[f64; 2]>, GpuError> {
        let measured = self.drawing.spread_mut().range(look.color_by)?;
        let fixed = look.color_range.map(|range| range.map(f64::from));
        Ok(if look.color_by == ColorBy::Component { None } else { fixed.or(measured) })
    }

    pub(super) fn record(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        camera: &Camera,
        look: &Look,
        trails: &Trails,
        after: AfterPart,
    ) -> Result<(), GpuError> {
        let framing = Framing::whole(self.target().size());
        let plain = self.is_plain.then(|| look.with_plain_light());
        let look = plain.as_ref().unwrap_or(look);
        self.film.set_plain(self.is_plain);
        self.drawing.prepare(encoder, camera, look, trails, &framing, true, after)?;
        self.drawing.record(encoder, look, trails, self.film.light(), after)?;
        self.film.record(encoder, after);
        Ok(())
    }
}
