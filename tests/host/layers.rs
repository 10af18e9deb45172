//! The library's layers depend only downwards: a file uses only its own layer and those below.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The layers from lowest to highest. All may use the first three.
const ORDER: &[&str] =
    &["name", "words", "file", "gpu", "primitives", "physics", "cpu", "render", "scene", "snapshot", "session", "capture", "lab"];
/// Layers whose modules use each other in no circle.
const WITHOUT_CIRCLES: &[&str] = &["physics", "cpu", "render", "scene", "snapshot", "session", "capture"];
/// Macros at the crate root, and the layer each belongs to.
const MACROS: &[(&str, &str)] = &[("named", "name"), ("t", "words"), ("wgsl", "gpu"), ("mirrored", "gpu")];
/// Modules of the program, which may use the whole library; the library may not use them.
const BINARY: &[&str] = &["cli", "app", "lesson", "assets", "folders"];

fn height(layer: &str) -> Option<usize> {
    let layer = MACROS.iter().find(|(name, _)| *name == layer).map_or(layer, |(_, layer)| layer);
    ORDER.iter().position(|name| *name == layer)
}

/// What a file uses from the crate root: the first names after each `crate::`.
fn taken(text: &str) -> Vec<&str> {
    let name = |text: &'_ str| text.find(|letter: char| !(letter.is_alphanumeric() || letter == '_')).unwrap_or(text.len());
    let mut found = Vec::new();
    for rest in text.split("crate::").skip(1) {
        let Some(group) = rest.strip_prefix('{') else {
            found.push(&rest[..name(rest)]);
            continue;
        };
        // In `crate::{a::{b, c}, d}`: the names at the start of the group and after each of its own commas.
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

/// What a file of `layer` uses from higher or unknown layers.
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
        assert!(height(layer).is_some(), "src/{} belongs to no layer: add it to ORDER", inside.display());
        let text = fs::read_to_string(&path).unwrap();
        let found = violations(layer, &text);
        assert!(found.is_empty(), "src/{} is in layer {layer} and must not use {found:?}", inside.display());
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

/// The paths of a `use` tree: `a::b` and `a::c` of `a::{b, c}`.
fn paths(tree: &str) -> Vec<String> {
    let Some((prefix, rest)) = tree.split_once('{') else { return vec![tree.trim().to_owned()] };
    let inner = rest.rsplit_once('}').map_or(rest, |(inner, _)| inner);
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, letter) in inner.char_indices().chain([(inner.len(), ',')]) {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        if letter == ',' && depth == 0 {
            let branches = paths(&inner[start..at]).into_iter().filter(|path| !path.is_empty());
            found.extend(branches.map(|path| format!("{}{path}", prefix.trim())));
            start = at + 1;
        }
    }
    found
}

/// The paths that a file uses, except in its unit tests.
fn used(text: &str) -> Vec<String> {
    let text = text.split("#[cfg(test)]").next().unwrap_or(text);
    let is_statement = |at: usize| {
        let before = text[..at].rsplit('\n').next().unwrap_or("");
        before.is_empty() || before.starts_with("pub")
    };
    let statements = text.match_indices("use ").filter(|(at, _)| is_statement(*at)).map(|(at, word)| &text[at + word.len()..]);
    statements.filter_map(|rest| Some(paths(rest.split_once(';')?.0))).flatten().collect()
}

/// The modules of a layer, each with the others that it uses.
fn graph(layer: &str) -> BTreeMap<String, BTreeSet<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(layer);
    let root = fs::read_to_string(folder.join("mod.rs")).unwrap();
    let exported = used(&root).into_iter().filter_map(|path| {
        let (module, name) = path.split_once("::")?;
        Some((name.to_owned(), module.to_owned()))
    });
    let exported: BTreeMap<String, String> = exported.collect();
    let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in files(&folder) {
        let inside: Vec<_> = path.strip_prefix(&folder).unwrap().iter().map(|part| part.to_str().unwrap()).collect();
        // The root and the list of kernels only show what the modules have.
        if inside == ["mod.rs"] || inside == ["kernels.rs"] {
            continue;
        }
        let module = inside[0].trim_end_matches(".rs").to_owned();
        let depth = inside.len() - usize::from(inside.last() == Some(&"mod.rs"));
        let (by_name, by_parent) = (format!("crate::{layer}::"), "super::".repeat(depth));
        let text = fs::read_to_string(&path).unwrap();
        let others = used(&text).into_iter().filter_map(|path| {
            let name = path.strip_prefix(&by_name).or_else(|| path.strip_prefix(&by_parent))?.split("::").next()?.to_owned();
            Some(exported.get(&name).unwrap_or(&name).clone())
        });
        let others: Vec<_> = others.filter(|other| *other != module).collect();
        graph.entry(module).or_default().extend(others);
    }
    graph
}

/// What is left of a graph when everything is taken away that uses nothing of what is left: its circles, and what uses them.
fn circles(mut graph: BTreeMap<String, BTreeSet<String>>) -> BTreeMap<String, BTreeSet<String>> {
    loop {
        let left: BTreeSet<String> = graph.keys().cloned().collect();
        graph.values_mut().for_each(|others| others.retain(|other| left.contains(other)));
        graph.retain(|_, others| !others.is_empty());
        if graph.len() == left.len() {
            return graph;
        }
    }
}

#[test]
fn modules_of_a_layer_use_each_other_in_no_circle() {
    let physics = graph("physics");
    assert!(physics["motion"].contains("gravity") && physics["gravity"].contains("bodies"), "{physics:?}");
    for layer in WITHOUT_CIRCLES {
        assert_eq!(circles(graph(layer)), BTreeMap::new(), "src/{layer}");
    }
}

#[test]
fn a_circle_is_found() {
    let of = |edges: &[(&str, &[&str])]| {
        circles(edges.iter().map(|(from, to)| ((*from).into(), to.iter().map(|to| (*to).into()).collect())).collect())
    };
    assert!(of(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])]).is_empty());
    assert_eq!(of(&[("a", &["b"]), ("b", &["c"]), ("c", &["b", "d"]), ("d", &[])]).len(), 3);
    let text =
        "pub(super) use super::a::{b, c::{self, D},\n};\nuse crate::physics::E;\n// use super::f;\n#[cfg(test)]\nuse super::g;";
    assert_eq!(used(text), ["super::a::b", "super::a::c::self", "super::a::c::D", "crate::physics::E"]);
}
