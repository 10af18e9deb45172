//! The window and its surface: events in, frames out. The window survives the loss of surface or
//! device.

mod keeping;
mod letters;
mod notes;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::ViewportId;
use egui::accesskit::TreeUpdate;
use egui_winit::accesskit_winit;
use starshell::gpu::GpuError;
use starshell::scene::Scene;
use starshell::words::{self, Language, t};
use winit::application::ApplicationHandler;
use winit::dpi::{LogicalPosition, LogicalSize, PhysicalSize};
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, EventLoopProxy};
use winit::window::{Fullscreen, Window, WindowId};

use crate::app::commands::Command;
use crate::app::laboratory::Laboratory;
use crate::app::lessons::classroom::Classroom;
use crate::app::shell::{
    keys,
    placement::MIN_SIZE,
    settings::{Loaded, Settings},
    state::Request,
    theme,
};
use crate::app::simulation::{
    acts,
    acts::start::{LessonStart, Start},
    preview::Incoming,
    rescue::Rescue,
};
use crate::app::window::{
    app::App,
    connection::{Connection, LOST},
    dialogues::Dialogues,
    displays, layout,
    report::Report,
    screen::{Canvas, Screen},
};
use crate::app::workbench::Workbench;
use crate::explained::explained;
use crate::folders;
use crate::lesson::lesson_folder;
use crate::panics;

/// Maximum time between frames while the processor computes the next steps, and interval at which
/// it is polled.
const COMPUTED: Duration = Duration::from_millis(400);
const LOOKED: Duration = Duration::from_millis(2);

/// How many devices are reopened within how much time before the program gives up.
const RECOVERIES: usize = 5;
const RECOVERED: Duration = Duration::from_secs(30);

/// Window options from the command line.
#[derive(Debug, Default)]
pub struct Options {
    pub adapter: Option<String>,
    /// The language of this run; otherwise that of the settings.
    pub language: Option<&'static Language>,
    pub is_fullscreen: bool,
    pub start: Start,
    /// Bodies from a file, which begin once they are confirmed.
    pub incoming: Option<Incoming>,
}

/// Events from outside the event loop.
#[derive(Debug)]
enum Wake {
    /// From assistive technology.
    Access(accesskit_winit::Event),
    /// A request to end the program.
    Close,
    /// The display is gone.
    Lost,
}

impl From<accesskit_winit::Event> for Wake {
    fn from(event: accesskit_winit::Event) -> Self {
        Self::Access(event)
    }
}

/// Closes the window normally, from any thread.
#[derive(Clone, Debug)]
pub struct Closer(EventLoopProxy<Wake>);

impl Closer {
    /// Asks the window to close. Does nothing if it is already closed.
    pub fn close(&self) {
        let _ = self.0.send_event(Wake::Close);
    }
}

/// Opens the window, and returns when it is closed. `listen` receives a handle to close it.
///
/// # Errors
/// If there is no display or no adapter, the scene cannot be built, or the display is lost.
pub fn open(
    scene: Scene,
    options: Options,
    listen: impl FnOnce(Closer) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    displays::check_variable()?;
    let built = panics::caught(|| EventLoop::<Wake>::with_user_event().build())
        .map_err(anyhow::Error::msg)?;
    let event_loop = built.map_err(|error| {
        // Winit's message begins with the place in its source.
        let text = error.to_string();
        let cause = text.rsplit_once(": ").map_or(text.as_str(), |(_, cause)| cause).trim_end_matches('.');
        anyhow::anyhow!("no window can be opened ({cause}): start it on a desktop, or render without one with `starshell render`")
    })?;
    let path = folders::settings();
    let Loaded { settings, fault, is_safe } =
        path.as_deref().map_or_else(Loaded::default, Settings::load);
    let path = path.filter(|_| is_safe);
    words::speak(Some(options.language.unwrap_or_else(|| settings.speaks())));
    let proxy = event_loop.create_proxy();
    listen(Closer(proxy.clone()))?;
    let lost = proxy.clone();
    let connection = Connection::watch(&event_loop, move || {
        let _ = lost.send_event(Wake::Lost);
    });
    let mut program = Program {
        scene,
        options,
        settings,
        path,
        fault,
        proxy,
        connection,
        live: None,
        failure: None,
        is_kept: false,
    };
    let ran = panics::caught(|| event_loop.run_app(&mut program));
    let failure = match ran {
        _ if program.connection.is_lost() => Some(anyhow::anyhow!(LOST)),
        Ok(Ok(())) => None,
        Ok(Err(error)) => Some(error.into()),
        Err(panic) => Some(anyhow::anyhow!(panic)),
    };
    if let Some(failure) = failure {
        program.failure = Some(anyhow::anyhow!("{failure}"));
        // After a panic, the window is still there, and its state may be half changed.
        let end = match panics::caught(|| program.close()) {
            Err(panic) => format!("; then {panic}"),
            Ok(()) if program.is_kept => "; the next start offers to continue the run".to_owned(),
            Ok(()) => String::new(),
        };
        program.failure = Some(anyhow::anyhow!("{failure}{end}"));
    }
    program.failure.map_or(Ok(()), Err)
}

