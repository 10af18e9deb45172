//! The window: a live session with panels around it, by feature.
//!
//! `commands` is the table of everything that can be done. `simulation`, `laboratory`, `workbench`
//! and `lessons` each have their state, what they do for commands (`acts`), their keys and their
//! `panels`. They share the `shell`. `window` puts them together: `app` is everything inside, `system` is the window of
//! the operating system.

mod commands;
mod icons;
mod laboratory;
mod lessons;
mod shell;
mod simulation;
#[cfg(test)]
mod tests;
mod window;
mod workbench;

pub use shell::settings::Settings;
pub use simulation::acts::start::{LessonStart, Start};
pub use simulation::preview::{Arrival, Incoming, Outline, Preview};
pub use simulation::reel::Reel;
pub use window::offscreen::Offscreen;
pub use window::report::begin;
pub use window::system::{Closer, Options, open};

/// Keys of the interface texts that are derived from lists of names: integrators, quantities,
/// colour maps, initial states and their parameters.
#[cfg(test)]
#[allow(clippy::too_many_lines, reason = "a list")]
fn words_of_lists() -> std::collections::BTreeSet<String> {
    use crate::lesson::{Page, Plot};
    use starshell::name::Named;
    use starshell::physics::{ForceKernel, GravityMethod, Multipoles, initial::InitialState};
    use starshell::render::Style;
    use starshell::scene::{Group, UnitSystem};
    let kernels = ForceKernel::ALL.iter().map(|name| format!("gravity-{}", name.name()));
    let methods = GravityMethod::ALL.iter().map(|name| format!("gravity-by-{}", name.name()));
    let orders = Multipoles::ALL.iter().map(|name| format!("order-{}", name.name()));
    let openings =
        simulation::panels::gravity::OPENINGS.iter().map(|(_, name)| format!("opening-{name}"));
    let leaves = simulation::panels::gravity::LEAVES.iter().map(|(_, name)| format!("leaf-{name}"));
    let groups =
        simulation::panels::gravity::GROUPS.iter().map(|(_, name)| format!("group-{name}"));
    let nodes =
        simulation::panels::gravity::SIDES.iter().map(|(_, name)| format!("mesh-side-{name}"));
    let fields =
        laboratory::panels::fields::METHODS.iter().map(|(_, name)| format!("fields-by-{name}"));
    let choices = starshell::scene::SETTINGS.iter().filter_map(|row| {
        let starshell::scene::Kind::Choice(choice) = row.kind else { return None };
        Some(
            (choice.all)()
                .into_iter()
                .map(move |[name, _]| (simulation::panels::setting::family(row), name)),
        )
    });
    let choices = choices
        .flatten()
        .map(|(family, name)| format!("{family}-{}", simulation::panels::setting::word_of(name)));
    let styles =
        Style::ALL.iter().map(|name| name.name()).chain([simulation::panels::view::AS_IN_SCENE]);
    let styles = styles.map(|name| format!("style-{name}"));
    let states =
        InitialState::KINDS.iter().chain(&["bodies"]).map(|name| format!("initial-{name}"));
    let components = InitialState::KINDS
        .iter()
        .filter_map(|kind| InitialState::named(kind).ok())
        .flat_map(|state| state.components())
        // Galaxies have dust only on request.
        .chain(&["dust", "dust-1", "dust-2"])
        // Types of bodies of other programs' files.
        .chain(&["gas", "dark", "star", "boundary", "black-hole"])
        .map(|name| format!("component-{name}"));
    let groups_of_scenes = Group::ALL.iter().map(|group| format!("gallery-{}", group.name()));
    let systems = UnitSystem::ALL
        .iter()
        .map(|name| format!("units-{}", name.name()))
        .chain(["units-none".to_owned()]);
    let follows = commands::Follow::ALL.iter().map(|(_, name)| format!("follow-{name}"));
    let sides = simulation::panels::pictures::SIDES
        .iter()
        .map(|(_, name, _)| format!("pictures-size-{name}"));
    let aspects = simulation::panels::pictures::ASPECTS
        .iter()
        .map(|(_, name)| format!("pictures-aspect-{name}"));
    let formats = simulation::panels::pictures::FORMATS
        .iter()
        .map(|(_, name)| format!("pictures-format-{name}"));
    let samples = simulation::panels::pictures::SAMPLES
        .iter()
        .map(|(_, name)| format!("pictures-samples-{name}"));
    let sizes =
        simulation::panels::video::HEIGHTS.iter().map(|(_, name)| format!("video-size-{name}"));
    let lengths = simulation::panels::video::LENGTHS
        .iter()
        .map(|(_, name, _)| format!("video-length-{name}"));
    let rates =
        simulation::panels::video::RATES.iter().map(|(_, name)| format!("video-rate-{name}"));
    let pages = Page::ALL.iter().map(|page| format!("laboratory-page-{}", page.name()));
    let plots = Plot::ALL
        .iter()
        .flat_map(|plot| [simulation::statistics::key_of(*plot), format!("tab-{}", plot.name())]);
    let exports = commands::Export::ALL.iter().map(|(_, name)| format!("laboratory-export-{name}"));
    let topics =
        starshell::lab::Topic::ALL.iter().map(|topic| laboratory::panels::list::topic_word(*topic));
    let effects =
        starshell::render::Look::SLOW_EFFECTS.iter().map(|effect| format!("preview-no-{effect}"));
    let media = commands::Medium::ALL.iter().map(|medium| format!("medium-{}", medium.name()));
    let bodies = starshell::scene::BodyKind::ALL
        .iter()
        .flat_map(|kind| ["kind", "guest"].map(|family| format!("{family}-{}", kind.name())))
        .chain(["guest-cluster".to_owned()]);
    let kinds = shell::files::Kind::ALL.iter().map(|(_, name)| format!("files-kind-{name}"));
    kinds
        .chain(bodies)
        .chain(media)
        .chain(effects)
        .chain(pages)
        .chain(plots)
        .chain(exports)
        .chain(topics)
        .chain(sizes)
        .chain(rates)
        .chain(lengths)
        .chain(choices)
        .chain(styles)
        .chain(states)
        .chain(components)
        .chain(groups_of_scenes)
        .chain(systems)
        .chain(follows)
        .chain(sides)
        .chain(aspects)
        .chain(formats)
        .chain(samples)
        .chain(kernels)
        .chain(methods)
        .chain(orders)
        .chain(openings)
        .chain(leaves)
        .chain(groups)
        .chain(nodes)
        .chain(fields)
        .chain(simulation::panels::model::words())
        .collect()
}
