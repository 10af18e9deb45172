//! What a GPU remembers about its adapter.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{MutexGuard, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Gpu;
use super::findings::Findings;

impl Gpu {
    /// Keeps findings in `folder`, in a file for this adapter, driver and version, and loads those
    /// already there. A file that cannot be read or belongs to something else is ignored.
    pub fn remember_in(&self, folder: &Path) {
        *self.findings() = Findings::open(folder, &self.info);
    }

    /// The file that keeps findings, if there is one.
    pub fn findings_path(&self) -> Option<PathBuf> {
        self.findings().path().map(Path::to_owned)
    }

    /// The finding stored under `name`; `None` if there is none or it has another type.
    pub fn recall<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        self.findings().get(name)?.clone().try_into().ok()
    }

    /// Stores `finding` under `name`, replacing any earlier one. Without a file
    /// ([`Gpu::remember_in`]) it lasts until the program ends.
    ///
    /// # Errors
    /// If the file cannot be written. The finding still lasts until the program ends.
    pub fn remember<T: Serialize>(&self, name: &str, finding: &T) -> io::Result<()> {
        let finding = toml::Value::try_from(finding).map_err(io::Error::other)?;
        self.findings().set(name, Some(finding)).map(|_| ())
    }

    /// Removes the finding stored under `name`, and returns whether there was one.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn forget(&self, name: &str) -> io::Result<bool> {
        self.findings().set(name, None)
    }

    pub(super) fn findings(&self) -> MutexGuard<'_, Findings> {
        self.findings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn findings_are_remembered_and_stale_or_damaged_ones_ignored() {
        let folder =
            std::env::temp_dir().join(format!("starshell-findings-{}", std::process::id()));
        let gpu = || {
            let gpu = Gpu::noop().unwrap();
            gpu.remember_in(&folder);
            gpu
        };
        let first = gpu();
        assert_eq!(first.recall::<u32>("answer"), None);
        first.remember("answer", &42).unwrap();
        assert_eq!(gpu().recall::<u32>("answer"), Some(42));
        assert_eq!(gpu().recall::<String>("answer"), None, "of another kind");
        let path = first.findings_path().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        for wrong in [
            "",
            "{",
            "[1, 2]",
            "\u{0}\u{1}",
            &text[..text.len() / 2],
            &text.replace("driver = \"", "driver = \"old "),
        ] {
            fs::write(&path, wrong).unwrap();
            assert_eq!(gpu().recall::<u32>("answer"), None, "{wrong:?}");
        }
        fs::write(&path, &text).unwrap();
        assert!(gpu().forget("answer").unwrap() && !gpu().forget("answer").unwrap());
        assert_eq!(gpu().recall::<u32>("answer"), None);
        fs::remove_dir_all(&folder).unwrap();
    }
}
