//! Findings about an adapter, stored from one run to the next.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::file;

/// Findings by name, and the file that keeps them.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
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

impl Findings {
    /// Those that `folder` holds about an adapter, kept there from now on. A file that cannot be
    /// read or belongs to something else is ignored.
    pub fn open(folder: &Path, info: &wgpu::AdapterInfo) -> Self {
        let mut record = Record {
            adapter: format!("{} ({:?})", info.name, info.backend),
            driver: format!("{} {}", info.driver, info.driver_info).trim().to_owned(),
            starshell: BUILD.to_owned(),
            findings: BTreeMap::new(),
        };
        let name: String =
            [&record.adapter, &record.driver, &record.starshell].map(|text| plain(text)).join("_");
        let path = folder.join(format!("{name}.toml"));
        let stored =
            file::read(&path).ok().and_then(|bytes| toml::from_slice::<Record>(&bytes).ok());
        let is_same = |stored: &Record| {
            (&stored.adapter, &stored.driver, &stored.starshell)
                == (&record.adapter, &record.driver, &record.starshell)
        };
        if let Some(stored) = stored.filter(is_same) {
            record.findings = stored.findings;
        }
        Self { path: Some(path), record }
    }

    /// The file that keeps them, if there is one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// A copy of what is known so far, without the file, which holds only findings about
    /// Starshell's own kernels.
    pub fn without_file(&self) -> Self {
        Self { path: None, record: self.record.clone() }
    }

    /// The finding stored under `name`.
    pub fn get(&self, name: &str) -> Option<&toml::Value> {
        self.record.findings.get(name)
    }

    /// Replaces or removes the finding stored under `name`, and returns whether there was one.
    pub fn set(&mut self, name: &str, finding: Option<toml::Value>) -> io::Result<bool> {
        let had = match finding {
            Some(finding) => self.record.findings.insert(name.to_owned(), finding).is_some(),
            None => self.record.findings.remove(name).is_some(),
        };
        if let Some(path) = &self.path {
            file::write(path, toml::to_string(&self.record).map_err(io::Error::other)?.as_bytes())?;
        }
        Ok(had)
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
