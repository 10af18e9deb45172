//! What a user can do: one list shared by panels, keys, dropped files and tests. Panels and keys only request actions; the desk
//! performs them between frames.

use std::path::PathBuf;

use glam::Vec2;
use starshell::physics::initial::InitialState;
use starshell::physics::{Attraction, Integrator, Parameters};
use starshell::render::{Camera, CameraPath, Look};
use starshell::scene::Units;

use crate::app::laboratory::Export;
use crate::app::shell::view::View;
use crate::app::simulation::{
    files::Intent,
    hands::{Edit, Follow, Throw, Tool},
    marks::Mark,
};
use crate::lesson::Answer;

/// A request from the user.
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
    /// Start or end a side-by-side comparison with the branch of this number or, without one, with a copy of what is shown.
    Compare(Option<u32>),
    /// Show the run twice, side by side: by a tree, and by the direct sum.
    CompareGravity,
    /// Give the focus to the other half of a comparison.
    OtherHalf,
    // Scene
    /// Load a built-in scene by name.
    Scene(String),
    /// Open a scene file or a saved run.
    Open(PathBuf),
    /// Save the run, or its scene, to a file of this name.
    Save(PathBuf),
    /// Open the dialogue for files, or close it.
    Files(Option<Intent>),
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
    /// Whether the picture has the parts of its look that take long to draw, from now on at any frame rate.
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
    Edit(Edit),
    /// Turn the attractor on or off.
    Attract(Option<Attraction>),
    /// Return to the state before the last edit, restart or change of scene.
    Undo,
    /// Return to what was undone last.
    Redo,
    // Laboratory
    /// Measure the experiments with these names or, without names, the one that is shown.
    Measure(Vec<&'static str>),
    /// End the measurements after the present case.
    StopMeasuring,
    /// Write the results of the experiment that is shown.
    Export(Export),
    /// Put another machine's results beside, or put them away.
    CompareResults(Option<PathBuf>),
    // Workbench
    /// Run the kernel that is shown, in a process of its own.
    RunKernel,
    /// End that process.
    StopKernel,
    /// Write the kernel that is shown to a file.
    SaveKernel,
    /// Put the text of a file in its place.
    OpenKernel(PathBuf),
    // Classroom
    /// Begin the lesson with this name, where it was left.
    Lesson(String),
    /// End the lesson.
    EndLesson,
    /// Turn a page or card on (1), or back (-1).
    TurnCard(i32),
    /// Turn back to the first card.
    FirstCard,
    /// Answer the question of the card.
    Answer(Answer),
    /// Write all answers to a table.
    ExportAnswers,
    // Window
    ToggleProjector,
    ToggleLight,
    TogglePanels,
    /// Show this view or, if it is shown, the simulation.
    ToggleView(View),
    ToggleHud,
    /// Enter or leave the simple mode.
    ToggleSimple,
    /// Switch to the adapter whose name contains this, or to the best.
    Adapter(Option<String>),
    ToggleFullscreen,
    ToggleTour,
    Screenshot,
    /// Abandon the picture being drawn.
    DropPicture,
    /// Show the folder of pictures, videos and runs in the desktop's file manager.
    ShowFolder,
    /// Start or end recording a video.
    Record,
    CopyScene,
    /// Close what is open: overlay, tool, full screen.
    Escape,
    Quit,
}

impl Action {
    /// Whether the simple mode has it: whatever starts, stops and shows a scene, and leaves it as it is.
    pub fn is_simple(&self) -> bool {
        matches!(
            self,
            Self::TogglePlay
                | Self::Restart
                | Self::Speed(_)
                | Self::ScaleSpeed(_)
                | Self::Scene(_)
                | Self::NextScene(_)
                | Self::Bodies { .. }
                | Self::Camera(_)
                | Self::Look(_)
                | Self::ResetView
                | Self::Fit
                | Self::ToggleRotation
                | Self::ToggleMark(Mark::Velocities | Mark::Areas)
                | Self::ToggleProjector
                | Self::ToggleLight
                | Self::ToggleFullscreen
                | Self::ToggleTour
                | Self::ToggleSimple
                | Self::ToggleView(View::Classroom)
                | Self::Lesson(_)
                | Self::EndLesson
                | Self::TurnCard(_)
                | Self::FirstCard
                | Self::Answer(_)
                | Self::Escape
                | Self::Quit
        )
    }

    /// Whether a key asks for it in the laboratory, where neither bodies nor camera are at hand.
    pub fn is_of_laboratory(&self) -> bool {
        matches!(
            self,
            Self::ToggleView(View::Laboratory)
                | Self::Measure(_)
                | Self::ToggleProjector
                | Self::ToggleLight
                | Self::ToggleFullscreen
                | Self::Escape
                | Self::Quit
        )
    }

    /// Whether a key asks for it on the workbench.
    pub fn is_of_workbench(&self) -> bool {
        matches!(
            self,
            Self::ToggleView(View::Workbench)
                | Self::ToggleProjector
                | Self::ToggleLight
                | Self::ToggleFullscreen
                | Self::Escape
                | Self::Quit
        )
    }

    /// Whether a key asks for it in the classroom, where the keys of the window and of the transport hold.
    pub fn is_of_classroom(&self) -> bool {
        let is_of_window = matches!(
            self,
            Self::ToggleView(View::Classroom)
                | Self::ToggleProjector
                | Self::ToggleLight
                | Self::ToggleFullscreen
                | Self::Escape
                | Self::Quit
        );
        is_of_window || self.is_of_simulation() || matches!(self, Self::Measure(_))
    }

    /// Whether it moves the simulation or changes what is seen of it, so that it does nothing where that is not shown.
    pub fn is_of_simulation(&self) -> bool {
        matches!(
            self,
            Self::TogglePlay
                | Self::Steps(_)
                | Self::Restart
                | Self::Reverse
                | Self::ScaleSpeed(_)
                | Self::Fit
                | Self::ToggleMark(_)
        )
    }

    /// Whether it immediately changes what a picture of `look` shows, apart from camera and colours.
    pub fn changes_bodies(&self, look: &Look) -> bool {
        match self {
            Self::LookBack(_)
            | Self::StepState(_)
            | Self::Newest
            | Self::Branch(_)
            | Self::Compare(_)
            | Self::CompareGravity
            | Self::OtherHalf
            | Self::Physics(_)
            | Self::ResetPhysics
            | Self::Adapter(_)
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
            _ => false,
        }
    }
}
