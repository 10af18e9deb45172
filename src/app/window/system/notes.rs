//! The notes of those who teach, in a window of their own beside the main one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use starshell::gpu::Gpu;
use starshell::words::t;
use winit::dpi::LogicalSize;
use winit::event::WindowEvent;
use winit::event_loop::ActiveEventLoop;
use winit::window::{Window, WindowId};

use crate::app::commands::View;
use crate::app::lessons::{classroom::Notes, panels::notes_ui};
use crate::app::window::{
    screen::{Canvas, Screen},
    system::Live,
};

/// Least time between two drawings of the notes while the picture moves, and most while nothing
/// does: they show a clock.
const NOTES: Duration = Duration::from_millis(100);
const CLOCK: Duration = Duration::from_secs(1);
/// Size of the window of the notes, in points.
const NOTES_SIZE: [f64; 2] = [400.0, 640.0];

impl Live {
    /// Opens, draws or closes the window of the notes. Returns when it has to be drawn again.
    pub(super) fn tend_notes(&mut self, event_loop: &ActiveEventLoop) -> Duration {
        if self.app.classroom.notes != Notes::Apart || self.app.desk.shell.view != View::Classroom {
            self.notes = None;
            return Duration::MAX;
        }
        if self.notes.is_none() {
            match notes_screen(event_loop, self.app.gpu()) {
                Some(screen) => self.notes = Some((screen, Instant::now())),
                None => {
                    self.app.classroom.notes = Notes::Below;
                    self.app.desk.shell.notices.warn(t!("notice-no-second-window"));
                    return Duration::ZERO;
                }
            }
            self.draw_notes();
        } else if self.notes.as_ref().is_some_and(|(_, drawn)| drawn.elapsed() > NOTES) {
            self.draw_notes();
        }
        CLOCK
    }

    fn draw_notes(&mut self) {
        let Some((screen, drawn)) = &mut self.notes else { return };
        *drawn = Instant::now();
        if !screen.is_visible() {
            return;
        }
        let gpu = self.app.gpu().clone();
        // It must not hold up the picture.
        screen.present_by(&gpu, wgpu::PresentMode::AutoNoVsync);
        let raw = screen.input.take_egui_input(&screen.window);
        let context = screen.input.egui_ctx().clone();
        let mut pressed = Vec::new();
        let mut output =
            context.run_ui(raw, |ui| pressed.extend(notes_ui(ui, &mut self.app.room())));
        pressed.into_iter().for_each(|(key, modifiers)| self.app.press(key, modifiers));
        screen
            .input
            .handle_platform_output(&screen.window, std::mem::take(&mut output.platform_output));
        screen.lay_out(output);
        screen.paint(&gpu);
    }

    /// An event of the window of the notes. What is done there is carried out with the next frame
    /// of the main window.
    pub(super) fn notes_event(&mut self, window: WindowId, event: &WindowEvent) {
        let Some((screen, _)) =
            self.notes.as_mut().filter(|(screen, _)| screen.window.id() == window)
        else {
            return;
        };
        let is_redraw = matches!(event, WindowEvent::RedrawRequested);
        if !is_redraw && screen.input.on_window_event(&screen.window, event).repaint {
            screen.window.request_redraw();
        }
        match event {
            WindowEvent::CloseRequested => {
                self.app.classroom.notes = Notes::Closed;
                self.notes = None;
            }
            WindowEvent::Resized(_) => screen.resize(&self.app.gpu().clone()),
            WindowEvent::RedrawRequested => self.draw_notes(),
            _ => return,
        }
        self.screen.window.request_redraw();
    }
}

/// A window for the notes, as narrow as a phone; `None` if the system or the device allows no
/// second one.
fn notes_screen(event_loop: &ActiveEventLoop, gpu: &Gpu) -> Option<Screen> {
    let attributes = Window::default_attributes()
        .with_title(t!("classroom-notes"))
        .with_inner_size(LogicalSize::new(NOTES_SIZE[0], NOTES_SIZE[1]))
        .with_min_inner_size(LogicalSize::new(0.75 * NOTES_SIZE[0], 0.5 * NOTES_SIZE[1]));
    let window = Arc::new(event_loop.create_window(attributes).ok()?);
    let canvas = Canvas::beside(gpu, &window)?;
    Some(Screen::new(gpu, window, canvas))
}
