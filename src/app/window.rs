//! The window and its surface: events in, frames out. The window survives the loss of surface or device.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::ViewportId;
use egui_winit::accesskit_winit;
use starshell::gpu::{Gpu, GpuError};
use starshell::scene::Scene;
use winit::application::ApplicationHandler;
use winit::dpi::{LogicalPosition, LogicalSize, PhysicalSize};
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, EventLoopProxy};
use winit::monitor::MonitorHandle;
use winit::window::{Fullscreen, Window, WindowId};

use super::action::Action;
use super::classroom::Classroom;
use super::desk::{Desk, Request, Start};
use super::laboratory::Laboratory;
use super::painter::Painter;
use super::report::Report;
use super::rescue::Rescue;
use super::settings::{self, Display, LEAST_SIZE, Loaded, Settings};
use super::words::t;
use super::{keys, panels, theme};
use crate::lesson::lesson_folder;

/// Time between checks for changed settings.
const SAVED: Duration = Duration::from_secs(5);

/// How long a closed window's program waits for pictures being written.
const WRITTEN: Duration = Duration::from_secs(20);

/// How many devices are reopened within how much time before the program gives up.
const RECOVERIES: usize = 5;
const RECOVERED: Duration = Duration::from_secs(30);

/// Window options from the command line.
#[derive(Debug, Default)]
pub struct Options {
    pub adapter: Option<String>,
    pub is_fullscreen: bool,
    pub start: Start,
}

/// Events from outside the event loop.
#[derive(Debug)]
enum Wake {
    /// From assistive technology.
    Access(accesskit_winit::Event),
    /// A request to end the program.
    Close,
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
/// If there is no display or no adapter, or the scene cannot be built.
pub fn open(scene: Scene, options: Options, listen: impl FnOnce(Closer) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let event_loop = EventLoop::<Wake>::with_user_event().build().map_err(|error| {
        // Winit's message begins with the place in its source.
        let text = error.to_string();
        let cause = text.rsplit_once(": ").map_or(text.as_str(), |(_, cause)| cause).trim_end_matches('.');
        anyhow::anyhow!("no window can be opened ({cause}): start it on a desktop, or render without one with `starshell render`")
    })?;
    let path = settings::path();
    let Loaded { settings, fault, is_safe } = path.as_deref().map_or_else(Loaded::default, Settings::load);
    let path = path.filter(|_| is_safe);
    let proxy = event_loop.create_proxy();
    listen(Closer(proxy.clone()))?;
    let mut program = Program { scene, options, settings, path, fault, proxy, live: None, failure: None };
    event_loop.run_app(&mut program)?;
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
    live: Option<Live>,
    failure: Option<anyhow::Error>,
}

/// The window while it is open.
struct Live {
    window: Arc<Window>,
    canvas: Canvas,
    input: egui_winit::State,
    /// Events held for the next frame.
    held: Vec<egui::Event>,
    desk: Desk,
    last_frame: Instant,
    /// When the next frame is needed without an event.
    wake: Option<Instant>,
    /// Whether another adapter was chosen.
    reopen: bool,
    /// When devices were reopened recently.
    recovered: Vec<Instant>,
    /// The settings on disk, and when they were last compared.
    saved: (Settings, Instant),
    report: Option<Report>,
}

/// The surface that the window is painted on.
struct Canvas {
    surface: wgpu::Surface<'static>,
    configuration: wgpu::SurfaceConfiguration,
    painter: Painter,
}

impl Canvas {
    /// Opens the adapter that can present to `window`.
    fn open(window: &Arc<Window>, event_loop: &ActiveEventLoop, adapter: Option<&str>) -> Result<(Gpu, Self), GpuError> {
        let display = event_loop.owned_display_handle();
        let descriptor = || wgpu::InstanceDescriptor::new_with_display_handle(Box::new(display.clone()));
        let (gpu, surface) = Gpu::open_for_surface(adapter, descriptor, |instance| instance.create_surface(Arc::clone(window)))?;
        let size = window.inner_size();
        let configuration = configuration(&gpu, &surface, size);
        let painter = Painter::new(&gpu, configuration.format);
        let canvas = Self { surface, configuration, painter };
        canvas.surface.configure(gpu.device(), &canvas.configuration);
        Ok((gpu, canvas))
    }