struct Program {
    scene: Scene,
    options: Options,
    settings: Settings,
    /// The settings file, if it may be written.
    path: Option<PathBuf>,
    /// What is wrong with the settings file.
    fault: Option<String>,
    proxy: EventLoopProxy<Wake>,
    connection: Connection,
    live: Option<Live>,
    failure: Option<anyhow::Error>,
    /// Whether the run of a window that has failed is there to be continued.
    is_kept: bool,
}

/// The window while it is open.
struct Live {
    screen: Screen,
    /// The notes of those who teach, in a window of their own, and when it was drawn.
    notes: Option<(Screen, Instant)>,
    /// Whether the system says that other windows cover it, or that it is minimised.
    is_covered: bool,
    /// Events held for the next frame.
    held: Vec<egui::Event>,
    app: App,
    last_frame: Instant,
    /// When the next frame is needed without an event.
    wake: Option<Instant>,
    /// When the next frame is due although the processor is still computing the next steps: frames
    /// in between would only take its time.
    computing: Option<Instant>,
    /// Whether another adapter was chosen.
    reopen: bool,
    /// When devices were reopened recently.
    recovered: Vec<Instant>,
    /// The settings on disk, and when they were last compared.
    saved: (Settings, Instant),
    report: Option<Report>,
    dialogues: Dialogues,
}

fn present_mode(settings: &Settings) -> wgpu::PresentMode {
    if settings.vsync { wgpu::PresentMode::AutoVsync } else { wgpu::PresentMode::AutoNoVsync }
}

