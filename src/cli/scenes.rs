//! `starshell scenes`: lists the built-in scenes.

use std::io::{self, Write};

use super::failure::{Failure, unprinted};
use starshell::name::Named;
use starshell::scene::embedded;

pub fn scenes() -> Result<(), Failure> {
    let width = textwrap::termwidth().clamp(40, 110);
    let options = textwrap::Options::new(width).initial_indent("    ").subsequent_indent("    ");
    let mut text = String::new();
    let mut group = None;
    for found in embedded() {
        let scene = &found.scene;
        if group != Some(found.group) {
            group = Some(found.group);
            text += &format!("{}\n\n", found.group.name().replace('-', " ").to_uppercase());
        }
        let description = textwrap::fill(&scene.description, &options);
        let inaccuracies =
            textwrap::fill(&format!("Not accurate here: {}", scene.inaccuracies), &options);
        text += &format!(
            "{}: {} ({} bodies)\n{description}\n{inaccuracies}\n\n",
            found.name, scene.title, scene.count
        );
    }
    io::stdout().write_all(text.as_bytes()).map_err(unprinted)
}
