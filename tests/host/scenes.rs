//! Scenes: every embedded one is sound, files round-trip, and each mistake is reported with file,
//! line and remedy.

use glam::DVec3;
use starshell::capture::notes;
use starshell::gpu::Gpu;
use starshell::name::Named;

use starshell::physics::initial::{Given, InitialState};
use starshell::physics::{Body, Gravity, Integrator, MeshSettings, Parameters};
use starshell::scene::{DEFAULT, Embedded, Group, MAX_SEED, Scene, SceneError, embedded};
use starshell::session::{Pace, Session};
use std::collections::BTreeSet;
use std::path::Path;

const VALID: &str = r#"title = "A scene"
description = "What one sees."
inaccuracies = "What is not accurate."
count = 100
seed = 7
duration = 2.5

[initial]
kind = "shell"
inner_radius = 0.5
rotation = "solid"

[physics]
integrator = "leapfrog-kdk"
time_step = 0.01
softening = 0.02

[camera]
distance = 4.0
target = [1.0, 2.0, 3.0]

[look]
color_by = "speed"
bloom = 0.2
"#;

fn scene(name: &str) -> &'static Embedded {
    embedded()
        .iter()
        .find(|scene| scene.name == name)
        .unwrap_or_else(|| panic!("no scene named {name}"))
}

#[test]
fn trails_of_older_scenes_keep_their_length_in_headless_pictures() {
    let text = Scene::load("kepler").unwrap().to_toml();
    let trails = |line: &str| {
        let text: String = text
            .lines()
            .map(|old| if old.starts_with("trails") { line } else { old }.to_owned() + "\n")
            .collect();
        Scene::parse(&text, "old.toml").unwrap().look.trails
    };
    assert_eq!(trails("trail_length = 0"), 0.0);
    assert!((trails("trail_length = 80") - 0.08 * 62.832).abs() < 1e-5);
    assert_eq!(trails("trails = 2.5"), 2.5);
}

#[test]
fn the_embedded_scenes_are_the_files_of_the_folder() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/scenes");
    let files: BTreeSet<String> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| {
            entry.expect("it can be listed").file_name().into_string().expect("names are plain")
        })
        .filter(|name| name.ends_with(".toml"))
        .collect();
    let names: BTreeSet<String> =
        embedded().iter().map(|scene| format!("{}.toml", scene.name)).collect();
    assert_eq!(files, names);
    assert_eq!(names.len(), embedded().len(), "no scene is listed twice");
    assert_eq!(embedded()[0].name, DEFAULT);
}

#[test]
fn every_embedded_scene_is_sound() {
    let mut kinds = BTreeSet::new();
    for Embedded { name, scene, source, .. } in embedded() {
        assert!(scene.title.len() >= 5 && !scene.title.contains('\n'), "{name}: {:?}", scene.title);
        for paragraph in [&scene.description, &scene.inaccuracies] {
            assert!(
                paragraph.len() > 80 && !paragraph.contains('\n') && paragraph.ends_with('.'),
                "{name}: {paragraph:?}"
            );
            assert!(!paragraph.contains("  "), "{name}: {paragraph:?}");
        }
        assert!(
            !source.contains("faithful = true\n"),
            "{name}: the table holds the initial values"
        );
        kinds.insert(scene.initial.kind());

        // The same state with fewer bodies, for speed.
        let count = scene.initial.fixed_count().unwrap_or(scene.count.min(2000));
        let bodies = scene
            .initial
            .bodies(count, scene.seed)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(bodies.len(), count, "{name}");
        assert!(
            bodies.iter().all(|body| body.position.is_finite()
                && body.velocity.is_finite()
                && body.mass > 0.0),
            "{name}"
        );

        let steps = scene.duration / scene.physics.time_step;
        assert!((100.0..=200_000.0).contains(&steps), "{name}: {steps} steps");
        // A wide picture contains nearly everything bright at the start.
        let half_height =
            scene.camera.distance * (scene.camera.field_of_view / 2.0).to_radians().tan();
        let shining =
            bodies.iter().filter(|body| !scene.look.dark_components.contains(&body.component));
        let (inside, outside): (Vec<&Body>, Vec<&Body>) = shining.partition(|body| {
            (body.position.as_vec3() - scene.camera.target).length() < 1.3 * half_height
        });
        assert!(
            inside.len() > 30 * outside.len(),
            "{name}: {} bodies in the picture, {} not",
            inside.len(),
            outside.len()
        );
        // No body crosses much of the picture within a step.
        let fastest = bodies.iter().map(|body| body.velocity.length()).fold(0.0, f64::max);
        assert!(
            fastest * scene.physics.time_step < 0.3 * f64::from(half_height),
            "{name}: {fastest}"
        );
    }
    assert_eq!(
        kinds,
        InitialState::KINDS.iter().copied().collect(),
        "every kind of state has a scene"
    );
}

