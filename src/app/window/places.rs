//! Where the controls of the side panels are, so that a search leads to them.

use egui::Context;
use starshell::scene::{SETTINGS, Section, Setting};

use crate::app::commands::Tab;
use crate::app::shell::{guidance, state::Shell};

/// A panel, or one of its tabs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Dock {
    Left,
    Right(Tab),
}

/// Controls that are found together, by the keys of their texts.
#[derive(Debug)]
pub struct Place {
    pub dock: Dock,
    /// The section that has to be open.
    pub section: Option<&'static str>,
    /// Whose settings are there.
    settings: Option<Section>,
    /// The other controls.
    others: &'static [&'static str],
}

const fn place(
    dock: Dock,
    section: Option<&'static str>,
    others: &'static [&'static str],
) -> Place {
    Place { dock, section, settings: None, others }
}

const fn settings(section: Section, place: Place) -> Place {
    Place { settings: Some(section), ..place }
}

/// All places, as the panels have them.
pub const PLACES: &[Place] = &[
    place(Dock::Left, None, &["bodies-count", "date-begin"]),
    settings(Section::Physics, place(Dock::Left, Some("physics-title"), &[])),
    settings(
        Section::Computing,
        place(
            Dock::Left,
            Some("physics-advanced"),
            &[
                "units-shown",
                "bodies-seed",
                "physics-gravity",
                "physics-kernel",
                "physics-opening",
                "physics-tree-accuracy",
                "physics-tree-angle",
                "physics-order",
                "physics-leaf",
                "physics-group",
                "physics-mesh-side",
                "physics-mesh-near",
                "physics-mesh-periodic",
                "physics-mesh-period",
                "physics-beside",
                "physics-reset",
                "hands-factor",
            ],
        ),
    ),
    place(Dock::Left, Some("model-title"), &["model-kind", "model-defaults"]),
    place(
        Dock::Left,
        Some("program-title"),
        &[
            "program-adapter",
            "program-members",
            "program-language",
            "program-scale",
            "program-tune",
            "program-vsync",
            "program-light",
            "program-simple",
            "program-symbols",
            "program-history",
        ],
    ),
    place(
        Dock::Right(Tab::Measure),
        None,
        &[
            "science-energies",
            "science-drift",
            "science-momentum",
            "science-angular-momentum",
            "science-virial",
            "science-radii",
            "science-density",
            "science-speeds",
            "science-enlarge",
            "science-save",
            "kept-keep",
            "trial-other",
            "trial-begin",
        ],
    ),
    settings(
        Section::Look,
        place(Dock::Right(Tab::Look), None, &["view-style", "view-full-light"]),
    ),
    place(
        Dock::Right(Tab::Look),
        Some("view-guides"),
        &[
            "view-hud",
            "view-hud-details",
            "view-axes",
            "view-grid",
            "view-scale",
            "view-legend",
            "view-names",
            "view-velocities",
            "view-accelerations",
            "view-center",
            "view-areas",
        ],
    ),
    settings(
        Section::Light,
        place(Dock::Right(Tab::Look), Some("view-advanced"), &["looks-name", "view-sky"]),
    ),
    settings(
        Section::Camera,
        place(
            Dock::Right(Tab::Camera),
            None,
            &["view-follow", "view-rotate", "view-fly", "view-fit", "view-reset"],
        ),
    ),
    place(
        Dock::Right(Tab::Camera),
        Some("view-path"),
        &["path-open", "path-loop", "path-sets-exposure"],
    ),
    place(
        Dock::Right(Tab::Export),
        None,
        &[
            "pictures-size",
            "pictures-aspect",
            "pictures-format",
            "pictures-caption",
            "pictures-credit",
            "pictures-take",
            "pictures-folder",
            "video-size",
            "video-rate",
            "video-length",
            "video-record",
        ],
    ),
    place(
        Dock::Right(Tab::Export),
        Some("export-advanced"),
        &["pictures-samples", "pictures-transparent", "pictures-stereo", "pictures-trail"],
    ),
];

impl Place {
    /// The keys of its controls.
    pub fn controls(&self) -> impl Iterator<Item = &'static str> {
        let rows =
            SETTINGS.iter().filter(|row| row.section.is_some() && row.section == self.settings);
        let labels = |row: &Setting| {
            [row.number().and_then(|number| number.none).map(|none| none.switch), Some(row.label)]
        };
        rows.flat_map(labels).flatten().chain(self.others.iter().copied())
    }

    /// Opens the panel and the section, and marks a control there.
    pub fn open(&self, context: &Context, shell: &mut Shell, control: &str) {
        match self.dock {
            Dock::Left => shell.show_side(0),
            Dock::Right(tab) => shell.show_tab(tab),
        }
        guidance::seek(context, self.section, control);
    }
}
