//! `starshell scenes`: what there is to see.

use super::Failure;
use starshell::scene::embedded;

pub fn scenes() -> Result<(), Failure> {
    let width = textwrap::termwidth().clamp(40, 110);
    let options = textwrap::Options::new(width).initial_indent("    ").subsequent_indent("    ");
    for found in embedded() {
        let scene = &found.scene;
        println!("{}: {} ({} bodies)", found.name, scene.title, scene.count);
        println!("{}", textwrap::fill(&scene.description, &options));
        println!("{}\n", textwrap::fill(&format!("Not accurate here: {}", scene.inaccuracies), &options));
    }
    Ok(())
}
