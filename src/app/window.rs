//! The window and its surface: events in, frames out. Whatever happens to surface or device, the window stays.

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
use winit::window::{Fullscreen, Window, WindowId};

use super::desk::{Desk, Request, Start};
use super::painter::Painter;
use super::report::Report;
use super::settings::{self, Settings};
use super::words::t;
use super::{keys, panels, theme};

/// Time between two looks whether settings have changed.
const SAVED: Duration = Duration::from_secs(5);

/// Devices that are opened again within so much time, before the program gives up.
const RECOVERIES: usize = 5;
const RECOVERED: Duration = Duration::from_secs(30);

/// What the command line asks of the window.
#[derive(Debug, Default)]
pub struct Options {
    pub adapter: Option<String>,
    pub is_fullscreen: bool,
    pub start: Start,
}

/// Opens the window, and returns when it is closed.
///
/// # Errors
/// Where there is no display, no adapter, or the scene cannot be.
pub fn open(scene: Scene, options: Options) -> anyhow::Result<()> {
    let event_loop = EventLoop::<accesskit_winit::Event>::with_user_event().build().map_err(|error| {
        // Winit says first where in its source it gave up.
        let text = error.to_string();
        let cause = text.rsplit_once(": ").map_or(text.as_str(), |(_, cause)| cause).trim_end_matches('.');
        anyhow::anyhow!(
            "no window can be opened ({cause}): start it on a desktop, or make pictures without one by `starshell render`"
        )
    })?;
    let path = settings::path();
    let (settings, fault) = path.as_deref().map_or_else(Default::default, Settings::load);
    let proxy = event_loop.create_proxy();
    let mut program = Program { scene, options, settings, path, fault, proxy, live: None, failure: None };
    event_loop.run_app(&mut program)?;
    program.failure.map_or(Ok(()), Err)
}

struct Program {
    scene: Scene,
    options: Options,
    settings: Settings,
    path: Option<PathBuf>,
    /// What is wrong with the file of the settings.
    fault: Option<String>,
    proxy: EventLoopProxy<accesskit_winit::Event>,
    live: Option<Live>,
    failure: Option<anyhow::Error>,
}

/// The window while it is open.
struct Live {
    window: Arc<Window>,
    canvas: Canvas,
    input: egui_winit::State,
    /// Events that wait for the next frame.
    held: Vec<egui::Event>,
    desk: Desk,
    last_frame: Instant,
    /// When the next frame is wanted without an event.
    wake: Option<Instant>,
    /// Whether another adapter was chosen.
    reopen: bool,
    /// When devices were opened again lately.
    recovered: Vec<Instant>,
    /// The settings as they are on the disk, and when that was last looked at.
    saved: (Settings, Instant),
    report: Option<Report>,
}

/// What the window is painted upon.
struct Canvas {
    surface: wgpu::Surface<'static>,
    configuration: wgpu::SurfaceConfiguration,
    painter: Painter,
}

