//! How a session's bodies are looked at: the look, the camera, and what it follows.

use std::sync::Arc;

use super::Session;
use super::clock::Clock;
use super::computing::Computing;
use super::copies::Watches;
use super::picture::Pictures;
use crate::gpu::GpuError;
use crate::physics::{Sample, Watch, Watched, center_of_mass};
use crate::render::{Camera, CameraPath, Extent, Followed, Look, Renderer, Shot};
use crate::scene::{Guest, Scene, Units};

/// The look and the camera of a session, for changes, and the bodies that a camera follows. None of
/// it changes the run. See [`Session::viewing`].
#[derive(Debug)]
pub struct Viewing<'a> {
    scene: &'a mut Scene,
    computing: &'a mut Computing,
    pictures: &'a mut Pictures,
    watches: &'a mut Watches,
    clock: &'a Clock,
}

impl Session {
    /// How the bodies are looked at, for changes.
    pub fn viewing(&mut self) -> Viewing<'_> {
        let Self { scene, computing, pictures, watches, clock, .. } = self;
        Viewing { scene, computing, pictures, watches, clock }
    }

    /// Whether a measurement of the light in the current state is in flight to [`Viewing::light`],
    /// or still to be made.
    pub fn awaits_light(&self) -> bool {
        self.watches.awaits_light(self.simulation().steps())
    }
}

impl<'a> Viewing<'a> {
    /// How bodies are drawn, for changes.
    pub fn look_mut(self) -> &'a mut Look {
        &mut self.scene.look
    }

    /// Draws the bodies as they are now, whatever becomes of them: for pictures that take several
    /// frames. Asked for again at the same moment, it is the same copy, if that is still kept.
    ///
    /// # Errors
    /// [`GpuError`] if a shader does not compile or memory runs out.
    pub fn copy_renderer(self) -> Result<Arc<Renderer>, GpuError> {
        self.pictures.copy(&self.computing.gpu, &self.scene.look, &self.computing.simulation)
    }

    /// Sets what the scene's units are in the world. Changes nothing that is computed.
    pub fn set_units(&mut self, units: Option<Units>) {
        self.scene.units = units;
    }

    /// Moves the camera, within its [bounds](Camera::bounded); values that are not finite keep
    /// their old ones. Returns the new camera.
    pub fn set_camera(&mut self, camera: &Camera) -> Camera {
        self.scene.camera = camera.bounded(&self.scene.camera);
        self.scene.camera
    }

    /// Sets or removes the scene's camera path. [`Session::frame`] does not move the camera along
    /// it; the caller does, with [`Viewing::show`] or [`Viewing::follow_path`].
    pub fn set_path(&mut self, path: Option<CameraPath>) {
        self.scene.path = path;
    }

    /// Names a body that has been added, and gives it the colour and the glow of its kind; forgets the
    /// name of a single one that has been deleted, by its component.
    #[doc(hidden)]
    pub fn meet(&mut self, new: Option<Guest>, left: Option<u32>) {
        new.into_iter().for_each(|guest| self.scene.welcome(guest));
        self.scene.guests.retain(|guest| guest.kind.is_none() || Some(guest.component) != left);
    }

    /// Sets the names of the bodies that were added.
    #[doc(hidden)]
    pub fn set_guests(&mut self, guests: Vec<Guest>) {
        self.scene.guests = guests;
    }

    /// Sets what the scene's camera follows. [`Session::frame`] does not move the camera; the
    /// caller does, for example to [`Viewing::following_camera`].
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
        let look = &mut self.scene.look;
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
    /// As [`Viewing::follow_path`].
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

    /// Follows the body at this index (from 0) from the next frame on, for [`Viewing::watched`].
    /// `None`, or an index that no body has, ends it.
    pub fn watch(&mut self, body: Option<u32>) {
        let Computing { gpu, simulation, .. } = &*self.computing;
        self.watches.body = body.and_then(|index| Watch::new(gpu, simulation.bodies(), index));
    }

    /// The index of the body that is watched.
    pub fn watched_index(&self) -> Option<u32> {
        self.watches.body.as_ref().map(Watch::index)
    }

    /// The watched body in the newest frame that has arrived since the last call. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    #[doc(hidden)]
    pub fn watched(&mut self) -> Result<Option<Watched>, GpuError> {
        let simulation = &mut self.computing.simulation;
        simulation.elapsed_mut().collect()?;
        let watched = self.watches.body.as_mut().map_or(Ok(None), Watch::collect)?;
        Ok(watched.map(|watched| Watched {
            time: simulation.elapsed().at(watched.steps).unwrap_or(watched.time),
            ..watched
        }))
    }

    /// Measures where the light is from the next frame on, at most 40 times per second, for
    /// [`Viewing::light`], or ends it.
    pub fn watch_light(&mut self, is_on: bool) {
        self.watches.watch_light(is_on);
    }

    /// The sphere that holds 90 % of the light in the newest frame that has arrived since the last
    /// call. Never waits.
    ///
    /// # Errors
    /// [`GpuError::Lost`].
    pub fn light(&mut self) -> Result<Option<Extent>, GpuError> {
        let sampled = self.watches.light.as_mut().map_or(Ok(None), Sample::collect)?;
        Ok(sampled.and_then(|sampled| Extent::of_light(&self.scene.look, sampled)))
    }

    /// The nominal simulated time of the next frame. Steps that do not divide the frame interval
    /// reach it only to within half a step; using the nominal time keeps the camera steady.
    fn frame_time(&self) -> f64 {
        let reached = self.computing.simulation.time();
        let is_reached = |due: &f64| (due - reached).abs() <= self.scene.physics.time_step;
        self.clock.time_due().filter(is_reached).unwrap_or(reached)
    }

    /// Where what is followed is in the current state; `None` if there is no such body, or no
    /// light.
    fn wait_for_extent(&mut self, followed: Followed) -> Result<Option<Extent>, GpuError> {
        match followed {
            Followed::CenterOfMass => {
                let state = self.computing.simulation.state()?;
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

    fn wait_for_light(&mut self) -> Result<Option<Extent>, GpuError> {
        let Computing { gpu, simulation, .. } = &*self.computing;
        let mut sample = Sample::new(gpu, simulation.bodies())?;
        let mut encoder = gpu.encoder("light");
        sample.encode(&mut encoder, simulation.steps())?;
        let submission = self.computing.submit(encoder);
        self.computing.wait_for(submission)?;
        let sampled = sample.wait()?;
        Ok(sampled.and_then(|sampled| Extent::of_light(&self.scene.look, sampled)))
    }

    fn wait_for_body(&mut self, index: u32) -> Result<Option<Extent>, GpuError> {
        let Computing { gpu, simulation, .. } = &*self.computing;
        let Some(mut watch) = Watch::new(gpu, simulation.bodies(), index) else {
            return Ok(None);
        };
        let mut encoder = gpu.encoder("follow");
        watch.encode(&mut encoder, simulation.time(), simulation.steps())?;
        let submission = self.computing.submit(encoder);
        self.computing.wait_for(submission)?;
        Ok(watch.wait()?.map(|watched| Extent::point(watched.body.position)))
    }
}
