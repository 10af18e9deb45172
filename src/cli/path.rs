//! The camera path for a command line.

use anyhow::anyhow;
use starshell::render::{Followed, Move};
use starshell::scene::Scene;
use starshell::words::excerpt;

use super::arguments::{CameraMoves, Follow, PathChoice};
use super::failure::{Failure, input};

/// The simulated times of a run's frames: the first, the last, and the interval between frames.
#[derive(Clone, Copy, Debug)]
pub struct Frames {
    pub first: f64,
    pub last: f64,
    pub interval: f64,
}

impl Frames {
    /// Shifts the frames to a run that begins at the simulated time `begun`.
    pub fn after(self, begun: f64) -> Self {
        Self { first: self.first + begun, last: self.last + begun, ..self }
    }
}

/// Gives `scene` the path requested by the options, or `default`: the scene's own, or one of the
/// ready-made ones from the scene's camera over the time of the frames. Returns whether the camera
/// follows it; if none is requested, the scene keeps its own.
pub fn choose(
    scene: &mut Scene,
    options: &CameraMoves,
    default: PathChoice,
    frames: Frames,
) -> Result<bool, Failure> {
    if let Some(Follow(followed)) = options.follow {
        if options.path == Some(PathChoice::Scene) {
            return Err(input(anyhow!(
                "--follow is not for the scene's own path, whose keys say what they follow: leave one out"
            )));
        }
        scene.follow = followed;
    }
    if let Some(Followed::Body(body)) = scene.follow
        && body as usize >= scene.count
    {
        return Err(input(anyhow!(
            "the camera follows body {body}, but the {} bodies are numbered from 0: use a larger --count or another --follow",
            scene.count
        )));
    }
    let choice =
        options.path.unwrap_or(if options.follow.is_some() { PathChoice::None } else { default });
    let made = |made: Move| {
        // In a loop, the frame after the last would be the first again.
        let returns = options.looped || made == Move::Turntable;
        let end = if returns { frames.last + frames.interval } else { frames.last };
        made.path(scene.camera, scene.follow, frames.first..end).map(Some)
    };
    let path = match choice {
        PathChoice::Scene if scene.path.is_none() && options.path.is_some() => {
            let message =
                "it has no camera path: choose turntable, dolly or rise, or add [path] to its file";
            return Err(input(anyhow!(
                "--path scene does not suit the scene \"{}\": {message}",
                excerpt(&scene.title, 80)
            )));
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
    let path = path.map_err(|_| {
        input(anyhow!("--path needs frames at different times: use a longer --time"))
    })?;
    if options.looped && path.is_none() {
        return Err(input(anyhow!(
            "--loop closes a camera path, but there is none: add --path turntable"
        )));
    }
    scene.path =
        if options.looped { path.map(starshell::render::CameraPath::looped) } else { path };
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
        CameraMoves { path, looped, ..CameraMoves::default() }
    }

    #[test]
    fn loops_end_one_frame_after_the_last_and_other_moves_with_it() {
        let span = |choice, looped| {
            let mut scene = scene();
            assert!(
                choose(&mut scene, &options(Some(choice), looped), PathChoice::None, FRAMES)
                    .is_ok()
            );
            scene.path.map(|path| path.span())
        };
        assert_eq!(span(PathChoice::Turntable, false), Some([1.0, 4.5]));
        assert_eq!(span(PathChoice::Dolly, false), Some([1.0, 4.0]));
        assert_eq!(span(PathChoice::Dolly, true), Some([1.0, 4.5]));
        assert_eq!(span(PathChoice::None, false), None);
    }

    #[test]
    fn an_impossible_path_is_reported() {
        let refused = |scene: &mut Scene, options, default, frames| match choose(
            scene, &options, default, frames,
        ) {
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
        assert!(
            refused(&mut scene, options(None, false), PathChoice::Scene, FRAMES)
                .contains("follows body 5000")
        );
        assert!(choose(&mut scene, &options(None, false), PathChoice::None, FRAMES).is_ok());
    }

    #[test]
    fn the_camera_follows_the_target_of_the_scene_or_the_option() {
        let chosen = |follow, path| {
            let mut scene = Scene::load("cold-sphere").unwrap();
            let options = CameraMoves { path, follow, looped: false };
            choose(&mut scene, &options, PathChoice::Scene, FRAMES).map(|is_on_path| {
                let key = scene.path.as_ref().map(|path| path.keys()[0].follow);
                (scene.follow, is_on_path, key)
            })
        };
        let (light, nothing) = (Some(Followed::Light), Some(Follow(None)));
        assert_eq!(chosen(None, None).ok(), Some((light, false, None)));
        assert_eq!(chosen(nothing, None).ok(), Some((None, false, None)));
        assert_eq!(
            chosen(None, Some(PathChoice::Turntable)).ok(),
            Some((light, true, Some(light))),
            "ready-made paths too"
        );
        assert_eq!(
            chosen(nothing, Some(PathChoice::Turntable)).ok(),
            Some((None, true, Some(None)))
        );
        for (follow, path, words) in [
            (Follow(Some(Followed::Body(16384))), None, "the camera follows body 16384"),
            (Follow(light), Some(PathChoice::Scene), "--follow is not for the scene's own path"),
        ] {
            let Err(Failure::Input(error)) = chosen(Some(follow), path) else {
                panic!("it is accepted")
            };
            assert!(error.to_string().contains(words), "{error}");
        }
    }
}