#[test]
fn the_default_scene_is_the_rotating_shell() {
    let shell = Scene::load(DEFAULT).expect("it is embedded");
    assert_eq!((shell.count, shell.seed, shell.initial.kind()), (16_384, 1, "shell"));
    let bodies = shell.bodies().expect("it is valid");
    assert_eq!(bodies.len(), 16_384);
    assert!((bodies.iter().map(|body| body.mass).sum::<f64>() - 1.0).abs() < 1e-9);
    assert!(bodies.iter().map(|body| body.position.cross(body.velocity).z).sum::<f64>() > 0.0);
}

#[test]
fn a_classic_shell_of_other_bodies_keeps_its_mass_and_is_as_bound() {
    let ratio = |scene: &Scene| {
        let bodies = scene.bodies().unwrap();
        let mass: f64 = bodies.iter().map(|body| body.mass).sum();
        let kinetic: f64 =
            bodies.iter().map(|body| 0.5 * body.mass * body.velocity.length_squared()).sum();
        (mass, kinetic)
    };
    for preset in 0..7 {
        let scene = Scene::load(&format!("classic-{preset}")).unwrap();
        let (mass, kinetic) = ratio(&scene);
        for count in [1000, 40_000] {
            let mut other = scene.clone();
            let of = other.set_count(count).expect("the mass changes");
            let (same_mass, same_kinetic) = ratio(&other);
            assert!(
                (of - mass / count as f64).abs() < 1e-9 * of
                    && (same_mass - mass).abs() < 1e-6 * mass,
                "{same_mass}"
            );
            assert!(
                (same_kinetic - kinetic).abs() <= 0.1 * kinetic,
                "preset {preset} of {count}: {same_kinetic} for {kinetic}"
            );
            assert_eq!(
                other.set_count(scene.count).map(|mass| (mass * 1e9).round()),
                Some(1e9),
                "and back"
            );
            assert_eq!(Scene::parse(&other.to_toml(), "").unwrap(), other);
        }
        let mut faithful = scene.clone();
        faithful.make_faithful().unwrap();
        assert_eq!((faithful.set_count(1000), faithful.count), (None, 1000));
    }
    let mut plummer = Scene::load("plummer").unwrap();
    assert_eq!((plummer.set_count(77), plummer.count), (None, 77));
}

