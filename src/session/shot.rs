//! The camera on its path.

use glam::DVec3;

use super::Session;
use crate::gpu::GpuError;
use crate::physics::{Watch, center_of_mass};
use crate::render::{CameraPath, Followed, Shot};

impl Session {
    /// Sets or removes the scene's camera path. [`Session::frame`] does not move the camera along it; the caller does, with
    /// [`Session::show`] or [`Session::follow_path`].
    pub fn set_path(&mut self, path: Option<CameraPath>) {
        self.scene.path = path;
    }

    /// Moves the camera to a shot, given the positions of what it follows, and applies the shot's exposure and colour range to
    /// the look.
    pub fn show(&mut self, shot: &Shot, position: impl FnMut(Followed) -> DVec3) {
        self.set_camera(&shot.camera(position));
        let look = self.look_mut();
        look.exposure = shot.exposure.unwrap_or(look.exposure);
        look.color_range = shot.color_range.or(look.color_range);
    }

    /// Moves the camera to its place on the scene's path in the next frame, whose steps must be done (not
    /// [due](Session::is_due)). Waits for the current positions of what it follows. Without a path, does nothing.
    ///
    /// # Errors
    /// [`GpuError`] if memory runs out or the device is lost.
    pub fn follow_path(&mut self) -> Result<(), GpuError> {
        let Some(path) = &self.scene.path else { return Ok(()) };
        let shot = path.at(self.frame_time());
        let mut positions = Vec::new();
        for followed in shot.followed() {
            positions.push((followed, self.wait_for_position(followed)?));
        }
        let stays = self.scene.camera.target.as_dvec3();
        let known = |followed| positions.iter().find(|(other, _)| *other == followed).and_then(|(_, position)| *position);
        self.show(&shot, |followed| known(followed).filter(|position| position.is_finite()).unwrap_or(stays));
        Ok(())
    }

    /// The nominal simulated time of the next frame. Steps that do not divide the frame interval reach it only to within half a
    /// step; using the nominal time keeps the camera steady.
    fn frame_time(&self) -> f64 {
        let reached = self.simulation.time();
        let is_reached = |due: &f64| (due - reached).abs() <= self.scene.physics.time_step;
        self.clock.time_due().filter(is_reached).unwrap_or(reached)
    }

    /// The position of what is followed in the current state; `None` if there is no such body.
    fn wait_for_position(&mut self, followed: Followed) -> Result<Option<DVec3>, GpuError> {
        let index = match followed {
            Followed::CenterOfMass => {
                let state = self.simulation.state()?;
                let finite = state.bodies().filter(|body| body.position.is_finite());
                return Ok(Some(center_of_mass(&finite.map(|body| (body.position, body.mass)).collect::<Vec<_>>())));
            }
            Followed::Body(index) => index,
        };
        let Some(mut watch) = Watch::new(&self.gpu, self.simulation.bodies(), index) else { return Ok(None) };
        let mut encoder = self.gpu.encoder("follow");
        watch.record(&mut encoder, self.simulation.time(), self.simulation.steps())?;
        let submission = self.submit(encoder);
        watch.request();
        self.wait_for(submission)?;
        Ok(watch.wait()?.map(|watched| watched.body.position))
    }
}
