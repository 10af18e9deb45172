//! The layers of the library only look down: whatever a file takes from the crate belongs to its own layer or one below.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers from the lowest to the highest. `name` is words alone and may be used by all.
const ORDER: &[&str] = &["name", "gpu", "primitives", "physics", "cpu", "render", "scene", "session", "capture", "lab"];
/// Macros that live at the root of the crate, and the layer that each belongs to.
const MACROS: &[(&str, &str)] = &[("named", "name"), ("wgsl", "gpu"), ("mirrored", "gpu")];
/// Folders of the binary, which may use the whole library and of which the library knows nothing.
const BINARY: &[&str] = &["cli", "app"];

fn height(layer: &str) -> Option<usize> {
    let layer = MACROS.iter().find(|(name, _)| *name == layer).map_or(layer, |(_, layer)| layer);
    ORDER.iter().position(|name| *name == layer)
}

/// What a file's text takes from the root of the crate: the first names after each `crate::`.
fn taken(text: &str) -> Vec<&str> {
    let name = |text: &'_ str| text.find(|letter: char| !(letter.is_alphanumeric() || letter == '_')).unwrap_or(text.len());
    let mut found = Vec::new();
    for rest in text.split("crate::").skip(1) {
        let Some(group) = rest.strip_prefix('{') else {
            found.push(&rest[..name(rest)]);
            continue;
        };
        // In `crate::{a::{b, c}, d}`, the names at the beginning of the group and after each comma of its own.
        let (mut depth, mut starts) = (0, vec![0]);
        for (at, letter) in group.char_indices() {
            depth += i32::from(letter == '{') - i32::from(letter == '}');
            match letter {
                _ if depth < 0 => break,
                ',' if depth == 0 => starts.push(at + 1),
                _ => {}
            }
        }
        let names = starts.iter().map(|&start| group[start..].trim_start()).map(|text| &text[..name(text)]);
        found.extend(names.filter(|name| !name.is_empty()));
    }
    found
}

/// What a file of `layer` takes from above, or from where nothing is known to be.
fn violations<'a>(layer: &str, text: &'a str) -> Vec<&'a str> {
    let is_above = |name: &&str| height(name).is_none_or(|place| Some(place) > height(layer));
    taken(text).into_iter().filter(is_above).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn every_file_takes_only_from_its_own_layer_and_those_below() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut checked = 0;
    for path in files(&source) {
        let inside = path.strip_prefix(&source).unwrap();
        let layer = inside.iter().next().and_then(|first| Path::new(first).file_stem()).unwrap().to_str().unwrap();
        if ["lib", "main"].contains(&layer) || BINARY.contains(&layer) {
            continue;
        }
        assert!(height(layer).is_some(), "src/{} belongs to no layer: give it a place in ORDER", inside.display());
        let text = fs::read_to_string(&path).unwrap();
        let found = violations(layer, &text);
        assert!(found.is_empty(), "src/{} is of the layer {layer} and may not use {found:?}", inside.display());
        checked += 1;
    }
    assert!(checked > 50, "only {checked} files were found");
}

#[test]
fn a_violation_is_found_wherever_it_hides() {
    for (layer, text, expected) in [
        ("gpu", "use crate::physics::Body;", &["physics"][..]),
        ("physics", "use crate::gpu::{Gpu, GpuError};\nuse crate::{mirrored, wgsl};", &[]),
        ("primitives", "use crate::{gpu::{Gpu, Buffer}, render, wgsl};", &["render"]),
        ("render", "fn f() -> crate::scene::Scene", &["scene"]),
        ("capture", "use crate::session::Session; let x = crate::lab::Measurement;", &["lab"]),
        ("session", "use crate::cli::Cli;", &["cli"]),
        ("name", "$crate::name::UnknownName", &[]),
        ("name", "use crate::mirrored;", &["mirrored"]),
        ("lab", "use crate::{\n    capture::Headless,\n    session::{Pace, Session},\n};", &[]),
    ] {
        assert_eq!(violations(layer, text), expected, "{layer}: {text}");
    }
}