#[test]
fn the_classic_presets_are_the_demos_table() {
    // Time step, cluster scale, velocity scale, softening, camera distance, camera height.
    let table = [
        (0.016, 1.54, 8.0, 0.1, 100.0, 2.0),
        (0.016, 0.68, 20.0, 0.1, 30.0, 2.0),
        (0.0006, 0.16, 1000.0, 1.0, 1.5, 0.0),
        (0.0006, 0.16, 1000.0, 1.0, 1.5, 0.0),
        (0.0019, 0.32, 276.0, 1.0, 5.0, 0.0),
        (0.0016, 0.32, 272.0, 0.145, 5.0, 0.0),
        (0.016, 6.04, 0.0, 1.0, 50.0, 0.0),
    ];
    for (preset, (time_step, cluster, velocity, softening, distance, height)) in
        table.into_iter().enumerate()
    {
        let scene = &scene(&format!("classic-{preset}")).scene;
        let InitialState::Classic(classic) = &scene.initial else {
            panic!("preset {preset} is {}", scene.initial.kind())
        };
        assert_eq!(
            (classic.cluster_scale, classic.velocity_scale),
            (cluster, velocity),
            "preset {preset}"
        );
        let physics = scene.physics;
        assert_eq!(physics.integrator, Integrator::SymplecticEuler, "preset {preset}");
        assert_eq!(
            (physics.time_step, physics.softening, physics.damping),
            (time_step, softening, 1.0),
            "preset {preset}"
        );
        let camera = scene.camera;
        assert_eq!(
            (camera.distance, camera.target.y, camera.target.x, camera.target.z),
            (distance, height, 0.0, 0.0)
        );
        assert_eq!((camera.elevation, camera.field_of_view), (90.0, 60.0));
        assert_eq!(scene.count, 16_384);

        let mut faithful = scene.clone();
        faithful.make_faithful().expect("it is classic");
        assert_eq!(
            (faithful.physics.softening, faithful.physics.damping, faithful.faithful),
            (0.1, 1.0, true)
        );
        assert_eq!(faithful.physics.time_step, time_step);
        let text = scene.to_toml().replace("faithful = false", "faithful = true");
        assert_eq!(Scene::parse(&text, "x.toml").expect("it is valid"), faithful);
    }
}

#[test]
fn a_grid_has_as_many_nodes_as_the_bodies_need_unless_the_file_says_how_many() {
    let read = |entries: &str| {
        let table = format!("[physics.gravity]\nmethod = \"mesh\"\n{entries}\n[camera]");
        let scene = Scene::parse(&VALID.replace("[camera]", &table), "grid").unwrap();
        let Gravity::Mesh(settings) = scene.physics.gravity else { panic!("{scene:?}") };
        (settings.side, scene)
    };
    let alone = MeshSettings { near: false, ..MeshSettings::default() };
    let (side, scene) = read("near = false");
    assert_eq!(side, alone.suited_to(&scene.bodies().unwrap(), 0.02).side);
    assert_eq!(read("near = false\nside = 64").0, 64);
    let periodic = read("near = false\nperiod = 40.0").0;
    assert!(periodic > side, "a small part of a large cube needs more: {periodic}, {side}");
    assert_eq!(read("near = false\nperiod = 40.0\nside = 32").0, 32);
    // The written scene has it.
    let again = Scene::parse(&scene.to_toml(), "grid").unwrap();
    assert_eq!(again.physics, scene.physics);
}

#[test]
fn a_scene_survives_a_round_trip() {
    for Embedded { name, scene, .. } in embedded() {
        let text = scene.to_toml();
        let again = Scene::parse(&text, name).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(&again, scene, "{text}");
    }
    let too_large = Scene { seed: MAX_SEED + 1, ..scene(DEFAULT).scene.clone() };
    assert!(Scene::parse(&too_large.to_toml(), "x").unwrap_err().to_string().contains("`seed`"));
    for seed in [0, 1, 1 << 53, MAX_SEED] {
        let mut scene = scene(DEFAULT).scene.clone();
        scene.seed = seed;
        scene.title = "Quotes \" and \\, lines\nand ü".to_owned();
        scene.physics.time_step = 0.1 + 0.2;
        let still = Scene { path: None, ..scene.clone() };
        assert!(
            !still.to_toml().contains("roll"),
            "notes of pictures without a roll stay as they were"
        );
        scene.camera.distance = 0.1;
        scene.camera.roll = -12.5;
        scene.look.color_range = Some([0.25, f32::MAX]);
        assert_eq!(Scene::parse(&scene.to_toml(), "x").expect("it is valid"), scene);
    }
}

