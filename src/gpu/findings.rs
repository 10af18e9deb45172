//! Findings about an adapter, stored from one run to the next.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::file;

/// What is known about an adapter beyond what its driver reports: findings by name. Clones of a
/// [`Gpu`](super::Gpu) and its siblings share them.
#[derive(Debug)]
pub struct Findings(Mutex<Kept>);

/// The findings, and the file that keeps them.
#[derive(Clone, Debug, Default)]
struct Kept {
    path: Option<PathBuf>,
    record: Record,
}

/// The file: for one adapter with one driver, as one version of Starshell found it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Record {
    adapter: String,
    driver: String,
    starshell: String,
    findings: BTreeMap<String, toml::Value>,
}

/// The version of Starshell. A build with debug assertions, such as that of the tests, is slower,
/// so its findings are kept apart.
const BUILD: &str = if cfg!(debug_assertions) {
    concat!(env!("CARGO_PKG_VERSION"), "+debug")
} else {
    env!("CARGO_PKG_VERSION")
};

impl Record {
    /// No findings yet about an adapter.
    fn new(info: &wgpu::AdapterInfo) -> Self {
        Self {
            adapter: format!("{} ({:?})", info.name, info.backend),
            driver: format!("{} {}", info.driver, info.driver_info).trim().to_owned(),
            starshell: BUILD.to_owned(),
            findings: BTreeMap::new(),
        }
    }

    /// Whether the other is about the same adapter with the same driver and version.
    fn is_like(&self, other: &Self) -> bool {
        (&self.adapter, &self.driver, &self.starshell)
            == (&other.adapter, &other.driver, &other.starshell)
    }
}

impl Findings {
    /// None yet, about an adapter. They last until the program ends.
    pub(super) fn new(info: &wgpu::AdapterInfo) -> Self {
        Self(Mutex::new(Kept { path: None, record: Record::new(info) }))
    }

    /// A copy of what is known so far, without the file, which holds only findings about
    /// Starshell's own kernels.
    pub(super) fn without_file(&self) -> Self {
        Self(Mutex::new(Kept { path: None, ..self.lock().clone() }))
    }

    /// Keeps findings in `folder`, in a file for this adapter, driver and version, in place of
    /// those so far, and loads those already there. A file that cannot be read or belongs to
    /// something else is ignored.
    pub fn keep_in(&self, folder: &Path) {
        let mut kept = self.lock();
        let record = Record { findings: BTreeMap::new(), ..kept.record.clone() };
        let name: String =
            [&record.adapter, &record.driver, &record.starshell].map(|text| plain(text)).join("_");
        let path = folder.join(format!("{name}.toml"));
        let stored =
            file::read(&path).ok().and_then(|bytes| toml::from_slice::<Record>(&bytes).ok());
        let record = stored.filter(|stored| stored.is_like(&record)).unwrap_or(record);
        *kept = Kept { path: Some(path), record };
    }

    /// The file that keeps them, if there is one.
    pub fn path(&self) -> Option<PathBuf> {
        self.lock().path.clone()
    }

    /// The finding stored under `name`; `None` if there is none or it has another type.
    pub fn recall<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        self.lock().record.findings.get(name)?.clone().try_into().ok()
    }

    /// Stores `finding` under `name`, replacing any earlier one. Without a file
    /// ([`Findings::keep_in`]) it lasts until the program ends.
    ///
    /// # Errors
    /// If the file cannot be written. The finding still lasts until the program ends.
    pub fn remember<T: Serialize>(&self, name: &str, finding: &T) -> io::Result<()> {
        let finding = toml::Value::try_from(finding).map_err(io::Error::other)?;
        self.set(name, Some(finding)).map(|_| ())
    }

    /// Removes the finding stored under `name`, and returns whether there was one.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn forget(&self, name: &str) -> io::Result<bool> {
        self.set(name, None)
    }

    /// Replaces or removes the finding stored under `name`, and returns whether there was one.
    fn set(&self, name: &str, finding: Option<toml::Value>) -> io::Result<bool> {
        let Kept { path, record } = &mut *self.lock();
        let had = match finding {
            Some(finding) => record.findings.insert(name.to_owned(), finding).is_some(),
            None => record.findings.remove(name).is_some(),
        };
        if let Some(path) = path {
            file::write(path, toml::to_string(record).map_err(io::Error::other)?.as_bytes())?;
        }
        Ok(had)
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A text made fit for a file name: letters, digits and dots in lower case, dashes for everything
/// else.
fn plain(text: &str) -> String {
    let letter = |letter: char| {
        if letter.is_ascii_alphanumeric() || letter == '.' {
            letter.to_ascii_lowercase()
        } else {
            ' '
        }
    };
    text.chars().map(letter).collect::<String>().split_whitespace().collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::gpu::Gpu;

    #[test]
    fn findings_are_remembered_and_stale_or_damaged_ones_ignored() {
        let folder =
            std::env::temp_dir().join(format!("starshell-findings-{}", std::process::id()));
        let gpu = || {
            let gpu = Gpu::noop().unwrap();
            gpu.findings().keep_in(&folder);
            gpu
        };
        let first = gpu();
        assert_eq!(first.findings().recall::<u32>("answer"), None);
        first.findings().remember("answer", &42).unwrap();
        assert_eq!(gpu().findings().recall::<u32>("answer"), Some(42));
        assert_eq!(gpu().findings().recall::<String>("answer"), None, "of another kind");
        let path = first.findings().path().unwrap();
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
            assert_eq!(gpu().findings().recall::<u32>("answer"), None, "{wrong:?}");
        }
        fs::write(&path, &text).unwrap();
        assert!(
            gpu().findings().forget("answer").unwrap()
                && !gpu().findings().forget("answer").unwrap()
        );
        assert_eq!(gpu().findings().recall::<u32>("answer"), None);
        fs::remove_dir_all(&folder).unwrap();
    }
}
