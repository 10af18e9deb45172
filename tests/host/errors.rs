//! Errors are English, and data: the language of the thread that shows them says them, whichever
//! thread has made them.

use std::time::Duration;

use starshell::capture::{CaptureError, Recipe};
use starshell::cpu::CpuError;
use starshell::gpu::{GpuError, ShaderError};
use starshell::lab::chart::ChartError;
use starshell::lab::workbench::{Ended, bench, check};
use starshell::lab::{LabError, Report};
use starshell::name::unknown;
use starshell::physics::initial::{InitialError, InitialState};
use starshell::physics::{
    Gravity, Integrator, Opening, ParameterError, SimulationError, TreeError, TreeSettings,
};
use starshell::scene::{DEFAULT, Scene, embedded};
use starshell::words::{LANGUAGES, Text, said, say, speak};

/// A scene's fault after this change to the text of the default scene.
fn scene_error(change: impl Fn(&str) -> String) -> Text {
    let source = embedded()
        .iter()
        .find(|scene| scene.name == DEFAULT)
        .expect("there is a default scene")
        .source;
    Scene::parse(&change(source), "my.toml").expect_err("the scene is wrong").text()
}

/// The sentence of every error that can be made without an adapter.
fn told() -> Vec<Text> {
    let text = |name: &str| name.to_owned();
    let unsupported = GpuError::Unsupported {
        kernel: text("tree"),
        adapter: text("GPU"),
        missing: Box::new(say!("missing-subgroups-of-sizes", least = 8_u32, most = 64_u32)),
        remedy: Box::new(say!("remedy-adapter-or-auto")),
    };
    let shaders = [
        ShaderError::Layout { path: "a.wgsl", stride: 16, size: 12, bytes: 12 },
        ShaderError::NotANumber { path: "a.wgsl" },
        ShaderError::NoSuchConstant { kernel: "a", name: "LANES" },
        ShaderError::NoEntryPoint("a"),
        ShaderError::NoSuchBinding { kernel: "a", name: text("date"), bindings: text("`data`") },
        ShaderError::MissingBinding { kernel: "a", name: text("data"), bindings: text("`data`") },
        ShaderError::Refused { shader: "a", message: text("no") },
    ];
    let tree = TreeSettings { leaf: 1, ..TreeSettings::default() };
    let parameters = [
        ParameterError::TimeStep(-1.5),
        ParameterError::Softening(f64::NAN),
        ParameterError::Damping(2.0),
        ParameterError::Adaptive(1e300),
        ParameterError::AdaptiveSoftening,
        ParameterError::Tree(Gravity::Tree(tree)),
        ParameterError::TreePrecision,
        ParameterError::TreeIntegrator,
    ];
    let trees = [TreeError::Opening(Opening::Angle(3.0)), TreeError::Leaf(1), TreeError::Group(1)];
    let mut all = vec![unsupported.text(), unknown("scene", "shall", ["shell"])];
    all.extend(shaders.iter().map(ShaderError::text));
    all.extend(parameters.iter().map(ParameterError::text));
    all.extend(trees.iter().map(TreeError::text));
    all.extend(
        [SimulationError::NoBodies, SimulationError::External("hermite-4")]
            .iter()
            .map(SimulationError::text),
    );
    all.extend(
        [CpuError::Integrator(Integrator::Hermite4), CpuError::Threads(text("none"))]
            .iter()
            .map(CpuError::text),
    );
    let range = say!("range-within", least = 0.5, most = 2.0);
    all.extend(
        [InitialError::Empty, InitialError::Parameter { key: "radius", value: 3.0, range }]
            .iter()
            .map(InitialError::text),
    );
    all.push(InitialState::named("shel").expect_err("there is no such state"));
    all.push(Scene::load("shel").expect_err("there is no such scene").text());
    all.push(scene_error(|source| source.replace("[initial]", "[initials]")));
    all.push(scene_error(|source| {
        source.replacen("seed", "sead", 1).replacen("count", "counts", 1)
    }));
    all.push(scene_error(|source| format!("most = 1\n{source}")));
    all.push(scene_error(|source| format!("{source}\n[path]\nturns = 1\n")));
    all.push(scene_error(|source| format!("{source}\n[path]\nloop = 1.0\n")));
    all.push(scene_error(|source| format!("duration = \n{source}")));
    all.push(scene_error(|source| source.replacen("duration = ", "duration = \"long\" # ", 1)));
    all.extend(beside());
    all.extend(workbench());
    all
}

