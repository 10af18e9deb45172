//! Files by a folder or by a pattern, in the order of their numbers.

use std::fs;
use std::path::{Path, PathBuf};

use super::{ImportError, snapshots};

/// The files of a folder, or those whose names fit a pattern with `*` and `?`, in the order of
/// their names with numbers by size; none if `path` is neither.
///
/// # Errors
/// [`ImportError::Unreadable`] if the folder cannot be read.
pub fn files(path: &str) -> Result<Option<Vec<PathBuf>>, ImportError> {
    let whole = Path::new(path);
    let (folder, pattern) = if whole.is_dir() {
        (whole.to_owned(), "*".to_owned())
    } else {
        let name = whole.file_name().map(|name| name.to_string_lossy().into_owned());
        match name.filter(|name| name.contains(['*', '?']) && !whole.exists()) {
            Some(name) => (whole.parent().map(Path::to_owned).unwrap_or_default(), name),
            None => return Ok(None),
        }
    };
    // Other files may lie beside the snapshots of a folder; what a pattern names is meant.
    let is_meant = |path: &Path| !whole.is_dir() || snapshots::is_snapshot(path);
    let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
    let unreadable =
        |source| ImportError::Unreadable { file: folder.display().to_string(), source };
    let mut found = Vec::new();
    for entry in fs::read_dir(&folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !name.starts_with('.')
            && fits(name.as_bytes(), pattern.as_bytes())
            && path.is_file()
            && is_meant(&path)
        {
            found.push(path);
        }
    }
    found.sort_by_cached_key(|path| natural(&path.to_string_lossy()));
    Ok(Some(found))
}

/// Whether a name fits a pattern in which `*` stands for anything and `?` for one byte.
fn fits(name: &[u8], pattern: &[u8]) -> bool {
    let (mut at, mut place) = (0, 0);
    // Where the last star was, and how much it stands for.
    let mut star: Option<(usize, usize)> = None;
    while at < name.len() {
        match pattern.get(place) {
            Some(b'*') => {
                star = Some((place, at));
                place += 1;
            }
            Some(letter) if *letter == b'?' || *letter == name[at] => {
                (at, place) = (at + 1, place + 1)
            }
            _ => match &mut star {
                Some((of_star, taken)) => {
                    *taken += 1;
                    (at, place) = (*taken, *of_star + 1);
                }
                None => return false,
            },
        }
    }
    pattern[place..].iter().all(|letter| *letter == b'*')
}

/// Text in pieces that are compared one by one: numbers by their size.
fn natural(text: &str) -> Vec<(String, u64)> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|letter: char| letter.is_ascii_digit()).unwrap_or(rest.len());
        let (letters, numbers) = rest.split_at(end);
        let end = numbers.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(numbers.len());
        // Letters decide before the number behind them, and no number comes before any.
        let number = numbers[..end].parse().map_or(0, |number: u64| number.saturating_add(1));
        pieces.push((letters.to_owned(), number));
        rest = &numbers[end..];
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_as_in_a_shell_and_numbers_sort_by_size() {
        for (name, pattern, is_fit) in [
            ("snap_001.hdf5", "snap_*.hdf5", true),
            ("snap_001.hdf5", "snap_??1*", true),
            ("snap_001.hdf5", "*_1.hdf5", false),
            ("snap", "snap*", true),
            ("snap", "snap?", false),
            ("a.b.a.c", "*a.c", true),
            ("", "*", true),
        ] {
            assert_eq!(fits(name.as_bytes(), pattern.as_bytes()), is_fit, "{name} {pattern}");
        }
        let mut names = ["s10", "s9", "t1", "s9b", "s"];
        names.sort_by_cached_key(|name| natural(name));
        assert_eq!(names, ["s", "s9", "s9b", "s10", "t1"]);
    }
}
