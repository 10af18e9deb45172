//! Embeds all files under `shaders`, so that a file of WGSL can name those that it uses. On Windows,
//! gives the program its icon and version.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

#[cfg(windows)]
const ICON: &str = "packaging/windows/starshell.ico";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=shaders");
    #[cfg(windows)]
    if env::var_os("CARGO_FEATURE_APP").is_some() {
        println!("cargo::rerun-if-changed={ICON}");
        winresource::WindowsResource::new().set_icon(ICON).compile()?;
    }
    let from = |variable| env::var_os(variable).map(PathBuf::from).ok_or(io::ErrorKind::NotFound);
    let root = from("CARGO_MANIFEST_DIR")?;
    let mut paths = Vec::new();
    find(&root, "shaders", &mut paths)?;
    paths.sort();
    let mut table = String::from("&[\n");
    for path in paths {
        // Not the folder of now: a checkout may move with what has been built in it.
        let file = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/{path}\")");
        let _ = writeln!(table, "Part {{ path: {path:?}, source: include_str!({file}) }},");
    }
    table.push(']');
    fs::write(from("OUT_DIR")?.join("shaders.rs"), table)
}

/// Collects the files of a folder and of those within, with `/` on every system.
fn find(root: &Path, folder: &str, paths: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            find(root, &path, paths)?;
        } else if path.ends_with(".wgsl") {
            paths.push(path);
        }
    }
    Ok(())
}
