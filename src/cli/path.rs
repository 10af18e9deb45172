//! The camera path for a command line.

use anyhow::anyhow;
use starshell::render::Move;
use starshell::scene::Scene;

use super::arguments::{CameraMoves, PathChoice};
use super::{Failure, input};

/// The simulated times of a run's frames: the first, the last, and the interval between frames.
#[derive(Clone, Copy, Debug)]
pub struct Frames {
    pub first: f64,
    pub last: f64,
    pub interval: f64,
}

impl Frames {
    /// The same frames, in a run that begins at the simulated time `begun`.
    pub fn after(self, begun: f64) -> Self {
        Self { first: self.first + begun, last: self.last + begun, ..self }
    }
}

/// Gives `scene` the path requested by the options, or `default`: the scene's own, or one of the ready-made ones from the scene's
/// camera over the time of the frames. Returns whether the camera follows it; if none is requested, the scene keeps its own.
pub fn choose(scene: &mut Scene, options: &CameraMoves, default: PathChoice, frames: Frames) -> Result<bool, Failure> {
    let choice = options.path.unwrap_or(default);
    let made = |made: Move| {
        // In a loop, the frame after the last would be the first again.
        let returns = options.looped || made == Move::Turntable;
        let end = if returns { frames.last + frames.interval } else { frames.last };
        made.path(scene.camera, frames.first..end).map(Some)
    };
    let path = match choice {
        PathChoice::Scene if scene.path.is_none() && options.path.is_some() => {
            let message = "it has no camera path: choose turntable, dolly or rise, or add [path] to its file";
            return Err(input(anyhow!("--path scene does not suit the scene \"{}\": {message}", scene.title)));
        }
        PathChoice::Scene => Ok(scene.path.take()),
        PathChoice::Turntable => made(Move::Turntable),
        PathChoice::Dolly => made(Move::Dolly),
        PathChoice::Rise => made(Move::Rise),
        PathChoice::None if !options.looped => {
            scene.path = scene.path.take().map(|path| path.for_bodies(scene.count));
            return Ok(false);
        }
        PathChoice::None => Ok(None),
    };
    let path = path.map_err(|_| input(anyhow!("--path needs frames at different times: use a longer --time")))?;
    if options.looped && path.is_none() {
        return Err(input(anyhow!("--loop closes a camera path, but there is none: add --path turntable")));
    }
    scene.path = if options.looped { path.map(starshell::render::CameraPath::looped) } else { path };
    match scene.path.as_ref().and_then(starshell::render::CameraPath::highest_body) {
        Some(body) if body as usize >= scene.count => Err(input(anyhow!(
            "the camera path follows body {body}, but the {} bodies are numbered from 0: use a larger --count or --path none",
            scene.count
        ))),
        _ => Ok(scene.path.is_some()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAMES: Frames = Frames { first: 1.0, last: 4.0, interval: 0.5 };

    fn scene() -> Scene {
        Scene::load("plummer").unwrap()
    }

    fn options(path: Option<PathChoice>, looped: bool) -> CameraMoves {
        CameraMoves { path, looped }
    }

    #[test]
    fn loops_end_one_frame_after_the_last_and_other_moves_with_it() {
        let span = |choice, looped| {
            let mut scene = scene();
            assert!(choose(&mut scene, &options(Some(choice), looped), PathChoice::None, FRAMES).is_ok());
            scene.path.map(|path| path.span())
        };
        assert_eq!(span(PathChoice::Turntable, false), Some([1.0, 4.5]));
        assert_eq!(span(PathChoice::Dolly, false), Some([1.0, 4.0]));
        assert_eq!(span(PathChoice::Dolly, true), Some([1.0, 4.5]));
        assert_eq!(span(PathChoice::None, false), None);
    }

    #[test]
    fn what_cannot_be_is_told() {
        let refused = |scene: &mut Scene, options, default, frames| match choose(scene, &options, default, frames) {
            Err(Failure::Input(error)) => error.to_string(),
            _ => panic!("it is accepted"),
        };
        let still = Frames { last: 1.0, interval: 0.0, ..FRAMES };
        for (options, frames, words) in [
            (options(Some(PathChoice::Scene), false), FRAMES, "it has no camera path"),
            (options(None, true), FRAMES, "add --path turntable"),
            (options(Some(PathChoice::Rise), false), still, "use a longer --time"),
        ] {
            let told = refused(&mut scene(), options, PathChoice::Scene, frames);
            assert!(told.contains(words), "{told}");
        }
        let mut scene = scene();
        let followed = starshell::render::Followed::Body(5000);
        scene.path = starshell::render::CameraPath::following(followed, scene.camera).ok();
        scene.count = 5000;
        assert!(refused(&mut scene, options(None, false), PathChoice::Scene, FRAMES).contains("follows body 5000"));
        assert!(choose(&mut scene, &options(None, false), PathChoice::None, FRAMES).is_ok());
    }
}
