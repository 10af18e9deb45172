//! A window of the system: its surface, what paints on it, and its input.

use std::sync::Arc;
use std::time::Duration;

use egui::ViewportId;
use starshell::gpu::{Gpu, GpuError};
use winit::dpi::PhysicalSize;
use winit::event_loop::ActiveEventLoop;
use winit::window::Window;

use crate::app::shell::{painter::Painter, theme};
use crate::folders;

/// A window with its surface and input.
pub struct Screen {
    pub window: Arc<Window>,
    pub canvas: Canvas,
    pub input: egui_winit::State,
}

impl Screen {
    /// The screen of a window that `canvas` belongs to.
    pub fn new(gpu: &Gpu, window: Arc<Window>, canvas: Canvas) -> Self {
        let context = egui::Context::default();
        theme::install(&context);
        let side = gpu.limits().max_texture_dimension_2d as usize;
        let scale = window.scale_factor() as f32;
        let input = egui_winit::State::new(
            context,
            ViewportId::ROOT,
            &window,
            Some(scale),
            None,
            Some(side),
        );
        Self { window, canvas, input }
    }

    /// Whether there is anything to paint on.
    pub fn is_visible(&self) -> bool {
        let size = self.window.inner_size();
        size.width > 0 && size.height > 0 && self.window.is_minimized() != Some(true)
    }

    /// Makes the surface as large as the window, which has changed.
    pub fn resize(&mut self, gpu: &Gpu) {
        let size = self.window.inner_size();
        if size.width > 0 && size.height > 0 {
            self.canvas.resize(gpu, size);
        }
    }

    /// Sets whether frames wait for the display.
    pub fn present_by(&mut self, gpu: &Gpu, mode: wgpu::PresentMode) {
        if self.canvas.configuration.present_mode != mode {
            self.canvas.configuration.present_mode = mode;
            self.resize(gpu);
        }
    }

    /// Whether there is input.
    pub fn has_input(&self) -> bool {
        !self.input.egui_input().events.is_empty()
    }

    /// Time until the interface must be laid out again: zero if there is input.
    pub fn layout_due(&self) -> Duration {
        if self.has_input() {
            Duration::ZERO
        } else {
            self.canvas.painter.layout_due(self.canvas.size())
        }
    }

    /// Takes a new layout of the interface.
    pub fn lay_out(&mut self, output: egui::FullOutput) {
        let size = self.canvas.size();
        self.canvas.painter.lay_out(self.input.egui_ctx(), size, output);
    }

    /// Paints the interface onto the surface. If the surface is lost or outdated, recreates it,
    /// skips the frame and asks for another. Returns whether a frame was presented.
    pub fn paint(&mut self, gpu: &Gpu) -> bool {
        use wgpu::CurrentSurfaceTexture as Current;
        let (texture, is_stale) = match self.canvas.surface.get_current_texture() {
            Current::Success(texture) => (Some(texture), false),
            Current::Suboptimal(texture) => (Some(texture), true),
            Current::Timeout | Current::Occluded => (None, false),
            Current::Outdated | Current::Validation => (None, true),
            Current::Lost => {
                // For example when a window moves to a monitor of another GPU.
                let surface = gpu
                    .adapter()
                    .instance()
                    .map(|instance| instance.create_surface(Arc::clone(&self.window)));
                if let Some(Ok(surface)) = surface {
                    self.canvas.surface = surface;
                }
                (None, true)
            }
        };
        let Some(texture) = texture else {
            if is_stale {
                self.resize(gpu);
            }
            self.window.request_redraw();
            return false;
        };
        let view = texture.texture.create_view(&wgpu::TextureViewDescriptor::default());
        let mut encoder = gpu.encoder("interface");
        self.canvas.painter.paint(&mut encoder, &view);
        gpu.submit(encoder);
        self.window.pre_present_notify();
        gpu.queue().present(texture);
        if is_stale {
            self.resize(gpu);
        }
        true
    }
}

/// The surface that a window is painted on.
pub struct Canvas {
    surface: wgpu::Surface<'static>,
    configuration: wgpu::SurfaceConfiguration,
    pub painter: Painter,
}

impl Canvas {
    /// Opens the adapter that can present to `window`.
    pub fn open(
        window: &Arc<Window>,
        event_loop: &ActiveEventLoop,
        adapter: Option<&str>,
    ) -> Result<(Gpu, Self), GpuError> {
        let display = event_loop.owned_display_handle();
        let descriptor =
            || wgpu::InstanceDescriptor::new_with_display_handle(Box::new(display.clone()));
        let (gpu, surface) = Gpu::open_for_surface(adapter, descriptor, |instance| {
            instance.create_surface(Arc::clone(window))
        })?;
        folders::remember(&gpu);
        let canvas = Self::new(&gpu, surface, window.inner_size());
        Ok((gpu, canvas))
    }

    /// A canvas of an open device on another window; `None` if the device cannot present there.
    pub fn beside(gpu: &Gpu, window: &Arc<Window>) -> Option<Self> {
        let surface = gpu.adapter().instance()?.create_surface(Arc::clone(window)).ok()?;
        let can_present = !gpu.adapter().surface_capabilities(&surface).formats.is_empty();
        can_present.then(|| Self::new(gpu, surface, window.inner_size()))
    }

    fn new(gpu: &Gpu, surface: wgpu::Surface<'static>, size: PhysicalSize<u32>) -> Self {
        let configuration = configuration(gpu, &surface, size);
        let painter = Painter::new(gpu, configuration.format);
        let canvas = Self { surface, configuration, painter };
        canvas.surface.configure(gpu.device(), &canvas.configuration);
        canvas
    }

    /// Width and height in pixels.
    fn size(&self) -> [u32; 2] {
        [self.configuration.width, self.configuration.height]
    }

    fn resize(&mut self, gpu: &Gpu, size: PhysicalSize<u32>) {
        let limit = gpu.limits().max_texture_dimension_2d;
        (self.configuration.width, self.configuration.height) =
            (size.width.clamp(1, limit), size.height.clamp(1, limit));
        self.surface.configure(gpu.device(), &self.configuration);
    }
}

fn configuration(
    gpu: &Gpu,
    surface: &wgpu::Surface,
    size: PhysicalSize<u32>,
) -> wgpu::SurfaceConfiguration {
    let capabilities = gpu.adapter().surface_capabilities(surface);
    // Picture and interface are already sRGB-encoded: a format that encodes again would wash them
    // out.
    let limit = gpu.limits().max_texture_dimension_2d;
    let format = capabilities
        .formats
        .iter()
        .copied()
        .find(|format| !format.is_srgb())
        .or(capabilities.formats.first().copied());
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