impl Live {
    fn new(program: &mut Program, event_loop: &ActiveEventLoop) -> anyhow::Result<Self> {
        displays::check(event_loop)?;
        letters::recall(&program.settings.keyboard);
        let placement = program.settings.window.within(&displays::all(event_loop));
        let mut attributes = Window::default_attributes()
            .with_title(t!("window-title"))
            .with_inner_size(LogicalSize::<u32>::from(placement.size))
            .with_min_inner_size(PhysicalSize::<u32>::from(MIN_SIZE))
            .with_maximized(placement.maximized)
            .with_visible(false);
        if let Some([x, y]) = placement.position {
            attributes = attributes.with_position(LogicalPosition::new(x, y));
        }
        if program.options.is_fullscreen || program.options.start.is_kiosk {
            attributes = attributes.with_fullscreen(Some(Fullscreen::Borderless(None)));
        }
        let window = Arc::new(event_loop.create_window(attributes)?);
        let wanted = program.options.adapter.as_deref();
        let remembered = program.settings.adapter.clone();
        let mut gone = None;
        let opened = match Canvas::open(&window, event_loop, wanted.or(remembered.as_deref())) {
            // The remembered adapter may have been removed: that must not prevent the start.
            Err(GpuError::NoSuchAdapter { .. }) if wanted.is_none() => {
                gone = program.settings.adapter.take();
                Canvas::open(&window, event_loop, None)
            }
            opened => opened,
        };
        let (gpu, canvas) = opened?;
        let mut app = App::new(
            &gpu,
            program.scene.clone(),
            program.settings.clone(),
            &program.options.start,
        )?;
        app.desk.incoming = program.options.incoming.take();
        if gpu.is_software() {
            acts::frame::begin_plain(&mut app.desk.shell, &mut app.desk.viewer);
        }
        app.laboratory = Laboratory::new(&gpu, folders::data("laboratory"));
        app.workbench = Workbench::new(&gpu, folders::data("workbench"));
        let answers = folders::data("lessons").map(|folder| folder.join("progress.json"));
        app.classroom = Classroom::new(lesson_folder(), answers);
        if let Some(LessonStart { name, starts_over, seed, class }) =
            program.options.start.lesson.clone()
        {
            (app.classroom.is_kiosk, app.classroom.seed) = (starts_over, seed);
            (app.classroom.shows_code, app.classroom.class) = (class.is_some(), class);
            app.ask(Command::BeginLesson(name));
        }
        if !program.options.start.is_kiosk {
            app.desk.rescue = folders::rescue().as_deref().and_then(Rescue::begin);
        }
        if let Some(fault) = program.fault.take() {
            app.desk.shell.notices.warn(fault);
        }
        if let Some(adapter) = gone {
            app.desk.shell.notices.warn(t!("notice-no-adapter", adapter = adapter));
        }
        let mut screen = Screen::new(&gpu, window, canvas);
        screen.input.init_accesskit(event_loop, &screen.window, program.proxy.clone());
        let report = Report::asked();
        if report.is_some() {
            screen.input.egui_ctx().enable_accesskit();
        }
        screen.window.set_visible(true);
        screen.window.request_redraw();
        let saved = (program.settings.clone(), Instant::now());
        Ok(Self {
            screen,
            notes: None,
            is_covered: false,
            app,
            last_frame: Instant::now(),
            wake: None,
            computing: None,
            reopen: false,
            recovered: Vec::new(),
            held: Vec::new(),
            saved,
            report,
            dialogues: Dialogues::default(),
        })
    }

    /// Whether there is anything to see. What nobody sees is not painted while pictures or videos
    /// are made, which goes on.
    fn is_shown(&self) -> bool {
        self.screen.is_visible() && !(self.is_covered && self.app.is_capturing())
    }

    /// Runs one frame: requests, steps and picture, and a new layout of the interface if one is
    /// due.
    fn frame(&mut self, event_loop: &ActiveEventLoop) -> Result<(), GpuError> {
        let is_shown = self.is_shown();
        if !is_shown && !self.app.is_capturing() {
            return Ok(());
        }
        let now = Instant::now();
        let elapsed = now.duration_since(self.last_frame).as_secs_f32();
        self.last_frame = now;

        let gpu = self.app.gpu().clone();
        self.screen.present_by(&gpu, present_mode(&self.app.desk.shell.settings));
        let (mut delay, mut tree) = (self.screen.layout_due(), None);
        let has_input = is_shown && self.screen.has_input();
        // A report lists the controls of each frame.
        let is_unseen = |app: &App| !is_shown || app.is_unseen();
        let is_laid_out =
            !is_unseen(&self.app) && (delay.is_zero() || self.report.is_some()) || has_input;
        if is_laid_out {
            (delay, tree) = self.lay_out();
        }
        let was_moving = self.app.is_moving();
        self.app.frame(elapsed)?;
        if self.app.desk.run.was_foretold_wrongly() && is_laid_out {
            self.app.desk.run.note_drawn(true);
            (delay, tree) = self.lay_out();
            self.app.desk.run.note_drawn(false);
        }
        self.dialogues.tend(&mut self.app.desk.shell, &self.screen.window);
        // The panels may have resized the picture.
        self.screen.canvas.painter.pictures(self.app.targets());
        // Recovery may have opened another device.
        let gpu = self.app.gpu().clone();
        let is_seen = has_input || !is_unseen(&self.app);
        if is_seen
            && self.screen.paint(&gpu)
            && let Some(report) = &mut self.report
        {
            report.presented();
        }
        self.answer(event_loop);
        delay = delay.min(self.tend_notes(event_loop));
        if let Some(report) = &mut self.report {
            let later = report.write(
                &self.app.desk.shell,
                &self.app.desk.run,
                &self.app.desk.viewer,
                self.screen.window.inner_size().into(),
                self.screen.input.egui_ctx().pixels_per_point().into(),
                tree.as_ref(),
            );
            delay = later.map_or(delay, |later| later.min(delay));
        }
        // What has arrived last is drawn by the next frame.
        self.computing = None;
        if is_seen && delay.is_zero() || !self.held.is_empty() {
            self.screen.window.request_redraw();
        } else if was_moving || self.app.is_moving() {
            if self.app.is_computing() {
                self.computing = Some(Instant::now() + COMPUTED);
            } else if is_seen {
                self.screen.window.request_redraw();
            } else {
                // Nothing else keeps the loop from running idle while the encoder works.
                delay = delay.min(LOOKED);
            }
        }
        self.wake = now.checked_add(delay).filter(|_| delay < Duration::from_secs(3600));
        Ok(())
    }

