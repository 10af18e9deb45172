//! The frames of a video that was recorded by hand: at which step each is, and how it was seen.

use crate::render::{Camera, Look};

/// Most entries, so that a recipe stays a file that programs read.
const MAX: usize = 100_000;

/// Frames that follow each other at equal distances and are seen alike.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    /// Steps from the start of the run to the first.
    steps: u64,
    /// Number of frames, and steps from each to the next.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    frames: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    every: u64,
    /// How many of the edits come before them.
    #[serde(default, skip_serializing_if = "is_zero")]
    edits: u64,
    /// Camera and look, unless they are as before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    camera: Option<Camera>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    look: Option<Look>,
}

fn one() -> u64 {
    1
}

fn is_one(number: &u64) -> bool {
    *number == 1
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// One frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Steps from the start of the run.
    pub steps: u64,
    /// How many of the edits come before it.
    pub edits: usize,
    /// Camera and look, unless they are as before.
    pub camera: Option<Camera>,
    /// See `camera`.
    pub look: Option<Look>,
}

/// The frames of a video that was recorded by hand, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shots(Vec<Shot>);

impl From<Vec<Shot>> for Shots {
    fn from(list: Vec<Shot>) -> Self {
        Self(list)
    }
}

impl Shots {
    /// Why the notes in a video do not lead to it: they are written before its frames are known.
    pub const BESIDE: &'static str =
        "its frames are listed in the text file that was written beside it";

    /// The shots.
    pub(super) fn list(&self) -> &[Shot] {
        &self.0
    }

    /// Whether there are none, as of everything that a command has made.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a frame. Returns whether there was room for it.
    pub fn add(&mut self, frame: Frame) -> bool {
        let Frame { steps, edits, camera, look } = frame;
        let edits = edits as u64;
        if let Some(last) = self.0.last_mut().filter(|_| camera.is_none() && look.is_none())
            && last.edits == edits
            && let Some(since) = steps.checked_sub(last.steps)
            && (last.frames == 1 || since == last.frames * last.every)
        {
            if last.frames == 1 {
                last.every = since;
            }
            last.frames += 1;
            return true;
        }
        let has_room = self.0.len() < MAX;
        if has_room {
            self.0.push(Shot { steps, frames: 1, every: 0, edits, camera, look });
        }
        has_room
    }

    /// All frames, in order.
    pub fn frames(&self) -> impl Iterator<Item = Frame> + '_ {
        self.0.iter().flat_map(|shot| {
            (0..shot.frames).map(move |number| Frame {
                steps: shot.steps.saturating_add(number.saturating_mul(shot.every)),
                edits: shot.edits as usize,
                camera: shot.camera.filter(|_| number == 0),
                look: shot.look.clone().filter(|_| number == 0),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_back_and_even_ones_take_one_entry() {
        let frame = |steps, edits| Frame { steps, edits, camera: None, look: None };
        let seen = |steps, edits, azimuth| Frame {
            camera: Some(Camera { azimuth, ..Camera::default() }),
            look: (azimuth == 1.0).then(|| Look { exposure: 0.1, ..Look::default() }),
            ..frame(steps, edits)
        };
        let all = [
            seen(4, 0, 1.0),
            frame(7, 0),
            frame(10, 0),
            frame(13, 0),
            seen(13, 0, 2.5),
            frame(13, 1),
            frame(16, 1),
            frame(18, 1),
        ];
        let mut shots = Shots::default();
        assert!(all.iter().cloned().all(|frame| shots.add(frame)));
        assert_eq!(shots.frames().collect::<Vec<_>>(), all);
        assert_eq!(shots.0.iter().map(|shot| shot.frames).collect::<Vec<_>>(), [4, 1, 2, 1]);
        #[derive(serde::Serialize, serde::Deserialize)]
        struct File {
            shots: Vec<Shot>,
        }
        let text = toml::to_string(&File { shots: shots.0.clone() }).unwrap();
        assert_eq!(toml::from_str::<File>(&text).unwrap().shots, shots.0, "{text}");
    }
}
