//! The whole picture: spots of light, trails, glow, tone map.

use super::canvas::Canvas;
use super::framing::Region;
use super::mosaic::Mosaic;
use super::paint::{Appearance, Paint};
use super::print::Print;
use super::trail_points::{TrailCopy, TrailPoints};
use super::trails::Trails;
use super::{Camera, Look, PicturePart, Target, TargetError};
use crate::gpu::{Gpu, GpuError};
use crate::physics::{Bodies, State};

/// Draws a set of bodies, into any number of [canvases](Canvas).
///
/// ```no_run
/// use starshell::render::{Camera, Format, Look, Renderer, Target};
/// # use starshell::{gpu::Gpu, physics::Simulation, scene::Scene};
/// # let gpu = Gpu::open(None)?;
/// # let scene = Scene::load("plummer")?;
/// # let simulation = Simulation::new(&gpu, &scene.bodies()?, scene.physics)?;
///
/// let renderer = Renderer::new(&gpu, simulation.bodies());
/// let target = Target::new(&gpu, [1280, 720], Format::default())?;
/// let mut canvas = renderer.canvas(&target)?;
/// let mut encoder = gpu.encoder("picture");
/// renderer.encode(&mut encoder, &mut canvas, &Camera::default(), &Look::default())?;
/// gpu.submit(encoder);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Renderer {
    gpu: Gpu,
    /// As pictures show them.
    bodies: Bodies,
    /// As the simulation moves them.
    moving: Bodies,
    paint: Option<Paint>,
    trails: Trails,
}

impl Renderer {
    /// Prepares to draw `bodies`.
    pub fn new(gpu: &Gpu, bodies: &Bodies) -> Self {
        Self {
            gpu: gpu.clone(),
            bodies: bodies.clone(),
            moving: bodies.clone(),
            paint: None,
            trails: Trails::new(bodies),
        }
    }

    /// The bodies and trails as they are at this point in `encoder`, for pictures that are drawn
    /// later.
    ///
    /// # Errors
    /// [`GpuError`] if a shader does not compile or memory runs out.
    pub(crate) fn copy(&self, encoder: &mut wgpu::CommandEncoder) -> Result<Self, GpuError> {
        let bodies = self.bodies.copy(&self.gpu, encoder)?;
        let trails = self.trails.copy(&self.gpu, encoder, &bodies)?;
        let (gpu, moving) = (self.gpu.clone(), bodies.clone());
        Ok(Self { gpu, bodies, moving, paint: None, trails })
    }

    /// Bytes of GPU memory that bodies and trails take.
    pub fn bytes(&self) -> u64 {
        self.bodies.shown_bytes() + self.trails.bytes()
    }

    /// The bodies as pictures show them.
    pub(crate) fn bodies(&self) -> &Bodies {
        &self.bodies
    }

    /// Gives the bodies what `look` shows of their appearance, from the next picture on. Canvases and
    /// mosaics have to be [adopted](Self::adopt) or created again if that changes something.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out.
    pub(crate) fn paint(&mut self, look: &Look, appearance: &Appearance) -> Result<(), GpuError> {
        let Self { gpu, moving, .. } = self;
        let had = self.bodies.is_painted();
        self.paint = Paint::new(gpu, moving, look, appearance, self.paint.take())?;
        if had || self.paint.is_some() {
            self.bodies = self.paint.as_ref().map_or(moving.clone(), |paint| paint.of(moving));
            self.trails.show(&self.bodies);
        }
        Ok(())
    }

    /// Makes the next picture compute the appearance of the bodies again.
    pub(crate) fn forget_paint(&mut self) {
        self.paint = None;
    }

    /// The numbers at the ends of the colour map, if colours show a column of the bodies.
    pub(crate) fn column_ends(&self) -> Option<[f64; 2]> {
        self.paint.as_ref().and_then(Paint::ends)
    }

    /// Prepares a canvas that draws into `target`.
    ///
    /// # Errors
    /// [`GpuError`] if a shader does not compile or memory runs out.
    pub fn canvas(&self, target: &Target) -> Result<Canvas, GpuError> {
        Canvas::new(&self.gpu, &self.bodies, target)
    }

    /// Moves a canvas of another renderer to this one. Its film and target stay as they are.
    ///
    /// # Errors
    /// [`GpuError`] if a shader does not compile or memory runs out; the canvas then stays with the
    /// other renderer.
    pub(crate) fn adopt(&self, canvas: &mut Canvas) -> Result<(), GpuError> {
        canvas.set_bodies(&self.bodies)
    }

    /// Encodes drawing the bodies, as they are at this point in `encoder`, into the target of
    /// `canvas`, which must belong to this renderer. One submission may hold several pictures, in
    /// several canvases or one after another in the same canvas.
    ///
    /// # Errors
    /// [`GpuError`] if a shader does not compile or memory runs out.
    pub fn encode(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        canvas: &mut Canvas,
        camera: &Camera,
        look: &Look,
    ) -> Result<(), GpuError> {
        canvas.encode(encoder, camera, look, &self.trails, &mut |_, _| ())
    }