#[test]
fn optional_entries_have_defaults() {
    let text = "title = \"t\"\ndescription = \"d\"\ninaccuracies = \"i\"\nduration = 1\n\
                [initial]\nkind = \"kepler\"\n[physics]\ntime_step = 1\nsoftening = 0\n";
    let scene =
        Scene::parse(text, "x.toml").expect("whole numbers suffice, and the count is known");
    assert_eq!((scene.count, scene.seed, scene.faithful), (2, 1, false));
    assert_eq!(scene.physics.integrator, Integrator::LeapfrogKdk);
    assert_eq!(scene.camera, starshell::render::Camera::default());
    assert_eq!(scene.look, starshell::render::Look::default());
    assert!(Scene::parse(VALID, "x.toml").is_ok());
}

#[test]
fn each_fault_is_reported_with_file_line_and_remedy() {
    // The text to replace, its replacement, the line, and what the message must contain.
    let cases: &[(&str, &str, usize, &[&str])] = &[
        (
            "[look]",
            "[units]\nsystem = \"parsek-myr\"\n[look]",
            23,
            &["`parsek-myr`", "did you mean `parsec-myr`"],
        ),
        ("[look]", "[units]\nsystem = \"au-year\"\nlength = 0.0\n[look]", 24, &["`length` is 0"]),
        ("[look]", "[units]\nsystem = \"au-year\"\nmass = nan\n[look]", 24, &["`mass` is NaN"]),
        ("seed = 7", "sed = 7", 5, &["`sed`", "did you mean `seed`"]),
        ("[initial]", "[intial]", 8, &["`intial`", "did you mean `initial`"]),
        ("[camera]", "[camra]", 18, &["`camra`", "did you mean `camera`"]),
        ("inner_radius", "iner_radius", 10, &["`iner_radius`", "did you mean `inner_radius`"]),
        ("time_step", "timestep", 15, &["`timestep`", "did you mean `time_step`"]),
        ("distance", "distanc", 19, &["`distanc`", "did you mean `distance`"]),
        ("bloom", "blom", 24, &["`blom`", "did you mean `bloom`"]),
        ("\"shell\"", "\"shel\"", 9, &["`shel`", "did you mean `shell`"]),
        ("\"solid\"", "\"solide\"", 11, &["`rotation`", "`solide`", "did you mean `solid`"]),
        ("leapfrog-kdk", "leapfrog-kdq", 14, &["`integrator`", "did you mean `leapfrog-kdk`"]),
        ("\"speed\"", "\"sped\"", 23, &["`color_by`", "did you mean `speed`"]),
        ("kind = \"shell\"\n", "", 8, &["needs a `kind`", "plummer"]),
        ("kind = \"shell\"", "kind = 3", 9, &["needs a `kind`"]),
        ("count = 100", "count = 0", 4, &["count is 0", "set count to 1 or more"]),
        (
            "count = 100",
            "count = -1",
            4,
            &["a whole number from 0 to 9223372036854775807, not the value `-1`"],
        ),
        (
            "title = \"A scene\"",
            "title = {}",
            1,
            &["expected a text in quotation marks, not a table"],
        ),
        (
            "bloom = 0.2",
            "component_sizes = {}",
            24,
            &["`component_sizes`: expected a list, not a table"],
        ),
        (
            "bloom = 0.2",
            "component_sizes = [-1.0]",
            24,
            &["`component_sizes` is -1, but it must be a number from 0.1 to 20"],
        ),
        ("bloom = 0.2", "component_sizes = [0.07]", 24, &["`component_sizes` is 0.07,"]),
        (
            "bloom = 0.2",
            "bloom = 1e39",
            24,
            &["`bloom` is 1e39, but it must be a number from 0 to 1"],
        ),
        ("bloom = 0.2", "diffuse = 1.7", 24, &["`diffuse` is 1.7,"]),
        (
            "seed = 7",
            "seed = 7\nfollow = 4294967296",
            6,
            &["bodies are numbered from 0 to 1073741823, so 4294967296 is not a body"],
        ),
        ("count = 100", "count = 2.5", 4, &["`count`", "expected a whole number"]),
        ("count = 100", "count = -1", 4, &["`count`", "expected a whole number"]),
        ("count = 100", "count = 10000000000", 4, &["at most 1073741824"]),
        ("count = 100\n", "", 1, &["`count` is missing"]),
        ("title = \"A scene\"\n", "", 1, &["`title` is missing"]),
        ("time_step = 0.01\n", "", 13, &["`time_step` is missing"]),
        ("seed = 7", "seed = \"seven\"", 5, &["`seed`", "expected a whole number"]),
        ("seed = 7", "seed = 7\nseed = 8", 6, &["not valid TOML", "duplicate key"]),
        ("duration = 2.5", "duration = 0.0", 6, &["`duration` is 0", "greater than 0"]),
        ("duration = 2.5", "duration = nan", 6, &["`duration` is NaN"]),
        ("duration = 2.5", "duration = inf", 6, &["`duration` is inf"]),
        ("time_step = 0.01", "time_step = -0.01", 15, &["`time_step`", "-0.01", "greater than 0"]),
        ("time_step = 0.01", "time_step = \"fast\"", 15, &["`time_step`", "expected a number"]),
        ("softening = 0.02", "softening = -1", 16, &["`softening`", "-1", "0 or more"]),
        (
            "softening = 0.02",
            "softening = 0.02\ndamping = 1.5",
            17,
            &["`damping`", "1.5", "from 0 to 1"],
        ),
        (
            "softening = 0.02",
            "softening = 0.02\ndrag = -0.5",
            17,
            &["`drag`", "-0.5", "per unit of time"],
        ),
        (
            "softening = 0.02",
            "softening = 0.02\ndrag = 0.5\nadaptive = 0.2",
            17,
            &["`drag`", "fixed steps"],
        ),
        ("inner_radius = 0.5", "inner_radius = 2.0", 10, &["`inner_radius`", "outer_radius"]),
        ("inner_radius = 0.5", "inner_radius = nan", 10, &["`inner_radius`", "NaN"]),
        ("inner_radius = 0.5", "inner_radius = [1]", 10, &["`inner_radius`", "expected a number"]),
        ("distance = 4.0", "distance = 0.0", 19, &["`distance` is 0"]),
        ("distance = 4.0", "elevation = 91.0", 19, &["`elevation` is 91", "from -90 to 90"]),
        ("distance = 4.0", "field_of_view = 180.0", 19, &["`field_of_view` is 180"]),
        ("distance = 4.0", "roll = 361.0", 19, &["`roll` is 361", "from -360 to 360"]),
        ("[1.0, 2.0, 3.0]", "[1.0, nan, 3.0]", 20, &["`target` is NaN"]),
        ("[1.0, 2.0, 3.0]", "[1.0, 2.0]", 20, &["`target`"]),
        ("bloom = 0.2", "bloom = 1.2", 24, &["`bloom` is 1.2", "from 0 to 1"]),
        (
            "bloom = 0.2",
            "dark_components = [2, 32]",
            24,
            &["`dark_components` has 32", "from 0 to 31"],
        ),
        ("bloom = 0.2", "background = [0.0, -1.0, 0.0]", 24, &["`background` is -1"]),
        ("bloom = 0.2", "magnitude_spread = nan", 24, &["`magnitude_spread` is NaN"]),
        ("bloom = 0.2", "trails = -1.0", 24, &["`trails` is -1"]),
        (
            "bloom = 0.2",
            "trail_length = 257",
            24,
            &["`trail_length`", "from 0 to 256", "write `trails` instead"],
        ),
        ("bloom = 0.2", "trail_length = 1.5", 24, &["`trail_length`", "write `trails` instead"]),
        ("bloom = 0.2", "color_range = [2.0, 1.0]", 24, &["`color_range` is [2, 1]"]),
        (
            "duration = 2.5",
            "duration = 2.5\nfaithful = true",
            7,
            &["`faithful`", "classic", "false"],
        ),
        ("[camera]", "[camera", 18, &["not valid TOML"]),
        ("kind = \"shell\"", "kind = \"kepler\"", 10, &["`inner_radius`"]),
        (
            "[initial]\nkind = \"shell\"\ninner_radius = 0.5\nrotation = \"solid\"",
            "[initial]\nkind = \"kepler\"",
            4,
            &["exactly 2"],
        ),
        (
            "kind = \"shell\"\ninner_radius = 0.5\nrotation = \"solid\"",
            "kind = \"encounter\"\n[initial.galaxy]\ntoomre = 1.4",
            11,
            &["`toomre`", "did you mean `toomre_q`"],
        ),
        (
            "kind = \"shell\"\ninner_radius = 0.5\nrotation = \"solid\"",
            "kind = \"encounter\"\n[initial.galaxy]\ntoomre_q = 0.1",
            11,
            &["`toomre_q`", "0.1"],
        ),
        (
            "kind = \"shell\"\ninner_radius = 0.5\nrotation = \"solid\"",
            "kind = \"encounter\"\nseparation = 1.0\n[initial.galaxy]\ntoomre_q = 1.0",
            10,
            &["`separation` of the initial state is 1", "pericenter"],
        ),
        (
            "kind = \"shell\"\ninner_radius = 0.5\nrotation = \"solid\"",
            "kind = \"figure-8\"\nradius = 1.0",
            10,
            &["`radius`", "remove it"],
        ),
    ];
    for &(old, new, line, parts) in cases {
        assert!(VALID.contains(old), "{old}");
        let text = VALID.replacen(old, new, 1);
        let message = match Scene::parse(&text, "folder/my.toml") {
            Err(error @ SceneError::Invalid { .. }) => error.to_string(),
            other => panic!("{new:?} gives {other:?}"),
        };
        assert!(message.starts_with(&format!("folder/my.toml:{line}: ")), "{new:?}: {message}");
        for part in parts {
            assert!(message.contains(part), "{new:?}: {message:?} should contain {part:?}");
        }
        assert!(!message.contains('\n'), "{message:?}");
    }
}