    /// Lays out the interface. Returns the time until it changes, and for the report what assistive
    /// technology reads.
    fn lay_out(&mut self) -> (Duration, Option<TreeUpdate>) {
        let context = self.screen.input.egui_ctx().clone();
        let mut raw = self.screen.input.take_egui_input(&self.screen.window);
        keys::hold_back(&mut raw, &mut self.held);
        let pictures = self.screen.canvas.painter.pictures(self.app.targets());
        let mut output = context.run_ui(raw, |ui| layout::ui(ui, &mut self.app, pictures));
        let tree =
            self.report.as_ref().and_then(|_| output.platform_output.accesskit_update.clone());
        self.screen.input.handle_platform_output(
            &self.screen.window,
            std::mem::take(&mut output.platform_output),
        );
        let delay = output
            .viewport_output
            .get(&ViewportId::ROOT)
            .map_or(Duration::MAX, |viewport| viewport.repaint_delay);
        self.screen.lay_out(output);
        (delay, tree)
    }

    /// Carries out the desk's requests.
    fn answer(&mut self, event_loop: &ActiveEventLoop) {
        for request in self.app.requests() {
            match request {
                Request::ToggleFullscreen => {
                    let now = self.screen.window.fullscreen();
                    self.screen.window.set_fullscreen(if now.is_some() {
                        None
                    } else {
                        Some(Fullscreen::Borderless(None))
                    });
                }
                Request::LeaveFullscreen => self.screen.window.set_fullscreen(None),
                Request::Copy(text) => self.screen.input.set_clipboard_text(text),
                Request::Show(folder) => {
                    // What its launcher reports is for programmers.
                    if open::that_detached(&folder).is_err() {
                        let told = t!("notice-no-opener", path = folder.display());
                        self.app.desk.shell.notices.warn(told);
                    }
                }
                Request::Reopen => self.reopen = true,
                Request::Quit => event_loop.exit(),
            }
        }
    }

    /// Recreates device and session, after the device was lost (with its `cause`) or on another
    /// adapter.
    fn recover(
        &mut self,
        event_loop: &ActiveEventLoop,
        cause: Option<&GpuError>,
    ) -> anyhow::Result<()> {
        let wanted = self.app.desk.shell.settings.adapter.clone();
        let now = Instant::now();
        self.recovered.retain(|before| now.duration_since(*before) < RECOVERED);
        self.recovered.push(now);
        if let (Some(cause), true) = (cause, self.recovered.len() > RECOVERIES) {
            anyhow::bail!("{}; this keeps happening, so Starshell gives up", explained(cause));
        }
        // A driver needs a moment after a reset.
        let mut opened = Canvas::open(&self.screen.window, event_loop, wanted.as_deref());
        for _ in 1..RECOVERIES {
            if opened.is_ok() {
                break;
            }
            std::thread::sleep(Duration::from_millis(400));
            opened = Canvas::open(&self.screen.window, event_loop, wanted.as_deref());
        }
        let (gpu, canvas) = opened?;
        // Drop the old surface before using the new one: a window can have only one.
        self.screen.canvas = canvas;
        self.notes = None;
        self.app.recover(&gpu, cause)?;
        theme::renew(self.screen.input.egui_ctx(), self.app.desk.shell.frames);
        self.screen.window.request_redraw();
        Ok(())
    }
}

