//! The camera on its path, or following something.

use super::Session;
use crate::gpu::GpuError;
use crate::physics::{Watch, center_of_mass};
use crate::render::{Camera, CameraPath, Extent, Followed, Shot};

impl Session {
    /// Sets or removes the scene's camera path. [`Session::frame`] does not move the camera along
    /// it; the caller does, with [`Session::show`] or [`Session::follow_path`].
    pub fn set_path(&mut self, path: Option<CameraPath>) {
        self.scene.path = path;
    }

    /// Sets what the scene's camera follows. [`Session::frame`] does not move the camera; the
    /// caller does, for example to [`Session::following_camera`].
    pub fn set_follow(&mut self, follow: Option<Followed>) {
        self.scene.follow = follow;
    }

    /// Moves the camera to a shot for pictures of `size` pixels, given where what it follows is, as
    /// far as that is known, and applies the shot's exposure and colour range to the look.
    pub fn show(
        &mut self,
        shot: &Shot,
        size: [u32; 2],
        extent: impl FnMut(Followed) -> Option<Extent>,
    ) {
        let projection = self.scene.camera.projection;
        self.set_camera(&Camera { projection, ..shot.camera(&self.scene.camera, size, extent) });
        let look = self.look_mut();
        look.exposure = shot.exposure.unwrap_or(look.exposure);
        look.color_range = shot.color_range.or(look.color_range);
    }

    /// Moves the camera to its place on the scene's path in the next frame, of `size` pixels, whose
    /// steps must be done (not [due](Session::is_due)). Waits for the current positions of what it
    /// follows. Without a path, does nothing.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out or the device is lost.
    pub fn follow_path(&mut self, size: [u32; 2]) -> Result<(), GpuError> {
        let Some(path) = &self.scene.path else { return Ok(()) };
        let shot = path.at(self.frame_time());
        let mut extents = Vec::new();
        for followed in shot.followed() {
            extents.push((followed, self.wait_for_extent(followed)?));
        }
        let known = |followed| {
            extents.iter().find(|(other, _)| *other == followed).and_then(|(_, extent)| *extent)
        };
        self.show(&shot, size, known);
        Ok(())
    }

    /// The camera in the direction of the present one that follows what the scene's camera follows
    /// in the next frame, of `size` pixels, whose steps must be done. Waits for the current
    /// positions. If it follows nothing, the present camera.
    ///
    /// # Errors
    /// As [`Session::follow_path`].
    pub fn following_camera(&mut self, size: [u32; 2]) -> Result<Camera, GpuError> {
        let extent = match self.scene.follow {
            None => None,
            Some(followed) => self.wait_for_extent(followed)?,
        };
        let camera = self.scene.camera;
        Ok(extent
            .filter(|extent| extent.center.is_finite())
            .map_or(camera, |extent| camera.framing(&extent, size)))
    }

    /// The nominal simulated time of the next frame. Steps that do not divide the frame interval
    /// reach it only to within half a step; using the nominal time keeps the camera steady.
    fn frame_time(&self) -> f64 {
        let reached = self.simulation.time();
        let is_reached = |due: &f64| (due - reached).abs() <= self.scene.physics.time_step;
        self.clock.time_due().filter(is_reached).unwrap_or(reached)
    }

    /// Where what is followed is in the current state; `None` if there is no such body, or no
    /// light.
    fn wait_for_extent(&mut self, followed: Followed) -> Result<Option<Extent>, GpuError> {
        match followed {
            Followed::CenterOfMass => {
                let state = self.simulation.state()?;
                let finite = state.bodies().filter(|body| body.position.is_finite());
                let center = center_of_mass(
                    &finite.map(|body| (body.position, body.mass)).collect::<Vec<_>>(),
                );
                Ok(Some(Extent::point(center)))
            }
            Followed::Light => self.wait_for_light(),
            Followed::Body(index) => self.wait_for_body(index),
        }
    }

    fn wait_for_body(&mut self, index: u32) -> Result<Option<Extent>, GpuError> {
        let Some(mut watch) = Watch::new(&self.gpu, self.simulation.bodies(), index) else {
            return Ok(None);
        };
        let mut encoder = self.gpu.encoder("follow");
        watch.encode(&mut encoder, self.simulation.time(), self.simulation.steps())?;
        let submission = self.submit(encoder);
        self.wait_for(submission)?;
        Ok(watch.wait()?.map(|watched| Extent::point(watched.body.position)))
    }
}
