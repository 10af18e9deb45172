//! What can be done with the simulation: one list shared by panels, keys, lessons and tests. Panels
//! only request actions; the desk performs them between frames.

use std::path::PathBuf;

use glam::Vec2;
use starshell::physics::initial::InitialState;
use starshell::physics::{Attraction, Integrator, Parameters};
use starshell::render::{Camera, CameraPath, Look};
use starshell::scene::{Change, Setting, Units, Value};

use crate::app::simulation::{
    interaction::{Edit, Follow, Throw, Tool},
    marks::Mark,
};

/// A request to the simulation.
#[derive(Clone, Debug)]
pub enum Action {
    // Transport
    /// Play or pause.
    TogglePlay,
    /// Do this many steps, then pause.
    Steps(u32),
    /// Restart the scene.
    Restart,
    /// Negate every velocity.
    Reverse,
    /// Play at this multiple of the scene's pace.
    Speed(f64),
    /// Play this many times as fast.
    ScaleSpeed(f64),
    /// Steps per frame, whatever the scene's pace.
    StepsPerFrame(u32),
    // Timeline
    /// Show the stored state nearest to this time.
    LookBack(f64),
    /// Show the stored state this many places later or, if negative, earlier.
    StepState(i32),
    /// Return to the newest state.
    Newest,
    /// Switch to the branch with this number.
    Branch(u32),
    /// Discard the branch with this number.
    DiscardBranch(u32),
    /// Start or end a side-by-side comparison with the branch of this number or, without one, with
    /// a copy of what is shown.
    Compare(Option<u32>),
    /// Show the run twice, side by side: by a tree, and by the direct sum.
    CompareGravity,
    /// Give the focus to the other half of a comparison.
    ShowOtherView,
    // Scene
    /// Load a built-in scene by name.
    Scene(String),
    /// Save the run, or its scene, to a file of this name.
    Save(PathBuf),
    /// Keep the scene among those of one's own, under this title.
    KeepScene(String),
    /// Run or discard the bodies from a file that are previewed.
    Import(bool),
    /// Continue or discard the run that was cut off when Starshell ended last time.
    Rescue(bool),
    /// The next scene (1) or the previous one (-1).
    NextScene(i32),
    /// The scene with other bodies: another number, seed, or initial state.
    Bodies {
        count: usize,
        seed: u64,
        initial: InitialState,
    },
    /// Keep the curves of this run in the plots.
    Keep,
    /// Run the present integrator and then this one from the start, or end that.
    Trial(Option<Integrator>),
    /// Change what the table of settings has.
    Set(&'static Setting, Value),
    /// Change the physics.
    Physics(Parameters),
    /// Show numbers in these units, or in the scene's own.
    Units(Option<Units>),
    /// Start or stop the search for this adapter's fastest kernels.
    Tune,
    /// Reset the physics to the scene file's.
    ResetPhysics,
    // View
    Camera(Camera),
    Look(Box<Look>),
    /// Reset camera and look to the scene file's.
    ResetView,
    ToggleFly,
    ToggleRotation,
    /// Whether the picture has the parts of its look that take long to draw, from now on at any
    /// frame rate.
    FullLight(bool),
    /// Colour by the next quantity.
    NextColor,
    /// Show arrows or swept areas over the picture, or hide them.
    ToggleMark(Mark),
    StoreBookmark(usize),
    RecallBookmark(usize),
    /// Move the camera so that the picture shows 95 % of the bodies.
    Fit,
    Follow(Follow),
    // The camera's path
    /// Set a key with the current view at the current time.
    SetKey,
    /// Replace the path, or clear it.
    Path(Option<CameraPath>),
    /// Edit the key with this number, from 0.
    SelectKey(Option<usize>),
    /// Start or stop moving the camera along the path as the simulation plays.
    ToggleDrive,
    /// Start or stop a preview of the path, independent of the simulation.
    TogglePreview,
    // Hands
    Tool(Tool),
    /// Pick the body at this pixel of the picture, and follow it if asked.
    Pick {
        pixel: Vec2,
        follow: bool,
    },
    Unpick,
    DeletePicked,
    Throw(Throw),
    /// Throw bodies into a circular orbit about the selected body from now on, or freely again.
    ToggleOrbits,
    Edit(Edit),
    /// Turn the attractor on or off.
    Attract(Option<Attraction>),
    /// Return to the state before the last edit, restart or change of scene.
    Undo,
    /// Return to what was undone last.
    Redo,
    ToggleTour,
    Screenshot,
    /// Abandon the picture being drawn.
    DropPicture,
    /// Start or end recording a video.
    Record,
    CopyScene,
}

impl Action {
    /// Whether the simple mode has it: whatever starts, stops and shows a scene, and leaves it as
    /// it is.
    pub fn is_simple(&self) -> bool {
        matches!(
            self,
            Self::TogglePlay
                | Self::Restart
                | Self::Speed(_)
                | Self::ScaleSpeed(_)
                | Self::Scene(_)
                | Self::NextScene(_)
                | Self::Import(_)
                | Self::Bodies { .. }
                | Self::Camera(_)
                | Self::Look(_)
                | Self::ResetView
                | Self::Fit
                | Self::ToggleRotation
                | Self::ToggleMark(Mark::Velocities | Mark::Areas)
                | Self::ToggleTour
        ) || matches!(self, Self::Set(row, _) if row.change() == Change::View)
    }

    /// Whether a lesson's keys have it, where the simulation is shown.
    pub fn is_for_lessons(&self) -> bool {
        matches!(
            self,
            Self::TogglePlay
                | Self::Steps(_)
                | Self::Restart
                | Self::Reverse
                | Self::ScaleSpeed(_)
                | Self::Fit
                | Self::ToggleMark(_)
                | Self::Undo
                | Self::Redo
        )
    }

    /// Whether it immediately changes what a picture of `look` shows, apart from camera and
    /// colours.
    pub fn changes_bodies(&self, look: &Look) -> bool {
        match self {
            Self::LookBack(_)
            | Self::StepState(_)
            | Self::Newest
            | Self::Branch(_)
            | Self::Compare(_)
            | Self::CompareGravity
            | Self::ShowOtherView
            | Self::Physics(_)
            | Self::ResetPhysics
            | Self::Pick { .. }
            | Self::Unpick
            | Self::DeletePicked
            | Self::Throw(_)
            | Self::Edit(_)
            | Self::Undo
            | Self::Redo
            // Without trails in the look, they are forgotten.
            | Self::ResetView => true,
            Self::Look(new) => (new.trails > 0.0) != (look.trails > 0.0),
            Self::Set(row, Value::Number(trails)) if row.key == "look.trails" => (*trails > 0.0) != (look.trails > 0.0),
            Self::Set(row, _) => row.change() == Change::Run,
            _ => false,
        }
    }
}
