//! Where the controls of the side panels are, so that a search leads to them.

use egui::Context;
use starshell::name::Named;
use starshell::scene::{SETTINGS, Section, Setting};

use crate::app::commands::{Command, Medium, Page, Tool, View};
use crate::app::shell::{guidance, state::Shell};

/// A panel of a page, or the program's settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Dock {
    Left(Page),
    Right(Page),
    /// The right panel of *Render*, for one medium.
    Making(Medium),
    /// What belongs to a tool, over the picture.
    Tool(Tool),
    Gallery,
    Program,
}

impl Dock {
    /// The key of the name of its page.
    pub fn title(self) -> String {
        match self {
            Self::Left(page) | Self::Right(page) => format!("page-{}", page.name()),
            Self::Making(_) => format!("page-{}", Page::Render.name()),
            Self::Tool(Tool::Cluster) => "tool-cluster".to_owned(),
            Self::Tool(_) => "tool-body".to_owned(),
            Self::Gallery => "gallery-title".to_owned(),
            Self::Program => "program-title".to_owned(),
        }
    }
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
    place(Dock::Left(Page::Explore), None, &["date-begin"]),
    settings(Section::Physics, place(Dock::Left(Page::Explore), Some("physics-title"), &[])),
    settings(
        Section::Look,
        place(Dock::Right(Page::Explore), None, &["view-style", "view-full-light"]),
    ),
    place(
        Dock::Right(Page::Explore),
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
        place(Dock::Right(Page::Explore), Some("view-advanced"), &["looks-name", "view-sky"]),
    ),
    settings(
        Section::Camera,
        place(
            Dock::Right(Page::Explore),
            Some("view-camera"),
            &["view-follow", "view-rotate", "view-fly", "view-fit", "view-reset"],
        ),
    ),
    place(
        Dock::Left(Page::Build),
        None,
        &["bodies-count", "bodies-seed", "model-title", "model-kind", "model-defaults"],
    ),
    settings(
        Section::Computing,
        place(
            Dock::Right(Page::Build),
            None,
            &[
                "physics-computing",
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
    settings(Section::External, place(Dock::Right(Page::Build), Some("external-title"), &[])),
    place(Dock::Left(Page::Measure), Some("units-title"), &["units-shown", "units-gravity"]),
    place(
        Dock::Left(Page::Measure),
        None,
        &["kept-keep", "trial-other", "trial-span", "trial-begin"],
    ),
    place(
        Dock::Right(Page::Measure),
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
        ],
    ),
    settings(
        Section::Shape,
        place(Dock::Left(Page::Render), None, &["pictures-stereo", "pictures-screen"]),
    ),
    place(
        Dock::Left(Page::Render),
        Some("view-path"),
        &["path-open", "path-loop", "path-sets-exposure"],
    ),
    place(
        Dock::Making(Medium::Picture),
        None,
        &[
            "pictures-size",
            "pictures-aspect",
            "pictures-format",
            "pictures-caption",
            "pictures-credit",
            "pictures-samples",
            "pictures-transparent",
            "pictures-trail",
            "pictures-take",
            "pictures-folder",
        ],
    ),
    place(
        Dock::Making(Medium::Video),
        None,
        &["video-size", "video-rate", "video-length", "video-frames", "video-record", "video-draw"],
    ),
    place(Dock::Tool(Tool::Body), None, &["hands-kind", "hands-name", "hands-mass"]),
    place(Dock::Tool(Tool::Cluster), None, &["hands-cluster-count", "hands-cluster-radius"]),
    place(Dock::Gallery, None, &["gallery-name", "gallery-keep"]),
    place(
        Dock::Program,
        None,
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
            Dock::Left(page) => {
                shell.show_page(page);
                shell.show_side(0);
            }
            Dock::Right(page) => {
                shell.show_page(page);
                shell.show_side(1);
            }
            Dock::Making(medium) => shell.show_medium(medium),
            Dock::Tool(tool) => {
                // Pages that show the picture as it will be have no tools.
                shell.show_page(Page::Explore);
                shell.ask(Command::Tool(tool));
            }
            Dock::Gallery => shell.view = View::Gallery,
            Dock::Program => shell.view = View::Program,
        }
        guidance::seek(context, self.section, control);
    }
}