    fn resize(&mut self, gpu: &Gpu, size: PhysicalSize<u32>) {
        let limit = gpu.limits().max_texture_dimension_2d;
        (self.configuration.width, self.configuration.height) = (size.width.clamp(1, limit), size.height.clamp(1, limit));
        self.surface.configure(gpu.device(), &self.configuration);
    }
}

fn present_mode(settings: &Settings) -> wgpu::PresentMode {
    if settings.vsync { wgpu::PresentMode::AutoVsync } else { wgpu::PresentMode::AutoNoVsync }
}

/// The displays that report their size, the primary one first.
fn displays(event_loop: &ActiveEventLoop) -> Vec<Display> {
    let display = |monitor: MonitorHandle| {
        let scale = monitor.scale_factor();
        let (corner, size) = (monitor.position().to_logical::<i32>(scale), monitor.size().to_logical::<u32>(scale));
        Display { corner: corner.into(), size: size.into() }
    };
    let all = event_loop.primary_monitor().into_iter().chain(event_loop.available_monitors());
    all.map(display).filter(|display| display.size[0] > 0 && display.size[1] > 0).collect()
}

fn configuration(gpu: &Gpu, surface: &wgpu::Surface, size: PhysicalSize<u32>) -> wgpu::SurfaceConfiguration {
    let capabilities = gpu.surface_capabilities(surface);
    // Picture and interface are already sRGB-encoded: a format that encodes again would wash them out.
    let limit = gpu.limits().max_texture_dimension_2d;
    let format = capabilities.formats.iter().copied().find(|format| !format.is_srgb()).or(capabilities.formats.first().copied());
    wgpu::SurfaceConfiguration {
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
        format: format.unwrap_or(wgpu::TextureFormat::Bgra8Unorm),
        color_space: wgpu::SurfaceColorSpace::Auto,
        width: size.width.clamp(1, limit),
        height: size.height.clamp(1, limit),
        present_mode: wgpu::PresentMode::AutoVsync,
        desired_maximum_frame_latency: 2,
        alpha_mode: wgpu::CompositeAlphaMode::Auto,
        view_formats: Vec::new(),
    }
}

impl Live {
    fn new(program: &mut Program, event_loop: &ActiveEventLoop) -> anyhow::Result<Self> {
        let placement = program.settings.window.within(&displays(event_loop));
        let mut attributes = Window::default_attributes()
            .with_title(t!("window-title"))
            .with_inner_size(LogicalSize::<u32>::from(placement.size))
            .with_min_inner_size(LogicalSize::<u32>::from(LEAST_SIZE))
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
        let mut desk = Desk::new(&gpu, program.scene.clone(), program.settings.clone(), &program.options.start)?;
        desk.laboratory = Laboratory::new(&gpu, settings::laboratory_folder());
        let answers = settings::data_folder("lessons").map(|folder| folder.join("progress.json"));
        desk.classroom = Classroom::new(lesson_folder(), answers);
        if let Some((name, is_kiosk)) = program.options.start.lesson.clone() {
            desk.classroom.is_kiosk = is_kiosk;
            desk.ask(Action::Lesson(name));
        }
        if !program.options.start.is_kiosk {
            desk.rescue = settings::rescue_folder().as_deref().and_then(Rescue::begin);
        }
        if let Some(fault) = program.fault.take() {
            desk.notices.warn(fault);
        }
        if let Some(adapter) = gone {
            desk.notices.warn(t!("notice-no-adapter", adapter = adapter));
        }
        let context = egui::Context::default();
        theme::install(&context);
        let side = gpu.limits().max_texture_dimension_2d as usize;
        let mut input =
            egui_winit::State::new(context, ViewportId::ROOT, &window, Some(window.scale_factor() as f32), None, Some(side));
        input.init_accesskit(event_loop, &window, program.proxy.clone());
        let report = Report::asked();
        if report.is_some() {
            input.egui_ctx().enable_accesskit();
        }
        window.set_visible(true);
        window.request_redraw();
        let saved = (program.settings.clone(), Instant::now());
        Ok(Self {
            window,
            canvas,
            input,
            desk,
            last_frame: Instant::now(),
            wake: None,
            reopen: false,
            recovered: Vec::new(),
            held: Vec::new(),
            saved,
            report,
        })
    }

