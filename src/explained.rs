//! What an error says to those who use the program, in the language of this thread. Errors of the
//! library are data, and display in English.

use std::error::Error;
use std::io;

use starshell::capture::CaptureError;
use starshell::cpu::CpuError;
use starshell::exchange::ImportError;
use starshell::exchange::snapshots::write::WriteError;
use starshell::file::FileError;
use starshell::gpu::{GpuError, ShaderError};
use starshell::lab::chart::ChartError;
use starshell::lab::workbench::NotRun;
use starshell::lab::{LabError, NoReport};
use starshell::physics::initial::InitialError;
use starshell::physics::{InvalidBody, ParameterError, SimulationError, TreeError};
use starshell::primitives::SparseError;
use starshell::render::{PathError, TargetError};
use starshell::scene::SceneError;
use starshell::session::SessionError;
use starshell::snapshot::CheckpointError;
use starshell::words::Text;

/// The sentence of an error. What other libraries report stays in their own words.
pub fn explained(error: &(dyn Error + 'static)) -> String {
    match error.downcast_ref::<io::Error>().map(io::Error::get_ref) {
        // It displays as the error that it carries.
        Some(Some(carried)) => explained(carried),
        _ => text(error).map_or_else(|| error.to_string(), |text| text.verbatim()),
    }
}

macro_rules! text {
    ($($error:ident),* $(,)?) => {
        /// The sentence of an error of the library.
        fn text(error: &(dyn Error + 'static)) -> Option<Text> {
            error.downcast_ref().cloned()$(.or_else(|| error.downcast_ref().map($error::text)))*
        }

        #[cfg(test)]
        const KNOWN: &[&str] = &[$(stringify!($error)),*];
    };
}

text! {
    CaptureError, ChartError, CheckpointError, CpuError,
    FileError, GpuError, ImportError, InitialError, InvalidBody, LabError, NoReport,
    NotRun, ParameterError, PathError, SceneError, SessionError,
    ShaderError, SimulationError, SparseError, TargetError, TreeError,
    WriteError,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use anyhow::Context;
    use starshell::capture::{Captions, Recipe};
    use starshell::exchange::{Reading, read, read_table};
    use starshell::glam::DVec3;
    use starshell::lab::Report;
    use starshell::name::Named;
    use starshell::physics::{
        Body, Gravity, Integrator, Parameters, Precision, State, TreeSettings,
    };
    use starshell::scene::Scene;
    use starshell::session::Members;
    use starshell::snapshot::Checkpoint;
    use starshell::words::{self, LANGUAGES, say, speak};

    use super::*;

    /// The errors in the source of the library that have a sentence of their own.
    fn declared(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                declared(&path, found);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap_or_default();
            for part in text.split("thiserror::Error)]").skip(1) {
                let line = part.lines().find(|line| line.starts_with("pub")).unwrap_or_default();
                let word = line.split(' ').nth(2).unwrap_or_default();
                let name = word.split(|letter: char| !letter.is_alphanumeric()).next();
                let name = name.unwrap_or_default().to_owned();
                let own = part.split_once(&format!("impl {name} {{")).map(|(_, own)| own);
                if own.is_some_and(|own| own.contains("pub fn text(&self)")) {
                    found.insert(name);
                }
            }
        }
    }

    #[test]
    fn every_error_of_the_library_is_known() {
        let (mut found, root) = (BTreeSet::new(), Path::new(env!("CARGO_MANIFEST_DIR")));
        for layer in [
            "capture",
            "cpu",
            "exchange",
            "file",
            "gpu",
            "lab",
            "physics",
            "primitives",
            "render",
            "scene",
            "session",
            "snapshot",
        ] {
            declared(&root.join("src").join(layer), &mut found);
        }
        assert!(found.len() > 20, "{found:?}");
        let known: BTreeSet<String> = KNOWN.iter().map(|name| (*name).to_owned()).collect();
        let unknown: Vec<_> = found.difference(&known).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }

    /// An error of each kind that can be made without an adapter.
    fn errors() -> Vec<Box<dyn Error>> {
        let gpu = || GpuError::NoAdapter;
        let shader = || ShaderError::NoEntryPoint("a");
        let unreadable = Path::new("/no/such/file");
        let file = || FileError::new(unreadable, io::Error::other("no room"));
        let body = Body { position: DVec3::ZERO, velocity: DVec3::ZERO, mass: -1.0, component: 0 };
        vec![
            Box::new(Captions::new(Some("{tim}"), None, false).unwrap_err()),
            Box::new(CaptureError::Target(TargetError::Gpu(gpu()))),
            Box::new(CaptureError::Unwritable(file())),
            Box::new(ChartError::Size(9, 9)),
            Box::new(Checkpoint::read(unreadable).unwrap_err()),
            Box::new(WriteError::File(file())),
            Box::new(CpuError::Tree(TreeError::Leaf(1))),
            Box::new(file()),
            Box::new(io::Error::from(file())),
            Box::new(GpuError::Shader(shader())),
            Box::new(read(unreadable, &Reading::default()).unwrap_err()),
            Box::new(read_table("a.csv", b"1, 2", &Reading::default()).unwrap_err()),
            Box::new(InitialError::Empty),
            Box::new(State::new(&[body], Precision::Single).unwrap_err()),
            Box::new(LabError::Simulation(SimulationError::NoBodies)),
            Box::new(Report::read(unreadable).unwrap_err()),
            Box::new(NotRun::Gpu(gpu())),
            Box::new(Parameters::new(Integrator::LeapfrogKdk, -1.0, 0.0).validate().unwrap_err()),
            Box::new(ParameterError::Tree(Gravity::Tree(TreeSettings {
                leaf: 1,
                ..TreeSettings::default()
            }))),
            Box::new(Recipe::parse("", "a.toml").unwrap_err()),
            Box::new(Scene::load("shel").unwrap_err()),
            Box::new(SessionError::Initial(InitialError::Empty)),
            Box::new(say!("error-setting-switch", key = "a")),
            Box::new(shader()),
            Box::new(SparseError::Broken { iterations: 2 }),
            Box::new(SparseError::Empty { rows: 0, columns: 1 }),
            Box::new(TargetError::Samples { samples: 9 }),
            Box::new(TreeError::Group(1)),
            Box::new("0=x".parse::<Members>().unwrap_err()),
            Box::new(Integrator::named("leap").unwrap_err()),
        ]
    }

    #[test]
    fn an_error_is_said_in_the_language_of_the_thread_and_displays_in_english() {
        let english: Vec<_> = errors().iter().map(|error| explained(&**error)).collect();
        for language in &LANGUAGES[1..] {
            speak(Some(language));
            for (error, english) in errors().iter().zip(&english) {
                assert_eq!(&error.to_string(), english);
                assert_ne!(&explained(&**error), english, "{}", language.code);
            }
        }
        speak(Some(&LANGUAGES[1]));
        let error = anyhow::Error::new(SessionError::from(InitialError::Empty));
        assert_eq!(explained(&*error), words::text("error-count-zero", &[]));
        // A context stands for what it is about.
        let error = Err::<(), _>(GpuError::NoAdapter).context("no place").unwrap_err();
        assert_eq!(explained(&*error), "no place");
        assert_eq!(explained(&io::Error::other("as it is")), "as it is");
        speak(None);
    }
}
