//! Pictures of a session: those of frames, and others.

use std::sync::{Arc, Weak};

use crate::gpu::{Gpu, GpuError};
use crate::physics::{Bodies, Column, Simulation};
use crate::render::{
    Appearance, Camera, Canvas, ColorBy, Look, Renderer, Target, TrailCopy, TrailPoints,
};
use crate::scene::Scene;

/// What draws a session's bodies: its frames, and pictures in other targets. See
/// [`Session::pictures`](super::Session::pictures).
#[derive(Debug)]
pub struct Pictures {
    pub(super) renderer: Renderer,
    appearance: Appearance,
    /// The canvas of the last frame's target.
    canvas: Option<Canvas>,
    /// The picture that the last frame drew.
    shown: Option<Picture>,
    /// The copy that was made last.
    copied: Option<Copied>,
    /// Whether frames leave out the expensive parts of the look.
    has_plain_light: bool,
}

/// Everything that a picture depends on, besides the scene's bodies.
#[derive(Debug, PartialEq)]
pub(super) struct Picture {
    target: Target,
    camera: Camera,
    look: Look,
    is_plain: bool,
    steps: u64,
    has_forces: bool,
}

/// A copy of the bodies, and what it depends on.
#[derive(Debug)]
struct Copied {
    bodies: Bodies,
    /// Steps, whether there are forces, and how long trails are.
    moment: (u64, bool, f32),
    copy: Weak<Renderer>,
}

impl Pictures {
    /// For bodies of which these columns are known.
    pub(super) fn new(gpu: &Gpu, bodies: &Bodies, columns: Arc<[Column]>) -> Self {
        let renderer = Renderer::new(gpu, bodies);
        let appearance = Appearance { columns, ..Appearance::default() };
        let (canvas, shown, copied) = (None, None, None);
        Self { renderer, appearance, canvas, shown, copied, has_plain_light: false }
    }

    /// What draws the bodies, for pictures of other targets.
    pub fn renderer(&self) -> &Renderer {
        &self.renderer
    }

    /// Bytes of GPU memory that [`Viewing::copy_renderer`](super::Viewing::copy_renderer) would take
    /// now: none if the copy of this moment is still kept.
    pub fn copied_bytes(&self, look: &Look, simulation: &Simulation) -> u64 {
        match self.copied(look, simulation) {
            Some(_) => 0,
            None => self.renderer.bytes(),
        }
    }

    /// The copy of the bodies as they are now, if one is still kept.
    fn copied(&self, look: &Look, simulation: &Simulation) -> Option<Arc<Renderer>> {
        let copied = self.copied.as_ref()?;
        let moment = (simulation.steps(), simulation.has_forces(), look.trails);
        let is_same = copied.moment == moment && copied.bodies.is_same(self.renderer.bodies());
        is_same.then(|| copied.copy.upgrade()).flatten()
    }

    /// See [`Viewing::copy_renderer`](super::Viewing::copy_renderer).
    pub(super) fn copy(
        &mut self,
        gpu: &Gpu,
        look: &Look,
        simulation: &Simulation,
    ) -> Result<Arc<Renderer>, GpuError> {
        self.paint(look)?;
        if let Some(copy) = self.copied(look, simulation) {
            return Ok(copy);
        }
        let mut encoder = gpu.encoder("copy of the bodies");
        let copy = Arc::new(self.renderer.copy(&mut encoder)?);
        gpu.submit(encoder);
        self.copied = Some(Copied {
            bodies: self.renderer.bodies().clone(),
            moment: (simulation.steps(), simulation.has_forces(), look.trails),
            copy: Arc::downgrade(&copy),
        });
        Ok(copy)
    }

    /// What is shown of the bodies besides motion and mass.
    #[doc(hidden)]
    pub fn appearance(&self) -> &Appearance {
        &self.appearance
    }

    /// What is known of the bodies besides motion and mass: the columns of their file.
    pub fn columns(&self) -> &[Column] {
        &self.appearance.columns
    }

    /// Forgets the columns if the number of bodies has changed, because it is not known which ones
    /// were removed or added. Returns whether it did.
    pub(super) fn forget_columns(&mut self, count: u32) -> bool {
        let is_another = |column: &Column| column.values.len() != count as usize;
        let are_others = self.columns().iter().any(is_another);
        if are_others {
            self.appearance = Appearance::default();
        }
        are_others
    }

    /// Shows the bodies so from the next picture on, in their present order: for films of states
    /// that the session does not compute.
    #[doc(hidden)]
    pub fn set_appearance(&mut self, appearance: Appearance) {
        self.appearance = appearance;
        self.renderer.forget_paint();
        self.forget_shown();
    }

    /// Gives the bodies the colours that the look shows of them.
    pub(super) fn paint(&mut self, look: &Look) -> Result<(), GpuError> {
        self.renderer.paint(look, &self.appearance)?;
        match &mut self.canvas {
            Some(canvas) => self.renderer.adopt(canvas),
            None => Ok(()),
        }
    }