    /// As [`Renderer::encode`], and calls `after` whenever a part of the picture has been recorded:
    /// once for each [`PicturePart`], in order. `after` may submit what the encoder holds, and
    /// replace it.
    ///
    /// # Errors
    /// As [`Renderer::encode`].
    #[doc(hidden)]
    pub fn encode_in_parts(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        canvas: &mut Canvas,
        camera: &Camera,
        look: &Look,
        mut after: impl FnMut(&mut wgpu::CommandEncoder, PicturePart),
    ) -> Result<(), GpuError> {
        canvas.encode(encoder, camera, look, &self.trails, &mut after)
    }

    /// Prepares a picture that is drawn tile by tile.
    ///
    /// # Errors
    /// [`TargetError`] if the picture is not possible, a shader does not compile or memory runs
    /// out.
    #[doc(hidden)]
    pub fn mosaic(&self, print: Print) -> Result<Mosaic, TargetError> {
        Mosaic::new(&self.gpu, &self.bodies, print, None)
    }

    /// As [`Renderer::mosaic`], with tiles of at most `tile` pixels along each side, a multiple
    /// of 8.
    #[doc(hidden)]
    pub fn mosaic_of_tiles(&self, print: Print, tile: u32) -> Result<Mosaic, TargetError> {
        Mosaic::new(&self.gpu, &self.bodies, print, Some(tile))
    }

    /// Encodes the next pass of `mosaic`, which must belong to this renderer. If the pass completes
    /// a tile, returns the part of the picture that is then in the target. Bodies, camera and look
    /// must not change until the last pass.
    ///
    /// # Errors
    /// [`GpuError`] if a shader does not compile or memory runs out.
    #[doc(hidden)]
    pub fn encode_tile(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        mosaic: &mut Mosaic,
        camera: &Camera,
        look: &Look,
    ) -> Result<Option<Region>, GpuError> {
        mosaic.encode(encoder, camera, look, &self.trails)
    }

    /// Makes room for the trails that the look has, ahead of their points, in a run whose steps are
    /// `step` long.
    ///
    /// # Errors
    /// [`GpuError`] if a shader does not compile or memory runs out.
    pub fn prepare_trails(&mut self, look: &Look, step: f64) -> Result<(), GpuError> {
        self.trails.prepare(&self.gpu, look, step)
    }

    /// Encodes the bodies' positions at this point in `pass` as the newest point of their trails,
    /// if the look has trails and `steps` differs from that of the last point; `time` is the
    /// simulated time. Call [`Renderer::prepare_trails`] before.
    pub fn encode_trails(
        &mut self,
        pass: &mut wgpu::ComputePass,
        look: &Look,
        steps: u64,
        time: f64,
    ) {
        self.trails.encode(pass, look, steps, time);
    }

    /// Encodes the bodies' positions on the way to a picture as the newest points of the trails of
    /// all bodies, but not of the [trail of one](Renderer::set_body_trail).
    pub(crate) fn encode_trails_between(
        &mut self,
        pass: &mut wgpu::ComputePass,
        look: &Look,
        steps: u64,
        time: f64,
    ) {
        self.trails.encode_between(pass, look, steps, time);
    }

    /// Encodes states on the way to a picture, which the host knows, as points of all trails:
    /// steps, time and state of each.
    ///
    /// # Errors
    /// [`GpuError::OutOfMemory`].
    pub(crate) fn encode_trail_states(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        look: &Look,
        points: &[(u64, f64, State)],
    ) -> Result<(), GpuError> {
        self.trails.encode_states(&self.gpu, encoder, look, points)
    }

    /// Simulated time between two points of a trail, in whole steps, so that it is smooth; `None`
    /// if the look has no trails.
    pub(crate) fn trail_spacing(&self, look: &Look) -> Option<f64> {
        self.trails.spacing(look)
    }

    /// Encodes a copy of the points of all trails at this point in `encoder`; `None` if there are
    /// no points.
    ///
    /// # Errors
    /// [`GpuError::TooLarge`] and [`GpuError::OutOfMemory`].
    #[doc(hidden)]
    pub fn encode_trail_copy(
        &self,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<Option<TrailCopy>, GpuError> {
        self.trails.encode_copy(&self.gpu, encoder)
    }

    /// Continues all trails from earlier points, the last of which is that after `steps` steps.
    /// Points of another number of bodies are left out.
    ///
    /// # Errors
    /// [`GpuError`] if a shader does not compile or memory runs out.
    pub(crate) fn restore_trails(
        &mut self,
        earlier: &TrailPoints,
        steps: u64,
    ) -> Result<(), GpuError> {
        self.trails.restore(&self.gpu, earlier, steps)
    }

    /// Gives one body a trail of up to 1,024 points in its own colour, starting with the next
    /// point, whatever the look. `None`, or an index that no body has, ends it.
    pub fn set_body_trail(&mut self, body: Option<u32>) {
        self.trails.set_body(body);
    }
}
