//! `docs/kernels.md` leads from every control to its code, and names every WGSL file once.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use starshell::render::kernels::DRAWS;

/// The rows of the table under a heading, without its head.
fn rows<'a>(text: &'a str, heading: &str) -> Vec<Vec<&'a str>> {
    let section = text.split("\n## ").find_map(|section| section.strip_prefix(heading)).unwrap();
    let rows = section.lines().filter(|line| line.starts_with('|')).skip(2);
    rows.map(|row| row.trim_matches('|').split('|').collect()).collect()
}

/// The names in a cell that are paths: a file without a folder is in the folder of the name before
/// it. Folders end with a slash.
fn paths(cell: &str, is_path: impl Fn(&str) -> bool) -> Vec<String> {
    let mut folder = String::new();
    let names = cell.split('`').skip(1).step_by(2).filter(|name| is_path(name));
    let whole = names.map(|name| match name.trim_end_matches('/').rsplit_once('/') {
        Some((before, _)) => {
            before.clone_into(&mut folder);
            name.to_owned()
        }
        None if folder.is_empty() || name.ends_with('/') => name.to_owned(),
        None => format!("{folder}/{name}"),
    });
    whole.collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn table(heading: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(root().join("docs/kernels.md")).unwrap();
    rows(&text, heading)
        .into_iter()
        .map(|row| row.into_iter().map(str::to_owned).collect())
        .collect()
}

/// Not the names of functions in brackets.
fn is_rust(name: &str) -> bool {
    name.contains('/') || name.ends_with(".rs")
}

/// Not the name of a switch.
fn is_wgsl(name: &str) -> bool {
    !name.starts_with(|letter: char| letter.is_ascii_uppercase())
}

#[test]
fn every_control_leads_to_files_that_exist() {
    let controls = table("From a control to its code");
    assert!(controls.len() > 50, "{} rows", controls.len());
    for row in controls {
        let [control, rust, wgsl] = &row[..] else { panic!("{row:?}") };
        let (rust, wgsl) = (paths(rust, is_rust), paths(wgsl, is_wgsl));
        assert!(
            !rust.is_empty()
                && (wgsl.is_empty()
                    == (control.contains("(no kernel") || control.contains("`auto`"))),
            "{control}"
        );
        for path in rust {
            assert!(root().join("src").join(&path).exists(), "{control}: there is no src/{path}");
        }
        for path in wgsl {
            let file = if path.ends_with('/') { path } else { format!("{path}.wgsl") };
            assert!(
                root().join("shaders").join(&file).exists(),
                "{control}: there is no shaders/{file}"
            );
        }
    }
}

#[test]
fn every_wgsl_file_is_named_once_beside_rust_that_names_it_or_one_that_uses_it() {
    let shaders = root().join("shaders");
    let name = |path: PathBuf| {
        path.strip_prefix(&shaders).unwrap().with_extension("").to_str().unwrap().replace('\\', "/")
    };
    let mut left: BTreeSet<String> = files(&shaders).into_iter().map(name).collect();
    let used: BTreeSet<&str> = crate::shaders::kernels()
        .chain(DRAWS.iter().copied())
        .flat_map(|kernel| kernel.parts())
        .flat_map(|part| part.uses())
        .collect();
    for row in table("Every WGSL file") {
        let rust = paths(&row[1], is_rust);
        let text: String = rust
            .iter()
            .map(|path| fs::read_to_string(root().join("src").join(path)).unwrap())
            .collect();
        for file in paths(&row[0], is_wgsl) {
            assert!(left.remove(&file), "shaders/{file}.wgsl does not exist, or is named twice");
            assert!(
                used.contains(&*file) || text.contains(&format!("\"{file}.wgsl\"")),
                "{rust:?} does not name {file}.wgsl"
            );
        }
    }
    assert!(left.is_empty(), "docs/kernels.md does not name {left:?}");
}

#[test]
fn names_continue_in_the_folder_before_them() {
    let cell = " `a/b.rs` (`f`), `c.rs`; `d/e/`, `g.rs`, `h/`";
    assert_eq!(paths(cell, is_rust), ["a/b.rs", "a/c.rs", "d/e/", "d/g.rs", "h/"]);
    assert_eq!(
        paths(" `grid`, a pass with `SWITCH`, `a/b`, `c` ", is_wgsl),
        ["grid", "a/b", "a/c"]
    );
    let text = "# A\n\n## B\n\nC.\n\n| d | e |\n| --- | --- |\n| f | `g` |\n\n## H\n";
    assert_eq!(rows(text, "B"), [[" f ", " `g` "]]);
}
