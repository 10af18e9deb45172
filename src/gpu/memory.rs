//! What was found out about an adapter, kept from one run to the next.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Gpu;

/// Findings by their names, and the file that keeps them.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    path: Option<PathBuf>,
    findings: BTreeMap<String, serde_json::Value>,
}

/// The file: of one adapter with one driver, as one version of Starshell found it.
#[derive(Serialize, Deserialize)]
struct Record {
    adapter: String,
    driver: String,
    starshell: String,
    findings: BTreeMap<String, serde_json::Value>,
}

impl Gpu {
    /// Keeps findings in `folder`, in a file for this adapter, driver and version, and recalls those that are there. A file that
    /// cannot be read, or is of something else, is as good as none.
    pub fn remember_in(&self, folder: &Path) {
        let about = self.about();
        let name: String = [&about.adapter, &about.driver, &about.starshell].map(|text| plain(text)).join("_");
        let path = folder.join(format!("{name}.json"));
        let record = fs::read(&path).ok().and_then(|bytes| serde_json::from_slice::<Record>(&bytes).ok());
        let is_same = |record: &Record| {
            (&record.adapter, &record.driver, &record.starshell) == (&about.adapter, &about.driver, &about.starshell)
        };
        let findings = record.filter(is_same).map(|record| record.findings).unwrap_or_default();
        *self.memory.lock().unwrap_or_else(PoisonError::into_inner) = Memory { path: Some(path), findings };
    }

    /// The file that keeps findings, where there is one.
    pub fn memory_path(&self) -> Option<PathBuf> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner).path.clone()
    }

    /// What was found under this name; `None` where nothing was, or it is not of this kind.
    pub fn recall<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        let memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        T::deserialize(memory.findings.get(name)?).ok()
    }

    /// Remembers `finding` under this name, in place of what was there; without [`Gpu::remember_in`], until the program ends.
    ///
    /// # Errors
    /// Where the file cannot be written. The finding is remembered until the program ends in any case.
    pub fn remember<T: Serialize>(&self, name: &str, finding: &T) -> io::Result<()> {
        self.change(|findings| Ok(findings.insert(name.to_owned(), serde_json::to_value(finding)?).is_some())).map(|_| ())
    }

    /// Forgets what was found under this name, and says whether anything was.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn forget(&self, name: &str) -> io::Result<bool> {
        self.change(|findings| Ok(findings.remove(name).is_some()))
    }

    fn change(&self, change: impl FnOnce(&mut BTreeMap<String, serde_json::Value>) -> io::Result<bool>) -> io::Result<bool> {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = change(&mut memory.findings)?;
        if let Some(path) = &memory.path {
            let record = Record { findings: memory.findings.clone(), ..self.about() };
            fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
            // Whole or not at all, whoever else is writing.
            let temporary = path.with_extension(format!("{}.tmp", std::process::id()));
            fs::write(&temporary, serde_json::to_vec_pretty(&record)?)?;
            fs::rename(&temporary, path)?;
        }
        Ok(changed)
    }

    /// What is known so far, without the file: findings that are not of the adapter with Starshell's own kernels must not get
    /// there.
    pub(super) fn memory_of_its_own(&self) -> Arc<Mutex<Memory>> {
        let findings = self.memory.lock().unwrap_or_else(PoisonError::into_inner).findings.clone();
        Arc::new(Mutex::new(Memory { path: None, findings }))
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

/// Letters, digits and points of a text, in lower case, with dashes in place of the rest: a part of a file's name.
fn plain(text: &str) -> String {
    let letter = |letter: char| if letter.is_ascii_alphanumeric() || letter == '.' { letter.to_ascii_lowercase() } else { ' ' };
    text.chars().map(letter).collect::<String>().split_whitespace().collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_come_back_and_what_is_wrong_or_stale_is_as_good_as_none() {
        let folder = std::env::temp_dir().join(format!("starshell-memory-{}", std::process::id()));
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
        let path = first.memory_path().unwrap();
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
