//! Moves the camera after what it follows, from frame to frame, until the user moves it.

use glam::DVec3;
use starshell::render::{Camera, Easing, Extent, Followed};

use crate::app::commands::Follow;
use crate::app::simulation::{stage::Stage, viewer::Viewer};

impl Viewer {
    /// Follows something from now on, if it is there: the light with an eased start, from wherever
    /// the camera is.
    pub fn follow(&mut self, follow: Follow) {
        self.follow = follow;
        self.flight.easing = Some(Easing::default());
    }

    /// Follows what the scene's camera follows, with the light in the middle from the first frame
    /// on.
    pub fn follow_scene(&mut self, stage: &mut Stage) {
        let followed = stage.session.scene().follow;
        if let Some(Followed::Body(index)) = followed {
            stage.pick(Some(index));
        }
        self.follow = Follow::from_followed(followed);
        self.flight.easing = None;
    }

    /// Called when the user zooms, pans or goes elsewhere: the camera no longer frames the light.
    pub fn take_over(&mut self) {
        if self.follow == Follow::Light {
            self.follow = Follow::Nothing;
        }
    }

    /// Whether the camera is still on its way to the light, or the light not known yet.
    pub fn is_easing(&self, stage: &Stage) -> bool {
        stage.session.awaits_light()
            || self.follow == Follow::Light
                && self.flight.easing.is_some_and(|easing| easing.is_moving())
    }

    /// Moves the camera: inertia, automatic rotation, and following.
    pub fn move_camera(&mut self, stage: &mut Stage, elapsed: f32) {
        if self.follow == Follow::Picked && stage.interaction.picked.is_none() {
            self.follow = Follow::Nothing;
        }
        let follows_light = self.follow == Follow::Light || self.travels_with_light(stage);
        stage.session.viewing().watch_light(follows_light);
        let followed = self.followed(stage, stage.session.scene().count);
        stage.session.viewing().set_follow(followed);
        if self.travel(stage, elapsed) {
            self.flight.easing = Some(Easing::default());
            return;
        }
        let mut camera = stage.session.scene().camera;
        let now = stage.session.simulation().time();
        let followed = self.followed(stage, usize::MAX);
        let extent = followed
            .and_then(|followed| stage.interaction.extent(followed, now))
            .filter(|extent| extent.center.is_finite());
        if let (Follow::Light, Some(extent)) = (self.follow, &extent) {
            // A transition in progress leads there instead.
            self.flight.lead(&camera.framing(extent, stage.size));
        }
        self.flight.advance(&mut camera, elapsed);
        match (self.follow, extent) {
            (Follow::Light, Some(extent)) if !self.flight.is_in_transition() => {
                camera = self.eased(&camera, (&extent, stage.size), elapsed)
            }
            (Follow::Light, _) | (_, None) => {}
            (_, Some(Extent { center, .. })) => catch_up(&mut camera, center, elapsed),
        }
        if stage.session.viewing().set_camera(&camera) != camera {
            // Out of bounds or not finite: no position to glide to.
            self.flight.stop();
        }
    }

    /// What the camera follows, unless it is a body that is not among the first `count`.
    pub fn followed(&self, stage: &Stage, count: usize) -> Option<Followed> {
        match self.follow {
            Follow::Nothing => None,
            Follow::Light => Some(Followed::Light),
            Follow::CenterOfMass => Some(Followed::CenterOfMass),
            Follow::Picked => stage
                .interaction
                .picked
                .filter(|index| (*index as usize) < count)
                .map(Followed::Body),
        }
    }

    /// The camera on its way to framing `extent`; at once if nothing has been shown yet.
    fn eased(
        &mut self,
        camera: &Camera,
        (extent, size): (&Extent, [u32; 2]),
        elapsed: f32,
    ) -> Camera {
        let goal = camera.framing(extent, size);
        match &mut self.flight.easing {
            Some(easing) => easing.advance(camera, &goal, elapsed),
            none => {
                *none = Some(Easing::default());
                goal
            }
        }
    }
}

/// Moves the target to a point over a few frames, so that following does not start with a jump.
fn catch_up(camera: &mut Camera, to: DVec3, elapsed: f32) {
    let share = 1.0 - (-elapsed / 0.08).exp();
    let way = to.as_vec3() - camera.target;
    camera.target += if way.length() > 1e-3 * camera.distance { share.max(0.3) * way } else { way };
}

impl Follow {
    /// As a user's choice, what a scene's camera follows.
    pub fn from_followed(followed: Option<Followed>) -> Self {
        match followed {
            None => Self::Nothing,
            Some(Followed::Light) => Self::Light,
            Some(Followed::CenterOfMass) => Self::CenterOfMass,
            Some(Followed::Body(_)) => Self::Picked,
        }
    }
}
