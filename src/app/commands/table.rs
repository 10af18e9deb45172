//! Everything that can be done in the window, one row per command: its arguments, the scopes in
//! which it is available, its immediate effect, and its function. The lines below a row say how the
//! user asks for it: the key of its words, its icon, and its shortcuts.
//!
//! `commands!(then)` passes all rows to the macro `then`. [`super`] makes the enum, the scopes, the
//! effects and the list of offers from them. `window/perform.rs` makes the calls, because only the
//! window knows all features.

macro_rules! commands {
    ($then:ident) => {
        $then! {
"keys-transport" {
    /// Plays or pauses.
    TogglePlay [Simple, Lesson] Nothing => |app| app.desk.toggle_play(),
        "keys-play" PLAY [plain(Key::Space)] = TogglePlay;
    /// Makes this many steps, then pauses.
    Steps(steps: u32) [Lesson] Nothing => |app| app.desk.step(steps),
        "transport-step" STEPS [plain(Key::Period)] = Steps(1);
        "keys-steps" FAST_FORWARD [shift(Key::Period), plain(Key::PageDown)] = Steps(50);
    /// Plays this many times as fast.
    ScaleSpeed(factor: f64) [Simple, Lesson] Nothing
        => |app| app.desk.viewer.scale_speed(&app.desk.stage, factor),
        "keys-slower" CARET_LEFT [plain(Key::Minus)] = ScaleSpeed(0.5);
        "keys-faster" CARET_RIGHT [plain(Key::Plus), plain(Key::Equals)] = ScaleSpeed(2.0);
    /// Plays at this multiple of the scene's pace.
    Speed(speed: f64) [Simple] Nothing => |app| app.desk.viewer.transport.set_speed(speed),
    /// Steps per frame, whatever the scene's pace.
    StepsPerFrame(steps: u32) [] Nothing
        => |app| app.desk.viewer.transport.set_steps_per_frame(steps),
    /// Restarts the scene with the present physics and view.
    Restart [Simple, Lesson] Nothing => |app| app.desk.reload(|_| ()),
        "transport-restart" SKIP_BACK [shift(Key::R)] = Restart;
    /// Negates every velocity.
    Reverse [Lesson] Nothing => |app| app.desk.reverse(),
        "transport-reverse" ARROWS_LEFT_RIGHT [plain(Key::Backspace)] = Reverse;
    /// Shows the stored state this many places later or, if negative, earlier.
    StepState(by: i32) [] Bodies
        => |app| app.desk.move_both(|desk| desk.step_state(by)),
        "timeline-earlier" CARET_LEFT [plain(Key::ArrowLeft)] = StepState(-1);
        "timeline-later" CARET_RIGHT [plain(Key::ArrowRight)] = StepState(1);
    /// Shows the stored state nearest to this time.
    LookBack(time: f64) [] Bodies => |app| app.desk.move_both(|desk| desk.look_back(time)),
    /// Returns to the newest state.
    Newest [] Bodies => |app| app.desk.move_both(|desk| desk.return_to_newest()),
        "timeline-newest" SKIP_FORWARD [plain(Key::End)] = Newest;
    /// Switches to the branch with this number.
    Branch(number: u32) [] Bodies => |app| app.desk.switch_branch(number),
    /// Discards the branch with this number.
    DiscardBranch(number: u32) [] Nothing => |app| app.desk.discard_branch(number),
    /// Starts or ends a side-by-side comparison with the branch of this number or, without one,
    /// with a copy of what is shown.
    Compare(number: Option<u32>) [] Bodies => |app| app.desk.compare(number),
        "timeline-compare" SPLIT_HORIZONTAL [plain(Key::D)] = Compare(None);
    /// Shows the run twice, side by side: by a tree, and by the direct sum.
    CompareGravity [] Bodies => |app| app.desk.compare_gravity(),
    /// Gives the focus to the other half of a comparison.
    ShowOtherView [] Bodies => |app| app.desk.give_focus(),
        "keys-other-half" SPLIT_HORIZONTAL [shift(Key::D)] = ShowOtherView;
    /// Makes steps with the present integrator and then with this one from the start, or ends that.
    Trial(other: Option<Integrator>) [] Nothing => |app| app.desk.try_integrator(other),
    /// Keeps the curves of this run in the plots.
    Keep [] Nothing => |app| app.desk.keep_curve(),
}
"keys-scenes" {
    /// Loads a built-in scene by name.
    Scene(name: String) [Simple] Nothing => |app| app.desk.open(&name),
        "keys-shell" IMAGES_SQUARE [plain(Key::Num1)] = Scene("shell".to_owned());
        "keys-ball" IMAGES_SQUARE [plain(Key::Num2)] = Scene("random-ball".to_owned());
        "keys-expanding" IMAGES_SQUARE [plain(Key::Num3)] = Scene("expanding-ball".to_owned());
    /// Loads the next scene (1) or the previous one (-1).
    NextScene(by: i32) [Simple] Nothing => |app| app.desk.next_scene(by),
        "scene-previous" CARET_LEFT [plain(Key::OpenBracket)] = NextScene(-1);
        "scene-next" CARET_RIGHT [plain(Key::CloseBracket)] = NextScene(1);
    /// Starts or ends the tour of the scenes.
    ToggleTour [Simple] Nothing => |app| app.desk.toggle_tour(),
        "keys-tour" IMAGES_SQUARE [plain(Key::C)] = ToggleTour;
    /// Copies the scene as text.
    CopyScene [] Nothing => |app| app.desk.copy_scene(),
        "scene-copy" COPY [plain(Key::O)] = CopyScene;
    /// Opens the dialogue for files, or closes it.
    Files(intent: Option<Intent>) [] Nothing => |app| app.desk.show_files(intent),
        "scene-save" FLOPPY_DISK [command(Key::S)] = Files(Some(Intent::Save));
        "scene-open" FOLDER_OPEN [command(Key::O)] = Files(Some(Intent::Open));
    /// Saves the run, or its scene, to a file of this name.
    Save(path: PathBuf) [] Nothing => |app| app.desk.save(path),
    /// Opens a scene, a saved run or another machine's results.
    Open(path: PathBuf) [] Nothing => |app| app.open_file(path),
    /// Keeps the scene among the user's, under this title.
    KeepScene(title: String) [] Nothing => |app| app.desk.keep_scene(&title),
    /// Runs or discards the bodies from a file that are previewed.
    Import(is_wanted: bool) [Simple] Nothing => |app| app.desk.answer_preview(is_wanted),
    /// Continues or discards the run that was cut off when Starshell ended last time.
    Rescue(is_wanted: bool) [] Nothing => |app| app.desk.answer_rescue(is_wanted),
    /// Restarts the scene with other bodies: another number, seed, or initial state.
    Bodies(count: usize, seed: u64, initial: InitialState) [Simple] Nothing
        => |app| app.desk.set_bodies(count, seed, initial),
    /// Changes a setting of the scene.
    Set(row: &'static Setting, value: Value) [Simple if row.change() == Change::View]
        Effect::of_setting(row, value) => |app| app.desk.change_setting(row, value),
    /// Changes the physics.
    Physics(parameters: Parameters) [] Physics => |app| app.desk.set_physics(parameters),
    /// Resets the physics to the scene file's.
    ResetPhysics [] Physics => |app| app.desk.reset_physics(),
    /// Shows numbers in these units, or in the scene's.
    Units(units: Option<Units>) [] Nothing => |app| app.desk.set_units(units),
}
"keys-view" {
    /// Changes the camera.
    Camera(camera: Camera) [Simple] Nothing => |app| app.desk.set_camera(&camera),
    /// Changes the look.
    Look(look: Box<Look>) [Simple] Effect::of_look(look)
        => |app| *app.desk.stage.session.look_mut() = look.bounded(),
    /// Colours by the next quantity.
    NextColor [] Colors => |app| app.desk.next_color(),
        "keys-color" PALETTE [plain(Key::P)] = NextColor;
    /// Shows arrows or swept areas over the picture, or hides them.
    ToggleMark(mark: Mark) [Simple if *mark != Mark::Accelerations, Lesson] Nothing
        => |app| app.toggle_mark(mark),
        "view-velocities" NONE [shift(Key::V)] = ToggleMark(Mark::Velocities);
        "view-accelerations" NONE [shift(Key::A)] = ToggleMark(Mark::Accelerations);
        "view-areas" NONE [plain(Key::A)] = ToggleMark(Mark::Areas);
    /// Moves the camera so that the picture shows 95 % of the bodies.
    Fit [Simple, Lesson] Nothing => |app| app.desk.stage.interaction.wanted.push(Purpose::Fit),
        "view-fit" FRAME_CORNERS [plain(Key::F)] = Fit;
    /// Moves the camera's target with what is followed.
    Follow(follow: Follow) [] Nothing => |app| app.desk.follow(follow),
        "transport-frame" FRAME_CORNERS [shift(Key::F)] = Follow(Follow::Light);
        "keys-follow" CROSSHAIR [plain(Key::L)] = Follow(Follow::Picked);
        "keys-follow-mass" CROSSHAIR [plain(Key::M)] = Follow(Follow::CenterOfMass);
    /// Resets camera and look to the scene file's.
    ResetView [Simple] View => |app| app.desk.reset_view(),
        "view-reset" ARROW_COUNTER_CLOCKWISE [plain(Key::Home)] = ResetView;
    /// Sets a key of the camera's path with the current view at the current time.
    SetKey [] Nothing => |app| app.desk.set_key(),
        "path-set" PLUS_CIRCLE [plain(Key::J), plain(Key::Insert)] = SetKey;
    /// Starts or stops moving the camera along the path as the simulation plays.
    ToggleDrive [] Nothing => |app| app.desk.toggle_travel(false),
        "path-drive" VIDEO_CAMERA [shift(Key::J)] = ToggleDrive;
    /// Starts or stops a preview of the path, independent of the simulation.
    TogglePreview [] Nothing => |app| app.desk.toggle_travel(true),
        "path-preview" EYE [] = TogglePreview;
    /// Replaces the path, or clears it.
    Path(path: Option<CameraPath>) [] Nothing => |app| app.desk.set_path(path),
        "path-clear" TRASH [] = Path(None);
    /// Edits the key with this number, from 0.
    SelectKey(key: Option<usize>) [] Nothing => |app| app.desk.viewer.travel.selected = key,
    /// Rotates the camera, or stops.
    ToggleRotation [Simple] Nothing => |app| app.desk.viewer.flight.rotates ^= true,
        "view-rotate" NONE [plain(Key::U)] = ToggleRotation;
    /// Flies by keys, or stops.
    ToggleFly [] Nothing => |app| app.desk.toggle_fly(),
        "view-fly" NONE [plain(Key::V)] = ToggleFly;
    /// Whether the picture has the parts of its look that take long to draw, from now on at any
    /// frame rate.
    FullLight(is_full: bool) [] Nothing => |app| app.desk.set_full_light(is_full),
    /// Stores the camera under this number.
    StoreBookmark(number: usize) [] Nothing => |app| app.desk.store_bookmark(number),
    /// Moves the camera to where it was stored.
    RecallBookmark(number: usize) [] Nothing => |app| app.desk.recall_bookmark(number),
    /// Enters or leaves projector mode.
    ToggleProjector [Simple, Everywhere] Nothing => |app| app.desk.toggle_projector(),
        "transport-projector" PROJECTOR_SCREEN [plain(Key::B)] = ToggleProjector;
    /// Makes the panels light or dark.
    ToggleLight [Simple, Everywhere] Nothing => |app| app.desk.toggle_light(),
        "keys-light" NONE [plain(Key::N)] = ToggleLight;
}
"keys-hands" {
    /// Chooses what the pointer does on the picture.
    Tool(tool: Tool) [] Nothing => |app| app.desk.take_tool(tool),
        "tool-look" CURSOR [plain(Key::Q)] = Tool(Tool::Look);
        "tool-body" PLUS_CIRCLE [plain(Key::I)] = Tool(Tool::Body);
        "tool-cluster" CIRCLES_THREE [plain(Key::K)] = Tool(Tool::Cluster);
        "tool-attract" MAGNET [plain(Key::T)] = Tool(Tool::Attract);
        "tool-ruler" RULER [shift(Key::M)] = Tool(Tool::Ruler);
    /// Selects the body at this pixel of the picture, and follows it if asked.
    Pick(pixel: Vec2, follow: bool) [] Bodies => |app| app.desk.pick_at(pixel, follow),
    /// Selects the body this many places after the selected one or, if negative, before it.
    StepBody(by: i32) [] Bodies => |app| app.desk.step_body(by),
        "keys-next-body" CARET_RIGHT [shift(Key::ArrowRight)] = StepBody(1);
        "keys-previous-body" CARET_LEFT [shift(Key::ArrowLeft)] = StepBody(-1);
    /// Selects no body.
    Unpick [] Bodies => |app| app.desk.stage.pick(None),
        "body-unpick" X [] = Unpick;
    /// Deletes the selected body.
    DeletePicked [] Bodies => |app| app.desk.delete_picked(),
        "body-delete" TRASH [plain(Key::Delete), plain(Key::X)] = DeletePicked;
    /// Throws bodies in.
    Throw(throw: Throw) [] Bodies => |app| app.desk.throw(throw),
    /// Throws bodies into a circular orbit about the selected body from now on, or freely again.
    ToggleOrbits [] Nothing => |app| app.desk.toggle_orbits(),
    /// Changes the bodies.
    Edit(edit: Edit) [] Bodies => |app| app.desk.edit(edit),
    /// Turns the attractor on or off.
    Attract(attraction: Option<Attraction>) [] Nothing => |app| app.desk.attract(attraction),
    /// Returns to the state before the last edit, restart, change of a control or of scene.
    Undo [Lesson] Bodies => |app| app.desk.undo(false),
        "hands-undo" ARROW_U_UP_LEFT [command(Key::Z)] = Undo;
    /// Returns to what was undone last.
    Redo [Lesson] Bodies => |app| app.desk.undo(true),
        "hands-redo" ARROW_U_UP_RIGHT [command_shift(Key::Z), command(Key::Y)] = Redo;
}
"keys-window" {
    /// Hides or shows all panels.
    TogglePanels [] Nothing => |app| app.desk.shell.panels_hidden ^= true,
        "keys-panels" NONE [plain(Key::Tab), plain(Key::Backtick)] = TogglePanels;
    /// Opens the right panel with this tab.
    ShowTab(tab: Tab) [] Nothing => |app| app.desk.shell.show_tab(tab),
        "keys-measure-tab" CHART_LINE [command(Key::Num1)] = ShowTab(Tab::Measure);
        "keys-look-tab" PALETTE [command(Key::Num2)] = ShowTab(Tab::Look);
        "keys-camera-tab" VIDEO_CAMERA [command(Key::Num3)] = ShowTab(Tab::Camera);
        "keys-export-tab" EXPORT [command(Key::Num4)] = ShowTab(Tab::Export);
    /// Shows a few figures over the picture, all, or none.
    ToggleHud [] Nothing => |app| app.desk.shell.toggle_hud(),
        "keys-hud" NONE [plain(Key::G)] = ToggleHud;
    /// Saves the picture.
    Screenshot [] Nothing => |app| app.desk.take_picture(),
        "transport-screenshot" CAMERA [plain(Key::F12)] = Screenshot;
    /// Abandons the picture being drawn.
    DropPicture [] Nothing => |app| app.desk.drop_picture(),
    /// Starts or ends recording a video.
    Record [] Nothing => |app| app.desk.toggle_filming(),
        "transport-record" RECORD [plain(Key::R)] = Record;
    /// Shows this view or, if it is shown, the simulation.
    ToggleView(view: View) [Simple if *view == View::Classroom] Nothing
        => |app| app.desk.shell.toggle_view(view),
        "transport-pictures" CARET_DOWN [shift(Key::F12)] = ToggleView(View::Framing);
        "transport-video" CARET_DOWN [command_shift(Key::R)] = ToggleView(View::Filming);
        "transport-laboratory" FLASK [plain(Key::Y)] = ToggleView(View::Laboratory);
        "transport-workbench" WRENCH [plain(Key::W)] = ToggleView(View::Workbench);
        "transport-classroom" CHALKBOARD [plain(Key::Comma)] = ToggleView(View::Classroom);
        "scene-search" MAGNIFYING_GLASS [command(Key::K)] = ToggleView(View::Search);
        "transport-help" KEYBOARD [plain(Key::H), plain(Key::F1)] = ToggleView(View::Keys);
    /// Measures the experiments with these names or, without names, the one that is shown.
    Measure(names: Vec<&'static str>) [Laboratory] Nothing
        => |app| app.laboratory.measure(&mut app.desk.shell, &names),
        "laboratory-run" PLAY [command(Key::Enter)] = Measure(Vec::new());
    /// Ends the measurements after the present case.
    StopMeasuring [] Nothing => |app| app.laboratory.stop(),
        "laboratory-stop" STOP [] = StopMeasuring;
    /// Writes the results of the experiment that is shown.
    ExportResults(kind: Export) [] Nothing
        => |app| app.laboratory.export_results(&mut app.desk.shell, kind),
    /// Puts another machine's results beside, or puts them away.
    CompareResults(path: Option<PathBuf>) [] Nothing
        => |app| app.laboratory.compare_results(&mut app.desk.shell, path.as_deref()),
    /// Runs the kernel on the workbench in a separate process.
    RunKernel [] Nothing => |app| app.workbench.begin(),
        "workbench-run" PLAY [] = RunKernel;
    /// Ends that process.
    StopKernel [] Nothing => |app| app.workbench.run = None,
        "workbench-stop" STOP [] = StopKernel;
    /// Writes the kernel on the workbench to a file.
    SaveKernel [] Nothing => |app| app.workbench.save(&mut app.desk.shell),
        "workbench-save" FLOPPY_DISK [] = SaveKernel;
    /// Puts the text of a file in its place.
    OpenKernel(path: PathBuf) [] Nothing
        => |app| app.workbench.open(&mut app.desk.shell, &path),
    /// Begins the lesson with this name, where it was left.
    BeginLesson(name: String) [Simple] Nothing => |app| app.room().begin_lesson(&name),
    /// Ends the lesson.
    EndLesson [Simple] Nothing => |app| app.room().end_lesson(),
    /// Turns a page or card on (1), or back (-1).
    TurnCard(by: i32) [Simple] Nothing => |app| app.room().turn_card(by),
    /// Turns back to the first card.
    FirstCard [Simple] Nothing => |app| app.classroom.go_to(0),
    /// Answers the question of the card.
    AnswerCard(answer: Answer) [Simple] Nothing => |app| app.room().answer_card(&answer),
    /// Writes all answers to a table.
    ExportAnswers [] Nothing => |app| app.room().export_answers(),
        "classroom-export" DOWNLOAD_SIMPLE [] = ExportAnswers;
    /// Makes the interface larger (1), smaller (-1), or as large as usual (0).
    Scale(by: i32) [Simple, Everywhere] Nothing => |app| app.desk.shell.scale(by),
        "keys-larger" NONE [command(Key::Plus), command(Key::Equals)] = Scale(1);
        "keys-smaller" NONE [command(Key::Minus)] = Scale(-1);
        "keys-usual" NONE [command(Key::Num0)] = Scale(0);
    /// Enters or leaves the simple mode.
    ToggleSimple [Simple] Nothing => |app| app.desk.toggle_simple(),
        "simple-leave" FRAME_CORNERS [] = ToggleSimple;
    /// Switches to the adapter whose name contains this, or to the best.
    Adapter(name: Option<String>) [] Nothing => |app| app.desk.change_adapter(name),
    /// Lets the adapter, the processor or whichever is faster compute the forces.
    Members(members: Members) [] Nothing => |app| app.desk.change_members(members),
    /// Starts or stops the search for this adapter's fastest kernels.
    Tune [] Nothing => |app| app.desk.toggle_tuning(),
    /// Shows the folder of pictures, videos and runs in the desktop's file manager.
    ShowFolder [] Nothing => |app| app.desk.shell.show_folder(),
        "pictures-folder" FOLDER_OPEN [] = ShowFolder;
    /// Enters or leaves full screen.
    ToggleFullscreen [Simple, Everywhere] Nothing
        => |app| app.desk.shell.requests.push(Request::ToggleFullscreen),
        "transport-fullscreen" CORNERS_OUT [plain(Key::F11)] = ToggleFullscreen;
    /// Closes what is open: overlay, tool, full screen.
    Escape [Simple, Everywhere] Nothing => |app| app.escape(),
        "keys-escape" X [plain(Key::Escape)] = Escape;
    /// Quits.
    Quit [Simple, Everywhere] Nothing => |app| app.desk.shell.requests.push(Request::Quit),
        "keys-quit" X [command(Key::Q)] = Quit;
}
        }
    };
}

pub(crate) use commands;
