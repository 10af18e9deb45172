//! What a user can do: the one list that panels, keys, files dropped on the window and tests share. Panels and keys only
//! ask; the desk does it between two frames.

use std::path::PathBuf;

use glam::Vec2;
use starshell::physics::initial::InitialState;
use starshell::physics::{Attraction, ForceKernel, Parameters};
use starshell::render::{Camera, Look};

use super::hands::{Edit, Follow, Throw, Tool};

/// Something that was asked for.
#[derive(Clone, Debug)]
pub enum Action {
    // Transport
    /// Play, or pause.
    TogglePlay,
    /// So many steps, then pause.
    Steps(u32),
    /// The scene from its beginning.
    Restart,
    /// Negate every velocity.
    Reverse,
    /// Steps from each frame to the next.
    Speed(u32),
    // Scene
    /// A scene by its name.
    Scene(String),
    /// A scene file.
    Open(PathBuf),
    /// The scene after this one (1), or before it (-1).
    NextScene(i32),
    /// The scene with other bodies: their number, seed, or initial state.
    Bodies {
        count: usize,
        seed: u64,
        initial: InitialState,
    },
    /// The physics from here on.
    Physics(Parameters),
    /// Which kernel sums up gravity.
    ForceKernel(ForceKernel),
    /// Search for this adapter's fastest kernels, or stop searching.
    Tune,
    /// The physics of the scene file.
    ResetPhysics,
    // View
    Camera(Camera),
    Look(Box<Look>),
    /// Camera and look of the scene file.
    ResetView,
    ToggleFly,
    ToggleRotation,
    /// The next quantity that colours show.
    NextColor,
    StoreBookmark(usize),
    RecallBookmark(usize),
    /// So that the picture shows 95 % of the bodies.
    Fit,
    Follow(Follow),
    // Hands
    Tool(Tool),
    /// The body at this pixel of the picture; followed at once where so wished.
    Pick {
        pixel: Vec2,
        follow: bool,
    },
    Unpick,
    DeletePicked,
    Throw(Throw),
    Edit(Edit),
    /// The attractor pulls, from here on or no longer.
    Attract(Option<Attraction>),
    /// The state before the last edit.
    Undo,
    // Window
    ToggleProjector,
    ToggleLight,
    TogglePanels,
    ToggleHelp,
    ToggleHud,
    /// The adapter whose name contains this, or the best.
    Adapter(Option<String>),
    ToggleFullscreen,
    ToggleTour,
    Screenshot,
    CopyScene,
    /// Close what is open: overlay, tool, full screen.
    Escape,
    Quit,
}
