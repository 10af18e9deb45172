//! `starshell` without a command: the window.

use starshell::scene::DEFAULT;

use super::overrides::scene;
use super::{Failure, arguments, set_up};
use crate::app::{Options, Start, open};

pub fn window(arguments: arguments::Window) -> Result<(), Failure> {
    let scene = scene(arguments.scene.as_deref().unwrap_or(DEFAULT), &arguments.overrides)?;
    let options = Options {
        adapter: arguments.adapter.adapter,
        is_fullscreen: arguments.fullscreen,
        start: Start { is_projector: arguments.projector, is_kiosk: arguments.kiosk },
    };
    open(scene, options).map_err(set_up)
}