/// Errors of measurements, captures and the files of either.
fn beside() -> Vec<Text> {
    let wrong = LabError::Wrong {
        bench: "sort",
        kernel: "a".into(),
        adapter: "b".into(),
        what: say!("verdict-wrong"),
    };
    let encoders =
        [say!("encoder-panicked"), say!("encoder-ffmpeg", message = "no room"), said("no room")];
    let mut all = vec![wrong.text(), ChartError::Size(9, 9).text()];
    all.extend(encoders.map(|cause| CaptureError::Encoder(cause).text()));
    for text in ["", "command = [", "scene = 1\ncommand = 1"] {
        all.push(Recipe::parse(text, "a.toml").expect_err("it is no recipe").text());
    }
    let folder = tempfile::tempdir().expect("there is a folder");
    let path = folder.path().join("a.json");
    let head = r#""version": "1", "adapter": "a", "driver": "", "processor": "p", "results": "#;
    let twice = r#"{"experiment": "scan", "outcomes": []}, {"experiment": "scan", "outcomes": []}"#;
    for results in ["1", &format!("[{twice}]")] {
        std::fs::write(&path, format!("{{{head}{results}}}")).expect("it can be written");
        all.push(Report::read(&path).expect_err("it is no report").text());
    }
    all
}

/// What is wrong with kernels, and how they end.
fn workbench() -> Vec<Text> {
    let bins = bench("bins").expect("there is such a kernel");
    let changes = [
        ("source[id.x] / 4u;", "source[id.x] / 4u"),
        ("counts[bin], 1u", "count[bin], 1u"),
        ("fn bins(", "fn bin("),
        ("@compute", "var<private> large: array<u32, 1000000>;\n@compute"),
        ("@compute", "override SIDE: u32 = 3u;\n@compute"),
        ("@binding(2)", "@binding(7)"),
    ];
    let changed = changes.map(|(from, to)| bins.wgsl().replacen(from, to, 1));
    let long = [" ".repeat(100_000), "(".repeat(200)];
    let texts = changed.into_iter().chain(long);
    let faults =
        texts.map(|text| check(bins, &text, &wgpu::Limits::default()).expect_err("it has a fault"));
    let mut all: Vec<Text> = faults.flatten().map(|fault| fault.message).collect();
    let ended = [
        Ended::Endless(Duration::from_secs(5)),
        Ended::TooLarge(1 << 30),
        Ended::Crashed(say!("workbench-exit-code", code = "3".to_owned())),
        Ended::NotStarted(say!("workbench-watchdog")),
    ];
    all.extend(ended.iter().map(|ended| ended.text()));
    all
}

#[test]
fn errors_are_english_and_said_in_the_language_of_the_thread_that_shows_them() {
    let errors = told();
    for language in &LANGUAGES[1..] {
        speak(Some(language));
        for error in &errors {
            let (own, english) = (error.verbatim(), error.to_string());
            assert_ne!(own, english, "{}", language.code);
            for text in [&own, &english] {
                assert!(
                    !text.contains(['{', '}', '$']) && !text.contains("error-"),
                    "{}: {text}",
                    language.code
                );
            }
        }
    }
    speak(None);
    for error in &errors {
        assert_eq!(error.verbatim(), error.to_string());
    }
}

#[test]
fn an_error_that_another_thread_has_made_is_said_in_the_language_of_this_one() {
    let made = std::thread::spawn(|| GpuError::Unsupported {
        kernel: "tree".to_owned(),
        adapter: "GPU".to_owned(),
        missing: Box::new(say!("missing-subgroups")),
        remedy: Box::new(say!("remedy-adapter")),
    });
    let error = SimulationError::from(made.join().expect("the thread ends"));
    speak(Some(&LANGUAGES[1]));
    assert_eq!(
        error.to_string(),
        "the kernel tree cannot run on GPU: it needs subgroups; use another adapter"
    );
    assert_eq!(
        error.text().verbatim(),
        "der Kernel tree läuft nicht auf GPU: er braucht Subgroups; nimm einen anderen Adapter"
    );
    speak(None);
}
