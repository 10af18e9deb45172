//! Findings about an adapter, stored from one run to the next.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Gpu;
use crate::file;

/// The user's folder for findings about adapters; `None` if the system has no place for it.
pub fn cache_folder() -> Option<PathBuf> {
    Some(directories::ProjectDirs::from("", "", "Starshell")?.cache_dir().to_owned())
}

/// Findings by name, and the file that keeps them.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
    path: Option<PathBuf>,
    named: BTreeMap<String, serde_json::Value>,
}

/// The file: for one adapter with one driver, as one version of Starshell found it.
#[derive(Serialize, Deserialize)]
struct Record {
    adapter: String,
    driver: String,
    starshell: String,
    findings: BTreeMap<String, serde_json::Value>,
}

impl Gpu {
    /// Keeps findings in `folder`, in a file for this adapter, driver and version, and loads those already there. A file that
    /// cannot be read or belongs to something else is ignored. [`Gpu::open`] does this with [`cache_folder`].
    pub fn remember_in(&self, folder: &Path) {
        let about = self.about();
        let name: String = [&about.adapter, &about.driver, &about.starshell].map(|text| plain(text)).join("_");
        let path = folder.join(format!("{name}.json"));
        let record = file::read(&path).ok().and_then(|bytes| serde_json::from_slice::<Record>(&bytes).ok());
        let is_same = |record: &Record| {
            (&record.adapter, &record.driver, &record.starshell) == (&about.adapter, &about.driver, &about.starshell)
        };
        let findings = record.filter(is_same).map(|record| record.findings).unwrap_or_default();
        *self.findings.lock().unwrap_or_else(PoisonError::into_inner) = Findings { path: Some(path), named: findings };
    }

    /// The file that keeps findings, if there is one.
    pub fn findings_path(&self) -> Option<PathBuf> {
        self.findings.lock().unwrap_or_else(PoisonError::into_inner).path.clone()
    }

    /// The finding stored under `name`; `None` if there is none or it has another type.
    pub fn recall<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        let kept = self.findings.lock().unwrap_or_else(PoisonError::into_inner);
        T::deserialize(kept.named.get(name)?).ok()
    }

    /// Stores `finding` under `name`, replacing any earlier one. Without a file ([`Gpu::remember_in`]) it lasts until the
    /// program ends.
    ///
    /// # Errors
    /// If the file cannot be written. The finding still lasts until the program ends.
    pub fn remember<T: Serialize>(&self, name: &str, finding: &T) -> io::Result<()> {
        self.change(|findings| Ok(findings.insert(name.to_owned(), serde_json::to_value(finding)?).is_some())).map(|_| ())
    }

    /// Removes the finding stored under `name`, and returns whether there was one.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn forget(&self, name: &str) -> io::Result<bool> {
        self.change(|findings| Ok(findings.remove(name).is_some()))
    }

    fn change(&self, change: impl FnOnce(&mut BTreeMap<String, serde_json::Value>) -> io::Result<bool>) -> io::Result<bool> {
        let mut kept = self.findings.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = change(&mut kept.named)?;
        if let Some(path) = &kept.path {
            let record = Record { findings: kept.named.clone(), ..self.about() };
            file::write(path, &serde_json::to_vec_pretty(&record)?)?;
        }
        Ok(changed)
    }

    /// A copy of what is known so far, without the file, which holds only findings about Starshell's own kernels.
    pub(super) fn findings_of_its_own(&self) -> Arc<Mutex<Findings>> {
        let named = self.findings.lock().unwrap_or_else(PoisonError::into_inner).named.clone();
        Arc::new(Mutex::new(Findings { path: None, named }))
    }

    fn about(&self) -> Record {
        Record {
            adapter: format!("{} ({:?})", self.info.name, self.info.backend),
            driver: format!("{} {}", self.info.driver, self.info.driver_info).trim().to_owned(),
            starshell: env!("CARGO_PKG_VERSION").to_owned(),
            findings: BTreeMap::new(),
        }
    }
}

/// A text made fit for a file name: letters, digits and dots in lower case, dashes for everything else.
fn plain(text: &str) -> String {
    let letter = |letter: char| if letter.is_ascii_alphanumeric() || letter == '.' { letter.to_ascii_lowercase() } else { ' ' };
    text.chars().map(letter).collect::<String>().split_whitespace().collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn findings_come_back_and_what_is_wrong_or_stale_is_ignored() {
        let folder = std::env::temp_dir().join(format!("starshell-findings-{}", std::process::id()));
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
        for wrong in
            ["", "{", "[1, 2]", "\u{0}\u{1}", &text[..text.len() / 2], &text.replace("\"driver\": \"", "\"driver\": \"old ")]
        {
            fs::write(&path, wrong).unwrap();
            assert_eq!(gpu().recall::<u32>("answer"), None, "{wrong:?}");
        }
        fs::write(&path, &text).unwrap();
        assert!(gpu().forget("answer").unwrap() && !gpu().forget("answer").unwrap());
        assert_eq!(gpu().recall::<u32>("answer"), None);
        fs::remove_dir_all(&folder).unwrap();
    }
}