#[test]
fn no_text_makes_the_reader_panic() {
    // Every prefix of the file, and the file with each byte replaced.
    for end in 0..VALID.len() {
        let _ = Scene::parse(&VALID[..end], "x");
        for other in ["\"", "[", "=", "\n", "é", "\0", "9"] {
            let _ = Scene::parse(&[&VALID[..end], other, &VALID[end + 1..]].concat(), "x");
        }
    }
    assert!(Scene::parse("", "x").is_err());
    let nested =
        format!("{VALID}\n[initial.galaxy]\na = {}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(Scene::parse(&nested, "x").is_err());
}

#[test]
fn scenes_are_loaded_by_name_or_path() {
    for Embedded { name, scene, .. } in embedded() {
        assert_eq!(&Scene::load(name).expect("it is embedded"), scene);
    }
    let folder = tempfile::tempdir().expect("create a folder");
    for (name, contents, parts) in [
        ("good.toml", Some(VALID.as_bytes()), None),
        ("no-extension", Some(VALID.as_bytes()), None),
        ("bad.toml", Some(b"title = 3".as_slice()), Some(vec!["bad.toml:1: ", "`title`"])),
        ("binary.toml", Some(b"\xff\xfe".as_slice()), Some(vec!["binary.toml", "UTF-8"])),
        ("missing.toml", None, Some(vec!["missing.toml", "check the path"])),
    ] {
        let path = folder.path().join(name);
        if let Some(contents) = contents {
            std::fs::write(&path, contents).expect("it can be written");
        }
        let loaded = Scene::load(path.to_str().expect("paths are plain"));
        match parts {
            None => assert_eq!(loaded.expect(name).count, 100),
            Some(parts) => {
                let message = loaded.expect_err(name).to_string();
                assert!(parts.iter().all(|part| message.contains(part)), "{message}");
                assert!(!message.contains('\n'), "{message:?}");
            }
        }
    }
    for (typed, nearest) in
        [("shel", "shell"), ("galxy", "galaxy"), ("classic-9", "classic-"), ("Plummer", "plummer")]
    {
        let message = Scene::load(typed).expect_err(typed).to_string();
        assert!(message.contains(&format!("did you mean `{nearest}")), "{message}");
        assert!(message.contains("ends in .toml"), "{message}");
    }
    let message = Scene::load("").unwrap_err().to_string();
    assert!(
        message.contains("the name is empty (scene). Choose from: shell")
            && message.contains("ends in .toml"),
        "{message}"
    );
}

#[test]
fn integrators_in_scenes_are_named_as_everywhere() {
    for integrator in Integrator::ALL {
        let text = VALID.replace("leapfrog-kdk", integrator.name());
        assert_eq!(Scene::parse(&text, "x").expect("it is valid").physics.integrator, *integrator);
    }
}

#[test]
fn given_bodies_are_described_as_such_and_have_no_scene_file() {
    let body =
        |x: f64| Body { position: DVec3::X * x, velocity: DVec3::Y / 3.0, mass: 0.5, component: 7 };
    let bodies: Vec<Body> = (0..5).map(|index| body(f64::from(index))).collect();
    let initial = InitialState::Bodies(Given::new(&bodies).expect("they are valid"));
    let scene = Scene { count: 5, initial, ..scene("plummer").scene.clone() };
    assert_eq!(scene.bodies().expect("they are there"), bodies);
    assert_eq!((scene.initial.kind(), scene.initial.fixed_count()), ("bodies", Some(5)));
    let error =
        Scene { count: 16_384, ..scene.clone() }.bodies().expect_err("there are five").to_string();
    assert!(error.contains("exactly 5"), "{error}");
    let text = scene.to_toml();
    assert!(
        text.contains("count = 5")
            && text.contains("kind = \"bodies\"")
            && !text.contains("mass_cut"),
        "{text}"
    );
    let error =
        Scene::parse(&text, "own.toml").expect_err("the bodies are not in the text").to_string();
    let line = 1 + text.lines().position(|line| line.starts_with("kind")).expect("it has a kind");
    assert!(
        error.starts_with(&format!("own.toml:{line}: ")) && error.contains("bodies"),
        "{error}"
    );
    assert!(
        Given::new(&[body(f64::NAN)])
            .expect_err("it is nowhere")
            .to_string()
            .starts_with("body 1 has a position of NaN")
    );

    let gpu = Gpu::noop().expect("it needs no adapter");
    let mut session = Session::new(&gpu, scene, Pace::StepsPerFrame(1)).expect("it is valid");
    let note = |session: &Session, keyword: &str| {
        let notes = notes(&gpu, session);
        notes.iter().find(|note| note.keyword == keyword).expect("it is noted").text.to_string()
    };
    assert!(
        note(&session, "Bodies") == "5" && !note(&session, "Scene").contains("kind = \"plummer\"")
    );
    session.viewing().look_mut().size = 0.25;
    assert!(note(&session, "Scene").contains("size = 0.25"), "as it is now");
}

#[test]
fn energy_should_stay_the_same_except_in_classics_and_where_physics_takes_it() {
    for known in embedded() {
        assert_eq!(
            known.scene.conserves_energy(),
            known.group != Group::Classics,
            "{}",
            known.name
        );
    }
    let scene = Scene::parse(VALID, "valid").unwrap();
    assert!(scene.conserves_energy());
    for physics in [
        Parameters { damping: 0.99, ..scene.physics },
        Parameters { drag: 0.1, ..scene.physics },
        Parameters {
            gravity: Gravity::Mesh(MeshSettings { near: false, ..MeshSettings::default() }),
            ..scene.physics
        },
    ] {
        assert!(!Scene { physics, ..scene.clone() }.conserves_energy());
    }
    let pairs = Parameters { gravity: Gravity::Mesh(MeshSettings::default()), ..scene.physics };
    assert!(Scene { physics: pairs, ..scene }.conserves_energy());
}