impl Canvas {
    /// Opens the adapter that shows in `window`.
    fn open(window: &Arc<Window>, event_loop: &ActiveEventLoop, adapter: Option<&str>) -> Result<(Gpu, Self), GpuError> {
        let display = event_loop.owned_display_handle();
        let descriptor = || wgpu::InstanceDescriptor::new_with_display_handle(Box::new(display.clone()));
        let (gpu, surface) = Gpu::open_for_surface(adapter, descriptor, |instance| instance.create_surface(Arc::clone(window)))?;
        if let Some(folder) = settings::cache_folder() {
            gpu.remember_in(&folder);
        }
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

fn configuration(gpu: &Gpu, surface: &wgpu::Surface, size: PhysicalSize<u32>) -> wgpu::SurfaceConfiguration {
    let capabilities = gpu.surface_capabilities(surface);
    // Pictures and interface are encoded already: a format that encoded once more would fade them.
    let format = capabilities.formats.iter().copied().find(|format| !format.is_srgb()).or(capabilities.formats.first().copied());
    wgpu::SurfaceConfiguration {
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
        format: format.unwrap_or(wgpu::TextureFormat::Bgra8Unorm),
        color_space: wgpu::SurfaceColorSpace::Auto,
        width: size.width.max(1),
        height: size.height.max(1),
        present_mode: wgpu::PresentMode::AutoVsync,
        desired_maximum_frame_latency: 2,
        alpha_mode: wgpu::CompositeAlphaMode::Auto,
        view_formats: Vec::new(),
    }
}

impl Live {
    fn new(program: &mut Program, event_loop: &ActiveEventLoop) -> anyhow::Result<Self> {
        let placement = program.settings.window;
        let mut attributes = Window::default_attributes()
            .with_title(t!("window-title"))
            .with_inner_size(LogicalSize::new(placement.size[0].max(320), placement.size[1].max(240)))
            .with_min_inner_size(LogicalSize::new(320, 240))
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
            // What was remembered may have been taken out since: no reason not to start.
            Err(GpuError::NoSuchAdapter { .. }) if wanted.is_none() => {
                gone = program.settings.adapter.take();
                Canvas::open(&window, event_loop, None)
            }
            opened => opened,
        };
        let (gpu, canvas) = opened?;
        let mut desk = Desk::new(&gpu, program.scene.clone(), program.settings.clone(), &program.options.start)?;
        if let Some(fault) = program.fault.take() {
            desk.notices.warn(t!("notice-settings", fault = fault));
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

    /// One frame: what was asked for, steps, picture, interface.
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
        let picture = self.canvas.painter.picture(self.desk.target());
        let mut output = context.run_ui(raw, |ui| panels::ui(ui, &mut self.desk, Some(picture)));
        let tree = self.report.as_ref().and_then(|_| output.platform_output.accesskit_update.clone());
        self.input.handle_platform_output(&self.window, std::mem::take(&mut output.platform_output));
        let mut delay = output.viewport_output.get(&ViewportId::ROOT).map_or(Duration::MAX, |viewport| viewport.repaint_delay);
        self.desk.frame(elapsed)?;
        // The panels may have left the picture another size.
        self.canvas.painter.picture(self.desk.target());
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

    /// Paints the interface onto the surface. A surface that is gone, or not as it was, is made anew; that frame is left out.
    fn paint(&mut self, output: egui::FullOutput) -> Result<(), GpuError> {
        use wgpu::CurrentSurfaceTexture as Current;
        let gpu = self.desk.gpu().clone();
        let (texture, is_stale) = match self.canvas.surface.get_current_texture() {
            Current::Success(texture) => (Some(texture), false),
            Current::Suboptimal(texture) => (Some(texture), true),
            Current::Timeout | Current::Occluded => (None, false),
            Current::Outdated | Current::Validation => (None, true),
            Current::Lost => {
                // As when a window moves to a monitor of another GPU.
                let surface = gpu.instance().map(|instance| instance.create_surface(Arc::clone(&self.window)));
                if let Some(Ok(surface)) = surface {
                    self.canvas.surface = surface;
                }
                (None, true)
            }
        };
        let Some(texture) = texture else {
            // What egui has to say of its textures is said once only.
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

    /// Does what the desk asks of the window.
    fn answer(&mut self, event_loop: &ActiveEventLoop) {
        for request in self.desk.requests() {
            match request {
                Request::ToggleFullscreen => {
                    let now = self.window.fullscreen();
                    self.window.set_fullscreen(if now.is_some() { None } else { Some(Fullscreen::Borderless(None)) });
                }
                Request::LeaveFullscreen => self.window.set_fullscreen(None),
                Request::Copy(text) => self.input.set_clipboard_text(text),
                Request::Reopen => self.reopen = true,
                Request::Quit => event_loop.exit(),
            }
        }
    }

    /// Makes device and session anew: after the device was lost (the `cause`), or on another adapter.
    fn recover(&mut self, event_loop: &ActiveEventLoop, cause: Option<&GpuError>) -> anyhow::Result<()> {
        let wanted = self.desk.settings.adapter.clone();
        let now = Instant::now();
        self.recovered.retain(|before| now.duration_since(*before) < RECOVERED);
        self.recovered.push(now);
        if let (Some(cause), true) = (cause, self.recovered.len() > RECOVERIES) {
            anyhow::bail!("{cause} (again and again: Starshell gives up)");
        }
        // A driver that was reset takes a moment to come back.
        let mut opened = Canvas::open(&self.window, event_loop, wanted.as_deref());
        for _ in 1..RECOVERIES {
            if opened.is_ok() {
                break;
            }
            std::thread::sleep(Duration::from_millis(400));
            opened = Canvas::open(&self.window, event_loop, wanted.as_deref());
        }
        let (gpu, canvas) = opened?;
        // The old surface goes before the new one is used: a window has one at a time.
        self.canvas = canvas;
        self.desk.recover(&gpu, cause)?;
        theme::renew(self.input.egui_ctx(), self.desk.frames);
        self.window.request_redraw();
        Ok(())
    }

    /// Writes settings that have changed, now and then: what kills the program loses little.
    fn save(&mut self, path: &std::path::Path) {
        let (saved, looked) = &mut self.saved;
        if looked.elapsed() < SAVED || *saved == self.desk.settings {
            return;
        }
        *saved = self.desk.settings.clone();
        *looked = Instant::now();
        if let Err(error) = saved.save(path) {
            self.desk.notices.warn(t!("notice-unsaved", path = path.display(), error = error));
        }
    }

    /// Where the window is now, for the next start.
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

impl ApplicationHandler<accesskit_winit::Event> for Program {
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

    fn user_event(&mut self, _event_loop: &ActiveEventLoop, event: accesskit_winit::Event) {
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
        if let Some(path) = &self.path
            && let Err(error) = live.desk.settings.save(path)
        {
            // The window is gone; this is the only place left to say it.
            self.failure.get_or_insert(anyhow::anyhow!(
                "{} cannot be written ({error}): the settings of this time are lost",
                path.display()
            ));
        }
    }
}