    /// Draws these bodies from now on, without the trails so far. The canvas of frames stays; it
    /// needs to know whether they `have_moved` to other buffers.
    pub(super) fn set_bodies(&mut self, gpu: &Gpu, bodies: &Bodies, have_moved: bool) {
        self.renderer = Renderer::new(gpu, bodies);
        if have_moved && let Some(mut canvas) = self.canvas.take() {
            // If memory runs out, the next frame creates another canvas or reports it.
            self.canvas = self.renderer.adopt(&mut canvas).is_ok().then_some(canvas);
        }
        self.forget_shown();
    }

    /// Called when something has changed that a [`Picture`] does not tell.
    pub(super) fn forget_shown(&mut self) {
        (self.shown, self.copied) = (None, None);
    }

    /// What a frame would draw into `target` now; `None` if it is there already.
    pub(super) fn next(
        &self,
        target: &Target,
        scene: &Scene,
        simulation: &Simulation,
    ) -> Option<Picture> {
        let picture = Picture {
            target: target.clone(),
            camera: scene.camera,
            look: scene.look.clone(),
            is_plain: self.has_plain_light,
            steps: simulation.steps(),
            has_forces: simulation.has_forces(),
        };
        (self.shown.as_ref() != Some(&picture)).then_some(picture)
    }

    /// Encodes the picture of a frame.
    pub(super) fn encode(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        picture: Picture,
    ) -> Result<(), GpuError> {
        let canvas = match &mut self.canvas {
            Some(canvas) => canvas,
            none => none.insert(self.renderer.canvas(&picture.target)?),
        };
        canvas.set_target(&picture.target)?;
        canvas.set_plain(picture.is_plain);
        self.renderer.encode(encoder, canvas, &picture.camera, &picture.look)?;
        self.shown = Some(picture);
        Ok(())
    }

    /// Leaves out the parts of the look that take long to draw, diffuse light, dust, spikes and the
    /// sky, and draws a simpler glow. Only what [`Session::frame`](super::Session::frame) draws
    /// changes, not pictures in other canvases.
    pub fn set_plain_light(&mut self, is_plain: bool) {
        self.has_plain_light = is_plain;
    }

    /// Whether frames leave out the parts of the look that take long to draw.
    pub fn has_plain_light(&self) -> bool {
        self.has_plain_light
    }

    /// Prepares a canvas into a target other than that of the frames, for
    /// [`Session::encode_canvas`](super::Session::encode_canvas). It leaves out the [trail of one
    /// body](Pictures::set_body_trail) unless [asked for](Canvas::set_body_trail).
    ///
    /// # Errors
    /// [`GpuError`] if a shader does not compile or memory runs out.
    pub fn canvas(&self, target: &Target) -> Result<Canvas, GpuError> {
        let mut canvas = self.renderer.canvas(target)?;
        canvas.set_body_trail(false);
        Ok(canvas)
    }

    /// See [`Session::encode_canvas`](super::Session::encode_canvas).
    pub(super) fn encode_canvas(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        canvas: &mut Canvas,
        scene: &Scene,
    ) -> Result<(), GpuError> {
        self.paint(&scene.look)?;
        self.renderer.adopt(canvas)?;
        self.renderer.encode(encoder, canvas, &scene.camera, &scene.look)
    }

    /// The values at the two ends of the colour map of frames that have this look: the look's own,
    /// or else those measured in the newest picture that has arrived. `None` if no measurement has
    /// arrived, and for components and uniform colours. Never waits.
    pub(super) fn color_range(&mut self, look: &Look) -> Result<Option<[f64; 2]>, GpuError> {
        match look.color_by {
            ColorBy::Column => Ok(self.renderer.column_ends()),
            _ => self.canvas.as_mut().map_or(Ok(None), |canvas| canvas.color_range(look)),
        }
    }

    /// Whether the colour range of the newest picture has not arrived yet at
    /// [`Session::color_range`](super::Session::color_range).
    pub fn awaits_color_range(&self) -> bool {
        self.canvas.as_ref().is_some_and(Canvas::awaits_color_range)
    }

    /// Gives one body a trail of up to 1,024 points in its own colour, from the next frame on,
    /// whatever the look. `None`, or an index that no body has, ends it. Only
    /// [`Session::frame`](super::Session::frame) draws it, and canvases that are
    /// [asked](Canvas::set_body_trail) to.
    pub fn set_body_trail(&mut self, body: Option<u32>) {
        self.forget_shown();
        self.renderer.set_body_trail(body);
    }

    /// Encodes a copy of the points of all trails at this point in `encoder`; `None` if there are
    /// none.
    ///
    /// # Errors
    /// [`GpuError::TooLarge`] and [`GpuError::OutOfMemory`].
    #[doc(hidden)]
    pub fn encode_trail_copy(
        &self,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<Option<TrailCopy>, GpuError> {
        self.renderer.encode_trail_copy(encoder)
    }

    /// Continues all trails from points that an earlier part of this run left, up to the state
    /// after `steps` steps. Points of another number of bodies are left out.
    pub(super) fn restore_trails(
        &mut self,
        earlier: &TrailPoints,
        steps: u64,
    ) -> Result<(), GpuError> {
        self.forget_shown();
        self.renderer.restore_trails(earlier, steps)
    }
}
