//! A report for programs that drive the window: with `STARSHELL_REPORT=<file>` set, the file holds
//! one JSON object with the state of the simulation and the position of every named control. It is
//! replaced as a whole, at most ten times per second. The test of the real window reads it, and
//! scripts can too.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use egui::accesskit::{NodeId, TreeUpdate};
use serde::Serialize;
use starshell::file;
use starshell::physics::Parameters;

use crate::app::shell::state::Shell;
use crate::app::simulation::{run::Run, viewer::Viewer};

/// Minimum time between two reports.
const PERIOD: Duration = Duration::from_millis(100);

/// When the program started.
static BEGIN: OnceLock<Instant> = OnceLock::new();

/// Notes the start time of the program. Call it first.
pub fn begin() {
    BEGIN.get_or_init(Instant::now);
}

/// The file, and state that the desk does not hold.
pub struct Report {
    path: PathBuf,
    last: Option<Instant>,
    first_frame: Option<Duration>,
}

/// The contents of the file.
#[derive(Serialize)]
struct Contents<'a> {
    frames: u64,
    time: f64,
    steps: u64,
    playing: bool,
    panels: bool,
    bodies: u32,
    physics: &'a Parameters,
    /// Pixels.
    window: [u32; 2],
    /// Milliseconds from the start of the process to the first frame that was presented.
    first_frame_ms: Option<f64>,
    controls: Vec<Control>,
}

/// A control as assistive technology sees it.
#[derive(Serialize)]
struct Control {
    label: String,
    role: String,
    value: Option<String>,
    /// Left, top, right and bottom, in window pixels.
    rect: [f64; 4],
}

impl Report {
    /// The report, if the environment asks for one.
    pub fn asked() -> Option<Self> {
        let path = std::env::var_os("STARSHELL_REPORT").filter(|path| !path.is_empty())?;
        Some(Self { path: path.into(), last: None, first_frame: None })
    }

    /// Notes that a frame was presented.
    pub fn presented(&mut self) {
        self.first_frame.get_or_insert_with(|| BEGIN.get_or_init(Instant::now).elapsed());
    }

    /// Writes the report, unless the last one is too recent; then returns how long to wait.
    pub fn write(
        &mut self,
        shell: &Shell,
        run: &Run,
        viewer: &Viewer,
        window: [u32; 2],
        scale: f64,
        tree: Option<&TreeUpdate>,
    ) -> Option<Duration> {
        if let Some(left) = self.last.and_then(|last| PERIOD.checked_sub(last.elapsed())) {
            return Some(left);
        }
        self.last = Some(Instant::now());
        let simulation = run.stage.session.simulation();
        let contents = Contents {
            frames: shell.frames,
            time: simulation.time(),
            steps: simulation.steps(),
            playing: viewer.transport.is_playing,
            panels: !shell.panels_hidden,
            bodies: simulation.bodies().count(),
            physics: simulation.parameters(),
            window,
            first_frame_ms: self.first_frame.map(|time| time.as_secs_f64() * 1e3),
            controls: tree.map_or_else(Vec::new, |tree| controls(tree, scale)),
        };
        // Ignore failures: a reader then finds the last report or none.
        let _ = serde_json::to_vec(&contents).map(|text| file::write(&self.path, &text));
        None
    }
}

/// Everything in `tree` that has a position and a name, its own or from a label.
fn controls(tree: &TreeUpdate, scale: f64) -> Vec<Control> {
    let nodes: HashMap<NodeId, _> = tree.nodes.iter().map(|(id, node)| (*id, node)).collect();
    let name = |id: &NodeId| {
        nodes.get(id).and_then(|node| node.value().or(node.label())).map(str::to_owned)
    };
    let control = |(_, node): &(NodeId, egui::accesskit::Node)| {
        let label =
            node.label().map(str::to_owned).or_else(|| node.labelled_by().iter().find_map(name))?;
        let place = node.bounds()?;
        let rect = [place.x0, place.y0, place.x1, place.y1].map(|side| side * scale);
        Some(Control {
            label,
            role: format!("{:?}", node.role()),
            value: node.value().map(str::to_owned),
            rect,
        })
    };
    tree.nodes.iter().filter_map(control).collect()
}
