//! The layers of the library and of the program depend only downwards, no files or folders use each
//! other in a cycle, and no type does too much.

use std::collections::{BTreeMap, BTreeSet};

use crate::modules::{Crate, Uses, cycles};

/// The layers from lowest to highest: those of the library, then those of the program.
const ORDER: &[&str] = &[
    "words",
    "name",
    "file",
    "gpu",
    "primitives",
    "physics",
    "cpu",
    "ranks",
    "render",
    "exchange",
    "scene",
    "snapshot",
    "session",
    "capture",
    "lab",
    "assets",
    "folders",
    "panics",
    "explained",
    "diagnosis",
    "lesson",
    "class",
    "app",
    "cli",
];

/// Most methods of a type. One that has more has parts that can be types of their own.
const METHODS: usize = 40;

/// The layer of a file; none for the roots of the library and of the program.
fn layer(file: &str) -> Option<&str> {
    let first = file.split('/').next().unwrap_or(file).trim_end_matches(".rs");
    (!["lib", "main"].contains(&first)).then_some(first)
}

/// Each use of a file in a layer by a file in another, lower one.
fn upwards<'a>(uses: &Uses<'a>) -> Vec<[&'a str; 2]> {
    let height = |file: &str| {
        let layer = layer(file)?;
        let place = ORDER.iter().position(|name| *name == layer);
        Some(place.unwrap_or_else(|| panic!("src/{file} belongs to no layer: add it to ORDER")))
    };
    let is_upwards = |file: &str, other: &str| match (height(file), height(other)) {
        (Some(own), Some(other)) => own < other,
        (own, _) => own.is_some(),
    };
    uses.iter()
        .flat_map(|(file, others)| others.iter().map(|other| [*file, *other]))
        .filter(|[file, other]| is_upwards(file, other))
        .collect()
}

/// What the parts of a folder use of each other. Its name ends with a slash; a part is a file or
/// all of a folder.
fn within<'a>(folder: &str, uses: &Uses<'a>) -> Uses<'a> {
    let part =
        |file: &'a str| Some(file.strip_prefix(folder)?.split('/').next()?.trim_end_matches(".rs"));
    let mut graph: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (file, others) in uses {
        let Some(own) = part(file) else { continue };
        graph
            .entry(own)
            .or_default()
            .extend(others.iter().filter_map(|other| part(other)).filter(|other| *other != own));
    }
    graph
}

/// The parts of each folder that use each other in a cycle. A cycle of files anywhere is one of
/// parts in the folder of them all.
fn cycles_of_parts<'a>(uses: &Uses<'a>) -> BTreeSet<(&'a str, BTreeSet<&'a str>)> {
    let folders = uses.keys().flat_map(|file| {
        [0].into_iter().chain(file.match_indices('/').map(|(at, _)| at + 1)).map(|end| &file[..end])
    });
    folders
        .collect::<BTreeSet<_>>()
        .into_iter()
        .flat_map(|folder| {
            cycles(&within(folder, uses)).into_iter().map(move |parts| (folder, parts))
        })
        .collect()
}

#[test]
fn every_file_uses_only_its_own_layer_and_those_below() {
    let source = Crate::read();
    let uses = source.uses();
    assert!(
        uses.len() > 400 && uses["physics/motion/hermite.rs"].contains("gpu/error.rs"),
        "{} files",
        uses.len()
    );
    assert_eq!(upwards(&uses), Vec::<[&str; 2]>::new(), "a lower layer uses a higher one");
}

#[test]
fn no_files_or_folders_use_each_other_in_a_cycle() {
    let source = Crate::read();
    assert_eq!(cycles_of_parts(&source.uses()), BTreeSet::new());
}

#[test]
fn no_type_has_too_many_methods() {
    let source = Crate::read();
    let methods = source.methods();
    assert!(methods.len() > 500 && methods[&("render/look.rs", "Look")] > 5, "{methods:?}");
    let many: Vec<_> = methods.into_iter().filter(|(_, count)| *count > METHODS).collect();
    assert_eq!(many, [], "more than {METHODS} methods");
}

#[test]
fn a_use_of_a_higher_layer_and_a_cycle_of_folders_are_found() {
    let uses: &[(&str, &[&str])] = &[
        ("main.rs", &["cli/mod.rs"]),
        ("name.rs", &["file/mod.rs"]),
        ("gpu/mod.rs", &["name.rs"]),
        ("lab/a/one.rs", &["lab/b.rs", "gpu/mod.rs"]),
        ("lab/a/two.rs", &[]),
        ("lab/b.rs", &["lab/a/two.rs", "cli/mod.rs"]),
    ];
    let uses =
        uses.iter().map(|(file, others)| (*file, others.iter().copied().collect())).collect();
    assert_eq!(upwards(&uses), [["lab/b.rs", "cli/mod.rs"], ["name.rs", "file/mod.rs"]]);
    assert_eq!(cycles_of_parts(&uses), [("lab/", ["a", "b"].into())].into());
}
