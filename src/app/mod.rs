//! The window: a session live, with panels around it.
//!
//! `window` speaks with the system and owns surface and device; `desk` is all that happens inside, whoever shows it;
//! `panels` draw the desk and ask for `action`s; `painter` puts the result into a texture.

mod action;
mod bounds;
mod desk;
mod drafts;
mod flight;
mod hands;
mod icons;
mod keys;
mod notices;
mod offscreen;
mod painter;
mod panels;
mod rates;
mod report;
mod screenshot;
mod settings;
mod statistics;
#[cfg(test)]
mod tests;
mod theme;
mod thumbnails;
mod tuner;
mod widgets;
mod window;
mod words;

pub use desk::Start;
pub use offscreen::Offscreen;
pub use report::begin;
pub use settings::cache_folder;
pub use window::{Options, open};

/// Keys of the table of words that follow from lists of names: integrators, quantities, colour maps, initial states and their
/// parameters.
#[cfg(test)]
fn words_of_lists() -> std::collections::BTreeSet<String> {
    use starshell::name::Named;
    use starshell::physics::{ForceKernel, Integrator, Precision, initial::InitialState};
    use starshell::render::{ColorBy, ColorMap};
    let integrators = Integrator::ALL.iter().map(|name| format!("integrator-{}", name.name()));
    let kernels = ForceKernel::ALL.iter().map(|name| format!("gravity-{}", name.name()));
    let precisions = Precision::ALL.iter().map(|precision| format!("precision-{}", panels::physics::word_of(*precision)));
    let quantities = ColorBy::ALL.iter().map(|name| format!("color-by-{}", name.name()));
    let maps = ColorMap::ALL.iter().map(|name| format!("color-map-{}", name.name()));
    let states = InitialState::KINDS.iter().map(|name| format!("initial-{name}"));
    let follows = hands::Follow::ALL.iter().map(|(_, name)| format!("follow-{name}"));
    let heights = ["window", "1080", "2160", "4320"].map(|height| format!("screenshot-{height}"));
    integrators
        .chain(quantities)
        .chain(maps)
        .chain(states)
        .chain(follows)
        .chain(heights)
        .chain(kernels)
        .chain(precisions)
        .chain(panels::model::words())
        .collect()
}
