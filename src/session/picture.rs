//! Pictures of a session: those of frames, and others.

use super::Session;
use crate::gpu::GpuError;
use crate::render::{Camera, Canvas, ColorBy, Look, Mosaic, Print, Region, Target, TargetError};

impl Session {
    /// Leaves out the parts of the look that take long to draw, diffuse light, dust, spikes and the
    /// sky, and draws a simpler glow. Only what [`Session::frame`] draws changes, not pictures in
    /// other canvases.
    pub fn set_plain_light(&mut self, is_plain: bool) {
        self.has_plain_light = is_plain;
    }

    /// Whether frames leave out the parts of the look that take long to draw.
    pub fn has_plain_light(&self) -> bool {
        self.has_plain_light
    }

    /// Encodes only a picture of the current state, into any target, such as for a screenshot.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out.
    pub fn encode_picture(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        target: &Target,
    ) -> Result<(), GpuError> {
        self.paint()?;
        let mut canvas = self.canvas(target)?;
        self.renderer.encode(encoder, &mut canvas, &self.scene.camera, &self.scene.look)
    }

    /// Prepares a canvas into a target other than that of the frames, for
    /// [`Session::encode_canvas`]. It leaves out the [trail of one body](Session::set_body_trail)
    /// unless [asked for](Canvas::set_body_trail).
    ///
    /// # Errors
    /// [`GpuError`] if a shader does not compile or memory runs out.
    pub fn canvas(&self, target: &Target) -> Result<Canvas, GpuError> {
        let mut canvas = self.renderer.canvas(target)?;
        canvas.set_body_trail(false);
        Ok(canvas)
    }

    /// Encodes a picture of the current state in `canvas`, which may come from another session on
    /// the same GPU, or from before the bodies were replaced.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out.
    pub fn encode_canvas(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        canvas: &mut Canvas,
    ) -> Result<(), GpuError> {
        self.paint()?;
        self.renderer.adopt(canvas)?;
        self.renderer.encode(encoder, canvas, &self.scene.camera, &self.scene.look)
    }

    /// Prepares a picture that is drawn tile by tile: a large one, or with several samples per
    /// pixel. It leaves out the [trail of one body](Session::set_body_trail) unless [asked
    /// for](Mosaic::set_body_trail).
    ///
    /// # Errors
    /// [`TargetError`] if the picture is not possible or memory runs out.
    pub fn mosaic(&self, print: Print) -> Result<Mosaic, TargetError> {
        let mut mosaic = self.renderer.mosaic(print)?;
        mosaic.set_body_trail(false);
        Ok(mosaic)
    }

    /// Encodes the next pass of `mosaic`. If the pass completes a tile, returns the part of the
    /// picture that is then in the target. Bodies, camera and look must not change from the first
    /// pass to the last.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out.
    pub fn encode_tile(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        mosaic: &mut Mosaic,
        camera: &Camera,
        look: &Look,
    ) -> Result<Option<Region>, GpuError> {
        self.renderer.encode_tile(encoder, mosaic, camera, look)
    }

    /// The values at the two ends of the colour map: the look's own, or else those measured in the
    /// newest picture that has arrived. `None` if no measurement has arrived, and for components
    /// and uniform colours. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn color_range(&mut self) -> Result<Option<[f64; 2]>, GpuError> {
        match self.scene.look.color_by {
            ColorBy::Column => Ok(self.renderer.column_ends()),
            _ => {
                self.canvas.as_mut().map_or(Ok(None), |canvas| canvas.color_range(&self.scene.look))
            }
        }
    }

    /// Whether the colour range of the newest picture has not arrived yet at
    /// [`Session::color_range`].
    pub fn awaits_color_range(&self) -> bool {
        self.canvas.as_ref().is_some_and(Canvas::awaits_color_range)
    }
}
