//! Everything that can be done in the window, one row per command: its arguments, the scopes in
//! which it is available besides the full window (`[]`: in none), what it changes at once that undo
//! gives back, and its function, after the parts of the window that this takes. The lines below a
//! row say how the user asks for it: the key of its words, its icon, and its shortcuts.
//!
//! Words begin with the panel of their button (`view-fit`), or with `keys-` if there is none. Their
//! attribute `.tip` is the tooltip, to which the shortcut is added; `.name` is what the search and the
//! list of keys show, where the label is too short. Keys that a view takes before the table: W, A, S,
//! D, Q, E in flight, S and Shift+S in the classroom, E in the workbench.
//!
//! `commands!(then)` passes all rows to the macro `then`. [`super`] makes the enum, the scopes, the
//! effects and the list of offers from them. `window/perform.rs` makes the calls, because only the
//! window knows all features.

macro_rules! commands {
    ($then:ident) => {
        $then! {
"keys-transport" {
    /// Plays or pauses.
    TogglePlay [Simple, Lesson] Nothing => (viewer) perform::toggle_play(viewer),
        "keys-play" PLAY [plain(Key::Space)] = TogglePlay;
    /// Makes this many steps, then pauses.
    Steps(steps: u32) [Lesson] Nothing => (viewer) perform::step(viewer, steps),
        "transport-step" STEPS [plain(Key::Period)] = Steps(1);
        "keys-steps" FAST_FORWARD [shift(Key::Period), plain(Key::PageDown)] = Steps(50);
    /// Plays this many times as fast.
    ScaleSpeed(factor: f64) [Simple, Lesson] Nothing
        => (run, viewer) viewer.scale_speed(&run.stage, factor),
        "keys-slower" CARET_LEFT [plain(Key::Minus)] = ScaleSpeed(0.5);
        "keys-faster" CARET_RIGHT [plain(Key::Plus), plain(Key::Equals)] = ScaleSpeed(2.0);
    /// Plays at this multiple of the scene's pace.
    Speed(speed: f64) [Simple] Nothing => (viewer) viewer.transport.set_speed(speed),
    /// Steps per frame, whatever the scene's pace.
    StepsPerFrame(steps: u32) [] Nothing => (viewer) viewer.transport.set_steps_per_frame(steps),
    /// Restarts the scene with the present physics and view, or shows a film from its beginning.
    Restart [Simple, Lesson] Nothing
        => (shell, run, viewer) {
            loading::restart(shell, run, viewer);
            compare::align_other_half(shell, run);
        },
        "transport-restart" SKIP_BACK [shift(Key::R)] = Restart;
    /// Negates every velocity.
    Reverse [Lesson] Nothing => (shell, run) perform::reverse(shell, run),
        "transport-reverse" ARROWS_LEFT_RIGHT [plain(Key::Backspace)] = Reverse;
    /// Shows the stored state this many places later or, if negative, earlier.
    StepState(by: i32) [] Nothing
        => (shell, run, viewer) {
            timeline::step_state(shell, run, viewer, by);
            compare::align_other_half(shell, run);
        },
        "timeline-earlier" CARET_LEFT [plain(Key::ArrowLeft)] = StepState(-1);
        "timeline-later" CARET_RIGHT [plain(Key::ArrowRight)] = StepState(1);
    /// Shows the film or the stored states from here on, backwards if negative, or stops doing so.
    Replay(by: i32) [Simple] Nothing => (viewer) viewer.replay(by),
        "timeline-back" REWIND [shift(Key::Home)] = Replay(-1);
        "timeline-forth" FAST_FORWARD [shift(Key::End)] = Replay(1);
    /// Shows the stored state nearest to this time.
    LookBack(time: f64) [] Nothing
        => (shell, run, viewer) {
            timeline::look_back(shell, run, viewer, time);
            compare::align_other_half(shell, run);
        },
    /// Returns to the newest state.
    Newest [] Nothing
        => (shell, run) {
            timeline::return_to_newest(shell, run);
            compare::align_other_half(shell, run);
        },
        "timeline-newest" SKIP_FORWARD [plain(Key::End)] = Newest;
    /// Switches to the branch with this number.
    Branch(number: u32) [] Nothing => (app) app.desk.switch_branch(number),
    /// Discards the branch with this number.
    DiscardBranch(number: u32) [] Nothing
        => (shell, run) timeline::discard_branch(shell, run, number),
    /// Starts or ends a side-by-side comparison with the branch of this number or, without one,
    /// with a copy of what is shown.
    Compare(number: Option<u32>) [] Nothing => (app) app.desk.compare(number),
        "timeline-compare" SPLIT_HORIZONTAL [plain(Key::D)] = Compare(None);
    /// Shows the run twice, side by side: by a tree, and by the direct sum.
    CompareGravity [] Nothing => (app) app.desk.compare_gravity(),
    /// Gives the focus to the other half of a comparison.
    ShowOtherView [] Nothing => (shell, run, drafts) compare::give_focus(shell, run, drafts),
        "keys-other-half" SPLIT_HORIZONTAL [shift(Key::D)] = ShowOtherView;
    /// Makes steps with the present integrator and then with this one from the start, or ends that.
    Trial(other: Option<Integrator>) [] Nothing
        => (shell, run, viewer) trial::try_integrator(shell, run, viewer, other),
    /// Keeps the curves of this run in the plots.
    Keep [] Nothing => (shell, run) trial::keep_curve(shell, run),
}
"keys-scenes" {
    /// Loads a built-in scene by name.
    Scene(name: String) [Simple] Nothing => (shell, run) loading::open(shell, run, &name),
        "keys-shell" IMAGES_SQUARE [plain(Key::Num1)] = Scene("shell".to_owned());
        "keys-ball" IMAGES_SQUARE [plain(Key::Num2)] = Scene("random-ball".to_owned());
        "keys-expanding" IMAGES_SQUARE [plain(Key::Num3)] = Scene("expanding-ball".to_owned());
    /// Loads the next scene (1) or the previous one (-1).
    NextScene(by: i32) [Simple] Nothing => (shell, run) loading::next_scene(shell, run, by),
        "scene-previous" CARET_LEFT [plain(Key::OpenBracket)] = NextScene(-1);
        "scene-next" CARET_RIGHT [plain(Key::CloseBracket)] = NextScene(1);
    /// Starts or ends the tour of the scenes.
    ToggleTour [Simple] Nothing => (shell, run, viewer) perform::toggle_tour(shell, run, viewer),
        "keys-tour" IMAGES_SQUARE [plain(Key::C)] = ToggleTour;
    /// Copies the scene as text.
    CopyScene [] Nothing => (shell, run) perform::copy_scene(shell, run),
        "scene-copy" COPY [plain(Key::O)] = CopyScene;
    /// Opens the dialogue for files, or closes it.
    Files(intent: Option<Intent>) [] Nothing => (shell, run) files::show_files(shell, run, intent),
        "scene-save" FLOPPY_DISK [command(Key::S)] = Files(Some(Intent::Save));
        "scene-open" FOLDER_OPEN [command(Key::O)] = Files(Some(Intent::Open));
    /// Saves the run, or its scene, to a file of this name.
    Save(path: PathBuf) [] Nothing => (shell, run) files::save(shell, run, path),
    /// Opens a scene, a saved run or another machine's results.
    Open(path: PathBuf) [] Nothing => (app) app.open_file(path),
    /// Keeps the scene among the user's, under this title.
    KeepScene(title: String) [] Nothing => (shell, run) collection::keep_scene(shell, run, &title),
    /// Renames, edits or deletes a scene among the user's.
    Upkeep(path: PathBuf, what: Upkeep) [] Nothing
        => (shell) collection::keep_up(shell, &path, what),
    /// Runs or discards the bodies from a file that are previewed.
    Import(is_wanted: bool) [Simple] Nothing
        => (shell, run, incoming) preview::answer_preview(shell, run, incoming, is_wanted),
    /// Continues or discards the run that was cut off when Starshell ended last time.
    Rescue(is_wanted: bool) [] Nothing
        => (shell, run, rescue) files::answer_rescue(shell, run, rescue, is_wanted),
    /// Goes on with the run of the window that was closed last.
    GoOn [] Nothing => (shell, run, rescue) files::go_on(shell, run, rescue),
        "welcome-go-on" PLAY [] = GoOn;
    /// Restarts the scene with other bodies: another number, seed, or initial state.
    Bodies(count: usize, seed: u64, initial: InitialState) [Simple] Nothing
        => (shell, run) loading::set_bodies(shell, run, count, seed, initial),
    /// Changes a setting of the scene.
    Set(row: &'static Setting, value: Value) [Simple if !row.is_of_run()]
        Effect::of_setting(row)
        => (shell, run, viewer) perform::change_setting(shell, run, viewer, row, value),
    /// Changes the physics.
    Physics(parameters: Parameters) [] Physics
        => (shell, run) perform::set_physics(shell, run, parameters),
    /// Resets the physics to the scene file's.
    ResetPhysics [] Physics => (shell, run) perform::reset_physics(shell, run),
    /// Shows numbers in these units, or in the scene's.
    Units(units: Option<Units>) [] Nothing => (run) perform::set_units(run, units),
}
"keys-view" {
    /// Changes the camera.
    Camera(camera: Camera) [Simple] Nothing => (run, viewer) view::set_camera(run, viewer, &camera),
    /// Changes the look.
    Look(look: Box<Look>) [Simple] Look
        => (run) *run.stage.session.viewing().look_mut() = look.bounded(),
    /// Colours by the next quantity.
    NextColor [] Look => (shell, run) view::next_color(shell, run),
        "keys-color" PALETTE [plain(Key::P)] = NextColor;
    /// Shows arrows or swept areas over the picture, or hides them.
    ToggleMark(mark: Mark) [Simple if *mark != Mark::Accelerations, Lesson] Nothing
        => (app) app.toggle_mark(mark),
        "view-velocities" NONE [shift(Key::V)] = ToggleMark(Mark::Velocities);
        "view-accelerations" NONE [shift(Key::A)] = ToggleMark(Mark::Accelerations);
        "view-areas" NONE [plain(Key::A)] = ToggleMark(Mark::Areas);
    /// Moves the camera so that the picture shows 95 % of the bodies.
    Fit [Simple, Lesson] Nothing => (run) run.stage.interaction.wanted.push(Purpose::Fit),
        "view-fit" FRAME_CORNERS [plain(Key::F)] = Fit;
    /// Moves the camera's target with what is followed.
    Follow(follow: Follow) [] Nothing
        => (shell, run, viewer) edits::follow(shell, run, viewer, follow),
        "transport-frame" FRAME_CORNERS [shift(Key::F)] = Follow(Follow::Light);
        "keys-follow" CROSSHAIR [plain(Key::L)] = Follow(Follow::Picked);
        "keys-follow-mass" CROSSHAIR [plain(Key::M)] = Follow(Follow::CenterOfMass);
    /// Resets camera and look to the scene file's.
    ResetView [Simple] Look => (shell, run, viewer) view::reset_view(shell, run, viewer),
        "view-reset" ARROW_COUNTER_CLOCKWISE [plain(Key::Home)] = ResetView;
    /// Sets a key of the camera's path with the current view at the current time.
    SetKey [] Nothing => (shell, run, viewer) path::set_key(shell, run, viewer),
        "path-set" PLUS_CIRCLE [plain(Key::J), plain(Key::Insert)] = SetKey;
    /// Starts or stops moving the camera along the path as the simulation plays.
    ToggleDrive [] Nothing => (shell, run, viewer) path::toggle_travel(shell, run, viewer, false),
        "path-drive" VIDEO_CAMERA [shift(Key::J)] = ToggleDrive;
    /// Starts or stops a preview of the path, independent of the simulation.
    TogglePreview [] Nothing => (shell, run, viewer) path::toggle_travel(shell, run, viewer, true),
        "path-preview" EYE [] = TogglePreview;
    /// Replaces the path, or clears it.
    Path(path: Option<CameraPath>) [] Nothing => (run, viewer) path::set_path(run, viewer, path),
        "path-clear" TRASH [] = Path(None);
    /// Edits the key with this number, from 0.
    SelectKey(key: Option<usize>) [] Nothing => (viewer) viewer.travel.selected = key,
    /// Rotates the camera, or stops.
    ToggleRotation [Simple] Nothing => (viewer) viewer.flight.rotates ^= true,
        "view-rotate" NONE [plain(Key::U)] = ToggleRotation;
    /// Flies by keys, or stops.
    ToggleFly [] Nothing => (viewer) view::toggle_fly(viewer),
        "view-fly" NONE [plain(Key::V)] = ToggleFly;
    /// Whether the picture has the parts of its look that take long to draw, from now on at any
    /// frame rate.
    FullLight(is_full: bool) [] Nothing => (viewer) view::set_full_light(viewer, is_full),
    /// Stores the camera under this number.
    StoreBookmark(number: usize) [] Nothing
        => (shell, run) view::store_bookmark(shell, run, number),
    /// Moves the camera to where it was stored.
    RecallBookmark(number: usize) [] Nothing
        => (shell, run, viewer) view::recall_bookmark(shell, run, viewer, number),
    /// Enters or leaves projector mode.
    ToggleProjector [Simple, Everywhere] Nothing => (shell, run) view::toggle_projector(shell, run),
        "transport-projector" PROJECTOR_SCREEN [plain(Key::B)] = ToggleProjector;
    /// Makes the panels light or dark.
    ToggleLight [Simple, Everywhere] Nothing => (shell, run) view::toggle_light(shell, run),
        "keys-light" NONE [plain(Key::N)] = ToggleLight;
}
"keys-hands" {
    /// Chooses what the pointer does on the picture.
    Tool(tool: Tool) [] Nothing => (run, viewer) edits::take_tool(run, viewer, tool),
        "tool-look" CURSOR [plain(Key::Q)] = Tool(Tool::Look);
        "tool-body" PLUS_CIRCLE [plain(Key::I)] = Tool(Tool::Body);
        "tool-cluster" CIRCLES_THREE [plain(Key::K)] = Tool(Tool::Cluster);
        "tool-attract" MAGNET [plain(Key::T)] = Tool(Tool::Attract);
        "tool-ruler" RULER [shift(Key::M)] = Tool(Tool::Ruler);
    /// Selects the body at this pixel of the picture, and follows it if asked.
    Pick(pixel: Vec2, follow: bool) [] Nothing => (run) edits::pick_at(run, pixel, follow),
    /// Selects the body this many places after the selected one or, if negative, before it.
    StepBody(by: i32) [] Nothing => (run) edits::step_body(run, by),
        "keys-next-body" CARET_RIGHT [shift(Key::ArrowRight)] = StepBody(1);
        "keys-previous-body" CARET_LEFT [shift(Key::ArrowLeft)] = StepBody(-1);
    /// Selects no body.
    Unpick [] Nothing => (run) run.stage.pick(None),
        "body-unpick" X [] = Unpick;
    /// Deletes the selected body.
    DeletePicked [] Nothing => (shell, run) edits::delete_picked(shell, run),
        "body-delete" TRASH [plain(Key::Delete), plain(Key::X)] = DeletePicked;
    /// Throws bodies in.
    Throw(throw: Throw) [] Nothing => (shell, run, viewer) edits::throw(shell, run, viewer, throw),
    /// Throws bodies into a circular orbit about the selected body from now on, or freely again.
    ToggleOrbits [] Nothing => (shell, run, viewer) edits::toggle_orbits(shell, run, viewer),
    /// Changes the bodies.
    Edit(edit: Edit) [] Nothing => (shell, run) edits::edit(shell, run, edit),
    /// Turns the attractor on or off.
    Attract(attraction: Option<Attraction>) [] Nothing => (run) edits::attract(run, attraction),
    /// Returns to the state before the last edit, restart, change of a control or of scene.
    Undo [Lesson] Nothing => (shell, run) edits::undo(shell, run, false),
        "hands-undo" ARROW_U_UP_LEFT [command(Key::Z)] = Undo;
    /// Returns to what was undone last.
    Redo [Lesson] Nothing => (shell, run) edits::undo(shell, run, true),
        "hands-redo" ARROW_U_UP_RIGHT [command_shift(Key::Z), command(Key::Y)] = Redo;
}
"keys-window" {
    /// Hides or shows all panels.
    TogglePanels [] Nothing => (shell) shell.panels_hidden ^= true,
        "keys-panels" NONE [plain(Key::F9), plain(Key::Backtick)] = TogglePanels;
    /// Shows a page.
    ShowPage(page: Page) [] Nothing => (shell) shell.show_page(page),
        "page-explore" PLANET [command(Key::Num1)] = ShowPage(Page::Explore);
        "page-build" CIRCLES_THREE [command(Key::Num2)] = ShowPage(Page::Build);
        "page-measure" CHART_LINE [command(Key::Num3)] = ShowPage(Page::Measure);
        "page-render" CAMERA [command(Key::Num4)] = ShowPage(Page::Render);
        "page-learn" GRADUATION_CAP [command(Key::Num5)] = ShowPage(Page::Learn);
    /// Shows the page *Render* with what pictures or videos need.
    ShowMedium(medium: Medium) [] Nothing => (shell) shell.show_medium(medium),
        "transport-pictures" CARET_DOWN [shift(Key::F12)] = ShowMedium(Medium::Picture);
        "transport-video" CARET_DOWN [command_shift(Key::R)] = ShowMedium(Medium::Video);
    /// Shows a few figures over the picture, all, or none.
    ToggleHud [] Nothing => (shell) shell.toggle_hud(),
        "keys-hud" NONE [plain(Key::G)] = ToggleHud;
    /// Saves the picture.
    Screenshot [Simple] Nothing => (shell, run) picture::take_picture(shell, run),
        "transport-screenshot" CAMERA [plain(Key::F12)] = Screenshot;
    /// Gives pictures and videos the shape of the window.
    ScreenShape [] Nothing => (shell, run, viewer) picture::take_screen(shell, run, viewer),
        "pictures-screen" ARROW_COUNTER_CLOCKWISE [] = ScreenShape;
    /// Takes the picture that becomes this file from the queue.
    DropPicture(path: PathBuf) [] Nothing => (run) queue::drop_picture(run, &path),
    /// Starts or ends recording a video.
    Record [] Nothing => (shell, run, viewer) film::toggle_filming(shell, run, viewer),
        "transport-record" RECORD [plain(Key::R)] = Record;
    /// Puts a video of the time to come into the queue, to be drawn while the run goes on.
    DrawFilm [] Nothing => (shell, run, viewer, tuning) film::draw_film(shell, run, viewer, tuning),
        "video-draw" VIDEO_CAMERA [] = DrawFilm;
    /// Shows this view or, if it is shown, the simulation.
    ToggleView(view: View) [Simple if *view == View::Classroom] Nothing
        => (shell) shell.toggle_view(view),
        "transport-laboratory" FLASK [plain(Key::Y)] = ToggleView(View::Laboratory);
        "transport-workbench" WRENCH [plain(Key::W)] = ToggleView(View::Workbench);
        "transport-classroom" CHALKBOARD [plain(Key::Comma)] = ToggleView(View::Classroom);
        "scene-search" MAGNIFYING_GLASS [command(Key::K)] = ToggleView(View::Search);
        "program-title" SLIDERS_HORIZONTAL [command(Key::Comma)] = ToggleView(View::Program);
        "transport-help" KEYBOARD [plain(Key::H), plain(Key::F1)] = ToggleView(View::Keys);
    /// Measures the experiments with these names or, without names, the one that is shown.
    Measure(names: Vec<&'static str>) [Laboratory] Nothing
        => (shell, laboratory) laboratory.measure(shell, &names),
        "laboratory-run" PLAY [command(Key::Enter)] = Measure(Vec::new());
    /// Ends the measurements after the present case.
    StopMeasuring [] Nothing => (laboratory) laboratory.stop(),
        "laboratory-stop" STOP [] = StopMeasuring;
    /// Writes the results of the experiment that is shown.
    ExportResults(kind: Export) [] Nothing
        => (shell, laboratory) laboratory.export_results(shell, kind),
    /// Puts another machine's results beside, or puts them away.
    CompareResults(path: Option<PathBuf>) [] Nothing
        => (shell, laboratory) laboratory.compare_results(shell, path.as_deref()),
    /// Runs the kernel on the workbench in a separate process.
    RunKernel [] Nothing => (workbench) workbench.begin(),
        "workbench-run" PLAY [] = RunKernel;
    /// Ends that process.
    StopKernel [] Nothing => (workbench) workbench.run = None,
        "workbench-stop" STOP [] = StopKernel;
    /// Writes the kernel on the workbench to a file.
    SaveKernel [] Nothing => (shell, workbench) workbench.save(shell),
        "workbench-save" FLOPPY_DISK [] = SaveKernel;
    /// Puts the text of a file in its place.
    OpenKernel(path: PathBuf) [] Nothing => (shell, workbench) workbench.open(shell, &path),
    /// Begins the lesson with this name, where it was left.
    BeginLesson(name: String) [Simple] Nothing => (app) app.room().begin_lesson(&name),
    /// Ends the lesson.
    EndLesson [Simple] Nothing => (app) app.room().end_lesson(),
    /// Turns a page or card on (1), or back (-1).
    TurnCard(by: i32) [Simple] Nothing => (app) app.room().turn_card(by),
    /// Turns back to the first card.
    FirstCard [Simple] Nothing => (classroom) classroom.go_to(0),
    /// Answers the question of the card.
    AnswerCard(answer: Answer) [Simple] Nothing => (app) app.room().answer_card(&answer),
    /// Writes all answers to a table.
    ExportAnswers [] Nothing => (app) app.room().export_answers(),
        "classroom-export" DOWNLOAD_SIMPLE [] = ExportAnswers;
    /// Makes the interface larger (1), smaller (-1), or as large as usual (0).
    Scale(by: i32) [Simple, Everywhere] Nothing => (shell) shell.scale(by),
        "keys-larger" NONE [command(Key::Plus), command(Key::Equals)] = Scale(1);
        "keys-smaller" NONE [command(Key::Minus)] = Scale(-1);
        "keys-usual" NONE [command(Key::Num0)] = Scale(0);
    /// Enters or leaves the simple mode.
    ToggleSimple [Simple] Nothing => (app) app.desk.toggle_simple(),
        "simple-leave" FRAME_CORNERS [] = ToggleSimple;
    /// Switches to the adapter whose name contains this, or to the best.
    Adapter(name: Option<String>) [] Nothing
        => (shell, run) perform::change_adapter(shell, run, name),
    /// Lets the adapter, the processor or whichever is faster compute the forces.
    Members(members: Members) [] Nothing
        => (shell, run, tuning) members::change_members(shell, run, tuning, members),
    /// Starts or stops the search for this adapter's fastest kernels.
    Tune [] Nothing => (shell, tuning) perform::toggle_tuning(shell, tuning),
    /// Shows the folder of pictures, videos and runs in the desktop's file manager.
    ShowFolder [] Nothing => (shell) shell.show_folder(),
        "pictures-folder" FOLDER_OPEN [] = ShowFolder;
    /// Enters or leaves full screen.
    ToggleFullscreen [Simple, Everywhere] Nothing
        => (shell) shell.requests.push(Request::ToggleFullscreen),
        "transport-fullscreen" CORNERS_OUT [plain(Key::F11)] = ToggleFullscreen;
    /// Closes what is open: overlay, tool, full screen.
    Escape [Simple, Everywhere] Nothing => (app) app.escape(),
        "keys-escape" X [plain(Key::Escape)] = Escape;
    /// Quits, unless there are pictures in the queue and it is the first time.
    Quit [Simple, Everywhere] Nothing => (shell, run) queue::quit(shell, run),
        "keys-quit" X [command(Key::Q)] = Quit;
}
        }
    };
}

pub(crate) use commands;
