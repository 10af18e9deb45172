//! What outlives the window: its settings and place, pictures being written, and the run itself
//! after a failure.

use std::time::{Duration, Instant};

use starshell::words::t;
use winit::dpi::{LogicalPosition, LogicalSize};

use crate::app::simulation::acts;
use crate::app::window::system::{Live, Program};
use crate::explained::explained;

/// Time between checks for changed settings.
const SAVED: Duration = Duration::from_secs(5);

/// How long a closed window's program waits for pictures being written.
const WRITTEN: Duration = Duration::from_secs(20);

impl Live {
    /// Saves changed settings regularly, so that little is lost if the program is killed.
    pub(super) fn save(&mut self, path: &std::path::Path) {
        let (saved, looked) = &mut self.saved;
        if looked.elapsed() < SAVED || *saved == self.app.desk.shell.settings {
            return;
        }
        *saved = self.app.desk.shell.settings.clone();
        *looked = Instant::now();
        if let Err(error) = saved.save(path) {
            self.app.desk.shell.notices.warn(t!(
                "notice-unsaved",
                path = path.display(),
                error = error.source
            ));
        }
    }

    /// Notes the window's position for the next start.
    fn remember(&mut self) {
        let scale = self.screen.window.scale_factor();
        let placement = &mut self.app.desk.shell.settings.window;
        placement.maximized = self.screen.window.is_maximized();
        if self.screen.window.fullscreen().is_none() && !placement.maximized {
            let size: LogicalSize<u32> = self.screen.window.inner_size().to_logical(scale);
            placement.size = [size.width, size.height];
            if let Ok(position) = self.screen.window.outer_position() {
                let position: LogicalPosition<i32> = position.to_logical(scale);
                placement.position = Some([position.x, position.y]);
            }
        }
    }
}

impl Program {
    /// Completes what is being written, and keeps the settings. After a failure, the run is kept as
    /// well.
    pub(super) fn close(&mut self) {
        let Some(mut live) = self.live.take() else { return };
        // There is nobody left to ask for its place.
        if !self.connection.is_lost() {
            live.remember();
            live.screen.window.set_visible(false);
        }
        live.app.room().give_back();
        let desk = &mut live.app.desk;
        if desk.rescue.is_some() {
            desk.shell.settings.collection.left_off = acts::files::left_off(&desk.run);
        }
        if let Some(path) = &self.path
            && let Err(error) = live.app.desk.shell.settings.save(path)
        {
            // The window is gone, so this is the only place left to report it.
            self.failure.get_or_insert(anyhow::anyhow!(
                "{}: the settings of this run are lost",
                explained(&error)
            ));
        }
        if let Err(error) = live.app.workbench.keep() {
            self.failure.get_or_insert(error.into());
        }
        // Complete the pictures being written.
        for error in live.app.finish_writing(WRITTEN) {
            self.failure.get_or_insert(error);
        }
        if let Some(rescue) = live.app.desk.rescue.take() {
            match self.failure.is_some() || self.connection.is_lost() {
                // The next start offers to continue.
                true => {
                    self.is_kept = acts::files::leave(
                        &live.app.desk.shell,
                        &mut live.app.desk.run,
                        &live.app.desk.viewer,
                        rescue,
                    )
                }
                false => acts::files::end(
                    &live.app.desk.shell,
                    &mut live.app.desk.run,
                    &live.app.desk.viewer,
                    rescue,
                ),
            }
        }
    }
}
