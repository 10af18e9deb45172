//! Files by a folder or by a pattern, in the order of their numbers.

use std::fs;
use std::path::{Path, PathBuf};

use super::{ImportError, snapshots};

/// The snapshots in a folder, or the files whose paths match a pattern with `*` and `?`, sorted by
/// name, with numbers by size; none if `path` is neither. Folders may be patterns, too:
/// `snapdir_*/snap_*.0.hdf5`.
///
/// # Errors
/// [`ImportError::Unreadable`] if the folder cannot be read.
pub fn files(path: &str) -> Result<Option<Vec<PathBuf>>, ImportError> {
    let whole = Path::new(path);
    let is_pattern = |text: &str| text.contains(['*', '?']);
    let mut found = if whole.is_dir() {
        // A folder may hold other files beside the snapshots; a pattern means all that it matches.
        let mut found = fitting(whole, "*")?;
        found.retain(|path| path.is_file() && snapshots::is_snapshot(path));
        found
    } else if is_pattern(path) && !whole.exists() {
        let mut found = vec![PathBuf::new()];
        for part in whole {
            match part.to_str().filter(|name| is_pattern(name)) {
                None => found.iter_mut().for_each(|path| path.push(part)),
                Some(name) => {
                    found.retain(|path| path.as_os_str().is_empty() || path.is_dir());
                    let within = found.iter().map(|folder| fitting(folder, name));
                    found = within.collect::<Result<Vec<_>, _>>()?.concat();
                }
            }
        }
        found.retain(|path| path.is_file());
        found
    } else {
        return Ok(None);
    };
    found.sort_by_cached_key(|path| natural(&path.to_string_lossy()));
    Ok(Some(found))
}

/// The entries of a folder whose names match a pattern.
fn fitting(folder: &Path, pattern: &str) -> Result<Vec<PathBuf>, ImportError> {
    let place = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let unreadable = |source| ImportError::Unreadable { file: place.display().to_string(), source };
    let mut found = Vec::new();
    for entry in fs::read_dir(place).map_err(unreadable)? {
        let name = entry.map_err(unreadable)?.file_name();
        let text = name.to_string_lossy();
        if !text.starts_with('.') && fits(text.as_bytes(), pattern.as_bytes()) {
            found.push(folder.join(&name));
        }
    }
    Ok(found)
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
        let folder = tempfile::tempdir().unwrap();
        for number in [10, 9] {
            let within = folder.path().join(format!("snapdir_{number}"));
            fs::create_dir(&within).unwrap();
            fs::write(within.join("snap.hdf5"), "").unwrap();
        }
        fs::write(folder.path().join("snapdir_8"), "no folder").unwrap();
        for pattern in ["snapdir_*/snap.hdf5", "snap*_*/s*.hdf5"] {
            let pattern = folder.path().join(pattern);
            let found = files(pattern.to_str().unwrap()).unwrap().unwrap();
            let expected = [9, 10]
                .map(|number| folder.path().join(format!("snapdir_{number}")).join("snap.hdf5"));
            assert_eq!(found, expected);
        }
        let missing = folder.path().join("none/*.hdf5");
        assert!(files(missing.to_str().unwrap()).is_ok_and(|found| found == Some(Vec::new())));
        let mut names = ["s10", "s9", "t1", "s9b", "s"];
        names.sort_by_cached_key(|name| natural(name));
        assert_eq!(names, ["s", "s9", "s9b", "s10", "t1"]);
    }
}