    /// Runs one frame: requests, steps, picture, interface.
    fn frame(&mut self, event_loop: &ActiveEventLoop) -> Result<(), GpuError> {
        let size = self.window.inner_size();
        if size.width == 0 || size.height == 0 || self.window.is_minimized() == Some(true) {
            return Ok(());
        }
        let now = Instant::now();
        let elapsed = now.duration_since(self.last_frame).as_secs_f32();
        self.last_frame = now;

        let context = self.input.egui_ctx().clone();
        let mut raw = self.input.take_egui_input(&self.window);
        keys::hold_back(&mut raw, &mut self.held);
        if keys::take_tab(&mut raw, &context) {
            self.desk.ask(super::action::Action::TogglePanels);
        }
        let present_mode = present_mode(&self.desk.settings);
        if self.canvas.configuration.present_mode != present_mode {
            self.canvas.configuration.present_mode = present_mode;
            self.canvas.resize(&self.desk.gpu().clone(), size);
        }
        let pictures = self.canvas.painter.pictures(self.desk.targets());
        let mut output = context.run_ui(raw, |ui| panels::ui(ui, &mut self.desk, pictures));
        let tree = self.report.as_ref().and_then(|_| output.platform_output.accesskit_update.clone());
        self.input.handle_platform_output(&self.window, std::mem::take(&mut output.platform_output));
        let mut delay = output.viewport_output.get(&ViewportId::ROOT).map_or(Duration::MAX, |viewport| viewport.repaint_delay);
        self.desk.frame(elapsed)?;
        // The panels may have resized the picture.
        self.canvas.painter.pictures(self.desk.targets());
        self.paint(output)?;
        self.answer(event_loop);
        if let Some(report) = &mut self.report {
            let later = report.write(&self.desk, size.into(), context.pixels_per_point().into(), tree.as_ref());
            delay = later.map_or(delay, |later| later.min(delay));
        }
        if self.desk.is_moving() || delay.is_zero() || !self.held.is_empty() {
            self.window.request_redraw();
        }
        self.wake = now.checked_add(delay).filter(|_| delay < Duration::from_secs(3600));
        Ok(())
    }

    /// Paints the interface onto the surface. If the surface is lost or outdated, recreates it and skips the frame.
    fn paint(&mut self, output: egui::FullOutput) -> Result<(), GpuError> {
        use wgpu::CurrentSurfaceTexture as Current;
        let gpu = self.desk.gpu().clone();
        let (texture, is_stale) = match self.canvas.surface.get_current_texture() {
            Current::Success(texture) => (Some(texture), false),
            Current::Suboptimal(texture) => (Some(texture), true),
            Current::Timeout | Current::Occluded => (None, false),
            Current::Outdated | Current::Validation => (None, true),
            Current::Lost => {
                // For example when a window moves to a monitor of another GPU.
                let surface = gpu.instance().map(|instance| instance.create_surface(Arc::clone(&self.window)));
                if let Some(Ok(surface)) = surface {
                    self.canvas.surface = surface;
                }
                (None, true)
            }
        };
        let Some(texture) = texture else {
            // egui reports texture changes only once.
            self.canvas.painter.update(output);
            if is_stale {
                self.canvas.resize(&gpu, self.window.inner_size());
            }
            self.window.request_redraw();
            return Ok(());
        };
        let view = texture.texture.create_view(&wgpu::TextureViewDescriptor::default());
        let mut encoder = gpu.encoder("interface");
        let size = [texture.texture.width(), texture.texture.height()];
        self.canvas.painter.paint(&mut encoder, &view, size, self.input.egui_ctx(), output);
        gpu.submit(encoder);
        self.window.pre_present_notify();
        gpu.queue().present(texture);
        if let Some(report) = &mut self.report {
            report.presented();
        }
        if is_stale {
            self.canvas.resize(&gpu, self.window.inner_size());
        }
        Ok(())
    }

    /// Carries out the desk's requests.
    fn answer(&mut self, event_loop: &ActiveEventLoop) {
        for request in self.desk.requests() {
            match request {
                Request::ToggleFullscreen => {
                    let now = self.window.fullscreen();
                    self.window.set_fullscreen(if now.is_some() { None } else { Some(Fullscreen::Borderless(None)) });
                }
                Request::LeaveFullscreen => self.window.set_fullscreen(None),
                Request::Copy(text) => self.input.set_clipboard_text(text),
                Request::Show(folder) => {
                    if let Err(error) = open::that_detached(&folder) {
                        self.desk.notices.warn(t!("notice-no-file-manager", path = folder.display(), cause = error));
                    }
                }
                Request::Reopen => self.reopen = true,
                Request::Quit => event_loop.exit(),
            }
        }
    }

