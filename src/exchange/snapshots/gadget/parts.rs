//! The parts of a snapshot: `name.0`, `name.1` and so on.

use std::path::{Path, PathBuf};

use super::head::Head;
use crate::exchange::snapshots::error::{Error, shown};
use crate::exchange::snapshots::reader::Limits;
use crate::exchange::snapshots::source::Source;
use crate::exchange::snapshots::unpack::unpack;

/// More parts than any snapshot has.
const MAX_PARTS: i32 = 4096;

/// All parts in order; a part whose fellows are all absent stays alone, with a note.
pub(super) fn gather(
    source: Source,
    head: &Head,
    limits: &Limits,
    notes: &mut Vec<String>,
) -> Result<Vec<Source>, Error> {
    if head.parts <= 1 {
        return Ok(vec![source]);
    }
    if head.parts > MAX_PARTS {
        let what = format!("a snapshot of {} parts", head.parts);
        return Err(Error::damaged(source.path(), 124, what));
    }
    let paths = siblings(source.path(), head.parts);
    let present = paths.iter().filter(|path| path.is_file()).count();
    if present <= 1 {
        notes.push(format!("only this one of {} parts is at hand", head.parts));
        return Ok(vec![source]);
    }
    let mut files = Vec::new();
    for path in paths {
        if !path.is_file() {
            return Err(Error::Unsupported {
                path: source.path().into(),
                what: format!("of {} parts, {} is missing", head.parts, shown(&path)),
                remedy: "put all parts into one folder",
            });
        }
        files.push(unpack(Source::open(&path)?, limits.memory)?.0);
    }
    Ok(files)
}

/// The paths of all parts, made from that of one; none if its name has no number at the end.
fn siblings(path: &Path, parts: i32) -> Vec<PathBuf> {
    let number = path.extension().and_then(|e| e.to_str());
    if number.is_none_or(|n| n.parse::<u32>().is_err()) {
        return Vec::new();
    }
    (0..parts).map(|k| path.with_extension(k.to_string())).collect()
}
