//! The files of one snapshot: `name.0.hdf5`, `name.1.hdf5` and so on, or a master of them.

use std::path::{Path, PathBuf};

use super::book::Book;
use crate::exchange::snapshots::error::{Error, shown};
use crate::exchange::snapshots::source::Source;

/// More parts than any snapshot has.
const MAX_PARTS: usize = 8192;

/// All parts in order. A master's datasets are views of its parts, which are read in its place.
pub(super) fn gather(book: Book, notes: &mut Vec<String>) -> Result<Vec<Book>, Error> {
    let count = book.number("Header", "NumFilesPerSnapshot").unwrap_or(1.0);
    if count > 1.0 {
        let paths = siblings(&book.path, count)?;
        let present = paths.iter().filter(|path| path.is_file()).count();
        if present <= 1 {
            notes.push(format!("only this one of {count} parts is at hand"));
            return Ok(vec![book]);
        }
        return paths.iter().map(|path| part(&book, path)).collect();
    }
    if !is_master(&book)? {
        return Ok(vec![book]);
    }
    let paths = below(&book.path);
    if paths.is_empty() {
        let what = "a master file, whose parts are not beside it; put them into the same folder";
        return Err(book.error("Header", what));
    }
    notes.push(format!("a master file, read from its {} parts", paths.len()));
    paths.iter().map(|path| part(&book, path)).collect()
}

fn part(book: &Book, path: &Path) -> Result<Book, Error> {
    if !path.is_file() {
        return Err(Error::Unsupported {
            path: book.path.clone(),
            what: format!("the part {} is missing", shown(path)),
            remedy: "put all parts into one folder",
        });
    }
    Book::open(Source::open(path)?)
}

/// Whether the file says so, or datasets of positions are of the virtual class.
fn is_master(book: &Book) -> Result<bool, Error> {
    if book.number("Header", "Virtual").is_some_and(|v| v == 1.0) {
        return Ok(true);
    }
    let groups = book.groups("")?;
    Ok(groups.iter().filter(|name| name.starts_with("PartType")).any(|name| {
        let opened = book.dataset(&format!("{name}/Coordinates"));
        opened.is_err_and(|cause| cause.to_string().contains("layout class 3"))
    }))
}

/// The paths of all parts, made from that of one.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn siblings(path: &Path, count: f64) -> Result<Vec<PathBuf>, Error> {
    if count.fract() != 0.0 || count > MAX_PARTS as f64 {
        return Err(Error::Dataset {
            path: path.into(),
            name: "Header/NumFilesPerSnapshot".into(),
            what: format!("a snapshot of {count} parts"),
        });
    }
    let Some((stem, kind)) = split(path) else { return Ok(Vec::new()) };
    let number = Path::new(&stem).extension().and_then(|e| e.to_str());
    if number.is_none_or(|n| n.parse::<u32>().is_err()) {
        return Ok(Vec::new());
    }
    let base = Path::new(&stem).with_extension("");
    let name = |k: usize| format!("{}.{k}.{kind}", base.display());
    Ok((0..count as usize).map(|k| path.with_file_name(name(k))).collect())
}

/// The parts of a master: beside it, or in a folder of its name.
fn below(path: &Path) -> Vec<PathBuf> {
    let Some((stem, kind)) = split(path) else { return Vec::new() };
    let beside = |k: usize| path.with_file_name(format!("{stem}.{k}.{kind}"));
    let within = |k: usize| path.with_file_name(&stem).join(format!("{stem}.{k}.{kind}"));
    let present = |name: &dyn Fn(usize) -> PathBuf| -> Vec<PathBuf> {
        (0..MAX_PARTS).map(name).take_while(|path| path.is_file()).collect()
    };
    let paths = present(&beside);
    if paths.is_empty() { present(&within) } else { paths }
}

fn split(path: &Path) -> Option<(String, String)> {
    let stem = path.file_stem()?.to_str()?.to_owned();
    Some((stem, path.extension()?.to_str()?.to_owned()))
}