    /// Recreates device and session, after the device was lost (with its `cause`) or on another adapter.
    fn recover(&mut self, event_loop: &ActiveEventLoop, cause: Option<&GpuError>) -> anyhow::Result<()> {
        let wanted = self.desk.settings.adapter.clone();
        let now = Instant::now();
        self.recovered.retain(|before| now.duration_since(*before) < RECOVERED);
        self.recovered.push(now);
        if let (Some(cause), true) = (cause, self.recovered.len() > RECOVERIES) {
            anyhow::bail!("{cause}; this keeps happening, so Starshell gives up");
        }
        // A driver needs a moment after a reset.
        let mut opened = Canvas::open(&self.window, event_loop, wanted.as_deref());
        for _ in 1..RECOVERIES {
            if opened.is_ok() {
                break;
            }
            std::thread::sleep(Duration::from_millis(400));
            opened = Canvas::open(&self.window, event_loop, wanted.as_deref());
        }
        let (gpu, canvas) = opened?;
        // Drop the old surface before using the new one: a window can have only one.
        self.canvas = canvas;
        self.desk.recover(&gpu, cause)?;
        theme::renew(self.input.egui_ctx(), self.desk.frames);
        self.window.request_redraw();
        Ok(())
    }

    /// Saves changed settings regularly, so that little is lost if the program is killed.
    fn save(&mut self, path: &std::path::Path) {
        let (saved, looked) = &mut self.saved;
        if looked.elapsed() < SAVED || *saved == self.desk.settings {
            return;
        }
        *saved = self.desk.settings.clone();
        *looked = Instant::now();
        if let Err(error) = saved.save(path) {
            self.desk.notices.warn(t!("notice-unsaved", path = path.display(), error = error.source));
        }
    }

    /// Notes the window's position for the next start.
    fn remember(&mut self) {
        let scale = self.window.scale_factor();
        let placement = &mut self.desk.settings.window;
        placement.maximized = self.window.is_maximized();
        if self.window.fullscreen().is_none() && !placement.maximized {
            let size: LogicalSize<u32> = self.window.inner_size().to_logical(scale);
            placement.size = [size.width, size.height];
            if let Ok(position) = self.window.outer_position() {
                let position: LogicalPosition<i32> = position.to_logical(scale);
                placement.position = Some([position.x, position.y]);
            }
        }
    }
}

impl Program {
    fn fail(&mut self, event_loop: &ActiveEventLoop, error: anyhow::Error) {
        self.failure = Some(error);
        event_loop.exit();
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

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _window: WindowId, event: WindowEvent) {
        let Some(live) = &mut self.live else { return };
        let is_redraw = matches!(event, WindowEvent::RedrawRequested);
        if !is_redraw && live.input.on_window_event(&live.window, &event).repaint {
            live.window.request_redraw();
        }
        match event {
            WindowEvent::CloseRequested => event_loop.exit(),
            WindowEvent::Resized(size) => {
                if size.width > 0 && size.height > 0 {
                    let gpu = live.desk.gpu().clone();
                    live.canvas.resize(&gpu, size);
                }
                live.window.request_redraw();
            }
            WindowEvent::RedrawRequested => {
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
            _ => {}
        }
    }

    fn user_event(&mut self, event_loop: &ActiveEventLoop, event: Wake) {
        let Wake::Access(event) = event else { return event_loop.exit() };
        let Some(live) = &mut self.live else { return };
        if let accesskit_winit::WindowEvent::ActionRequested(request) = event.window_event {
            live.input.on_accesskit_action_request(request);
        }
        live.window.request_redraw();
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let Some(live) = &mut self.live else { return };
        match live.wake {
            Some(wake) if wake <= Instant::now() => {
                live.wake = None;
                live.window.request_redraw();
                event_loop.set_control_flow(ControlFlow::Wait);
            }
            Some(wake) => event_loop.set_control_flow(ControlFlow::WaitUntil(wake)),
            None => event_loop.set_control_flow(ControlFlow::Wait),
        }
    }

    fn exiting(&mut self, _event_loop: &ActiveEventLoop) {
        let Some(mut live) = self.live.take() else { return };
        live.remember();
        live.window.set_visible(false);
        if let Some(path) = &self.path
            && let Err(error) = live.desk.settings.save(path)
        {
            // The window is gone, so this is the only place left to report it.
            self.failure.get_or_insert(anyhow::anyhow!("{error}: the settings of this run are lost"));
        }
        // Complete the pictures being written.
        for error in live.desk.finish_writing(WRITTEN) {
            self.failure.get_or_insert(error);
        }
        // After a failure, the next start offers to continue.
        if let Some(rescue) = live.desk.rescue.take().filter(|_| self.failure.is_none()) {
            rescue.end();
        }
    }
}