impl Program {
    fn fail(&mut self, event_loop: &ActiveEventLoop, error: anyhow::Error) {
        self.failure = Some(error);
        event_loop.exit();
    }

    fn frame(&mut self, event_loop: &ActiveEventLoop) {
        let Some(live) = &mut self.live else { return };
        let cause = live.frame(event_loop).err();
        if (cause.is_some() || std::mem::take(&mut live.reopen))
            && let Err(failure) = live.recover(event_loop, cause.as_ref())
        {
            return self.fail(event_loop, failure);
        }
        if let Some(path) = &self.path {
            live.save(path);
        }
    }
}

impl ApplicationHandler<Wake> for Program {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.live.is_some() {
            return;
        }
        match Live::new(self, event_loop) {
            Ok(live) => self.live = Some(live),
            Err(error) => self.fail(event_loop, error),
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, window: WindowId, event: WindowEvent) {
        let Some(live) = &mut self.live else { return };
        if window != live.screen.window.id() {
            return live.notes_event(window, &event);
        }
        if matches!(event, WindowEvent::ScaleFactorChanged { .. })
            && let Err(error) = displays::check(event_loop)
        {
            return self.fail(event_loop, error);
        }
        letters::learn(&event, &mut live.app.desk.shell.settings.keyboard);
        let is_redraw = matches!(event, WindowEvent::RedrawRequested);
        if !is_redraw && live.screen.input.on_window_event(&live.screen.window, &event).repaint {
            live.screen.window.request_redraw();
        }
        match event {
            WindowEvent::CloseRequested if live.app.may_close() => event_loop.exit(),
            WindowEvent::CloseRequested => live.screen.window.request_redraw(),
            WindowEvent::Resized(_) => {
                live.screen.resize(&live.app.gpu().clone());
                live.screen.window.request_redraw();
            }
            WindowEvent::Occluded(is_covered) => {
                live.is_covered = is_covered;
                live.screen.window.request_redraw();
            }
            WindowEvent::RedrawRequested => self.frame(event_loop),
            _ => {}
        }
    }

    fn user_event(&mut self, event_loop: &ActiveEventLoop, event: Wake) {
        let event = match event {
            Wake::Access(event) => event,
            Wake::Close => return event_loop.exit(),
            Wake::Lost => return self.fail(event_loop, anyhow::anyhow!(LOST)),
        };
        let Some(live) = &mut self.live else { return };
        if let accesskit_winit::WindowEvent::ActionRequested(request) = event.window_event {
            live.screen.input.on_accesskit_action_request(request);
        }
        live.screen.window.request_redraw();
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let Some(live) = &mut self.live else { return };
        let now = Instant::now();
        if !live.is_shown() && live.app.is_capturing() {
            // Few systems ask a window that nobody sees to draw itself.
            self.frame(event_loop);
            return event_loop.set_control_flow(ControlFlow::WaitUntil(Instant::now() + LOOKED));
        }
        if let Some(latest) = live.computing {
            if now < latest && live.app.is_computing() {
                return event_loop.set_control_flow(ControlFlow::WaitUntil(now + LOOKED));
            }
            live.computing = None;
            live.screen.window.request_redraw();
        }
        match live.wake {
            Some(wake) if wake <= Instant::now() => {
                live.wake = None;
                live.screen.window.request_redraw();
                event_loop.set_control_flow(ControlFlow::Wait);
            }
            Some(wake) => event_loop.set_control_flow(ControlFlow::WaitUntil(wake)),
            None => event_loop.set_control_flow(ControlFlow::Wait),
        }
    }

    fn exiting(&mut self, _event_loop: &ActiveEventLoop) {
        self.close();
    }
}
