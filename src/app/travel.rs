//! Moves the camera along the scene's path: as the simulation plays, or in a preview.

use glam::DVec3;
use starshell::render::Followed;

use super::desk::Stage;
use super::hands::Hands;

/// Duration of a preview of the whole path, in seconds.
const PREVIEW: f64 = 12.0;

/// State of the camera on the scene's path.
#[derive(Clone, Debug, Default)]
pub struct Travel {
    /// Whether the strip of keys is open.
    pub is_open: bool,
    /// Index of the key being edited, from 0.
    pub selected: Option<usize>,
    /// Whether the camera follows the path at the simulated time.
    pub drives: bool,
    /// The time on the path that a preview shows.
    pub preview: Option<f64>,
    /// Exposure and colour range before the path set them.
    before: Option<(f32, Option<[f32; 2]>)>,
    /// A body that is watched only because the path follows it.
    watches: Option<u32>,
}

impl Travel {
    /// Whether the path moves the camera.
    pub fn is_on(&self) -> bool {
        self.drives || self.preview.is_some()
    }

    /// Called when another body is watched from now on.
    pub fn forget_watch(&mut self) {
        self.watches = None;
    }
}

impl Stage {
    /// Starts moving the camera along the path as the simulation plays.
    pub fn drive(&mut self) {
        self.flight.stop();
        self.flight.rotates = false;
        (self.travel.drives, self.travel.preview) = (true, None);
    }

    /// Starts a preview: the camera moves along the path from its beginning, independently of the simulation.
    pub fn preview(&mut self) {
        let begin = self.session.scene().path.as_ref().map(|path| path.span()[0]);
        self.flight.stop();
        self.flight.rotates = false;
        self.travel.preview = begin;
    }

    /// Returns control of the camera to the user where it is, and restores the look.
    pub fn end_travel(&mut self) {
        (self.travel.drives, self.travel.preview) = (false, None);
        if let Some((exposure, color_range)) = self.travel.before.take() {
            let look = self.session.look_mut();
            (look.exposure, look.color_range) = (exposure, color_range);
        }
        if self.travel.watches.take().is_some() && self.hands.picked.is_none() {
            self.session.watch(None);
            self.hands.watched = None;
        }
    }

    /// Moves the camera along the path, unless the user has taken control. Returns whether it did.
    pub fn travel(&mut self, elapsed: f32) -> bool {
        if !self.travel.is_on() {
            return false;
        }
        let Some(path) = self.session.scene().path.clone().filter(|_| !self.flight.is_moving()) else {
            self.end_travel();
            return false;
        };
        let now = self.session.simulation().time();
        let time = match &mut self.travel.preview {
            None => now,
            Some(time) => {
                let [begin, end] = path.span();
                *time += f64::from(elapsed) * (end - begin) / PREVIEW;
                if *time >= end {
                    self.end_travel();
                    return true;
                }
                *time
            }
        };
        let shot = path.at(time);
        let look = &self.session.scene().look;
        self.travel.before.get_or_insert((look.exposure, look.color_range));
        if self.hands.picked.is_none() {
            let body = shot.followed().find_map(|followed| if let Followed::Body(index) = followed { Some(index) } else { None });
            if body != self.travel.watches {
                self.travel.watches = body;
                self.session.watch(body);
            }
        }
        let stays = self.session.scene().camera.target.as_dvec3();
        let hands = &self.hands;
        self.session.show(&shot, |followed| hands.position(followed, now).filter(|place| place.is_finite()).unwrap_or(stays));
        true
    }
}

impl Hands {
    /// Position at `time` of what is followed, from the newest copies that have arrived.
    pub fn position(&self, followed: Followed, time: f64) -> Option<DVec3> {
        let system = self.system.as_ref();
        match followed {
            Followed::CenterOfMass => system.map(|system| system.center_at(time)),
            Followed::Body(index) => match &self.watched {
                Some(watched) if watched.index == index => Some(watched.body.position),
                _ => {
                    let snapshot = &system?.snapshot;
                    let body = ((index as usize) < snapshot.state.len()).then(|| snapshot.state.body(index as usize))?;
                    Some(body.position + body.velocity * (time - snapshot.time))
                }
            },
        }
    }
}
